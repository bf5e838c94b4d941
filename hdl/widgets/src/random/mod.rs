//! Random numbers.

pub mod lfsr32;

pub use lfsr32::Lfsr32;
