//! Parts of the name of a clear, from the end of a line to its beginning.
//!
//! ```text
//! line     third    second         word     number
//! first    MINI     T-SPIN         DOUBLE   +4        rows sent
//! second            BACK TO BACK   COMBO    12        combo
//! ```
//!
//! The words are in a ROM of letters, the first one of each marked. A perfect clear is a
//! word without others.
//!
//! Combinational.

use crate::arcade::picture::font;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// The words, in the order of the ROM.
const WORDS: [&str; 9] = [
    "SINGLE",
    "DOUBLE",
    "TRIPLE",
    "QUAD",
    "T-SPIN",
    "MINI",
    "PERFECT CLEAR",
    "COMBO",
    "BACK TO BACK",
];

/// Address of the last letter of a word.
///
/// # Panics
/// If there is no such word.
fn last_letter(word: &str) -> u8 {
    let index = WORDS.iter().position(|known| *known == word);
    let words = &WORDS[..=index.expect("the word is in the table")];
    words.iter().map(|word| word.len() as u8).sum::<u8>() - 1
}

/// The letters of all words. Bit 6 marks the first one of each.
pub fn letters() -> impl Iterator<Item = u8> {
    let marked = |(place, letter)| font::code(letter) | u8::from(place == 0) << 6;
    let letters = WORDS.iter().flat_map(|word| word.chars().enumerate());
    letters.map(marked)
}

/// Parts of a line, from its end to its beginning.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Part {
    /// Units of the number.
    Units,
    /// Tens of the number.
    Tens,
    /// The sign before the number.
    Sign,
    /// The space before the sign.
    Space,
    /// The word before the number.
    Word,
    /// The space before it.
    SecondSpace,
    /// The word before that.
    SecondWord,
    /// The space before it.
    ThirdSpace,
    /// The word before that.
    ThirdWord,
    /// Spaces.
    Rest,
}

/// A clear or a T-spin, as its name says it.
#[interface(client = NamedClearSource)]
pub struct NamedClear {
    /// Lines, 0 to 4.
    pub lines: Signal<In, Bits<3>>,
    /// Level: a T-spin, full or mini.
    pub spin: Signal<In, Bit>,
    /// Level: a mini T-spin.
    pub mini: Signal<In, Bit>,
    /// Level: a perfect clear.
    pub perfect: Signal<In, Bit>,
    /// Level: the clear is back-to-back.
    pub back_to_back: Signal<In, Bit>,
    /// Combo, 0 to 40.
    pub combo: Signal<In, Bits<6>>,
    /// Rows sent, 0 to 12.
    pub sent: Signal<In, Bits<4>>,
}

/// Lists the parts.
#[derive(LogicBlock, Module)]
pub struct NamePart {
    /// The clear or T-spin.
    pub clear: NamedClear,
    /// Level: the second line.
    pub in_second: Signal<In, Bit>,
    /// The part of the line.
    pub part: Signal<In, Part>,
    /// The line has this part.
    #[default(true)]
    pub is_present: Signal<Out, Bit>,
    /// The part is a word. Otherwise it is one character.
    #[default(false)]
    pub is_word: Signal<Out, Bit>,
    /// That character.
    pub sign: Signal<Out, Bits<6>>,
    /// Address of the last letter of the word.
    pub last_letter: Signal<Out, Bits<6>>,
    number: Signal<Local, Bits<6>>,
    #[default(0)]
    tens: Signal<Local, Bits<6>>,
    #[default(0)]
    whole_tens: Signal<Local, Bits<4>>,
    units: Signal<Local, Bits<4>>,
    has_number: Signal<Local, Bit>,
    has_word: Signal<Local, Bit>,
    has_second: Signal<Local, Bit>,
    has_third: Signal<Local, Bit>,
    word: Signal<Local, Bits<6>>,
    second_word: Signal<Local, Bits<6>>,
    #[value(font::SPACE)]
    blank: Constant<Bits<6>>,
    #[value(font::code('+'))]
    plus: Constant<Bits<6>>,
    #[value(last_letter("SINGLE"))]
    single: Constant<Bits<6>>,
    #[value(last_letter("DOUBLE"))]
    double: Constant<Bits<6>>,
    #[value(last_letter("TRIPLE"))]
    triple: Constant<Bits<6>>,
    #[value(last_letter("QUAD"))]
    quad: Constant<Bits<6>>,
    #[value(last_letter("T-SPIN"))]
    t_spin: Constant<Bits<6>>,
    #[value(last_letter("MINI"))]
    mini_word: Constant<Bits<6>>,
    #[value(last_letter("PERFECT CLEAR"))]
    perfect_clear: Constant<Bits<6>>,
    #[value(last_letter("COMBO"))]
    combo_word: Constant<Bits<6>>,
    #[value(last_letter("BACK TO BACK"))]
    back_to_back: Constant<Bits<6>>,
}

