//! Pictures: where the beam is, and what its colours become at the pins.

mod data_enable;
mod dither;
mod vga_timing;

pub use data_enable::DataEnable;
pub use dither::{full_scale, Dither};
pub use vga_timing::{Axis, VgaMode, VgaTiming, VGA_640X480_60};
