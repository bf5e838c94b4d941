//! Parser for literals of the syntax tree. rust-hdl keeps their fields private, but prints them
//! exactly.

use num_bigint::{BigInt, BigUint, Sign};
use rust_hdl::core::ast::VerilogLiteral;

/// Width and value. rust-hdl gives the width for `bool` only: 1.
pub(crate) fn read(literal: &VerilogLiteral) -> (u32, BigInt) {
    let text = format!("{literal:x}");
    parse(&text).expect("rust-hdl prints literals as width'hdigits")
}

/// Value of a literal, which is never negative.
pub(crate) fn number(literal: &VerilogLiteral) -> BigUint {
    let (_, value) = read(literal);
    value.magnitude().clone()
}

/// Parses `8'hff` and `3'b101`.
pub(crate) fn parse(text: &str) -> Option<(u32, BigInt)> {
    let (width, rest) = text.trim().split_once('\'')?;
    let (base, digits) = rest.split_at_checked(1)?;
    let radix = match base {
        "h" => 16,
        "b" => 2,
        _ => return None,
    };
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => (Sign::Minus, digits),
        None => (Sign::Plus, digits),
    };
    let value = BigUint::parse_bytes(digits.as_bytes(), radix)?;
    Some((width.parse().ok()?, BigInt::from_biguint(sign, value)))
}
