//! Sets up positions for test cases.

use crate::{Batch, Cell, Counts, Player, Shape, COLUMNS};

impl Player {
    /// Replaces the next shapes, as far as there are any.
    pub(crate) fn stage_shapes(&mut self, shapes: &[Shape]) {
        for (place, &shape) in self.supply.iter_mut().zip(shapes) {
            *place = shape;
        }
    }

    /// Replaces a row of the board. A falling piece is not checked before it moves.
    pub(crate) fn stage_row(&mut self, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.board.stage_row(y, cells);
    }

    /// Sets score, lines, level and combo.
    pub(crate) fn stage_counts(&mut self, counts: Counts) {
        self.tally.stage(counts);
    }

    /// Replaces the garbage that waits.
    pub(crate) fn stage_garbage(&mut self, batches: &[Batch]) {
        self.pending.stage(batches);
    }
}
