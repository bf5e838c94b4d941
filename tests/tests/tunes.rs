//! Tunes and effects of the arcade, in the memory of the circuit and in its samples, against the
//! scores of the golden model.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_bench::{poke, tick, Bench};
use gatefall_games::arcade::sound::{repertoire, Sound as Circuit};
use gatefall_golden::arcade::{Drum, Sound, Tune};
use gatefall_host::Machine;
use gatefall_widgets::audio::memory::Memory;
use rust_hdl::prelude::*;
use std::f64::consts::TAU;

const CLOCK_HZ: u64 = 25_000_000;
const CLOCKS_OF_SAMPLE: u64 = 1024;
const SAMPLES_PER_SECOND: f64 = CLOCK_HZ as f64 / CLOCKS_OF_SAMPLE as f64;
/// Hz of a pitch of 1.
const HZ: f64 = SAMPLES_PER_SECOND / 65536.0;
/// Addresses of the starts of tunes and of effects.
const TUNES: usize = 0x80;
const EFFECTS: usize = 0xA0;

/// A note in the memory.
#[derive(Clone, Copy, Debug)]
struct Played {
    pitch: i32,
    goal: u16,
    slide: i32,
    units: u32,
}

/// Follows a line of notes, branches and jumps.
fn line(words: &[u16], start: usize, count: usize) -> Vec<Played> {
    let mut position = words[start];
    let mut played = Vec::new();
    while played.len() < count {
        position += 1;
        let word = words[usize::from(position & 0x3FF)];
        let is_marked = position & 0x400 != 0;
        if word >> 14 == 2 && is_marked {
            continue;
        }
        if word >> 15 == 1 {
            position = word;
            continue;
        }
        let tone = usize::from(word & 0xFF) * 4;
        played.push(Played {
            pitch: words[tone].into(),
            goal: words[tone + 1],
            slide: (words[tone + 2] as i16).into(),
            units: u32::from(word >> 9) + 1,
        });
    }
    played
}

fn words() -> Vec<u16> {
    Memory::new(CLOCK_HZ, &repertoire()).words().collect()
}

fn hz(semitones: i32) -> f64 {
    440.0 * 2_f64.powf(f64::from(semitones) / 12.0)
}

fn is_near(hz: f64, expected: f64) -> bool {
    (hz / expected - 1.0).abs() < 0.002
}

#[test]
fn tunes_are_those_of_the_model() {
    let words = words();
    // Seconds of a unit at a level.
    let unit = |level: u32| {
        let step = words[0x40 + level as usize].wrapping_neg();
        f64::from(words[0x23]) / f64::from(step) / SAMPLES_PER_SECOND
    };
    for (tune, start) in Tune::ALL.into_iter().zip((TUNES..).step_by(4)) {
        let units = tune.eighth_seconds(1) / unit(1);
        assert!((units - units.round()).abs() < 0.01, "{tune:?}: {units}");
        let units = units.round() as u32;
        for level in 1..31 {
            let eighth = f64::from(units) * unit(level);
            assert!(is_near(eighth, tune.eighth_seconds(level)), "{level}");
        }
        for voice in [0, 1] {
            let notes = tune.notes(voice);
            let played = line(&words, start + voice, 2 * notes.len());
            for (played, (pitch, eighths)) in played.iter().zip(notes.iter().cycle()) {
                assert_eq!(played.units, units * eighths, "{tune:?} {played:?}");
                match pitch {
                    None => assert_eq!(played.goal, 1, "{tune:?} {played:?}"),
                    Some(pitch) => assert!(
                        played.goal > 1 && is_near(f64::from(played.pitch) * HZ, hz(*pitch)),
                        "{tune:?}: {played:?}, not {pitch}"
                    ),
                }
            }
        }
        // Each drum in its eighth, from its kind of sound.
        let drums = tune.drums();
        let mut heard: Vec<Option<Drum>> = Vec::new();
        while heard.len() < 4 * drums.len() {
            let count = heard.iter().flatten().count() + 1;
            let played = *line(&words, start + 2, count).last().unwrap();
            let drum = match (played.slide, played.goal) {
                (-1, _) => Drum::Bass,
                (_, 10_000..) => Drum::Snare,
                _ => Drum::Hat,
            };
            heard.push(Some(drum));
            heard.extend((1..played.units / units).map(|_| None));
        }
        let expected: Vec<_> = drums.iter().copied().cycle().take(heard.len()).collect();
        assert_eq!(heard, expected, "{tune:?}");
    }
}

#[test]
fn effects_sound_as_in_the_model() {
    let words = words();
    let all = Sound::all();
    assert_eq!(all.len(), 31);
    for (sound, start) in all.into_iter().zip(EFFECTS + 1..) {
        let parts = sound.parts();
        let played = line(&words, start, parts.len() + 1);
        assert_eq!(played[parts.len()].goal, 1, "silence follows {sound}");
        for (played, part) in played.iter().zip(&parts) {
            assert_eq!(4 * played.units, part.ms, "{sound}");
            let [from, to] = part.hz;
            let last = played.pitch + played.slide * played.units as i32;
            let ends = f64::from(last) * HZ;
            assert!(
                is_near(f64::from(played.pitch) * HZ, from),
                "{sound}: {played:?}"
            );
            assert!(
                (ends / to - 1.0).abs() < 0.08,
                "{sound}: {played:?}, {ends} Hz"
            );
        }
    }
}

