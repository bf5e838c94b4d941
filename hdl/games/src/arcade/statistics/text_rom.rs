//! Contents of the decimal unit's memory at power-up: 128 items of eight characters, words and
//! numbers.
//!
//! ```text
//! 0..32   words                          56..64    the numbers 0 to 63, both digits in a word
//! 32..52  numbers and words, see `item`  64..112   score tables of three modes
//! 52..56  GO!, 1, 2, 3 for the countdown 112..118  an empty entry of each
//!                                        120..128  signs of keys
//! ```
//!
//! A score table has eight entries, the best first. An entry is two items: the name of the player
//! and the result. The clock and the score have a name before them, too, so that both can be copied
//! to an entry at once.
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
    /// The time played, behind the name of a new entry.
    pub const TIME: u8 = 33;
    /// The score of a game of one, like the time.
    pub const SCORE: u8 = TIME | super::SCORE_AFTER_TIME;
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
    /// The first of the factors of soft drop: 5, twice as much, and so on, then at once.
    pub const FACTORS: u8 = 43;
    /// Goals of race: 20, 40, and at the third place behind them 100 lines.
    pub const RACES: u8 = FACTORS + 2;
    /// The score tables are about to be cleared.
    pub const CLEAR: u8 = 42;
    /// There is no flash to save in.
    pub const NO_FLASH: u8 = 49;
    /// Keys of two players: split, keypad.
    pub const KEYS: u8 = 50;
    /// The word for the start; the next three are 1, 2, 3.
    pub const COUNT: u8 = 52;
    /// The first of eight items with the numbers 0 to 63.
    pub const NUMBERS: u8 = 56;
    /// The first of three score tables, see [`entry`](super::entry).
    pub const TABLES: u8 = 64;
    /// An empty entry of the first table; those of the others follow.
    pub const EMPTY: u8 = 112;
    /// The first of eight items with the signs of keys, at the low six bits of their codes.
    pub const SIGNS: u8 = 120;
}

/// Entries of a score table.
pub const ENTRIES: u8 = 8;
/// Place of the first letter of a name.
pub const NAME_PLACE: u8 = 4;
/// Letters of a name.
pub const NAME_LENGTH: u8 = 3;
/// The bit by which the item of the score differs from that of the time.
pub const SCORE_AFTER_TIME: u8 = 8;
/// The name of a new entry: its first letter is being chosen.
const NEW_NAME: &str = "____A--_";
/// The name of an empty entry.
const NO_NAME: &str = "____---_";
/// The results of empty entries: of marathon, sprint and ultra.
const NO_RESULTS: [&str; 3] = [" 0000000", "        ", " 0000000"];

/// The name of an entry of a mode's score table; the next item is its result.
pub const fn entry(mode: u8, place: u8) -> u8 {
    item::TABLES | mode << 4 | place << 1
}

/// Keys of the letters A to Z, the space and Backspace, by their codes of scan code set 2. The sign
/// of the space stands for it.
const LETTER_KEYS: [(char, u8); 28] = [
    ('A', 0x1C),
    ('B', 0x32),
    ('C', 0x21),
    ('D', 0x23),
    ('E', 0x24),
    ('F', 0x2B),
    ('G', 0x34),
    ('H', 0x33),
    ('I', 0x43),
    ('J', 0x3B),
    ('K', 0x42),
    ('L', 0x4B),
    ('M', 0x3A),
    ('N', 0x31),
    ('O', 0x44),
    ('P', 0x4D),
    ('Q', 0x15),
    ('R', 0x2D),
    ('S', 0x1B),
    ('T', 0x2C),
    ('U', 0x3C),
    ('V', 0x2A),
    ('W', 0x1D),
    ('X', 0x22),
    ('Y', 0x35),
    ('Z', 0x1A),
    ('␣', 0x29),
    ('-', 0x66),
];

/// Other keys with a sign. Key 3 has none, as it has the place of Backspace. Key 0 stands for
/// Enter.
const SIGN_KEYS: [(char, u8); 13] = [
    ('1', 0x16),
    ('2', 0x1E),
    ('4', 0x25),
    ('5', 0x2E),
    ('6', 0x36),
    ('7', 0x3D),
    ('8', 0x3E),
    ('9', 0x46),
    ('0', 0x45),
    ('-', 0x4E),
    ('.', 0x49),
    ('/', 0x4A),
    ('↵', 0x00),
];

