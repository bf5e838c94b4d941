//! Free-running counters: counters that are only compared.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_compile::{compile_with, Options, Pass};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// `ticks` is only compared. The comparison is used in the branches of `first` and of `second`.
const TEXT: &str = "top t

module t {
  input clock : clock
  input first : 1
  input second : 1
  output out : 32
  net ticks : 16
  net is_early : 1
  net a : 32
  net b : 32
  net c : 32
  net d : 32
  net slow : 32
  net slower : 32
  assign out = (add (add a b) (add c d))
  assign is_early = (not (slice ticks 15 1))
  register ticks clock clock initial 16'h0000 next (add ticks 16'h0001)
  register slow clock clock initial 32'h00000001 \
      next (mux (eq ticks 16'h0800) (mul (add slow (zext is_early 32)) (mul slow slow)) slow)
  register slower clock clock initial 32'h00000001 \
      next (mul (mul slow (add slow (zext is_early 32))) (mul slow (mul slow slow)))
  register a clock clock initial 32'h00000001 \
      next (mux first (mux is_early (add (mul a a) 32'h00000007) (add a 32'h00000001)) a)
  register b clock clock initial 32'h00000002 \
      next (mux first (mux is_early (add (mul b a) 32'h00000005) (add b 32'h00000001)) b)
  register c clock clock initial 32'h00000003 \
      next (mux second (mux is_early (add (mul c a) 32'h00000003) (add c 32'h00000001)) c)
  register d clock clock initial 32'h00000004 \
      next (mux second (mux is_early (add (mul d a) 32'h00000009) (add d 32'h00000001)) d)
}
";

#[test]
fn a_comparison_is_known_in_every_branch() {
    let netlist = Netlist::from_text(TEXT).unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    for step in 0..60u32 {
        for (name, value) in [("first", step / 2 % 2), ("second", step / 3 % 2)] {
            machine.poke(name, value.into()).unwrap();
            slow.poke(name, value).unwrap();
        }
        if step == 11 {
            machine.tune().unwrap();
        }
        let cycles = if step % 7 == 0 { 1500 } else { 5 };
        machine.run(cycles);
        (0..cycles).for_each(|_| slow.step());
        let (found, expected) = (machine.peek_value("out"), slow.peek("out"));
        assert_eq!(found.unwrap(), expected.unwrap(), "after step {step}");
    }
}

/// `sixteenths` is only compared, with two values that follow each other. The comparison counts
/// while `is_on` is set.
const NEIGHBOURS: &str = "top t

module t {
  input clock : clock
  output out : 17
  net sixteenths : 4
  net ticks : 8
  net is_on : 1
  net hit : 1
  net flag : 1
  net sum : 16
  assign out = (concat flag sum)
  assign is_on = (eq (slice ticks 5 3) 3'h7)
  assign hit = (and is_on (or (eq sixteenths 4'h5) (eq sixteenths 4'h6)))
  register sixteenths clock clock initial 4'h0 next (add sixteenths 4'h1)
  register ticks clock clock initial 8'h00 next (add ticks 8'h01)
  register flag clock clock initial 1'h0 next hit
  register sum clock clock initial 16'h0000 next (add (mul sum 16'h0003) (zext flag 16))
}
";

#[test]
fn a_counter_is_compared_again_after_its_value() {
    let netlist = Netlist::from_text(NEIGHBOURS).unwrap();
    let mut program = compile_with(&netlist, Options::without(Pass::Choice)).unwrap();
    let mut machine = Machine::with_program(program.clone()).unwrap();
    for _ in 0..32 {
        machine.run(1_337);
        program.observe(machine.snapshot().image());
    }
    assert!(program.plan_text().contains("counter sixteenths"));
    program.tune();
    let mut machine = Machine::with_program(program).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    for step in 0..500 {
        machine.run(97);
        (0..97).for_each(|_| slow.step());
        let (found, expected) = (machine.peek_value("out"), slow.peek("out"));
        assert_eq!(found.unwrap(), expected.unwrap(), "after step {step}");
    }
}
