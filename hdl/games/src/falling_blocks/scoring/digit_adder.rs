//! Adder of one decimal digit.
//!
//! An extra lowest bit of both operands adds the carry, so there is one adder. A sum of 10 or more
//! is corrected by 6.
//!
//! **Interface**: combinational. The digits are 0 to 9.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Mutant, Property};
use rust_hdl::prelude::*;

/// Digit plus digit plus carry.
#[derive(LogicBlock, Module)]
pub struct DigitAdder {
    /// Digit.
    pub digit: Signal<In, Bits<4>>,
    /// Digit to add.
    pub addend: Signal<In, Bits<4>>,
    /// Carry of the digit below.
    pub carry: Signal<In, Bit>,
    /// Digit of the sum.
    pub sum: Signal<Out, Bits<4>>,
    /// Level: the sum is 10 or more.
    pub overflows: Signal<Out, Bit>,
    augend: Signal<Local, Bits<6>>,
    summand: Signal<Local, Bits<6>>,
    total: Signal<Local, Bits<6>>,
    binary: Signal<Local, Bits<5>>,
    #[default(0)]
    adjustment: Signal<Local, Bits<4>>,
}

#[clocked]
impl Logic for DigitAdder {
    #[hdl_gen]
    fn update(&mut self) {
        self.augend.next = (bit_cast::<6, 4>(self.digit.val()) << 1) | 1;
        self.summand.next =
            (bit_cast::<6, 4>(self.addend.val()) << 1) | bit_cast::<6, 1>(self.carry.val().into());
        self.total.next = self.augend.val() + self.summand.val();
        self.binary.next = self.total.val().get_bits::<5>(1);
        self.overflows.next = self.binary.val().get_bit(4)
            | (self.binary.val().get_bit(3) & self.binary.val().get_bits::<2>(1).any());
        if self.overflows.val() {
            self.adjustment.next = 6.into();
        }
        self.sum.next = self.binary.val().get_bits::<4>(0) + self.adjustment.val();
    }
}

impl DigitAdder {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        assumed: &["digit <= 9 && addend <= 9"],
        ..Property::new(
            "the sum is a digit and a carry",
            "sum <= 9 && 10 * overflows + sum == digit + addend + carry",
            Mutant::new("4'd6", "4'd5", 1),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn adds_all_digits_with_and_without_carry() {
        let mut uut = Bench::new(DigitAdder::default());
        for digit in 0..10u64 {
            for addend in 0..10u64 {
                for carry in 0..2 {
                    poke!(uut.digit = digit.to_bits());
                    poke!(uut.addend = addend.to_bits());
                    poke!(uut.carry = carry == 1);
                    let sum = digit + addend + carry;
                    assert_eq!(peek!(uut.sum), sum % 10);
                    assert_eq!(peek!(uut.overflows), sum >= 10);
                }
            }
        }
    }
}
