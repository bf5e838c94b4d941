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
    /// A piece locked.
    pub const LOCK: u8 = 4;
    /// A piece was dropped, and locks. The lock itself has the lower number.
    pub const HARD_DROP: u8 = 5;
    /// A cell is near the top.
    pub const ALARM: u8 = 6;
    /// An attack of the other player arrived; its rows wait.
    pub const GARBAGE: u8 = 7;
    /// A T-spin without rows. The next three in this order: [`SPIN_ONLY`] and the rows cleared.
    pub const SPIN_ONLY: u8 = 8;
    /// One row was cleared.
    pub const CLEAR_1: u8 = SPIN_ONLY | 1;
    /// Two rows were cleared.
    pub const CLEAR_2: u8 = SPIN_ONLY | 2;
    /// Three rows were cleared.
    pub const CLEAR_3: u8 = SPIN_ONLY | 3;
    /// Four rows were cleared.
    pub const QUAD: u8 = 12;
    /// A T-spin that cleared rows.
    pub const T_SPIN: u8 = 13;
    /// A clear that left no cell.
    pub const PERFECT_CLEAR: u8 = 14;
    /// The level has risen.
    pub const LEVEL_UP: u8 = 15;
    /// A number of the countdown.
    pub const COUNT: u8 = 16;
    /// The end of the countdown.
    pub const GO: u8 = 17;
    /// Clears in direct succession: this and their number, 2 to [`MOST_CLEARS`].
    pub const SUCCESSION: u8 = 16;
    /// Clears in direct succession from which on the effect stays the same.
    pub const MOST_CLEARS: u8 = 13;
    /// A game was lost. This and the next are jingles.
    pub const LOSS: u8 = 30;
    /// A game was won, or a record or a goal was reached.
    pub const WIN: u8 = 31;
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

/// Pitches of combos: a combo has two, four steps apart.
const STEPS: [Pitch; 16] = [
    A4, ASharp4, B4, C5, CSharp5, D5, DSharp5, E5, F5, FSharp5, G5, GSharp5, A5, ASharp5, B5, C6,
];

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
    let before_combos = [
        (effect::MOVE, vec![slide(880.0, 880.0, 12, 0.35, 0.7)]),
        (effect::ROTATE, vec![slide(880.0, 1320.0, 20, 0.4, 0.7)]),
        (effect::HOLD, vec![slide(1320.0, 660.0, 48, 0.5, 0.4)]),
        (effect::LOCK, vec![slide(240.0, 150.0, 48, 0.9, 0.3)]),
        (
            effect::HARD_DROP,
            vec![
                slide(560.0, 110.0, 40, 0.95, 0.9),
                slide(110.0, 70.0, 60, 0.85, 0.2),
            ],
        ),
        (
            effect::ALARM,
            vec![
                slide(147.0, 139.0, 100, 0.8, 0.8),
                slide(110.0, 98.0, 140, 0.8, 0.4),
            ],
        ),
        (effect::GARBAGE, vec![slide(200.0, 120.0, 100, 0.9, 0.5); 2]),
        (effect::SPIN_ONLY, vec![slide(440.0, 880.0, 80, 0.7, 0.5)]),
        (effect::CLEAR_1, arpeggio(&[A4, E5], 48, 120)),
        (effect::CLEAR_2, arpeggio(&[A4, CSharp5, E5], 48, 140)),
        (effect::CLEAR_3, arpeggio(&[A4, CSharp5, E5, A5], 48, 140)),
        (
            effect::QUAD,
            arpeggio(&[A4, CSharp5, E5, A5, E5, A5], 60, 240),
        ),
        (effect::T_SPIN, vec![slide(440.0, 1320.0, 80, 0.7, 0.8); 3]),
        (
            effect::PERFECT_CLEAR,
            arpeggio(&[A4, CSharp5, E5, A5, CSharp6, E6, CSharp6, E6], 44, 240),
        ),
        (
            effect::LEVEL_UP,
            arpeggio(&[D5, FSharp5, A5, FSharp5, A5], 80, 240),
        ),
        (effect::COUNT, arpeggio(&[A4], 100, 100)),
        (effect::GO, arpeggio(&[A5], 252, 252)),
    ];
    let combo = |number: u8| {
        let step = usize::from(number - effect::SUCCESSION - 2);
        (number, arpeggio(&[STEPS[step], STEPS[step + 4]], 48, 112))
    };
    let combos = (2..=effect::MOST_CLEARS).map(|clears| combo(effect::SUCCESSION | clears));
    let ends = [
        (
            effect::LOSS,
            vec![
                slide(440.0, 277.0, 252, 0.9, 0.9),
                slide(277.0, 175.0, 252, 0.8, 0.85),
                slide(175.0, 110.0, 252, 0.7, 0.2),
            ],
        ),
        (
            effect::WIN,
            [
                arpeggio(&[A4, CSharp5, E5, A5], 100, 200),
                arpeggio(&[E5, A5, CSharp6, E6], 100, 252),
            ]
            .concat(),
        ),
    ];
    let table: Vec<(u8, Vec<Note>)> = before_combos
        .into_iter()
        .chain(combos)
        .chain(ends)
        .collect();
    for ((number, _), expected) in table.iter().zip(1..) {
        assert_eq!(*number, expected, "the table is in order");
    }
    table.into_iter().map(|(_, notes)| notes).collect()
}
