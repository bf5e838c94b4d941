//! Random play finds a fault of the circuit.

use super::Outcome;
use gatefall_lockstep::fault::planted;
use gatefall_lockstep::handheld::RandomPlayer;
use gatefall_netlist::Netlist;

const SEED: u64 = 5;

/// From power-up to the first piece that locks.
fn play(change: impl FnOnce(Netlist) -> Netlist) -> Outcome {
    RandomPlayer::at_random_changed(SEED, change)?.place()
}

#[test]
fn play_agrees_without_a_fault() {
    play(|netlist| netlist).unwrap();
}

#[test]
fn a_fault_in_the_state_of_the_game_is_found() {
    // Gravity subtracts.
    let change = |netlist| {
        let [text, instead] = ["add", "sub"].map(|operator| format!("({operator} augend addend)"));
        planted(&netlist, "gravity", &text, &instead)
    };
    let difference = play(change).unwrap_err();
    assert!(difference.what.ends_with(": the game"), "{difference}");
}

#[test]
fn a_fault_in_the_picture_is_found() {
    // Empty and settled cells are exchanged.
    let change = |netlist| {
        let text = "(any field_cell) settled empty";
        planted(
            &netlist,
            "tile_code",
            text,
            "(any field_cell) empty settled",
        )
    };
    let difference = play(change).unwrap_err();
    let is_picture = difference.what.contains(": the picture of Play: ");
    assert!(is_picture, "{difference}");
}
