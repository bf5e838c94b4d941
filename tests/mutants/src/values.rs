//! Bits of values that are known: arithmetic on them.

use gatefall_netlist::{BinaryOp, UnaryOp, Value};

/// Bits of a value that are always the same, and their levels. None: not reached yet.
pub(crate) type Known = Option<Bits>;

#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Bits {
    pub(crate) mask: u64,
    pub(crate) value: u64,
}

/// A value of ones.
pub(crate) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// All bits known.
pub(crate) fn exact(value: &Value) -> Bits {
    Bits {
        mask: u64::MAX,
        value: value.to_u64().expect("values have at most 64 bits"),
    }
}

pub(crate) const UNKNOWN: Bits = Bits { mask: 0, value: 0 };

/// Zeros above the width, and in unknown bits.
pub(crate) fn fit(bits: Bits, width: u32) -> Bits {
    let mask = bits.mask | !ones(width);
    Bits {
        mask,
        value: bits.value & mask & ones(width),
    }
}

/// All that is known of either value.
pub(crate) fn join(a: Known, b: Known) -> Known {
    match (a, b) {
        (Some(a), Some(b)) => {
            let mask = a.mask & b.mask & !(a.value ^ b.value);
            Some(Bits {
                mask,
                value: a.value & mask,
            })
        }
        (a, b) => a.or(b),
    }
}

impl Bits {
    pub(crate) fn max(self) -> u64 {
        self.value | !self.mask
    }

    pub(crate) fn zeros(self) -> u64 {
        self.mask & !self.value
    }

    pub(crate) fn is_exact(self) -> bool {
        self.mask == u64::MAX
    }
}

/// Known from the result alone.
fn flag(known: Option<bool>) -> Bits {
    match known {
        Some(level) => Bits {
            mask: u64::MAX,
            value: u64::from(level),
        },
        None => fit(UNKNOWN, 1),
    }
}

/// Zeros above the highest bit that is possible.
fn at_most(max: Option<u64>) -> Bits {
    match max {
        Some(max) => Bits {
            mask: !u64::MAX.checked_shr(max.leading_zeros()).unwrap_or(0),
            value: 0,
        },
        None => UNKNOWN,
    }
}

/// Known bits of the result. The same holds for `binary`.
pub(crate) fn unary(op: UnaryOp, a: Bits, width: u32) -> Bits {
    let all = ones(width);
    match op {
        UnaryOp::Not => Bits {
            mask: a.mask,
            value: !a.value & a.mask,
        },
        UnaryOp::Neg => low_bits(a.mask, a.value.wrapping_neg()),
        UnaryOp::ReduceAnd => flag(match a {
            _ if a.zeros() & all != 0 => Some(false),
            _ => a.is_exact().then_some(true),
        }),
        UnaryOp::ReduceOr => flag(match a {
            _ if a.value != 0 => Some(true),
            _ => a.is_exact().then_some(false),
        }),
        UnaryOp::ReduceXor => flag(a.is_exact().then_some(a.value.count_ones() % 2 == 1)),
    }
}

/// Known below the first unknown bit of the operands.
fn low_bits(mask: u64, value: u64) -> Bits {
    let mask = u64::MAX.checked_shr(64 - mask.trailing_ones()).unwrap_or(0);
    Bits {
        mask,
        value: value & mask,
    }
}

fn both(a: Bits, b: Bits) -> Bits {
    Bits {
        mask: a.mask | b.mask,
        value: a.value | b.value,
    }
}

pub(crate) fn binary(op: BinaryOp, a: Bits, b: Bits, width: u32) -> Bits {
    let known = a.mask & b.mask;
    let (min, max) = ((a.value, b.value), (a.max(), b.max()));
    let inside = |max: &u64| *max <= ones(width);
    match op {
        BinaryOp::And => Bits {
            mask: known | a.zeros() | b.zeros(),
            value: a.value & b.value,
        },
        BinaryOp::Or => Bits {
            mask: known | a.value | b.value,
            value: a.value | b.value,
        },
        BinaryOp::Xor => Bits {
            mask: known,
            value: (a.value ^ b.value) & known,
        },
        BinaryOp::Add => both(
            low_bits(known, a.value.wrapping_add(b.value)),
            at_most(max.0.checked_add(max.1).filter(inside)),
        ),
        BinaryOp::Sub => low_bits(known, a.value.wrapping_sub(b.value)),
        BinaryOp::Mul => both(
            low_bits(known, a.value.wrapping_mul(b.value)),
            at_most(max.0.checked_mul(max.1).filter(inside)),
        ),
        BinaryOp::Eq => flag(match (a.value ^ b.value) & known {
            0 => (known == u64::MAX).then_some(true),
            _ => Some(false),
        }),
        BinaryOp::LtU if max.0 < min.1 => flag(Some(true)),
        BinaryOp::LtU if min.0 >= max.1 => flag(Some(false)),
        BinaryOp::LtU | BinaryOp::LtS => flag(None),
        BinaryOp::Shr => at_most(Some(max.0)),
        BinaryOp::Shl if max.0 == 0 => at_most(Some(0)),
        BinaryOp::Shl => UNKNOWN,
    }
}
