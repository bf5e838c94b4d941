//! Random numbers.

pub mod lfsr16;
pub mod lfsr32;

pub use lfsr16::Lfsr16;
pub use lfsr32::Lfsr32;
