//! Rows and columns of a matrix of LEDs.

/// Size of a matrix of LEDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixSize {
    /// Rows, 1 to 16.
    pub rows: u8,
    /// Columns, 1 to 16.
    pub columns: u8,
}
