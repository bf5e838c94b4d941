//! One command of a flash, from its select to the pause after it, as [`FlashStore`] needs it.
//!
//! A copy has 256 words of two bytes of the memory, the sequence number and the checksum.
//!
//! **Interface**: the action begins when `action` changes, and again after each `ended`. `ended` is
//! a strobe in the last clock of the bit after a command, which has no select. The words count on
//! over several programs. `clear` comes with `ended` and goes to word 0 of a new copy.
//!
//! [`FlashStore`]: super::FlashStore

use super::{BitChecksum, FlashAction, FlashChip, FlashCommand, FlashLink};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Bytes of the two sectors.
const SECTORS: u32 = 0x2000;
/// Bits of an address in a command.
const ADDRESS_BITS: u32 = 24;

/// The command.
#[derive(LogicBlock, Module)]
pub struct FlashFrame {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Command.
    pub action: Signal<In, FlashAction>,
    /// Level: `Erase` unlocks all blocks. Changes with `action`.
    pub unlocks: Signal<In, Bit>,
    /// Copy that is read, erased or programmed.
    pub copy: Signal<In, Bit>,
    /// Sequence number of a copy that is programmed.
    pub next_sequence: Signal<In, Bits<2>>,
    /// Strobe: the next copy begins.
    pub clear: Signal<In, Bit>,
    /// Strobe: the command and the pause after it end.
    pub ended: Signal<Out, Bit>,
    /// The last byte received. Valid with `ended`.
    pub received: Signal<Out, Bits<8>>,
    /// Strobe: `id_bit` is the next bit of the id, the highest one first.
    pub id_moves: Signal<Out, Bit>,
    /// A bit of the id.
    pub id_bit: Signal<Out, Bit>,
    /// Level: the id that was received is another one. Valid with `ended`.
    pub is_other: Signal<Out, Bit>,
    /// Sequence number of the copy that was received. Valid with `ended`.
    pub read_sequence: Signal<Out, Bits<2>>,
    /// Level: a copy with a checksum has been received. Valid with `ended`.
    pub is_valid: Signal<Out, Bit>,
    /// Level: all words have been programmed. Valid with `ended`.
    pub is_complete: Signal<Out, Bit>,
    /// Strobe: `received_byte` is the one for `address`.
    pub byte_read: Signal<Out, Bit>,
    /// Byte received.
    pub received_byte: Signal<Out, Bits<8>>,
    /// Address of the byte that is received or sent.
    pub address: Signal<Out, Bits<9>>,
    /// Byte to send, one or two clocks after `address`.
    pub read_data: Signal<In, Bits<8>>,
    /// Output of the flash, asynchronous.
    pub flash_miso: Signal<In, Bit>,
    /// Clock of the flash.
    pub flash_clock: Signal<Out, Bit>,
    /// Select of the flash, low when active.
    pub flash_cs: Signal<Out, Bit>,
    /// Input of the flash.
    pub flash_mosi: Signal<Out, Bit>,
    #[part]
    link: FlashLink,
    flash_command: FlashCommand,
    #[part]
    #[given]
    checksum: BitChecksum,
    is_gap: DFF<Bit>,
    /// Bits sent: command and address are 0 to 31, each word is 32 to 47.
    place: DFF<Bits<6>>,
    /// Word of the copy: 256 is the sequence number, 257 the checksum.
    word_number: DFF<Bits<9>>,
    shifted: DFF<Bits<8>>,
    /// Registered because the way from a memory to the checksum is long.
    data_bit: DFF<Bit>,
    differs: DFF<Bit>,
    sequence_number: DFF<Bits<2>>,
    expected: Signal<Local, Bit>,
    moves_id: Signal<Local, Bit>,
    is_data: Signal<Local, Bit>,
    is_tail: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    is_word: Signal<Local, Bit>,
    moves: Signal<Local, Bit>,
    header: Signal<Local, Bits<32>>,
    tail: Signal<Local, Bits<16>>,
    /// The highest bit goes first.
    bit_number: Signal<Local, Bits<5>>,
    bit_of_word: Signal<Local, Bits<4>>,
    bit_of_byte: Signal<Local, Bits<3>>,
    in_memory: Signal<Local, Bit>,
    mosi: Signal<Local, Bit>,
    next_shifted: Signal<Local, Bits<8>>,
    base: Constant<Bits<32>>,
    id: Constant<Bits<32>>,
}

impl FlashFrame {
    /// Commands for this chip, with copies of this format.
    ///
    /// # Panics
    /// If the chip has no two whole sectors, or more than 16 MiB.
    pub fn new(chip: FlashChip, format: u16) -> Self {
        let sizes = SECTORS..=1 << ADDRESS_BITS;
        assert!(
            sizes.contains(&chip.bytes) && chip.bytes.is_multiple_of(SECTORS),
            "a flash of {} bytes",
            chip.bytes
        );
        construct!(FlashFrame {
            checksum: BitChecksum::new(format),
            base: Constant::new((chip.bytes - SECTORS).to_bits()),
            id: Constant::new(chip.id.to_bits()),
        })
    }
}

