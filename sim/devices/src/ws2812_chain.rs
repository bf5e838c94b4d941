//! Chain of WS2812B LEDs: checks every pulse, and decodes the colours.
//!
//! The length of a pulse encodes a bit. Each LED takes green, red and blue, the highest bit first.
//! A pause makes the LEDs show the received colours.
//!
//! **Source**: WorldSemi WS2812B: 0 is 0.40 us high and 0.85 us low, 1 is 0.80 us high and 0.45 us
//! low, each +-150 ns. A pause is longer than 280 us. Earlier LEDs take 50 us for a pause, so a low
//! between the longest low of a bit and 280 us is wrong for one or the other. The narrower pulses
//! of some later versions are not checked.

use crate::duration::picoseconds;
use std::fmt;

/// Picoseconds: high and low of each bit, their tolerance, and the least pause.
const HIGH_PS: [u64; 2] = [400_000, 800_000];
const LOW_PS: [u64; 2] = [850_000, 450_000];
const TOLERANCE_PS: u64 = 150_000;
const PAUSE_PS: u64 = 280_000_000;
/// Bits for an LED.
const LED_BITS: usize = 24;

/// The first violation of the protocol, and the number of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainFault {
    /// Kind of the violation.
    pub kind: ChainFaultKind,
    /// Cycle in which it was detected.
    pub cycle: u64,
    /// Number of violations.
    pub count: u64,
}

/// Kind of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainFaultKind {
    /// Wrong high time, in nanoseconds.
    High(u64),
    /// Wrong low time, in nanoseconds.
    Low(u64),
    /// Wrong number of bits between two pauses.
    Bits {
        /// Number of bits that came.
        sent: usize,
        /// Number of bits that the chain takes.
        takes: usize,
    },
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ChainFaultKind::High(ns) => {
                write!(f, "no WS2812 takes this for a bit: high for {ns} ns")?
            }
            ChainFaultKind::Low(ns) => write!(
                f,
                "no WS2812 takes this for a bit or a pause: low for {ns} ns"
            )?,
            ChainFaultKind::Bits { sent, takes } => {
                write!(f, "the chain of WS2812 takes {takes} bits, but got {sent}")?;
            }
        }
        write!(f, " (cycle {}", self.cycle)?;
        match self.count {
            1 => write!(f, ")"),
            count => write!(f, ", the first of {count} faults)"),
        }
    }
}

/// State of the chain.
#[derive(Debug)]
pub(crate) struct Ws2812Chain {
    clock_hz: u64,
    level: bool,
    /// Cycle of the last edge.
    since: u64,
    /// True after a whole pause, so that the next bit is the first LED's.
    is_in_step: bool,
    /// The current bit, while its low lasts.
    bit: Option<usize>,
    sent: Vec<bool>,
    /// Red, green and blue of each LED.
    leds: Vec<[u8; 3]>,
    fault: Option<ChainFault>,
}

impl Ws2812Chain {
    pub(crate) fn new(clock_hz: u64, leds: usize) -> Self {
        Ws2812Chain {
            clock_hz,
            level: false,
            since: 0,
            is_in_step: false,
            bit: None,
            sent: Vec::new(),
            leds: vec![[0; 3]; leds],
            fault: None,
        }
    }

    /// Applies a level of the wire that begins in this cycle.
    pub(crate) fn edge(&mut self, level: bool, cycle: u64) {
        if level == self.level {
            return;
        }
        let took = self.picoseconds(cycle - self.since);
        match level {
            true => self.rise(took, cycle),
            false => self.fall(took, cycle),
        }
        (self.level, self.since) = (level, cycle);
    }

    /// The colours that the LEDs show in this cycle. A pause takes effect as soon as it is long
    /// enough.
    pub(crate) fn leds(&mut self, cycle: u64) -> &[[u8; 3]] {
        if !self.level && self.picoseconds(cycle - self.since) >= PAUSE_PS {
            self.pause(cycle);
        }
        &self.leds
    }

    pub(crate) fn fault(&self) -> Option<ChainFault> {
        self.fault
    }

    fn picoseconds(&self, cycles: u64) -> u64 {
        picoseconds(cycles, self.clock_hz)
    }

    fn rise(&mut self, low_ps: u64, cycle: u64) {
        if low_ps >= PAUSE_PS {
            self.pause(cycle);
            self.is_in_step = true;
        } else if let Some(bit) = self.bit {
            if low_ps.abs_diff(LOW_PS[bit]) > TOLERANCE_PS {
                self.wrong(ChainFaultKind::Low(low_ps / 1000), cycle);
            }
        }
    }

    fn fall(&mut self, high_ps: u64, cycle: u64) {
        self.bit = HIGH_PS
            .iter()
            .position(|&bit| high_ps.abs_diff(bit) <= TOLERANCE_PS);
        match self.bit {
            Some(bit) => self.sent.push(bit == 1),
            None => self.wrong(ChainFaultKind::High(high_ps / 1000), cycle),
        }
    }

