//! FIR filter of 32 taps: multiplies the last samples by coefficients and adds the products.
//!
//! An iCE40 HX has no multiplier. A product is a sum of shifted coefficients, one for each bit of
//! the sample, so a sample of small value takes fewer clocks. Samples and coefficients are in block
//! RAM.
//!
//! **Interface**: `sample_valid` is a strobe; while the filter computes, it is ignored. The
//! `result_valid` strobe comes once for each accepted sample. `result` is a register and holds
//! until the next strobe. It is rounded, and limited to 0 and 4095.
//!
//! **Latency**: 2 clocks, and for each tap 3 and the number of significant bits of the sample: at
//! most 482 clocks.

use super::coefficients::{COEFFICIENTS, UNITY_BITS};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Half of the last place of the output: added, so that the output is rounded.
const ONE_HALF: u32 = 1 << (UNITY_BITS - 1);

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Wait,
    Read,
    Load,
    Multiply,
    Limit,
}

/// The filter.
#[derive(LogicBlock, Module)]
pub struct FirFilter {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset. The last samples are kept.
    pub reset: Signal<In, Bit>,
    /// Sample without a sign. Valid with `sample_valid`.
    pub sample: Signal<In, Bits<12>>,
    /// Strobe: a new sample.
    pub sample_valid: Signal<In, Bit>,
    /// Filtered sample, without a sign.
    pub result: Signal<Out, Bits<12>>,
    /// Strobe: `result` is new.
    pub result_valid: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    samples: RAM<Bits<12>, 5>,
    #[part(clock)]
    #[given]
    coefficients: SyncROM<Bits<12>, 5>,
    #[reset(Step::Wait)]
    step: DFF<Step>,
    /// Address of the newest sample. Older ones are below it, modulo 32.
    newest: DFF<Bits<5>>,
    /// Age of the sample: 0 is the newest one.
    tap: DFF<Bits<5>>,
    /// Bits of the sample that are not multiplied yet.
    multiplier: DFF<Bits<12>>,
    /// Coefficient, shifted to the place of the lowest bit. Two's complement.
    multiplicand: DFF<Bits<26>>,
    /// Two's complement; the largest magnitude is below 2^24.
    sum: DFF<Bits<26>>,
    limited: DFF<Bits<12>>,
    is_new: DFF<Bit>,
    next_newest: Signal<Local, Bits<5>>,
    coefficient: Signal<Local, Bits<26>>,
    #[value(ONE_HALF)]
    one_half: Constant<Bits<26>>,
    #[value(0x3FF_F000)]
    sign_bits: Constant<Bits<26>>,
    #[value(0xFFF)]
    largest: Constant<Bits<12>>,
}

impl Default for FirFilter {
    fn default() -> Self {
        // Two's complement of 12 bits.
        let coefficients = COEFFICIENTS.map(|weight| (weight as u16 & 0xFFF).to_bits());
        construct!(FirFilter {
            samples: std::iter::repeat_n(0u16.to_bits(), 32).into(),
            coefficients: coefficients.into_iter().into(),
        })
    }
}

