//! Semantics of the operators. The interpreter and constant folding use it; other back ends are
//! tested against it.

use num_bigint::BigUint;

use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::ids::ExprId;
use crate::value::Value;

/// Value of a node with known operands. `net` gives the values of nets.
pub(crate) fn evaluate<'a>(
    expr: &Expr,
    operand: impl Fn(ExprId) -> &'a Value,
    net: impl Fn(crate::ids::NetId) -> Value,
) -> Value {
    match expr {
        Expr::Const(value) => value.clone(),
        Expr::Net(id) => net(*id),
        Expr::Unary(op, a) => unary(*op, operand(*a)),
        Expr::Binary(op, a, b) => binary(*op, operand(*a), operand(*b)),
        Expr::Mux {
            condition,
            then,
            otherwise,
        } => {
            let chosen = if operand(*condition).is_zero() {
                otherwise
            } else {
                then
            };
            operand(*chosen).clone()
        }
        Expr::Concat { high, low } => {
            let (high, low) = (operand(*high), operand(*low));
            Value::new(
                high.width() + low.width(),
                (high.bits() << low.width()) | low.bits(),
            )
        }
        Expr::Slice {
            source,
            offset,
            width,
        } => Value::new(*width, operand(*source).bits() >> *offset),
        Expr::ZeroExtend { source, width } => Value::new(*width, operand(*source).bits().clone()),
        Expr::SignExtend { source, width } => {
            let source = operand(*source);
            let high = if source.sign() {
                Value::ones(*width - source.width())
            } else {
                Value::zero(*width - source.width())
            };
            Value::new(*width, (high.bits() << source.width()) | source.bits())
        }
    }
}

/// Result of a unary operator.
pub fn unary(op: UnaryOp, a: &Value) -> Value {
    match op {
        UnaryOp::Not => Value::new(a.width(), Value::ones(a.width()).bits() ^ a.bits()),
        UnaryOp::Neg => {
            let modulus = BigUint::from(1u32) << a.width();
            Value::new(a.width(), modulus - a.bits())
        }
        UnaryOp::ReduceAnd => Value::bool(*a == Value::ones(a.width())),
        UnaryOp::ReduceOr => Value::bool(!a.is_zero()),
        UnaryOp::ReduceXor => Value::bool(a.bits().count_ones() % 2 == 1),
    }
}

/// Result of a binary operator.
pub fn binary(op: BinaryOp, a: &Value, b: &Value) -> Value {
    let width = a.width();
    match op {
        BinaryOp::And => Value::new(width, a.bits() & b.bits()),
        BinaryOp::Or => Value::new(width, a.bits() | b.bits()),
        BinaryOp::Xor => Value::new(width, a.bits() ^ b.bits()),
        BinaryOp::Add => Value::new(width, a.bits() + b.bits()),
        BinaryOp::Sub => {
            let modulus = BigUint::from(1u32) << width;
            Value::new(width, a.bits() + modulus - b.bits())
        }
        BinaryOp::Mul => Value::new(width, a.bits() * b.bits()),
        BinaryOp::Eq => Value::bool(a.bits() == b.bits()),
        BinaryOp::LtU => Value::bool(a.bits() < b.bits()),
        BinaryOp::LtS => Value::bool(match (a.sign(), b.sign()) {
            (true, false) => true,
            (false, true) => false,
            _ => a.bits() < b.bits(),
        }),
        BinaryOp::Shl => match shift_amount(b, width) {
            Some(amount) => Value::new(width, a.bits() << amount),
            None => Value::zero(width),
        },
        BinaryOp::Shr => match shift_amount(b, width) {
            Some(amount) => Value::new(width, a.bits() >> amount),
            None => Value::zero(width),
        },
    }
}

/// The amount of a shift, if any bits of the operand remain.
fn shift_amount(amount: &Value, width: u32) -> Option<u64> {
    amount.to_u64().filter(|&amount| amount < u64::from(width))
}
