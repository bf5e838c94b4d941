//! Memories.

pub mod flash_id;
pub mod two_read_ram;

pub use flash_id::FlashId;
pub use two_read_ram::TwoReadRam;
