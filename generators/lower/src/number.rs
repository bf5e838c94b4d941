//! Constant evaluation at lowering time: literals, loop counters, array indices.

use num_bigint::{BigInt, Sign};
use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op, VerilogOpUnary as Unary};

use crate::error::LowerError;
use crate::expression::LITERAL_BITS;
use crate::kernel::{Kernel, Lowered};
use crate::literal;
use crate::show;
use crate::symbols::Role;

impl Kernel {
    /// Converts a name of the tree to the flat name of a signal. Evaluates indices, removes
    /// `.next` unless it is the name of a port.
    pub(crate) fn flatten(&self, name: &str) -> Lowered<String> {
        let name = name.replace('.', "$").replace("::", "$");
        let mut rest = name.trim_start_matches('$');
        let mut flat = String::new();
        while let Some((before, after)) = rest.split_once('[') {
            let end = closing_bracket(after).ok_or_else(|| self.unknown_name(&name))?;
            let index = self.count(&after[..end])?;
            flat.push_str(&format!("{before}${index}"));
            rest = &after[end + 1..];
        }
        flat.push_str(rest);
        match flat.strip_suffix("$next") {
            Some(signal) if self.symbols.signal(&flat).is_none() => Ok(signal.to_owned()),
            _ => Ok(flat),
        }
    }

    /// Evaluates an array index: numbers, loop counters, `+ - * /` and parentheses.
    pub(crate) fn count(&self, text: &str) -> Lowered<BigInt> {
        let mut parser = Count {
            kernel: self,
            text,
            rest: text,
        };
        let value = parser.sum()?;
        if parser.rest.is_empty() {
            Ok(value)
        } else {
            Err(self.unknown_name(text))
        }
    }

    pub(crate) fn counter(&self, name: &str) -> Option<&BigInt> {
        self.counters
            .iter()
            .rev()
            .find(|(counter, _)| counter == name)
            .map(|(_, value)| value)
    }

