//! Block of 512 bytes that outlasts a power-off, in the last two sectors of the configuration
//! flash.
//!
//! Each sector has a copy: 256 words of 16 bits, a sequence number and a checksum. A save replaces
//! only the older copy, and writes number and checksum last. So a power cut at any time leaves the
//! old block or the new one.
//!
//! ```text
//! start   release AB, pause, wait 05, id 9F, check copy 0, check copy 1, load the newer valid copy
//! save    enable 06, erase 20, wait, 3 x (enable, program 02, wait), check copy 0, check copy 1
//! ```
//!
//! In a chip whose blocks are locked at power-up, each save begins with enable 06, unlock 98, wait.
//! A further unlock has no effect.
//!
//! A different id than expected means that there is no flash: nothing is written. The checks after
//! a save find the newer valid copy again, so a failed write does not count.
//!
//! Two bits of a sequence number are enough: the numbers of two valid copies differ by one.
//!
//! **Interface**: starts after a reset and with the strobe `restart`; `restart` is ignored while
//! `busy`. `save` is a strobe; one that comes while `busy` begins a save afterwards, one without
//! `present` is ignored. During a save the store reads the memory: `read_data` is the byte at
//! `address`, one or two clocks later. During a load `write` is a strobe for `write_data`. `loads`
//! and `programs` are high then, 250 clocks and more before the first byte.
//!
//! **Timing**: a bit takes eight clocks. A start takes 101,000 clocks. A save takes 102,000 clocks
//! and the times of the chip for an erase and three programs.
//! **Source**: Winbond W25Q32JV: commands, 256 bytes in a page, 4 KiB in a sector, status bit 0 is
//! busy, a write ends the write enable. Micron N25Q032 is the same. Makers need up to 35 us from
//! the release to the next command; the pause has 1280 clocks. Microchip SST26VF032B (DS20005218):
//! locked at power-up; Linux (`drivers/mtd/spi-nor`) unlocks it with the same enable, 98 and wait.

use super::{FlashAction, FlashChip, FlashFrame};
use crate::property::{Definition, Mutant, Observer, Property};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The store.
#[derive(LogicBlock, Module)]
pub struct FlashStore {
    /// Module clock, at most 29 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the flash is not selected.
    pub reset: Signal<In, Bit>,
    /// Strobe: identify the flash and load the block.
    pub restart: Signal<In, Bit>,
    /// Strobe: save the block.
    pub save: Signal<In, Bit>,
    /// Level: the id is that of the chip.
    pub present: Signal<Out, Bit>,
    /// Level: a start or a save is in progress.
    pub busy: Signal<Out, Bit>,
    /// Level: the last start has loaded a block.
    pub loaded: Signal<Out, Bit>,
    /// Level: the store writes the memory.
    pub loads: Signal<Out, Bit>,
    /// Level: it reads the memory.
    pub programs: Signal<Out, Bit>,
    /// Address in the memory.
    pub address: Signal<Out, Bits<9>>,
    /// Byte of the memory.
    pub read_data: Signal<In, Bits<8>>,
    /// Byte for the memory.
    pub write_data: Signal<Out, Bits<8>>,
    /// Strobe: write the byte.
    pub write: Signal<Out, Bit>,
    /// Strobe: `id_bit` is the next bit of the id, the highest of 24 first.
    pub id_moves: Signal<Out, Bit>,
    /// A bit of the id.
    pub id_bit: Signal<Out, Bit>,
    /// The last eight bits from the flash.
    pub received: Signal<Out, Bits<8>>,
    /// Output of the flash, asynchronous.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash: an eighth of the module clock.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    #[part(idle(clear))]
    #[given]
    frame: FlashFrame,
    #[reset(FlashAction::Release)]
    action: DFF<FlashAction>,
    /// Copy that is read or written.
    copy: DFF<Bit>,
    /// Copy that a save keeps.
    newest: DFF<Bit>,
    /// Sequence number of the copy that a save keeps.
    sequence_number: DFF<Bits<2>>,
    /// Copy 0 is valid.
    found: DFF<Bit>,
    is_present: DFF<Bit>,
    is_loaded: DFF<Bit>,
    is_wanted: DFF<Bit>,
    is_writing: DFF<Bit>,
    is_erased: DFF<Bit>,
    is_loading: DFF<Bit>,
    /// A save has not sent an unlock.
    is_locked: DFF<Bit>,
    next_sequence: Signal<Local, Bits<2>>,
    read_sequence: Signal<Local, Bits<2>>,
    is_chip_busy: Signal<Local, Bit>,
    second_is_newer: Signal<Local, Bit>,
    /// The next erase is an unlock. Without locks always low, so synthesis removes `is_locked`.
    unlocks: Signal<Local, Bit>,
    has_locks: Constant<Bit>,
}

