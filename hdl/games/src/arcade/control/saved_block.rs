//! Keeps settings and score tables in the configuration flash.
//!
//! | bytes of the block | contents |
//! |---|---|
//! | 0 to 383 | the score tables, as [`OpenTablesClient`] has them |
//! | 384 to 415 | values of the rows of menu and settings |
//! | 416 to 447 | the keys that are set, as [`SavedKeysClient`] has them |
//! | 448 to 511 | not read |
//!
//! The block is loaded after power-up and after a reset. It is saved when a setting, a set key or a
//! score table has changed, as soon as the game does not run and no setting is being chosen.
//! Without a flash of the known kind nothing is written, and everything lasts until power-off.
//!
//! **Interface**: `changed` is a strobe, `may_save` a level. `rows` and `tables` are open for 250
//! clocks before the first access. `renews` is a strobe: values, tables or `missing` may have
//! changed.

use super::settings::SavedRowsClient;
use crate::arcade::statistics::item_memory::OpenTablesClient;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::keyboard_decoder::SavedKeysClient;
use gatefall_widgets::memory::{FlashChip, FlashLines, FlashStore};
use rust_hdl::prelude::*;

/// Format of the block. A block of another format is not loaded.
const FORMAT: u16 = 0xA703;

/// The rows stand at 32 times this address.
const ROWS: u8 = 12;
/// And the keys at 32 times this one.
const KEYS: u8 = 13;

/// The block.
#[derive(LogicBlock, Module)]
pub struct SavedBlock {
    /// Pixel clock, at most 29 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the block is loaded again.
    pub reset: Signal<In, Bit>,
    /// Strobe: a setting or a score table has changed. `rows` reports changes by a start, and
    /// `keys` those of set keys.
    pub changed: Signal<In, Bit>,
    /// Level: no game runs, and no setting is being chosen. Countdown, pause and wait are no
    /// obstacle.
    pub may_save: Signal<In, Bit>,
    /// Values of the rows.
    pub rows: SavedRowsClient,
    /// Keys that are set.
    pub keys: SavedKeysClient,
    /// Characters of the score tables.
    pub tables: OpenTablesClient,
    /// Strobe: a start or a save has ended.
    pub renews: Signal<Out, Bit>,
    /// Level: there is no flash of the known kind.
    pub missing: Signal<Out, Bit>,
    /// Lines of the flash.
    pub flash: FlashLines,
    #[part]
    #[given]
    store: FlashStore,
    has_changed: DFF<Bit>,
    was_busy: DFF<Bit>,
    /// Registered because the way on to the rows is long.
    is_open: DFF<Bit>,
    saves: Signal<Local, Bit>,
    #[default(0)]
    place: Signal<Local, Bits<9>>,
    #[default(0)]
    new_byte: Signal<Local, Bits<8>>,
    #[default(0)]
    new_value: Signal<Local, Bits<6>>,
    writes: Signal<Local, Bit>,
    is_row: Signal<Local, Bit>,
    is_key: Signal<Local, Bit>,
    #[value(4 * KEYS - 1)]
    before_keys: Constant<Bits<6>>,
    #[value(KEYS)]
    keys_block: Constant<Bits<4>>,
    #[value(ROWS)]
    rows_block: Constant<Bits<4>>,
    /// Without a flash all outputs are constant, so synthesis removes the store.
    has_flash: Constant<Bit>,
}

impl SavedBlock {
    /// In this chip.
    pub fn new(chip: Option<FlashChip>) -> Self {
        construct!(SavedBlock {
            store: FlashStore::new(chip.unwrap_or(FlashChip::UNKNOWN), FORMAT),
            has_flash: Constant::new(chip.is_some()),
        })
    }
}

#[clocked]
impl Logic for SavedBlock {
    #[hdl_gen]
    fn update(&mut self) {
        self.store.restart.next = false;
        self.store.flash_miso.next = self.flash.miso.val();
        self.flash.shift_clock.next = self.store.flash_clock.val() & self.has_flash.val();
        self.flash.cs.next = self.store.flash_cs.val() | !self.has_flash.val();
        self.flash.mosi.next = self.store.flash_mosi.val() & self.has_flash.val();
        self.missing.next = !self.store.present.val() | !self.has_flash.val();

        self.saves.next = self.has_changed.q.val() & self.may_save.val();
        self.store.save.next = self.saves.val();
        if self.saves.val() {
            self.has_changed.d.next = false;
        }
        if self.changed.val() | self.rows.changes.val() | self.keys.changes.val() {
            self.has_changed.d.next = true;
        }
        self.was_busy.d.next = self.store.busy.val() & self.has_flash.val();
        self.renews.next = self.was_busy.q.val() & !self.store.busy.val();

        self.is_open.d.next =
            (self.store.loads.val() | self.store.programs.val()) & self.has_flash.val();
        self.rows.open.next = self.is_open.q.val();
        self.tables.open.next = self.is_open.q.val();
        if self.has_flash.val() {
            self.place.next = self.store.address.val();
            self.new_byte.next = self.store.write_data.val();
            // The last bits received are the byte of the clock before.
            self.new_value.next = self.store.received.val().get_bits::<6>(0);
        }
        self.is_key.next = self.place.val().get_bits::<4>(5) == self.keys_block.val();
        // From the eighth byte before the keys on.
        self.keys.open.next = self.is_open.q.val()
            & (self.is_key.val() | (self.place.val().get_bits::<6>(3) == self.before_keys.val()));
        self.keys.place.next = self.place.val().get_bits::<5>(0);
        self.keys.new_value.next = self.new_byte.val();
        self.rows.row.next = self.place.val().get_bits::<5>(0);
        self.rows.new_value.next = self.new_value.val();
        self.tables.place.next = self.place.val();
        self.tables.write_data.next = self.new_byte.val();
        self.is_row.next = self.place.val().get_bits::<4>(5) == self.rows_block.val();
        self.store.read_data.next = self.tables.read_data.val();
        if self.is_row.val() {
            self.store.read_data.next = bit_cast::<8, 6>(self.rows.value.val());
        }
        if self.is_key.val() {
            self.store.read_data.next = self.keys.value.val();
        }
        self.writes.next = self.store.write.val() & self.has_flash.val();
        self.rows.write.next = self.writes.val() & self.is_row.val();
        self.keys.write.next = self.writes.val() & self.is_key.val();
        self.tables.write.next = self.writes.val() & !self.place.val().get_bits::<2>(7).all();
    }
}
