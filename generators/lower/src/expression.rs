//! Lowering of expressions, with their types in Rust.
//!
//! rust-hdl's syntax tree lacks some types. The type of a literal depends on its context: `x + 1`
//! converts the 1 to the width of `x`. `.into()`, `.val()`, `.index()` and the width of
//! `signed_bit_cast` are missing. So each expression is lowered in two steps: find its shape,
//! which may be unknown, then build it at the width that the context requires.

use gatefall_netlist::{BinaryOp, ExprId, UnaryOp, Value};
use num_bigint::{BigInt, BigUint, Sign};
use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op, VerilogOpUnary as Unary};

use crate::error::LowerError;
use crate::kernel::{Kernel, Lowered};
use crate::literal;
use crate::scope::Carries;
use crate::show;

/// Width and signedness of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) width: u32,
    signed: bool,
}

impl Shape {
    fn bits(width: u32) -> Shape {
        Shape {
            width,
            signed: false,
        }
    }
}

/// Width of a bare literal: rust-hdl uses `usize`, and a bare literal shifted by bits becomes
/// `Bits<64>`.
pub(crate) const LITERAL_BITS: u32 = 64;

impl Kernel {
    /// Shape of an expression. `None` if it depends on the context.
    pub(crate) fn shape(&self, expr: &Expr) -> Lowered<Option<Shape>> {
        Ok(match expr {
            Expr::Signal(name) => self.shape_of_name(name)?,
            Expr::Literal(value) => (literal::read(value).0 == 1).then_some(Shape::bits(1)),
            Expr::Cast(_, bits) => Some(Shape::bits(width_of(*bits))),
            Expr::Paren(inner) => self.shape(inner)?,
            // On bits: signed_cast, which keeps the width. On signed values: signed_bit_cast, whose
            // width is not in the tree.
            Expr::Signed(inner) => match self.shape(inner)? {
                Some(Shape {
                    width,
                    signed: false,
                }) => Some(Shape {
                    width,
                    signed: true,
                }),
                _ => None,
            },
            Expr::Unsigned(inner) => self.shape(inner)?.map(|shape| Shape::bits(shape.width)),
            Expr::Unary(Unary::Not | Unary::Neg, inner) => self.shape(inner)?,
            Expr::Unary(Unary::All | Unary::Any | Unary::Xor, _) | Expr::Index(_, _) => {
                Some(Shape::bits(1))
            }
            Expr::Slice(inner, width, _) => {
                let signed = self.shape(inner)?.is_some_and(|shape| shape.signed);
                Some(Shape {
                    width: width_of(*width),
                    signed,
                })
            }
            Expr::IndexReplace(inner, _, _) => self.shape(inner)?,
            Expr::Binary(a, op, b) => self.shape_of_binary(expr, a, op, b)?,
        })
    }

    fn shape_of_name(&self, name: &str) -> Lowered<Option<Shape>> {
        if self.counter(name).is_some() {
            return Ok(None);
        }
        let flat = self.flatten(name)?;
        if let Some(index) = self.symbols.signal(&flat) {
            let symbol = &self.symbols.list[index];
            let signed = symbol.carries == Carries::Signed;
            return Ok(Some(Shape {
                width: symbol.width,
                signed,
            }));
        }
        match self.symbols.state(&flat) {
            Some((_, width)) => Ok(Some(Shape::bits(width))),
            None => Err(self.unknown_name(&flat)),
        }
    }

    fn shape_of_binary(&self, expr: &Expr, a: &Expr, op: &Op, b: &Expr) -> Lowered<Option<Shape>> {
        match op {
            Op::LogicalAnd | Op::LogicalOr => Ok(Some(Shape::bits(1))),
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => Ok(Some(Shape::bits(1))),
            Op::Shl | Op::Shr => Ok(match (self.shape(a)?, self.constant(a)) {
                (None, Some(_)) if self.constant(b).is_none() => Some(Shape::bits(LITERAL_BITS)),
                (shape, _) => shape,
            }),
            Op::Mul => {
                let shape = self.common_shape(expr, a, b)?;
                Ok(shape.map(|shape| Shape {
                    width: shape.width * 2,
                    ..shape
                }))
            }
            Op::Add | Op::Sub | Op::BitXor | Op::BitAnd | Op::BitOr => {
                self.common_shape(expr, a, b)
            }
        }
    }

