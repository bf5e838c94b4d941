//! In the Hall of the Mountain King, from Edvard Grieg's music to Peer Gynt (1875), 4/4; put into E
//! minor, with a bass of our own.
//!
//! It is played A A B and begins again: 12 bars of 8 eighths. Grieg lived from 1843 to 1907.

use super::notation::{note, Pitch, Tune, Written};
use Pitch::*;

/// The tune.
pub const TUNE: Tune = Tune {
    a: [A, A_BASS],
    b: [B, B_BASS],
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
