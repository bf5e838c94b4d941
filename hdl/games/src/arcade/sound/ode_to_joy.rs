//! Ode to Joy from Ludwig van Beethoven's ninth symphony (1824), 4/4; put into G major, with a bass
//! and drums of our own. Beethoven lived from 1770 to 1827.
//!
//! 16 bars of 8 eighths, and again. The theme of four bars comes three times, the first time with
//! another ending.

use super::notation::{note, Pitch, Section, Tune, Written, KICK, SNARE};
use Pitch::*;

/// The tune.
pub const TUNE: Tune = Tune {
    units: 8,
    melody: &[
        Section::Endings([A, A_FIRST, A_SECOND]),
        Section::Once(B),
        Section::Once(A),
        Section::Once(A_SECOND),
    ],
    bass: &[
        Section::Endings([A_BASS, A_BASS_FIRST, A_BASS_SECOND]),
        Section::Once(B_BASS),
        Section::Once(A_BASS),
        Section::Once(A_BASS_SECOND),
    ],
    drums: &[(KICK, 2), (SNARE, 1), (SNARE, 1), (KICK, 2), (SNARE, 2)],
};

/// One bar per line.
#[rustfmt::skip]
const A: &[Written] = &[
    note(B4, 2), note(B4, 2), note(C5, 2), note(D5, 2),
    note(D5, 2), note(C5, 2), note(B4, 2), note(A4, 2),
    note(G4, 2), note(G4, 2), note(A4, 2), note(B4, 2),
];

/// The fourth bar.
#[rustfmt::skip]
const A_FIRST: &[Written] = &[
    note(B4, 3), note(A4, 1), note(A4, 4),
];

/// The eighth bar.
#[rustfmt::skip]
const A_SECOND: &[Written] = &[
    note(A4, 3), note(G4, 1), note(G4, 4),
];

/// One bar per line.
#[rustfmt::skip]
const B: &[Written] = &[
    note(A4, 2), note(A4, 2), note(B4, 2), note(G4, 2),
    note(A4, 2), note(B4, 1), note(C5, 1), note(B4, 2), note(G4, 2),
    note(A4, 2), note(B4, 1), note(C5, 1), note(B4, 2), note(A4, 2),
    note(G4, 2), note(A4, 2), note(D4, 4),
];

/// One bar per line.
#[rustfmt::skip]
const A_BASS: &[Written] = &[
    note(G3, 4), note(B3, 4),
    note(G3, 4), note(D3, 4),
    note(E3, 4), note(G3, 4),
];

/// The fourth bar.
#[rustfmt::skip]
const A_BASS_FIRST: &[Written] = &[
    note(D3, 4), note(FSharp3, 4),
];

/// The eighth bar.
#[rustfmt::skip]
const A_BASS_SECOND: &[Written] = &[
    note(D3, 4), note(G3, 4),
];

/// One bar per line.
#[rustfmt::skip]
const B_BASS: &[Written] = &[
    note(D3, 4), note(G3, 4),
    note(D3, 4), note(G3, 4),
    note(D3, 4), note(FSharp3, 4),
    note(A2, 4), note(D3, 4),
];
