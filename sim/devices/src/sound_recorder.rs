//! The loudspeaker's filter and the recorder behind it: one bit of pulse-width modulation becomes samples.
//!
//! A sample is the number of cycles of a window in which the pin was high. A window is 512 cycles long, a whole number of carrier
//! periods for every carrier of 2^9 cycles or a shorter power of two: so the carrier itself vanishes and leaves no beat
//! with the rate of the samples, as a round rate such as 48 kHz would have. From a clock of 25.175 MHz come 49,170 samples a second.

use rust_hdl::prelude::*;

/// Cycles of a window.
pub const WINDOW: u64 = 512;
/// Bits of an address of the sample memory; older samples are overwritten.
pub const ADDRESS_BITS: u32 = 12;

/// The recorder.
#[derive(LogicBlock, Default)]
pub struct SoundRecorder {
    /// The clock of the pulse-width modulation.
    pub clock: Signal<In, Clock>,
    /// The pin.
    pub audio: Signal<In, Bit>,
    /// Strobe: write `sample` to the sample memory at `samples`.
    pub write: Signal<Out, Bit>,
    /// 0 to 512.
    pub sample: Signal<Out, Bits<10>>,
    /// Number of samples so far.
    pub samples: Signal<Out, Bits<32>>,
    ticks: DFF<Bits<9>>,
    high_ticks: DFF<Bits<10>>,
    count: DFF<Bits<32>>,
    next_count: Signal<Local, Bits<32>>,
}

impl Logic for SoundRecorder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ticks, high_ticks, count);
        self.ticks.d.next = self.ticks.q.val() + 1;
        self.write.next = self.ticks.q.val().all();
        self.sample.next = self.high_ticks.q.val();
        if self.audio.val() {
            self.sample.next = self.high_ticks.q.val() + 1;
        }
        self.high_ticks.d.next = self.sample.val();
        self.samples.next = self.count.q.val();
        self.next_count.next = self.count.q.val() + 1;
        if self.write.val() {
            self.high_ticks.d.next = 0.into();
            self.count.d.next = self.next_count.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::audio::PwmGen;

    #[derive(LogicBlock, Default)]
    struct Loudspeaker {
        clock: Signal<In, Clock>,
        level: Signal<In, Bits<8>>,
        write: Signal<Out, Bit>,
        sample: Signal<Out, Bits<10>>,
        pwm: PwmGen<8>,
        recorder: SoundRecorder,
    }

    impl Logic for Loudspeaker {
        #[hdl_gen]
        fn update(&mut self) {
            clock!(self, clock, pwm, recorder);
            self.pwm.reset.next = false;
            self.pwm.sample.next = self.level.val();
            self.recorder.audio.next = self.pwm.audio.val();
            self.write.next = self.recorder.write.val();
            self.sample.next = self.recorder.sample.val();
        }
    }

    #[test]
    fn a_steady_level_has_no_trace_of_the_carrier() {
        let mut uut = Loudspeaker::default();
        uut.connect_all();
        uut.level.next = 77.into();
        let mut samples: Vec<u64> = vec![];
        for _ in 0..6 * WINDOW {
            gatefall_widgets::tick!(uut);
            if uut.write.val() {
                samples.push(uut.sample.val().into());
            }
        }
        assert_eq!(samples[1..], [154; 5]);
    }
}
