//! One step of a decimal counter: the digit after, and the carry into the next digit.
//!
//! The highest digit is an input, so that the tens of minutes and seconds count to 5.
//!
//! **Interface**: combinational. Without `up` and `down` the digit stays. `up` has priority.

use crate::property::{Mutant, Property};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Successor and predecessor of a digit.
#[derive(LogicBlock, Module)]
pub struct DecimalStep {
    /// The digit, 0 to `highest`.
    pub digit: Signal<In, Bits<4>>,
    /// Highest digit. A step up from it leads to 0.
    pub highest: Signal<In, Bits<4>>,
    /// Level: one up.
    pub up: Signal<In, Bit>,
    /// Level: one down.
    pub down: Signal<In, Bit>,
    /// The digit after the step.
    pub stepped: Signal<Out, Bits<4>>,
    /// Level: the step carries into the next digit.
    #[default(false)]
    pub carries: Signal<Out, Bit>,
}

#[clocked]
impl Logic for DecimalStep {
    #[hdl_gen]
    fn update(&mut self) {
        self.stepped.next = self.digit.val();
        if self.up.val() {
            self.stepped.next = self.digit.val() + 1;
            if self.digit.val() == self.highest.val() {
                self.stepped.next = 0.into();
                self.carries.next = true;
            }
        } else if self.down.val() {
            self.stepped.next = self.digit.val() - 1;
            if !self.digit.val().any() {
                self.stepped.next = self.highest.val();
                self.carries.next = true;
            }
        }
    }
}

impl DecimalStep {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        assumed: &["digit <= highest && highest <= 9"],
        ..Property::new(
            "the digit stays within its highest one",
            "stepped <= highest",
            Mutant::new("stepped = 4'd0;", "stepped = digit + 4'd1;", 1),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn each_digit_steps_up_and_down_within_its_range() {
        let mut uut = Bench::new(DecimalStep::default());
        for highest in [5u8, 9] {
            poke!(uut.highest = highest.to_bits());
            for digit in 0..=highest {
                poke!(uut.digit = digit.to_bits());
                for (up, down) in [(false, false), (true, false), (false, true), (true, true)] {
                    poke!(uut.up = up);
                    poke!(uut.down = down);
                    let (stepped, carries) = match (up, down) {
                        (true, _) if digit == highest => (0, true),
                        (true, _) => (digit + 1, false),
                        (false, true) if digit == 0 => (highest, true),
                        (false, true) => (digit - 1, false),
                        _ => (digit, false),
                    };
                    assert_eq!(
                        peek!(uut.stepped),
                        u64::from(stepped),
                        "{digit} of {highest}"
                    );
                    assert_eq!(peek!(uut.carries), carries, "{digit} of {highest}");
                }
            }
        }
    }
}
