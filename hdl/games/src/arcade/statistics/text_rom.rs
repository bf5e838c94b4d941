//! Contents of the decimal unit's memory at power-up: 64 items of eight characters, words and
//! numbers.
//!
//! ```text
//! 0..32   words                          52..56  GO!, 1, 2, 3 for the countdown
//! 32..52  numbers and words, see `item`  56..64  the numbers 0 to 63, both digits in a word
//! ```
//!
//! A character is a code of the [`font`]. A character with [`KEEP`] is not written to the screen.

use crate::arcade::picture::font;

/// Characters of an item.
pub const LENGTH: usize = 8;
/// Marks a character that is not shown.
pub const KEEP: u8 = 0x40;

/// The items by number.
pub mod item {
    /// The first of five modes: marathon, sprint, ultra, versus, race.
    pub const MODES: u8 = 0;
    /// The first of four skins.
    pub const SKINS: u8 = 5;
    /// Off, then on.
    pub const SWITCH: u8 = 9;
    /// The modern speed, then the classic one.
    pub const SPEEDS: u8 = 11;
    /// The first of two tunes.
    pub const TUNES: u8 = 13;
    /// A match is over, as big letters.
    pub const MATCH: u8 = 15;
    /// No limit of resets.
    pub const NO_LIMIT: u8 = 16;
    /// Goals of marathon: none, 150 lines.
    pub const GOALS: u8 = 17;
    /// Silence: nothing, music, effects, both.
    pub const SILENCE: u8 = 19;
    /// The first of the five modes as big letters.
    pub const HEADLINES: u8 = 23;
    /// A pause.
    pub const PAUSED: u8 = 28;
    /// Games of a match won by each player.
    pub const WINS: u8 = 29;
    /// Pieces per second.
    pub const RATE: u8 = 30;
    /// Hundredths of a second played, the divisor of pieces per second.
    pub const HUNDREDTHS: u8 = 31;
    /// The time played.
    pub const TIME: u8 = 32;
    /// The score of a game of one.
    pub const SCORE: u8 = 33;
    /// Pieces locked by player 1 in the first half, and by player 2 in that of the next item.
    /// Followed by four zeros, this is the dividend of pieces per second.
    pub const PIECES: u8 = 34;
    /// Four rows at once, or rows sent. From here on each player has a half.
    pub const QUADS: u8 = 36;
    /// T-spins.
    pub const SPINS: u8 = 37;
    /// Clears in direct succession so far, less one.
    pub const CHAIN: u8 = 38;
    /// The most of them.
    pub const COMBO: u8 = 39;
    /// The first of three best results, at its mode's number.
    pub const BEST: u8 = 40;
    /// The first of the factors of soft drop: 5, twice as much, and so on, then at once.
    pub const FACTORS: u8 = 43;
    /// Goals of race: 20, 40, and at the third place behind them 100 lines.
    pub const RACES: u8 = FACTORS + 2;
    /// There is no flash to save in.
    pub const NO_FLASH: u8 = 49;
    /// Keys of two players: split, keypad.
    pub const KEYS: u8 = 50;
    /// The word for the start; the next three are 1, 2, 3.
    pub const COUNT: u8 = 52;
    /// The first of eight items with the numbers 0 to 63.
    pub const NUMBERS: u8 = 56;
}

/// Items and the words or numbers that they are at first; `_` is not shown.
const ITEMS: [(u8, &[&str]); 22] = [
    (
        item::MODES,
        &["MARATHON", "  SPRINT", "   ULTRA", "  VERSUS", "    RACE"],
    ),
    (
        item::SKINS,
        &["   SYNTH", " CLASSIC", "CONTRAST", "    MONO"],
    ),
    (item::SWITCH, &["     OFF", "      ON"]),
    (item::SPEEDS, &["  MODERN", " CLASSIC"]),
    (item::TUNES, &["    FOLK", "   GRIEG"]),
    (
        item::FACTORS,
        &[
            "       5", "      10", "      20", "      40", " INSTANT", "     100",
        ],
    ),
    (
        item::SILENCE,
        &["        ", "NO MUSIC", "NO FX   ", "NO SOUND"],
    ),
    (
        item::HEADLINES,
        &["MARATHON", " SPRINT ", "  ULTRA ", " VERSUS ", "  RACE  "],
    ),
    (item::PAUSED, &[" PAUSED "]),
    (item::NO_LIMIT, &["NO LIMIT"]),
    (item::GOALS, &["    NONE", "     150"]),
    (item::TIME, &["00:00.00"]),
    (item::SCORE, &[" 0000000"]),
    (
        item::PIECES,
        &[
            "00000000", "00000000", "_000_000", "_000_000", "__00__00", "__00__00",
        ],
    ),
    (item::BEST, &[" 0000000", "        ", " 0000000"]),
    (item::WINS, &["___0__0_"]),
    (item::RATE, &["0.000.00"]),
    (item::MATCH, &[" MATCH! "]),
    (item::NO_FLASH, &["NO FLASH"]),
    (item::KEYS, &["   SPLIT", "  KEYPAD"]),
    (item::HUNDREDTHS, &["00000000"]),
    (
        item::COUNT,
        &["    GO! ", "     1  ", "     2  ", "     3  "],
    ),
];

/// Address of the first character of an item.
pub const fn address(item: u8) -> u16 {
    LENGTH as u16 * item as u16
}

/// All 512 characters.
pub fn contents() -> Vec<u8> {
    let mut characters = vec![font::SPACE; 64 * LENGTH];
    for (first, words) in ITEMS {
        for (item, word) in (usize::from(first)..).zip(words) {
            for (place, character) in (LENGTH * item..).zip(word.chars()) {
                characters[place] = match character {
                    '_' => KEEP,
                    _ => font::code(character),
                };
            }
        }
    }
    let numbers = &mut characters[LENGTH * usize::from(item::NUMBERS)..];
    for (number, digits) in (0..).zip(numbers) {
        let tens = match number / 10 {
            0 => font::SPACE,
            tens => tens,
        };
        *digits = (tens << 4) | (number % 10);
    }
    characters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_its_length_and_no_item_two() {
        let mut used = vec![];
        for (first, words) in ITEMS {
            for (item, word) in (first..).zip(words) {
                assert_eq!(word.chars().count(), LENGTH, "{word}");
                assert!(item < item::NUMBERS && !used.contains(&item), "item {item}");
                used.push(item);
            }
        }
    }

    #[test]
    fn the_numbers_have_a_space_in_place_of_a_leading_zero() {
        let contents = contents();
        let number = |number: usize| contents[LENGTH * usize::from(item::NUMBERS) + number];
        assert_eq!(number(7), font::SPACE << 4 | 7);
        assert_eq!((number(30), number(60)), (0x30, 0x60));
        assert_eq!(contents.len(), 512);
    }
}
