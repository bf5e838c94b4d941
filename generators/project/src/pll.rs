//! The dividers of the iCE40's PLL.
//!
//! Source: Lattice iCE40 sysCLOCK PLL usage guide, feedback path "simple":
//! output = input / (DIVR + 1) x (DIVF + 1) / 2^DIVQ.

use std::ops::RangeInclusive;

/// Of the input. The same limits as those of the phase detector, since no divider multiplies it.
const INPUT_HZ: RangeInclusive<u64> = 10_000_000..=133_000_000;
/// Of the phase detector, after the input divider.
const DETECTOR_HZ: RangeInclusive<u64> = 10_000_000..=133_000_000;
/// Of the oscillator, before the output divider.
const OSCILLATOR_HZ: RangeInclusive<u64> = 533_000_000..=1_066_000_000;
/// Of the output.
const OUTPUT_HZ: RangeInclusive<u64> = 16_000_000..=275_000_000;

/// Settings of a PLL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pll {
    /// Input divider, less one.
    pub divr: u8,
    /// Feedback divider, less one.
    pub divf: u8,
    /// Logarithm of the output divider.
    pub divq: u8,
    /// Loop filter for the frequency of the phase detector.
    pub filter: u8,
}

impl Pll {
    /// The settings whose output is nearest to `wanted_hz`. Of several, the one with the fastest
    /// phase detector, which has the least jitter.
    pub fn nearest(input_hz: u64, wanted_hz: u64) -> Option<Pll> {
        Pll::nearest_within(input_hz, wanted_hz, &(0..=u64::MAX))
    }

    /// The nearest of those whose output is within a range.
    pub fn nearest_within(
        input_hz: u64,
        wanted_hz: u64,
        range: &RangeInclusive<u64>,
    ) -> Option<Pll> {
        let within = all(input_hz).filter(|pll| range.contains(&pll.output_hz(input_hz)));
        within.fold(None, |best, pll| match best {
            Some(best) if !pll.is_nearer(&best, input_hz, wanted_hz) => Some(best),
            _ => Some(pll),
        })
    }

    /// The output, rounded to whole Hz.
    pub fn output_hz(&self, input_hz: u64) -> u64 {
        let divider = self.divider();
        (input_hz * (u64::from(self.divf) + 1) + divider / 2) / divider
    }

    fn divider(&self) -> u64 {
        (u64::from(self.divr) + 1) << self.divq
    }

    /// Compares the distances to `wanted_hz` as fractions, without rounding.
    fn is_nearer(&self, other: &Pll, input_hz: u64, wanted_hz: u64) -> bool {
        let distance = |pll: &Pll| {
            let made = u128::from(input_hz) * (u128::from(pll.divf) + 1);
            made.abs_diff(u128::from(wanted_hz) * u128::from(pll.divider()))
        };
        distance(self) * u128::from(other.divider()) < distance(other) * u128::from(self.divider())
    }
}

/// Every setting that is within the limits, fastest phase detector first.
fn all(input_hz: u64) -> impl Iterator<Item = Pll> {
    (0..16u8)
        .filter(move |_| INPUT_HZ.contains(&input_hz))
        .map(move |divr| (divr, input_hz / (u64::from(divr) + 1)))
        .filter(|(_, detector)| DETECTOR_HZ.contains(detector))
        .flat_map(|(divr, detector)| (0..128u8).map(move |divf| (divr, divf, detector)))
        .map(|(divr, divf, detector)| (divr, divf, detector, detector * (u64::from(divf) + 1)))
        .filter(|(.., oscillator)| OSCILLATOR_HZ.contains(oscillator))
        .flat_map(|(divr, divf, detector, oscillator)| {
            (1..=6u8)
                .filter(move |divq| OUTPUT_HZ.contains(&(oscillator >> divq)))
                .map(move |divq| Pll {
                    divr,
                    divf,
                    divq,
                    filter: filter(detector),
                })
        })
}

/// Setting of the loop filter, by the table of the guide.
fn filter(detector_hz: u64) -> u8 {
    match detector_hz / 1_000_000 {
        0..17 => 1,
        17..26 => 2,
        26..44 => 3,
        44..66 => 4,
        66..101 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MHZ: u64 = 1_000_000;

    /// Input and wanted frequency, then the settings that icepll of Project IceStorm gives.
    const ICEPLL: &[(u64, u64, [u8; 4])] = &[
        (12 * MHZ, 25_175_000, [0, 66, 5, 1]),
        (48 * MHZ, 25_175_000, [3, 66, 5, 1]),
        (16 * MHZ, 25_175_000, [0, 49, 5, 1]),
        (25 * MHZ, 25_175_000, [0, 31, 5, 2]),
        (100 * MHZ, 25_125_000, [0, 7, 5, 5]),
        (100 * MHZ, 25_175_000, [9, 80, 5, 1]),
        (100 * MHZ, 40 * MHZ, [4, 31, 4, 2]),
        (100 * MHZ, 65 * MHZ, [4, 51, 4, 2]),
        (12 * MHZ, 39_750_000, [0, 52, 4, 1]),
        (16 * MHZ, 40 * MHZ, [0, 39, 4, 1]),
        (48 * MHZ, 40 * MHZ, [2, 39, 4, 1]),
    ];

    #[test]
    fn settings_are_those_of_icepll() {
        for &(input_hz, wanted_hz, [divr, divf, divq, filter]) in ICEPLL {
            let found = Pll::nearest(input_hz, wanted_hz);
            assert_eq!(
                found,
                Some(Pll {
                    divr,
                    divf,
                    divq,
                    filter
                }),
                "{input_hz} to {wanted_hz}"
            );
        }
    }

    #[test]
    fn a_hundred_megahertz_becomes_exactly_25() {
        let pll = Pll::nearest(100 * MHZ, 25_125_000).unwrap();
        assert_eq!(pll.output_hz(100 * MHZ), 25 * MHZ);
    }

    #[test]
    fn a_nearer_output_out_of_range_is_passed_over() {
        let range = 25 * MHZ..=25_200_000;
        let pll = Pll::nearest_within(100 * MHZ, 25_175_000, &range).unwrap();
        assert_eq!(pll.output_hz(100 * MHZ), 25 * MHZ);
        assert_eq!(
            Pll::nearest_within(100 * MHZ, 25_175_000, &(25_100_000..=25_200_000)),
            None
        );
    }

    #[test]
    fn an_input_out_of_range_has_no_settings() {
        for input_hz in [9 * MHZ, 10 * MHZ - 1, 133 * MHZ + 1, 200 * MHZ] {
            assert_eq!(Pll::nearest(input_hz, 25 * MHZ), None, "{input_hz}");
        }
        for input_hz in [10 * MHZ, 133 * MHZ] {
            assert!(Pll::nearest(input_hz, 25 * MHZ).is_some(), "{input_hz}");
        }
    }
}
