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
        for (address, word) in (0..).zip(slow.memory("m").unwrap()) {
            let view = machine.memory("m").unwrap();
            assert_eq!(view.get_value(address).unwrap(), *word, "step {step}");
        }
    }
}