/// The next samples.
fn samples(uut: &mut Bench<Circuit>, count: usize) -> Vec<f64> {
    let machine = uut.machine();
    let sample = |_| {
        machine.run(CLOCKS_OF_SAMPLE);
        machine.peek("voices.mixed").unwrap() as f64
    };
    (0..count).map(sample).collect()
}

/// Strength of a frequency in these samples.
fn strength(samples: &[f64], hz: f64) -> f64 {
    let mean = samples.iter().sum::<f64>() / samples.len() as f64;
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let (sine, cosine) = (TAU * hz * index as f64 / SAMPLES_PER_SECOND).sin_cos();
        real += (sample - mean) * cosine;
        imaginary += (sample - mean) * sine;
    }
    f64::hypot(real, imaginary)
}

/// Eighths in which the circuit reports a loud drum. Only samples in which the drums move on are
/// watched clock by clock.
fn reported(uut: &mut Bench<Circuit>, samples_of_eighth: f64, eighths: u32) -> Vec<u32> {
    let machine = uut.machine();
    let position =
        |machine: &mut Machine| machine.memory("voices.memory").unwrap().get(0x17).unwrap();
    let mut found = Vec::new();
    for sample in 0..(f64::from(eighths) * samples_of_eighth - 50.0) as u32 {
        let before = machine.snapshot();
        let at = position(machine);
        machine.run(CLOCKS_OF_SAMPLE);
        if position(machine) == at {
            continue;
        }
        machine.restore(&before).unwrap();
        for _ in 0..CLOCKS_OF_SAMPLE {
            if machine.peek("drum_starts").unwrap() == 1 {
                let eighth = f64::from(sample) / samples_of_eighth;
                assert!((eighth - eighth.round()).abs() < 0.05, "{eighth}");
                found.push(eighth.round() as u32);
            }
            machine.run(1);
        }
    }
    found
}

/// The sound of a game at this level, after a reset.
fn playing(level: u64) -> Bench<Circuit> {
    let mut uut = Bench::new(Circuit::new(CLOCK_HZ));
    poke!(uut.level = level.to_bits());
    poke!(uut.playing = true);
    poke!(uut.reset = true);
    tick!(uut);
    poke!(uut.reset = false);
    uut
}

/// Bass drum and snare in their eighths; the hi-hat is no loud drum.
#[test]
fn loud_drums_are_reported_when_they_begin() {
    let mut uut = playing(13);
    poke!(uut.mute_music = true);
    for (number, tune) in Tune::ALL.into_iter().enumerate() {
        poke!(uut.tune = number.to_bits());
        tick!(uut);
        let samples = tune.eighth_seconds(13) * SAMPLES_PER_SECOND;
        let drums = (0..8).zip(tune.drums().into_iter().cycle());
        let loud = drums.filter(|(_, drum)| matches!(drum, Some(Drum::Bass | Drum::Snare)));
        let expected: Vec<u32> = loud.map(|(eighth, _)| eighth).collect();
        assert_eq!(reported(&mut uut, samples, 8), expected, "{tune:?}");
    }
    poke!(uut.playing = false);
    tick!(uut);
    assert_eq!(reported(&mut uut, 5e3, 1), [0; 0], "without a tune");
}

/// The melody stands out between the semitones beside it, whatever bass and drums do. The tune is
/// the one that was chosen last, from its start.
#[test]
fn the_melody_is_heard() {
    let mut uut = playing(1);
    for (number, tune) in Tune::ALL.into_iter().enumerate() {
        poke!(uut.tune = number.to_bits());
        tick!(uut);
        let eighth = tune.eighth_seconds(1) * SAMPLES_PER_SECOND;
        let wave = samples(&mut uut, (32.0 * eighth) as usize);
        assert!(
            wave.iter().all(|&sample| sample < 250.0),
            "{tune:?} is clipped"
        );
        let mut begin = 0.0;
        let (mut right, mut count) = (0, 0);
        for (pitch, eighths) in tune.notes(0) {
            let length = f64::from(eighths) * eighth;
            let end = begin + 0.9 * length;
            if end as usize > wave.len() {
                break;
            }
            if let Some(pitch) = pitch {
                let note = &wave[(begin + 0.1 * length) as usize..end as usize];
                let [below, at, above] = [-1, 0, 1].map(|step| strength(note, hz(pitch + step)));
                count += 1;
                right += u32::from(at > 1.5 * below && at > 1.5 * above);
            }
            begin += length;
        }
        assert!(
            count >= 12 && right * 20 >= count * 19,
            "{tune:?}: {right} of {count}"
        );
    }
}
