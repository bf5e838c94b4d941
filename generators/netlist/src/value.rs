//! Bit vector of any width.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

/// A bit vector of a fixed width. Bits above the width are zero.
///
/// Its text form is `width'h` and lower-case hexadecimal digits: `12'h0ff`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    width: u32,
    bits: BigUint,
}

impl Value {
    /// A value of `width` bits. Drops higher bits of `bits`.
    pub fn new(width: u32, bits: impl Into<BigUint>) -> Value {
        let bits: BigUint = bits.into();
        let bits = if bits.bits() > u64::from(width) {
            bits & mask(width)
        } else {
            bits
        };
        Value { width, bits }
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Value {
        Value {
            width,
            bits: BigUint::ZERO,
        }
    }

    /// All bits one.
    pub fn ones(width: u32) -> Value {
        Value {
            width,
            bits: mask(width),
        }
    }

    /// A single bit.
    pub fn bool(bit: bool) -> Value {
        Value::new(1, u32::from(bit))
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The bits as an unsigned number.
    pub fn bits(&self) -> &BigUint {
        &self.bits
    }

    /// The value as a machine word, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.bits).ok()
    }

    /// The bit at an index. False above the width.
    pub fn bit(&self, index: u32) -> bool {
        self.bits.bit(u64::from(index))
    }

    /// True if no bit is set.
    pub fn is_zero(&self) -> bool {
        self.bits == BigUint::ZERO
    }

    /// The most significant bit: the sign of a signed value.
    pub fn sign(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }
}

fn mask(width: u32) -> BigUint {
    (BigUint::from(1u32) << width) - 1u32
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.width.div_ceil(4).max(1) as usize;
        write!(
            f,
            "{}'h{:0>digits$}",
            self.width,
            self.bits.to_str_radix(16)
        )
    }
}

impl FromStr for Value {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (width, digits) = text.split_once("'h")?;
            let width: u32 = width.parse().ok()?;
            let bits = BigUint::parse_bytes(digits.as_bytes(), 16)?;
            (bits.bits() <= u64::from(width)).then_some(Value { width, bits })
        };
        parse().ok_or_else(|| format!("`{text}` is not a value such as 8'h0f"))
    }
}
