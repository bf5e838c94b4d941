//! Handles and snapshots of another design are refused. Those of another machine of the same design
//! are valid.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_host::{HostError, Machine};
use gatefall_netlist::Netlist;

/// Two counters of the same size. The names select the one that counts by three.
fn design(first: &str, second: &str) -> Netlist {
    let text = format!(
        "top t

module t {{
  input clock : clock
  output out : 8
  net {first} : 8
  net {second} : 8
  assign out = {first}
  register {first} clock clock initial 8'h10 next (add {first} 8'h01)
  register {second} clock clock initial 8'h20 next (add {second} 8'h03)
}}
"
    );
    Netlist::from_text(&text).unwrap()
}

fn machine(first: &str, second: &str) -> Machine {
    Machine::new(&design(first, second)).unwrap()
}

#[test]
fn a_snapshot_of_another_design_of_the_same_size_is_refused() {
    let mut slow = machine("one", "two");
    slow.run(5);
    let snapshot = slow.snapshot();
    let mut other = machine("two", "one");
    let before = other.snapshot();
    let error = other.restore(&snapshot).unwrap_err();
    assert!(matches!(error, HostError::ForeignSnapshot));
    assert_eq!(other.snapshot(), before, "nothing is restored");
}

#[test]
fn a_snapshot_goes_to_another_machine_of_the_same_design() {
    let mut first = machine("one", "two");
    first.run(5);
    let mut second = Machine::new(&design("one", "two")).unwrap();
    second.tune().unwrap();
    second.restore(&first.snapshot()).unwrap();
    assert_eq!(second.peek("one").unwrap(), 0x15);
    assert_eq!(second.cycles(), 5);
}

#[test]
fn a_handle_of_another_design_is_refused() {
    let mut first = machine("one", "two");
    let mut other = machine("two", "one");
    let handle = first.signal("two").unwrap();
    let refused = |result: Result<(), HostError>| {
        assert!(matches!(result, Err(HostError::ForeignSignal)));
    };
    // Before and after the other machine has found signals of its own.
    refused(other.peek(handle).map(drop));
    other.signal("two").unwrap();
    other.signal("one").unwrap();
    refused(other.peek(handle).map(drop));
    refused(other.peek_value(handle).map(drop));
    refused(other.poke(handle, 1));
    assert_eq!(other.peek("one").unwrap(), 0x20, "nothing is poked");
}

#[test]
fn a_handle_means_the_same_signal_in_every_machine_of_a_design() {
    let (mut first, mut second) = (machine("one", "two"), machine("one", "two"));
    let (one, two) = (first.signal("one").unwrap(), first.signal("two").unwrap());
    assert_eq!(second.peek(two).unwrap(), 0x20);
    assert_eq!(second.peek(one).unwrap(), 0x10);
    assert_eq!(second.signal("two").unwrap(), two);
    second.poke(two, 7).unwrap();
    assert_eq!(second.peek("two").unwrap(), 7);
    assert_eq!(first.peek("two").unwrap(), 0x20);
}
