//! Random numbers on request: 16 bits, period 65,535.
//!
//! Two generators give the same numbers, so the receiver of a number can check it.
//!
//! **Interface**: `value` holds until `step`, a strobe. The first value after power-up or reset is
//! 1.
//!
//! **Latency**: the next value is there one clock after `step`.
//!
//! **Source**: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003), with 16
//! bits and the shifts 7, 9, 8; a test walks the whole period.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The generator.
#[derive(LogicBlock, Module)]
pub struct Xorshift16 {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the start of the sequence.
    pub reset: Signal<In, Bit>,
    /// Strobe: go to the next value.
    pub step: Signal<In, Bit>,
    /// The present value, never 0.
    pub value: Signal<Out, Bits<16>>,
    /// The value with its lowest bit inverted: flip-flops are 0 at power-up, and 0 is no value.
    state: DFF<Bits<16>>,
    present: Signal<Local, Bits<16>>,
    first: Signal<Local, Bits<16>>,
    second: Signal<Local, Bits<16>>,
    third: Signal<Local, Bits<16>>,
    #[value(1)]
    seed: Constant<Bits<16>>,
}

#[clocked]
impl Logic for Xorshift16 {
    #[hdl_gen]
    fn update(&mut self) {
        self.present.next = self.state.q.val() ^ self.seed.val();
        self.first.next = self.present.val() ^ (self.present.val() << 7);
        self.second.next = self.first.val() ^ (self.first.val() >> 9);
        self.third.next = self.second.val() ^ (self.second.val() << 8);
        if self.step.val() {
            self.state.d.next = self.third.val() ^ self.seed.val();
        }
        self.value.next = self.present.val();
    }
}

/// The sequence in plain Rust, for benches of modules that contain the generator.
#[cfg(test)]
pub fn sequence() -> impl Iterator<Item = u16> {
    std::iter::successors(Some(1), |&value: &u16| {
        let value = value ^ (value << 7);
        let value = value ^ (value >> 9);
        Some(value ^ (value << 8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn every_number_but_0_comes_once_in_a_period() {
        let mut uut = Bench::new(Xorshift16::default());
        poke!(uut.step = true);
        let mut seen = vec![false; 1 << 16];
        for expected in sequence().take((1 << 16) - 1) {
            let value = peek!(uut.value).to_u16();
            assert_eq!(value, expected);
            assert!(!seen[usize::from(value)], "{value} comes twice");
            seen[usize::from(value)] = true;
            tick!(uut);
        }
        assert!(!seen[0]);
        assert_eq!(peek!(uut.value), 1);
    }

    #[test]
    fn a_value_holds_without_a_step_and_reset_starts_again() {
        let mut uut = Bench::with_rust_hdl(Xorshift16::default());
        for expected in sequence().take(20) {
            for _ in 0..3 {
                assert_eq!(peek!(uut.value).to_u16(), expected);
                tick!(uut);
            }
            poke!(uut.step = true);
            tick!(uut);
            poke!(uut.step = false);
        }
        poke!(uut.reset = true);
        tick!(uut);
        assert_eq!(peek!(uut.value), 1);
    }
}
