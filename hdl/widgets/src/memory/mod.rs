//! Memories.

pub mod bit_checksum;
pub mod flash_chip;
pub mod flash_command;
pub mod flash_frame;
pub mod flash_link;
pub mod flash_store;
pub mod two_read_ram;

pub use bit_checksum::BitChecksum;
pub use flash_chip::{FlashChip, FlashLines};
pub use flash_command::{FlashAction, FlashCommand};
pub use flash_frame::FlashFrame;
pub use flash_link::FlashLink;
pub use flash_store::FlashStore;
pub use two_read_ram::TwoReadRam;
