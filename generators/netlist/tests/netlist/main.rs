//! Tests of the text form, the interpreter, and the verifier.

#![allow(clippy::unwrap_used)] // Clippy does not recognise helper functions as test code.

mod invariants;
mod large;
mod random_reads;
mod text;

use gatefall_netlist::Netlist;

const DESIGN: &str = "top design

enum e0 State Idle Run Done

module child {
  input clock : clock
  input step : 4
  output sum : 4
  net total : 4
  assign sum = total
  register total clock clock initial 4'h3 next (add total step)
}

module design {
  input clock : clock
  input step : 4
  input enable : 1
  output sum : 4
  output word : 72
  output wide : 72
  net state : e0/2
  net child[0].sum : 4
  net limit : 4
  net ram.data : 72
  net rom.data : 4
  let %1 = (eq state 2'h0)
  constant limit = 4'hc
  assign sum = child[0].sum
  assign word = ram.data
  assign wide = (mux %1 (sext (concat step rom.data) 72) (zext limit 72))
  register state clock clock initial 2'h0 next (mux %1 2'h1 2'h2) enable enable
  memory ram width 72 address 4
  contents ram 0000000000000000ff 123456789abcdef012
  read ram data ram.data address step clock clock
  write ram clock clock enable enable address step data (not ram.data)
  memory rom width 4 address 4
  contents rom 1 2 3 4
  read rom data rom.data address step
  instance child[0] of child
  connect child[0] clock = clock
  connect child[0] step = step
  drive child[0] sum -> child[0].sum
}
";

fn design() -> Netlist {
    Netlist::from_text(DESIGN).unwrap()
}
