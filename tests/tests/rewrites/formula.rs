//! Formulas of expressions in SMT-LIB. Every value is a bit vector, also a single bit.

use gatefall_netlist::{BinaryOp, Expr, ExprId, ExprPool, NetId, UnaryOp, Value};

/// Formula of the value of a net, by net and width.
pub type Nets<'a> = &'a dyn Fn(NetId, u32) -> String;

/// Formula of a value.
pub fn of(pool: &ExprPool, id: ExprId, nets: Nets) -> String {
    match pool.expr(id) {
        Expr::Net(net) => nets(*net, pool.width(id)),
        expr => of_node(pool, expr, nets),
    }
}

/// Formula of a node that need not be in the pool; its operands are.
///
/// # Panics
/// If the node is the read of a net.
pub fn of_node(pool: &ExprPool, expr: &Expr, nets: Nets) -> String {
    let of = |id: ExprId| of(pool, id, nets);
    match *expr {
        Expr::Const(ref value) => constant(value),
        Expr::Net(_) => panic!("a net has no formula without its width"),
        Expr::Unary(op, a) => unary(op, &of(a), pool.width(a)),
        Expr::Binary(BinaryOp::Shl, a, b) => shift("bvshl", pool, (a, b), nets),
        Expr::Binary(BinaryOp::Shr, a, b) => shift("bvlshr", pool, (a, b), nets),
        Expr::Binary(op, a, b) => binary(op, &of(a), &of(b)),
        Expr::Mux {
            condition,
            then,
            otherwise,
        } => format!(
            "(ite (= {} #b1) {} {})",
            of(condition),
            of(then),
            of(otherwise)
        ),
        Expr::Concat { high, low } => format!("(concat {} {})", of(high), of(low)),
        Expr::Slice {
            source,
            offset,
            width,
        } => extract(&of(source), offset, width),
        Expr::ZeroExtend { source, width } => zeros(&of(source), width - pool.width(source)),
        Expr::SignExtend { source, width } => {
            let more = width - pool.width(source);
            format!("((_ sign_extend {more}) {})", of(source))
        }
    }
}

/// A number.
pub fn constant(value: &Value) -> String {
    format!("(_ bv{} {})", value.bits(), value.width())
}

fn bit(condition: &str) -> String {
    format!("(ite {condition} #b1 #b0)")
}

fn extract(a: &str, offset: u32, width: u32) -> String {
    format!("((_ extract {} {offset}) {a})", offset + width - 1)
}

fn zeros(a: &str, more: u32) -> String {
    format!("((_ zero_extend {more}) {a})")
}

fn unary(op: UnaryOp, a: &str, width: u32) -> String {
    match op {
        UnaryOp::Not => format!("(bvnot {a})"),
        UnaryOp::Neg => format!("(bvneg {a})"),
        UnaryOp::ReduceAnd => bit(&format!("(= {a} {})", constant(&Value::ones(width)))),
        UnaryOp::ReduceOr => bit(&format!("(distinct {a} {})", constant(&Value::zero(width)))),
        UnaryOp::ReduceXor => {
            let first = extract(a, 0, 1);
            (1..width).fold(first, |parity, place| {
                format!("(bvxor {parity} {})", extract(a, place, 1))
            })
        }
    }
}

fn binary(op: BinaryOp, a: &str, b: &str) -> String {
    let of = |name: &str| format!("({name} {a} {b})");
    match op {
        BinaryOp::And => of("bvand"),
        BinaryOp::Or => of("bvor"),
        BinaryOp::Xor => of("bvxor"),
        BinaryOp::Add => of("bvadd"),
        BinaryOp::Sub => of("bvsub"),
        BinaryOp::Mul => of("bvmul"),
        BinaryOp::Eq => bit(&of("=")),
        BinaryOp::LtU => bit(&of("bvult")),
        BinaryOp::LtS => bit(&of("bvslt")),
        BinaryOp::Shl | BinaryOp::Shr => panic!("operands of shifts differ in width"),
    }
}

/// SMT-LIB shifts values of one width: both operands are extended to the greater one.
fn shift(name: &str, pool: &ExprPool, (a, b): (ExprId, ExprId), nets: Nets) -> String {
    let (own, other) = (pool.width(a), pool.width(b));
    let both = own.max(other);
    let (a, b) = (of(pool, a, nets), of(pool, b, nets));
    let (a, b) = (zeros(&a, both - own), zeros(&b, both - other));
    extract(&format!("({name} {a} {b})"), 0, own)
}
