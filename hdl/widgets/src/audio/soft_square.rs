//! A voice: a square wave with slopes for edges.
//!
//! ```text
//! sample   ___/~~~~\____/~~~~\____    the top is 60 at decay 0 and 4 lower for each step of decay
//! ```
//!
//! The top bit of a phase that grows by `pitch` each step says up or down, and the sample walks by one each step: up to the top or down
//! to 0. So the wave is softer than a square, and there is no step in the sound, ever: starting, stopping and changing the decay all
//! become slopes of at most 60 steps, and silence is 0.
//!
//! **Shape**: the frequency is `pitch` / 2^18 of the rate of `step`. Half a turn must have some 60 steps for the full height, which
//! is 800 Hz at 97,656 steps a second; higher tones are triangles, and quieter. Pitch 0 is silence.
//! **Cost**: 37 LC, no block RAM.

use rust_hdl::prelude::*;

/// The voice.
#[derive(LogicBlock)]
pub struct SoftSquare {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; silent at once.
    pub reset: Signal<In, Bit>,
    /// Strobe: time for the next sample.
    pub step: Signal<In, Bit>,
    /// Sounds; when low, the sample walks to 0 and a later tone begins with its low half.
    pub sounding: Signal<In, Bit>,
    /// What a step adds to the phase.
    pub pitch: Signal<In, Bits<13>>,
    /// How far the tone has faded: 0 loud, 15 silent.
    pub decay: Signal<In, Bits<4>>,
    /// The wave, 0 to 60.
    pub sample: Signal<Out, Bits<6>>,
    phase: DFF<Bits<18>>,
    height: DFF<Bits<6>>,
    rising: Signal<Local, Bit>,
    decay_part: Signal<Local, Bits<6>>,
    height_part: Signal<Local, Bits<6>>,
    both_parts: Signal<Local, Bits<6>>,
    walk: Signal<Local, Bits<6>>,
    walked: Signal<Local, Bits<6>>,
    minus_1: Constant<Bits<6>>,
}

impl Default for SoftSquare {
    fn default() -> Self {
        crate::with_defaults! {
            default {
                clock, reset, step, sounding, pitch, decay, sample, phase, height, rising,
                decay_part, height_part, both_parts, walk, walked,
            }
            minus_1: Constant::new(Bits::mask()),
        }
    }
}

impl Logic for SoftSquare {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, height);
        self.sample.next = self.height.q.val();
        self.rising.next = self.phase.q.val().get_bit(17);
        // The sum has a carry when a quarter of the height is 15 - decay or more: cheaper than to subtract and compare.
        self.decay_part.next = (bit_cast::<6, 4>(self.decay.val()) << 1) | 1;
        self.height_part.next = (bit_cast::<6, 4>(self.height.q.val().get_bits::<4>(2)) << 1) | 1;
        self.both_parts.next = self.height_part.val() + self.decay_part.val();
        self.walk.next = 0.into();
        if self.rising.val() & !self.both_parts.val().get_bit(5) {
            self.walk.next = 1.into();
        }
        if !self.rising.val() & self.height.q.val().any() {
            self.walk.next = self.minus_1.val();
        }
        self.walked.next = self.height.q.val() + self.walk.val();
        if self.step.val() {
            self.phase.d.next = self.phase.q.val() + bit_cast::<18, 13>(self.pitch.val());
            self.height.d.next = self.walked.val();
        }
        if !self.sounding.val() | self.reset.val() {
            self.phase.d.next = 0.into();
        }
        if self.reset.val() {
            self.height.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voice() -> SoftSquare {
        let mut uut = SoftSquare::default();
        uut.connect_all();
        uut.step.next = true;
        uut.sounding.next = true;
        uut
    }

    fn samples(uut: &mut SoftSquare, count: usize) -> Vec<u8> {
        let mut samples = vec![];
        for _ in 0..count {
            tick!(*uut);
            samples.push(uut.sample.val().to_u8());
        }
        assert!(
            samples
                .windows(2)
                .all(|pair| pair[0].abs_diff(pair[1]) <= 1),
            "no step"
        );
        samples
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(generate_verilog(&voice()).contains("module top"));
    }

    #[test]
    fn a_turn_has_2_to_the_18_over_pitch_steps() {
        for pitch in [256_usize, 1024, 1770, 4921, 8191] {
            let mut uut = voice();
            uut.pitch.next = pitch.to_bits();
            let wave = samples(&mut uut, 20_000);
            let starts_to_rise = |wave: &[u8]| wave[0] >= wave[1] && wave[1] < wave[2];
            let turns = wave.windows(3).filter(|wave| starts_to_rise(wave)).count();
            let expected = (20_000 * pitch) >> 18;
            assert!(
                turns.abs_diff(expected) <= 1,
                "{turns} turns at pitch {pitch}"
            );
        }
    }

    #[test]
    fn the_decay_lowers_the_top() {
        for decay in 0..16_u8 {
            let mut uut = voice();
            uut.pitch.next = 1024.into();
            uut.decay.next = decay.to_bits();
            assert_eq!(
                samples(&mut uut, 512).into_iter().max(),
                Some(60 - 4 * decay)
            );
        }
    }

    #[test]
    fn a_top_that_sinks_during_the_high_half_is_not_overrun() {
        let mut uut = voice();
        uut.pitch.next = 256.into();
        assert_eq!(samples(&mut uut, 512 + 100)[611], 60);
        for decay in 1..16_u8 {
            uut.decay.next = decay.to_bits();
            assert_eq!(samples(&mut uut, 20), [60; 20]);
        }
    }

    #[test]
    fn silence_is_a_slope_to_0_and_a_tone_begins_low() {
        let mut uut = voice();
        uut.pitch.next = 1024.into();
        assert_eq!(samples(&mut uut, 200)[199], 60);
        uut.sounding.next = false;
        let slope: Vec<_> = (0..60).rev().collect();
        assert_eq!(samples(&mut uut, 61)[1..], slope);
        assert_eq!(samples(&mut uut, 300), [0; 300]);
        uut.sounding.next = true;
        assert_eq!(samples(&mut uut, 130)[..128], [0; 128]);
        uut.reset.next = true;
        tick!(uut);
        assert_eq!(uut.sample.val(), 0);
    }

    #[test]
    fn between_steps_nothing_moves() {
        let mut uut = voice();
        uut.pitch.next = 1024.into();
        let before = samples(&mut uut, 150)[149];
        uut.step.next = false;
        assert_eq!(samples(&mut uut, 100), [before; 100]);
    }

    #[test]
    fn pitch_0_is_silent() {
        assert_eq!(samples(&mut voice(), 300), [0; 300]);
    }
}