    /// Shape of two operands that have one type in Rust. The exception is `bits + bool`.
    fn common_shape(&self, expr: &Expr, a: &Expr, b: &Expr) -> Lowered<Option<Shape>> {
        match (self.shape(a)?, self.shape(b)?) {
            (Some(a), Some(b)) if a.width == b.width => Ok(Some(Shape {
                signed: a.signed || b.signed,
                ..a
            })),
            (Some(a), Some(b)) if b.width == 1 && is_add(expr) => Ok(Some(a)),
            (Some(a), Some(b)) => Err(self.width_error(expr, b.width, a.width)),
            (Some(shape), None) | (None, Some(shape)) => Ok(Some(shape)),
            (None, None) => Ok(None),
        }
    }

    fn width_error(&self, expr: &Expr, found: u32, expected: u32) -> LowerError {
        let (module, expression) = (self.module.clone(), show::expression(expr));
        LowerError::Width {
            module,
            expression,
            found,
            expected,
        }
    }

    /// Builds an expression at the width that the context requires.
    pub(crate) fn build(&mut self, expr: &Expr, width: u32) -> Lowered<ExprId> {
        if let Some(value) = self.constant(expr) {
            return self.number(&value, width);
        }
        let built = match expr {
            Expr::Signal(name) => self.build_name(name)?,
            Expr::Literal(value) => self.number(&literal::read(value).1, 1)?,
            Expr::Paren(inner) => return self.build(inner, width),
            Expr::Cast(_, 0) | Expr::Slice(_, 0, _) => {
                return Err(self.unsupported(expr, "the expression has no bits"))
            }
            Expr::Cast(inner, bits) => self.build_cast(inner, width_of(*bits))?,
            Expr::Signed(inner) => self.build_signed(inner, width)?,
            Expr::Unsigned(inner) => self.build(inner, width)?,
            Expr::Unary(op, inner) => self.build_unary(op, inner, width)?,
            Expr::Index(inner, index) => self.build_slice(inner, 1, index)?,
            Expr::Slice(inner, bits, offset) => self.build_slice(inner, width_of(*bits), offset)?,
            Expr::IndexReplace(inner, index, value) => {
                self.build_replace(inner, index, value, width)?
            }
            Expr::Binary(a, op, b) => self.build_binary(expr, a, op, b, width)?,
        };
        let found = self.pool.width(built);
        if found == width {
            Ok(built)
        } else {
            Err(self.width_error(expr, found, width))
        }
    }

    /// Builds an expression whose width does not depend on the context.
    fn build_alone(&mut self, expr: &Expr) -> Lowered<(ExprId, Shape)> {
        let shape = self.shape(expr)?.ok_or_else(|| self.unknown_width(expr))?;
        Ok((self.build(expr, shape.width)?, shape))
    }

    /// Width of an expression that must have one without context.
    pub(crate) fn width_of(&self, expr: &Expr) -> Lowered<u32> {
        let shape = self.shape(expr)?.ok_or_else(|| self.unknown_width(expr))?;
        Ok(shape.width)
    }

    fn unknown_width(&self, expr: &Expr) -> LowerError {
        let (module, expression) = (self.module.clone(), show::expression(expr));
        LowerError::UnknownWidth { module, expression }
    }

    fn ambiguous_width(&self, expr: &Expr) -> LowerError {
        let (module, expression) = (self.module.clone(), show::expression(expr));
        LowerError::AmbiguousWidth { module, expression }
    }

    fn number(&mut self, value: &BigInt, width: u32) -> Lowered<ExprId> {
        let limit = BigUint::from(1u32) << width;
        let magnitude = value.magnitude().clone();
        let negative = value.sign() == Sign::Minus;
        let fits = magnitude < limit && !(negative && magnitude > (&limit >> 1u32));
        if !fits {
            return Err(LowerError::LiteralTooWide {
                module: self.module.clone(),
                value: value.to_string(),
                width,
                expression: self.statement.clone(),
            });
        }
        let bits = if negative {
            limit - magnitude
        } else {
            magnitude
        };
        Ok(self.pool.constant(Value::new(width, bits)))
    }

    fn build_name(&mut self, name: &str) -> Lowered<ExprId> {
        let flat = self.flatten(name)?;
        if let Some(index) = self.symbols.signal(&flat) {
            return Ok(self.value(index));
        }
        let (number, width) = self
            .symbols
            .state(&flat)
            .ok_or_else(|| self.unknown_name(&flat))?;
        Ok(self.pool.constant(Value::new(width, number)))
    }

    /// `bit_cast`, `bits` and `Bits::from`: truncates or zero-extends. A literal takes the new
    /// width.
    fn build_cast(&mut self, inner: &Expr, width: u32) -> Lowered<ExprId> {
        if let Some(value) = self.constant(inner) {
            return self.number(&value, width);
        }
        let (value, _) = self.build_alone(inner)?;
        Ok(self.pool.resize(value, width))
    }

