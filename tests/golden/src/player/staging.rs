//! Sets up positions for test cases.

use crate::{Cell, Player, Shape, COLUMNS};

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
}
