//! Plays games on both sides.

use gatefall_lockstep::arcade::{self, read};
use gatefall_lockstep::{handheld, matrix};
use gatefall_netlist::Netlist;
use gatefall_tests::{case_name, share, Work};
use std::fs;
use std::path::PathBuf;

/// Clocks of a second of the matrix.
pub const SECOND: u64 = 1_000;

/// Plays cases of the arcade, as long as there is time, in a thread for each processor. Each thread
/// has a pair with a changed netlist, and `after` is called after each case. Returns what a thread
/// has made with `after`, and the failures.
pub fn play_cases<T: Send>(
    work: &Work,
    cases: &[PathBuf],
    change: impl Fn(Netlist) -> Netlist + Sync,
    begin: impl Fn(&mut arcade::Pair) -> T + Sync,
    after: impl Fn(&mut T, &mut arcade::Pair) + Sync,
) -> (Vec<T>, Vec<String>) {
    let parts = share(cases, |cases| {
        let mut pair = arcade::Pair::changed(&change);
        let (mut made, mut failures) = (begin(&mut pair), Vec::new());
        for case in cases.take_while(|_| !work.is_over()) {
            let steps = read(&fs::read_to_string(case).unwrap()).unwrap();
            if let Err(failure) = pair.replay(&steps) {
                failures.push(format!("{}: {failure}", case_name(case)));
            }
            after(&mut made, &mut pair);
        }
        (made, failures)
    });
    let (made, failures): (Vec<T>, Vec<Vec<String>>) = parts.into_iter().unzip();
    (made, failures.concat())
}

/// Plays pieces of the handheld.
pub fn place(player: &mut handheld::RandomPlayer, pieces: u64) {
    for _ in 0..pieces {
        player.place().unwrap();
    }
}

/// Plays games of the matrix.
pub fn play_matrix(pair: &mut matrix::Pair, games: u64) {
    for seed in 0..games {
        pair.play(seed).unwrap();
    }
}