#[clocked]
impl Logic for NamePart {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = bit_cast::<6, 4>(self.clear.sent.val());
        if self.in_second.val() {
            self.number.next = self.clear.combo.val();
        }
        if self.number.val() >= 40 {
            self.tens.next = 4.into();
            self.whole_tens.next = 8.into();
        } else if self.number.val() >= 30 {
            self.tens.next = 3.into();
            self.whole_tens.next = 14.into();
        } else if self.number.val() >= 20 {
            self.tens.next = 2.into();
            self.whole_tens.next = 4.into();
        } else if self.number.val() >= 10 {
            self.tens.next = 1.into();
            self.whole_tens.next = 10.into();
        }
        self.units.next = self.number.val().get_bits::<4>(0) - self.whole_tens.val();
        self.has_number.next = self.number.val().any();

        self.word.next = self.t_spin.val();
        if self.clear.perfect.val() {
            self.word.next = self.perfect_clear.val();
        } else if self.clear.lines.val() == 1 {
            self.word.next = self.single.val();
        } else if self.clear.lines.val() == 2 {
            self.word.next = self.double.val();
        } else if self.clear.lines.val() == 3 {
            self.word.next = self.triple.val();
        } else if self.clear.lines.val() == 4 {
            self.word.next = self.quad.val();
        }
        self.has_word.next = true;
        self.second_word.next = self.t_spin.val();
        self.has_second.next =
            self.clear.spin.val() & self.clear.lines.val().any() & !self.clear.perfect.val();
        self.has_third.next = self.clear.mini.val() & !self.clear.perfect.val();
        if self.in_second.val() {
            self.word.next = self.combo_word.val();
            self.has_word.next = self.has_number.val();
            self.second_word.next = self.back_to_back.val();
            self.has_second.next = self.clear.back_to_back.val();
            self.has_third.next = false;
        }

        self.sign.next = self.blank.val();
        self.last_letter.next = self.word.val();
        match self.part.val() {
            Part::Units => {
                self.is_present.next = self.has_number.val();
                self.sign.next = bit_cast::<6, 4>(self.units.val());
            }
            Part::Tens => {
                self.is_present.next =
                    self.has_number.val() & (self.tens.val().any() | self.in_second.val());
                if self.tens.val().any() {
                    self.sign.next = self.tens.val();
                }
            }
            Part::Sign => {
                self.is_present.next = self.has_number.val() & !self.in_second.val();
                self.sign.next = self.plus.val();
            }
            Part::Space => {
                // The longest name leaves no room for it.
                self.is_present.next =
                    self.has_number.val() & !self.in_second.val() & !self.has_third.val();
            }
            Part::Word => {
                self.is_present.next = self.has_word.val();
                self.is_word.next = true;
            }
            Part::SecondSpace => {
                self.is_present.next = self.has_second.val() & self.has_word.val();
            }
            Part::SecondWord => {
                self.is_present.next = self.has_second.val();
                self.is_word.next = true;
                self.last_letter.next = self.second_word.val();
            }
            Part::ThirdSpace => {
                self.is_present.next = self.has_third.val();
            }
            Part::ThirdWord => {
                self.is_present.next = self.has_third.val();
                self.is_word.next = true;
                self.last_letter.next = self.mini_word.val();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn every_word_ends_with_its_last_letter_and_begins_with_a_mark() {
        let letters: Vec<u8> = letters().collect();
        assert!(letters.len() <= 64);
        for word in WORDS {
            let end = usize::from(last_letter(word));
            let stored = &letters[end + 1 - word.len()..=end];
            for (place, (letter, code)) in word.chars().zip(stored).enumerate() {
                assert_eq!(*code & 63, font::code(letter), "{word}");
                assert_eq!(*code >> 6 == 1, place == 0, "{word}");
            }
        }
    }

    #[test]
    fn the_digits_of_the_number_are_decimal() {
        let mut uut = Bench::new(NamePart::default());
        poke!(uut.in_second = true);
        for combo in 1..=40u64 {
            poke!(uut, clear.combo = combo.to_bits());
            poke!(uut.part = Part::Units);
            assert_eq!(peek!(uut.sign), combo % 10);
            poke!(uut.part = Part::Tens);
            let tens = match combo / 10 {
                0 => u64::from(font::SPACE),
                tens => tens,
            };
            assert_eq!(peek!(uut.sign), tens);
        }
    }
}
