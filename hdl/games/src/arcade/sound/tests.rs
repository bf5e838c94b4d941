//! The tunes and effects as they stand in the memory, and the pin.

use super::effects::effect;
use super::notation::{Section, Tune, Written};
use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

const CLOCK_HZ: u64 = 25_000_000;

/// A word's note: semitones above A4 as the frequency has them, and units. Follows the description
/// of the memory, not the code that makes it.
struct Reader {
    words: Vec<u16>,
    samples_per_second: f64,
}

impl Reader {
    fn new(clock_hz: u64) -> Self {
        Self {
            words: Memory::new(clock_hz, &repertoire()).words().collect(),
            samples_per_second: clock_hz as f64 / 1024.0,
        }
    }

    fn word(&self, address: u16) -> u16 {
        self.words[usize::from(address)]
    }

    /// Notes of a line, as many as `count`: frequency, units.
    fn line(&self, start: u16, count: usize) -> Vec<(f64, u16)> {
        let mut position = self.word(start);
        let mut played = vec![];
        while played.len() < count {
            position += 1;
            let word = self.word(position & 0x3FF);
            let marked = position & 0x400 != 0;
            match word >> 14 {
                0b10 if marked => (),
                0b10 | 0b11 => position = word,
                _ => {
                    let pitch = f64::from(self.word((word & 0xFF) * 4));
                    let hz = pitch * self.samples_per_second / 65536.0;
                    played.push((hz, (word >> 9) + 1));
                }
            }
        }
        played
    }

    /// Seconds of a unit at a tempo: 0 is that of effects.
    fn unit_seconds(&self, tempo: u16) -> f64 {
        let step = self.word(0x40 + tempo).wrapping_neg();
        f64::from(self.word(35)) / f64::from(step) / self.samples_per_second
    }
}

/// The notes of a voice as they are played.
fn played(sections: &[Section]) -> Vec<&'static Written> {
    let parts = sections.iter().flat_map(|section| match *section {
        Section::Once(part) => vec![part],
        Section::Twice(part) => vec![part, part],
        Section::Endings([part, first, second]) => vec![part, first, part, second],
    });
    parts.flatten().collect()
}

const TUNES: [Tune; 4] = [
    korobeiniki::TUNE,
    mountain_king::TUNE,
    minuet::TUNE,
    ode_to_joy::TUNE,
];

#[test]
fn tunes_are_in_tune_and_in_time_at_any_clock() {
    for clock_hz in (24_000_000..=26_000_000).step_by(100_000) {
        let reader = Reader::new(clock_hz);
        for (tune, start) in TUNES.iter().zip((0x80..).step_by(4)) {
            for (voice, sections) in [tune.melody, tune.bass].into_iter().enumerate() {
                // All voices begin again at their end.
                let score = played(sections);
                let twice = score.len() * 2;
                let heard = reader.line(start + voice as u16, twice);
                for (&(hz, units), written) in heard.iter().zip(score.iter().cycle()) {
                    assert_eq!(units, u16::from(tune.units) * u16::from(written.eighths));
                    let wanted = written.pitch.hz();
                    // 3 hundredths of a semitone.
                    assert!(
                        (hz - wanted).abs() <= 0.0018 * wanted,
                        "{clock_hz} {written:?} {hz}"
                    );
                }
            }
            let drums = reader.line(start + 2, 2 * tune.drums.len());
            for ((_, units), beat) in drums.iter().zip(tune.drums.iter().cycle()) {
                assert_eq!(*units, u16::from(tune.units) * u16::from(beat.1));
            }
        }
        for level in 1..32_u16 {
            let eighth = 8.0 * reader.unit_seconds(level);
            let wanted = 60.0 / 144.0 / 2.0 / (1.0 + 0.05 * f64::from(level.min(13) - 1));
            assert!(
                (eighth / wanted - 1.0).abs() < 0.001,
                "{clock_hz}, level {level}: {eighth}"
            );
        }
        assert!(
            (reader.unit_seconds(0) - 0.004).abs() < 0.00002,
            "{clock_hz}"
        );
    }
}

