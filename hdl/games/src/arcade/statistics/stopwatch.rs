//! Hundredths of a second, exact to the clock.
//!
//! A count goes up by as many steps as the hundredths fit a second of the clock, so the n-th strobe
//! comes at the first clock at which n hundredths have passed, whatever the frequency.
//!
//! **Interface**: `hundredth` is a strobe; the clock that makes a hundredth full is the one before.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The stopwatch.
#[derive(LogicBlock, Module)]
pub struct Stopwatch {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: back to the beginning; wanted once after reset.
    pub restart: Signal<In, Bit>,
    /// Level: time passes.
    pub running: Signal<In, Bit>,
    /// Strobe: one more hundredth of a second has passed.
    pub hundredth: Signal<Out, Bit>,
    /// Missing part of a hundredth, below 0; at 0 or more the hundredth is full.
    missing: DFF<Bits<26>>,
    step: Constant<Bits<26>>,
    turn: Constant<Bits<26>>,
    first: Constant<Bits<26>>,
}

impl Stopwatch {
    /// A stopwatch for a module clock of `clock_hz`, at most 33 MHz.
    ///
    /// # Panics
    /// If that is more.
    pub fn new(clock_hz: u64) -> Self {
        let divisor = greatest_common_divisor(clock_hz, 100);
        let (step, whole) = (100 / divisor, clock_hz / divisor);
        assert!(
            (step..1 << 25).contains(&whole),
            "no hundredths at {clock_hz} Hz"
        );
        let below_zero = |missing: u64| Constant::new(((1u64 << 26) - missing).to_bits());
        construct!(Stopwatch {
            step: Constant::new(step.to_bits()),
            turn: below_zero(whole - step),
            first: below_zero(whole),
        })
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

#[clocked]
impl Logic for Stopwatch {
    #[hdl_gen]
    fn update(&mut self) {
        // One adder with a choice of what to add is smaller, but nextpnr 0.4 tears its carry
        // chain: 18 MHz on an UltraPlus.
        self.hundredth.next = self.running.val() & !self.missing.q.val().get_bit(25);
        if self.running.val() {
            self.missing.d.next = self.missing.q.val() + self.step.val();
            if self.hundredth.val() {
                self.missing.d.next = self.missing.q.val() + self.turn.val();
            }
        }
        if self.restart.val() {
            self.missing.d.next = self.first.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn strobes_come_when_hundredths_are_full() {
        // 10 and 10 1/4 clocks in a hundredth.
        for clock_hz in [1000, 1025] {
            let mut uut = Bench::new(Stopwatch::new(clock_hz));
            poke!(uut.restart = true);
            tick!(uut);
            poke!(uut.restart = false);
            let mut strobes = vec![];
            let mut passed = 0;
            for clock in 0..1000 {
                // Time stands still now and then.
                poke!(uut.running = clock % 5 != 3);
                if peek!(uut.hundredth) {
                    strobes.push(passed);
                }
                passed += u64::from(clock % 5 != 3);
                tick!(uut);
            }
            let expected = (1..).map(|n: u64| (n * clock_hz).div_ceil(100));
            let expected: Vec<_> = expected.take_while(|clock| *clock < passed).collect();
            assert_eq!(strobes, expected, "{clock_hz} Hz");
        }
    }
}
