//! Memories.

pub mod two_read_ram;

pub use two_read_ram::TwoReadRam;
