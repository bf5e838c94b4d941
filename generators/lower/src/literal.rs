//! Parser for literals of the syntax tree. rust-hdl keeps their fields private, but prints them
//! exactly.

use num_bigint::{BigInt, BigUint, Sign};
use rust_hdl::core::ast::VerilogLiteral;

/// Suffixes of integer literals.
const INTEGERS: [&str; 12] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
];

/// Width and value. A literal of an expression has the width of its Rust type: 1 for `bool`, and 8
/// to 128 for numbers, where it does not depend on the width in the circuit.
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

/// Parses an integer literal of Rust: `16`, `0x1F`, `1_000usize`, `- 1`.
pub(crate) fn integer(text: &str) -> Option<BigInt> {
    let text = text.replace('_', "");
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.as_str()),
    };
    let prefixes = [("0x", 16), ("0o", 8), ("0b", 2)];
    let prefixed = prefixes.iter().find_map(|&(prefix, radix)| {
        let rest = text.strip_prefix(prefix)?;
        Some((radix, rest))
    });
    let (radix, rest) = prefixed.unwrap_or((10, text));
    let end = rest.find(|c: char| !c.is_digit(radix));
    let (digits, suffix) = rest.split_at(end.unwrap_or(rest.len()));
    let value = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    let is_type = suffix.is_empty() || INTEGERS.contains(&suffix);
    is_type.then_some(if negative { -value } else { value })
}
