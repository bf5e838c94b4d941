//! Sets up positions for test cases.

use super::{Arcade, Statistics, Table};
use crate::{Cell, Counts, Shape, Side, COLUMNS};

impl Arcade {
    /// Replaces the next shapes of all players, as far as there are any.
    pub fn stage_shapes(&mut self, shapes: &[Shape]) {
        match &mut self.table {
            Some(Table::One(game)) => game.stage_shapes(shapes),
            Some(Table::Two(game)) => game.stage_shapes(shapes),
            None => {}
        }
    }

    /// Replaces a row of a player's board. A falling piece is not checked before it moves.
    pub fn stage_row(&mut self, side: Side, y: usize, cells: [Option<Cell>; COLUMNS]) {
        match &mut self.table {
            Some(Table::One(game)) if side == Side::One => game.stage_row(y, cells),
            Some(Table::Two(game)) => game.stage_row(side, y, cells),
            _ => {}
        }
    }

    /// Sets score, lines, level and combo of a player.
    ///
    /// # Panics
    /// If the lines have raised the level further.
    pub fn stage_counts(&mut self, side: Side, counts: Counts) {
        match &mut self.table {
            Some(Table::One(game)) if side == Side::One => game.stage_counts(counts),
            Some(Table::Two(game)) => game.stage_counts(side, counts),
            _ => {}
        }
    }

    /// Sets the statistics of a player.
    pub fn stage_statistics(&mut self, side: Side, statistics: Statistics) {
        self.books.statistics[side as usize] = statistics;
    }
}
