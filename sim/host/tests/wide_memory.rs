//! Memories with words of several limbs.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// In each cycle both words exchange their halves.
const SWAP: &str = "top t

module t {
  input clock : clock
  input address : 1
  output out : 128
  net m.now : 128
  assign out = m.now
  memory m width 128 address 1
  contents m 0123456789abcdeffedcba9876543210 00112233445566778899aabbccddeeff
  read m data m.now address address
  write m clock clock enable 1'h1 address address \
      data (concat (slice m.now 0 64) (slice m.now 64 64))
}
";

/// A word is written under either of two conditions, at an address that rarely changes.
const TWO_WRITES: &str = "top t

module t {
  input clock : clock
  input state : 2
  input place : 3
  output out : 130
  net m.now : 130
  net now : 2
  net at : 3
  assign out = m.now
  register now clock clock initial 2'h0 next state
  register at clock clock initial 3'h0 next place
  memory m width 130 address 3
  contents m 24e0d8c01279661079474e5d647633182 3a6ca1cd497a1d198a96a65d0554b633e
  read m data m.now address at
  write m clock clock enable (eq now 2'h2) address (slice m.now 0 3) data (zext place 130)
  write m clock clock enable (eq now 2'h0) address (slice m.now 0 3) data (zext state 130)
}
";

#[test]
fn a_word_is_written_under_either_condition() {
    let netlist = Netlist::from_text(TWO_WRITES).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    for step in 0..64u32 {
        for (name, value) in [("state", step * 5 / 3 % 4), ("place", step / 5 % 8)] {
            machine.poke(name, value.into()).unwrap();
            slow.poke(name, value).unwrap();
        }
        if step == 4 {
            machine.tune().unwrap();
        }
        machine.run(1);
        slow.step();
        equal(&mut machine, &slow, step);
    }
}

/// Compares all words of the memory `m`.
#[track_caller]
fn equal(machine: &mut Machine, slow: &Interpreter, step: u32) {
    let view = machine.memory("m").unwrap();
    for (address, word) in (0..).zip(slow.memory("m").unwrap()) {
        let found = view.get_value(address).unwrap();
        assert_eq!(found, *word, "word {address} after step {step}");
    }
}

#[test]
fn a_word_can_be_written_with_its_own_halves_exchanged() {
    let netlist = Netlist::from_text(SWAP).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    for step in 0..8u32 {
        machine.poke("address", (step / 3 % 2).into()).unwrap();
        slow.poke("address", step / 3 % 2).unwrap();
        if step == 4 {
            machine.tune().unwrap();
        }
        machine.run(1);
        slow.step();
        equal(&mut machine, &slow, step);
    }
}
