//! LEDs, digits and an LCD.
//!
//! A display asks for what it is about to show: it puts out where it is, and the game looks up what
//! is there. No picture is stored twice, and the game never knows how its LEDs are wired.

mod matrix_size;
pub mod row_scan;
pub mod seven_segment;
pub mod st7735;
pub mod ws2812;

pub use matrix_size::MatrixSize;
pub use row_scan::RowScan;
pub use seven_segment::SevenSegment;
pub use st7735::{Panel, St7735};
pub use ws2812::Ws2812;
