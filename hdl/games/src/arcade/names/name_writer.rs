//! Writes the two lines of a player, each from its last character to its first.
//!
//! So the texts end at the right, and no length is needed: [`NamePart`] lists the parts of a line,
//! words are read from a ROM up to the mark of their first letter, and spaces fill the rest.
//!
//! **Interface**: `start` is a strobe; it interrupts what goes on, and so does `stop`. The clear,
//! `player` and `erases` are steady from the next clock on until `busy` is low. A character is
//! written in a clock in which `blocked` is low.
//!
//! **Latency**: at most 60 clocks, one more for each in which `blocked` delays a write.

use super::name_part::{letters, NamePart, NamedClear, Part};
use crate::arcade::picture::screens::field;
use crate::arcade::picture::text_layer::TextWriteSource;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Characters of a line.
pub const LENGTH: u8 = 20;

/// The writer.
#[derive(LogicBlock, Module)]
pub struct NameWriter {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: write both lines.
    pub start: Signal<In, Bit>,
    /// Strobe: write nothing.
    pub stop: Signal<In, Bit>,
    /// Level: write nothing but spaces.
    pub erases: Signal<In, Bit>,
    /// Player whose lines they are.
    pub player: Signal<In, Bit>,
    /// The clear or T-spin.
    pub clear: NamedClear,
    /// Level: somebody else writes to the text.
    pub blocked: Signal<In, Bit>,
    /// Level: the lines are being written.
    pub busy: Signal<Out, Bit>,
    /// Writes one character.
    pub character: TextWriteSource,
    name_part: NamePart,
    #[given]
    letters: ROM<Bits<7>, 6>,
    is_writing: DFF<Bit>,
    in_second: DFF<Bit>,
    /// Characters of the line that are left, less one.
    left: DFF<Bits<5>>,
    #[reset(Part::Units)]
    part: DFF<Part>,
    /// Address of the next letter of a word that has begun.
    letter: DFF<Bits<6>>,
    in_word: DFF<Bit>,
    letter_now: Signal<Local, Bits<6>>,
    part_now: Signal<Local, Part>,
    ends_part: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    first_column: Signal<Local, Bits<6>>,
    column: Signal<Local, Bits<6>>,
    #[value(LENGTH - 1)]
    last_place: Constant<Bits<5>>,
    #[value(field::NAMES_ONE.0 >> 1)]
    line_pair: Constant<Bits<5>>,
    #[value(field::NAMES_ONE.1)]
    column_one: Constant<Bits<6>>,
    #[value(field::NAMES_TWO.1)]
    column_two: Constant<Bits<6>>,
}

/// The two lines stand together and have the length of their places on the screen.
const _: () =
    assert!(field::NAMES_ONE.0.is_multiple_of(2) && field::NAMES_TWO.0 == field::NAMES_ONE.0);

impl Default for NameWriter {
    fn default() -> Self {
        construct!(NameWriter {
            letters: letters().map(|letter| letter.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for NameWriter {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.is_writing.q.val();
        NamedClear::link(&mut self.clear, &mut self.name_part.clear);
        self.name_part.in_second.next = self.in_second.q.val();
        // Nothing stands below a perfect clear.
        self.part_now.next = self.part.q.val();
        if self.erases.val() | (self.clear.perfect.val() & self.in_second.q.val()) {
            self.part_now.next = Part::Rest;
        }
        self.name_part.part.next = self.part_now.val();

        // The character.
        self.letter_now.next = self.name_part.last_letter.val();
        if self.in_word.q.val() {
            self.letter_now.next = self.letter.q.val();
        }
        self.letters.address.next = self.letter_now.val();
        self.character.code.next = self.name_part.sign.val();
        self.ends_part.next = true;
        if self.name_part.is_word.val() {
            self.character.code.next = self.letters.data.val().get_bits::<6>(0);
            self.ends_part.next = self.letters.data.val().get_bit(6);
        }
        self.writes.next =
            self.is_writing.q.val() & self.name_part.is_present.val() & !self.blocked.val();
        self.character.write.next = self.writes.val();
        self.first_column.next = self.column_one.val();
        if self.player.val() {
            self.first_column.next = self.column_two.val();
        }
        self.column.next = self.first_column.val() + bit_cast::<6, 5>(self.left.q.val());
        self.character.address.next = (bit_cast::<12, 5>(self.line_pair.val()) << 7)
            | (bit_cast::<12, 1>(self.in_second.q.val().into()) << 6)
            | bit_cast::<12, 6>(self.column.val());

        // From part to part, and from line to line.
        self.is_last.next = self.writes.val() & !self.left.q.val().any();
        if self.writes.val() {
            self.left.d.next = self.left.q.val() - 1;
            self.letter.d.next = self.letter_now.val() - 1;
            self.in_word.d.next = !self.ends_part.val();
        }
        if !self.name_part.is_present.val() | (self.writes.val() & self.ends_part.val()) {
            match self.part_now.val() {
                Part::Units => self.part.d.next = Part::Tens,
                Part::Tens => self.part.d.next = Part::Sign,
                Part::Sign => self.part.d.next = Part::Space,
                Part::Space => self.part.d.next = Part::Word,
                Part::Word => self.part.d.next = Part::SecondSpace,
                Part::SecondSpace => self.part.d.next = Part::SecondWord,
                Part::SecondWord => self.part.d.next = Part::ThirdSpace,
                Part::ThirdSpace => self.part.d.next = Part::ThirdWord,
                _ => self.part.d.next = Part::Rest,
            }
        }
        if self.is_last.val() {
            self.in_second.d.next = true;
            self.is_writing.d.next = !self.in_second.q.val();
        }
        if self.start.val() {
            self.in_second.d.next = false;
            self.is_writing.d.next = true;
        }
        if self.start.val() | self.is_last.val() {
            self.left.d.next = self.last_place.val();
            self.part.d.next = Part::Units;
            self.in_word.d.next = false;
        }
        if self.stop.val() {
            self.is_writing.d.next = false;
        }
    }
}
