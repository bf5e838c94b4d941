//! Each property of random designs finds a fault of one side.

use super::{numbers, runner, PROPERTIES};
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use proptest::strategy::{Strategy, ValueTree};
use std::panic::catch_unwind;

const SEED: u64 = 1;

/// Fault of one side of a comparison.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    None,
    /// An operator of the design.
    Operator,
    /// A bit of a register. Two machines that exchange a snapshot have the same design.
    State,
}

impl Fault {
    /// The design of the side.
    pub fn of(self, netlist: &Netlist) -> Netlist {
        let Fault::Operator = self else {
            return netlist.clone();
        };
        let text = netlist.to_text();
        let changed = text.replacen("(add ticks ", "(sub ticks ", 1);
        assert_ne!(changed, text, "no counter in\n{text}");
        Netlist::from_text(&changed).unwrap()
    }

    /// Changes the state of the side.
    pub fn disturb(self, machine: &mut Machine) {
        let Fault::State = self else {
            return;
        };
        let ticks = machine.peek("ticks").unwrap();
        machine.poke("ticks", ticks ^ 1).unwrap();
    }
}

#[test]
fn each_property_finds_a_fault_of_one_side() {
    let choices = numbers().new_tree(&mut runner(SEED, 1)).unwrap().current();
    let faults = [
        (Fault::Operator, "`ticks` after step 1 of"),
        (Fault::State, "step 0 of"),
        (Fault::Operator, "`ticks`"),
        (Fault::State, "step 0 without "),
        (Fault::Operator, "`ticks` after step 0 of"),
        (Fault::State, "left == right"),
    ];
    for (number, (holds, (fault, expected))) in PROPERTIES.into_iter().zip(faults).enumerate() {
        holds(&choices, Fault::None);
        let panic = catch_unwind(|| holds(&choices, fault));
        let panic = panic.expect_err(&format!("property {number} does not find {fault:?}"));
        let message = panic.downcast_ref::<String>().unwrap();
        assert!(message.contains(expected), "property {number}: {message}");
    }
}
