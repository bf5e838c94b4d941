//! Loudspeaker: converts one bit of pulse-width modulation to samples.
//!
//! A sample is the number of cycles of a window in which the pin was high. A window has 512 cycles,
//! a whole number of carrier periods for every carrier of 2^9 cycles or a shorter power of two. So
//! the carrier itself is removed and causes no beat with the sample rate, as a round rate such as
//! 48 kHz would. A clock of 25.175 MHz gives 49,170 samples a second.

/// Cycles of a window.
pub const WINDOW: u64 = 512;

/// State of the loudspeaker.
#[derive(Debug, Default)]
pub(crate) struct Speaker {
    /// Cycles of the current window.
    cycles: usize,
    /// Cycles of the current window in which the pin was high.
    high: u16,
    samples: Vec<u16>,
}

impl Speaker {
    /// Processes the recorded pin, one byte for each cycle.
    pub(crate) fn take(&mut self, mut pin: &[u8]) {
        while !pin.is_empty() {
            let (window, rest) = pin.split_at(pin.len().min(WINDOW as usize - self.cycles));
            self.high += window.iter().map(|&level| u16::from(level)).sum::<u16>();
            self.cycles += window.len();
            if self.cycles == WINDOW as usize {
                self.samples.push(std::mem::take(&mut self.high));
                self.cycles = 0;
            }
            pin = rest;
        }
    }

    /// The samples since the last call, 0 to 512 each.
    pub(crate) fn take_samples(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_level_has_no_trace_of_the_carrier() {
        // A carrier of 256 cycles in portions that are no multiple of it.
        let pin: Vec<u8> = (0..6 * 512)
            .map(|cycle| u8::from(cycle % 256 < 77))
            .collect();
        for portion in [1, 100, 700, pin.len()] {
            let mut speaker = Speaker::default();
            pin.chunks(portion).for_each(|pin| speaker.take(pin));
            assert_eq!(speaker.take_samples(), [154; 6], "{portion}");
            assert_eq!(speaker.take_samples(), []);
        }
    }
}