#[clocked]
impl Logic for FirFilter {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_newest.next = self.newest.q.val() + 1;
        self.samples.write_address.next = self.next_newest.val();
        self.samples.write_data.next = self.sample.val();
        self.samples.write_enable.next = false;
        self.samples.read_address.next = self.newest.q.val() - self.tap.q.val();
        self.coefficients.address.next = self.tap.q.val();
        self.coefficient.next = bit_cast::<26, 12>(self.coefficients.data.val());
        if self.coefficients.data.val().get_bit(11) {
            self.coefficient.next =
                bit_cast::<26, 12>(self.coefficients.data.val()) | self.sign_bits.val();
        }
        self.is_new.d.next = false;
        match self.step.q.val() {
            Step::Wait => {
                self.tap.d.next = 0.into();
                self.sum.d.next = self.one_half.val();
                if self.sample_valid.val() {
                    self.samples.write_enable.next = true;
                    self.newest.d.next = self.next_newest.val();
                    self.step.d.next = Step::Read;
                }
            }
            Step::Read => self.step.d.next = Step::Load,
            Step::Load => {
                self.multiplier.d.next = self.samples.read_data.val();
                self.multiplicand.d.next = self.coefficient.val();
                self.step.d.next = Step::Multiply;
            }
            Step::Multiply => {
                if self.multiplier.q.val().get_bit(0) {
                    self.sum.d.next = self.sum.q.val() + self.multiplicand.q.val();
                }
                self.multiplier.d.next = self.multiplier.q.val() >> 1;
                self.multiplicand.d.next = self.multiplicand.q.val() << 1;
                if !self.multiplier.q.val().any() {
                    self.tap.d.next = self.tap.q.val() + 1;
                    self.step.d.next = Step::Read;
                    if self.tap.q.val().all() {
                        self.step.d.next = Step::Limit;
                    }
                }
            }
            _ => {
                // Limit: bit 25 is the sign; bits 24 and 23 are set above 4095.
                self.limited.d.next = self.sum.q.val().get_bits::<12>(11);
                if self.sum.q.val().get_bits::<2>(23).any() {
                    self.limited.d.next = self.largest.val();
                }
                if self.sum.q.val().get_bit(25) {
                    self.limited.d.next = 0.into();
                }
                self.is_new.d.next = true;
                self.step.d.next = Step::Wait;
            }
        }
        self.result.next = self.limited.q.val();
        self.result_valid.next = self.is_new.q.val();
    }
}

/// The filter in plain Rust: the newest sample is the last one, samples before the first are 0.
#[cfg(test)]
pub fn filtered(samples: &[u16]) -> u16 {
    let newest_first = samples.iter().rev();
    let products = newest_first.zip(COEFFICIENTS).map(|(&sample, weight)| {
        let (sample, weight) = (i64::from(sample), i64::from(weight));
        sample * weight
    });
    let sum: i64 = products.sum();
    let unity = 1 << UNITY_BITS;
    (sum + unity / 2).div_euclid(unity).clamp(0, 4095) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::sequence;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The output for one more sample, and its latency in clocks.
    fn next(uut: &mut Bench<FirFilter>, sample: u16) -> (u16, u64) {
        poke!(uut.sample = sample.to_bits());
        poke!(uut.sample_valid = true);
        let start = uut.cycles();
        tick!(uut);
        // A sample during the computation is ignored.
        poke!(uut.sample = 77u16.to_bits());
        while !peek!(uut.result_valid) {
            assert!(uut.cycles() < start + 1_000);
            tick!(uut);
        }
        poke!(uut.sample_valid = false);
        (peek!(uut.result).to_u16(), uut.cycles() - start)
    }

    /// Compares a signal with the model. Returns all outputs.
    fn compare(uut: &mut Bench<FirFilter>, signal: &[u16]) -> Vec<u16> {
        let outputs = (1..=signal.len()).map(|count| {
            let (output, clocks) = next(uut, signal[count - 1]);
            assert_eq!(output, filtered(&signal[..count]), "sample {count}");
            let last = signal[..count].iter().rev().take(32);
            let bits: u32 = last.map(|sample| 16 - sample.leading_zeros()).sum();
            assert_eq!(clocks, 2 + 32 * 3 + u64::from(bits));
            output
        });
        outputs.collect()
    }

    #[test]
    fn noise_steps_and_a_pulse_are_filtered_as_computed() {
        let noise = sequence().map(|number| number & 0xFFF).take(60);
        let steps = (0..160).map(|place| if place / 40 % 2 == 0 { 4095 } else { 0 });
        let pulse = (0..40).map(|place| if place == 3 { 4095 } else { 1_000 });
        let signal: Vec<u16> = noise.chain(steps).chain(pulse).collect();
        let mut uut = Bench::new(FirFilter::default());
        let outputs = compare(&mut uut, &signal);
        // The overshoot of the steps is limited on both sides.
        assert!(outputs.contains(&0) && outputs.contains(&4095));
    }

    #[test]
    fn rust_hdl_simulates_the_same() {
        let mut uut = Bench::with_rust_hdl(FirFilter::default());
        compare(&mut uut, &[4095, 1, 0, 2_000]);
    }
}