    /// Value of an expression that consists of literals and loop counters only.
    pub(crate) fn constant(&self, expr: &Expr) -> Option<BigInt> {
        match expr {
            Expr::Literal(value) => match literal::read(value) {
                (1, _) => None,
                (_, value) => Some(value),
            },
            Expr::Signal(name) => self.counter(name).cloned(),
            Expr::Paren(inner) => self.constant(inner),
            Expr::Unary(Unary::Neg, inner) => Some(-self.constant(inner)?),
            // Literals and counters have 64 bits in Rust, in every context.
            Expr::Unary(Unary::Not, inner) => {
                let number = u64::try_from(self.constant(inner)?).ok()?;
                Some(BigInt::from(!number))
            }
            Expr::Binary(a, op, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match op {
                    Op::Add => Some(a + b),
                    Op::Sub => Some(a - b),
                    Op::Mul => Some(a * b),
                    Op::BitAnd => Some(a & b),
                    Op::BitOr => Some(a | b),
                    Op::BitXor => Some(a ^ b),
                    Op::Shl => {
                        let is_negative = a.sign() == Sign::Minus;
                        let shifted = a << u32::try_from(b).ok()?;
                        Some(match is_negative {
                            true => shifted,
                            false => shifted & BigInt::from(u64::MAX),
                        })
                    }
                    Op::Shr => Some(a >> u32::try_from(b).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Value of a condition, if it does not depend on signals. As in Rust, the second operand of
    /// `&&` and `||` counts only if the first one does not decide.
    pub(crate) fn constant_condition(&self, expr: &Expr) -> Option<bool> {
        match expr {
            Expr::Literal(value) => match literal::read(value) {
                (1, value) => Some(value.sign() != Sign::NoSign),
                _ => None,
            },
            Expr::Paren(inner) => self.constant_condition(inner),
            Expr::Unary(Unary::Not, inner) => Some(!self.constant_condition(inner)?),
            Expr::Binary(a, Op::LogicalAnd, b) => match self.constant_condition(a)? {
                true => self.constant_condition(b),
                false => Some(false),
            },
            Expr::Binary(a, Op::LogicalOr, b) => match self.constant_condition(a)? {
                true => Some(true),
                false => self.constant_condition(b),
            },
            Expr::Binary(a, op, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match op {
                    Op::Eq => Some(a == b),
                    Op::Ne => Some(a != b),
                    Op::Lt => Some(a < b),
                    Op::Le => Some(a <= b),
                    Op::Gt => Some(a > b),
                    Op::Ge => Some(a >= b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Number that a `match` tests, if it does not depend on signals.
    pub(crate) fn constant_choice(&self, test: &Expr) -> Option<BigInt> {
        let bit = || self.constant_condition(test).map(u8::from);
        self.constant(test).or_else(|| bit().map(BigInt::from))
    }

    /// Value of an index into an expression of `width` bits, if it is constant.
    pub(crate) fn constant_index(
        &self,
        index: &Expr,
        indexed: &Expr,
        width: u32,
    ) -> Lowered<Option<u32>> {
        let Some(number) = self.constant(index) else {
            return Ok(None);
        };
        match u32::try_from(&number) {
            Ok(index) if index < width => Ok(Some(index)),
            _ => Err(LowerError::IndexOutOfRange {
                module: self.module.clone(),
                index: number.to_string(),
                width,
                expression: show::expression(indexed),
            }),
        }
    }

    /// Value of arithmetic on literals, counters and `Constant` fields, if no step wraps.
    pub(crate) fn exact(&self, expr: &Expr) -> Option<BigInt> {
        let number = match expr {
            Expr::Paren(inner) => self.exact(inner)?,
            Expr::Signal(name) if self.counter(name).is_none() => {
                let signal = self.symbols.signal(&self.flatten(name).ok()?)?;
                match &self.symbols.list[signal].role {
                    Role::Constant(value) => BigInt::from(value.bits().clone()),
                    _ => return None,
                }
            }
            Expr::Binary(a, op, b) => match op {
                Op::Add => self.exact(a)? + self.exact(b)?,
                Op::Sub => self.exact(a)? - self.exact(b)?,
                Op::Mul => self.exact(a)? * self.exact(b)?,
                _ => return None,
            },
            _ => self.constant(expr)?,
        };
        let width = self
            .shape(expr)
            .ok()?
            .map_or(LITERAL_BITS, |shape| shape.width);
        let fits = number.sign() != Sign::Minus && number.bits() <= u64::from(width);
        fits.then_some(number)
    }

    /// Bits that a number with a loop counter needs. Counters are `usize`, so a signal that is
    /// compared with one was widened by `.index()`, which the tree does not contain.
    pub(crate) fn counted_bits(&self, expr: &Expr) -> u32 {
        if !self.has_counter(expr) {
            return 0;
        }
        let number = self
            .constant(expr)
            .filter(|number| number.sign() == Sign::Plus);
        number.map_or(0, |number| u32::try_from(number.bits()).unwrap_or(0))
    }

    /// Finds arithmetic on a signal and a loop counter. Either `.index()` widened the signal or
    /// `.to_bits()` truncated the counter; the tree does not contain which.
    pub(crate) fn mixed<'a>(&self, expr: &'a Expr) -> Option<&'a Expr> {
        match expr {
            Expr::Paren(inner) | Expr::Unary(_, inner) => self.mixed(inner),
            Expr::Binary(a, op, b) => {
                let wraps = matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Shl);
                let is_mixed = wraps && self.has_counter(expr) && self.exact(expr).is_none();
                is_mixed
                    .then_some(expr)
                    .or_else(|| self.mixed(a))
                    .or_else(|| self.mixed(b))
            }
            _ => None,
        }
    }

    pub(crate) fn has_counter(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Signal(name) => self.counter(name).is_some(),
            Expr::Paren(inner) | Expr::Unary(_, inner) => self.has_counter(inner),
            Expr::Binary(a, _, b) => self.has_counter(a) || self.has_counter(b),
            _ => false,
        }
    }
}

/// Position of the bracket that closes the one before the text.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (position, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(position),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Parser for the arithmetic of an index.
struct Count<'a> {
    kernel: &'a Kernel,
    text: &'a str,
    rest: &'a str,
}

impl Count<'_> {
    fn take(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Lowered<BigInt> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Lowered<BigInt> {
        let mut value = self.atom()?;
        loop {
            if self.take('*') {
                value *= self.atom()?;
                continue;
            }
            let is_quotient = self.take('/');
            if !is_quotient && !self.take('%') {
                return Ok(value);
            }
            let divisor = self.atom()?;
            let quotient = value.checked_div(&divisor);
            let quotient = quotient.ok_or_else(|| self.kernel.unknown_name(self.text))?;
            value = match is_quotient {
                true => quotient,
                false => value - quotient * divisor,
            };
        }
    }

    fn atom(&mut self) -> Lowered<BigInt> {
        if self.take('(') {
            let value = self.sum()?;
            return if self.take(')') {
                Ok(value)
            } else {
                Err(self.kernel.unknown_name(self.text))
            };
        }
        let end = self
            .rest
            .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        let value = literal::integer(word).or_else(|| self.kernel.counter(word).cloned());
        value.ok_or_else(|| self.kernel.unknown_name(word))
    }
}
