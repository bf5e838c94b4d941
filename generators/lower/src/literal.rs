//! Numbers of the syntax tree. Their fields are private to rust-hdl; their printed form is exact.

use num_bigint::{BigInt, BigUint, Sign};
use rust_hdl::core::ast::VerilogLiteral;

/// Width as rust-hdl notes it (1 only for `bool`) and value.
pub(crate) fn read(literal: &VerilogLiteral) -> (u32, BigInt) {
    let text = format!("{literal:x}");
    parse(&text).expect("rust-hdl prints literals as width'hdigits")
}

/// The value, which is not negative.
pub(crate) fn number(literal: &VerilogLiteral) -> BigUint {
    let (_, value) = read(literal);
    value.magnitude().clone()
}

/// Reads `8'hff` and `3'b101`.
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