#[clocked]
impl Logic for FlashFrame {
    #[hdl_gen]
    fn update(&mut self) {
        self.link.run.next = self.action.val() != FlashAction::Rest;
        self.link.select.next = (self.action.val() != FlashAction::Rest)
            & (self.action.val() != FlashAction::Pause)
            & !self.is_gap.q.val();
        self.link.flash_miso.next = self.flash_miso.val();
        self.flash_clock.next = self.link.flash_clock.val();
        self.flash_cs.next = self.link.flash_cs.val();
        self.flash_mosi.next = self.link.flash_mosi.val();
        self.is_data.next = self.place.q.val().get_bit(5);
        self.is_word.next = self.is_data.val() & self.place.q.val().get_bits::<4>(0).all();
        self.is_tail.next = self.word_number.q.val().get_bit(8);
        self.is_last.next = self.is_tail.val() & self.word_number.q.val().get_bit(0);
        self.flash_command.action.next = self.action.val();
        self.flash_command.unlocks.next = self.unlocks.val();
        self.flash_command.place.next = self.place.q.val();
        self.flash_command.is_word.next = self.is_word.val();
        self.flash_command.is_last.next = self.is_last.val();
        self.flash_command.word_number.next = self.word_number.q.val();
        // A program begins at word 0, 128 or 256.
        self.header.next = (bit_cast::<32, 8>(self.flash_command.command.val()) << 24)
            | self.base.val()
            | (bit_cast::<32, 1>(self.copy.val().into()) << 12)
            | (bit_cast::<32, 2>(self.word_number.q.val().get_bits::<2>(7)) << 8);
        self.tail.next = bit_cast::<16, 2>(self.next_sequence.val());
        self.bit_number.next = !self.place.q.val().get_bits::<5>(0);
        self.bit_of_word.next = self.bit_number.val().get_bits::<4>(0);
        self.bit_of_byte.next = self.bit_number.val().get_bits::<3>(0);
        self.data_bit.d.next = self.read_data.val().get_bit(self.bit_of_byte.val().index());
        self.mosi.next = self.data_bit.q.val();
        if !self.is_data.val() {
            self.mosi.next = self.header.val().get_bit(self.bit_number.val().index());
        } else if self.is_last.val() {
            self.mosi.next = self.checksum.top.val();
        } else if self.is_tail.val() {
            self.mosi.next = self.tail.val().get_bit(self.bit_of_word.val().index());
        }
        self.link.mosi.next = self.mosi.val();
        self.moves.next = self.link.bit_ends.val() & !self.is_gap.q.val();
        self.next_shifted.next =
            (self.shifted.q.val() << 1) | bit_cast::<8, 1>(self.link.miso.val().into());
        self.checksum.shift.next = self.moves.val() & self.is_data.val();
        self.checksum.data.next = self.link.miso.val();
        if self.action.val() == FlashAction::Program {
            self.checksum.data.next = self.mosi.val();
        }
        self.checksum.clear.next = self.clear.val();
        if self.moves.val() {
            self.shifted.d.next = self.next_shifted.val();
            self.place.d.next = self.place.q.val() + 1;
            if self.is_word.val() {
                self.place.d.next = 32.into();
                self.word_number.d.next = self.word_number.q.val() + 1;
            }
            self.is_gap.d.next = self.flash_command.is_end.val();
        }
        self.ended.next = self.link.bit_ends.val() & self.is_gap.q.val();
        if self.ended.val() {
            self.is_gap.d.next = false;
            self.place.d.next = 0.into();
        }
        if self.clear.val() {
            self.word_number.d.next = 0.into();
        }
        self.received.next = self.shifted.q.val();
        self.expected.next = self.id.val().get_bit(self.bit_number.val().index());
        self.moves_id.next = self.moves.val()
            & (self.action.val() == FlashAction::Identify)
            & self.place.q.val().get_bits::<2>(3).any();
        self.id_moves.next = self.moves_id.val();
        self.id_bit.next = self.link.miso.val();
        if self.moves_id.val() & (self.link.miso.val() != self.expected.val()) {
            self.differs.d.next = true;
        }
        if self.ended.val() {
            self.differs.d.next = false;
        }
        self.is_other.next = self.differs.q.val();
        if self.moves.val() & self.is_tail.val() & !self.is_last.val() {
            self.sequence_number.d.next = self.next_shifted.val().get_bits::<2>(0);
        }
        self.read_sequence.next = self.sequence_number.q.val();
        self.is_valid.next = self.checksum.is_zero.val();
        self.is_complete.next =
            self.word_number.q.val().get_bit(8) & self.word_number.q.val().get_bit(1);
        self.in_memory.next = self.is_data.val() & !self.is_tail.val();
        self.byte_read.next =
            self.moves.val() & self.in_memory.val() & self.place.q.val().get_bits::<3>(0).all();
        self.received_byte.next = self.next_shifted.val();
        self.address.next = (bit_cast::<9, 8>(self.word_number.q.val().get_bits::<8>(0)) << 1)
            | bit_cast::<9, 1>(self.place.q.val().get_bits::<1>(3));
    }
}
