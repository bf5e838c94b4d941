//! Coefficients of the filter: a low pass at an eighth of the sample rate.

/// Taps of the filter.
pub const TAPS: usize = 32;

/// Weight of a sample at frequency 0, as a power of two: the sum of all coefficients.
pub const UNITY_BITS: u32 = 11;

/// Sinc function in a Hamming window, symmetric. The sum is 2048.
pub const COEFFICIENTS: [i16; TAPS] = [
    -1, -4, -5, -3, 5, 17, 24, 14, -19, -61, -82, -46, 64, 228, 394, 499, //
    499, 394, 228, 64, -46, -82, -61, -19, 14, 24, 17, 5, -3, -5, -4, -1,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// Gain at a frequency, in multiples of the sample rate.
    fn gain(frequency: f64) -> f64 {
        let sum = |part: fn(f64) -> f64| -> f64 {
            let terms = COEFFICIENTS.iter().enumerate();
            terms
                .map(|(tap, &weight)| f64::from(weight) * part(2.0 * PI * frequency * tap as f64))
                .sum()
        };
        sum(f64::cos).hypot(sum(f64::sin)) / f64::from(1 << UNITY_BITS)
    }

    #[test]
    fn the_coefficients_are_those_of_the_formula() {
        let cutoff = 1.0 / 8.0;
        let weights: Vec<f64> = (0..TAPS)
            .map(|tap| {
                let angle = 2.0 * PI * cutoff * (tap as f64 - (TAPS - 1) as f64 / 2.0);
                let window = 0.54 - 0.46 * (2.0 * PI * tap as f64 / (TAPS - 1) as f64).cos();
                angle.sin() / angle * window
            })
            .collect();
        let scale = f64::from(1 << UNITY_BITS) / weights.iter().sum::<f64>();
        let expected = weights.iter().map(|weight| (weight * scale).round() as i16);
        assert_eq!(expected.collect::<Vec<_>>(), COEFFICIENTS);
    }

    #[test]
    fn low_frequencies_pass_and_high_ones_do_not() {
        assert_eq!(gain(0.0), 1.0);
        assert!((0.98..1.02).contains(&gain(0.07)), "{}", gain(0.07));
        assert!((0.45..0.55).contains(&gain(0.125)), "{}", gain(0.125));
        let stop: Vec<f64> = (20..=50)
            .map(|percent| gain(f64::from(percent) / 100.0))
            .collect();
        assert!(stop.iter().all(|&gain| gain < 0.01), "{stop:?}");
    }
}
