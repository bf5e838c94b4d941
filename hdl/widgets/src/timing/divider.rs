//! A strobe every so many clocks.
//!
//! **Interface**: `strobe` is high for one clock of each `cycles`, the last one of the period that
//! begins after `restart` or reset. The counter runs down and its top bit is the strobe, so there
//! is nothing to compare.

use crate::property::{Mutant, Observer, Property};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The divider; `N` is the width of its counter.
#[derive(LogicBlock, Module)]
pub struct Divider<const N: usize> {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; a period begins.
    pub reset: Signal<In, Bit>,
    /// Strobe: a period begins after this clock.
    pub restart: Signal<In, Bit>,
    /// Strobe: this is the last clock of a period.
    pub strobe: Signal<Out, Bit>,
    /// Clocks left after this one, less 1.
    #[reset(self.first.val(), or = self.strobe.val() | self.restart.val())]
    left: DFF<Bits<N>>,
    first: Constant<Bits<N>>,
    top_bit: Constant<Bits<N>>,
}

impl<const N: usize> Divider<N> {
    /// A strobe every `cycles` clocks.
    ///
    /// # Panics
    /// If `cycles` is 0 or more than 2^(N - 1) + 1.
    pub fn new(cycles: u64) -> Self {
        let half = 1_u64 << (N - 1);
        assert!(
            (1..=half + 1).contains(&cycles),
            "a counter of {N} bits does not divide by {cycles}"
        );
        construct!(Divider {
            first: Constant::new((cycles.wrapping_sub(2) & (2 * half - 1)).to_bits()),
            top_bit: Constant::new(half.to_bits()),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for Divider<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.strobe.next = (self.left.q.val() & self.top_bit.val()).any();
        self.left.d.next = self.left.q.val() - 1;
    }
}

impl<const N: usize> Divider<N> {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // For a period of 12 clocks.
        Property {
            lemmas: &[
                "since < 12",
                "since == 11 ? left == 31 : left == 10 - since",
            ],
            observers: &[Observer::new(
                "since",
                4,
                "strobe || restart ? 0 : since + 1",
            )],
            ..Property::new(
                "the strobe comes 12 clocks after the last one",
                "strobe == (since == 11)",
                Mutant::new("FIRST = 5'd10", "FIRST = 5'd11", 16),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn divider(cycles: u64) -> Bench<Divider<5>> {
        let mut uut = Bench::new(Divider::new(cycles));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// Clocks from now to the next strobe, both counted.
    fn clocks(uut: &mut Bench<Divider<5>>) -> u64 {
        for clock in 1..100 {
            let found = peek!(uut.strobe);
            tick!(uut);
            if found {
                return clock;
            }
        }
        panic!("no strobe");
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(divider(3).rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn all_periods_have_the_given_length() {
        for cycles in 1..=17 {
            let mut uut = divider(cycles);
            for _ in 0..5 {
                assert_eq!(clocks(&mut uut), cycles);
            }
        }
    }

    #[test]
    fn a_restart_begins_a_whole_period() {
        let mut uut = divider(9);
        for _ in 0..5 {
            tick!(uut);
        }
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        assert_eq!(clocks(&mut uut), 9);
    }

    #[test]
    #[should_panic(expected = "a counter of 5 bits does not divide by 18")]
    fn a_period_that_does_not_fit_is_refused() {
        let _ = Divider::<5>::new(18);
    }
}
