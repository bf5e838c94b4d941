//! The converter, the SPI controller and the filter.

use super::adc_model::AdcModel;
use super::fir_filter::FirFilter;
use super::sample_reader::SampleReader;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Filtered samples of the modelled converter.
#[derive(LogicBlock, Module)]
pub struct FilteredAdc {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Sample of the converter.
    pub sample: Signal<Out, Bits<12>>,
    /// Strobe: `sample` is new.
    pub sample_valid: Signal<Out, Bit>,
    /// Filtered sample.
    pub filtered: Signal<Out, Bits<12>>,
    /// Strobe: `filtered` is new.
    pub filtered_valid: Signal<Out, Bit>,
    #[part]
    adc: AdcModel,
    #[part]
    #[given]
    reader: SampleReader,
    #[part]
    filter: FirFilter,
}

/// Longest time that the filter takes for a sample, in clocks.
const FILTER_CLOCKS: u64 = 2 + 32 * (3 + 12);

impl FilteredAdc {
    /// For a module clock of `clock_hz`, so many samples per second, and a frequency of `sclk`.
    ///
    /// # Panics
    /// If the clock is too slow for the filter or the converter, or too fast for the counters.
    pub fn new(clock_hz: u64, sample_hz: u64, sclk_hz: u64) -> Self {
        let sample_clocks = clock_hz / sample_hz;
        assert!(
            sample_clocks > FILTER_CLOCKS,
            "{sample_clocks} clocks for a sample"
        );
        construct!(FilteredAdc {
            reader: SampleReader::new(sample_clocks, clock_hz.div_ceil(2 * sclk_hz)),
        })
    }
}

#[clocked]
impl Logic for FilteredAdc {
    #[hdl_gen]
    fn update(&mut self) {
        self.adc.cs.next = self.reader.cs.val();
        self.adc.sclk.next = self.reader.sclk.val();
        self.reader.miso.next = self.adc.miso.val();
        self.filter.sample.next = self.reader.sample.val();
        self.filter.sample_valid.next = self.reader.sample_valid.val();
        self.sample.next = self.reader.sample.val();
        self.sample_valid.next = self.reader.sample_valid.val();
        self.filtered.next = self.filter.result.val();
        self.filtered_valid.next = self.filter.result_valid.val();
    }
}

#[cfg(test)]
mod tests {
    use super::super::adc_model::signal;
    use super::super::fir_filter::filtered;
    use super::*;
    use gatefall_bench::{peek, tick, Bench};

    #[test]
    fn the_output_is_the_filtered_signal_of_the_converter() {
        let signal: Vec<u16> = signal().take(400).collect();
        let mut uut = Bench::new(FilteredAdc::new(12_000_000, 20_000, 1_500_000));
        let (mut samples, mut outputs) = (0, Vec::new());
        while outputs.len() < signal.len() {
            assert!(uut.cycles() < 600 * 402);
            tick!(uut);
            if peek!(uut.sample_valid) {
                assert_eq!(peek!(uut.sample).to_u16(), signal[samples]);
                samples += 1;
            }
            if peek!(uut.filtered_valid) {
                let count = outputs.len() + 1;
                outputs.push(peek!(uut.filtered).to_u16());
                assert_eq!(
                    outputs[count - 1],
                    filtered(&signal[..count]),
                    "sample {count}"
                );
            }
        }
        // From sample to sample the filtered signal changes less.
        let change = |list: &[u16]| -> u32 {
            let pairs = list[32..].windows(2);
            pairs.map(|pair| u32::from(pair[0].abs_diff(pair[1]))).sum()
        };
        assert!(change(&outputs) * 3 < change(&signal));
    }

    #[test]
    fn rust_hdl_simulates_the_same() {
        let mut uut = Bench::with_rust_hdl(FilteredAdc::new(10_000_000, 20_000, 1_500_000));
        for _ in 0..1_300 {
            tick!(uut);
        }
        assert!(peek!(uut.sample).any());
    }
}
