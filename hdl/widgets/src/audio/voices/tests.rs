//! The voices from their inputs to the samples, with a repertoire of our own.

use super::*;
use crate::audio::memory::{Drum, Line, Note, Repertoire, Step, Tone};
use gatefall_bench::{peek, poke, tick};

const CLOCK_HZ: u64 = 25_000_000;
const SAMPLES_PER_SECOND: f64 = 25_000_000.0 / 1024.0;

const fn steady(hz: f64, loudness: f64, units: u8) -> Note {
    Note {
        tone: Tone {
            hz,
            loudness,
            slide: 0.0,
            fade: 0.0,
        },
        units,
    }
}

const REST: Note = Note {
    tone: Tone::REST,
    units: 64,
};

/// The first part twice, then the second, and again.
fn line(first: &[Note], second: &[Note]) -> Line {
    let (to, mark) = (0, true);
    let jump = Step::Jump { to, mark: false };
    let notes = |notes: &[Note]| notes.iter().copied().map(Step::Note).collect();
    let parts: [Line; 5] = [
        vec![Step::Place(0)],
        notes(first),
        vec![Step::Branch { to, mark }],
        notes(second),
        vec![jump],
    ];
    parts.concat()
}

/// Level 1 has `samples` in a unit, level 2 half of them; effects have 100.
fn repertoire(samples: f64) -> Repertoire {
    let silent = || line(&[REST], &[REST]);
    Repertoire {
        units_per_second: [1.0, 2.0]
            .map(|speed| speed * SAMPLES_PER_SECOND / samples)
            .into(),
        effect_units_per_second: SAMPLES_PER_SECOND / 100.0,
        tunes: std::array::from_fn(|_| std::array::from_fn(|_| silent())),
        effects: vec![
            vec![steady(1000.0, 0.5, 3)],
            vec![steady(2000.0, 0.5, 3), steady(1500.0, 0.5, 2)],
        ],
    }
}

/// A tune of one voice.
fn solo(samples: f64, first: &[Note], second: &[Note]) -> Repertoire {
    let mut repertoire = repertoire(samples);
    repertoire.tunes[0][0] = line(first, second);
    repertoire
}

struct Bench {
    uut: gatefall_bench::Bench<Voices>,
    memory: Memory,
    /// Samples so far.
    now: usize,
    /// When which voice began which note.
    notes: Vec<(usize, u8, u16)>,
}

impl Bench {
    fn new(repertoire: &Repertoire) -> Self {
        let memory = Memory::new(CLOCK_HZ, repertoire);
        let mut uut = gatefall_bench::Bench::new(Voices::new(&memory));
        poke!(uut.level = 1.into());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        let mut bench = Self {
            uut,
            memory,
            now: 0,
            notes: vec![],
        };
        assert_eq!(bench.samples(2), [0, 0]);
        poke!(bench.uut.playing = true);
        bench
    }

    /// One sample: the one that was worked out last.
    fn sample(&mut self) -> i32 {
        poke!(self.uut.next_sample = true);
        tick!(self.uut);
        poke!(self.uut.next_sample = false);
        let sample = peek!(self.uut.sample).to_u8();
        let mut clocks = 1;
        while self.inner("job") != Job::Idle as u64 {
            self.watch_notes();
            tick!(self.uut);
            clocks += 1;
        }
        assert!(clocks <= 340, "{clocks} clocks");
        self.now += 1;
        sample.into()
    }

    fn watch_notes(&mut self) {
        let word = self.inner("accumulator.sum") as u16;
        if self.inner("job") == Job::Note as u64
            && self.inner("beat") == Beat::Write as u64
            && word < 0x8000
        {
            let voice = self.inner("voice") as u8;
            self.notes.push((self.now, voice, word));
        }
    }

    fn inner(&mut self, signal: &str) -> u64 {
        self.uut.machine().peek(signal).unwrap()
    }

