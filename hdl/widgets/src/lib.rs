//! Hardware that knows no game: video timing, LEDs, digits, keys and buttons, sound and random numbers, one rust-hdl module per file.

#[macro_use]
mod defaults;

pub mod audio;
pub mod display;
pub mod input;
pub mod random;
pub mod timing;
pub mod video;
