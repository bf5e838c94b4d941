//! Hundredths of a second, exact to the clock.
//!
//! A count goes up by as many steps as the hundredths fit a second of the clock, so the n-th strobe
//! comes at the first clock at which n hundredths have passed, whatever the frequency. If a
//! hundredth is a whole number of clocks, one counter without a second adder remains.
//!
//! **Interface**: `hundredth` is a strobe; the clock that makes a hundredth full is the one before.

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Definition, Mutant, Observer, Property};
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
    /// Missing part of a hundredth after the next clock, below 0; at 0 or more it is full then.
    missing: DFF<Bits<26>>,
    is_full: DFF<Bit>,
    rest: Signal<Local, Bits<26>>,
    step: Constant<Bits<26>>,
    turn: Constant<Bits<26>>,
    /// All bits are set if hundredths end between two clocks, otherwise none is.
    rest_bits: Constant<Bits<26>>,
}

impl Stopwatch {
    /// A stopwatch for a module clock of `clock_hz`, from 100 Hz to 33 MHz.
    ///
    /// # Panics
    /// If that is less or more.
    pub fn new(clock_hz: u64) -> Self {
        let divisor = greatest_common_divisor(clock_hz, 100);
        let (step, whole) = (100 / divisor, clock_hz / divisor);
        assert!(
            (step..1 << 25).contains(&whole),
            "no hundredths at {clock_hz} Hz"
        );
        // The lowest bits of larger numbers are 0, so fewer flip-flops remain.
        let scale = (1 << 24) / (whole + 1);
        let scale = scale.checked_ilog2().map_or(1, |bits| 1 << bits);
        let below_zero = (1u64 << 26) - scale * (whole - step);
        let rest_bits = if step > 1 { (1u64 << 26) - 1 } else { 0 };
        construct!(Stopwatch {
            step: Constant::new((scale * step).to_bits()),
            turn: Constant::new(below_zero.to_bits()),
            rest_bits: Constant::new(rest_bits.to_bits()),
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
        self.hundredth.next = self.running.val() & self.is_full.q.val();
        self.rest.next = self.missing.q.val() & self.rest_bits.val();
        if self.running.val() {
            self.is_full.d.next = !self.missing.q.val().get_bit(25);
            // One adder with a choice of what to add is smaller, but nextpnr 0.4 tears its carry
            // chain: 18 MHz on an UltraPlus.
            self.missing.d.next = self.missing.q.val() + self.step.val();
            if !self.missing.q.val().get_bit(25) {
                self.missing.d.next = self.rest.val() + self.turn.val();
            }
        }
        if self.restart.val() {
            self.is_full.d.next = false;
            self.missing.d.next = self.turn.val();
        }
    }
}

impl Stopwatch {
    /// Properties that are proved, for a clock of 1,234 Hz. 50 of 617 parts of a hundredth pass in
    /// a clock.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &[
            "owed < 617 + 50",
            "!is_started || is_full == (owed >= 617)",
            "!is_started || missing == expected",
        ],
        definitions: &[Definition::new(
            "expected",
            26,
            "((is_full ? owed - 617 : owed) - 567) * 16384",
        )],
        observers: &[
            Observer::new("is_started", 1, "is_started || restart"),
            // Parts that have passed, less those of the strobes.
            Observer::new(
                "owed",
                26,
                "restart || !is_started ? 0 \
                 : running ? owed + 50 - (hundredth ? 617 : 0) : owed",
            ),
        ],
        ..Property::new(
            "a strobe comes in the clock after each full hundredth, and in no other",
            "!is_started || hundredth == (running && owed >= 617)",
            Mutant::new("rest + TURN", "TURN", 40).given(&["running", "!restart || !is_started"]),
        )
    }];
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
