//! Operands of every shape that a rule distinguishes, of one width.

use gatefall_netlist::{BinaryOp, ExprId, ExprPool, NetId, UnaryOp, Value};
use std::collections::BTreeMap;

pub const UNARY: [UnaryOp; 5] = [
    UnaryOp::Not,
    UnaryOp::Neg,
    UnaryOp::ReduceAnd,
    UnaryOp::ReduceOr,
    UnaryOp::ReduceXor,
];

/// Operators with operands of one width.
pub const BINARY: [BinaryOp; 9] = [
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Eq,
    BinaryOp::LtU,
    BinaryOp::LtS,
];

pub const SHIFTS: [BinaryOp; 2] = [BinaryOp::Shl, BinaryOp::Shr];

/// Width of the amount of a shift.
pub const AMOUNT: u32 = 3;
/// Width of a value that is sliced.
pub const WIDE: u32 = 20;

/// Nets that templates read, made when they are first read.
#[derive(Default)]
pub struct Nets {
    /// Width of each net.
    pub widths: Vec<u32>,
    known: BTreeMap<(&'static str, u32), usize>,
    /// Values of the named constants.
    constants: BTreeMap<usize, Value>,
}

impl Nets {
    fn net(&mut self, pool: &mut ExprPool, name: &'static str, width: u32) -> ExprId {
        let net = *self.known.entry((name, width)).or_insert(self.widths.len());
        if net == self.widths.len() {
            self.widths.push(width);
        }
        pool.net(NetId::from(net), width)
    }

    /// Named constants: all zeros, all ones, and another number.
    pub fn named(&mut self, pool: &mut ExprPool, width: u32) -> Vec<ExprId> {
        let ones = (1u32 << width) - 1;
        let mut named = Vec::new();
        for (name, number) in [("zero", 0), ("ones", ones), ("some", ones / 3)] {
            let net = self.net(pool, name, width);
            let value = Value::new(width, number);
            self.constants
                .extend(pool.as_net(net).map(|net| (net.into(), value)));
            named.push(net);
        }
        named
    }

    /// Value of a named constant.
    pub fn value(&self, net: NetId) -> Option<Value> {
        self.constants.get(&net.into()).cloned()
    }

    /// The net that is the register itself in the next value of a register.
    pub fn kept(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        self.net(pool, "kept", width)
    }

    /// True for the net of [`Nets::kept`].
    pub fn is_kept(&self, net: NetId) -> bool {
        let name = self
            .known
            .iter()
            .find(|(_, known)| **known == usize::from(net));
        name.is_some_and(|((name, _), _)| *name == "kept")
    }

    pub fn number(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        self.net(pool, "number", width)
    }

    pub fn x(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        self.net(pool, "x", width)
    }

    pub fn y(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        self.net(pool, "y", width)
    }

    pub fn condition(&mut self, pool: &mut ExprPool) -> ExprId {
        self.net(pool, "condition", 1)
    }

    pub fn amount(&mut self, pool: &mut ExprPool) -> ExprId {
        self.net(pool, "amount", AMOUNT)
    }

    pub fn wide(&mut self, pool: &mut ExprPool) -> ExprId {
        self.net(pool, "wide", WIDE)
    }

    fn narrow(&mut self, pool: &mut ExprPool, width: u32) -> ExprId {
        self.net(pool, "narrow", width)
    }

    /// A value of another width than the rest, for comparisons.
    pub fn compared(&mut self, pool: &mut ExprPool) -> ExprId {
        self.net(pool, "compared", AMOUNT)
    }

    pub fn other(&mut self, pool: &mut ExprPool) -> ExprId {
        self.net(pool, "other", AMOUNT)
    }

    /// Operands of a width: nets, operators on nets, and constants.
    pub fn shapes(&mut self, pool: &mut ExprPool, width: u32) -> Vec<ExprId> {
        let (x, y) = (self.x(pool, width), self.y(pool, width));
        let mut shapes = vec![x, y];
        shapes.extend(constants(pool, width));
        for op in [UnaryOp::Not, UnaryOp::Neg] {
            shapes.push(pool.unary(op, x));
        }
        for op in BINARY.into_iter().take(6) {
            shapes.push(pool.binary(op, x, y));
        }
        let amount = self.amount(pool);
        for op in SHIFTS {
            shapes.push(pool.binary(op, x, amount));
        }
        let condition = self.condition(pool);
        shapes.push(pool.mux(condition, x, y));
        let wide = self.wide(pool);
        for offset in 0..3 {
            shapes.push(pool.slice(wide, offset, width));
        }
        for part in parts(width) {
            let narrow = self.narrow(pool, part);
            shapes.push(pool.zero_extend(narrow, width));
            shapes.push(pool.sign_extend(narrow, width));
            let high = self.y(pool, width - part);
            shapes.push(pool.concat(high, narrow));
        }
        if width == 1 {
            shapes.extend(self.bits(pool));
        }
        shapes.dedup();
        shapes
    }

    /// Conditions: comparisons and reductions.
    fn bits(&mut self, pool: &mut ExprPool) -> Vec<ExprId> {
        let (a, b) = (self.compared(pool), self.other(pool));
        let mut bits = Vec::new();
        for number in [2u32, 5] {
            let number = pool.constant(Value::new(AMOUNT, number));
            let equal = pool.binary(BinaryOp::Eq, a, number);
            bits.extend([equal, pool.not(equal)]);
        }
        for op in [BinaryOp::Eq, BinaryOp::LtU, BinaryOp::LtS] {
            let test = pool.binary(op, a, b);
            bits.extend([test, pool.not(test)]);
        }
        for op in UNARY.into_iter().skip(2) {
            bits.push(pool.unary(op, a));
        }
        bits
    }
}

/// Widths of the lower part of a value.
fn parts(width: u32) -> Vec<u32> {
    let mut parts = vec![1, width / 2, width.saturating_sub(1)];
    parts.retain(|part| (1..width).contains(part));
    parts.dedup();
    parts
}

/// Numbers that a rule may treat alone, and some that none does.
pub fn constants(pool: &mut ExprPool, width: u32) -> Vec<ExprId> {
    let sign = 1u64 << (width - 1);
    let mut numbers = vec![0, 1, 2, 5, sign - 1, sign, 2 * sign - 2, 2 * sign - 1];
    numbers.retain(|number| *number < 2 * sign);
    numbers.sort_unstable();
    numbers.dedup();
    let numbers = numbers.into_iter();
    numbers
        .map(|number| pool.constant(Value::new(width, number)))
        .collect()
}
