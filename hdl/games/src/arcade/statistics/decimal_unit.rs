//! Arithmetic unit for words and decimal numbers, which it keeps in its [`ItemMemory`].
//!
//! The memory holds 128 items of eight characters. One operation is a walk over the characters of
//! an item, from the last to the first. It counts the item up or down, clears it, copies it to
//! another item, compares it with another item, subtracts another item from it and writes it to the
//! screen. Some items are two numbers of four characters, and an operation walks over one of these
//! halves. An entry of a score table is a *pair* of items, which a walk copies and shows as one.
//!
//! Numbers stop at their highest value. If every digit has turned over, a second walk counts down
//! by one, so 9999 stays 9999 and 99:59.99 stays 99:59.99. On the screen 0 stands for these clocks.
//!
//! ```text
//! phase 0   read the item's character
//! phase 1   keep it, read the other item's character
//! phase 2   write the result; waits while `blocked` is high
//! ```
//!
//! **Interface**: `start` is a strobe. All other inputs that select the operation are steady until
//! `busy` is low. `greater`, `remains` and `saturates` are valid from then until the next `start`.
//!
//! **Latency**: 24 clocks, 12 of a half, 48 of a pair, one more for each in which `blocked` delays
//! a write. A number at its highest value takes two walks.

use super::digit_counter::DigitCounter;
use super::item_memory::{ItemMemory, OpenTables};
use super::text_rom::item;
use crate::arcade::picture::font::SPACE;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Place of the tens of seconds in [`item::TIME`].
const TENS_OF_SECONDS: u8 = 3;
/// Place of the minutes in [`item::TIME`].
const MINUTES: u8 = 1;

/// Words and numbers.
#[derive(LogicBlock, Module)]
pub struct DecimalUnit {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no walk. The items stay as they are.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin a walk.
    pub start: Signal<In, Bit>,
    /// The item to walk over, see [`item`].
    pub item: Signal<In, Bits<7>>,
    /// `item` is a number, 0 to 63, to be shown with two characters.
    pub is_number: Signal<In, Bit>,
    /// A number is shown with six spaces before it.
    pub is_wide: Signal<In, Bit>,
    /// The item that it is compared with or copied to.
    pub other: Signal<In, Bits<7>>,
    /// Count up by one.
    pub up: Signal<In, Bit>,
    /// Count down by one.
    pub down: Signal<In, Bit>,
    /// Set all digits to 0, but see `of_ultra`.
    pub clear: Signal<In, Bit>,
    /// The time begins with three minutes, otherwise with none.
    pub of_ultra: Signal<In, Bit>,
    /// Subtract `other`. Both are eight digits.
    pub subtract: Signal<In, Bit>,
    /// Walk over four characters only.
    pub half: Signal<In, Bit>,
    /// They are the last four, otherwise the first four. Without `half` it is high.
    pub in_last_half: Signal<In, Bit>,
    /// Walk over the next item, too. Both items are even.
    pub pair: Signal<In, Bit>,
    /// Store the result in `other`.
    pub copy: Signal<In, Bit>,
    /// Write the result to the screen.
    pub shows: Signal<In, Bit>,
    /// Line of the text memory for the result.
    pub line: Signal<In, Bits<6>>,
    /// Column of the first character, modulo 64. All are in one line.
    pub column: Signal<In, Bits<6>>,
    /// Level: the scoreboard writes to the screen.
    pub blocked: Signal<In, Bit>,
    /// The digit of the score of a game of one that it writes, 0 is the lowest. 7 and more are
    /// none.
    pub position: Signal<In, Bits<4>>,
    /// The value of that digit.
    pub digit: Signal<In, Bits<6>>,
    /// The score tables, between two walks.
    pub tables: OpenTables,
    /// Level: a walk goes on.
    pub busy: Signal<Out, Bit>,
    /// Level: in the last walk `item` was greater than `other`; a space is greater than a digit. In
    /// a subtraction: greater or equal.
    pub greater: Signal<Out, Bit>,
    /// Level: the last walk counted up from the highest value.
    pub saturates: Signal<Out, Bit>,
    /// Level: the last walk left a digit that is not 0.
    pub remains: Signal<Out, Bit>,
    /// Address in the text memory: {line, column}.
    pub text_address: Signal<Out, Bits<12>>,
    /// Character for that address.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    #[default(false)]
    pub text_write: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    items: ItemMemory,
    digit_counter: DigitCounter,
    is_walking: DFF<Bit>,
    phase: DFF<Bits<2>>,
    place: DFF<Bits<4>>,
    character: DFF<Bits<7>>,
    /// The operation, registered to shorten the critical path.
    goes_up: DFF<Bit>,
    goes_down: DFF<Bit>,
    clears: DFF<Bit>,
    subtracts: DFF<Bit>,
    has_minutes: DFF<Bit>,
    carry: DFF<Bit>,
    /// Every digit has turned over in this walk or the one before, which is repeated.
    was_highest: DFF<Bit>,
    is_greater: DFF<Bit>,
    has_remains: DFF<Bit>,
    at_end: Signal<Local, Bit>,
    last_place: Signal<Local, Bits<4>>,
    compared: Signal<Local, Bits<7>>,
    is_in_number: Signal<Local, Bit>,
    has_digit: Signal<Local, Bit>,
    digit_code: Signal<Local, Bits<4>>,
    stores: Signal<Local, Bit>,
    overflows: Signal<Local, Bit>,
    column_now: Signal<Local, Bits<6>>,
    #[value(item::TIME)]
    time: Constant<Bits<7>>,
    #[value(TENS_OF_SECONDS)]
    tens_of_seconds: Constant<Bits<4>>,
    #[value(MINUTES)]
    minutes: Constant<Bits<4>>,
    #[value(SPACE)]
    space: Constant<Bits<4>>,
}

