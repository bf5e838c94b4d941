//! Rewrite rules, proved by z3 for all values and for all widths up to 16.
//!
//! The rules are those of the constructors of expressions, which fold. A claim is made from the
//! result of the rule itself: it is applied to operands of every shape that it distinguishes, and
//! the result must have the value of the plain operator. A rule looks at its operands only and
//! builds its result by the same constructors, so the claims hold for expressions of any depth.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod constructors;
mod formula;
mod shapes;
mod solver;

use constructors::{Claims, Constructors, Present};
use gatefall_netlist::{BinaryOp, Expr, ExprId, ExprPool};
use gatefall_tests::has_programs;
use solver::prove;
use std::panic::catch_unwind;

const MAX_WIDTH: u32 = 16;

fn has_z3(test: &str) -> bool {
    has_programs(test, &[("z3", "z3")])
}

#[test]
fn the_constructors_of_expressions_keep_the_value() {
    if !has_z3("the_constructors_of_expressions_keep_the_value") {
        return;
    }
    let (mut calls, mut proved) = (0, 0);
    for width in 1..=MAX_WIDTH {
        let claims = Claims::new(&Present, width);
        let (declarations, inputs) = claims.inputs();
        prove(&declarations, &inputs, &claims.claims);
        calls += claims.calls;
        proved += claims.claims.len();
    }
    println!("{calls} calls of constructors, {proved} of them rewrite: all are proved");
}

/// `0 - x` becomes `x`.
struct SubtractionFromZero;

impl Constructors for SubtractionFromZero {
    fn binary(&self, pool: &mut ExprPool, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        match pool.as_const(a) {
            Some(value) if op == BinaryOp::Sub && value.is_zero() => b,
            _ => pool.binary(op, a, b),
        }
    }
}

/// A product is cut at any bit.
struct SliceOfProduct;

impl Constructors for SliceOfProduct {
    fn slice(&self, pool: &mut ExprPool, source: ExprId, offset: u32, width: u32) -> ExprId {
        match *pool.expr(source) {
            Expr::Binary(BinaryOp::Mul, a, b) => {
                let (a, b) = (pool.slice(a, offset, width), pool.slice(b, offset, width));
                pool.binary(BinaryOp::Mul, a, b)
            }
            _ => pool.slice(source, offset, width),
        }
    }
}

/// The arms are not exchanged with the condition.
struct MuxOfComplement;

impl Constructors for MuxOfComplement {
    fn mux(&self, pool: &mut ExprPool, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match *pool.expr(condition) {
            Expr::Unary(_, inner) if pool.width(inner) == 1 => pool.mux(inner, a, b),
            _ => pool.mux(condition, a, b),
        }
    }
}

/// The message of the failed proof of a wrong constructor.
fn refuted(constructors: &dyn Constructors) -> String {
    let claims = Claims::new(constructors, 3);
    let (declarations, inputs) = claims.inputs();
    let claims = claims.claims;
    let attempt = std::panic::AssertUnwindSafe(|| prove(&declarations, &inputs, &claims));
    let message = catch_unwind(attempt).expect_err("a wrong rule was proved");
    *message.downcast::<String>().unwrap()
}

#[test]
fn a_wrong_rule_has_a_counterexample() {
    if !has_z3("a_wrong_rule_has_a_counterexample") {
        return;
    }
    let planted: [(&dyn Constructors, &str); 3] = [
        (&SubtractionFromZero, "(bvsub (_ bv0 3) v0)"),
        (&SliceOfProduct, "(bvmul v0 v1)"),
        (&MuxOfComplement, "(bvnot v"),
    ];
    for (constructors, rule) in planted {
        let message = refuted(constructors);
        assert!(message.contains(rule), "{message}");
        // The values of an input and of both sides.
        assert!(message.contains("(v0 #b"), "{message}");
    }
}