/// The low bits of the places of arrows, which are extended keys: bits 0 and 3 of their code are
/// exchanged, and the bits of [`EXTENDED_BITS`] inverted.
const ARROW_PLACES: [(char, usize); 4] = [('←', 0x08), ('→', 0x17), ('↑', 0x1F), ('↓', 0x11)];
/// Bits that are inverted in the place of an extended key, so that no other key has it.
pub const EXTENDED_BITS: u8 = 0x23;
/// The word of an arrow without its character: like a letter, and bit 6 of its code is set.
const ARROW_BITS: u8 = 0xC0;

/// The word of a key: {letter or space or Backspace, bit 6 of the code of the key, character}. It
/// stands at the low six bits of the code. Backspace has the hyphen, and all other keys a plus.
fn sign_of_key(is_letter: bool, character: char, key: u8) -> u8 {
    u8::from(is_letter) << 7 | key & 0x40 | font::code(character)
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
    (item::TIME - 1, &[NEW_NAME, "00:00.00"]),
    (item::SCORE - 1, &[NEW_NAME, " 0000000"]),
    (
        item::PIECES,
        &[
            "00000000", "00000000", "_000_000", "_000_000", "__00__00", "__00__00",
        ],
    ),
    (item::WINS, &["___0__0_"]),
    (item::RATE, &["0.000.00"]),
    (item::MATCH, &[" MATCH! "]),
    (item::NO_FLASH, &["NO FLASH"]),
    (item::CLEAR, &["  CLEAR!"]),
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

/// All 1024 characters. Without names a new entry has none.
pub fn contents(has_names: bool) -> Vec<u8> {
    let mut characters = vec![font::SPACE; 128 * LENGTH];
    let mut write = |item: u8, word: &str| {
        for (place, character) in (usize::from(address(item))..).zip(word.chars()) {
            characters[place] = match character {
                '_' => KEEP,
                _ => font::code(character),
            };
        }
    };
    for (first, words) in ITEMS {
        for (item, word) in (first..).zip(words) {
            write(item, word);
        }
    }
    if !has_names {
        write(item::TIME - 1, NO_NAME);
        write(item::SCORE - 1, NO_NAME);
    }
    for (mode, result) in (0..).zip(NO_RESULTS) {
        let entries = (0..ENTRIES).map(|place| entry(mode, place));
        for item in entries.chain([item::EMPTY + 2 * mode]) {
            write(item, NO_NAME);
            write(item + 1, result);
        }
    }
    let signs = usize::from(address(item::SIGNS));
    characters[signs..].fill(font::code('+'));
    for (keys, is_letter) in [(&SIGN_KEYS[..], false), (&LETTER_KEYS, true)] {
        for &(character, key) in keys {
            let place = signs + usize::from(key & 0x3F);
            characters[place] = sign_of_key(is_letter, character, key);
        }
    }
    for (character, place) in ARROW_PLACES {
        characters[signs + place] = ARROW_BITS | font::code(character);
    }
    let numbers = usize::from(address(item::NUMBERS));
    for (number, digits) in (0..64).zip(&mut characters[numbers..]) {
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
    fn every_key_with_a_sign_has_a_place_of_its_own() {
        let contents = contents(true);
        let signs = &contents[usize::from(address(item::SIGNS))..];
        for (keys, is_letter) in [(&LETTER_KEYS[..], 2), (&SIGN_KEYS, 0)] {
            for &(character, key) in keys {
                let word = signs[usize::from(key & 0x3F)];
                assert_eq!(word & 0x3F, font::code(character), "{character}");
                assert_eq!(word >> 6, is_letter | key >> 6, "{character}");
            }
        }
        let others = signs.iter().filter(|word| **word == font::code('+'));
        let known = LETTER_KEYS.len() + SIGN_KEYS.len() + ARROW_PLACES.len();
        assert_eq!(others.count() + known, signs.len());
    }

    #[test]
    fn the_numbers_have_a_space_in_place_of_a_leading_zero() {
        let contents = contents(true);
        let number = |number: usize| contents[LENGTH * usize::from(item::NUMBERS) + number];
        assert_eq!(number(7), font::SPACE << 4 | 7);
        assert_eq!((number(30), number(60)), (0x30, 0x60));
        assert_eq!(contents.len(), 1024);
    }
}
