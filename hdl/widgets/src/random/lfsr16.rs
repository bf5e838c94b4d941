//! 16-bit random number generator: one step per enabled clock, period 2^16 - 1.
//!
//! Use it for numbers of a few bits that are read at the times of key presses. For many numbers use
//! [`super::Lfsr32`]. Feedback is the XNOR of the taps, so the only state that repeats itself is
//! all ones. The flip-flops are 0 at power-up, which is a valid first state.
//!
//! **Interface**: `value` is a register; bit 0 is the newest bit.
//! **Source**: primitive polynomial x^16 + x^14 + x^13 + x^11 + 1 (taps 16, 14, 13, 11); a test
//! walks the whole period.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The random number generator.
#[derive(LogicBlock, Module)]
pub struct Lfsr16 {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the start of the sequence.
    pub reset: Signal<In, Bit>,
    /// Level: take a step.
    pub enable: Signal<In, Bit>,
    /// The state, never all ones.
    pub value: Signal<Out, Bits<16>>,
    state: DFF<Bits<16>>,
    parity: Signal<Local, Bit>,
    new_bit: Signal<Local, Bits<1>>,
    shifted: Signal<Local, Bits<16>>,
}

#[clocked]
impl Logic for Lfsr16 {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.state.q.val();
        self.parity.next = self.state.q.val().get_bit(15)
            ^ self.state.q.val().get_bit(13)
            ^ self.state.q.val().get_bit(12)
            ^ self.state.q.val().get_bit(10);
        self.new_bit.next = (!self.parity.val()).into();
        self.shifted.next = self.state.q.val() << 1;
        if self.enable.val() {
            self.state.d.next = self.shifted.val() | bit_cast::<16, 1>(self.new_bit.val());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn lfsr() -> Bench<Lfsr16> {
        let mut uut = Bench::new(Lfsr16::default());
        poke!(uut.enable = true);
        uut
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(lfsr().rust_hdl_verilog().contains("module top"));
    }

    /// The recurrence of the reciprocal polynomial, over the bits in the order in which they come
    /// out.
    #[test]
    fn every_bit_is_the_xnor_of_those_16_14_13_and_11_before() {
        let mut uut = lfsr();
        let mut bits = [false; 16].to_vec();
        for _ in 0..2000 {
            tick!(uut);
            let before = |count: usize| bits[bits.len() - count];
            let expected = !(before(16) ^ before(14) ^ before(13) ^ before(11));
            bits.push(expected);
            assert_eq!(peek!(uut.value).get_bit(0), expected);
        }
    }

    #[test]
    fn the_period_is_2_to_the_16_less_1() {
        let mut uut = lfsr();
        let mut seen = vec![false; 1 << 16];
        for _ in 0..(1 << 16) - 1 {
            let value = usize::from(peek!(uut.value).to_u16());
            assert!(!seen[value], "{value:#x} comes twice");
            seen[value] = true;
            tick!(uut);
        }
        assert_eq!(peek!(uut.value), 0);
        assert!(!seen[0xFFFF]);
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
    fn reset_starts_again() {
        let mut uut = lfsr();
        for _ in 0..100 {
            tick!(uut);
        }
        poke!(uut.reset = true);
        tick!(uut);
        assert_eq!(peek!(uut.value), 0);
    }
}
