//! Hardware that knows no game: video timing, LEDs, digits, keys and buttons, sound, random numbers and cells of the FPGA, one rust-hdl module per file.

#[macro_use]
mod defaults;

pub mod audio;
pub mod display;
pub mod input;
pub mod primitive;
pub mod random;
pub mod timing;
pub mod video;
