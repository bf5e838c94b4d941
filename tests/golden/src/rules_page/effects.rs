//! Compares the sound effects of the arcade with the model.

use super::{number, semitones, tables};
use crate::arcade::{hz, Slide, Sound, MAX_COMBO};

/// The parts of an effect in a cell: `A4 48 ms, E5 120 ms`, or `440 to 880 Hz, 80 ms, twice`.
fn parts(cell: &str) -> Vec<Slide> {
    let (mut parts, mut tones, mut chain) = (Vec::new(), Vec::<[f64; 2]>::new(), Vec::new());
    let cell = cell.replace("three times", "thrice");
    let mut words = cell.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let word = word.trim_end_matches([',', ';']);
        match (word, words.peek()) {
            ("to", _) => {}
            ("Hz", _) => {
                if chain.len() == 1 {
                    chain.push(chain[0]);
                }
                tones.extend(chain.windows(2).map(|pair| [pair[0], pair[1]]));
                chain.clear();
            }
            ("twice", _) => parts.extend_from_within(..),
            ("thrice", _) => parts = parts.repeat(3),
            (length, Some(next)) if next.starts_with("ms") => {
                let ms = number(length);
                words.next();
                match words.next_if(|word| word.starts_with("each")) {
                    Some(_) => assert!(tones.len() > 1, "`{cell}`"),
                    None => assert_eq!(tones.len(), 1, "`{cell}`"),
                }
                parts.extend(tones.drain(..).map(|hz| Slide { hz, ms }));
            }
            (tone, _) if tone.starts_with(|c: char| c.is_ascii_digit()) => {
                chain.push(f64::from(number(tone)));
            }
            (note, _) => tones.push([hz(semitones(note)); 2]),
        }
    }
    assert!(tones.is_empty() && chain.is_empty(), "`{cell}`");
    parts
}

/// Compares the row of the combos.
fn check_combos(all: &[Sound], place: &str, when: &str, sound: &str) {
    let first = number(place.trim_end_matches(" + n")) as usize;
    assert_eq!(all.get(first), Some(&Sound::Combo(1)));
    assert!(when.starts_with(&format!("n is 1 to {MAX_COMBO},")));
    let notes = "two notes of 48 and 112 ms, n - 1 and n + 3 semitones above A4";
    assert_eq!(sound, notes);
    for n in 1..=MAX_COMBO {
        let slide = |steps: u32, ms| Slide {
            hz: [hz(steps as i32); 2],
            ms,
        };
        let expected = [slide(n - 1, 48), slide(n + 3, 112)];
        assert_eq!(Sound::Combo(n).parts(), expected, "combo {n}");
    }
}

#[test]
fn effects_are_those_of_the_model() {
    let all = Sound::all();
    let mut missing: Vec<String> = all.iter().map(Sound::to_string).collect();
    missing.retain(|name| !name.starts_with("combo"));
    missing.push("combo n".into());
    for row in tables("number | effect").concat() {
        let [place, name, when, sound] = row[..] else {
            panic!("{row:?}");
        };
        match (name, sound) {
            ("move, rotate", "as above") => {}
            ("combo n", _) => check_combos(&all, place, when, sound),
            _ => {
                let effect = all[number(place) as usize - 1];
                assert_eq!(effect.to_string(), name, "{place}");
                assert_eq!(parts(sound), effect.parts(), "{name}");
            }
        }
        missing.retain(|other| other != name);
    }
    assert!(missing.is_empty(), "no row of {missing:?}");
}
