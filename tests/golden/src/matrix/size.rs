//! Size of the board.

/// Columns of the matrix.
pub const BOARD_COLUMNS: usize = 7;

/// Rows of the matrix.
pub const BOARD_ROWS: usize = 10;
