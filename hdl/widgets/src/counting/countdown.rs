//! Counter that counts down to 0 and stops there.
//!
//! **Interface**: `load` and `step` are strobes. `load` has priority.
//!
//! **Latency**: one clock.

use crate::property::{Mutant, Observer, Property};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Counter of `N` bits.
#[derive(LogicBlock, Module)]
pub struct Countdown<const N: usize> {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the count is 0.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin with `from`.
    pub load: Signal<In, Bit>,
    /// First count. Sampled with `load`.
    pub from: Signal<In, Bits<N>>,
    /// Strobe: count one step.
    pub step: Signal<In, Bit>,
    /// Steps that are left.
    pub left: Signal<Out, Bits<N>>,
    /// Level: `left` is not 0.
    pub counts: Signal<Out, Bit>,
    count: DFF<Bits<N>>,
}

#[clocked]
impl<const N: usize> Logic for Countdown<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.count.q.val();
        self.counts.next = self.count.q.val().any();
        if self.step.val() & self.counts.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        if self.load.val() {
            self.count.d.next = self.from.val();
        }
    }
}

impl<const N: usize> Countdown<N> {
    /// Properties that are proved, for at most seven bits.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["taken <= 128 && loaded < 128"],
        observers: &[
            Observer::new("loaded", 8, "load ? from : loaded"),
            Observer::new("taken", 8, "load ? 0 : taken + (step && taken < 128)"),
        ],
        ..Property::new(
            "as many steps are left as were loaded, less those that were taken, and none below 0",
            "left == (loaded > taken ? loaded - taken : 0) && counts == (left != 0)",
            Mutant::new("if (step && counts)", "if (step)", 8),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn loaded(from: u8) -> Bench<Countdown<3>> {
        let mut uut = Bench::new(Countdown::default());
        poke!(uut.from = from.to_bits());
        poke!(uut.load = true);
        tick!(uut);
        poke!(uut.load = false);
        uut
    }

    fn counts(uut: &mut Bench<Countdown<3>>, clocks: usize) -> Vec<(u64, bool)> {
        let mut counts = Vec::new();
        for _ in 0..clocks {
            counts.push((peek!(uut.left).into(), peek!(uut.counts)));
            tick!(uut);
        }
        counts
    }

    #[test]
    fn the_count_stops_at_0() {
        let mut uut = loaded(2);
        poke!(uut.step = true);
        let expected = [(2, true), (1, true), (0, false), (0, false)];
        assert_eq!(counts(&mut uut, 4), expected);
    }

    #[test]
    fn without_a_step_the_count_stays() {
        assert_eq!(counts(&mut loaded(7), 3), [(7, true); 3]);
    }

    #[test]
    fn a_load_has_priority_over_a_step_and_the_reset_over_both() {
        let mut uut = loaded(3);
        poke!(uut.step = true);
        poke!(uut.load = true);
        poke!(uut.from = 6u8.to_bits());
        assert_eq!(counts(&mut uut, 3), [(3, true), (6, true), (6, true)]);
        poke!(uut.reset = true);
        tick!(uut);
        assert_eq!(counts(&mut uut, 1), [(0, false)]);
    }
}
