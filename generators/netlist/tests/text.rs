//! The text form, the verifier's refusals and the interpreter, on netlists written as text.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_netlist::{binary, unary, BinaryOp, Interpreter, Netlist, UnaryOp, Value};
use proptest::prelude::*;

const DESIGN: &str = "top design

enum e0 State Idle Run Done

module child {
  input clock : clock
  input step : 4
  output sum : 4
  net total : 4
  assign sum = total
  register total clock clock initial 4'h3 next (add total step)
}

module design {
  input clock : clock
  input step : 4
  input enable : 1
  output sum : 4
  output word : 72
  output wide : 72
  net state : e0/2
  net child[0].sum : 4
  net limit : 4
  net ram.data : 72
  net rom.data : 4
  let %1 = (eq state 2'h0)
  constant limit = 4'hc
  assign sum = child[0].sum
  assign word = ram.data
  assign wide = (mux %1 (sext (concat step rom.data) 72) (zext limit 72))
  register state clock clock initial 2'h0 next (mux %1 2'h1 2'h2) enable enable
  memory ram width 72 address 4
  contents ram 0000000000000000ff 123456789abcdef012
  read ram data ram.data address step clock clock
  write ram clock clock enable enable address step data (not ram.data)
  memory rom width 4 address 4
  contents rom 1 2 3 4
  read rom data rom.data address step
  instance child[0] of child
  connect child[0] clock = clock
  connect child[0] step = step
  drive child[0] sum -> child[0].sum
}
";

fn design() -> Netlist {
    Netlist::from_text(DESIGN).unwrap()
}

#[test]
fn text_survives_reading_and_writing() {
    let text = design().to_text();
    assert_eq!(text, Netlist::from_text(&text).unwrap().to_text());
    for line in DESIGN.lines() {
        assert!(text.contains(line), "`{line}` is lost in\n{text}");
    }
}

#[test]
fn text_errors_name_line_and_word() {
    let check = |from: &str, to: &str, expected: &str| {
        let error = Netlist::from_text(&DESIGN.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    check(
        "total step)",
        "total stop)",
        "line 11: `stop` is not declared",
    );
    check(
        "(add total",
        "(plus total",
        "line 11: `plus` is not an operator",
    );
    check(
        "4'h3",
        "4'h33",
        "line 11: `4'h33` is not a value such as 8'h0f",
    );
    check(
        "top design",
        "top nothing",
        "line 43: there is no module `nothing`",
    );
    check("of child", "of nobody", "line 39: no module `nobody` above");
}

#[test]
fn interpreter_runs_registers_memories_and_instances() {
    let mut run = Interpreter::new(&design()).unwrap();
    assert_eq!(run.peek("sum").unwrap(), Value::new(4, 3u32));
    run.poke("step", 1u32).unwrap();
    assert_eq!(
        run.peek("wide").unwrap(),
        Value::new(72, 0x12u32),
        "combinational ROM"
    );
    run.poke("step", 8u32).unwrap();
    assert_eq!(
        run.peek("wide").unwrap().to_string(),
        "72'hffffffffffffffff80"
    );
    run.poke("step", 1u32).unwrap();
    run.step();
    assert_eq!(
        run.peek("word").unwrap().to_string(),
        "72'h123456789abcdef012"
    );
    run.poke("enable", 1u32).unwrap();
    run.step();
    assert_eq!(
        run.peek("word").unwrap().to_string(),
        "72'h123456789abcdef012",
        "reads old data"
    );
    run.step();
    assert_eq!(
        run.peek("word").unwrap().to_string(),
        "72'hedcba9876543210fed"
    );
    assert_eq!(
        run.memory("ram").unwrap()[1].to_string(),
        "72'hedcba9876543210fed"
    );
    assert_eq!(run.peek("child[0].total").unwrap(), Value::new(4, 6u32));
    assert_eq!(run.peek("state").unwrap(), Value::new(2, 2u32));
}

#[test]
fn interpreter_refuses_what_it_cannot_do() {
    let mut run = Interpreter::new(&design()).unwrap();
    let error = run.poke("child[0].step", 1u32).unwrap_err().to_string();
    assert_eq!(error, "`child[0].step` is driven by the design");
    let error = run.poke("step", 16u32).unwrap_err().to_string();
    assert_eq!(error, "`step` has 4 bits, 16 does not fit");
    let error = run.peek("child[1].step").unwrap_err().to_string();
    assert_eq!(error, "no signal is called `child[1].step`");
}

fn refused(from: &str, to: &str) -> String {
    let text = design().to_text();
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    Netlist::from_text(&text.replacen(from, to, 1))
        .unwrap()
        .verify()
        .unwrap_err()
        .to_string()
}

#[test]
fn verifier_states_what_is_wrong() {
    let check = |from: &str, to: &str, expected: &str| assert_eq!(refused(from, to), expected);
    check(
        "  assign word = ram.data\n",
        "",
        "module `design`: `word` is not driven",
    );
    check(
        "  assign word = ram.data\n",
        "  assign word = ram.data\n  assign word = ram.data\n",
        "module `design`: `word` is driven twice",
    );
    check(
        "(not ram.data)",
        "limit",
        "module `design`: ports of memory `ram` do not fit",
    );
    check(
        "enable enable\n",
        "enable step\n",
        "module `design`: enable of register `state` is not one bit",
    );
    check(
        "(add total step)",
        "(concat total step)",
        "module `child`: values of register `total` do not fit",
    );
    check("(mux %1 2'h1", "(mux step 2'h1", "module `design`: widths of Mux { condition: ExprId(5), then: ExprId(12), otherwise: ExprId(13) } do not agree");
    check(
        "register total clock clock",
        "register total clock step",
        "module `child`: `total` has no clock",
    );
    check(
        "connect child[0] clock = clock",
        "connect child[0] clock = enable",
        "module `design`: `child[0].clock` mixes clock and data",
    );
    check(
        "connect child[0] step = step\n",
        "",
        "module `design`: `child[0]` does not connect each port once",
    );
    check(
        "state : e0/2",
        "state : e0/3",
        "module `design`: `state` does not fit its states",
    );
    check(
        "assign sum = total",
        "assign sum = (add sum step)",
        "module `child`: combinational loop through `sum`",
    );
}

#[test]
fn modules_are_renamed_by_their_fields() {
    let mut netlist = design();
    let fields: Vec<_> = netlist.top().fields().into_iter().collect();
    let expected = [
        "child", "clock", "enable", "limit", "ram", "rom", "state", "step", "sum", "wide", "word",
    ];
    assert_eq!(fields, expected);
    netlist.rename_modules(|module| module.fields().contains("total").then(|| "design".into()));
    let names: Vec<&str> = netlist
        .modules
        .values()
        .map(|module| module.name.as_str())
        .collect();
    assert_eq!(names, ["design_2", "design"], "the top keeps its name");
}

proptest! {
    #[test]
    fn operators_agree_with_machine_words(a: u64, b: u64, width in 1u32..64) {
        let mask = (1u64 << width) - 1;
        let (a, b) = (a & mask, b & mask);
        let (x, y) = (Value::new(width, a), Value::new(width, b));
        let signed = |v: u64| ((v << (64 - width)) as i64) >> (64 - width);
        let check = |op, expected: u64| assert_eq!(binary(op, &x, &y).to_u64(), Some(expected));
        check(BinaryOp::Add, a.wrapping_add(b) & mask);
        check(BinaryOp::Sub, a.wrapping_sub(b) & mask);
        check(BinaryOp::Mul, a.wrapping_mul(b) & mask);
        check(BinaryOp::LtU, u64::from(a < b));
        check(BinaryOp::LtS, u64::from(signed(a) < signed(b)));
        check(BinaryOp::Shl, if b < u64::from(width) { (a << b) & mask } else { 0 });
        check(BinaryOp::Shr, if b < u64::from(width) { a >> b } else { 0 });
        assert_eq!(unary(UnaryOp::Neg, &x).to_u64(), Some(a.wrapping_neg() & mask));
        assert_eq!(unary(UnaryOp::Not, &x).to_u64(), Some(!a & mask));
        assert_eq!(unary(UnaryOp::ReduceXor, &x).to_u64(), Some(u64::from(a.count_ones() % 2)));
    }
}
