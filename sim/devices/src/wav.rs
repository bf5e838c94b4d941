//! WAV files: 16 bits, one channel.

use crate::speaker::WINDOW;
use hound::{SampleFormat, WavSpec, WavWriter};
use std::io::Cursor;

/// High-pass of the coupling capacitor: share of a level that is left after one sample (8 Hz at 49
/// kHz).
const COUPLING: f64 = 0.999;

/// Coupling capacitor of an amplifier: converts samples of pulses to a signal around zero.
#[derive(Debug, Default)]
pub struct Amplifier {
    input: f64,
    output: f64,
}

impl Amplifier {
    /// The next sample, from the number of high cycles in a window.
    pub fn sample(&mut self, high: u16) -> i16 {
        let input = f64::from(high) / WINDOW as f64 * f64::from(i16::MAX);
        self.output = input - self.input + COUPLING * self.output;
        self.input = input;
        self.output.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
    }
}

/// The bytes of a WAV file, which holds up to 12 hours.
pub fn wav(samples: &[i16], rate_hz: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    write(&mut file, samples, rate_hz).expect("at most twelve hours of sound, in memory");
    file.into_inner()
}

fn write(file: &mut Cursor<Vec<u8>>, samples: &[i16], rate_hz: u32) -> hound::Result<()> {
    let format = WavSpec {
        channels: 1,
        sample_rate: rate_hz,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let mut writer = WavWriter::new(file, format)?;
    for &sample in samples {
        writer.write_sample(sample)?;
    }
    writer.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_header_and_the_samples() {
        let file = wav(&[1, -2], 49_170);
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(file[4..8], 40u32.to_le_bytes());
        assert_eq!(file[24..28], 49_170u32.to_le_bytes());
        assert_eq!(file[44..], [1, 0, 0xfe, 0xff]);
    }

    #[test]
    fn a_steady_level_is_silent_and_a_step_is_not() {
        let mut amplifier = Amplifier::default();
        let first = amplifier.sample(256);
        assert_eq!(first, i16::MAX / 2);
        let last = (0..50_000).map(|_| amplifier.sample(256)).last();
        assert_eq!(last, Some(0));
        assert!(amplifier.sample(0) < -16_000);
    }
}
