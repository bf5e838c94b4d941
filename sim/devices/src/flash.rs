//! SPI NOR flash of 4 MiB with the bitstream, of which the circuit may write the last two sectors.
//!
//! | command | byte | effect |
//! |---|---|---|
//! | release | `AB` | ends the power-down; 35 us later the chip takes commands |
//! | power-down | `B9` | the chip takes only the release |
//! | id | `9F` | answers with its id of three bytes |
//! | read | `03` | answers with the bytes from a 24-bit address on; before the two sectors `FF` |
//! | status | `05` | answers with bit 0, busy, and bit 1, write enable; as often as it is clocked |
//! | write enable, disable | `06`, `04` | sets, clears the write enable; a write clears it too |
//! | program | `02` | clears bits from an address on; the address wraps within the page |
//! | erase | `20` | sets all bits of a sector of 4 KiB |
//! | unlock | `98` | only with `locks`: unlocks all blocks until the chip is switched off |
//!
//! The chip starts in power-down, as after a configuration. With `locks` all blocks are locked
//! then. Program, erase, unlock, enable and disable start when the chip is deselected after a whole
//! byte. `fault` has a bit for each [`FlashFault`]; the bits stay set. A refused command has no
//! effect. A release while the chip is busy is ignored, as the data sheet says, and is no fault:
//! after a reset the circuit does not know of a write.
//!
//! The output is high when the flash has nothing to say, like a line with a pull-up.
//!
//! **Source**: Winbond W25Q32JV: SPI mode 0, commands, 50 ns between selections, times of
//! `FlashArray`. Micron N25Q032 has the same commands. 35 us is the longest time to wake up that
//! makers of flashes state. Microchip SST26VF032B (DS20005218): the locks. The chip ignores a write
//! to a locked block, and the model has a fault for it. An unlock clears the write enable of the
//! model, so a write needs another one on any chip.

use crate::flash_array::FlashArray;
use rust_hdl::prelude::*;
use thiserror::Error;

/// Id at the start: Winbond, 32 Mbit.
pub const FLASH_ID: u32 = 0xEF_4016;

/// Bytes of the two sectors that the circuit may write.
pub const FLASH_BYTES: usize = 1 << 13;
/// The memory of a bench with their bits, inverted: an erased flash is 0.
pub(crate) const FLASH_CELLS: &str = "flash_chip.array.cells";

/// Use that a chip does not accept. The value is the number of the bit in the model's `fault`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FlashFault {
    /// A command that the model does not have.
    #[error("the flash has no such command")]
    Unknown,
    /// A command during the power-down or less than 35 us after its end.
    #[error("the flash had a command before it was awake")]
    Asleep,
    /// A command other than status during a write.
    #[error("the flash had a command while it was busy")]
    Busy,
    /// A program, an erase or an unlock without a write enable.
    #[error("the flash had a write without a write enable")]
    NotEnabled,
    /// A write outside of the last two sectors.
    #[error("the flash had a write outside of its last two sectors")]
    Outside,
    /// A program should set a bit that is 0.
    #[error("the flash had a program that needs an erase before it")]
    NotErased,
    /// A deselection within a byte, or with too few or too many bytes.
    #[error("the flash was deselected within a command")]
    Cut,
    /// A high clock while the select changes, or less than 50 ns between two selections.
    #[error("the flash was selected or deselected at the wrong time")]
    Select,
    /// A program or an erase while the blocks are locked.
    #[error("the flash had a write before its blocks were unlocked")]
    NotUnlocked,
}

impl FlashFault {
    /// Every fault, by the numbers of their bits.
    pub const ALL: [FlashFault; 9] = [
        FlashFault::Unknown,
        FlashFault::Asleep,
        FlashFault::Busy,
        FlashFault::NotEnabled,
        FlashFault::Outside,
        FlashFault::NotErased,
        FlashFault::Cut,
        FlashFault::Select,
        FlashFault::NotUnlocked,
    ];

    /// The fault with the lowest of the bits that are set.
    pub fn first(bits: u64) -> Option<FlashFault> {
        let mut faults = (0..).zip(FlashFault::ALL);
        faults.find_map(|(bit, fault)| (bits >> bit & 1 == 1).then_some(fault))
    }
}

