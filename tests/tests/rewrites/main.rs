//! Rewrite rules, proved by z3 for all values and for all widths up to 16.
//!
//! A constructor of expressions folds. A claim is made from the result of the rule itself: it is
//! applied to operands of every shape that it distinguishes, and the result must have the value of
//! the plain operator. A rule looks at its operands only and builds its result by the same
//! constructors, so the claims hold for expressions of any depth.
//!
//! The Verilog writer prints templates. Yosys reads the text, and each net must have the value of
//! its expression.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod constructors;
mod formula;
mod shapes;
mod solver;
mod templates;
mod writer;

use constructors::{Claims, Constructors, Present};
use gatefall_netlist::{BinaryOp, Expr, ExprId, ExprPool};
use gatefall_tests::{has_programs, record};
use solver::{prove, Claim};
use std::panic::{catch_unwind, AssertUnwindSafe};
use templates::Templates;
use writer::Written;

const MAX_WIDTH: u32 = 16;

fn has_z3(test: &str) -> bool {
    has_programs(test, &[("z3", "z3")])
}

#[test]
fn the_constructors_of_expressions_keep_the_value() {
    if !has_z3("the_constructors_of_expressions_keep_the_value") {
        return;
    }
    let (mut calls, mut rewrites, mut proved) = (0, 0, 0);
    for width in 1..=MAX_WIDTH {
        let claims = Claims::new(&Present, width);
        let (declarations, inputs) = claims.inputs();
        prove(&declarations, &inputs, &claims.claims);
        calls += claims.calls;
        rewrites += claims.rewrites;
        proved += claims.claims.len();
    }
    let figures = [("calls", calls), ("rewrites", rewrites), ("claims", proved)];
    record("", &figures.map(|(name, count)| (name, count as u64)));
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

/// `c = x` becomes the lowest bit of `x`.
struct EqualityWithNumber;

impl Constructors for EqualityWithNumber {
    fn binary(&self, pool: &mut ExprPool, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        match pool.as_const(a) {
            Some(_) if op == BinaryOp::Eq => pool.slice(b, 0, 1),
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

/// The message of a proof that fails.
fn refuted(declarations: &str, inputs: &[String], claims: &[Claim]) -> String {
    let attempt = AssertUnwindSafe(|| prove(declarations, inputs, claims));
    let message = catch_unwind(attempt).expect_err("a false claim was proved");
    *message.downcast::<String>().unwrap()
}

#[test]
fn a_wrong_rule_has_a_counterexample() {
    if !has_z3("a_wrong_rule_has_a_counterexample") {
        return;
    }
    let planted: [(&dyn Constructors, &str); 4] = [
        (&SubtractionFromZero, "(bvsub (_ bv0 3) |v0|)"),
        (&EqualityWithNumber, "(= "),
        (&SliceOfProduct, "(bvmul |v0| |v1|)"),
        (&MuxOfComplement, "(bvnot |v"),
    ];
    for (constructors, rule) in planted {
        let claims = Claims::new(constructors, 3);
        let (declarations, inputs) = claims.inputs();
        let message = refuted(&declarations, &inputs, &claims.claims);
        assert!(message.contains(rule), "{message}");
        // The values of an input and of both sides.
        assert!(message.contains("(|v0| #b"), "{message}");
    }
}

fn has_yosys(test: &str) -> bool {
    has_programs(test, &[("yosys", "yosys"), ("z3", "z3")])
}

#[test]
fn the_written_verilog_has_the_value_of_the_expression() {
    if !has_yosys("the_written_verilog_has_the_value_of_the_expression") {
        return;
    }
    let mut proved = 0;
    for width in 1..=MAX_WIDTH {
        let written = Written::new(&Templates::new(width));
        let claims = written.claims();
        prove(&written.read(), &written.inputs(), &claims);
        proved += claims.len();
    }
    record("", &[("values", proved as u64)]);
}

#[test]
fn a_wrong_text_has_a_counterexample() {
    if !has_yosys("a_wrong_text_has_a_counterexample") {
        return;
    }
    let width = 4;
    let templates = Templates::new(width);
    // A comparison, parentheses, an index, a label, a condition and the order of parts.
    let mutations = [
        (" >= ", " > "),
        (" - (", " - 4'd1 - ("),
        (" +: 4]", " -: 4]"),
        ("3'd2: ", "3'd3: "),
        ("if (i", "if (!i"),
        ("{{3{", "{{2{1'b0}}, {1{"),
    ];
    for (text, becomes) in mutations {
        let mut written = Written::new(&templates);
        assert!(
            written.text.contains(text),
            "no {text:?} in\n{}",
            written.text
        );
        written.text = written.text.replacen(text, becomes, 1);
        let message = refuted(&written.read(), &written.inputs(), &written.claims());
        assert!(
            message.contains("claims are false") && message.contains("#b"),
            "{message}"
        );
    }
}
