//! A PS/2 keyboard with a bad cable: jitter, spikes on both lines, wrong bits, cut frames, a plug
//! that is pulled and put back, and resets. No key stays held, none is pressed by itself, and the
//! next good press of a key counts once.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod cable;
mod counted;

use cable::{Cable, CLOCK_HZ};
use counted::Counted;
use gatefall_lockstep::fault::{message_of, planted};
use gatefall_netlist::Netlist;
use gatefall_tests::{kept_seeds, record, seed, share, with_seed, Work};

/// Bytes that the keyboard sends in a session. The ignored test sends a million in all.
const BYTES: u64 = 20_000;
const SESSIONS: u64 = 50;

/// A session. Returns the bytes that were sent, and those of them that were lost of keys that were
/// unknown.
fn abuse(netlist: &Netlist, seed: u64, work: &Work) -> [u64; 2] {
    with_seed(seed, || {
        let mut cable = Cable::new(netlist, seed, 0.02);
        while cable.bytes < BYTES && !work.is_over() {
            cable.act();
        }
        [cable.bytes, cable.lost]
    })
}

fn netlist() -> Netlist {
    gatefall_bench::netlist(&Counted::new(CLOCK_HZ), "counted")
}

#[test]
fn a_bad_cable_leaves_no_key_stuck_and_loses_no_good_press() {
    for seed in [1].into_iter().chain(kept_seeds("keyboard")) {
        let [_, lost] = abuse(&netlist(), seed, &Work::wanted());
        assert!(lost > 20, "{lost} lost bytes of unknown keys");
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_million_bytes_over_a_bad_cable() {
    let work = Work::wanted();
    let first = seed(2);
    let sessions = work.part(SESSIONS);
    let seeds: Vec<u64> = sessions.map(|number| first.wrapping_add(number)).collect();
    let netlist = netlist();
    let bytes = share(&seeds, |seeds| {
        let seeds = seeds.take_while(|_| !work.is_over());
        seeds
            .map(|&seed| abuse(&netlist, seed, &work)[0])
            .sum::<u64>()
    });
    record("", &[("bytes", bytes.iter().sum())]);
}

/// The keyboard with changes in the text of a module.
fn faulty(module: &str, changes: &[(&str, &str)]) -> Netlist {
    let change =
        |netlist, &(text, instead): &(&str, &str)| planted(&netlist, module, text, instead);
    changes.iter().fold(netlist(), change)
}

#[test]
fn faults_of_the_keyboard_are_found() {
    let faults = [
        // A spike on the data line before the clock line falls counts as a zero.
        faulty(
            "ps2_receiver",
            &[
                (
                    "  register level ",
                    "  net low : 1\n  \
                     register low clock clock initial 1'h0 next (mux fell 1'h0 (or low \
                     (and (and clock_sync.sig_out level) (not data_sync.sig_out))))\n  \
                     register level ",
                ),
                ("data_sync.sig_out 12'h800 12'h000", "low 12'h000 12'h800"),
            ],
        ),
        // The code of a forgotten key does not keep it forgotten.
        faulty("finder", &[("(and %7 (not released))", "1'h0")]),
        // One key is forgotten, not four.
        faulty(
            "stale_timers",
            &[("(mux add (add oldest_now 2'h1) oldest_now)", "oldest_now")],
        ),
        // A reset leaves the keys.
        faulty(
            "key_code",
            &[(
                "(mux %4 (not recounts)",
                "(mux %4 (and (not recounts) (not reset))",
            )],
        ),
    ];
    for (number, netlist) in faults.iter().enumerate() {
        let message = message_of(|| {
            abuse(netlist, 1, &Work::wanted());
        });
        let message = message.unwrap_or_else(|| panic!("fault {number} is not found"));
        assert!(message.contains("byte "), "fault {number}: {message}");
    }
}
