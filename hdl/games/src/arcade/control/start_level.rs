//! Level of the next game as two decimal digits. The recorded game has level 1.
//!
//! Combinational.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// From a number to its digits.
#[derive(LogicBlock, Module)]
pub struct StartLevel {
    /// The chosen level, 1 to 15.
    pub level: Signal<In, Bits<4>>,
    /// Level: the next game is the recorded one.
    pub is_recorded: Signal<In, Bit>,
    /// Tens and units.
    pub digits: Signal<Out, Bits<5>>,
    has_tens: Signal<Local, Bit>,
    units: Signal<Local, Bits<4>>,
    #[value(10)]
    ten: Constant<Bits<4>>,
}

#[clocked]
impl Logic for StartLevel {
    #[hdl_gen]
    fn update(&mut self) {
        self.has_tens.next = self.level.val() >= self.ten.val();
        self.units.next = self.level.val();
        if self.has_tens.val() {
            self.units.next = self.level.val() - self.ten.val();
        }
        self.digits.next = (bit_cast::<5, 1>(self.has_tens.val().into()) << 4)
            | bit_cast::<5, 4>(self.units.val());
        if self.is_recorded.val() {
            self.digits.next = 1.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn a_level_has_two_digits_and_that_of_the_recorded_game_is_1() {
        let mut uut = Bench::with_rust_hdl(StartLevel::default());
        for level in 1..=15_u64 {
            poke!(uut.level = level.to_bits());
            poke!(uut.is_recorded = false);
            assert_eq!(peek!(uut.digits), ((level / 10) << 4) | (level % 10));
            poke!(uut.is_recorded = true);
            assert_eq!(peek!(uut.digits), 1);
        }
    }
}
