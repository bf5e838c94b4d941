//! Id of the configuration flash, and a count of the saves in it.
//!
//! A pair of bytes of the saved block is its number and, before it, the complement; pair 0 is the
//! count. The place is that of a game's block: two saves replace both copies of it.
//!
//! **Interface**: `restart` is a strobe: the id and the block are read again. `save` is a strobe:
//! the flash gets `saves` plus one. `saves` follows at the next `restart`.

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::memory::{FlashChip, FlashStore};
use rust_hdl::prelude::*;

/// Format of the block.
const FORMAT: u16 = 0x5E1F;

/// The log.
#[derive(LogicBlock, Module)]
pub struct FlashLog {
    /// Module clock, at most 29 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: read the flash.
    pub restart: Signal<In, Bit>,
    /// Strobe: save.
    pub save: Signal<In, Bit>,
    /// The id. 0 before the first read.
    pub id: Signal<Out, Bits<24>>,
    /// Saves, modulo 256. 0 without a valid block or with another id.
    #[default(0)]
    pub saves: Signal<Out, Bits<8>>,
    /// Output of the flash, asynchronous.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    #[part]
    #[given]
    store: FlashStore,
    last_id: DFF<Bits<24>>,
    count: DFF<Bits<8>>,
    next_count: Signal<Local, Bits<8>>,
    pair: Signal<Local, Bits<8>>,
    is_second: Signal<Local, Bit>,
}

impl FlashLog {
    /// For this chip. A flash that is not known is not written.
    pub fn new(chip: Option<FlashChip>) -> Self {
        construct!(FlashLog {
            store: FlashStore::new(chip.unwrap_or(FlashChip::UNKNOWN), FORMAT),
        })
    }
}

#[clocked]
impl Logic for FlashLog {
    #[hdl_gen]
    fn update(&mut self) {
        self.store.restart.next = self.restart.val();
        self.store.save.next = self.save.val();
        self.store.flash_miso.next = self.flash_miso.val();
        self.flash_clock.next = self.store.flash_clock.val();
        self.flash_cs.next = self.store.flash_cs.val();
        self.flash_mosi.next = self.store.flash_mosi.val();
        self.next_count.next = self.count.q.val() + 1;
        self.pair.next = self.store.address.val().get_bits::<8>(1);
        self.is_second.next = self.store.address.val().get_bit(0);
        self.store.read_data.next = !self.pair.val();
        if self.is_second.val() {
            self.store.read_data.next = self.pair.val();
        }
        if !self.pair.val().any() {
            self.store.read_data.next = 0.into();
            if self.is_second.val() {
                self.store.read_data.next = self.next_count.val();
            }
        }
        if self.store.write.val() & !self.pair.val().any() & self.is_second.val() {
            self.count.d.next = self.store.write_data.val();
        }
        if self.store.id_moves.val() {
            self.last_id.d.next =
                (self.last_id.q.val() << 1) | bit_cast::<24, 1>(self.store.id_bit.val().into());
        }
        self.id.next = self.last_id.q.val();
        if self.store.loaded.val() {
            self.saves.next = self.count.q.val();
        }
    }
}
