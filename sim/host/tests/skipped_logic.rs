//! Logic that is skipped while it has no effect: stall domains and free-running counters.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_compile::{compile_with, Options, Pass};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, Netlist};

/// `on` is the enable of `first`. Two cycles after it goes off, `second` is stable; `third` to
/// `fifth` follow one after the other, but only through bits that rarely change. Such changes also
/// step counters in partitions.
const CHAIN: &str = "top t

module t {
  input clock : clock
  output out : 112
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
  assign out = (concat (concat second (concat third (concat fourth fifth))) \
      (concat seconds (concat thirds fourths)))
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

/// While `on` is off, `gated` is cleared and `settled` follows. The comparison of `settled` changes
/// a flag in a partition.
const CLEARED: &str = "top t

module t {
  input clock : clock
  output out : 65
  net ticks : 8
  net on : 1
  net first : 16
  net gated : 16
  net settled : 16
  net other : 16
  net flag : 1
  net step : 1
  assign out = (concat (concat flag settled) (concat (concat gated other) first))
  assign step = (eq ticks 8'h5d)
  register ticks clock clock initial 8'h00 next (mux step 8'h00 (add ticks 8'h01))
  register on clock clock initial 1'h0 next (xor on step)
  register first clock clock initial 16'h0000 next (mux on (add first 16'h0001) first)
  register gated clock clock initial 16'h0000 next (mux on (add first 16'h0001) 16'h0000)
  register settled clock clock initial 16'h0000 \
      next (mul (mul (add gated 16'h3619) (xor gated 16'h0007)) (mul gated 16'h6255))
  register other clock clock initial 16'h0000 \
      next (mul (mul (add gated 16'h0005) (xor gated 16'h0009)) (mul gated (xor gated 16'h1234)))
  register flag clock clock initial 1'h0 next (eq settled 16'h0000)
}
";

/// `noise`, which changes in every cycle, and `second`, which `on` stalls, share a value. A part of
/// it rarely changes.
const SHARED: &str = "top t

module t {
  input clock : clock
  output out : 64
  net third : 16
  net ticks : 8
  net on : 1
  net slow : 16
  net noise : 16
  net first : 16
  net second : 16
  net step : 1
  net shared : 16
  assign out = (concat noise (concat first (concat second third)))
  assign step = (eq ticks 8'h5d)
  assign shared = (add first (mul slow (xor slow 16'h0007)))
  register ticks clock clock initial 8'h00 next (mux step 8'h00 (add ticks 8'h01))
  register on clock clock initial 1'h0 next (xor on step)
  register slow clock clock initial 16'h0000 next (mux step (add slow 16'h0001) slow)
  register noise clock clock initial 16'h0000 next (add (add (mul noise 16'h6255) 16'h3619) shared)
  register first clock clock initial 16'h0000 next (mux on (add first 16'h0001) first)
  register second clock clock initial 16'h0000 \
      next (mul (mul shared (xor shared 16'h0007)) (mul shared (xor first 16'h3619)))
  register third clock clock initial 16'h0000 \
      next (mul (mul second (xor second 16'h0007)) (mul first (xor first 16'h3619)))
}
";

/// While `on` is off, a word of a memory is written at the address in `first`, which is stalled.
/// The loaded bit changes a flag in a partition.
const WRITTEN: &str = "top t

module t {
  input clock : clock
  output out : 49
  net third : 16
  net ticks : 8
  net on : 1
  net first : 16
  net second : 16
  net flag : 1
  net loaded : 1
  net step : 1
  net half : 1
  assign out = (concat (concat flag third) (concat first second))
  assign step = (eq ticks 8'h5d)
  assign half = (eq ticks 8'h2e)
  register ticks clock clock initial 8'h00 next (mux step 8'h00 (add ticks 8'h01))
  register on clock clock initial 1'h0 next (xor on step)
  register first clock clock initial 16'h0000 next (mux on (add first 16'h0001) first)
  register second clock clock initial 16'h0000 \
      next (mul (mul (add first 16'h3619) (xor first 16'h0007)) (mul first 16'h6255))
  register third clock clock initial 16'h0000 \
      next (mul (mul second (xor second 16'h0007)) (mul first (xor first 16'h3619)))
  register flag clock clock initial 1'h0 next (not loaded)
  memory m width 1 address 12
  read m data loaded address (slice first 0 12)
  write m clock clock enable half address (slice first 0 12) data (xor loaded (eq on 1'h0))
}
";

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

/// Words of the plan of a design with a stall domain.
const STALL: &str = "stall domain while on is 0";

/// Compares a design with the interpreter after each of some runs of so many cycles. Its plan has
/// these words.
fn equals_interpreter(text: &str, words: &str, runs: u32, cycles: u32) {
    let netlist = Netlist::from_text(text).unwrap();
    let mut program = compile_with(&netlist, Options::without(Pass::Choice)).unwrap();
    let mut machine = Machine::with_program(program.clone()).unwrap();
    for _ in 0..32 {
        machine.run(1_337);
        program.observe(machine.snapshot().image());
    }
    let plan = program.plan_text();
    assert!(plan.contains(words), "{plan}");
    program.tune();
    let mut machine = Machine::with_program(program).unwrap();
    let mut slow = Interpreter::new(&netlist).unwrap();
    for run in 0..runs {
        machine.run(cycles.into());
        (0..cycles).for_each(|_| slow.step());
        let (found, expected) = (machine.peek_value("out"), slow.peek("out"));
        assert_eq!(found.unwrap(), expected.unwrap(), "after run {run}");
    }
}

#[test]
fn a_change_within_the_domain_keeps_it_moving() {
    equals_interpreter(CHAIN, STALL, 50_000, 1);
}

#[test]
fn the_last_change_of_the_domain_is_detected() {
    equals_interpreter(CLEARED, STALL, 50_000, 1);
}

#[test]
fn a_hoisted_value_is_new_in_both() {
    equals_interpreter(SHARED, STALL, 50_000, 1);
}

#[test]
fn a_load_of_the_domain_changes_with_its_memory() {
    equals_interpreter(WRITTEN, STALL, 50_000, 1);
}

#[test]
fn a_counter_is_compared_again_after_its_value() {
    // A run starts with a comparison.
    equals_interpreter(NEIGHBOURS, "counter sixteenths", 500, 97);
}

/// `ticks` is only compared. The comparison is used in the branches of `first` and of `second`.
const BRANCHES: &str = "top t

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
    let netlist = Netlist::from_text(BRANCHES).unwrap();
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
