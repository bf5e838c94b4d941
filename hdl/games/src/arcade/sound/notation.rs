//! Notation of the tunes: pitches and eighths, sections, and the instruments that play them.

use gatefall_widgets::audio::memory::{Drum, Line, Note, Step, Tone};

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
    D4 = -7,
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
    ASharp5 = 13,
    B5 = 14,
    C6 = 15,
    CSharp6 = 16,
    D6 = 17,
    E6 = 19,
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

    /// Plays a note of a score, with `units` in an eighth.
    fn plays(self, written: &Written, units: u8) -> Step {
        Step::Note(Note {
            tone: self.tone(written.pitch),
            units: written.eighths * units,
        })
    }
}

/// Bass drum: a tone that falls from 335 Hz within 40 ms.
pub const KICK: Drum = Drum {
    pitch: 900,
    loudness: 0.85,
    slide: 1_u16.wrapping_neg(),
    fade: 14,
};
/// Snare drum: 72 ms of noise.
pub const SNARE: Drum = Drum {
    pitch: 0,
    loudness: 0.75,
    slide: NOISE,
    fade: 7,
};
/// Hi-hat: 28 ms of noise.
pub const HAT: Drum = Drum {
    pitch: 0,
    loudness: 0.5,
    slide: NOISE,
    fade: 12,
};
/// 2^16 times the golden ratio, modulo 2^16: no frequency comes back soon.
const NOISE: u16 = 40503;

/// A drum and its eighths.
pub type Beat = (Drum, u8);

/// A section of a voice.
#[derive(Clone, Copy, Debug)]
pub enum Section {
    /// Is played once.
    Once(&'static [Written]),
    /// Is played twice.
    Twice(&'static [Written]),
    /// A part that is played twice, then what follows it the first time and the second time.
    Endings([&'static [Written]; 3]),
}

/// A tune. All voices begin again at their end.
#[derive(Clone, Copy, Debug)]
pub struct Tune {
    /// Units in an eighth; 8 for the tempo of the level.
    pub units: u8,
    /// Melody.
    pub melody: &'static [Section],
    /// Bass.
    pub bass: &'static [Section],
    /// Drums.
    pub drums: &'static [Beat],
}

/// First place of the first endings.
const ENDINGS: u8 = 0x80;

impl Tune {
    /// The voices: melody, bass, drums.
    pub fn lines(&self) -> [Line; 3] {
        let mut drums = vec![Step::Place(0)];
        let beat = |&(drum, eighths): &Beat| Step::Drum(drum, eighths * self.units);
        drums.extend(self.drums.iter().map(beat));
        drums.push(Step::Jump { to: 0, mark: false });
        [
            self.line(LEAD, self.melody),
            self.line(BASS, self.bass),
            drums,
        ]
    }

    fn line(&self, instrument: Instrument, sections: &[Section]) -> Line {
        let play = |part: &[Written]| -> Line {
            let notes = part.iter();
            notes
                .map(|note| instrument.plays(note, self.units))
                .collect()
        };
        let mut line = vec![Step::Place(0)];
        let mut endings = vec![];
        let mut mark = false;
        for (section, place) in sections.iter().zip(1..) {
            if let Section::Once(part) = section {
                line.extend(play(part));
                continue;
            }
            if mark {
                line.push(Step::Jump {
                    to: place,
                    mark: false,
                });
            }
            mark = true;
            line.push(Step::Place(place));
            match *section {
                Section::Once(_) => (),
                Section::Twice(part) => {
                    line.extend(play(part));
                    line.push(Step::Branch { to: place, mark });
                }
                Section::Endings([part, first, second]) => {
                    let to = ENDINGS | place;
                    line.extend(play(part));
                    line.push(Step::Branch { to, mark });
                    line.extend(play(second));
                    endings.push(Step::Place(to));
                    endings.extend(play(first));
                    endings.push(Step::Jump { to: place, mark });
                }
            }
        }
        line.push(Step::Jump { to: 0, mark: false });
        line.extend(endings);
        line
    }
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

    /// Every note ends within the bar in which it begins, and both voices have the same bars.
    #[test]
    fn every_bar_of_every_voice_is_full() {
        use super::super::{korobeiniki, minuet, mountain_king, ode_to_joy};
        for (tune, eighths_of_bar, bars) in [
            (korobeiniki::TUNE, 8, 24),
            (mountain_king::TUNE, 8, 24),
            (minuet::TUNE, 6, 32),
            (ode_to_joy::TUNE, 8, 16),
        ] {
            for voice in [tune.melody, tune.bass] {
                let parts: Vec<&[Written]> = voice
                    .iter()
                    .flat_map(|section| match *section {
                        Section::Once(part) => vec![part],
                        Section::Twice(part) => vec![part, part],
                        Section::Endings([part, first, second]) => vec![part, first, part, second],
                    })
                    .collect();
                let mut eighths = 0;
                for note in parts.concat() {
                    let bar = eighths / eighths_of_bar;
                    eighths += u32::from(note.eighths);
                    assert_eq!(
                        (eighths - 1) / eighths_of_bar,
                        bar,
                        "bar {bar} of {voice:?}"
                    );
                }
                assert_eq!(eighths, eighths_of_bar * bars, "{voice:?}");
            }
            let beats: u32 = tune.drums.iter().map(|beat| u32::from(beat.1)).sum();
            assert_eq!(eighths_of_bar % beats, 0, "{:?}", tune.drums);
        }
    }
}