impl DecimalUnit {
    /// With or without names in the score tables.
    pub fn new(has_names: bool) -> Self {
        construct!(DecimalUnit {
            items: ItemMemory::new(has_names),
        })
    }
}

#[clocked]
impl Logic for DecimalUnit {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.is_walking.q.val();
        self.greater.next = self.is_greater.q.val();
        self.remains.next = self.has_remains.q.val();
        self.saturates.next = self.was_highest.q.val();
        self.at_end.next = (self.place.q.val().get_bits::<2>(0) == 0)
            & (self.half.val() | !self.place.q.val().get_bit(2))
            & !self.place.q.val().get_bit(3);
        self.last_place.next = 3.into();
        if self.in_last_half.val() {
            self.last_place.next = 7.into();
        }
        if self.pair.val() {
            self.last_place.next = 15.into();
        }

        self.items.item.next = self.item.val();
        self.items.other.next = self.other.val();
        self.items.place.next = self.place.q.val();
        self.items.is_number.next = self.is_number.val();
        // The other item is read also in phase 2, which lasts while the walk is blocked.
        self.items.reads_other.next = self.phase.q.val().any();
        self.items.copy.next = self.copy.val();
        self.items.result.next = self.digit_counter.result.val();
        self.items.write.next = false;
        self.items.blocked.next = self.blocked.val();
        self.items.position.next = self.position.val();
        self.items.digit.next = self.digit.val();
        OpenTables::link(&mut self.tables, &mut self.items.tables);

        // The two digits of a number stand at the end of the eight characters.
        self.has_digit.next = self.place.q.val().get_bits::<2>(1) == 3;
        self.is_in_number.next = !self.is_number.val() | self.is_wide.val() | self.has_digit.val();
        self.digit_code.next = self.space.val();
        if self.has_digit.val() {
            self.digit_code.next = self.items.read_data.val().get_bits::<4>(4);
            if self.place.q.val().get_bit(0) {
                self.digit_code.next = self.items.read_data.val().get_bits::<4>(0);
            }
        }
        self.compared.next = self.items.read_data.val().get_bits::<7>(0);

        self.goes_up.d.next = self.up.val() & !self.was_highest.q.val();
        self.goes_down.d.next = self.down.val() | self.was_highest.q.val();
        self.clears.d.next = self.clear.val();
        self.subtracts.d.next = self.subtract.val();
        self.has_minutes.d.next =
            (self.item.val() == self.time.val()) | (self.other.val() == self.time.val());
        self.digit_counter.character.next = self.character.q.val();
        self.digit_counter.sixty.next =
            (self.place.q.val() == self.tens_of_seconds.val()) & self.has_minutes.q.val();
        self.digit_counter.up.next = self.goes_up.q.val();
        self.digit_counter.down.next = self.goes_down.q.val();
        self.digit_counter.clear.next = self.clears.q.val();
        self.digit_counter.three.next = self.of_ultra.val()
            & self.has_minutes.q.val()
            & (self.place.q.val() == self.minutes.val());
        self.digit_counter.subtract.next = self.subtracts.q.val();
        self.digit_counter.other.next = self.compared.val().get_bits::<4>(0);
        self.digit_counter.carry_in.next = self.carry.q.val();
        self.overflows.next = self.goes_up.q.val() & self.digit_counter.carry_out.val();

        self.column_now.next = self.column.val() + bit_cast::<6, 4>(self.place.q.val());
        self.text_address.next =
            (bit_cast::<12, 6>(self.line.val()) << 6) | bit_cast::<12, 6>(self.column_now.val());
        self.text_code.next = self.digit_counter.result.val().get_bits::<6>(0);
        self.stores.next = self.goes_up.q.val()
            | self.goes_down.q.val()
            | self.clears.q.val()
            | self.subtracts.q.val()
            | self.copy.val();
        if self.is_walking.q.val() {
            if self.phase.q.val() == 0 {
                self.phase.d.next = 1.into();
            } else if self.phase.q.val() == 1 {
                self.character.d.next = self.compared.val();
                if self.is_number.val() {
                    self.character.d.next = bit_cast::<7, 4>(self.digit_code.val());
                }
                self.phase.d.next = 2.into();
            } else if !self.blocked.val() {
                self.phase.d.next = 0.into();
                self.place.d.next = self.place.q.val() - 1;
                self.items.write.next = self.stores.val();
                self.text_write.next =
                    self.shows.val() & self.is_in_number.val() & !self.character.q.val().get_bit(6);
                if self.character.q.val() != self.compared.val() {
                    self.is_greater.d.next = self.character.q.val() > self.compared.val();
                }
                self.has_remains.d.next =
                    self.has_remains.q.val() | self.digit_counter.is_positive.val();
                self.carry.d.next = self.digit_counter.carry_out.val();
                if self.at_end.val() {
                    self.place.d.next = self.last_place.val();
                    self.was_highest.d.next = self.was_highest.q.val() | self.overflows.val();
                    self.is_walking.d.next = self.overflows.val();
                }
            }
        } else if self.start.val() {
            self.is_walking.d.next = true;
            self.phase.d.next = 0.into();
            self.place.d.next = self.last_place.val();
            self.carry.d.next = !self.subtract.val();
            self.is_greater.d.next = self.subtract.val();
            self.was_highest.d.next = false;
            self.has_remains.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
