//! Sets up the same position on both sides.

use super::{Model, Pair};
use gatefall_golden::{Batch, Cell, Counts, Match, Shape, Side, COLUMNS};

impl Pair {
    /// Replaces the next shapes of all players, as far as there are any.
    pub fn deal(&mut self, shapes: &[Shape]) {
        self.gates
            .stage(|probe, machine| probe.deal(machine, shapes));
        match &mut self.model {
            Model::One(game) => game.stage_shapes(shapes),
            Model::Two(game) => game.stage_shapes(shapes),
        }
    }

    /// Replaces a row of a player's board. The hardware computes the ghost again when the falling
    /// piece moves, so the next step has to move it.
    pub fn put_row(&mut self, side: Side, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.gates
            .stage(|probe, machine| probe.put_row(machine, side as usize, y, &cells));
        match &mut self.model {
            Model::One(game) => game.stage_row(y, cells),
            Model::Two(game) => game.stage_row(side, y, cells),
        }
    }

    /// Sets score, lines, level and combo of a player.
    ///
    /// # Panics
    /// If the lines have raised the level further.
    pub fn put_counts(&mut self, side: Side, counts: Counts) {
        let numbers = [counts.score, counts.lines, counts.level].map(u64::from);
        self.gates.stage(|probe, machine| {
            probe.put_numbers(machine, side as usize, numbers);
            probe.put_streak(machine, side as usize, (counts.combo + 1) as u64);
        });
        match &mut self.model {
            Model::One(game) => game.stage_counts(counts),
            Model::Two(game) => game.stage_counts(side, counts),
        }
    }

    /// Replaces the garbage that waits for a player of a match.
    ///
    /// # Panics
    /// In a game of one.
    pub fn put_garbage(&mut self, side: Side, batches: &[Batch]) {
        self.gates
            .stage(|probe, machine| probe.put_garbage(machine, side as usize, batches));
        self.in_match().stage_garbage(side, batches);
    }

    /// Sets the ticks of a match since time has raised the level.
    ///
    /// # Panics
    /// In a game of one.
    pub fn put_level_ticks(&mut self, ticks: u32) {
        self.gates
            .stage(|probe, machine| probe.put_level_ticks(machine, ticks.into()));
        self.in_match().stage_ticks(ticks);
    }

    fn in_match(&mut self) -> &mut Match {
        match &mut self.model {
            Model::One(_) => panic!("a game of one has no garbage and no level that rises by time"),
            Model::Two(game) => game,
        }
    }
}