#[test]
fn effects_are_short_and_end() {
    let reader = Reader::new(CLOCK_HZ);
    let seconds = |number: u8| {
        let notes = reader.line(0xA0 + u16::from(number), 20);
        let sounding: Vec<_> = notes.iter().take_while(|note| note.0 > 0.0).collect();
        // The rest goes on.
        assert!(notes[sounding.len()..]
            .iter()
            .all(|&note| note == (0.0, 64)));
        let units: u16 = sounding.iter().map(|note| note.1).sum();
        f64::from(units) * reader.unit_seconds(0)
    };
    // A clear of up to three rows ends before the next piece comes.
    for (number, longest) in [
        (effect::MOVE, 0.02),
        (effect::ROTATE, 0.03),
        (effect::HOLD, 0.06),
        (effect::LOCK, 0.06),
        (effect::HARD_DROP, 0.12),
        (effect::ALARM, 0.3),
        (effect::GARBAGE, 0.25),
        (effect::SPIN_ONLY, 0.1),
        (effect::CLEAR_1, 0.3),
        (effect::CLEAR_2, 0.3),
        (effect::CLEAR_3, 0.3),
        (effect::QUAD, 0.6),
        (effect::T_SPIN, 0.3),
        (effect::PERFECT_CLEAR, 0.6),
        (effect::LEVEL_UP, 0.6),
        (effect::COUNT, 0.15),
        (effect::GO, 0.3),
        (effect::SUCCESSION | 2, 0.3),
        (effect::SUCCESSION | effect::MOST_CLEARS, 0.3),
        (effect::LOSS, 0.8),
        (effect::WIN, 1.1),
    ] {
        let seconds = seconds(number);
        assert!(seconds > 0.01 && seconds < longest, "{number}: {seconds} s");
    }
    assert_eq!(seconds(0), 0.0);
}

#[test]
fn combos_rise() {
    let reader = Reader::new(CLOCK_HZ);
    let first = |clears: u8| reader.line(0xA0 + u16::from(effect::SUCCESSION | clears), 1)[0].0;
    let pitches: Vec<f64> = (2..=effect::MOST_CLEARS).map(first).collect();
    assert_eq!(pitches.len(), 12);
    assert!(pitches.is_sorted_by(|a, b| a < b), "{pitches:?}");
}

/// The widths of the next pulses.
fn pulses(uut: &mut Bench<Sound>, count: usize) -> Vec<usize> {
    let mut widths = vec![0; count];
    for width in &mut widths {
        for _ in 0..256 {
            tick!(uut);
            *width += usize::from(peek!(uut.audio));
        }
    }
    widths
}

#[test]
fn an_effect_reaches_the_pin_and_the_pin_is_low_in_silence() {
    let mut uut = Bench::new(Sound::new(CLOCK_HZ));
    assert!(uut.rust_hdl_verilog().contains("module top"));
    poke!(uut.level = 1.into());
    poke!(uut.reset = true);
    tick!(uut);
    poke!(uut.reset = false);
    assert!(pulses(&mut uut, 12).iter().all(|&width| width == 0));
    poke!(uut.effect = effect::MOVE.to_bits());
    poke!(uut.start = true);
    tick!(uut);
    poke!(uut.start = false);
    let wave = pulses(&mut uut, 4 * 400);
    let peak = wave.iter().max().copied().unwrap_or(0);
    assert!((15..=23).contains(&peak), "{peak}");
    // 880 Hz for 12 ms, and what dies away.
    let turns = wave
        .windows(2)
        .filter(|pair| pair[0] == 0 && pair[1] > 0)
        .count();
    assert!((10..20).contains(&turns), "{turns}");
    // A sample lasts four carrier periods and is followed by a near one.
    let changes = wave.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(changes < 400, "{changes}");
    assert!(
        wave.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 12),
        "{wave:?}"
    );
    pulses(&mut uut, 4 * 400);
    assert!(pulses(&mut uut, 40).iter().all(|&width| width == 0));
}
