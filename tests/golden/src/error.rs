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
