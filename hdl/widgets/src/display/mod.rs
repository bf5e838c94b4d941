//! LEDs, digits and an LCD.
//!
//! A display asks for what it is about to show: it puts out where it is, and the game looks up what
//! is there. No picture is stored twice, and the game never knows how its LEDs are wired.

pub mod row_scan;
pub mod seven_segment;
pub mod st7735;
pub mod ws2812;

pub use row_scan::RowScan;
pub use seven_segment::SevenSegment;
pub use st7735::{Panel, St7735};
pub use ws2812::Ws2812;

/// Size of a matrix of LEDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixSize {
    /// Rows, 1 to 16.
    pub rows: u8,
    /// Columns, 1 to 16.
    pub columns: u8,
}
