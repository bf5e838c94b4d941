//! Plays games on both sides.

use gatefall_lockstep::arcade::{self, read};
use gatefall_lockstep::{handheld, matrix, tictactoe};
use gatefall_netlist::Netlist;
use gatefall_tests::files_below;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::{available_parallelism, scope};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
/// Clocks of a second of the matrix.
pub const SECOND: u64 = 1_000;

/// All cases of the arcade.
pub fn cases() -> Vec<PathBuf> {
    let mut cases = files_below(Path::new(CASES));
    cases.sort();
    cases
}

/// Plays cases of the arcade in a thread for each processor. Each thread has a pair with a changed
/// netlist, and `after` is called after each case. Returns what a thread has made with `after`, and
/// the failures.
pub fn play_cases<T: Send>(
    cases: &[PathBuf],
    change: impl Fn(Netlist) -> Netlist + Sync,
    begin: impl Fn(&mut arcade::Pair) -> T + Sync,
    after: impl Fn(&mut T, &mut arcade::Pair) + Sync,
) -> (Vec<T>, Vec<String>) {
    let threads = available_parallelism().map_or(1, usize::from);
    let part = |first| {
        let mut pair = arcade::Pair::changed(&change);
        let (mut made, mut failures) = (begin(&mut pair), Vec::new());
        for case in cases.iter().skip(first).step_by(threads) {
            let steps = read(&fs::read_to_string(case).unwrap()).unwrap();
            let name = case.strip_prefix(CASES).unwrap_or(case).display();
            if let Err(failure) = pair.replay(&steps) {
                failures.push(format!("{name}: {failure}"));
            }
            after(&mut made, &mut pair);
        }
        (made, failures)
    };
    scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || part(first)))
            .collect();
        let parts = parts.into_iter().map(|part| part.join().unwrap());
        let (made, failures): (Vec<T>, Vec<Vec<String>>) = parts.unzip();
        (made, failures.concat())
    })
}

/// Plays tic-tac-toe by random presses.
pub fn mash(table: &mut tictactoe::Table, seed: u64, looks: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    for look in 0..looks {
        let levels = [(); 5].map(|()| random.u32(..3) == 0);
        table.look(levels);
        table.settle();
        if look % 40 == 0 {
            table.compare();
        }
    }
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
