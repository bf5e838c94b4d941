//! Errors of the model.

use crate::Shape;
use thiserror::Error;

/// A sequence of shapes that no 7-bag randomizer can deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("spawn {position} repeats {shape:?} within its bag of seven")]
pub struct BagError {
    /// The repeated shape.
    pub shape: Shape,
    /// Number of the spawn in the game, from 0.
    pub position: usize,
}

/// An invalid column of a hole in garbage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HoleError {
    /// The board has no such column.
    #[error("hole in column {column}, but the columns are 0 to 9")]
    OffTheBoard {
        /// The column.
        column: usize,
    },
    /// The previous batch for the same player has this column.
    #[error("hole in column {column}, as that of the batch before")]
    Repeated {
        /// The column.
        column: usize,
    },
}
