//! Notation of the tunes: pitches and eighths, and the two instruments that play them.

use gatefall_widgets::audio::memory::{Note, Tone};

/// Units of an eighth.
const UNITS_PER_EIGHTH: u8 = 8;

/// Pitches, from low to high: the name of the note, and the octave, which begins with C. The
/// numbers are semitones above A4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Pitch {
    /// Silence.
    Rest = i8::MIN as isize,
    A2 = -24,
    B2 = -22,
    C3 = -21,
    D3 = -19,
    E3 = -17,
    F3 = -16,
    FSharp3 = -15,
    G3 = -14,
    GSharp3 = -13,
    A3 = -12,
    B3 = -10,
    E4 = -5,
    F4 = -4,
    FSharp4 = -3,
    G4 = -2,
    GSharp4 = -1,
    A4 = 0,
    ASharp4 = 1,
    B4 = 2,
    C5 = 3,
    CSharp5 = 4,
    D5 = 5,
    DSharp5 = 6,
    E5 = 7,
    F5 = 8,
    FSharp5 = 9,
    G5 = 10,
    GSharp5 = 11,
    A5 = 12,
}

impl Pitch {
    /// Frequency in equal temperament; 0 for a rest.
    pub fn hz(self) -> f64 {
        if self == Pitch::Rest {
            return 0.0;
        }
        440.0 * 2_f64.powf(f64::from(self as i8) / 12.0)
    }
}

/// A note or a rest of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its pitch.
    pub pitch: Pitch,
    /// Its length.
    pub eighths: u8,
}

/// A note or a rest.
pub const fn note(pitch: Pitch, eighths: u8) -> Written {
    Written { pitch, eighths }
}

/// Sound of an instrument.
#[derive(Clone, Copy, Debug)]
pub struct Instrument {
    /// Loudness of a note at its start, 0 to 1.
    pub loudness: f64,
    /// Change of it in a unit, which is an eighth of an eighth.
    pub fade: f64,
}

/// Sings: it fades slowly.
pub const LEAD: Instrument = Instrument {
    loudness: 0.85,
    fade: -0.01,
};
/// Is plucked.
pub const BASS: Instrument = Instrument {
    loudness: 0.75,
    fade: -0.03,
};

impl Instrument {
    /// The tone of this instrument at `pitch`.
    pub fn tone(self, pitch: Pitch) -> Tone {
        if pitch == Pitch::Rest {
            return Tone::REST;
        }
        Tone {
            hz: pitch.hz(),
            loudness: self.loudness,
            slide: 0.0,
            fade: self.fade,
        }
    }

    /// Plays a part.
    pub fn plays(self, part: &[Written]) -> Vec<Note> {
        let play = |written: &Written| Note {
            tone: self.tone(written.pitch),
            units: written.eighths * UNITS_PER_EIGHTH,
        };
        part.iter().map(play).collect()
    }
}

/// A tune: two parts in two voices.
#[derive(Clone, Copy, Debug)]
pub struct Tune {
    /// The first part, which is played twice: melody and bass.
    pub a: [&'static [Written]; 2],
    /// The second part.
    pub b: [&'static [Written]; 2],
}

#[cfg(test)]
mod tests {
    use super::*;
    use Pitch::*;

    #[test]
    fn the_pitches_are_in_tune() {
        let rounded = |pitch: Pitch| (pitch.hz() * 100.0).round() / 100.0;
        let scale = [
            A2, C3, E4, GSharp4, A4, B4, C5, D5, E5, F5, G5, GSharp5, A5, Rest,
        ];
        let expected = [
            110.0, 130.81, 329.63, 415.3, 440.0, 493.88, 523.25, 587.33, 659.26, 698.46, 783.99,
            830.61, 880.0, 0.0,
        ];
        assert_eq!(scale.map(rounded), expected);
    }

    /// Every note ends within the bar in which it begins.
    #[test]
    fn every_bar_of_every_voice_has_8_eighths() {
        use super::super::{korobeiniki, mountain_king};
        for (tune, bars) in [(korobeiniki::TUNE, [8, 8]), (mountain_king::TUNE, [4, 4])] {
            for (part, bars) in [tune.a, tune.b].into_iter().zip(bars) {
                for voice in part {
                    let mut eighths = 0;
                    for note in voice {
                        let bar = eighths / 8;
                        eighths += note.eighths;
                        assert_eq!((eighths - 1) / 8, bar, "bar {} of {voice:?}", bar + 1);
                    }
                    assert_eq!(eighths, 8 * bars, "{voice:?}");
                }
            }
        }
    }
}