/// The chip.
#[derive(LogicBlock, Default)]
pub struct SpiFlash {
    /// Any clock of at most 25.2 MHz, at least eight times that of the flash. Times are counted in
    /// clocks of 25.2 MHz, so a slower circuit must wait longer than the chip asks.
    pub clock: Signal<In, Clock>,
    /// Clock of the flash.
    pub flash_clock: Signal<In, Bit>,
    /// Select, low when active.
    pub flash_cs: Signal<In, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<In, Bit>,
    /// Maker, type and capacity.
    pub id: Signal<In, Bits<24>>,
    /// Level: the blocks are locked at power-up.
    pub locks: Signal<In, Bit>,
    /// Output of the flash.
    pub flash_miso: Signal<Out, Bit>,
    /// Bit for each fault since the start.
    pub fault: Signal<Out, Bits<9>>,
    array: FlashArray,
    old_clock: DFF<Bit>,
    was_selected: DFF<Bit>,
    /// Clocks since the last deselection, up to 3.
    pause: DFF<Bits<2>>,
    /// Bits since the selection. After 39 comes 32: the lowest three bits count on.
    bits: DFF<Bits<6>>,
    has_data: DFF<Bit>,
    shifted: DFF<Bits<8>>,
    /// Accepted command, or 0.
    command: DFF<Bits<8>>,
    address: DFF<Bits<24>>,
    is_released: DFF<Bit>,
    wake_clocks: DFF<Bits<10>>,
    can_write: DFF<Bit>,
    is_unlocked: DFF<Bit>,
    was_busy: DFF<Bit>,
    /// Zeros are highs of the output, so that it is high from the start.
    inverted_answer: DFF<Bits<24>>,
    faults: DFF<Bits<9>>,
    received: Signal<Local, Bits<8>>,
    rises: Signal<Local, Bit>,
    falls: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    is_whole: Signal<Local, Bit>,
    is_inside: Signal<Local, Bit>,
    is_awake: Signal<Local, Bit>,
    is_known: Signal<Local, Bit>,
    is_write: Signal<Local, Bit>,
    is_unlock: Signal<Local, Bit>,
    next_address: Signal<Local, Bits<24>>,
    new_fault: Signal<Local, Bits<9>>,
}

