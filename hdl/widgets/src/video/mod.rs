//! Timing of the VGA beam, data enable, and the visible lines of an old screen.

mod data_enable;
mod scan_line;
mod vga_timing;

pub use data_enable::DataEnable;
pub use scan_line::ScanLine;
pub use vga_timing::{Axis, VgaMode, VgaTiming, VGA_640X480_60};
