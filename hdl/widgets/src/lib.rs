//! Hardware without a game: video timing, LEDs, digits, keys and buttons, sound, memories,
//! counters, random numbers and cells of the FPGA. Each file holds one rust-hdl module.

pub mod audio;
pub mod counting;
pub mod display;
pub mod input;
pub mod memory;
pub mod primitive;
pub mod property;
pub mod random;
pub mod timing;
pub mod video;
