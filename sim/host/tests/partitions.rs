//! Partitions in several words of the set.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_compile::{compile_with, Options};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// Nodes for each word. The two partitions with state are in different words.
const NODES: usize = 4;

/// `slow` rarely changes: its partition is made by instance. `often` changes in one of 32 cycles:
/// its partition is made by trigger set, and runs later. When `slow` changes, `often` reads the
/// value from before.
const TEXT: &str = "top t

module t {
  input clock : clock
  output out : 32
  net ticks : 16
  net slow : 16
  net often : 16
  net noise : 16
  net step : 1
  net seldom : 1
  assign out = (concat slow often)
  assign step = (eq ticks 16'h00c7)
  assign seldom = (or step (eq (slice noise 0 5) 5'h11))
  register ticks clock clock initial 16'h0000 next (mux step 16'h0000 (add ticks 16'h0001))
  register noise clock clock initial 16'h0000 next (add (mul noise 16'h6255) 16'h3619)
  register slow clock clock initial 16'h0000 next (mux step (add slow 16'h0001) slow)
  register often clock clock initial 16'h0000 next (mux seldom (add often slow) often)
}
";

#[test]
fn a_partition_of_a_later_word_reads_what_was_before_the_cycle() {
    let netlist = Netlist::from_text(TEXT).unwrap();
    let options = Options::default().partitions_for(NODES);
    let program = compile_with(&netlist, options).unwrap();
    let mut machine = Machine::with_program(program).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    machine.tune().unwrap();
    for step in 0..5_000 {
        machine.run(1);
        slow.step();
        let (found, expected) = (machine.peek_value("out"), slow.peek("out"));
        assert_eq!(found.unwrap(), expected.unwrap(), "after step {step}");
    }
}