    /// Samples that do not step.
    fn samples(&mut self, count: usize) -> Vec<i32> {
        let samples: Vec<i32> = (0..count).map(|_| self.sample()).collect();
        // Pitches here are up to 2000 Hz, which rises by 21 a sample, and each level moves by a
        // 64th of 64.
        let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.max().unwrap_or(0) <= 21 + 3, "{samples:?}");
        samples
    }

    fn start(&mut self, effect: u8) {
        poke!(self.uut.effect = effect.to_bits());
        poke!(self.uut.start = true);
        tick!(self.uut);
        poke!(self.uut.start = false);
    }

    /// Frequencies of the notes that a voice has begun, and when.
    fn heard(&self, voice: u8) -> Vec<(usize, f64)> {
        let words: Vec<u16> = self.memory.words().collect();
        let hz = |word: u16| {
            f64::from(words[usize::from(word & 0xFF) * 4]) * SAMPLES_PER_SECOND / 65536.0
        };
        let of_voice = self.notes.iter().filter(|note| note.1 == voice);
        of_voice.map(|note| (note.0, hz(note.2).round())).collect()
    }

    fn sounding_effects(&self) -> Vec<f64> {
        let heard = self.heard(3).into_iter().map(|note| note.1);
        heard.filter(|&hz| hz > 0.0).collect()
    }
}

/// Number of times the wave leaves 0.
fn turns(samples: &[i32]) -> usize {
    samples
        .windows(2)
        .filter(|pair| pair[0] == 0 && pair[1] > 0)
        .count()
}

fn loudest(samples: &[i32]) -> i32 {
    samples.iter().copied().max().unwrap_or(0)
}

#[test]
fn passes_the_checks_of_rust_hdl() {
    let uut = Bench::new(&repertoire(8.0)).uut;
    assert!(uut.rust_hdl_verilog().contains("module top"));
}

#[test]
fn a_tone_has_its_pitch_and_loudness() {
    for (hz, loudness) in [(220.0, 1.0), (659.26, 0.5), (1000.0, 0.25)] {
        let mut bench = Bench::new(&solo(5000.0, &[steady(hz, loudness, 2)], &[REST]));
        bench.samples(600);
        let wave = bench.samples(2000);
        let expected = hz * 2000.0 / SAMPLES_PER_SECOND;
        let heard = turns(&wave) as f64;
        assert!((heard - expected).abs() <= 1.0, "{hz}: {heard}");
        assert!(
            (f64::from(loudest(&wave)) - 64.0 * loudness).abs() <= 1.0,
            "{hz}"
        );
        // The slopes of a wave of full height take all of the upper half turn, those of a lower one
        // less.
        let high = wave
            .iter()
            .filter(|&&sample| 2 * sample > loudest(&wave))
            .count() as f64;
        let expected = 1000.0 * (1.0 - loudness / 2.0);
        assert!((high - expected).abs() < 30.0, "{hz}: {high}");
    }
}

#[test]
fn a_tone_fades_and_slides_by_units() {
    let tone = Tone {
        hz: 400.0,
        loudness: 1.0,
        slide: 200.0,
        fade: -0.2,
    };
    let mut bench = Bench::new(&solo(400.0, &[Note { tone, units: 5 }], &[REST]));
    let begin = bench.samples(1);
    assert_eq!(begin, [0]);
    while bench.notes.iter().all(|note| note.1 != 0) {
        bench.sample();
    }
    bench.samples(150);
    for unit in 0..4 {
        let wave = bench.samples(250);
        let level = 64.0 * (1.0 - 0.2 * f64::from(unit));
        assert!(
            (f64::from(loudest(&wave)) - level).abs() <= 2.0,
            "unit {unit}: {wave:?}"
        );
        let expected = f64::from(400 + 200 * unit) * 250.0 / SAMPLES_PER_SECOND;
        assert!((turns(&wave) as f64 - expected).abs() <= 1.5, "unit {unit}");
        bench.samples(150);
    }
    // It dies away in the last unit.
    bench.samples(170);
    assert_eq!(loudest(&bench.samples(60)), 0);
}

#[test]
fn lines_play_their_first_part_twice_and_begin_again() {
    let mut score = solo(
        8.0,
        &[steady(300.0, 1.0, 2), steady(400.0, 1.0, 1)],
        &[steady(500.0, 1.0, 4)],
    );
    score.tunes[0][1] = line(&[steady(200.0, 1.0, 3)], &[steady(250.0, 1.0, 4)]);
    let mut bench = Bench::new(&score);
    bench.samples(2 * 8 * 10 + 60);
    let melody = bench.heard(0);
    let pitches: Vec<f64> = melody.iter().map(|note| note.1).collect();
    let round = [300.0, 400.0, 300.0, 400.0, 500.0];
    assert_eq!(pitches[..10], [round, round].concat());
    let starts: Vec<usize> = melody
        .iter()
        .map(|note| (note.0 - melody[0].0) / 8)
        .collect();
    assert_eq!(starts[..10], [0, 2, 3, 5, 6, 10, 12, 13, 15, 16]);
    let bass: Vec<f64> = bench.heard(1).iter().map(|note| note.1).collect();
    assert_eq!(bass[..6], [200.0, 200.0, 250.0, 200.0, 200.0, 250.0]);
    // The voices stay together.
    assert_eq!(bench.heard(1)[3].0, melody[5].0);
}