impl FlashStore {
    /// Store in this chip. Blocks of another `format` count as invalid.
    ///
    /// # Panics
    /// If the chip has no two whole sectors, or more than 16 MiB.
    pub fn new(chip: FlashChip, format: u16) -> Self {
        construct!(FlashStore {
            frame: FlashFrame::new(chip, format),
            has_locks: Constant::new(chip.is_locked),
        })
    }
}

#[clocked]
impl Logic for FlashStore {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_sequence.next = self.sequence_number.q.val() + 1;
        self.frame.action.next = self.action.q.val();
        self.unlocks.next = self.has_locks.val() & self.is_locked.q.val();
        self.frame.unlocks.next = self.unlocks.val();
        self.frame.copy.next = self.copy.q.val();
        self.frame.next_sequence.next = self.next_sequence.val();
        self.frame.read_data.next = self.read_data.val();
        self.frame.flash_miso.next = self.flash_miso.val();
        self.flash_clock.next = self.frame.flash_clock.val();
        self.flash_cs.next = self.frame.flash_cs.val();
        self.flash_mosi.next = self.frame.flash_mosi.val();
        self.address.next = self.frame.address.val();
        self.write_data.next = self.frame.received_byte.val();
        self.write.next = self.is_loading.q.val() & self.frame.byte_read.val();
        self.loads.next = self.is_loading.q.val();
        self.programs.next = self.action.q.val() == FlashAction::Program;
        self.received.next = self.frame.received.val();
        self.id_moves.next = self.frame.id_moves.val();
        self.id_bit.next = self.frame.id_bit.val();
        self.present.next = self.is_present.q.val();
        self.busy.next = self.action.q.val() != FlashAction::Rest;
        self.loaded.next = self.is_loaded.q.val();
        // Eight ones are no chip.
        self.is_chip_busy.next =
            self.frame.received.val().get_bit(0) & !self.frame.received.val().all();
        self.read_sequence.next = self.frame.read_sequence.val();
        self.second_is_newer.next = self.frame.is_valid.val()
            & (!self.found.q.val() | (self.read_sequence.val() == self.next_sequence.val()));
        if self.action.q.val() == FlashAction::Rest {
            if self.restart.val() {
                self.action.d.next = FlashAction::Release;
            } else if self.is_wanted.q.val() & self.is_present.q.val() {
                self.is_wanted.d.next = false;
                self.is_writing.d.next = true;
                self.is_erased.d.next = false;
                self.is_locked.d.next = true;
                self.copy.d.next = !self.newest.q.val();
                self.action.d.next = FlashAction::Enable;
            }
        }
        if self.frame.ended.val() {
            match self.action.q.val() {
                FlashAction::Release => self.action.d.next = FlashAction::Pause,
                FlashAction::Pause => {
                    self.frame.clear.next = true;
                    self.action.d.next = FlashAction::Wait;
                }
                FlashAction::Wait => {
                    if !self.is_chip_busy.val() {
                        self.action.d.next = FlashAction::Identify;
                        if self.is_writing.q.val() {
                            self.action.d.next = FlashAction::Enable;
                        }
                        if self.is_writing.q.val() & self.frame.is_complete.val() {
                            self.frame.clear.next = true;
                            self.copy.d.next = false;
                            self.action.d.next = FlashAction::Read;
                        }
                    }
                }
                FlashAction::Identify => {
                    self.copy.d.next = false;
                    self.is_present.d.next = !self.frame.is_other.val();
                    self.action.d.next = FlashAction::Read;
                    if self.frame.is_other.val() {
                        self.is_loaded.d.next = false;
                        self.action.d.next = FlashAction::Rest;
                    }
                }
                FlashAction::Enable => {
                    self.action.d.next = FlashAction::Erase;
                    if self.is_erased.q.val() {
                        self.action.d.next = FlashAction::Program;
                    }
                }
                FlashAction::Erase => {
                    self.is_erased.d.next = !self.unlocks.val();
                    self.is_locked.d.next = false;
                    self.action.d.next = FlashAction::Wait;
                }
                FlashAction::Program => self.action.d.next = FlashAction::Wait,
                _ => {
                    self.frame.clear.next = true;
                    if self.is_loading.q.val() {
                        self.is_loading.d.next = false;
                        self.is_loaded.d.next = self.frame.is_valid.val();
                        self.action.d.next = FlashAction::Rest;
                    } else if !self.copy.q.val() {
                        self.found.d.next = self.frame.is_valid.val();
                        self.newest.d.next = !self.frame.is_valid.val();
                        self.sequence_number.d.next = self.read_sequence.val();
                        self.copy.d.next = true;
                    } else {
                        if self.second_is_newer.val() {
                            self.newest.d.next = true;
                            self.sequence_number.d.next = self.read_sequence.val();
                        }
                        self.copy.d.next = self.second_is_newer.val();
                        self.is_writing.d.next = false;
                        self.is_loading.d.next = true;
                        if self.is_writing.q.val() {
                            self.is_loading.d.next = false;
                            self.action.d.next = FlashAction::Rest;
                        } else if !self.found.q.val() & !self.frame.is_valid.val() {
                            self.is_loading.d.next = false;
                            self.is_loaded.d.next = false;
                            self.action.d.next = FlashAction::Rest;
                        }
                    }
                }
            }
        }
        if self.save.val() & self.is_present.q.val() {
            self.is_wanted.d.next = true;
        }
    }
}

