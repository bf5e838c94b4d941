//! The letter after another one or before it, from A to Z and around by the space.
//!
//! Combinational.

use crate::arcade::picture::font;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The letter beside another one.
#[derive(LogicBlock, Module)]
pub struct NextLetter {
    /// A letter or the space.
    pub letter: Signal<In, Bits<6>>,
    /// The one after it, otherwise the one before it.
    pub up: Signal<In, Bit>,
    /// That letter.
    pub neighbour: Signal<Out, Bits<6>>,
    limit: Signal<Local, Bits<6>>,
    after_space: Signal<Local, Bits<6>>,
    #[value(font::code('A'))]
    first: Constant<Bits<6>>,
    #[value(font::code('Z'))]
    last: Constant<Bits<6>>,
    #[value(font::SPACE)]
    space: Constant<Bits<6>>,
}

#[clocked]
impl Logic for NextLetter {
    #[hdl_gen]
    fn update(&mut self) {
        self.neighbour.next = self.letter.val() - 1;
        self.limit.next = self.first.val();
        self.after_space.next = self.last.val();
        if self.up.val() {
            self.neighbour.next = self.letter.val() + 1;
            self.limit.next = self.last.val();
            self.after_space.next = self.first.val();
        }
        // Letters have bit 5.
        if !self.letter.val().get_bit(5) {
            self.neighbour.next = self.after_space.val();
        } else if self.letter.val() == self.limit.val() {
            self.neighbour.next = self.space.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn letters_go_around_by_the_space() {
        let mut uut = Bench::with_rust_hdl(NextLetter::default());
        let letters: Vec<u8> = ('A'..='Z').chain([' ']).map(font::code).collect();
        for (place, letter) in letters.iter().enumerate() {
            poke!(uut.letter = letter.to_bits());
            for (up, step) in [(true, 1), (false, letters.len() - 1)] {
                poke!(uut.up = up);
                let expected = letters[(place + step) % letters.len()];
                assert_eq!(peek!(uut.neighbour).to_u8(), expected);
            }
        }
    }
}
