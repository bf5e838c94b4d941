//! What the model refuses.

use crate::Shape;
use thiserror::Error;

/// A sequence of shapes that no bag of seven can deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("spawn {position} repeats {shape:?} within its bag of seven")]
pub struct BagError {
    /// The shape that came twice.
    pub shape: Shape,
    /// Which spawn of the game it was, counted from 0.
    pub position: usize,
}

/// A column that no hole of garbage can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum HoleError {
    /// The board has no such column.
    #[error("hole in column {column}, but the columns are 0 to 9")]
    OffTheBoard {
        /// The column.
        column: usize,
    },
    /// The batch before for the same player has it.
    #[error("hole in column {column}, as that of the batch before")]
    Repeated {
        /// The column.
        column: usize,
    },
}
