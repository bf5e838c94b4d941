//! Long chains give the same values as in the interpreter.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use std::fmt::Write;

use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// A register and a chain of nets that depends on it.
fn chain(links: usize, link: impl Fn(usize) -> String) -> Netlist {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  output out : 8\n".to_owned();
    text += "  net a : 8\n  net n0 : 8\n  assign out = a\n  assign n0 = a\n";
    for number in 0..links {
        writeln!(text, "  net n{} : 8", number + 1).unwrap();
    }
    for number in 0..links {
        writeln!(text, "  assign n{} = {}", number + 1, link(number)).unwrap();
    }
    writeln!(
        text,
        "  register a clock clock initial 8'h05 next n{links}\n}}"
    )
    .unwrap();
    Netlist::from_text(&text).unwrap()
}

#[track_caller]
fn runs(netlist: &Netlist) {
    let mut slow = Interpreter::new(netlist).unwrap();
    let mut fast = Machine::new(netlist).unwrap();
    for cycle in 0..6 {
        let (found, expected) = (fast.peek_value("out"), slow.peek("out"));
        assert_eq!(found.unwrap(), expected.unwrap(), "cycle {cycle}");
        if cycle == 3 {
            fast.tune().unwrap();
        }
        fast.run(1);
        slow.step();
    }
}

#[test]
fn a_chain_of_fifty_thousand_assignments_runs() {
    runs(&chain(50_000, |number| format!("(add n{number} 8'h01)")));
}

#[test]
fn a_chain_of_more_values_than_a_function_has_locals_runs() {
    runs(&chain(50_001, |number| {
        format!("(mul n{number} (add n{number} a))")
    }));
}

#[test]
fn a_chain_of_second_operands_runs() {
    runs(&chain(5_000, |number| format!("(sub 8'h03 n{number})")));
}

#[test]
fn a_chain_of_choices_runs() {
    runs(&chain(2_000, |number| {
        let hex = format!("8'h{:02x}", number * 7 % 256);
        format!("(mux (ltu a {hex}) (add (mul n{number} {hex}) a) (xor n{number} {hex}))")
    }));
}

/// Blocks of a counter and a register that changes in one of 32 cycles, each by its own condition.
fn blocks(count: usize) -> Netlist {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  output out : 16\n".to_owned();
    for number in 0..count {
        writeln!(text, "  net c{number} : 8\n  net s{number} : 16").unwrap();
    }
    writeln!(text, "  assign out = s{}", count - 1).unwrap();
    for number in 0..count {
        let (place, step) = (number % 32, number % 251);
        writeln!(
            text,
            "  register c{number} clock clock initial 8'h{step:02x} next (add c{number} 8'h01)
  register s{number} clock clock initial 16'h{number:04x} next \
             (mux (eq (slice c{number} 0 5) 5'h{place:02x}) \
             (add (mul s{number} 16'h0005) 16'h{step:04x}) s{number})"
        )
        .unwrap();
    }
    Netlist::from_text(&(text + "}\n")).unwrap()
}

#[test]
fn more_blocks_than_there_are_partitions_run() {
    let count = 700;
    let netlist = blocks(count);
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut fast = Machine::new(&netlist).unwrap();
    fast.tune().unwrap();
    assert!(fast.program().expected_activations() > 0.0);
    for cycle in 0..40 {
        for number in (0..count).step_by(7) {
            let name = format!("s{number}");
            let (found, expected) = (fast.peek_value(&name), slow.peek(&name));
            assert_eq!(found.unwrap(), expected.unwrap(), "{name} in cycle {cycle}");
        }
        fast.run(1);
        slow.step();
    }
}
