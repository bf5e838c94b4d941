//! A flash chip, and the lines to it.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// A flash chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlashChip {
    /// Size in bytes, at most 16 MiB.
    pub bytes: u32,
    /// JEDEC id: maker, type and capacity.
    pub id: u32,
    /// All blocks are write-protected at power-up, until the command `98` unlocks them.
    pub is_locked: bool,
}

impl FlashChip {
    /// Stands for a flash that is not known. No maker has the number 0, so no flash has this id.
    pub const UNKNOWN: FlashChip = FlashChip {
        bytes: 1 << 22,
        id: 1,
        is_locked: false,
    };
}

/// Lines of an SPI flash.
#[interface(client = FlashChipLines)]
pub struct FlashLines {
    /// Output of the flash, asynchronous.
    pub miso: Signal<In, Bit>,
    /// Clock of the flash.
    pub shift_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub mosi: Signal<Out, Bit>,
}
