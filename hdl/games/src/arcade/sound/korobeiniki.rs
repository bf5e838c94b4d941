//! Korobeiniki, a Russian folk song of the 19th century, in A minor, 4/4; bass and drums are our
//! own.
//!
//! It is played A A B and begins again: 24 bars of 8 eighths.

use super::notation::{note, Pitch, Section, Tune, Written, HAT, KICK, SNARE};
use Pitch::*;

/// The tune.
pub const TUNE: Tune = Tune {
    units: 8,
    melody: &[Section::Twice(A), Section::Once(B)],
    bass: &[Section::Twice(A_BASS), Section::Once(B_BASS)],
    drums: &[(KICK, 1), (HAT, 1), (SNARE, 1), (HAT, 1)],
};

/// One bar per line.
#[rustfmt::skip]
const A: &[Written] = &[
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
const B: &[Written] = &[
    note(E5, 4), note(C5, 4),
    note(D5, 4), note(B4, 4),
    note(C5, 4), note(A4, 4),
    note(GSharp4, 4), note(B4, 2), note(Rest, 2),
    note(E5, 4), note(C5, 4),
    note(D5, 4), note(B4, 4),
    note(C5, 2), note(E5, 2), note(A5, 4),
    note(GSharp5, 6), note(Rest, 2),
];

/// One bar per line.
#[rustfmt::skip]
const A_BASS: &[Written] = &[
    note(E3, 2), note(E4, 2), note(E3, 2), note(E4, 2),
    note(A2, 2), note(A3, 2), note(A2, 2), note(A3, 2),
    note(E3, 2), note(E4, 2), note(GSharp3, 2), note(E4, 2),
    note(A2, 2), note(A3, 2), note(B2, 2), note(C3, 2),
    note(D3, 2), note(A3, 2), note(D3, 2), note(A3, 2),
    note(C3, 2), note(E3, 2), note(C3, 2), note(E3, 2),
    note(E3, 2), note(E4, 2), note(GSharp3, 2), note(E4, 2),
    note(A2, 2), note(E3, 2), note(A2, 2), note(Rest, 2),
];

/// One bar per line.
#[rustfmt::skip]
const B_BASS: &[Written] = &[
    note(A2, 2), note(E3, 2), note(A2, 2), note(E3, 2),
    note(E3, 2), note(GSharp3, 2), note(E3, 2), note(GSharp3, 2),
    note(A2, 2), note(E3, 2), note(A2, 2), note(E3, 2),
    note(E3, 2), note(GSharp3, 2), note(E3, 2), note(GSharp3, 2),
    note(A2, 2), note(E3, 2), note(A2, 2), note(E3, 2),
    note(E3, 2), note(GSharp3, 2), note(E3, 2), note(GSharp3, 2),
    note(A2, 2), note(E3, 2), note(A3, 2), note(E3, 2),
    note(E3, 2), note(GSharp3, 2), note(E3, 2), note(Rest, 2),
];