#[test]
fn a_place_can_be_left_for_another_ending() {
    let mut score = repertoire(8.0);
    let [a, first, second, b] = [300.0, 400.0, 500.0, 600.0].map(|hz| steady(hz, 1.0, 1));
    score.tunes[0][0] = vec![
        Step::Place(0),
        Step::Note(a),
        Step::Branch { to: 1, mark: false },
        Step::Note(second),
        Step::Note(b),
        Step::Jump { to: 0, mark: false },
        Step::Place(1),
        Step::Note(first),
        Step::Jump { to: 0, mark: true },
    ];
    let mut bench = Bench::new(&score);
    bench.samples(12 * 8);
    let pitches: Vec<f64> = bench.heard(0).iter().map(|note| note.1).collect();
    let round = [300.0, 400.0, 300.0, 500.0, 600.0];
    assert_eq!(pitches[..10], [round, round].concat());
}

#[test]
fn another_tune_begins_at_its_start() {
    let mut score = solo(
        8.0,
        &[steady(300.0, 1.0, 2), steady(400.0, 1.0, 2)],
        &[REST],
    );
    score.tunes[2][0] = line(&[steady(700.0, 1.0, 2)], &[steady(800.0, 1.0, 2)]);
    score.tunes[2][1] = line(&[steady(350.0, 1.0, 2)], &[REST]);
    let mut bench = Bench::new(&score);
    bench.samples(20);
    poke!(bench.uut.tune = 2.into());
    bench.samples(2);
    let before = bench.notes.len();
    bench.samples(40);
    bench.notes.drain(..before);
    let pitches: Vec<f64> = bench.heard(0).iter().map(|note| note.1).collect();
    assert_eq!(pitches[..3], [700.0, 700.0, 800.0]);
    assert_eq!(bench.heard(1)[0].1, 350.0);
}

#[test]
fn a_drum_changes_with_each_sample() {
    let mut score = repertoire(2000.0);
    // From 500 Hz to none, and from full loudness to none, in about 1300 samples.
    let kick = Drum {
        pitch: 1310,
        loudness: 1.0,
        slide: 1_u16.wrapping_neg(),
        fade: 12,
    };
    score.tunes[0][2] = vec![
        Step::Place(0),
        Step::Drum(kick, 1),
        Step::Note(REST),
        Step::Jump { to: 0, mark: false },
    ];
    let mut bench = Bench::new(&score);
    bench.samples(4);
    let wave: Vec<Vec<i32>> = (0..4).map(|_| bench.samples(325)).collect();
    let heard: Vec<usize> = wave.iter().map(|wave| turns(wave)).collect();
    assert!(heard.is_sorted_by(|a, b| a > b), "{heard:?}");
    let peaks: Vec<i32> = wave[1..].iter().map(|wave| loudest(wave)).collect();
    assert!(peaks.is_sorted_by(|a, b| a > b), "{peaks:?}");
    assert!(loudest(&bench.samples(300)) <= 2);
}

#[test]
fn the_tune_waits_for_a_jingle() {
    let mut score = solo(50.0, &[steady(500.0, 1.0, 64)], &[REST]);
    score.effects.resize(31, vec![steady(1000.0, 0.5, 3)]);
    for (effect, begins) in [(29, 1), (30, 2), (31, 2)] {
        let mut bench = Bench::new(&score);
        bench.samples(200);
        bench.start(effect);
        bench.samples(100 + 400);
        assert_eq!(bench.heard(0).len(), begins, "{effect}");
    }
}

#[test]
fn the_tempo_follows_the_level() {
    for (level, samples) in [(1_u8, 20), (2, 10), (31, 10)] {
        let mut bench = Bench::new(&solo(20.0, &[steady(300.0, 1.0, 3)], &[REST]));
        poke!(bench.uut.level = level.to_bits());
        bench.samples(5 * 20);
        let heard = bench.heard(0);
        let length = heard[1].0 - heard[0].0;
        assert!(length.abs_diff(3 * samples) <= 1, "{level}: {length}");
    }
}