/// The first 32 bits that the flash has received since it was selected, and an unlock that it has
/// received since the last rest.
const FLASH: &[Observer] = &[
    Observer::new("clock_before", 1, "flash_clock"),
    Observer::new(
        "bits",
        6,
        "flash_cs ? 6'd0 : bits + (receives && bits != 32)",
    ),
    Observer::new(
        "sent",
        32,
        "flash_cs ? 32'd0 : receives && bits != 32 ? {sent[30:0], flash_mosi} : sent",
    ),
    Observer::new(
        "unlocked",
        1,
        "action != FLASH_ACTION_REST && (unlocked || bits == 8 && sent[7:0] == 8'h98)",
    ),
];

const FLASH_DEFINITIONS: &[Definition] = &[
    Definition::new("receives", 1, "flash_clock && !clock_before"),
    Definition::new("selects", 1, "frame.link.select"),
    Definition::new("gap", 1, "frame.is_gap"),
    Definition::new("phase", 3, "frame.link.phase"),
    Definition::new("place", 6, "frame.place"),
    Definition::new(
        "is_write",
        1,
        "action == FLASH_ACTION_ENABLE || action == FLASH_ACTION_ERASE \
         || action == FLASH_ACTION_PROGRAM",
    ),
];

const FLASH_LEMMAS: &[&str] = &[
    "action <= FLASH_ACTION_REST",
    // The clock, of which `phase` is one ahead.
    "!flash_clock || phase >= 5 || phase == 0",
    "!clock_before || phase >= 6 || phase <= 1",
    "phase != 0 && phase < 6 || flash_clock == clock_before",
    "phase < 5 || selects == flash_clock",
    "selects || gap || !flash_clock && !clock_before",
    "gap || place != 0 || phase != 0 || !flash_clock",
    "selects || phase == 0 || !flash_clock",
    // The select.
    "!selects || phase == 0 || !flash_cs",
    "selects || phase < 5 || flash_cs",
    "gap || selects || flash_cs",
    "gap || phase != 0 || place != 0 || flash_cs",
    "!selects || phase != 0 || place == 0 || !flash_cs",
    "action != FLASH_ACTION_REST \
     || phase == 0 && flash_cs && !gap && place == 0 && !is_loading",
    // The bits.
    "!gap || phase < 6 || bits == 0",
    "!selects || bits == (place[5] ? 6'd32 : place + (phase >= 6))",
    "selects || gap || bits == 0",
    "!selects || phase == 0 || place[5] || flash_mosi == frame.header[5'd31 - place[4:0]]",
    "bits == 0 || bits == 32 && place[5] || sent == frame.header >> (6'd32 - bits)",
    "bits != 0 || sent == 0",
    "bits != 32 || sent[31:10] == frame.header[31:10]",
    // The store.
    "!is_write || is_writing",
    "!is_writing || is_present && !is_loading",
    "!is_loading || action == FLASH_ACTION_READ",
    "!is_writing || action == FLASH_ACTION_READ || copy != newest",
    "!is_writing || is_write || action == FLASH_ACTION_READ || action == FLASH_ACTION_WAIT",
    // The unlock.
    "!is_locked || !is_erased",
    "!is_locked || action == FLASH_ACTION_ENABLE || action == FLASH_ACTION_ERASE",
    "!gap || phase != 0 || action != FLASH_ACTION_ERASE || !unlocks || bits == 8",
    "!gap || phase == 0 || action != FLASH_ACTION_ERASE || !unlocks || unlocked",
    "!HAS_LOCKS || !is_writing || is_locked || unlocked",
];

