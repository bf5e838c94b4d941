//! Hardware that knows no game: video timing, keyboard receivers, sound and random numbers, one rust-hdl module per file.

#[macro_use]
mod bench;
#[macro_use]
mod defaults;

pub mod audio;
pub mod input;
pub mod random;
pub mod video;