impl Logic for SpiFlash {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            old_clock,
            was_selected,
            pause,
            bits,
            has_data,
            shifted,
            command,
            address,
            is_released,
            wake_clocks,
            can_write,
            is_unlocked,
            was_busy,
            inverted_answer,
            faults
        );
        clock!(self, clock, array);
        self.array.address.next = self.address.q.val().get_bits::<13>(0);
        self.array.load.next = false;
        self.array.program.next = false;
        self.array.erase.next = false;
        self.old_clock.d.next = self.flash_clock.val();
        self.was_selected.d.next = !self.flash_cs.val();
        self.was_busy.d.next = self.array.is_busy.val();
        self.rises.next = !self.flash_cs.val() & self.flash_clock.val() & !self.old_clock.q.val();
        self.falls.next = !self.flash_cs.val() & !self.flash_clock.val() & self.old_clock.q.val();
        self.ends.next = self.flash_cs.val() & self.was_selected.q.val();
        self.received.next =
            (self.shifted.q.val() << 1) | bit_cast::<8, 1>(self.flash_mosi.val().into());
        self.array.loaded.next = self.received.val();
        self.is_whole.next = self.bits.q.val().get_bits::<3>(0) == 0;
        self.next_address.next =
            (self.address.q.val() << 1) | bit_cast::<24, 1>(self.flash_mosi.val().into());
        self.is_inside.next = self.next_address.val().get_bits::<11>(13) == 0x1FF;
        self.is_awake.next = self.wake_clocks.q.val() == 882;
        self.is_write.next = (self.received.val() == 0x02) | (self.received.val() == 0x20);
        self.is_unlock.next = self.locks.val() & (self.received.val() == 0x98);
        self.is_known.next = self.is_write.val()
            | self.is_unlock.val()
            | (self.received.val() == 0xAB)
            | (self.received.val() == 0xB9)
            | (self.received.val() == 0x9F)
            | ((self.received.val() >= 0x03) & (self.received.val() <= 0x06));
        self.new_fault.next = 0.into();
        if self.is_released.q.val() & !self.is_awake.val() {
            self.wake_clocks.d.next = self.wake_clocks.q.val() + 1;
        }
        if self.was_busy.q.val() & !self.array.is_busy.val() {
            self.can_write.d.next = false;
        }
        if self.flash_cs.val() {
            self.bits.d.next = 0.into();
            self.has_data.d.next = false;
            self.command.d.next = 0.into();
            self.inverted_answer.d.next = 0.into();
            if !self.pause.q.val().all() {
                self.pause.d.next = self.pause.q.val() + 1;
            }
        }
        if !self.flash_cs.val() & !self.was_selected.q.val() {
            self.pause.d.next = 0.into();
            // Two clocks and more are 80 ns.
            if self.flash_clock.val() | self.old_clock.q.val() | (self.pause.q.val() < 2) {
                self.new_fault.next = 0x80.into();
            }
        }
        if self.rises.val() {
            self.shifted.d.next = self.received.val();
            self.bits.d.next = self.bits.q.val() + 1;
            if self.bits.q.val() == 39 {
                self.bits.d.next = 32.into();
            }
            if self.bits.q.val() == 7 {
                if !self.is_known.val() {
                    self.new_fault.next = 0x01.into();
                } else if !self.is_awake.val() & (self.received.val() != 0xAB) {
                    self.new_fault.next = 0x02.into();
                } else if self.array.is_busy.val()
                    & (self.received.val() != 0x05)
                    & (self.received.val() != 0xAB)
                {
                    self.new_fault.next = 0x04.into();
                } else if (self.is_write.val() | self.is_unlock.val()) & !self.can_write.q.val() {
                    self.new_fault.next = 0x08.into();
                } else if self.is_write.val() & self.locks.val() & !self.is_unlocked.q.val() {
                    self.new_fault.next = 0x100.into();
                } else {
                    self.command.d.next = self.received.val();
                }
            }
            if (self.bits.q.val() >= 8) & (self.bits.q.val() < 32) {
                self.address.d.next = self.next_address.val();
            }
            if (self.bits.q.val() == 31)
                & ((self.command.q.val() == 0x02) | (self.command.q.val() == 0x20))
                & !self.is_inside.val()
            {
                self.new_fault.next = 0x10.into();
                self.command.d.next = 0.into();
            }
            if self.bits.q.val() == 39 {
                self.has_data.d.next = true;
                if self.command.q.val() == 0x02 {
                    self.array.load.next = true;
                    // The address wraps within the page.
                    self.address.d.next =
                        (self.address.q.val() & 0xFF_FF00) | ((self.address.q.val() + 1) & 0xFF);
                }
            }
        }
        if self.falls.val() {
            self.inverted_answer.d.next = self.inverted_answer.q.val() << 1;
            if (self.bits.q.val() == 8) & (self.command.q.val() == 0x9F) {
                self.inverted_answer.d.next = !self.id.val();
            }
            if self.is_whole.val() & (self.command.q.val() == 0x05) {
                self.inverted_answer.d.next = !((bit_cast::<24, 1>(self.can_write.q.val().into())
                    << 17)
                    | (bit_cast::<24, 1>(self.array.is_busy.val().into()) << 16));
            }
            if (self.bits.q.val() == 32) & (self.command.q.val() == 0x03) {
                self.address.d.next = self.address.q.val() + 1;
                self.inverted_answer.d.next = 0.into();
                if self.address.q.val().get_bits::<11>(13) == 0x1FF {
                    self.inverted_answer.d.next =
                        !((bit_cast::<24, 8>(self.array.data.val()) << 16) | 0x00_FFFF);
                }
            }
        }
        if self.ends.val() {
            if self.old_clock.q.val() | self.flash_clock.val() {
                self.new_fault.next = 0x80.into();
            } else if !self.is_whole.val() | (self.bits.q.val() == 0) {
                self.new_fault.next = 0x40.into();
            } else if self.command.q.val() == 0xAB {
                self.is_released.d.next = true;
            } else if self.command.q.val() == 0x02 {
                self.array.program.next = self.has_data.q.val();
                if !self.has_data.q.val() {
                    self.new_fault.next = 0x40.into();
                }
            } else if self.command.q.val() == 0x20 {
                self.array.erase.next = (self.bits.q.val() == 32) & !self.has_data.q.val();
                if (self.bits.q.val() != 32) | self.has_data.q.val() {
                    self.new_fault.next = 0x40.into();
                }
            } else if (self.command.q.val() == 0x04)
                | (self.command.q.val() == 0x06)
                | (self.command.q.val() == 0x98)
                | (self.command.q.val() == 0xB9)
            {
                if self.bits.q.val() != 8 {
                    self.new_fault.next = 0x40.into();
                } else if self.command.q.val() == 0xB9 {
                    self.is_released.d.next = false;
                    self.wake_clocks.d.next = 0.into();
                } else {
                    self.can_write.d.next = self.command.q.val() == 0x06;
                    if self.command.q.val() == 0x98 {
                        self.is_unlocked.d.next = true;
                    }
                }
            }
        }
        if self.array.is_refused.val() {
            self.new_fault.next = 0x20.into();
        }
        self.faults.d.next = self.faults.q.val() | self.new_fault.val();
        self.flash_miso.next = !self.inverted_answer.q.val().get_bit(23);
        self.fault.next = self.faults.q.val();
    }
}
