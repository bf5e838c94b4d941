//! Registers and memories that are written under conditions.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// `a` and `b` keep their values, since `state` cannot be 0 and 1. The memory is written after
/// `state`, and its enable depends on the value of `state` from before.
const TEXT: &str = "top t

module t {
  input clock : clock
  input next : 2
  net state : 2
  net a : 8
  net data : 8
  net b : 8
  register state clock clock initial 2'h1 next next
  register a clock clock initial 8'h03 next (mux (eq state 2'h0) 8'h01 a) enable (eq state 2'h1)
  register b clock clock initial 8'h04 next (mux (eq state 2'h0) 8'h02 b) enable (eq state 2'h1)
  memory m width 8 address 2
  read m data data address 2'h1
  write m clock clock enable (eq state 2'h1) address 2'h1 data a
  write m clock clock enable (eq state 2'h2) address 2'h2 data b
}
";

#[test]
fn a_branch_without_effect_moves_no_read() {
    let netlist = Netlist::from_text(TEXT).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut fast = Machine::new(&netlist).unwrap();
    for next in [0u32, 0, 2, 0, 1, 0] {
        fast.poke("next", u64::from(next)).unwrap();
        slow.poke("next", next).unwrap();
        fast.run(1);
        slow.step();
        let words = slow.memory("m").unwrap();
        let view = fast.memory("m").unwrap();
        for (address, word) in (0..).zip(words) {
            assert_eq!(view.get_value(address).unwrap(), *word, "word {address}");
        }
    }
}
