//! Pictures: where the beam is.

mod data_enable;
mod vga_timing;

pub use data_enable::DataEnable;
pub use vga_timing::{Axis, VgaMode, VgaTiming, VGA_640X480_60};
