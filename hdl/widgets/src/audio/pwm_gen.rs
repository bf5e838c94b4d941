//! One-bit digital-to-analogue converter: pulse-width modulation with a carrier of the module clock
//! / 2^N.
//!
//! A low-pass filter outside turns the pulses into a voltage, `sample` / 2^N of the supply. Sample
//! 0 keeps the pin low all the time.
//!
//! **Interface**: `audio` is a register, one clock behind the comparison, so the pin has no
//! glitches. A sample that changes only after `period_end` gives every carrier period one pulse of
//! the right width; one that changes at any other time bends a single period.
//! **Source**: with 1 kohm and 33 nF as the filter (4.8 kHz) a carrier above 40 kHz is some 20 dB
//! down and inaudible.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The converter; `N` is the width of a sample.
#[derive(LogicBlock, Module)]
pub struct PwmGen<const N: usize> {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the start of a carrier period; that period has no pulse.
    pub reset: Signal<In, Bit>,
    /// Clocks of the 2^N of a carrier period for which the pin is high.
    pub sample: Signal<In, Bits<N>>,
    /// Strobe: the last clock of a carrier period.
    pub period_end: Signal<Out, Bit>,
    /// The pin.
    pub audio: Signal<Out, Bit>,
    ticks: DFF<Bits<N>>,
    period_start: DFF<Bit>,
    pulse: DFF<Bit>,
}

#[clocked]
impl<const N: usize> Logic for PwmGen<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.ticks.d.next = self.ticks.q.val() + 1;
        self.period_end.next = self.ticks.q.val().all();
        self.period_start.d.next = self.period_end.val();
        // Two events set the width: an equality costs half of what a less-than costs.
        if self.period_start.q.val() {
            self.pulse.d.next = true;
        }
        if self.ticks.q.val() == self.sample.val() {
            self.pulse.d.next = false;
        }
        self.audio.next = self.pulse.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn pwm() -> Bench<PwmGen<4>> {
        Bench::new(PwmGen::default())
    }

    /// The pin over the carrier period that begins now.
    fn period(uut: &mut Bench<PwmGen<4>>) -> String {
        let mut pin = String::new();
        for tick in 0..16 {
            tick!(uut);
            pin.push(if peek!(uut.audio) { '1' } else { '0' });
            assert_eq!(peek!(uut.period_end), tick == 14);
        }
        pin
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(pwm().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn the_pulse_is_as_wide_as_the_sample() {
        let mut uut = pwm();
        for sample in (0..16).chain([15, 0, 8]) {
            poke!(uut.sample = sample.to_bits());
            let expected = "1".repeat(sample) + &"0".repeat(16 - sample);
            assert_eq!(period(&mut uut), expected);
        }
    }

    #[test]
    fn reset_begins_a_period() {
        let mut uut = pwm();
        poke!(uut.sample = 12.into());
        for _ in 0..5 {
            tick!(uut);
        }
        poke!(uut.reset = true);
        tick!(uut);
        assert!(!peek!(uut.audio));
        poke!(uut.reset = false);
        assert_eq!(
            period(&mut uut),
            "0000000000000000",
            "the pulse in reset is lost"
        );
        assert_eq!(period(&mut uut), "1111111111110000");
    }
}
