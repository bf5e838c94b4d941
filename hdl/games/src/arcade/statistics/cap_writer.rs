//! Writes the signs of the keys of play to their caps on the screen.
//!
//! The memory has the signs of the arrows and of most keys of the main block: the last items of
//! the [`text_rom`]. All other keys have a plus.
//!
//! ```text
//! caps.due    _|~~~~~~~|___   until the memory is free
//! reads       _______|~|___
//! caps.write  _________|~|_   the sign is written
//! ```
//!
//! **Interface**: `reads` is a strobe; the sign of the key is read from the memory at `place`, and
//! `word` is that sign a clock later. `address` and `code` belong to `caps.write`.

use super::text_rom;
use crate::arcade::picture::font;
use crate::arcade::picture::screens::field::{line, CAPS_OF_TWO};
use gatefall_macros::{clocked, Module};
use gatefall_widgets::input::keyboard_decoder::ShownKeys;
use rust_hdl::prelude::*;

/// The writer.
#[derive(LogicBlock, Module)]
pub struct CapWriter {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The keys.
    pub caps: ShownKeys,
    /// Level: the memory is free.
    pub is_free: Signal<In, Bit>,
    /// The character that the memory has read.
    pub word: Signal<In, Bits<8>>,
    /// Strobe: read the sign of a key.
    pub reads: Signal<Out, Bit>,
    /// Level: a sign is read or written.
    pub is_acting: Signal<Out, Bit>,
    /// Its place in the memory, from the first sign on.
    pub place: Signal<Out, Bits<6>>,
    /// Address in the text memory.
    pub address: Signal<Out, Bits<12>>,
    /// The sign.
    pub code: Signal<Out, Bits<6>>,
    is_extended: DFF<Bit>,
    is_high: DFF<Bit>,
    low: Signal<Local, Bits<6>>,
    swapped: Signal<Local, Bits<6>>,
    is_arrow: Signal<Local, Bit>,
    is_known: Signal<Local, Bit>,
    cap_line: Signal<Local, Bits<6>>,
    /// Bits of the place that are inverted for an extended key.
    #[value(text_rom::EXTENDED_BITS)]
    extended_bits: Constant<Bits<6>>,
    #[value(font::code('+'))]
    other: Constant<Bits<6>>,
    #[value(font::code('?'))]
    question: Constant<Bits<6>>,
    #[value(line::KEYS_OF_ONE)]
    first_line: Constant<Bits<6>>,
    #[value(CAPS_OF_TWO)]
    lines_of_two: Constant<Bits<6>>,
}

