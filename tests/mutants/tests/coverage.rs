//! Points of a small circuit that a run reaches, in the reference interpreter.
#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_mutants::GateCoverage;
use gatefall_netlist::{Interpreter, Netlist};
use std::collections::BTreeSet;

/// Waits for `go`, counts to 3, and waits again. `Lost` cannot be reached, `high` is always 0, and
/// `part` has no clock.
const DESIGN: &str = "top design
enum e0 State Wait Count Lost

module part {
  input a : 2
  output is_last : 1
  assign is_last = (eq a 2'h3)
}

module design {
  input clock : clock
  input go : 1
  output busy : 1
  net state : e0/2
  net count : 2
  net last : 1
  net high : 2
  assign busy = (eq state 2'h1)
  assign high = (and count 2'h0)
  let %1 = (mux go 2'h1 2'h0)
  let %2 = (mux last 2'h0 state)
  register state clock clock initial 2'h0 next (mux (eq state 2'h0) %1 %2)
  let %3 = (eq state 2'h1)
  register count clock clock initial 2'h0 next (add count 2'h1) enable %3
  instance part of part
  connect part a = count
  drive part is_last -> last
}
";

/// The points that a run with these levels of `go` does not reach.
fn missing(levels: &[u8]) -> BTreeSet<String> {
    let netlist = Netlist::from_text(DESIGN).unwrap();
    let coverage = GateCoverage::new(&netlist, &[]);
    coverage.netlist().verify().unwrap();
    let mut machine = Interpreter::new(coverage.netlist()).unwrap();
    for &level in levels {
        machine.poke("go", level).unwrap();
        machine.step();
    }
    let mut missing: BTreeSet<usize> = (0..coverage.points().len()).collect();
    for (name, word) in coverage.registers() {
        let value = machine.peek(&name).unwrap().to_u64().unwrap();
        for point in coverage.reached(word, value) {
            missing.remove(&point);
        }
    }
    let shown = missing
        .into_iter()
        .map(|point| coverage.points()[point].to_string());
    shown.collect()
}

#[test]
fn a_run_reaches_the_points_that_it_should() {
    assert_eq!(missing(&[0, 1, 0, 0, 0, 0, 0]), BTreeSet::new());
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let idle: BTreeSet<String> = names(&[
        "design: Eq(state, 1) is 1",
        "design: busy is 1",
        "design: count[0] is 1",
        "design: count[1] is 1",
        "design: Eq(state, 0) is 0",
        "design: state goes from Count to Wait",
        "design: state goes from Wait to Count",
        "design: state is Count",
        "part: is_last is 1",
    ]);
    assert_eq!(missing(&[0, 0, 0]), idle);
    let begun = missing(&[0, 1, 0, 0]);
    assert!(
        begun.contains("design: state goes from Count to Wait"),
        "{begun:?}"
    );
    assert!(
        !begun.contains("design: state goes from Wait to Count"),
        "{begun:?}"
    );
}
