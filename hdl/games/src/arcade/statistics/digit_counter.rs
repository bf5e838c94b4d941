//! Counts one character of a decimal number up or down.
//!
//! A digit goes up or down by one if a carry comes in, or becomes 0 or 3. A character that is no
//! digit stays as it is and passes the carry on. In a subtraction all characters are digits.
//!
//! Combinational.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::counting::DecimalStep;
use gatefall_widgets::property::{Mutant, Property};
use rust_hdl::prelude::*;

/// Highest digit, and highest digit of the tens of seconds.
const NINE: u8 = 9;
const FIVE: u8 = 5;

/// One digit.
#[derive(LogicBlock, Module)]
pub struct DigitCounter {
    /// Code of the character; 0 to 9 are the digits.
    pub character: Signal<In, Bits<7>>,
    /// Level: the digit counts tens of seconds, 0 to 5.
    pub sixty: Signal<In, Bit>,
    /// Level: add the carry.
    pub up: Signal<In, Bit>,
    /// Level: subtract the carry.
    pub down: Signal<In, Bit>,
    /// Level: the digit becomes 0. It precedes `up` and `down`.
    pub clear: Signal<In, Bit>,
    /// Level: it becomes 3 instead.
    pub three: Signal<In, Bit>,
    /// Level: subtract `other` and the carry. It precedes `clear`.
    pub subtract: Signal<In, Bit>,
    /// Digit that is subtracted.
    pub other: Signal<In, Bits<4>>,
    /// Carry or borrow from the next lower character.
    pub carry_in: Signal<In, Bit>,
    /// Carry or borrow to the next higher character: the digit has turned over.
    pub carry_out: Signal<Out, Bit>,
    /// Code of the character after the operation.
    pub result: Signal<Out, Bits<7>>,
    /// Level: `result` is a digit other than 0.
    pub is_positive: Signal<Out, Bit>,
    is_digit: Signal<Local, Bit>,
    decimal_step: DecimalStep,
    new_digit: Signal<Local, Bits<4>>,
    minuend: Signal<Local, Bits<6>>,
    subtrahend: Signal<Local, Bits<6>>,
    difference: Signal<Local, Bits<6>>,
    is_below: Signal<Local, Bit>,
    #[default(0)]
    correction: Signal<Local, Bits<4>>,
    #[value(NINE)]
    nine: Constant<Bits<4>>,
    #[value(FIVE)]
    five: Constant<Bits<4>>,
    #[value(NINE + 1)]
    ten: Constant<Bits<4>>,
}

#[clocked]
impl Logic for DigitCounter {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_digit.next = (self.character.val().get_bits::<3>(4) == 0)
            & (!self.character.val().get_bit(3) | (self.character.val().get_bits::<2>(1) == 0));
        self.decimal_step.digit.next = self.character.val().get_bits::<4>(0);
        self.decimal_step.highest.next = self.nine.val();
        if self.sixty.val() {
            self.decimal_step.highest.next = self.five.val();
        }
        self.decimal_step.up.next = self.up.val() & self.carry_in.val();
        self.decimal_step.down.next = self.down.val() & self.carry_in.val();
        self.new_digit.next = self.decimal_step.stepped.val();
        if self.clear.val() {
            self.new_digit.next = 0.into();
            if self.three.val() {
                self.new_digit.next = 3.into();
            }
        }
        self.carry_out.next =
            self.carry_in.val() & (!self.is_digit.val() | self.decimal_step.carries.val());
        // The lowest bit subtracts the borrow.
        self.minuend.next = bit_cast::<6, 4>(self.character.val().get_bits::<4>(0)) << 1;
        self.subtrahend.next = (bit_cast::<6, 4>(self.other.val()) << 1)
            | bit_cast::<6, 1>(self.carry_in.val().into());
        self.difference.next = self.minuend.val() - self.subtrahend.val();
        self.is_below.next = self.difference.val().get_bit(5);
        if self.is_below.val() {
            self.correction.next = self.ten.val();
        }
        if self.subtract.val() {
            self.new_digit.next = self.difference.val().get_bits::<4>(1) + self.correction.val();
            self.carry_out.next = self.is_below.val();
        }
        self.result.next = self.character.val();
        if self.is_digit.val() {
            self.result.next = bit_cast::<7, 4>(self.new_digit.val());
        }
        self.is_positive.next = self.is_digit.val() & self.new_digit.val().any();
    }
}

impl DigitCounter {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        assumed: &["other <= 9", "!sixty || character > 9 || character <= 5"],
        ..Property::new(
            "a digit stays a digit, and another character stays as it is",
            "character > 9 ? result == character : result <= 9",
            Mutant::new("difference[4:1] + correction", "difference[4:1]", 2),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    /// The character after the operation and the carry out of it.
    fn counted(uut: &mut Bench<DigitCounter>, character: u8) -> (u8, bool) {
        poke!(uut.character = character.to_bits());
        (peek!(uut.result).to_u8(), peek!(uut.carry_out))
    }

    #[test]
    fn a_digit_turns_over_at_its_highest_value() {
        let mut uut = Bench::new(DigitCounter::default());
        poke!(uut.carry_in = true);
        for (sixty, highest) in [(false, 9), (true, 5)] {
            poke!(uut.sixty = sixty);
            for digit in 0..=highest {
                let is_last = digit == highest;
                poke!(uut.up = true);
                let more = if is_last { 0 } else { digit + 1 };
                assert_eq!(counted(&mut uut, digit), (more, is_last));
                poke!(uut.up = false);
                poke!(uut.down = true);
                let less = digit.checked_sub(1).unwrap_or(highest);
                assert_eq!(counted(&mut uut, digit), (less, digit == 0));
                poke!(uut.down = false);
            }
        }
    }

    #[test]
    fn digits_and_a_borrow_are_subtracted() {
        let mut uut = Bench::new(DigitCounter::default());
        poke!(uut.subtract = true);
        for character in 0..10u8 {
            for other in 0..10u8 {
                for borrow in [false, true] {
                    poke!(uut.other = other.to_bits());
                    poke!(uut.carry_in = borrow);
                    let less = other + u8::from(borrow);
                    let expected = ((character + 10 - less) % 10, character < less);
                    assert_eq!(counted(&mut uut, character), expected);
                }
            }
        }
    }

    #[test]
    fn only_digits_are_cleared_and_others_pass_the_carry() {
        let mut uut = Bench::new(DigitCounter::default());
        poke!(uut.clear = true);
        poke!(uut.three = true);
        assert_eq!(counted(&mut uut, 7).0, 3);
        poke!(uut.three = false);
        for carry in [false, true] {
            poke!(uut.carry_in = carry);
            assert_eq!(counted(&mut uut, 7), (0, false));
            assert!(!peek!(uut.is_positive));
            for character in [10, 15, 32, 64 + 9] {
                assert_eq!(counted(&mut uut, character), (character, carry));
                assert!(!peek!(uut.is_positive), "no digit");
            }
        }
        poke!(uut.clear = false);
        assert_eq!(counted(&mut uut, 3), (3, false), "nothing to add");
        assert!(peek!(uut.is_positive));
    }
}
