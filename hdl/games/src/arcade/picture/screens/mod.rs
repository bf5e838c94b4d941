//! Contents of the screens: frames, labels, digits and keys, drawn on paper and packed into the
//! tables of the text layer.
//!
//! A screen is 60 rows of tiles, the text window its columns 8 to 71. Texts at the left (columns 8
//! to 27), in the middle (to 51) and at the right repeat in many rows and screens, so each part of
//! a row is stored once, in one of 64 lines. What the rows of a screen are is stored in bands of 8
//! rows, which screens share where they are alike.
//!
//! ```text
//! row table   23..22  21     20       19..18  17..12      11..6        5..0
//!             edge    upper  doubled  style   right line  middle line  left line
//! ```
//!
//! `edge` of 1 and 2: only the upper or the lower edges of frames are shown; 3: the row hides the
//! cells behind it. In doubled rows 0 hides the cells, 1 and 2 are letters of four times the size,
//! and with 1 and 3 they stand half a letter further left. After a game of one 3 hides the cells,
//! too.
//!
//! Doubled rows in the style of the players show words on the boards, at the left and at the right.
//! They are in the columns of doubled letters of the lines at the left and at the right.
//!
//! Rows of the settings that hide cells are *folded*: columns 20 to 39 show the right part, columns
//! 40 to 59 the left part, and nothing else is shown. The middle part has no room for so many
//! lines.
//!
//! Lines that the game writes are listed in [`field`].

pub mod field;
mod key_page;
mod key_texts;
mod layout;
mod packer;
mod paper;
mod results;
pub mod screen;

use layout::word;
use packer::{Packer, BANDS, BAND_ROWS, LINES, LINE_LENGTH, SCREENS, SCREEN_BANDS};
pub use packer::{LEFT_COLUMNS, RIGHT_COLUMNS};
use paper::PARTS;

/// The tables of the text layer.
pub struct Screens {
    /// Which band stands where, at {screen, row / 8}.
    pub bands: [u8; SCREEN_BANDS * SCREENS],
    /// Rows, at {band, row modulo 8}.
    pub rows: [u32; BAND_ROWS * BANDS],
    /// The characters, at {line, column modulo 64}.
    pub text: [u8; LINES * LINE_LENGTH],
    /// Addresses of the digits of a game of one, then of each of two players.
    pub digits: [Digits; 3],
}

/// Addresses of the first digits of score, level and lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digits {
    /// The first of the seven of the score.
    pub score: u64,
    /// The first of the two of the level.
    pub level: u64,
    /// The first of the three of the lines.
    pub lines: u64,
}

impl Screens {
    /// All screens. In the settings stands whether keys can be set.
    ///
    /// # Panics
    /// If they do not fit the tables.
    pub fn new(can_set: bool) -> Self {
        let screens = [
            layout::title(),
            layout::menu(),
            layout::settings(can_set),
            layout::countdown_two(),
            layout::play(),
            layout::play_two(),
            layout::pause(),
            layout::pause_two(),
            results::end("GAME OVER"),
            results::end("WELL DONE"),
            key_page::keys(),
            // A number without a screen.
            key_page::keys(),
            layout::countdown(),
            results::result([word::LOSS, word::WIN]),
            results::result([word::WIN, word::LOSS]),
            results::result([word::DRAW; 2]),
        ];
        let mut packer = Packer::new(&screens, &layout::WORDS);
        let packed: Vec<_> = screens.iter().map(|screen| packer.bands(screen)).collect();
        let (bands, rows) = packer::share(&packed);
        let address = |screen: usize, (row, column): (usize, usize)| {
            let part = PARTS.iter().position(|part| part.contains(&column));
            let part = part.expect("digits stand in the text window");
            let line = packed[screen][row / BAND_ROWS][row % BAND_ROWS] >> (6 * part) & 63;
            (LINE_LENGTH * line as usize + column % LINE_LENGTH) as u64
        };
        let digits = |screen, [score, level, lines]: [(usize, usize); 3]| Digits {
            score: address(screen, score),
            level: address(screen, level),
            lines: address(screen, lines),
        };
        Self {
            bands,
            rows,
            text: packer.text(),
            digits: [
                digits(screen::PLAY, [(5, 33), (36, 24), (46, 23)]),
                digits(screen::PLAY_TWO, [(6, 18), (43, 35), (47, 35)]),
                digits(screen::PLAY_TWO, [(6, 54), (43, 43), (47, 42)]),
            ],
        }
    }
}

#[cfg(test)]
mod tests;
