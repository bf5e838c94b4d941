//! Counts one character of a decimal number up or down.
//!
//! A digit goes up or down by one if a carry comes in, or becomes 0. A character that is no digit
//! stays as it is and passes the carry on.
//!
//! Combinational.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::counting::DecimalStep;
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
    /// Carry from the next lower character.
    pub carry_in: Signal<In, Bit>,
    /// Carry to the next higher character: the digit has turned over.
    pub carry_out: Signal<Out, Bit>,
    /// Code of the character after the operation.
    pub result: Signal<Out, Bits<7>>,
    /// Level: `result` is a digit other than 0.
    pub is_positive: Signal<Out, Bit>,
    is_digit: Signal<Local, Bit>,
    decimal_step: DecimalStep,
    new_digit: Signal<Local, Bits<4>>,
    #[value(NINE)]
    nine: Constant<Bits<4>>,
    #[value(FIVE)]
    five: Constant<Bits<4>>,
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
        }
        self.carry_out.next =
            self.carry_in.val() & (!self.is_digit.val() | self.decimal_step.carries.val());
        self.result.next = self.character.val();
        if self.is_digit.val() {
            self.result.next = bit_cast::<7, 4>(self.new_digit.val());
        }
        self.is_positive.next = self.is_digit.val() & self.new_digit.val().any();
    }
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
    fn only_digits_are_cleared_and_others_pass_the_carry() {
        let mut uut = Bench::new(DigitCounter::default());
        poke!(uut.clear = true);
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
