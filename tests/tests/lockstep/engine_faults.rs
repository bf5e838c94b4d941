//! Sessions on the engine find a fault of the circuit.

use gatefall_golden::{Mode, Settings};
use gatefall_lockstep::falling_blocks::{Difference, EngineSession, Kind};
use gatefall_lockstep::fault::planted;
use gatefall_netlist::Netlist;

const SEEDS: std::ops::Range<u64> = 0..3;
const PLACEMENTS: usize = 10;

/// Plays sessions as the long test does, each a little.
fn play(change: impl FnOnce(Netlist) -> Netlist) -> Result<(), Box<Difference>> {
    let (kind, settings) = (Kind::One(Mode::Marathon), Settings::default());
    let mut session = EngineSession::changed("any", kind, settings, 0, change)?;
    for seed in SEEDS {
        session.begin_at_random(seed)?;
        for _ in 0..PLACEMENTS {
            for &side in session.pair().sides() {
                session.place(side)?;
            }
        }
    }
    Ok(())
}

#[test]
fn a_fault_in_a_session_is_found() {
    play(|netlist| netlist).unwrap();
    // A piece can be held twice.
    let difference = play(|netlist| {
        let [text, instead] =
            ["and", "or"].map(|operator| format!("({operator} enable (not is_used))"));
        planted(&netlist, "hold", &text, &instead)
    });
    let difference = difference.unwrap_err();
    let step = "Press(One, Hold)]: player One";
    assert!(difference.what.ends_with(step), "{difference}");
    assert!(difference.gates.contains("may hold false"), "{difference}");
}
