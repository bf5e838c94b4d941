//! 32-bit random number generator: one step per enabled clock, period 2^32 - 1.
//!
//! Feedback is the XNOR of the taps, so the only state that repeats itself is all ones. The
//! flip-flops are 0 at power-up, which is a valid first state. There is no seed. While the
//! generator runs in every clock, the time of the first key selects the state.
//!
//! The state is a part of the context chain: `context_shift` shifts it out and another state in.
//!
//! A step moves every bit up by one and makes one new bit, bit 0. Values of consecutive clocks
//! therefore share 31 bits. For independent numbers take as many steps as a number has bits.
//!
//! **Interface**: `value` is a register; bit 0 is the newest bit.
//! **Source**: primitive polynomial x^32 + x^22 + x^2 + x + 1 (taps 32, 22, 2, 1); a test proves
//! the period.

use crate::property::{Mutant, Property};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The random number generator.
#[derive(LogicBlock, Module)]
pub struct Lfsr32 {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the start of the sequence.
    pub reset: Signal<In, Bit>,
    /// Level: take a step.
    pub enable: Signal<In, Bit>,
    /// Level: shift the state by one bit; wins over `enable`.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    /// The state, never all ones.
    pub value: Signal<Out, Bits<32>>,
    #[context]
    state: DFF<Bits<32>>,
    parity: Signal<Local, Bit>,
    new_bit: Signal<Local, Bits<1>>,
}

#[clocked]
impl Logic for Lfsr32 {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.state.q.val();
        self.parity.next = self.state.q.val().get_bit(31)
            ^ self.state.q.val().get_bit(21)
            ^ self.state.q.val().get_bit(1)
            ^ self.state.q.val().get_bit(0);
        self.new_bit.next = (!self.parity.val()).into();
        if self.enable.val() {
            self.state.d.next = (self.state.q.val() << 1) | bit_cast::<32, 1>(self.new_bit.val());
        }
    }
}

impl Lfsr32 {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        assumed: &["!context_shift"],
        ..Property::new(
            "the state is never all ones, which repeats itself",
            "value != 32'hffff_ffff",
            Mutant::new("new_bit = !parity", "new_bit = 1'b1", 35),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// One step as an independent formula.
    fn step(state: u32) -> u32 {
        let taps = state >> 31 ^ state >> 21 ^ state >> 1 ^ state;
        state << 1 | (!taps & 1)
    }

    fn lfsr() -> Bench<Lfsr32> {
        let mut uut = Bench::with_rust_hdl(Lfsr32::default());
        poke!(uut.enable = true);
        uut
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(lfsr().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn follows_the_polynomial_from_power_up() {
        let mut uut = lfsr();
        let mut expected = 0;
        for _ in 0..2000 {
            tick!(uut);
            expected = step(expected);
            assert_eq!(peek!(uut.value), u64::from(expected));
        }
    }

    #[test]
    fn reset_starts_again() {
        let mut uut = lfsr();
        for _ in 0..100 {
            tick!(uut);
        }
        poke!(uut.reset = true);
        tick!(uut);
        assert_eq!(peek!(uut.value), 0);
        poke!(uut.reset = false);
        tick!(uut);
        assert_eq!(peek!(uut.value), 1);
    }

    #[test]
    fn stands_still_unless_enabled() {
        let mut uut = lfsr();
        tick!(uut);
        poke!(uut.enable = false);
        let value = peek!(uut.value);
        for _ in 0..10 {
            tick!(uut);
        }
        assert_eq!(peek!(uut.value), value);
    }

    #[test]
    fn a_state_that_was_shifted_out_can_be_shifted_in_again() {
        let mut uut = lfsr();
        for _ in 0..100 {
            tick!(uut);
        }
        let saved = peek!(uut.value);
        poke!(uut.context_shift = true);
        let mut bits = Vec::new();
        for _ in 0..32 {
            bits.push(peek!(uut.context_out));
            tick!(uut);
        }
        assert_eq!(peek!(uut.value), 0);
        for bit in bits {
            poke!(uut.context_in = bit);
            tick!(uut);
        }
        assert_eq!(peek!(uut.value), saved);
    }

    /// A map x -> A x + b over GF(2): the image of zero, and the columns of A.
    #[derive(Clone, PartialEq, Debug)]
    struct Affine {
        zero: u32,
        columns: [u32; 32],
    }

    impl Affine {
        fn of(f: impl Fn(u32) -> u32) -> Self {
            let zero = f(0);
            Self {
                zero,
                columns: std::array::from_fn(|i| f(1 << i) ^ zero),
            }
        }

        fn apply(&self, x: u32) -> u32 {
            (0..32)
                .filter(|i| x >> i & 1 == 1)
                .fold(self.zero, |sum, i| sum ^ self.columns[i])
        }

        fn power(&self, mut exponent: u64) -> Self {
            let mut result = Self::of(|x| x);
            let mut base = self.clone();
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result = Self::of(|x| base.apply(result.apply(x)));
                }
                base = Self::of(|x| base.apply(base.apply(x)));
                exponent >>= 1;
            }
            result
        }
    }

    #[test]
    fn the_period_is_2_to_the_32_less_1() {
        const PERIOD: u64 = (1 << 32) - 1;
        let one = Affine::of(step);
        assert_eq!(one.apply(0x1234_5678), step(0x1234_5678));
        assert_eq!(one.power(PERIOD), Affine::of(|x| x));
        // 2^32 - 1 = 3 * 5 * 17 * 257 * 65537: no proper divisor brings the power-up state back.
        for prime in [3, 5, 17, 257, 65_537] {
            assert_ne!(
                one.power(PERIOD / prime).apply(0),
                0,
                "period divides {PERIOD} / {prime}"
            );
        }
    }
}