    fn build_signed(&mut self, inner: &Expr, width: u32) -> Lowered<ExprId> {
        match self.shape(inner)? {
            Some(shape) if shape.signed => {
                let value = self.build(inner, shape.width)?;
                Ok(self.pool.resize_signed(value, width))
            }
            Some(shape) => self.build(inner, shape.width),
            None => match self.constant(inner) {
                Some(value) => self.number(&value, width),
                None => Err(self.unknown_width(inner)),
            },
        }
    }

    fn build_unary(&mut self, op: &Unary, inner: &Expr, width: u32) -> Lowered<ExprId> {
        let (op, value) = match op {
            Unary::Not => (UnaryOp::Not, self.build(inner, width)?),
            Unary::Neg => (UnaryOp::Neg, self.build(inner, width)?),
            Unary::All => (UnaryOp::ReduceAnd, self.build_alone(inner)?.0),
            Unary::Any => (UnaryOp::ReduceOr, self.build_alone(inner)?.0),
            Unary::Xor => (UnaryOp::ReduceXor, self.build_alone(inner)?.0),
        };
        Ok(self.pool.unary(op, value))
    }

    /// `get_bit`, `get_bits` and fields of structs. Bits beyond the end read as zero. A constant
    /// offset beyond the end is an error.
    fn build_slice(&mut self, inner: &Expr, width: u32, offset: &Expr) -> Lowered<ExprId> {
        let (value, shape) = self.build_alone(inner)?;
        if let Some(offset) = self.constant_index(offset, inner, shape.width)? {
            let taken = width.min(shape.width - offset);
            let bits = self.pool.slice(value, offset, taken);
            return Ok(self.pool.zero_extend(bits, width));
        }
        let offset = self.build_index(offset)?;
        let shifted = self.pool.binary(BinaryOp::Shr, value, offset);
        Ok(self.pool.resize(shifted, width))
    }

    /// Builds an index. The tree does not contain `.index()`, so `(i + 1).index()` and
    /// `i.index() + 1` look alike, but differ if the sum wraps. Such arithmetic is an error.
    fn build_index(&mut self, index: &Expr) -> Lowered<ExprId> {
        if let Some(part) = wrapping(index, &|part| self.exact(part).is_none()) {
            return Err(self.ambiguous_width(part));
        }
        match wrapping(index, &|_| true).and_then(|_| self.exact(index)) {
            Some(number) => self.number(&number, LITERAL_BITS),
            None => Ok(self.build_alone(index)?.0),
        }
    }

    fn build_replace(
        &mut self,
        inner: &Expr,
        index: &Expr,
        value: &Expr,
        width: u32,
    ) -> Lowered<ExprId> {
        let old = self.build(inner, width)?;
        let value = self.build(value, 1)?;
        if let Some(index) = self.constant_index(index, inner, width)? {
            return Ok(self.replace(old, index, value));
        }
        let index = self.build_index(index)?;
        let one = self.pool.constant(Value::new(width, 1u32));
        let place = self.pool.binary(BinaryOp::Shl, one, index);
        let others = self.pool.not(place);
        let kept = self.pool.binary(BinaryOp::And, old, others);
        let value = self.pool.zero_extend(value, width);
        let value = self.pool.binary(BinaryOp::Shl, value, index);
        Ok(self.pool.binary(BinaryOp::Or, kept, value))
    }

