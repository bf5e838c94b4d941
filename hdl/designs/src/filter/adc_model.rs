//! Model of an analog-to-digital converter of 12 bits with a serial output, as a circuit.
//!
//! It converts a triangle wave with noise. A conversion begins when `cs` falls: four zeros and the
//! sample are shifted out, the highest bit first, one bit after each falling edge of `sclk`.
//!
//! **Interface**: `cs` and `sclk` are levels that last at least two clocks each. `miso` is low
//! while no conversion runs.
//!
//! **Latency**: `miso` changes one clock after an edge.

use crate::random::Xorshift16;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Increment of the phase from sample to sample. A wave has 65,536 / 331 samples.
const PHASE_STEP: u16 = 331;

/// The model.
#[derive(LogicBlock, Module)]
pub struct AdcModel {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the begin of the wave.
    pub reset: Signal<In, Bit>,
    /// Select, low when active.
    pub cs: Signal<In, Bit>,
    /// Clock of the serial output.
    pub sclk: Signal<In, Bit>,
    /// Serial output.
    pub miso: Signal<Out, Bit>,
    #[part(idle(step))]
    random: Xorshift16,
    was_selected: DFF<Bit>,
    was_high: DFF<Bit>,
    phase: DFF<Bits<16>>,
    shifted: DFF<Bits<16>>,
    next_phase: Signal<Local, Bits<16>>,
    /// Triangle of 0 to 2047.
    wave: Signal<Local, Bits<11>>,
    /// Noise of 0 to 1023.
    noise: Signal<Local, Bits<10>>,
    sample: Signal<Local, Bits<16>>,
    #[value(PHASE_STEP)]
    phase_step: Constant<Bits<16>>,
}

#[clocked]
impl Logic for AdcModel {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_phase.next = self.phase.q.val() + self.phase_step.val();
        self.wave.next = self.phase.q.val().get_bits::<11>(4);
        if self.phase.q.val().get_bit(15) {
            self.wave.next = !self.phase.q.val().get_bits::<11>(4);
        }
        self.noise.next = self.random.value.val().get_bits::<10>(0);
        self.sample.next =
            bit_cast::<16, 11>(self.wave.val()) + bit_cast::<16, 10>(self.noise.val());
        self.was_selected.d.next = !self.cs.val();
        self.was_high.d.next = self.sclk.val();
        if !self.was_selected.q.val() & !self.cs.val() {
            self.shifted.d.next = self.sample.val();
            self.phase.d.next = self.next_phase.val();
            self.random.step.next = true;
        } else if self.was_high.q.val() & !self.sclk.val() {
            self.shifted.d.next = self.shifted.q.val() << 1;
        }
        self.miso.next = self.shifted.q.val().get_bit(15);
    }
}

/// The converted signal in plain Rust.
#[cfg(test)]
pub fn signal() -> impl Iterator<Item = u16> {
    let wave = (0_u32..).map(|sample| {
        let place = sample * u32::from(PHASE_STEP) / 16 % 4096;
        place.min(4095 - place) as u16
    });
    wave.zip(crate::random::sequence())
        .map(|(wave, number)| wave + number % 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn each_conversion_shifts_out_the_next_sample() {
        let mut uut = Bench::with_rust_hdl(AdcModel::default());
        let set = |uut: &mut Bench<AdcModel>, cs: bool, sclk: bool| {
            poke!(uut.cs = cs);
            poke!(uut.sclk = sclk);
            tick!(uut);
            tick!(uut);
        };
        for expected in signal().take(10) {
            set(&mut uut, true, true);
            assert!(!peek!(uut.miso));
            set(&mut uut, false, true);
            let bits = (0..16).map(|_| {
                let bit = u16::from(peek!(uut.miso));
                set(&mut uut, false, false);
                set(&mut uut, false, true);
                bit
            });
            assert_eq!(bits.fold(0, |value, bit| value << 1 | bit), expected);
        }
    }

    #[test]
    fn the_signal_has_twelve_bits_and_both_slopes() {
        let signal: Vec<u16> = signal().take(1_000).collect();
        assert!(signal.iter().all(|&sample| sample < 4096));
        let mean = |part: &[u16]| part.iter().map(|&s| u32::from(s)).sum::<u32>() / 20;
        assert!(mean(&signal[..20]) < 1_000, "{}", mean(&signal[..20]));
        assert!(mean(&signal[89..109]) > 2_000, "{}", mean(&signal[89..109]));
    }
}
