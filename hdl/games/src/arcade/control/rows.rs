//! The rows of menu and settings, as data for [`Settings`](super::settings::Settings).
//!
//! Rows 0 to 4 are the menu's. Row 4 leads to the settings, which are rows 5 to 25; its value is
//! not the one of a setting but that of the key for silence. Row 24 restores the others, and row 25
//! clears the score tables.

use crate::arcade::statistics::text_rom::item;

/// Modes: row [`row::MODE`] counts the first three, row [`row::MODE_OF_TWO`] the others.
pub mod mode {
    /// Plays until the board is full.
    pub const MARATHON: u8 = 0;
    /// Clears 40 rows in the shortest time.
    pub const SPRINT: u8 = 1;
    /// Scores in three minutes.
    pub const ULTRA: u8 = 2;
    /// Two players, who send each other garbage.
    pub const VERSUS: u8 = 3;
    /// Two players without garbage, who clear lines in the shortest time.
    pub const RACE: u8 = 4;
}

/// Numbers of the rows.
pub mod row {
    /// Mode of as many players as are chosen; in the table, of one.
    pub const MODE: u8 = 0;
    /// Number of players.
    pub const PLAYERS: u8 = 1;
    /// Level at the start of a game.
    pub const LEVEL: u8 = 2;
    /// Skin.
    pub const SKIN: u8 = 3;
    /// Music and effects are silent: key F2. No row of the screen shows this value.
    pub const SILENCE: u8 = 4;
    /// The row of the menu that leads to the settings.
    pub const TO_SETTINGS: u8 = SILENCE;
    /// Delay of the automatic shift in ticks (DAS), the first row of the settings.
    pub const DELAY: u8 = 5;
    /// Ticks between automatic shifts (ARR).
    pub const INTERVAL: u8 = 6;
    /// Ticks in which a held direction does not shift a new or turned piece (DCD).
    pub const DELAY_CUT: u8 = 7;
    /// Speed of a soft drop.
    pub const FACTOR: u8 = 8;
    /// Ticks in which a new piece cannot be dropped.
    pub const GUARD: u8 = 9;
    /// Ticks on the ground before a piece locks.
    pub const LOCK: u8 = 10;
    /// Restarts of the lock delay; [`NO_LIMIT`](super::NO_LIMIT) is one more than the most.
    pub const RESETS: u8 = 11;
    /// Ticks for which full rows stay.
    pub const CLEAR_DELAY: u8 = 12;
    /// Number of next pieces.
    pub const NEXT: u8 = 13;
    /// Ghost.
    pub const GHOST: u8 = 14;
    /// Hold.
    pub const HOLD: u8 = 15;
    /// Curve of gravity.
    pub const SPEED: u8 = 16;
    /// Lines that end a marathon.
    pub const GOAL: u8 = 17;
    /// Lines that win a race.
    pub const RACE: u8 = 18;
    /// Games of a match of two players, of which the winner has won more than half.
    pub const BEST_OF: u8 = 19;
    /// Music.
    pub const MUSIC: u8 = 20;
    /// Effects.
    pub const EFFECTS: u8 = 21;
    /// Tune.
    pub const TUNE: u8 = 22;
    /// Keys of two players: split, keypad.
    pub const KEYS: u8 = 23;
    /// Restores all settings. It has no value.
    pub const DEFAULTS: u8 = 24;
    /// Clears the score tables, the last row of the settings. It has no value.
    pub const SCORES: u8 = 25;
    /// Mode of two players. It has no row of its own on the screen.
    pub const MODE_OF_TWO: u8 = 26;
    /// Number of rows.
    pub const COUNT: usize = 27;
    /// The first entry of the pause: the game goes on. The entries have no value.
    pub const RESUME: u8 = 28;
    /// The game begins again.
    pub const RESTART: u8 = 29;
    /// The pause's way to the settings.
    pub const PAUSE_SETTINGS: u8 = 30;
    /// The game is left, the last entry of the pause.
    pub const TITLE: u8 = 31;
}

/// Value of row [`row::RESETS`] without a limit. The item of the same number shows it.
pub const NO_LIMIT: u8 = item::NO_LIMIT;

/// Presentation of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shown {
    /// As a number.
    Number,
    /// As a word: the item of the text ROM that shows 0; the words of greater values follow.
    Words(u8),
}

/// A row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// Least value.
    pub least: u8,
    /// Greatest value.
    pub greatest: u8,
    /// From one value to the next: 1 or 2.
    pub step: u8,
    /// Value after a reset.
    pub first: u8,
    /// Presentation.
    pub shown: Shown,
}

impl Row {
    /// The bits in which its values differ from the first one.
    pub fn mask(&self) -> u8 {
        let values = (self.least..=self.greatest).step_by(self.step.into());
        values.fold(0, |mask, value| mask | (value ^ self.first))
    }
}

const fn number(least: u8, greatest: u8, first: u8) -> Row {
    Row {
        least,
        greatest,
        step: 1,
        first,
        shown: Shown::Number,
    }
}

const fn odd_number(least: u8, greatest: u8, first: u8) -> Row {
    Row {
        step: 2,
        ..number(least, greatest, first)
    }
}

const fn words(item: u8, count: u8, first: u8) -> Row {
    Row {
        least: 0,
        greatest: count - 1,
        step: 1,
        first,
        shown: Shown::Words(item),
    }
}

/// Off and on, at first on.
const SWITCH: Row = words(item::SWITCH, 2, 1);

/// All rows, by their numbers in [`row`].
pub const ROWS: [Row; row::COUNT] = [
    words(item::MODES + mode::MARATHON, 3, 0),
    number(1, 2, 1),
    number(1, 15, 1),
    words(item::SKINS, 4, 0),
    words(item::SILENCE, 2, 0),
    number(1, 30, 8),
    number(0, 10, 2),
    number(0, 20, 0),
    words(item::FACTORS, 5, 2),
    number(0, 20, 0),
    number(10, 60, 30),
    number(0, NO_LIMIT, 15),
    number(0, 40, 18),
    number(0, 6, 5),
    SWITCH,
    SWITCH,
    words(item::SPEEDS, 2, 0),
    words(item::GOALS, 2, 0),
    words(item::RACES, 3, 1),
    odd_number(1, 7, 1),
    SWITCH,
    SWITCH,
    words(item::TUNES, 2, 0),
    words(item::KEYS, 2, 0),
    words(item::SILENCE, 1, 0),
    words(item::SILENCE, 1, 0),
    words(item::MODES + mode::VERSUS, 2, 0),
];
