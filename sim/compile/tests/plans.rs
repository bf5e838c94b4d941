//! Plans of designs with all passes, and without each of them.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_compile::{compile_with, Options, Pass};
use gatefall_netlist::Netlist;

/// A design in which each pass has an effect.
///
/// - `ticks` is only compared: a free-running counter.
/// - `slow` rarely changes: a partition by instance, activated by a change-detected comparison.
/// - `often` changes in one of 32 cycles: a partition by trigger set.
/// - `noise` changes in every cycle, and so does `mixed`, which depends on hoisted values of `slow`
///   in the two arms of a branch.
/// - `left` and `right` change under one condition.
/// - `first` to `third` are a pipeline behind the enable `pixel`: a stall domain.
/// - `digit` is a lookup table of four bits.
const TEXT: &str = "top t

module t {
  input clock : clock
  input pixel : 1
  output out : 16
  net ticks : 16
  net slow : 16
  net often : 16
  net later : 16
  net noise : 16
  net mixed : 16
  net left : 16
  net right : 16
  net first : 16
  net second : 16
  net third : 16
  net digit : 8
  net low : 4
  net step : 1
  net seldom : 1
  assign out = mixed
  assign step = (eq ticks 16'h03e7)
  assign seldom = (eq (slice noise 0 5) 5'h11)
  assign low = (slice noise 4 4)
  register ticks clock clock initial 16'h0000 next (mux step 16'h0000 (add ticks 16'h0001))
  register slow clock clock initial 16'h0000 next (mux step (add slow 16'h0001) slow)
  register often clock clock initial 16'h0000 next (mux seldom (add often slow) often)
  register later clock clock initial 16'h0000 next (mul slow (add often 16'h0003))
  register noise clock clock initial 16'h0000 next (add (mul noise 16'h6255) 16'h3619)
  register mixed clock clock initial 16'h0000 \
      next (mux (slice noise 15 1) (mul noise (add (mul slow slow) (xor noise 16'h00f3))) \
      (xor mixed (add noise (mul later (mul mixed 16'h0007)))))
  register left clock clock initial 16'h0000 \
      next (mux (slice noise 14 1) (add left noise) left)
  register right clock clock initial 16'h0000 \
      next (mux (slice noise 14 1) (xor right noise) right)
  register first clock clock initial 16'h0000 next (mux pixel (add first 16'h0001) first)
  register second clock clock initial 16'h0000 \
      next (mul (add first 16'h0005) (mul first (xor first 16'h0007)))
  register third clock clock initial 16'h0000 \
      next (mul (add second 16'h000b) (mul second (xor second 16'h000d)))
  register digit clock clock initial 8'h00 next \
      (mux (eq low 4'h1) 8'h86 (mux (eq low 4'h3) 8'hcf (mux (eq low 4'h4) 8'he6 \
      (mux (eq low 4'h7) 8'h87 (mux (eq low 4'h9) 8'hef 8'h00)))))
}
";

/// The plans after some samples: the enable is on in every other one.
fn text(options: Options) -> String {
    let mut program = compile_with(&Netlist::from_text(TEXT).unwrap(), options).unwrap();
    let enable = program.signal("pixel").unwrap().place().unwrap();
    let noise = program.signal("noise").unwrap().place().unwrap();
    for sample in 0..8_u32 {
        let mut image = vec![0; program.image_size()];
        enable.write(&mut image, sample % 2);
        noise.write(&mut image, sample * 7919);
        program.observe(&image);
    }
    program.plan_text()
}

#[test]
fn all_passes() {
    insta::assert_snapshot!("all-passes", text(Options::default()));
}

#[test]
fn each_pass_changes_the_plans() {
    let all = text(Options::default());
    // The test below has a design for the choice.
    for pass in Pass::ALL.into_iter().filter(|&pass| pass != Pass::Choice) {
        let without = text(Options::without(pass));
        assert_ne!(without, all, "{}", pass.name());
        let name = format!("without-{}", pass.name().replace(' ', "-"));
        insta::assert_snapshot!(name, without);
    }
}

/// A figure of the first line.
fn figure(plans: &str, name: &str) -> u32 {
    let (line, _) = plans.split_once('\n').unwrap();
    let mut figures = line.split(", ").filter_map(|figure| figure.split_once(' '));
    let (_, count) = figures.find(|(other, _)| *other == name).unwrap();
    count.parse().unwrap()
}

#[test]
fn each_pass_was_applied_and_not_without_it() {
    let all = text(Options::default());
    for (pass, name) in [
        (Pass::Partitions, "partitions"),
        (Pass::Detection, "detected"),
        (Pass::Hoisting, "hoisted"),
        (Pass::Stall, "stalled"),
        (Pass::Counters, "counters"),
        (Pass::Tables, "tables"),
        (Pass::Branches, "branches"),
    ] {
        assert!(figure(&all, name) > 0, "{name}");
        assert_eq!(figure(&text(Options::without(pass)), name), 0, "{name}");
    }
    // The branch of the stall domain is left.
    assert_eq!(figure(&all, "conditions"), 2);
    let without = text(Options::without(Pass::Conditions));
    assert_eq!(figure(&without, "conditions"), 1);
    // Grouping makes other partitions, and the choice has a test below.
}

/// All state but `hits` changes in every cycle. `hits` counts a rare value, which takes no more
/// instructions than to notice that it is rare.
const BUSY: &str = "top t

module t {
  input clock : clock
  output out : 16
  net noise : 16
  net hits : 16
  assign out = hits
  register noise clock clock initial 16'h0000 next (add (mul noise 16'h6255) 16'h3619)
  register hits clock clock initial 16'h0000 \
      next (mux (eq (slice noise 2 8) 8'h11) (add hits 16'h0001) hits)
}
";

#[test]
fn change_detection_is_left_out_where_it_costs_more_than_it_saves() {
    let netlist = Netlist::from_text(BUSY).unwrap();
    let plans = |options| {
        let mut program = compile_with(&netlist, options).unwrap();
        program.observe(&vec![0; program.image_size()]);
        program.plan_text()
    };
    let tuned = plans(Options::default());
    assert_eq!(figure(&tuned, "detected"), 0, "{tuned}");
    assert_eq!(tuned, plans(Options::without(Pass::Detection)));
    assert!(figure(&plans(Options::without(Pass::Choice)), "detected") > 0);
}
