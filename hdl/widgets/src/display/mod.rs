//! LEDs, digits and an LCD.
//!
//! A display outputs the position that it shows next, and the game returns the contents of that
//! position. No picture is stored twice. The game does not depend on the wiring of the LEDs.

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
