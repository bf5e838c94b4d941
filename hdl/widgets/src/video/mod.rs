//! Pictures: where the beam is, and what an old screen makes of it.

mod data_enable;
mod scan_line;
mod vga_timing;

pub use data_enable::DataEnable;
pub use scan_line::ScanLine;
pub use vga_timing::{Axis, VgaMode, VgaTiming, VGA_640X480_60};