    fn build_binary(
        &mut self,
        expr: &Expr,
        a: &Expr,
        op: &Op,
        b: &Expr,
        width: u32,
    ) -> Lowered<ExprId> {
        if let Some(bit) = self.constant_condition(expr) {
            return Ok(self.pool.constant(Value::bool(bit)));
        }
        match op {
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                self.build_comparison(expr, a, op, b)
            }
            Op::LogicalAnd => self.build_both(BinaryOp::And, a, b, 1),
            Op::LogicalOr => self.build_both(BinaryOp::Or, a, b, 1),
            Op::BitAnd => self.build_both(BinaryOp::And, a, b, width),
            Op::BitOr => self.build_both(BinaryOp::Or, a, b, width),
            Op::BitXor => self.build_both(BinaryOp::Xor, a, b, width),
            Op::Sub => self.build_both(BinaryOp::Sub, a, b, width),
            Op::Add => {
                let a = self.build(a, width)?;
                let b = match self.shape(b)? {
                    Some(Shape { width: 1, .. }) => {
                        let bit = self.build(b, 1)?;
                        self.pool.zero_extend(bit, width)
                    }
                    _ => self.build(b, width)?,
                };
                Ok(self.pool.binary(BinaryOp::Add, a, b))
            }
            Op::Mul => {
                let shape = self.common_shape(expr, a, b)?;
                let shape = shape.ok_or_else(|| self.unknown_width(expr))?;
                let (a, b) = (self.build(a, shape.width)?, self.build(b, shape.width)?);
                let wide = shape.width * 2;
                let mut widen = |value| match shape.signed {
                    true => self.pool.resize_signed(value, wide),
                    false => self.pool.resize(value, wide),
                };
                let (a, b) = (widen(a), widen(b));
                Ok(self.pool.binary(BinaryOp::Mul, a, b))
            }
            Op::Shl | Op::Shr => {
                let shape = self.shape(expr)?.unwrap_or(Shape::bits(width));
                let value = self.build(a, shape.width)?;
                let amount = match self.constant(b) {
                    Some(amount) => self.number(&amount, LITERAL_BITS)?,
                    None => self.build_alone(b)?.0,
                };
                let op = if matches!(op, Op::Shl) {
                    BinaryOp::Shl
                } else {
                    BinaryOp::Shr
                };
                Ok(self.pool.binary(op, value, amount))
            }
        }
    }

    fn build_both(&mut self, op: BinaryOp, a: &Expr, b: &Expr, width: u32) -> Lowered<ExprId> {
        let (a, b) = (self.build(a, width)?, self.build(b, width)?);
        Ok(self.pool.binary(op, a, b))
    }

    fn build_comparison(&mut self, expr: &Expr, a: &Expr, op: &Op, b: &Expr) -> Lowered<ExprId> {
        let shape = self
            .common_shape(expr, a, b)?
            .ok_or_else(|| self.unknown_width(expr))?;
        let width = shape
            .width
            .max(self.counted_bits(a))
            .max(self.counted_bits(b));
        let (a, b) = (
            self.build_side(a, shape, width)?,
            self.build_side(b, shape, width)?,
        );
        let less = if shape.signed {
            BinaryOp::LtS
        } else {
            BinaryOp::LtU
        };
        let (op, a, b, invert) = match op {
            Op::Eq => (BinaryOp::Eq, a, b, false),
            Op::Ne => (BinaryOp::Eq, a, b, true),
            Op::Lt => (less, a, b, false),
            Op::Ge => (less, a, b, true),
            Op::Gt => (less, b, a, false),
            _ => (less, b, a, true),
        };
        let result = self.pool.binary(op, a, b);
        Ok(if invert {
            self.pool.not(result)
        } else {
            result
        })
    }

    /// One side of a comparison, extended to a width that may be larger than its shape.
    fn build_side(&mut self, expr: &Expr, shape: Shape, width: u32) -> Lowered<ExprId> {
        if let Some(number) = self.constant(expr) {
            return self.number(&number, width);
        }
        if let Some(mixed) = self.mixed(expr) {
            return Err(self.ambiguous_width(mixed));
        }
        let value = self.build(expr, shape.width)?;
        Ok(self.pool.resize(value, width))
    }

    /// Condition of an arm of a `match`.
    pub(crate) fn pattern(&mut self, test: &Expr, pattern: &str) -> Lowered<ExprId> {
        let (value, shape) = self.build_alone(test)?;
        let number = self.pattern_number(pattern)?;
        let number = self.number(&number, shape.width)?;
        Ok(self.pool.binary(BinaryOp::Eq, value, number))
    }

    /// Number of a state or of a literal.
    pub(crate) fn pattern_number(&self, pattern: &str) -> Lowered<BigInt> {
        match (self.symbols.state(pattern), pattern) {
            (Some((number, _)), _) => Ok(BigInt::from(number)),
            (None, "true") => Ok(BigInt::from(1)),
            (None, "false") => Ok(BigInt::from(0)),
            (None, _) => literal::integer(pattern).ok_or_else(|| self.unknown_name(pattern)),
        }
    }
}

fn is_add(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(_, Op::Add, _))
}

fn width_of(bits: usize) -> u32 {
    u32::try_from(bits).expect("signals have fewer than 2^32 bits")
}

/// The first part of an index that is wanted and depends on the width at which it wraps.
fn wrapping<'a>(index: &'a Expr, is_wanted: &dyn Fn(&Expr) -> bool) -> Option<&'a Expr> {
    match index {
        Expr::Paren(inner) => wrapping(inner, is_wanted),
        Expr::Unary(Unary::Not | Unary::Neg, _)
        | Expr::Binary(_, Op::Add | Op::Sub | Op::Mul | Op::Shl, _) => {
            Some(index).filter(|part| is_wanted(part))
        }
        Expr::Binary(a, _, b) => wrapping(a, is_wanted).or_else(|| wrapping(b, is_wanted)),
        _ => None,
    }
}