#[clocked]
impl Logic for CapWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.reads.next = self.caps.due.val() & self.is_free.val();
        self.caps.free.next = self.is_free.val();
        self.is_acting.next = self.reads.val() | self.caps.write.val();
        self.is_extended.d.next = self.caps.key.val().get_bit(7);
        self.is_high.d.next = self.caps.key.val().get_bit(6);
        self.low.next = self.caps.key.val().get_bits::<6>(0);
        // Bits 0 and 3 are exchanged.
        self.swapped.next = (self.low.val() & 0x36)
            | (bit_cast::<6, 1>(self.low.val().get_bits::<1>(0)) << 3)
            | bit_cast::<6, 1>(self.low.val().get_bits::<1>(3));
        self.place.next = self.low.val();
        if self.caps.key.val().get_bit(7) {
            self.place.next = self.swapped.val() ^ self.extended_bits.val();
        }
        self.is_arrow.next = self.word.val().get_bit(7)
            & !self.word.val().get_bit(5)
            & self.word.val().get_bit(4)
            & (self.word.val().get_bit(3) != self.word.val().get_bit(2));
        self.is_known.next = (self.is_extended.q.val() == self.is_arrow.val())
            & (self.is_high.q.val() == self.word.val().get_bit(6));
        self.code.next = self.word.val().get_bits::<6>(0);
        if !self.is_known.val() {
            self.code.next = self.other.val();
        }
        if self.caps.asks.val() {
            self.code.next = self.question.val();
        }
        self.cap_line.next =
            self.first_line.val() | (bit_cast::<6, 2>(self.caps.cap.val().get_bits::<2>(6)) << 1);
        if self.caps.split.val() {
            self.cap_line.next = self.first_line.val()
                | self.lines_of_two.val()
                | (bit_cast::<6, 2>(self.caps.cap.val().get_bits::<2>(6)) << 1);
        }
        self.address.next = (bit_cast::<12, 6>(self.cap_line.val()) << 6)
            | bit_cast::<12, 6>(self.caps.cap.val().get_bits::<6>(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::control::keys;
    use crate::arcade::picture::screens::Screens;
    use crate::arcade::statistics::text_rom::item;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The sign of a key, {extended, low seven bits}.
    fn sign(uut: &mut Bench<CapWriter>, key: u8) -> Option<char> {
        let memory = text_rom::contents(true);
        poke!(uut.is_free = true);
        poke!(uut, caps.due = true);
        poke!(uut, caps.key = key.to_bits());
        assert!(peek!(uut.reads) && peek!(uut, caps.free));
        let place = usize::from(peek!(uut.place).to_u8());
        let word = memory[usize::from(text_rom::address(item::SIGNS)) + place];
        tick!(uut);
        poke!(uut, caps.due = false);
        poke!(uut.word = word.to_bits());
        font::character(peek!(uut.code).to_u8())
    }

    #[test]
    fn keys_have_the_signs_of_a_keyboard() {
        let mut uut = Bench::with_rust_hdl(CapWriter::default());
        for (key, expected) in [
            (0x1C, 'A'),
            (0x1A, 'Z'),
            (0x4D, 'P'),
            (0x29, '␣'),
            (0x16, '1'),
            (0x45, '0'),
            (0x46, '9'),
            (0x26, '+'),
            (0x4E, '-'),
            (0x66, '-'),
            (0x49, '.'),
            (0x4A, '/'),
            (0x00, '↵'),
            (0xEB, '←'),
            (0xF4, '→'),
            (0xF5, '↑'),
            (0xF2, '↓'),
            (0x6B, '+'),
            (0x74, '+'),
            (0xEC, '+'),
            (0x9C, '+'),
            (0x12, '+'),
            (0x5C, '+'),
            (0x41, '+'),
            (0x51, '+'),
        ] {
            assert_eq!(sign(&mut uut, key), Some(expected), "key {key:02X}");
        }
        poke!(uut, caps.asks = true);
        assert_eq!(sign(&mut uut, 0x1C), Some('?'));
    }

    #[test]
    fn no_two_keys_have_the_same_sign_but_two_hyphens() {
        let mut uut = Bench::new(CapWriter::default());
        let signs = (0..=0xFF).filter_map(|key| sign(&mut uut, key));
        let mut signs: Vec<char> = signs.filter(|&sign| sign != '+').collect();
        let count = signs.len();
        signs.sort_unstable();
        signs.dedup();
        assert_eq!((count, signs.len()), (26 + 9 + 6 + 4, 26 + 9 + 5 + 4));
    }

    #[test]
    fn a_busy_memory_is_not_read() {
        let mut uut = Bench::new(CapWriter::default());
        poke!(uut, caps.due = true);
        assert!(!peek!(uut.reads) && !peek!(uut, caps.free) && !peek!(uut.is_acting));
        poke!(uut.is_free = true);
        assert!(peek!(uut.reads) && peek!(uut.is_acting));
    }

    #[test]
    fn the_screens_show_the_sign_of_the_first_key_on_each_cap() {
        let mut uut = Bench::new(CapWriter::default());
        let text = Screens::new(true).text;
        for action in keys::actions() {
            let key = (action.first_key >> 1 & 0x80 | action.first_key & 0x7F) as u8;
            let expected = sign(&mut uut, key);
            poke!(uut, caps.write = true);
            poke!(uut, caps.cap = action.cap.to_bits());
            poke!(uut, caps.split = action.place & 16 != 0);
            assert!(peek!(uut.is_acting));
            let address = peek!(uut.address).to_u16();
            let shown = font::character(text[usize::from(address)]);
            assert_eq!(shown, expected, "place {}", action.place);
            poke!(uut, caps.write = false);
        }
    }
}
