//! In the Hall of the Mountain King, from Edvard Grieg's music to Peer Gynt (1875), 4/4; put into E
//! minor, with a bass and drums of our own. Grieg lived from 1843 to 1907.
//!
//! The theme comes as in the piece: low, on the fifth, and an octave higher, each of them twice.
//! Then it begins again: 24 bars of 8 eighths.

use super::notation::{note, Pitch, Section, Tune, Written, HAT, KICK, SNARE};
use Pitch::*;

/// The tune.
pub const TUNE: Tune = Tune {
    units: 8,
    melody: &[Section::Twice(A), Section::Twice(B), Section::Twice(HIGH)],
    bass: &[
        Section::Twice(A_BASS),
        Section::Twice(B_BASS),
        Section::Twice(A_BASS),
    ],
    drums: &[(KICK, 2), (HAT, 2), (KICK, 2), (SNARE, 1), (HAT, 1)],
};

/// Bars; a long one takes two lines.
#[rustfmt::skip]
const A: &[Written] = &[
    note(E4, 1), note(FSharp4, 1), note(G4, 1), note(A4, 1), note(B4, 1), note(G4, 1), note(B4, 2),
    note(ASharp4, 1), note(FSharp4, 1), note(ASharp4, 2), note(A4, 1), note(F4, 1), note(A4, 2),
    note(E4, 1), note(FSharp4, 1), note(G4, 1), note(A4, 1), note(B4, 1), note(G4, 1),
    note(B4, 1), note(E5, 1),
    note(D5, 1), note(B4, 1), note(G4, 1), note(B4, 1), note(D5, 4),
];

/// Bars; a long one takes two lines.
#[rustfmt::skip]
const B: &[Written] = &[
    note(B4, 1), note(CSharp5, 1), note(DSharp5, 1), note(E5, 1), note(FSharp5, 1),
    note(DSharp5, 1), note(FSharp5, 2),
    note(G5, 1), note(DSharp5, 1), note(G5, 2), note(FSharp5, 1),
    note(DSharp5, 1), note(FSharp5, 2),
    note(B4, 1), note(CSharp5, 1), note(DSharp5, 1), note(E5, 1), note(FSharp5, 1),
    note(DSharp5, 1), note(FSharp5, 2),
    note(G5, 1), note(DSharp5, 1), note(G5, 2), note(FSharp5, 4),
];

/// The first part, an octave higher.
#[rustfmt::skip]
const HIGH: &[Written] = &[
    note(E5, 1), note(FSharp5, 1), note(G5, 1), note(A5, 1), note(B5, 1), note(G5, 1), note(B5, 2),
    note(ASharp5, 1), note(FSharp5, 1), note(ASharp5, 2), note(A5, 1), note(F5, 1), note(A5, 2),
    note(E5, 1), note(FSharp5, 1), note(G5, 1), note(A5, 1), note(B5, 1), note(G5, 1),
    note(B5, 1), note(E6, 1),
    note(D6, 1), note(B5, 1), note(G5, 1), note(B5, 1), note(D6, 4),
];

/// Bars; a long one takes two lines.
#[rustfmt::skip]
const A_BASS: &[Written] = &[
    note(E3, 2), note(B3, 2), note(E3, 2), note(B3, 2),
    note(FSharp3, 2), note(FSharp3, 2), note(F3, 2), note(F3, 2),
    note(E3, 2), note(B3, 2), note(E3, 2), note(B3, 2),
    note(G3, 2), note(D3, 2), note(G3, 2), note(D3, 2),
];

/// Bars; a long one takes two lines.
#[rustfmt::skip]
const B_BASS: &[Written] = &[
    note(B2, 2), note(FSharp3, 2), note(B2, 2), note(FSharp3, 2),
    note(B2, 2), note(G3, 2), note(B2, 2), note(FSharp3, 2),
    note(B2, 2), note(FSharp3, 2), note(B2, 2), note(FSharp3, 2),
    note(B2, 2), note(G3, 2), note(B2, 2), note(Rest, 2),
];
