//! The value of a lock.
//!
//! `judge_spin` detects a T-spin from the corners of the piece's box. `award` turns lines, spin,
//! combo and back-to-back into points and rows of garbage. `scoreboard` adds the points and lines
//! in decimal and writes the digits to the text of the picture.

pub mod award;
pub mod judge_spin;
pub mod scoreboard;
