//! Compares the sound effects of the arcade with the model.

use super::tables;
use crate::arcade::{hz, Slide, Sound, MAX_COMBO};

/// Frequency of a note such as `F#5`.
fn note(name: &str) -> f64 {
    let (letter, octave) = name.split_at(name.len() - 1);
    let semitone = match letter {
        "C#" => -8,
        "D" => -7,
        "E" => -5,
        "F#" => -3,
        "A" => 0,
        _ => panic!("`{name}` is no note of an effect"),
    };
    let octave: i32 = octave.parse().expect("an octave");
    hz(semitone + 12 * (octave - 4))
}

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
            (number, Some(next)) if next.starts_with("ms") => {
                let ms = number.parse().expect("milliseconds");
                words.next();
                match words.next_if(|word| word.starts_with("each")) {
                    Some(_) => assert!(tones.len() > 1, "`{cell}`"),
                    None => assert_eq!(tones.len(), 1, "`{cell}`"),
                }
                parts.extend(tones.drain(..).map(|hz| Slide { hz, ms }));
            }
            (number, _) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                chain.push(number.replace(',', "").parse().expect("a frequency"));
            }
            (name, _) => tones.push([note(name); 2]),
        }
    }
    assert!(tones.is_empty() && chain.is_empty(), "`{cell}`");
    parts
}

#[test]
fn effects_are_those_of_the_model() {
    let all = Sound::all();
    let mut missing: Vec<String> = all.iter().map(Sound::to_string).collect();
    missing.retain(|name| !name.starts_with("combo"));
    missing.push("combo n".into());
    for row in tables("number | effect").concat() {
        let [number, name, _, sound] = row[..] else {
            panic!("{row:?}");
        };
        if [name, sound] == ["move, rotate", "as above"] {
            continue;
        }
        if name == "combo n" {
            let first = number.trim_end_matches(" + n").parse().expect("a number");
            assert_eq!(all.get::<usize>(first), Some(&Sound::Combo(1)));
            assert!(row[2].starts_with(&format!("n is 1 to {MAX_COMBO},")));
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
            missing.retain(|other| other != name);
            continue;
        }
        let number: usize = number.parse().expect("a number");
        let effect = all[number - 1];
        assert_eq!(effect.to_string(), name, "{number}");
        assert_eq!(parts(sound), effect.parts(), "{name}");
        missing.retain(|other| other != name);
    }
    assert!(missing.is_empty(), "no row of {missing:?}");
}
