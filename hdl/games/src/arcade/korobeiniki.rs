//! The tune, as data: Korobeiniki, a Russian folk song of the 19th century, in A minor, 4/4.
//!
//! It is played A A B and begins again: 24 bars of 8 eighths.

/// Pitches, from low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pitch {
    /// Silence.
    Rest,
    /// G sharp, octave 4.
    GSharp4,
    /// A, octave 4: 440 Hz.
    A4,
    /// B, octave 4.
    B4,
    /// C, octave 5.
    C5,
    /// D, octave 5.
    D5,
    /// E, octave 5.
    E5,
    /// F, octave 5.
    F5,
    /// G, octave 5.
    G5,
    /// G sharp, octave 5.
    GSharp5,
    /// A, octave 5.
    A5,
}

impl Pitch {
    /// Frequency in equal temperament; a rest has none.
    pub fn hz(self) -> Option<f64> {
        let semitones_above_a4 = match self {
            Pitch::Rest => return None,
            Pitch::GSharp4 => -1,
            Pitch::A4 => 0,
            Pitch::B4 => 2,
            Pitch::C5 => 3,
            Pitch::D5 => 5,
            Pitch::E5 => 7,
            Pitch::F5 => 8,
            Pitch::G5 => 10,
            Pitch::GSharp5 => 11,
            Pitch::A5 => 12,
        };
        Some(440.0 * 2_f64.powf(f64::from(semitones_above_a4) / 12.0))
    }
}

/// A note or a rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its pitch.
    pub pitch: Pitch,
    /// Its length.
    pub eighths: u8,
}

const fn note(pitch: Pitch, eighths: u8) -> Note {
    Note { pitch, eighths }
}

use Pitch::{GSharp4, GSharp5, Rest, A4, A5, B4, C5, D5, E5, F5, G5};

/// One bar per line.
#[rustfmt::skip]
const A: &[Note] = &[
    note(E5, 2), note(B4, 1), note(C5, 1), note(D5, 2), note(C5, 1), note(B4, 1),
    note(A4, 2), note(A4, 1), note(C5, 1), note(E5, 2), note(D5, 1), note(C5, 1),
    note(B4, 3), note(C5, 1), note(D5, 2), note(E5, 2),
    note(C5, 2), note(A4, 2), note(A4, 4),
    note(Rest, 1), note(D5, 2), note(F5, 1), note(A5, 2), note(G5, 1), note(F5, 1),
    note(E5, 3), note(C5, 1), note(E5, 2), note(D5, 1), note(C5, 1),
    note(B4, 2), note(B4, 1), note(C5, 1), note(D5, 2), note(E5, 2),
    note(C5, 2), note(A4, 2), note(A4, 2), note(Rest, 2),
];

/// One bar per line.
#[rustfmt::skip]
const B: &[Note] = &[
    note(E5, 4), note(C5, 4),
    note(D5, 4), note(B4, 4),
    note(C5, 4), note(A4, 4),
    note(GSharp4, 4), note(B4, 2), note(Rest, 2),
    note(E5, 4), note(C5, 4),
    note(D5, 4), note(B4, 4),
    note(C5, 2), note(E5, 2), note(A5, 4),
    note(GSharp5, 6), note(Rest, 2),
];

/// How many notes and rests one round of the tune has.
pub const LENGTH: usize = 2 * A.len() + B.len();

/// One round of the tune.
pub fn notes() -> impl Iterator<Item = Note> {
    A.iter().chain(A).chain(B).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_has_8_eighths() {
        let mut position = 0;
        for note in notes() {
            let bar = position / 8;
            position += note.eighths;
            assert!(
                position.div_ceil(8) == bar + 1,
                "a note crosses the end of bar {}",
                bar + 1
            );
        }
        assert_eq!(position, 24 * 8);
        assert_eq!((A.len(), B.len()), (39, 18));
    }

    #[test]
    fn the_pitches_are_in_tune() {
        let hz = |pitch: Pitch| pitch.hz().map(|hz| (hz * 100.0).round() / 100.0);
        let scale = [GSharp4, A4, B4, C5, D5, E5, F5, G5, GSharp5, A5, Rest];
        let expected = [
            415.3, 440.0, 493.88, 523.25, 587.33, 659.26, 698.46, 783.99, 830.61, 880.0,
        ];
        assert_eq!(scale.map(hz)[..10], expected.map(Some));
        assert_eq!(hz(Rest), None);
    }
}
