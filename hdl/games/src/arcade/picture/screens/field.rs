//! Places that the game writes: line and column of the first of eight characters.

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
    /// The first of 21 settings.
    pub const FIRST_SETTING: u8 = 5;
    /// Doubled letters at the top of a game, in the middle of the line of a setting.
    pub const HEADLINE: u8 = 24;
    /// The countdown of a game of one, in the middle; an even number.
    pub const COUNT: u8 = FIRST_COUNT_OF_TWO;
    /// The countdown of a game of two.
    pub const COUNT_OF_TWO: u8 = COUNT | 1;
    /// The time played, at the left.
    pub const TIME: u8 = 26;
    /// The first of five counts, at the right: pieces, quads, T-spins, best combo, pieces per
    /// second.
    pub const FIRST_COUNT: u8 = 48;
    /// The same of two players, at the left and at the right.
    pub const FIRST_COUNT_OF_TWO: u8 = FIRST_COUNT | super::COUNTS_OF_TWO;
    /// The first of eight entries of the score table, in the middle; a multiple of eight.
    pub const TABLE: u8 = 48;
    /// The first of four entries of the pause, in the middle.
    pub const FIRST_ENTRY: u8 = 28;
    /// Games won by each player, in the middle.
    pub const WINS: u8 = 47;
    /// The word on the board of the winner; the next two are that of the loser and of a draw. Where
    /// rows of these lines show words, they hide the counts of two players.
    pub const WORDS: u8 = FIRST_COUNT_OF_TWO + 2;
    /// The name of a clear, an even number; the next one is the second line of it.
    pub const NAMES: u8 = 36;
    /// The keys of a game of one; two lines further that of hold.
    pub const KEYS_OF_ONE: u8 = 32;
    /// The keys of two players who split them, three rows, two lines each. The odd lines are those
    /// with the keypad.
    pub const KEYS_OF_TWO: u8 = KEYS_OF_ONE | super::CAPS_OF_TWO;
}

/// A value in the menu; its line is that of its row.
pub const VALUE: (u8, u8) = (line::MODE, 42);
/// A value in the settings. In a folded row column 64 is shown in column 32.
pub const SETTING: (u8, u8) = (line::FIRST_SETTING, 0);
/// Silence: music, effects or both.
pub const SOUND: (u8, u8) = (line::SOUND, 9);
/// Letters at the top.
pub const HEADLINE: (u8, u8) = (line::HEADLINE, 32);
/// The time.
pub const TIME: (u8, u8) = (line::TIME, 18);
/// The countdown of a game of one; of two it is in the next line. Its fifth to seventh characters
/// are shown.
pub const COUNT: (u8, u8) = (line::COUNT, 37);
/// The first of the counts, four characters. In column and line further bits are set, see below.
pub const FIRST_COUNT: (u8, u8) = (line::FIRST_COUNT, 24);
/// Bits of the line of a count that are set in a game of two.
pub const COUNTS_OF_TWO: u8 = 8;
/// Bits of its column that are set in a game of one.
pub const COLUMNS_OF_ONE: u8 = 34;
/// Bits that are set for player 2, whose half are the last characters.
pub const COLUMNS_OF_SECOND: u8 = 32;
/// Bits that are set for player 2 if the count is in the first half of an item.
pub const COLUMNS_OF_FIRST_HALF: u8 = 4;
/// Bits of the line of a cap that are set if two players split the keys.
pub const CAPS_OF_TWO: u8 = 8;
/// Caps of the keys of play: the place of the action in the list of keys, the row of its keys, and
/// the column of the cap's sign.
pub const CAPS: [(u8, u8, u8); 21] = [
    (0b00_001, 0, 13),
    (0b00_010, 0, 17),
    (0b00_011, 0, 50),
    (0b00_100, 0, 28),
    (0b00_101, 0, 39),
    (0b00_110, 0, 61),
    (0b00_111, 1, 17),
    (0b10_001, 0, 9),
    (0b10_010, 0, 12),
    (0b10_011, 0, 21),
    (0b10_100, 1, 9),
    (0b10_101, 2, 9),
    (0b10_110, 1, 21),
    (0b10_111, 2, 21),
    (0b11_001, 0, 53),
    (0b11_010, 0, 56),
    (0b11_011, 0, 65),
    (0b11_100, 1, 53),
    (0b11_101, 2, 53),
    (0b11_110, 1, 65),
    (0b11_111, 2, 65),
];
/// The first entry of the score table, sixteen characters. Three letters are from the fifth
/// character on, the result from the ninth on.
pub const TABLE: (u8, u8) = (line::TABLE, 31);
/// The names of the clears of player 1, and of a game of one: lines of twenty characters.
pub const NAMES_ONE: (u8, u8) = (line::NAMES, 8);
/// And of player 2.
pub const NAMES_TWO: (u8, u8) = (line::NAMES, 52);
/// The games that each player has won: the fourth and the seventh character. Bits that are set in
/// other counts are set here in all games.
pub const WINS: (u8, u8) = (line::WINS, 35);
