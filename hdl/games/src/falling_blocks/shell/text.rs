//! Digits of the game in the text of the picture, and the drawings of its characters.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// Places of the digits of a player in the text of the picture.
#[derive(Clone, Copy, Default)]
pub struct TextLayout {
    /// Address of the most significant of the seven digits of the score.
    pub score: u16,
    /// Address of the most significant of the three digits of lines.
    pub lines: u16,
    /// Address of the most significant of the two digits of the level.
    pub level: u16,
    /// Code of the glyph `0`; a multiple of 16.
    pub digit_zero: u8,
}

/// Writes one digit to the text of the picture.
#[interface(client = DigitWriteReader)]
pub struct DigitWrite {
    /// Address of the text where the digit goes.
    pub address: Signal<Out, Bits<12>>,
    /// Number of the digit: 0 to 6 score, the lowest first, 7 to 9 lines, 10 and 11 level.
    pub position: Signal<Out, Bits<4>>,
    /// Glyph of the digit.
    pub code: Signal<Out, Bits<6>>,
    /// Strobe: write the digit.
    pub write: Signal<Out, Bit>,
}

/// A line of a character as a byte. A dot of the drawing is `#`; the leftmost is bit 7.
pub fn line_of_dots(drawing: &str) -> u8 {
    drawing
        .bytes()
        .fold(0, |line, dot| line << 1 | u8::from(dot == b'#'))
}
