//! Music: which tune plays, and the scores.
//!
//! The notation is that of ABC: `C` to `B` begin at C4, `c` to `b` at C5. A comma lowers by an
//! octave, an apostrophe raises by one, `^` raises by a semitone. `z` is a rest. A number counts
//! eighths; `|` ends a bar. Drums are a letter for each eighth: bass drum, snare, hi-hat, or none.

/// A tune.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tune {
    /// Korobeiniki.
    Folk,
    /// In the Hall of the Mountain King.
    Grieg,
    /// Minuet in G.
    Minuet,
    /// Ode to Joy.
    Ode,
}

/// Music at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Music {
    /// The tune.
    pub tune: Tune,
    /// True if it is silent and stands still.
    pub stands: bool,
    /// The level that sets the tempo.
    pub level: u32,
}

/// A note: semitones above A4, and eighths. `None` is a rest.
pub type Note = (Option<i32>, u32);

/// A drum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drum {
    /// Bass drum.
    Bass,
    /// Snare drum.
    Snare,
    /// Hi-hat.
    Hat,
}

struct Score {
    /// Quarter notes per minute at level 1.
    tempo: f64,
    /// The sections in the order in which they are played: melody and bass.
    sections: &'static [&'static [[&'static str; 2]]],
    drums: &'static str,
}

const FOLK_A: &[[&str; 2]] = &[
    ["e2Bcd2cB", "E,2E2E,2E2"],
    ["A2Ace2dc", "A,,2A,2A,,2A,2"],
    ["B3cd2e2", "E,2E2^G,2E2"],
    ["c2A2A4", "A,,2A,2B,,2C,2"],
    ["zd2fa2gf", "D,2A,2D,2A,2"],
    ["e3ce2dc", "C,2E,2C,2E,2"],
    ["B2Bcd2e2", "E,2E2^G,2E2"],
    ["c2A2A2z2", "A,,2E,2A,,2z2"],
];
const FOLK_B: &[[&str; 2]] = &[
    ["e4c4", "A,,2E,2A,,2E,2"],
    ["d4B4", "E,2^G,2E,2^G,2"],
    ["c4A4", "A,,2E,2A,,2E,2"],
    ["^G4B2z2", "E,2^G,2E,2^G,2"],
    ["e4c4", "A,,2E,2A,,2E,2"],
    ["d4B4", "E,2^G,2E,2^G,2"],
    ["c2e2a4", "A,,2E,2A,2E,2"],
    ["^g6z2", "E,2^G,2E,2z2"],
];
const GRIEG_A: &[[&str; 2]] = &[
    ["E^FGABGB2", "E,2B,2E,2B,2"],
    ["^A^F^A2AFA2", "^F,2^F,2F,2F,2"],
    ["E^FGABGBe", "E,2B,2E,2B,2"],
    ["dBGBd4", "G,2D,2G,2D,2"],
];
const GRIEG_B: &[[&str; 2]] = &[
    ["B^c^de^f^d^f2", "B,,2^F,2B,,2^F,2"],
    ["g^dg2^f^d^f2", "B,,2G,2B,,2^F,2"],
    ["B^c^de^f^d^f2", "B,,2^F,2B,,2^F,2"],
    ["g^dg2^f4", "B,,2G,2B,,2z2"],
];
const GRIEG_C: &[[&str; 2]] = &[
    ["e^fgabgb2", "E,2B,2E,2B,2"],
    ["^a^f^a2afa2", "^F,2^F,2F,2F,2"],
    ["e^fgabgbe'", "E,2B,2E,2B,2"],
    ["d'bgbd'4", "G,2D,2G,2D,2"],
];
const MINUET_A: &[[&str; 2]] = &[
    ["d2GABc", "G,2B,4"],
    ["d2G2G2", "G,2B,4"],
    ["e2cde^f", "C,2G,4"],
    ["g2G2G2", "B,,2G,4"],
    ["c2dcBA", "A,,2E,4"],
    ["B2cBAG", "G,2D,4"],
    ["^F2GABG", "D,2A,4"],
    ["A6", "D,2^F,4"],
    ["d2GABc", "G,2B,4"],
    ["d2G2G2", "G,2B,4"],
    ["e2cde^f", "C,2G,4"],
    ["g2G2G2", "B,,2G,4"],
    ["c2dcBA", "A,,2E,4"],
    ["B2cBAG", "G,2D,4"],
    ["A2BAG^F", "D,2^F,4"],
    ["G6", "G,2D,4"],
];
const MINUET_B: &[[&str; 2]] = &[
    ["b2gabg", "G,2B,4"],
    ["a2de^fd", "^F,2A,4"],
    ["g2e^fgd", "E,2G,4"],
    ["^c2B^cA2", "A,,2A,4"],
    ["AB^cde^f", "A,,2G,4"],
    ["g2^f2e2", "E,2A,4"],
    ["^f2A2^c2", "D,2A,4"],
    ["d6", "D,2^F,4"],
    ["d2G^FG2", "B,,2G,4"],
    ["e2G^FG2", "C,2G,4"],
    ["d2c2B2", "B,,2G,4"],
    ["AG^FGA2", "D,2^F,4"],
    ["DE^FGAB", "D,2A,4"],
    ["c2B2A2", "A,,2E,4"],
    ["BdG2^F2", "G,2D,4"],
    ["G6", "G,2D,4"],
];
const ODE: &[[&str; 2]] = &[
    ["B2B2c2d2", "G,4B,4"],
    ["d2c2B2A2", "G,4D,4"],
    ["G2G2A2B2", "E,4G,4"],
    ["B3AA4", "D,4^F,4"],
    ["B2B2c2d2", "G,4B,4"],
    ["d2c2B2A2", "G,4D,4"],
    ["G2G2A2B2", "E,4G,4"],
    ["A3GG4", "D,4G,4"],
    ["A2A2B2G2", "D,4G,4"],
    ["A2BcB2G2", "D,4G,4"],
    ["A2BcB2A2", "D,4^F,4"],
    ["G2A2D4", "A,,4D,4"],
    ["B2B2c2d2", "G,4B,4"],
    ["d2c2B2A2", "G,4D,4"],
    ["G2G2A2B2", "E,4G,4"],
    ["A3GG4", "D,4G,4"],
];

impl Tune {
    /// All of them.
    pub const ALL: [Tune; 4] = [Tune::Folk, Tune::Grieg, Tune::Minuet, Tune::Ode];

    fn score(self) -> Score {
        match self {
            Tune::Folk => Score {
                tempo: 144.0,
                sections: &[FOLK_A, FOLK_A, FOLK_B],
                drums: "khsh",
            },
            Tune::Grieg => Score {
                tempo: 144.0,
                sections: &[GRIEG_A, GRIEG_A, GRIEG_B, GRIEG_B, GRIEG_C, GRIEG_C],
                drums: "k.h.k.sh",
            },
            Tune::Minuet => Score {
                tempo: 115.2,
                sections: &[MINUET_A, MINUET_B],
                drums: "k.h.h.",
            },
            Tune::Ode => Score {
                tempo: 144.0,
                sections: &[ODE],
                drums: "k.ssk.s.",
            },
        }
    }

    /// Notes of the melody (0) or of the bass (1), up to the end of the tune.
    pub fn notes(self, voice: usize) -> Vec<Note> {
        let score = self.score();
        let bars = score.sections.iter().copied().flatten();
        bars.flat_map(|bar| notes(bar[voice])).collect()
    }

    /// Drums of some eighths, which are repeated.
    pub fn drums(self) -> Vec<Option<Drum>> {
        let drum = |letter| match letter {
            'k' => Some(Drum::Bass),
            's' => Some(Drum::Snare),
            'h' => Some(Drum::Hat),
            _ => None,
        };
        self.score().drums.chars().map(drum).collect()
    }

    /// Seconds of an eighth at a level: 5 % faster with each, up to level 13.
    pub fn eighth_seconds(self, level: u32) -> f64 {
        let speed = 1.0 + 0.05 * f64::from(level.min(13) - 1);
        30.0 / self.score().tempo / speed
    }
}

/// Notes of a bar.
pub(super) fn notes(bar: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut sharp = 0;
    for letter in bar.chars() {
        let last = notes.last_mut();
        match (letter, last) {
            ('^', _) => sharp = 1,
            ('z', _) => notes.push((None, 0)),
            (',', Some((Some(pitch), _))) => *pitch -= 12,
            ('\'', Some((Some(pitch), _))) => *pitch += 12,
            ('0'..='9', Some((_, eighths))) => *eighths = letter as u32 - '0' as u32,
            _ => {
                let name = letter.to_ascii_uppercase();
                let steps = [
                    ('C', -9),
                    ('D', -7),
                    ('E', -5),
                    ('F', -4),
                    ('G', -2),
                    ('A', 0),
                    ('B', 2),
                ];
                let step = steps.into_iter().find(|step| step.0 == name);
                let octave = if letter.is_lowercase() { 12 } else { 0 };
                let pitch = step.map(|step| step.1 + octave + sharp);
                assert!(pitch.is_some(), "`{letter}` in {bar}");
                notes.push((pitch, 0));
                sharp = 0;
            }
        }
    }
    // A note without a number is an eighth.
    notes.iter_mut().for_each(|note| note.1 = note.1.max(1));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pitches_and_lengths_are_read() {
        let expected = [(Some(0), 1), (Some(-23), 2), (Some(16), 4), (None, 1)];
        assert_eq!(notes("A^A,,2^c'4z"), expected);
    }

    /// Parses `F#4:2`.
    fn written(word: &str) -> Note {
        let (pitch, eighths) = word.split_once(':').expect("a length");
        let eighths = eighths.parse().expect("a number");
        let semitones = (pitch != "r").then(|| crate::rules_page::semitones(pitch));
        (semitones, eighths)
    }

    #[test]
    fn the_page_has_the_tunes_of_the_model() {
        let names = ["FOLK", "GRIEG", "the minuet", "the Ode to Joy"];
        for (tune, name) in Tune::ALL.into_iter().zip(names) {
            let rows = crate::rules_page::table(&format!("bars of {name} | melody | bass"));
            let mut bars = std::collections::BTreeMap::new();
            for row in rows {
                for bar in row[0].split(", ") {
                    let bar: u32 = bar.parse().expect("a number");
                    assert!(bars.insert(bar, [row[1], row[2]]).is_none(), "{bar}");
                }
            }
            assert!(bars.keys().copied().eq(1..=bars.len() as u32), "{name}");
            for voice in [0, 1] {
                let on_page = bars.values().flat_map(|bar| bar[voice].split(' '));
                let on_page: Vec<Note> = on_page.map(written).collect();
                assert_eq!(on_page, tune.notes(voice), "{name}");
            }
        }
        let drums = crate::rules_page::table("tune | drums, a letter or a dot for each eighth");
        assert_eq!(drums.len(), Tune::ALL.len());
        for (tune, row) in Tune::ALL.into_iter().zip(drums) {
            let drums = tune.score().drums.to_ascii_uppercase();
            assert_eq!(row[1].replace(' ', ""), drums);
        }
    }

    #[test]
    fn every_bar_is_full() {
        for tune in Tune::ALL {
            let eighths_of_bar = if tune == Tune::Minuet { 6 } else { 8 };
            for bar in tune.score().sections.iter().copied().flatten() {
                for voice in bar {
                    let eighths: u32 = notes(voice).iter().map(|note| note.1).sum();
                    assert_eq!(eighths, eighths_of_bar, "{voice}");
                }
            }
        }
        let bars = Tune::ALL.map(|tune| tune.score().sections.concat().len());
        assert_eq!(bars, [24, 24, 32, 16]);
    }
}
