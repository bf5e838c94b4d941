//! Prints the syntax tree as Rust, for error messages.

use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op, VerilogOpUnary as UnaryOp};

use crate::literal;

/// Converts a flat name to Rust: `columns$3$top` becomes `columns[3].top`.
pub(crate) fn name(flat: &str) -> String {
    let mut out = String::new();
    for part in flat.split('$').filter(|part| !part.is_empty()) {
        if part.bytes().all(|b| b.is_ascii_digit()) {
            out.push_str(&format!("[{part}]"));
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(part);
        }
    }
    out
}

/// Prints an expression.
pub(crate) fn expression(expr: &Expr) -> String {
    match expr {
        Expr::Signal(signal) => name(signal.strip_suffix("$next").unwrap_or(signal)),
        Expr::Literal(value) => literal::read(value).1.to_string(),
        Expr::Cast(inner, bits) => format!("bit_cast::<{bits}>({})", expression(inner)),
        Expr::Signed(inner) => format!("signed_cast({})", expression(inner)),
        Expr::Unsigned(inner) => format!("unsigned_cast({})", expression(inner)),
        Expr::Paren(inner) => format!("({})", expression(inner)),
        Expr::Binary(a, op, b) => {
            format!("{} {} {}", expression(a), operator(op), expression(b))
        }
        Expr::Unary(UnaryOp::Not, inner) => format!("!{}", expression(inner)),
        Expr::Unary(UnaryOp::Neg, inner) => format!("-{}", expression(inner)),
        Expr::Unary(UnaryOp::All, inner) => format!("{}.all()", expression(inner)),
        Expr::Unary(UnaryOp::Any, inner) => format!("{}.any()", expression(inner)),
        Expr::Unary(UnaryOp::Xor, inner) => format!("{}.xor()", expression(inner)),
        Expr::Index(inner, index) => {
            format!("{}.get_bit({})", expression(inner), expression(index))
        }
        Expr::Slice(inner, width, offset) => {
            format!(
                "{}.get_bits::<{width}>({})",
                expression(inner),
                expression(offset)
            )
        }
        Expr::IndexReplace(inner, index, value) => format!(
            "{}.replace_bit({}, {})",
            expression(inner),
            expression(index),
            expression(value)
        ),
    }
}

fn operator(op: &Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::LogicalAnd => "&&",
        Op::LogicalOr => "||",
        Op::BitXor => "^",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::Eq => "==",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Ne => "!=",
        Op::Ge => ">=",
        Op::Gt => ">",
    }
}