/// Inputs that do not change.
const IDLE_INPUTS: &[&str] = &[
    "!reset || !after_reset",
    "!flash_miso && read_data == 0 && !save && !restart",
];

const fn property(name: &'static str, holds: &'static str, mutant: Mutant) -> Property {
    Property {
        lemmas: FLASH_LEMMAS,
        definitions: FLASH_DEFINITIONS,
        observers: FLASH,
        ..Property::new(name, holds, mutant.given(IDLE_INPUTS))
    }
}

/// A command that writes has an address as its bits 8 to 31.
const IN_ITS_PLACE: Property = property(
    "only the older copy, in the last two sectors of 4 MiB, is erased or programmed",
    "bits != 32 || sent[31:24] != 8'h20 && sent[31:24] != 8'h02 \
     || sent[23:13] == 11'h1ff && sent[12] != newest",
    // With a link that is faster: phases 0, 4, 7.
    Mutant::new(
        "action <= FLASH_ACTION_RELEASE",
        "action <= FLASH_ACTION_ERASE",
        110,
    )
    .also(
        "phase + 3'd1",
        "phase + (phase == 3'd0 ? 3'd4 : phase == 3'd4 ? 3'd3 : 3'd1)",
    ),
);

const IN_ITS_CHIP: Property = property(
    "nothing is written or unlocked without the expected chip",
    "bits != 8 || present \
     || sent[7:0] != 8'h06 && sent[7:0] != 8'h20 && sent[7:0] != 8'h02 && sent[7:0] != 8'h98",
    Mutant::new(
        "action <= FLASH_ACTION_RELEASE",
        "action <= FLASH_ACTION_ERASE",
        70,
    ),
);

const KNOWN_COMMANDS: Property = property(
    "no other command is sent, and an unlock only to a chip with locks",
    "bits != 8 || sent[7:0] == 8'hab || sent[7:0] == 8'h05 || sent[7:0] == 8'h9f \
     || sent[7:0] == 8'h03 || sent[7:0] == 8'h06 || sent[7:0] == 8'h20 \
     || sent[7:0] == 8'h02 || sent[7:0] == 8'h98 && HAS_LOCKS",
    Mutant::new("command = 8'd171", "command = 8'd170", 70),
);

const UNLOCKED: Property = property(
    "a chip with locks is unlocked before each erase and program",
    "bits != 8 || unlocked || sent[7:0] != 8'h20 && sent[7:0] != 8'h02",
    Mutant::new(
        "action <= FLASH_ACTION_RELEASE",
        "action <= FLASH_ACTION_ERASE",
        70,
    ),
);

impl FlashStore {
    /// Properties that are proved, of any chip.
    pub const PROPERTIES: &'static [Property] = &[IN_ITS_PLACE, IN_ITS_CHIP, KNOWN_COMMANDS];

    /// Those of a chip whose blocks are locked at power-up.
    pub const LOCKED_PROPERTIES: &'static [Property] =
        &[IN_ITS_PLACE, IN_ITS_CHIP, KNOWN_COMMANDS, UNLOCKED];
}
