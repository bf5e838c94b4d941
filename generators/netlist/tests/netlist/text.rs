//! Tests of the text form and the interpreter.

use super::{design, DESIGN};
use gatefall_netlist::{
    binary, unary, BinaryOp, EventInterpreter, Interpreter, Netlist, UnaryOp, Value,
};
use proptest::prelude::*;

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
    check("top design", "top", "line 1: the line ends too early");
    check(
        "top design",
        "top design of",
        "line 1: expected the end of the line, found `of`",
    );
    check("enum e0", "state e0", "line 3: `state` outside of a module");
    check("child {", "child (", "line 5: expected `{`, found `(`");
    check("step : 4", "step : four", "line 7: no type `four`");
    check("sum : 4", "step : 4", "line 8: `step` is declared twice");
    check(
        "register total",
        "flip total",
        "line 11: `flip` is not an item of a module",
    );
    check("clock clock", "clock cl", "line 11: `cl` is not declared");
    check("mux %1", "mux %2", "line 30: no `%2` above");
    check("address 4\n", "address a\n", "line 32: `a` is not a number");
    check(
        "contents ram",
        "contents rm",
        "line 33: no memory `rm` above",
    );
    check(
        "drive child[0]",
        "drive child[1]",
        "line 42: no instance `child[1]` above",
    );
    check(
        "limit = 4",
        "limit = \"4",
        "line 27: a string is not closed",
    );
    check(
        "enum e0",
        "enum e7",
        "line 3: the next enumeration is `e0`, not `e7`",
    );
    check(
        "connect child[0] clock",
        "connect child[0] step",
        "line 40: the next input of `child[0]` is `clock`, not `step`",
    );
    check(
        "drive child[0] sum",
        "drive child[0] total",
        "line 42: the next output of `child[0]` is `sum`, not `total`",
    );
    check(
        "drive child[0] sum -> child[0].sum",
        "connect child[0] step = step",
        "line 42: `child[0]` has no input after the 2 above, but `step` is connected",
    );
    let end = DESIGN.strip_suffix("}\n").unwrap();
    let error = Netlist::from_text(end).unwrap_err();
    assert_eq!(error.to_string(), "line 42: the last module is not closed");
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
    let error = run.memory("rm").unwrap_err().to_string();
    assert_eq!(error, "no memory is called `rm`");
}

/// Contents of the memory `ram`, which are wide.
const CONTENTS: &str = "  contents ram 0000000000000000ff 123456789abcdef012\n";

/// A PLL, and registers behind each side of it.
const TWO_CLOCKS: &str = "top board

module PLL {
  input ref : clock
  output out : clock
  output locked : 1
  blackbox declarations \"\"
}

module board {
  input clock : clock
  input pin : 1
  output slow : 4
  net alias : clock
  net pll.out : clock
  net pll.locked : 1
  net slow_count : 4
  net fast_count : 4
  assign alias = clock
  assign slow = slow_count
  register slow_count clock alias initial 4'h0 next (add slow_count 4'h1)
  register fast_count clock pll.out initial 4'h0 next (add fast_count 4'h1) enable pll.locked
  instance pll of PLL
  connect pll ref = clock
  drive pll out -> pll.out
  drive pll locked -> pll.locked
}
";

#[test]
fn a_model_that_closes_a_loop_is_refused() {
    let cell = |contents: &str| {
        format!("top cell\n\nmodule cell {{\n  input a : 1\n  output b : 1\n{contents}}}\n")
    };
    let board = "\nmodule board {\n  output out : 1\n  net cell.b : 1\n  assign out = cell.b\n  \
        instance cell of cell\n  connect cell a = (not cell.b)\n  drive cell b -> cell.b\n}\n";
    let black_box = cell("  blackbox declarations \"\"\n").replace("top cell", "top board");
    let board = Netlist::from_text(&(black_box + board)).unwrap();
    board.verify().unwrap();
    let model = Netlist::from_text(&cell("  assign b = 1'h1\n")).unwrap();
    board.with_model("cell", &model).unwrap();
    let model = Netlist::from_text(&cell("  assign b = a\n")).unwrap();
    let error = board.with_model("cell", &model).unwrap_err();
    assert_eq!(
        error.to_string(),
        "with the model of `cell` the design is not valid: module `board`: combinational loop \
         through `cell.b`"
    );
}

#[test]
fn one_clock_steps_by_any_of_its_names() {
    let mut run = Interpreter::new(&Netlist::from_text(TWO_CLOCKS).unwrap()).unwrap();
    run.poke("pll.locked", 1u32).unwrap();
    for clock in ["clock", "alias", "pll.out"] {
        run.step_clock(clock).unwrap();
    }
    assert_eq!(run.peek("slow").unwrap(), Value::new(4, 2u32));
    assert_eq!(run.peek("fast_count").unwrap(), Value::new(4, 1u32));
    for (name, expected) in [
        ("pin", "`pin` is not a clock, but a signal with data"),
        ("slow", "`slow` is not a clock, but a signal with data"),
        ("clk", "no signal is called `clk`"),
    ] {
        assert_eq!(run.step_clock(name).unwrap_err().to_string(), expected);
    }
}

#[test]
fn both_interpreters_set_the_same_signals() {
    for (text, signals) in [
        (
            TWO_CLOCKS,
            [
                "pin",
                "slow",
                "slow_count",
                "pll.locked",
                "PLL.locked",
                "pll.ref",
            ],
        ),
        (
            &DESIGN.replace("72", "12").replace(CONTENTS, ""),
            [
                "step",
                "limit",
                "ram.data",
                "rom.data",
                "child[0].sum",
                "child[0].total",
            ],
        ),
    ] {
        let netlist = Netlist::from_text(text).unwrap();
        let mut plain = Interpreter::new(&netlist).unwrap();
        let mut quick = EventInterpreter::new(&netlist).unwrap().unwrap();
        for name in signals {
            let expected = plain.poke(name, 1u32);
            let result = quick.signal(name).and_then(|signal| quick.poke(signal, 1));
            assert_eq!(result, expected, "{name}");
            if let Ok(signal) = quick.signal(name) {
                let value = plain.peek(name).unwrap().to_u64();
                assert_eq!(Some(quick.peek(signal)), value, "{name}");
            }
        }
    }
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
