//! A machine of which only some signals are observed.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_compile::compile;
use gatefall_host::{HostError, Machine, WaveFormat};
use gatefall_netlist::Netlist;

/// A counter, a pipeline of two registers behind it, a register that keeps a value of the
/// pipeline, and a memory that is only written.
const DESIGN: &str = "top design

module design {
  input clock : clock
  input keep : 1
  output last : 8
  net count : 8
  net first : 8
  net second : 8
  net kept : 8
  net log.first : 8
  net table.data : 8
  assign last = second
  register count clock clock initial 8'h00 next (add count 8'h01)
  register first clock clock initial 8'h00 next (add table.data count)
  register second clock clock initial 8'h00 next (not first)
  register kept clock clock initial 8'h00 next (mux keep count kept)
  memory log width 8 address 4
  read log data log.first address 4'h0
  write log clock clock enable 1'h1 address (slice count 0 4) data second
  memory table width 8 address 4
  read table data table.data address (slice count 4 4)
  write table clock clock enable keep address (slice count 0 4) data count
}
";

const CYCLES: u64 = 400_000;

fn machine() -> Machine {
    let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
    machine.poke("keep", 1).unwrap();
    machine
}

#[test]
fn a_pipeline_is_skipped_and_exact_again_after_its_length() {
    let (mut all, mut some) = (machine(), machine());
    some.observe(&["count"]).unwrap();
    assert_eq!(some.program().skipped_cycles(), 2);
    for machine in [&mut all, &mut some] {
        machine.run(CYCLES);
    }
    for name in ["first", "second", "last", "log.first"] {
        let error = some.peek(name).unwrap_err();
        assert!(matches!(error, HostError::NotObserved(_)), "{error}");
    }
    assert!(some.memory("log").is_err());
    for name in ["count", "kept", "table.data"] {
        assert_eq!(some.peek(name).unwrap(), all.peek(name).unwrap(), "{name}");
    }
    some.observe_all();
    let stale = some.peek("second").unwrap();
    assert_ne!(stale, all.peek("second").unwrap());
    for machine in [&mut all, &mut some] {
        machine.run(2);
    }
    for name in ["first", "second", "last"] {
        assert_eq!(some.peek(name).unwrap(), all.peek(name).unwrap(), "{name}");
    }
}

#[test]
fn an_observed_pipeline_or_memory_is_exact() {
    let (mut all, mut some) = (machine(), machine());
    some.observe(&["log"]).unwrap();
    for machine in [&mut all, &mut some] {
        machine.run(CYCLES);
    }
    let words = all.memory("log").unwrap().bytes().to_vec();
    assert_eq!(some.memory("log").unwrap().bytes(), words);
    assert_eq!(all.snapshot(), some.snapshot());
    some.observe(&["first"]).unwrap();
    assert_eq!(some.peek("first").unwrap(), all.peek("first").unwrap());
    assert!(some.peek("second").is_err());
}

#[test]
fn a_program_for_some_signals_can_become_one_for_others() {
    let whole = compile(&Netlist::from_text(DESIGN).unwrap()).unwrap();
    let some = whole.observing(["count"]).unwrap();
    assert!(!some.signal("last").unwrap().is_observed());
    let others = some.observing(["last"]).unwrap();
    assert!(others.signal("last").unwrap().is_observed());
    assert_eq!(others.wasm(), whole.observing(["last"]).unwrap().wasm());
    assert_eq!(others.identity(), whole.identity());
}

#[test]
fn it_takes_fewer_instructions() {
    let mut machine = machine();
    let whole = machine.instructions(1_000).unwrap();
    machine.observe(&[]).unwrap();
    let part = machine.instructions(1_000).unwrap();
    assert!(10 * part < 9 * whole, "{part} of {whole}");
}

#[test]
fn what_is_recorded_is_computed() {
    let mut machine = machine();
    machine.observe(&["count"]).unwrap();
    let file = tempfile::tempfile().unwrap();
    machine
        .record(file, WaveFormat::Vcd, ["second"], 1)
        .unwrap();
    machine.observe(&["count"]).unwrap();
    machine.run(10);
    assert!(machine.peek("second").is_ok());
    machine.stop_recording().unwrap();
    let error = machine.observe(&["cont"]).unwrap_err();
    assert!(matches!(error, HostError::UnknownSignal { .. }), "{error}");
}
