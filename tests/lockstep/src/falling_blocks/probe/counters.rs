//! Sets the counters of an idle engine that are no digits.

use super::{EngineProbe, GAMES, HALF};
use crate::tape::PlayedMachine;
use gatefall_golden::Batch;

/// First word of the batches of garbage in a player's half of the memory of games.
const FIRST_BATCH: usize = 208;

/// The ends of the queue of garbage.
const FIRST: &str = "versus_control.garbage.head";
const DEPTH: &str = "versus_control.garbage.depth";
/// Ticks since time has raised the level.
const LEVEL_TICKS: &str = "turn_control.match_control.level_clock.ticks";

/// The adder of the scoreboard, and its command to add points.
const ADDER: [&str; 3] = ["command", "addend", "running"];
const ADD_POINTS: u64 = 0;
/// Cycles in which it adds points, with some to spare.
const ADD_CYCLES: u64 = 60;

impl EngineProbe {
    /// Shows score, lines and level of a player on the screen: adds no points to them.
    pub fn show_numbers(&self, played: &mut impl PlayedMachine, player: usize) {
        self.turn_to(played, player);
        for (register, value) in ADDER.into_iter().zip([ADD_POINTS, 0, 1]) {
            let name = format!("lock_scoring.scoreboard.{register}");
            self.put(played, &name, value);
        }
        played.machine().run(ADD_CYCLES);
    }

    /// Sets the number of clears in direct succession.
    pub fn put_streak(&self, played: &mut impl PlayedMachine, player: usize, streak: u64) {
        self.turn_to(played, player);
        let set = played.set(self.signals.streak, streak);
        set.expect("the succession is a register");
    }

    /// Replaces the garbage that waits for a player.
    pub fn put_garbage(
        &mut self,
        played: &mut impl PlayedMachine,
        player: usize,
        batches: &[Batch],
    ) {
        self.turn_to(played, player);
        let first = HALF * player + FIRST_BATCH;
        let words: Vec<(u64, u64)> = (first as u64..)
            .zip(batches)
            .map(|(word, batch)| (word, u64::from(batch.rows) << 4 | batch.hole as u64))
            .collect();
        let set = played.set_words(&format!("{}{GAMES}", self.prefix), &words);
        set.expect("the memory has a word for each batch");
        self.put(played, FIRST, 0);
        self.put(played, DEPTH, batches.len() as u64);
        let rows = batches.iter().map(|batch| u64::from(batch.rows)).sum();
        let set = played.set(self.signals.pending, rows);
        set.expect("the rows that wait are a register");
        if let Some(newest) = batches.last() {
            self.last_holes[player] = newest.hole as u64;
            let set = played.set(self.signals.last_hole, newest.hole as u64);
            set.expect("the last hole is a register");
        }
    }

    /// Sets the ticks since time has raised the level.
    pub fn put_level_ticks(&self, played: &mut impl PlayedMachine, ticks: u64) {
        self.put(played, LEVEL_TICKS, ticks);
    }

    fn put(&self, played: &mut impl PlayedMachine, register: &str, value: u64) {
        let name = format!("{}{register}", self.prefix);
        let signal = played.machine().signal(&name);
        let set = played.set(signal.expect("the engine has this signal"), value);
        set.expect("it is a register");
    }
}
