//! PS/2 keyboard: converts keys to words for the [sender](crate::ps2_sender).

use crate::keys::Key;
use crate::ps2_sender::word;
use std::collections::VecDeque;
use thiserror::Error;

/// Default rate of the PS/2 clock.
pub const DEFAULT_RATE_HZ: u64 = 12_500;
/// Rates that the standard allows.
pub const RATES_HZ: std::ops::RangeInclusive<u64> = 10_000..=16_700;
/// Time until a held key is sent again.
const REPEAT_DELAY_MS: u64 = 500;
/// Rate of the repeats after that, in ten seconds.
const REPEATS_IN_TEN_SECONDS: u64 = 109;
/// Start bit, eight data bits, parity, stop bit.
const FRAME_BITS: u64 = 11;

/// A fault of a frame on the cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireFault {
    /// The start bit is high.
    Start,
    /// The parity is even.
    Parity,
    /// The stop bit is low.
    Stop,
    /// Only the first bits arrive, 1 to 10.
    Cut(u8),
    /// The clock line is low for a microsecond before the frame.
    Glitch,
}

/// A rate outside the range of PS/2 keyboards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a PS/2 clock of {0} Hz is not within 10000 to 16700 Hz")]
pub struct RateError(pub u64);

/// The keyboard.
#[derive(Debug)]
pub(crate) struct Keyboard {
    clock_hz: u64,
    half_period: u64,
    words: VecDeque<u64>,
    /// The last pressed key that is still down, and the cycle of its next repeat.
    repeat: Option<(Key, u64)>,
}

impl Keyboard {
    /// A keyboard for a circuit with this clock.
    pub(crate) fn new(clock_hz: u64) -> Self {
        let half_period = clock_hz / (2 * DEFAULT_RATE_HZ);
        Self {
            clock_hz,
            half_period,
            words: VecDeque::new(),
            repeat: None,
        }
    }

    pub(crate) fn set_rate(&mut self, rate_hz: u64) -> Result<(), RateError> {
        if !RATES_HZ.contains(&rate_hz) {
            return Err(RateError(rate_hz));
        }
        self.half_period = self.clock_hz / (2 * rate_hz);
        Ok(())
    }

    /// Presses a key in this cycle.
    pub(crate) fn press(&mut self, key: Key, cycle: u64) {
        self.send_all(&key.make());
        self.repeat = Some((key, cycle + self.clock_hz * REPEAT_DELAY_MS / 1000));
    }

    /// Releases a key.
    pub(crate) fn release(&mut self, key: Key) {
        self.send_all(&key.break_());
        self.repeat = self.repeat.filter(|(held, _)| *held != key);
    }

    /// Cycle of the next repeat of a held key.
    pub(crate) fn repeat_cycle(&self) -> Option<u64> {
        self.repeat.map(|(_, cycle)| cycle)
    }

    /// Sends a held key again if its repeat is due.
    pub(crate) fn repeat(&mut self, cycle: u64) {
        if let Some((key, due)) = self.repeat.filter(|&(_, due)| due <= cycle) {
            self.send_all(&key.make());
            self.repeat = Some((key, due + self.clock_hz * 10 / REPEATS_IN_TEN_SECONDS));
        }
    }

    fn send_all(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.send(byte, None);
        }
    }

    /// Sends one byte, optionally with a fault.
    pub(crate) fn send(&mut self, byte: u8, fault: Option<WireFault>) {
        if fault == Some(WireFault::Glitch) {
            self.words
                .push_back(make_word(0x7ff, 1, self.clock_hz / 1_000_000));
        }
        self.words
            .push_back(frame_word(byte, fault, self.half_period));
    }

    /// The next word for the sender.
    pub(crate) fn next_word(&mut self) -> Option<u64> {
        self.words.pop_front()
    }

    pub(crate) fn has_words(&self) -> bool {
        !self.words.is_empty()
    }
}

/// The word for a [sender](crate::ps2_sender) that sends a byte, optionally with a fault.
/// `half_period` is half a period of the PS/2 clock in cycles.
pub fn frame_word(byte: u8, fault: Option<WireFault>, half_period: u64) -> u64 {
    let odd_parity = u64::from(byte.count_ones().is_multiple_of(2));
    let frame = 1 << 10 | odd_parity << 9 | u64::from(byte) << 1;
    let (flipped, count) = match fault {
        Some(WireFault::Start) => (1, FRAME_BITS),
        Some(WireFault::Parity) => (1 << 9, FRAME_BITS),
        Some(WireFault::Stop) => (1 << 10, FRAME_BITS),
        Some(WireFault::Cut(count)) => (0, u64::from(count).clamp(1, FRAME_BITS - 1)),
        Some(WireFault::Glitch) | None => (0, FRAME_BITS),
    };
    make_word(frame ^ flipped, count, half_period)
}

fn make_word(bits: u64, count: u64, half_period: u64) -> u64 {
    let longest = (1 << word::HALF_PERIOD_BITS) - 1;
    bits | count << word::COUNT | half_period.clamp(1, longest) << word::HALF_PERIOD
}
