//! Size of the matrix, colours of its cells, and the time for which a block is steered.

/// Rows of the matrix.
pub(super) const ROWS: usize = 10;
/// Columns of the matrix.
pub(super) const COLUMNS: usize = 7;
/// Colours of cells, and numbers of the palette: dark, in the construction zone, falling below it,
/// fixed.
pub(super) const DARK: u8 = 0;
pub(super) const STEERED: u8 = 1;
pub(super) const FALLING: u8 = 2;
pub(super) const FIXED: u8 = 3;
/// Ticks for which a block can be steered.
pub(super) const CONTROL_TICKS: u8 = 3;
