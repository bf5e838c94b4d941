//! Keys and buttons that are down at power-up and during the reset: none is stuck, each counts
//! once, and the game that follows is that of the golden model.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod arcade;
mod handheld;
mod led_games;

use fastrand::Rng;
use gatefall_host::Machine;

/// Clocks for which a board holds the reset, at least.
const RESET: u64 = 512;

/// Registers, memories and inputs as after configuration.
fn configure(machine: &mut Machine) {
    let fresh = Machine::with_program(machine.program().clone()).unwrap();
    machine.restore(&fresh.snapshot()).unwrap();
}

/// The reset after power-up. The contacts of these buttons bounce first.
fn switch_on(machine: &mut Machine, down: &[&str], random: &mut Rng) {
    configure(machine);
    machine.poke("reset", 1).unwrap();
    for clock in 0..RESET {
        for button in down {
            let level = clock > RESET / 2 || random.bool();
            machine.poke(*button, level.into()).unwrap();
        }
        machine.run(1);
    }
    machine.poke("reset", 0).unwrap();
}
