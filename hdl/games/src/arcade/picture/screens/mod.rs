//! Contents of the screens: frames, labels, digits and keys, drawn on paper and packed into the
//! tables of the text layer.
//!
//! A screen is 60 rows of tiles, the text window its columns 8 to 71. Texts at the left (columns 8
//! to 27), in the middle (to 51) and at the right repeat in many rows and screens, so each part of
//! a row is stored once, in one of 64 lines. What the rows of a screen are is stored in bands of 16
//! rows, which screens share where they are alike.
//!
//! ```text
//! row table   23..22  21     20       19..18  17..12      11..6        5..0
//!             edge    upper  doubled  style   right line  middle line  left line
//! ```
//!
//! `edge` of 1 and 2: only the upper or the lower edges of frames are shown; 3: doubled letters
//! stand 8 pixels further left, other rows hide the cells behind them, as doubled rows with 0 do.
//!
//! Lines that the game writes are listed in [`field`].

mod layout;
mod packer;
mod paper;

use packer::{Packer, SCREEN_BANDS};
use paper::PARTS;

const SCREENS: usize = 16;
const BANDS: usize = 32;
const LINES: usize = 64;
const LINE_LENGTH: usize = 64;
/// Names of players 1 and 2.
const RESULT_NAMES: [&str; 2] = ["PINK", "AQUA"];

/// Numbers of the screens.
pub mod screen {
    /// In the screens of games: two play.
    pub const OF_TWO: usize = 1;
    /// In the screens after a game of one: the goal was reached, or the time is up.
    pub const WITH_GOAL: usize = 1;
    /// In the screens after a game of one: a record.
    pub const WITH_RECORD: usize = 2;
    /// The title.
    pub const TITLE: usize = 0;
    /// The title with its menu.
    pub const MENU: usize = 1;
    /// The settings.
    pub const SETTINGS: usize = 2;
    /// After a game of two.
    pub const RESULT: usize = 3;
    /// A game of one.
    pub const PLAY: usize = 4;
    /// A game of two.
    pub const PLAY_TWO: usize = PLAY | OF_TWO;
    /// The pause of one.
    pub const PAUSE: usize = 6;
    /// The pause of two.
    pub const PAUSE_TWO: usize = PAUSE | OF_TWO;
    /// After a game of one.
    pub const END: usize = 8;
    /// Before a game of one.
    pub const COUNTDOWN: usize = 12;
    /// Before a game of two.
    pub const COUNTDOWN_TWO: usize = COUNTDOWN | OF_TWO;
}

/// Places that the game writes: line and column of the first of eight characters.
pub mod field {
    /// Lines of the text memory that are kept for what the game writes.
    pub mod line {
        /// The mode, in the menu; the next three are the rows below.
        pub const MODE: u8 = 0;
        /// Number of players.
        pub const PLAYERS: u8 = 1;
        /// The level that a game starts with.
        pub const LEVEL: u8 = 2;
        /// The skin.
        pub const SKIN: u8 = 3;
        /// The way to the settings, which has no value.
        pub const SETTINGS: u8 = 4;
        /// Left in the same line: what is silent.
        pub const SOUND: u8 = SETTINGS;
        /// The first of ten settings.
        pub const FIRST_SETTING: u8 = 5;
        /// Doubled letters at the top of a game.
        pub const HEADLINE: u8 = 15;
        /// The countdown of a game of one; an even number.
        pub const COUNT: u8 = 16;
        /// The countdown of a game of two.
        pub const COUNT_OF_TWO: u8 = COUNT | 1;
        /// The time played.
        pub const TIME: u8 = 18;
        /// The first of four counts: pieces, quads, T-spins, best combo.
        pub const FIRST_COUNT: u8 = 19;
        /// The best result of the mode.
        pub const BEST: u8 = 23;
        /// Games won by each player.
        pub const WINS: u8 = 24;
    }

    /// A value in the menu or in the settings; its line is that of its row.
    pub const VALUE: (u8, u8) = (line::MODE, 42);
    /// Silence: music, effects or both.
    pub const SOUND: (u8, u8) = (line::SOUND, 9);
    /// Letters at the top.
    pub const HEADLINE: (u8, u8) = (line::HEADLINE, 32);
    /// The time.
    pub const TIME: (u8, u8) = (line::TIME, 32);
    /// The countdown of a game of one; of two it is in the next line.
    pub const COUNT: (u8, u8) = (line::COUNT, 32);
    /// The first of the counts.
    pub const FIRST_COUNT: (u8, u8) = (line::FIRST_COUNT, 54);
    /// The best result.
    pub const BEST: (u8, u8) = (line::BEST, 39);
    /// The games that player 1 has won, right-aligned.
    pub const WINS_ONE: (u8, u8) = (line::WINS, 29);
    /// And player 2, left-aligned.
    pub const WINS_TWO: (u8, u8) = (line::WINS, 43);
}

/// The tables of the text layer.
pub struct Screens {
    /// Which band stands where, at {screen, rows / 16}.
    pub bands: [u8; SCREEN_BANDS * SCREENS],
    /// Rows, at {band, row modulo 16}.
    pub rows: [u32; 16 * BANDS],
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
    /// All screens.
    ///
    /// # Panics
    /// If they do not fit the tables.
    pub fn new() -> Self {
        let (over, done) = (["GAME", "OVER"], ["WELL", "DONE"]);
        let screens = [
            layout::title(),
            layout::menu(),
            layout::settings(),
            layout::result(),
            layout::play(),
            layout::play_two(),
            layout::pause(),
            layout::pause_two(),
            layout::end(over, false),
            layout::end(done, false),
            layout::end(over, true),
            layout::end(done, true),
            layout::countdown(),
            layout::countdown_two(),
        ];
        let mut packer = Packer::new(&screens);
        let packed: Vec<_> = screens.iter().map(|screen| packer.bands(screen)).collect();
        let (bands, rows) = packer::share(&packed);
        let address = |screen: usize, (row, column): (usize, usize)| {
            let part = PARTS.iter().position(|part| part.contains(&column));
            let part = part.expect("digits stand in the text window");
            let line = packed[screen][row / 16][row % 16] >> (6 * part) & 63;
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
                digits(screen::PLAY, [(25, 19), (35, 24), (45, 23)]),
                digits(screen::PLAY_TWO, [(6, 20), (43, 36), (47, 35)]),
                digits(screen::PLAY_TWO, [(6, 53), (43, 45), (47, 44)]),
            ],
        }
    }
}

impl Default for Screens {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
