//! Minuet in G from the notebook for Anna Magdalena Bach (1725), BWV Anh. 114, by Christian
//! Petzold, 3/4; without ornaments, with a bass and drums of our own. Petzold lived from 1677 to
//! 1733.
//!
//! 32 bars of 6 eighths, and again. Bars 9 to 14 are bars 1 to 6.

use super::notation::{note, Pitch, Section, Tune, Written, HAT, KICK};
use Pitch::*;

/// The tune, at 115 quarter notes per minute.
pub const TUNE: Tune = Tune {
    units: 10,
    melody: &[Section::Endings([A, A_FIRST, A_SECOND]), Section::Once(B)],
    bass: &[
        Section::Endings([A_BASS, A_BASS_FIRST, A_BASS_SECOND]),
        Section::Once(B_BASS),
    ],
    drums: &[(KICK, 2), (HAT, 2), (HAT, 2)],
};

/// One bar per line.
#[rustfmt::skip]
const A: &[Written] = &[
    note(D5, 2), note(G4, 1), note(A4, 1), note(B4, 1), note(C5, 1),
    note(D5, 2), note(G4, 2), note(G4, 2),
    note(E5, 2), note(C5, 1), note(D5, 1), note(E5, 1), note(FSharp5, 1),
    note(G5, 2), note(G4, 2), note(G4, 2),
    note(C5, 2), note(D5, 1), note(C5, 1), note(B4, 1), note(A4, 1),
    note(B4, 2), note(C5, 1), note(B4, 1), note(A4, 1), note(G4, 1),
];

/// Bars 7 and 8.
#[rustfmt::skip]
const A_FIRST: &[Written] = &[
    note(FSharp4, 2), note(G4, 1), note(A4, 1), note(B4, 1), note(G4, 1),
    note(A4, 6),
];

/// Bars 15 and 16.
#[rustfmt::skip]
const A_SECOND: &[Written] = &[
    note(A4, 2), note(B4, 1), note(A4, 1), note(G4, 1), note(FSharp4, 1),
    note(G4, 6),
];

/// One bar per line.
#[rustfmt::skip]
const B: &[Written] = &[
    note(B5, 2), note(G5, 1), note(A5, 1), note(B5, 1), note(G5, 1),
    note(A5, 2), note(D5, 1), note(E5, 1), note(FSharp5, 1), note(D5, 1),
    note(G5, 2), note(E5, 1), note(FSharp5, 1), note(G5, 1), note(D5, 1),
    note(CSharp5, 2), note(B4, 1), note(CSharp5, 1), note(A4, 2),
    note(A4, 1), note(B4, 1), note(CSharp5, 1), note(D5, 1), note(E5, 1), note(FSharp5, 1),
    note(G5, 2), note(FSharp5, 2), note(E5, 2),
    note(FSharp5, 2), note(A4, 2), note(CSharp5, 2),
    note(D5, 6),
    note(D5, 2), note(G4, 1), note(FSharp4, 1), note(G4, 2),
    note(E5, 2), note(G4, 1), note(FSharp4, 1), note(G4, 2),
    note(D5, 2), note(C5, 2), note(B4, 2),
    note(A4, 1), note(G4, 1), note(FSharp4, 1), note(G4, 1), note(A4, 2),
    note(D4, 1), note(E4, 1), note(FSharp4, 1), note(G4, 1), note(A4, 1), note(B4, 1),
    note(C5, 2), note(B4, 2), note(A4, 2),
    note(B4, 1), note(D5, 1), note(G4, 2), note(FSharp4, 2),
    note(G4, 6),
];

/// One bar per line.
#[rustfmt::skip]
const A_BASS: &[Written] = &[
    note(G3, 2), note(B3, 4),
    note(G3, 2), note(B3, 4),
    note(C3, 2), note(G3, 4),
    note(B2, 2), note(G3, 4),
    note(A2, 2), note(E3, 4),
    note(G3, 2), note(D3, 4),
];

/// Bars 7 and 8.
#[rustfmt::skip]
const A_BASS_FIRST: &[Written] = &[
    note(D3, 2), note(A3, 4),
    note(D3, 2), note(FSharp3, 4),
];

/// Bars 15 and 16.
#[rustfmt::skip]
const A_BASS_SECOND: &[Written] = &[
    note(D3, 2), note(FSharp3, 4),
    note(G3, 2), note(D3, 4),
];

/// One bar per line.
#[rustfmt::skip]
const B_BASS: &[Written] = &[
    note(G3, 2), note(B3, 4),
    note(FSharp3, 2), note(A3, 4),
    note(E3, 2), note(G3, 4),
    note(A2, 2), note(A3, 4),
    note(A2, 2), note(G3, 4),
    note(E3, 2), note(A3, 4),
    note(D3, 2), note(A3, 4),
    note(D3, 2), note(FSharp3, 4),
    note(B2, 2), note(G3, 4),
    note(C3, 2), note(G3, 4),
    note(B2, 2), note(G3, 4),
    note(D3, 2), note(FSharp3, 4),
    note(D3, 2), note(A3, 4),
    note(A2, 2), note(E3, 4),
    note(G3, 2), note(D3, 4),
    note(G3, 2), note(D3, 4),
];
