//! Level of the next game, 1 to 15, as two decimal digits.
//!
//! **Interface**: `up` and `down` are strobes; they act while `is_open`. Without `has_choice`, a
//! constant, the level is 1 and synthesis removes the register.
//!
//! **Latency**: one clock from a strobe to `level`.
//!
//! **Source**: `docs/rules.md`, "Handheld".

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The level.
#[derive(LogicBlock, Module)]
pub struct StartLevel {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: level 1.
    pub reset: Signal<In, Bit>,
    /// Level: the level may change.
    pub is_open: Signal<In, Bit>,
    /// Strobe: a level more, up to 15.
    pub up: Signal<In, Bit>,
    /// Strobe: a level less, down to 1.
    pub down: Signal<In, Bit>,
    /// Tens (bit 4) and units (bits 3 to 0).
    pub level: Signal<Out, Bits<5>>,
    #[reset(1)]
    units: DFF<Bits<4>>,
    has_tens: DFF<Bit>,
    is_lowest: Signal<Local, Bit>,
    is_highest: Signal<Local, Bit>,
    has_choice: Constant<Bit>,
}

impl StartLevel {
    /// A level that can be chosen, or level 1.
    pub fn new(has_choice: bool) -> Self {
        construct!(StartLevel {
            has_choice: Constant::new(has_choice),
        })
    }
}

#[clocked]
impl Logic for StartLevel {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_lowest.next = !self.has_tens.q.val() & (self.units.q.val() == 1);
        self.is_highest.next = self.has_tens.q.val() & (self.units.q.val() == 5);
        if self.is_open.val() & self.up.val() & !self.is_highest.val() {
            self.units.d.next = self.units.q.val() + 1;
            if self.units.q.val() == 9 {
                self.units.d.next = 0.into();
                self.has_tens.d.next = true;
            }
        }
        if self.is_open.val() & self.down.val() & !self.is_lowest.val() {
            self.units.d.next = self.units.q.val() - 1;
            if !self.units.q.val().any() {
                self.units.d.next = 9.into();
                self.has_tens.d.next = false;
            }
        }
        self.level.next = 1.into();
        if self.has_choice.val() {
            self.level.next = (bit_cast::<5, 1>(self.has_tens.q.val().into()) << 4)
                | bit_cast::<5, 4>(self.units.q.val());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The level after each press: `+` or `-`.
    fn levels(has_choice: bool, is_open: bool, presses: &str) -> Vec<u8> {
        let mut uut = Bench::new(StartLevel::new(has_choice));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        poke!(uut.is_open = is_open);
        let mut press = |press| {
            poke!(uut.up = press == '+');
            poke!(uut.down = press == '-');
            tick!(uut);
            let digits = peek!(uut.level).to_u8();
            10 * (digits >> 4) + (digits & 15)
        };
        presses.chars().map(&mut press).collect()
    }

    #[test]
    fn it_goes_from_1_to_15_and_back_and_stops_there() {
        let up: Vec<u8> = (2..=15).chain([15, 15]).collect();
        assert_eq!(levels(true, true, &"+".repeat(16)), up);
        let down: Vec<u8> = (1..=14).rev().chain([1, 1]).collect();
        let both = levels(true, true, &("+".repeat(14) + &"-".repeat(16)));
        assert_eq!(both[14..], down);
    }

    #[test]
    fn it_stays_1_while_closed_and_without_a_choice() {
        assert_eq!(levels(true, false, "+++-"), [1; 4]);
        assert_eq!(levels(false, true, "+++-"), [1; 4]);
    }
}
