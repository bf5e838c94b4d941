//! Pictures: where the beam is, and what its colours become at the pins.

mod dither;
mod vga_timing;

pub use dither::{full_scale, Dither};
pub use vga_timing::{Axis, VgaMode, VgaTiming, VGA_640X480_60};
