//! Faults of a small circuit, in the reference interpreter.
#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use fastrand::Rng;
use gatefall_mutants::{bit_faults, mutant, shown};
use gatefall_mutants::{Analysis, DefectKind, Mutation, Sampler};
use gatefall_netlist::{Interpreter, ModuleId, Netlist};
use std::collections::BTreeMap;

/// `wide` of the part is cut off, `idle` never becomes 1, and bit 3 of `masked` is 0.
const DESIGN: &str = "top design

module part {
  input clock : clock
  input step : 4
  output sum : 4
  output wide : 4
  net total : 4
  assign sum = (add total step)
  assign wide = (sub step total)
  register total clock clock initial 4'h3 next (add total step)
}

module design {
  input clock : clock
  input step : 4
  input enable : 1
  output sum : 4
  output word : 4
  output flag : 1
  net part.sum : 4
  net part.wide : 4
  net masked : 4
  net limit : 4
  net idle : 1
  net ram.data : 4
  constant limit = 4'hc
  assign sum = (mux idle (not part.sum) part.sum)
  assign masked = (and step 4'h7)
  assign word = (xor ram.data masked)
  assign flag = (and (eq step limit) (ltu part.sum step))
  register idle clock clock initial 1'h0 next (and idle enable)
  memory ram width 4 address 4
  contents ram 5 6
  read ram data ram.data address step clock clock
  write ram clock clock enable enable address part.sum data step
  instance part of part
  connect part clock = clock
  connect part step = step
  drive part sum -> part.sum
  drive part wide -> part.wide
}
";

fn design() -> Netlist {
    let netlist = Netlist::from_text(DESIGN).unwrap();
    netlist.verify().unwrap();
    netlist
}

/// Outputs in many clocks with random inputs.
fn outputs(netlist: &Netlist) -> Vec<String> {
    let mut machine = Interpreter::new(netlist).unwrap();
    let mut random = Rng::with_seed(7);
    let clocks = (0..400).map(|_| {
        machine.poke("step", random.u32(0..16)).unwrap();
        machine.poke("enable", random.u32(0..2)).unwrap();
        machine.step();
        let mut peek = |name: &str| machine.peek(name).unwrap().bits().to_string();
        ["sum", "word", "flag"].map(&mut peek).join(" ")
    });
    clocks.collect()
}

fn all() -> Vec<Mutation> {
    Sampler::new(&design(), 3, |_| true).take(10_000)
}

#[test]
fn what_is_proved_to_change_nothing_changes_nothing() {
    let design = design();
    let analysis = Analysis::new(&design, &[]);
    let mut faults = bit_faults(&design);
    let count = faults.len();
    faults.retain(|fault| analysis.is_equivalent(*fault));
    assert!(faults.len() > 20, "{} of {count}", faults.len());
    let right = outputs(&design);
    for fault in faults {
        assert_eq!(outputs(&mutant(&design, fault)), right, "{fault:?}");
    }
}

#[test]
fn nearly_all_others_change_an_output_and_there_are_some_of_each_kind() {
    let design = design();
    let right = outputs(&design);
    let mut seen: BTreeMap<DefectKind, [u32; 2]> = BTreeMap::new();
    for fault in all() {
        let faulty = mutant(&design, fault);
        faulty.verify().unwrap();
        let differs = outputs(&faulty) != right;
        seen.entry(fault.fault.kind()).or_default()[usize::from(differs)] += 1;
    }
    for kind in DefectKind::ALL {
        let [same, differ] = seen[&kind];
        assert!(differ > 0 && same * 4 <= differ, "{kind:?}: {seen:?}");
    }
}

#[test]
fn a_sample_is_repeatable_even_over_modules_and_without_copies() {
    let design = design();
    let few = |seed| Sampler::new(&design, seed, |_| true).take(20);
    assert_eq!(few(1), few(1));
    assert_ne!(few(1), few(2));
    let of_part = few(1)
        .iter()
        .filter(|fault| fault.module == ModuleId::from(0))
        .count();
    assert_eq!(of_part, 10);
    let mut copies = all();
    let count = copies.len();
    copies.sort();
    copies.dedup();
    assert_eq!(copies.len(), count);
    assert!(Sampler::new(&design, 1, |name| name == "none")
        .take(3)
        .is_empty());
}

#[test]
fn a_mutation_is_shown_with_its_module_and_the_nets_that_it_reaches() {
    let design = design();
    let lines: Vec<String> = all().iter().map(|&fault| shown(&design, fault)).collect();
    let has = |parts: &[&str]| {
        let is_it = |line: &&String| parts.iter().all(|part| line.contains(part));
        assert!(
            lines.iter().any(|line| is_it(&line)),
            "{parts:?}: {lines:#?}"
        );
    };
    has(&["part: Operator", "`Add(total, step)` of sum"]);
    has(&["design: OneMore(1)", "`And(step, 7)` of masked"]);
    has(&["design: Enabled", "`ram`"]);
}
