//! A stall domain with registers that also depend on change-detected values of the domain.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_compile::{compile_with, Options, Pass};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// `on` is the enable of `first`. Two cycles after it goes off, `second` is stable; `third` to
/// `fifth` follow one after the other, but only through bits that rarely change. Such changes also
/// step counters in partitions.
const TEXT: &str = "top t

module t {
  input clock : clock
  output out : 64
  output counts : 48
  net ticks : 8
  net on : 1
  net first : 16
  net second : 16
  net third : 16
  net fourth : 16
  net fifth : 16
  net seconds : 16
  net thirds : 16
  net fourths : 16
  net step : 1
  net at_second : 1
  net at_third : 1
  net at_fourth : 1
  assign out = (concat second (concat third (concat fourth fifth)))
  assign counts = (concat seconds (concat thirds fourths))
  assign step = (eq ticks 8'h5d)
  assign at_second = (eq (slice second 4 6) 6'h11)
  assign at_third = (slice third 15 1)
  assign at_fourth = (slice fourth 15 1)
  register ticks clock clock initial 8'h00 next (mux step 8'h00 (add ticks 8'h01))
  register on clock clock initial 1'h0 next (xor on step)
  register first clock clock initial 16'h0000 next (mux on (add first 16'h0001) first)
  register second clock clock initial 16'h0000 \
      next (mul (add first 16'h3619) (mul first 16'h6255))
  register third clock clock initial 16'h0000 \
      next (concat at_second (slice (mul (add first 16'h0005) (xor first 16'h1234)) 0 15))
  register fourth clock clock initial 16'h0000 \
      next (concat at_third (slice (mul (add first 16'h0009) (xor first 16'h4321)) 0 15))
  register fifth clock clock initial 16'h0000 \
      next (concat at_fourth (slice (mul (add first 16'h000b) (xor first 16'h5555)) 0 15))
  register seconds clock clock initial 16'h0000 next (mux at_second (add seconds 16'h0001) seconds)
  register thirds clock clock initial 16'h0000 next (mux at_third (add thirds 16'h0001) thirds)
  register fourths clock clock initial 16'h0000 next (mux at_fourth (add fourths 16'h0001) fourths)
}
";

fn tuned(netlist: &Netlist, options: Options) -> Machine {
    let mut program = compile_with(netlist, options).unwrap();
    let mut machine = Machine::with_program(program.clone()).unwrap();
    for _ in 0..32 {
        machine.run(1_337);
        program.observe(machine.snapshot().image());
    }
    program.tune();
    Machine::with_program(program).unwrap()
}

#[test]
fn a_change_within_the_domain_keeps_it_moving() {
    let netlist = Netlist::from_text(TEXT).unwrap();
    let mut machine = tuned(&netlist, Options::default());
    let without = tuned(&netlist, Options::without(Pass::Stall));
    let instructions = |machine: &Machine| machine.instructions(1_000).unwrap();
    assert!(instructions(&machine) < instructions(&without));
    let mut slow = Interpreter::new(&netlist).unwrap();
    for step in 0..50_000 {
        machine.run(1);
        slow.step();
        for name in ["out", "counts"] {
            let (found, expected) = (machine.peek_value(name), slow.peek(name));
            assert_eq!(
                found.unwrap(),
                expected.unwrap(),
                "{name} after step {step}"
            );
        }
    }
}
