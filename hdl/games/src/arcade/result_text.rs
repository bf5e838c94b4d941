//! Writes over two boards who has won.
//!
//! **Latency**: eight writes after `start`, one in each cycle in which the game itself does not write.

use super::font;
use rust_hdl::prelude::*;

/// What is written if nobody, player 1, player 2, or both are out.
const WORDS: [&str; 4] = ["THE  END", "AQUA WON", "PINK WON", "  DRAW  "];

/// Writes the words.
#[derive(LogicBlock)]
pub struct ResultText {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: write.
    pub start: Signal<In, Bit>,
    /// Who is out: bit 0 player 1, bit 1 player 2; stable from `start` on.
    pub out: Signal<In, Bits<2>>,
    /// Level: somebody else writes.
    pub blocked: Signal<In, Bit>,
    /// Where the next letter goes.
    pub text_address: Signal<Out, Bits<12>>,
    /// The letter.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
    letters: ROM<Bits<6>, 5>,
    is_writing: DFF<Bit>,
    index: DFF<Bits<3>>,
    place: Constant<Bits<12>>,
}

impl ResultText {
    /// Writes the letters from this address on.
    ///
    /// # Panics
    /// If it is not a multiple of eight.
    pub fn new(place: u64) -> Self {
        assert!(place.is_multiple_of(8), "the letters begin at {place}");
        let letters = WORDS.iter().flat_map(|word| word.chars());
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, start, out, blocked, text_address, text_code, text_write, is_writing,
                index,
            }
            letters: letters.map(|letter| font::code(letter).to_bits()).into(),
            place: Constant::new(place.to_bits()),
        }
    }
}

impl Logic for ResultText {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, is_writing, index);
        self.letters.address.next =
            (bit_cast::<5, 2>(self.out.val()) << 3) | bit_cast::<5, 3>(self.index.q.val());
        self.text_code.next = self.letters.data.val();
        self.text_address.next = self.place.val() | bit_cast::<12, 3>(self.index.q.val());
        self.text_write.next = self.is_writing.q.val() & !self.blocked.val();
        if self.text_write.val() {
            self.index.d.next = self.index.q.val() + 1;
            if self.index.q.val().all() {
                self.is_writing.d.next = false;
            }
        }
        if self.start.val() {
            self.index.d.next = 0.into();
            self.is_writing.d.next = true;
        }
        if self.reset.val() {
            self.is_writing.d.next = false;
            self.index.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    fn written(out: u8) -> Vec<(u64, u64)> {
        let mut uut = ResultText::new(200);
        uut.connect_all();
        uut.out.next = out.to_bits();
        uut.start.next = true;
        tick!(uut);
        uut.start.next = false;
        let mut written = Vec::new();
        for cycle in 0..30 {
            // Now and then the game writes.
            uut.blocked.next = cycle % 3 == 1;
            simulate(&mut uut, 20);
            if uut.text_write.val() {
                written.push((uut.text_address.val().into(), uut.text_code.val().into()));
            }
            tick!(uut);
        }
        written
    }

    #[test]
    fn the_words_stand_in_their_place() {
        for (out, word) in (0..).zip(WORDS) {
            let codes = word.chars().map(|letter| u64::from(font::code(letter)));
            assert_eq!(
                written(out),
                (200..208).zip(codes).collect::<Vec<_>>(),
                "{word}"
            );
        }
    }
}
