//! Geometry of an LCD panel.

/// Columns of the panel.
pub(super) const WIDTH: usize = 128;

/// Rows of the panel.
pub(super) const HEIGHT: usize = 160;

/// Geometry of a panel with an ST7735. The memory extends beyond the panel by the same amount on
/// opposite sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelGeometry {
    /// Columns of the memory to the left of the panel: 2 of 132 on panels with a "green tab",
    /// otherwise 0 of 128.
    pub column_offset: usize,
    /// Rows of the memory above the panel: 1 of 162, or 0 of 160.
    pub row_offset: usize,
    /// True if the panel is mounted on its side, with the last row at the left and the first column
    /// on top.
    pub is_turned: bool,
    /// True if the order of the subpixels is blue, green, red. Then bit 3 of MADCTL must be set for
    /// red in the high bits of a pixel.
    pub is_blue_first: bool,
}

impl PanelGeometry {
    /// Columns and rows of the memory.
    pub(super) fn memory_size(self) -> (usize, usize) {
        (WIDTH + 2 * self.column_offset, HEIGHT + 2 * self.row_offset)
    }
}
