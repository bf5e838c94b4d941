//! The effects by number, from the lowest priority to the highest.

use super::notation::{Pitch, LEAD};
use gatefall_widgets::audio::memory::{Note, Tone};
use Pitch::*;

/// Units of effects in a second: one lasts 4 ms.
pub const UNITS_PER_SECOND: f64 = 250.0;

/// Numbers for [`Sound::effect`](super::Sound::effect). An effect does not cut off one with a
/// higher number.
pub mod effect {
    /// A piece moved sideways.
    pub const MOVE: u8 = 1;
    /// A piece turned.
    pub const ROTATE: u8 = 2;
    /// A piece was put aside.
    pub const HOLD: u8 = 3;
    /// A piece locked. The next three in this order: [`LOCK`] and the rows cleared.
    pub const LOCK: u8 = 4;
    /// One row was cleared.
    pub const CLEAR_1: u8 = LOCK | 1;
    /// Two rows were cleared.
    pub const CLEAR_2: u8 = LOCK | 2;
    /// Three rows were cleared.
    pub const CLEAR_3: u8 = LOCK | 3;
    /// Four rows were cleared.
    pub const CLEAR_4: u8 = 8;
    /// An attack of the other player arrived; its rows wait.
    pub const GARBAGE: u8 = 9;
    /// A T-spin.
    pub const T_SPIN: u8 = 10;
    /// A second difficult clear in a row.
    pub const BACK_TO_BACK: u8 = 11;
    /// The level rose.
    pub const LEVEL_UP: u8 = 12;
    /// The game ended.
    pub const GAME_OVER: u8 = 13;
    /// A number of the countdown, and the start.
    pub const COUNT: u8 = 14;
}

/// A tone of `ms` that slides from one frequency to another and fades to a part of its loudness.
fn slide(from_hz: f64, to_hz: f64, ms: u8, loudness: f64, fades_to: f64) -> Note {
    let units = ms / 4;
    let per_unit = |change: f64| change / f64::from(units);
    Note {
        tone: Tone {
            hz: from_hz,
            loudness,
            slide: per_unit(to_hz - from_hz),
            fade: per_unit((fades_to - 1.0) * loudness),
        },
        units,
    }
}

/// Notes of the tunes' lead, the same time each but the last.
fn arpeggio(pitches: &[Pitch], ms: u8, last_ms: u8) -> Vec<Note> {
    let times = std::iter::repeat_n(ms, pitches.len() - 1).chain([last_ms]);
    let play = |(&pitch, ms): (&Pitch, u8)| Note {
        tone: LEAD.tone(pitch),
        units: ms / 4,
    };
    pitches.iter().zip(times).map(play).collect()
}

/// The effects in the order of their numbers, from 1.
pub fn effects() -> Vec<Vec<Note>> {
    let table = [
        (effect::MOVE, vec![slide(880.0, 880.0, 12, 0.35, 0.7)]),
        (effect::ROTATE, vec![slide(880.0, 1320.0, 20, 0.4, 0.7)]),
        (effect::HOLD, vec![slide(1320.0, 660.0, 48, 0.5, 0.4)]),
        (effect::LOCK, vec![slide(240.0, 150.0, 48, 0.9, 0.3)]),
        (effect::CLEAR_1, arpeggio(&[A4, E5], 48, 120)),
        (effect::CLEAR_2, arpeggio(&[A4, CSharp5, E5], 48, 140)),
        (effect::CLEAR_3, arpeggio(&[A4, CSharp5, E5, A5], 48, 160)),
        (
            effect::CLEAR_4,
            arpeggio(&[A4, CSharp5, E5, A5, E5, A5], 60, 240),
        ),
        (effect::GARBAGE, vec![slide(200.0, 120.0, 100, 0.9, 0.5); 2]),
        (effect::T_SPIN, vec![slide(440.0, 1320.0, 80, 0.7, 0.8); 3]),
        (
            effect::BACK_TO_BACK,
            arpeggio(&[E5, A5, E5, A5, CSharp5, E5, A5], 48, 240),
        ),
        (
            effect::LEVEL_UP,
            arpeggio(&[D5, FSharp5, A5, FSharp5, A5], 80, 240),
        ),
        (
            effect::GAME_OVER,
            vec![
                slide(440.0, 277.0, 252, 0.9, 0.9),
                slide(277.0, 175.0, 252, 0.8, 0.85),
                slide(175.0, 110.0, 252, 0.7, 0.2),
            ],
        ),
        (effect::COUNT, arpeggio(&[A5], 100, 100)),
    ];
    for ((number, _), expected) in table.iter().zip(1..) {
        assert_eq!(*number, expected, "the table is in order");
    }
    table.map(|(_, notes)| notes).into()
}
