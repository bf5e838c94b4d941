//! Layout of a chip.

use gatefall_toolchain::PlacedCell;

/// Layout of a chip.
pub(super) struct Die {
    /// Number of tiles, including the edge.
    pub columns: u32,
    /// Number of tiles, including the edge.
    pub rows: u32,
    /// Columns of block RAM.
    pub ram_columns: [u32; 2],
}

impl Die {
    /// Layout of a device's chip. Source: chip databases of Project IceStorm.
    pub(super) fn of(device: &str) -> Die {
        let (columns, rows, ram_columns) = match device.get(2..) {
            Some("1k") => (14, 18, [3, 10]),
            Some("5k") => (26, 32, [6, 19]),
            _ => (34, 34, [8, 25]),
        };
        Die {
            columns,
            rows,
            ram_columns,
        }
    }

    /// True if the chip has the tile of this cell.
    pub(super) fn has(&self, cell: &PlacedCell) -> bool {
        cell.x < self.columns && cell.y < self.rows
    }
}