/// Lets a tone sound and changes an input: silence within 20 ms, in a slope.
fn silenced(change: impl Fn(&mut gatefall_bench::Bench<Voices>)) -> Bench {
    let mut bench = Bench::new(&solo(2000.0, &[steady(500.0, 1.0, 2)], &[REST]));
    assert_eq!(loudest(&bench.samples(700)), 63);
    change(&mut bench.uut);
    bench.samples(490);
    assert_eq!(loudest(&bench.samples(100)), 0);
    bench
}

#[test]
fn pausing_holds_the_tune() {
    let mut bench = silenced(|uut| poke!(uut.paused = true));
    let notes = bench.notes.len();
    bench.samples(3000);
    assert_eq!(bench.notes.len(), notes);
    poke!(bench.uut.paused = false);
    assert_eq!(loudest(&bench.samples(600)), 63);
    assert_eq!(bench.notes.len(), notes);
}

#[test]
fn muting_lets_the_tune_go_on() {
    let mut bench = silenced(|uut| poke!(uut.mute_music = true));
    bench.samples(3000);
    assert_eq!(bench.heard(0).len(), 2);
    poke!(bench.uut.mute_music = false);
    assert_eq!(loudest(&bench.samples(600)), 63);
}

#[test]
fn stopping_rewinds() {
    let mut bench = silenced(|uut| poke!(uut.playing = false));
    poke!(bench.uut.playing = true);
    bench.samples(2100);
    let heard = bench.heard(0);
    assert_eq!(heard.len(), 2);
    assert_eq!(heard[0].1, heard[1].1);
}

#[test]
fn reset_is_silent() {
    let mut bench = Bench::new(&solo(2000.0, &[steady(50.0, 1.0, 2)], &[REST]));
    while bench.sample() < 60 {}
    poke!(bench.uut.reset = true);
    tick!(bench.uut);
    assert_eq!(peek!(bench.uut.sample), 0);
    poke!(bench.uut.reset = false);
    // The old tone fades.
    poke!(bench.uut.playing = false);
    for _ in 0..500 {
        bench.sample();
    }
    assert_eq!(loudest(&bench.samples(10)), 0);
}

#[test]
fn an_effect_sounds_once_and_leaves_silence() {
    let mut bench = Bench::new(&repertoire(50.0));
    bench.start(1);
    let wave = bench.samples(100 + 300 + 400);
    assert!((30..=32).contains(&loudest(&wave)));
    let expected = 1000.0 * 250.0 / SAMPLES_PER_SECOND;
    assert!((turns(&wave) as f64) > expected);
    assert_eq!(loudest(&bench.samples(200)), 0);
    assert_eq!(bench.sounding_effects(), [1000.0]);
}

#[test]
fn a_lower_effect_does_not_cut_off_a_higher_one() {
    let pitches = |second: u8, first: u8| {
        let mut bench = Bench::new(&repertoire(50.0));
        bench.start(first);
        bench.samples(150);
        bench.start(second);
        bench.samples(700);
        bench.sounding_effects()
    };
    assert_eq!(pitches(1, 2), [2000.0, 1500.0]);
    assert_eq!(pitches(2, 1), [1000.0, 2000.0, 1500.0]);
    assert_eq!(pitches(2, 2), [2000.0, 2000.0, 1500.0]);
}

#[test]
fn effects_are_muted_by_themselves() {
    let mut bench = Bench::new(&solo(3000.0, &[steady(500.0, 0.25, 2)], &[REST]));
    poke!(bench.uut.mute_effects = true);
    bench.start(2);
    bench.samples(300);
    assert_eq!(loudest(&bench.samples(300)), 15);
    poke!(bench.uut.mute_effects = false);
    poke!(bench.uut.mute_music = true);
    bench.samples(500);
    assert_eq!(loudest(&bench.samples(100)), 0);
    bench.start(2);
    assert!((30..=32).contains(&loudest(&bench.samples(300))));
}

#[test]
fn all_four_voices_at_once_fit_the_sample() {
    let mut score = solo(5000.0, &[steady(300.0, 1.0, 2)], &[REST]);
    score.tunes[0][1] = line(&[steady(300.0, 1.0, 2)], &[REST]);
    score.tunes[0][2] = line(&[steady(300.0, 1.0, 2)], &[REST]);
    score.effects[0] = vec![steady(320.0, 1.0, 64)];
    let mut bench = Bench::new(&score);
    bench.start(1);
    let peak = loudest(&bench.samples(2500));
    assert!((240..=255).contains(&peak), "{peak}");
}
