//! SPI controller: reads a sample from an analog-to-digital converter at a fixed rate.
//!
//! ```text
//! cs    ~~\___________________________________________________________________/~~
//! sclk  ~~~~~|__|~~|__|~~|__|~~|__|~~|__|~~ ... |__|~~|__|~~ (16 pulses) ~~~~~~~~
//! miso  ---< 0  >< 0  >< 0  >< 0  ><b11 ><b10 ><  ...  >< b0  >------------------
//!            ^     ^     ^     ^     ^     ^            ^    sampled
//! ```
//!
//! The converter shows a new bit after `cs` falls, and after each falling edge of `sclk`. A bit is
//! sampled in the clock before the next falling edge.
//!
//! **Interface**: `sample_valid` is a strobe. `sample` holds until the next conversion. The outputs
//! are registers.
//!
//! **Latency**: the strobe comes 32 half periods of `sclk` after `cs` falls.
//!
//! **Source**: Analog Devices AD7476, data sheet, serial interface: 16 pulses, four leading zeros,
//! twelve bits with the highest first.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Pulses of a conversion.
pub const PULSES: u64 = 16;

/// The controller.
#[derive(LogicBlock, Module)]
pub struct SampleReader {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the converter is not selected.
    pub reset: Signal<In, Bit>,
    /// Output of the converter, asynchronous.
    pub miso: Signal<In, Bit>,
    /// Select of the converter, low when active.
    pub cs: Signal<Out, Bit>,
    /// Clock of the converter, idle high.
    pub sclk: Signal<Out, Bit>,
    /// The sample that was read last.
    pub sample: Signal<Out, Bits<12>>,
    /// Strobe: `sample` is new.
    pub sample_valid: Signal<Out, Bit>,
    #[part(clock)]
    miso_sync: BitSynchronizer,
    /// Clocks since the begin of the conversion.
    period: DFF<Bits<16>>,
    selects: DFF<Bit>,
    /// Clocks since the last edge of `sclk`.
    half_ticks: DFF<Bits<8>>,
    is_low: DFF<Bit>,
    falling_edges: DFF<Bits<5>>,
    shifted: DFF<Bits<12>>,
    is_new: DFF<Bit>,
    #[default(0)]
    entering: Signal<Local, Bits<12>>,
    moved: Signal<Local, Bits<12>>,
    last_period: Constant<Bits<16>>,
    last_half_tick: Constant<Bits<8>>,
    #[value(PULSES)]
    pulses: Constant<Bits<5>>,
}

impl SampleReader {
    /// For so many clocks from sample to sample, and in a half period of `sclk`.
    ///
    /// # Panics
    /// If a half period is not between 3 and 256 clocks, which the synchronizer needs, or a
    /// conversion is longer than the time between two samples.
    pub fn new(sample_clocks: u64, half_clocks: u64) -> Self {
        assert!((3..=256).contains(&half_clocks), "{half_clocks} clocks");
        let conversion = (2 * PULSES + 1) * half_clocks;
        assert!(
            (conversion..=1 << 16).contains(&sample_clocks),
            "{sample_clocks} clocks for a conversion of {conversion}"
        );
        construct!(SampleReader {
            last_period: Constant::new((sample_clocks - 1).to_bits()),
            last_half_tick: Constant::new((half_clocks - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for SampleReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.miso_sync.sig_in.next = self.miso.val();
        if self.miso_sync.sig_out.val() {
            self.entering.next = 1.into();
        }
        self.moved.next = self.shifted.q.val() << 1;
        self.is_new.d.next = false;
        self.period.d.next = self.period.q.val() + 1;
        if self.period.q.val() == self.last_period.val() {
            self.period.d.next = 0.into();
            self.selects.d.next = true;
            self.falling_edges.d.next = 0.into();
        }
        self.half_ticks.d.next = 0.into();
        if self.selects.q.val() {
            self.half_ticks.d.next = self.half_ticks.q.val() + 1;
            if self.half_ticks.q.val() == self.last_half_tick.val() {
                self.half_ticks.d.next = 0.into();
                self.is_low.d.next = !self.is_low.q.val();
                if !self.is_low.q.val() {
                    self.shifted.d.next = self.moved.val() | self.entering.val();
                    self.falling_edges.d.next = self.falling_edges.q.val() + 1;
                } else if self.falling_edges.q.val() == self.pulses.val() {
                    self.selects.d.next = false;
                    self.is_new.d.next = true;
                }
            }
        }
        self.cs.next = !self.selects.q.val();
        self.sclk.next = !self.is_low.q.val();
        self.sample.next = self.shifted.q.val();
        self.sample_valid.next = self.is_new.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Plays the converter for one conversion. Returns the sample, its latency, and the pulses.
    fn convert(uut: &mut Bench<SampleReader>, value: u16) -> (u16, u64, u64) {
        while peek!(uut.cs) {
            tick!(uut);
        }
        let start = uut.cycles();
        let (mut bit, mut pulses, mut level) = (15, 0, true);
        while !peek!(uut.sample_valid) {
            poke!(uut.miso = value >> bit & 1 == 1);
            tick!(uut);
            if level && !peek!(uut.sclk) {
                pulses += 1;
                bit = 15_u64.saturating_sub(pulses);
            }
            level = peek!(uut.sclk);
        }
        assert!(peek!(uut.cs) && peek!(uut.sclk));
        (peek!(uut.sample).to_u16(), uut.cycles() - start, pulses)
    }

    #[test]
    fn a_sample_is_read_with_16_pulses() {
        for half_clocks in [3, 4, 10] {
            let mut uut = Bench::new(SampleReader::new(400, half_clocks));
            for value in [0, 1, 0x800, 0x5A7, 0xFFF] {
                let (sample, clocks, pulses) = convert(&mut uut, value);
                assert_eq!((sample, pulses), (value, PULSES));
                assert_eq!(clocks, 2 * PULSES * half_clocks);
            }
        }
    }

    #[test]
    fn conversions_begin_at_a_fixed_rate() {
        let mut uut = Bench::with_rust_hdl(SampleReader::new(150, 4));
        let mut starts = Vec::new();
        for _ in 0..1_000 {
            let was_high = peek!(uut.cs);
            tick!(uut);
            if was_high && !peek!(uut.cs) {
                starts.push(uut.cycles());
            }
        }
        assert_eq!(starts, [150, 300, 450, 600, 750, 900]);
    }
}
