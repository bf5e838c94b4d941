//! Size of a matrix of LEDs.

/// Size of a matrix of LEDs. The first LED is at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedMatrixSize {
    /// LEDs in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
}
