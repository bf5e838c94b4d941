//! Positions that cases start from.

use crate::{Cell, Player, Shape, COLUMNS};

impl Player {
    /// The coming shapes are these, as far as there are any.
    pub(crate) fn stage_shapes(&mut self, shapes: &[Shape]) {
        for (place, &shape) in self.supply.iter_mut().zip(shapes) {
            *place = shape;
        }
    }

    /// A row of the board is this. A falling piece takes no notice before it moves.
    pub(crate) fn stage_row(&mut self, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.board.stage_row(y, cells);
    }
}