    /// Shows the received colours. Bits before the first pause are ignored, because their start is
    /// unknown.
    fn pause(&mut self, cycle: u64) {
        let sent = std::mem::take(&mut self.sent);
        self.bit = None;
        if sent.is_empty() || !self.is_in_step {
            return;
        }
        let takes = self.leds.len() * LED_BITS;
        if sent.len() != takes {
            self.wrong(
                ChainFaultKind::Bits {
                    sent: sent.len(),
                    takes,
                },
                cycle,
            );
        }
        let byte = |bits: &[bool]| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        for (led, bits) in self.leds.iter_mut().zip(sent.chunks_exact(LED_BITS)) {
            *led = [byte(&bits[8..16]), byte(&bits[..8]), byte(&bits[16..])];
        }
    }

    fn wrong(&mut self, kind: ChainFaultKind, cycle: u64) {
        let count = 0;
        let first = self.fault.get_or_insert(ChainFault { kind, cycle, count });
        first.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MHZ: u64 = 1_000_000;

    /// A wire at a clock. Levels last for a number of cycles.
    struct Wire {
        chain: Ws2812Chain,
        cycle: u64,
    }

    impl Wire {
        fn new(clock_hz: u64, leds: usize) -> Self {
            Wire {
                chain: Ws2812Chain::new(clock_hz, leds),
                cycle: 0,
            }
        }

        fn level(&mut self, level: bool, cycles: u64) {
            self.chain.edge(level, self.cycle);
            self.cycle += cycles;
        }

        /// Sends bits. The arguments are high and low of each bit.
        fn bits(&mut self, bits: &[bool], [zero, one]: [(u64, u64); 2]) {
            for &bit in bits {
                let (high, low) = if bit { one } else { zero };
                self.level(true, high);
                self.level(false, low);
            }
        }

        fn pause(&mut self, cycles: u64) {
            self.level(false, cycles);
        }
    }

    /// High and low cycles of 0 and 1 at 12 MHz.
    const USUAL: [(u64, u64); 2] = [(5, 10), (10, 5)];

    fn bits(bytes: &[u8]) -> Vec<bool> {
        let bit = |byte: u8, bit: u8| byte >> (7 - bit) & 1 == 1;
        bytes
            .iter()
            .flat_map(|&byte| (0..8).map(move |index| bit(byte, index)))
            .collect()
    }

    #[test]
    fn leds_show_what_they_were_sent_after_the_pause() {
        let mut wire = Wire::new(12 * MHZ, 2);
        wire.pause(4000);
        wire.bits(&bits(&[1, 2, 3, 0x80, 0xff, 0]), USUAL);
        let early = wire.cycle + 100;
        assert_eq!(wire.chain.leds(early), [[0; 3]; 2]);
        let late = wire.cycle + 3400;
        assert_eq!(wire.chain.leds(late), [[2, 1, 3], [0xff, 0x80, 0]]);
        assert_eq!(wire.chain.fault(), None);
    }

    #[test]
    fn what_comes_before_the_first_pause_is_not_shown_and_is_no_fault() {
        let mut wire = Wire::new(12 * MHZ, 1);
        wire.bits(&bits(&[9, 9]), USUAL);
        wire.pause(4000);
        wire.bits(&bits(&[1, 2, 3]), USUAL);
        wire.pause(4000);
        let now = wire.cycle;
        assert_eq!(wire.chain.leds(now), [[2, 1, 3]]);
        assert_eq!(wire.chain.fault(), None);
    }

    /// The fault that one bit of this shape causes at 100 MHz, in steps of 10 ns.
    fn fault(one: bool, high: u64, low: u64) -> Option<ChainFaultKind> {
        let mut wire = Wire::new(100 * MHZ, 1);
        let usual = [(40, 85), (80, 45)];
        wire.pause(30_000);
        wire.bits(&[one], [(high, low); 2]);
        wire.bits(&[false; 23], usual);
        wire.pause(30_000);
        let now = wire.cycle;
        wire.chain.leds(now);
        wire.chain.fault().map(|fault| fault.kind)
    }

    #[test]
    fn each_time_is_taken_within_its_tolerance_and_no_further() {
        use ChainFaultKind::{High, Low};
        for (one, high, low, expected) in [
            (false, 25, 85, None),
            (false, 55, 85, None),
            (false, 24, 85, Some(High(240))),
            (false, 56, 85, Some(High(560))),
            (false, 40, 70, None),
            (false, 40, 100, None),
            (false, 40, 69, Some(Low(690))),
            (false, 40, 101, Some(Low(1010))),
            (true, 65, 45, None),
            (true, 95, 45, None),
            (true, 64, 45, Some(High(640))),
            (true, 96, 45, Some(High(960))),
            (true, 80, 30, None),
            (true, 80, 60, None),
            (true, 80, 29, Some(Low(290))),
            (true, 80, 61, Some(Low(610))),
            (true, 80, 27_999, Some(Low(279_990))),
        ] {
            assert_eq!(fault(one, high, low), expected, "{one} {high} {low}");
        }
    }

    #[test]
    fn too_few_and_too_many_bits_are_faults() {
        for sent in [23, 25, 48] {
            let mut wire = Wire::new(12 * MHZ, 1);
            wire.pause(4000);
            wire.bits(&vec![true; sent], USUAL);
            wire.pause(4000);
            let now = wire.cycle;
            wire.chain.leds(now);
            let kind = ChainFaultKind::Bits { sent, takes: 24 };
            assert_eq!(wire.chain.fault().map(|fault| fault.kind), Some(kind));
        }
    }
}
