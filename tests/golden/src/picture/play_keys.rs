//! Caps with the keys of play, and the page on which they are set.

use super::sheet::{Place, Sheet, Style};
use crate::arcade::{KeyCode, KeyEntry, KeyList, PLAY_ACTIONS};
use crate::{Arcade, Page};

/// Signs in the order of [`PLAY_ACTIONS`].
type Signs = [String; PLAY_ACTIONS.len()];

/// Keys of both players if player 2 has the keypad.
const KEYPAD: [[&str; PLAY_ACTIONS.len()]; 2] = [
    ["J", "L", "K", "I", "U", "G", "H"],
    ["1", "3", "2", "5", "4", "0", "."],
];
/// Columns from which the keys of two players stand.
const COLUMNS_OF_TWO: [usize; 2] = [8, 52];
/// Columns from the first key of a row to the second action, and from left to right.
const TO_SECOND_ACTION: usize = 12;
const TO_SECOND_CAP: usize = 3;
/// Sign in the cap whose key is asked for.
const ASKED: char = '?';

/// Sign of a key. Keys without a sign of their own have a star; so has 3.
fn sign(key: KeyCode) -> char {
    match key {
        0x1C => 'A',
        0x32 => 'B',
        0x21 => 'C',
        0x23 => 'D',
        0x24 => 'E',
        0x2B => 'F',
        0x34 => 'G',
        0x33 => 'H',
        0x43 => 'I',
        0x3B => 'J',
        0x42 => 'K',
        0x4B => 'L',
        0x3A => 'M',
        0x31 => 'N',
        0x44 => 'O',
        0x4D => 'P',
        0x15 => 'Q',
        0x2D => 'R',
        0x1B => 'S',
        0x2C => 'T',
        0x3C => 'U',
        0x2A => 'V',
        0x1D => 'W',
        0x22 => 'X',
        0x35 => 'Y',
        0x1A => 'Z',
        0x16 => '1',
        0x1E => '2',
        0x25 => '4',
        0x2E => '5',
        0x36 => '6',
        0x3D => '7',
        0x3E => '8',
        0x46 => '9',
        0x45 => '0',
        0x4E | 0x66 => '-',
        0x49 => '.',
        0x4A => '/',
        0x29 => '␣',
        0x5A => '↵',
        0x16B => '←',
        0x174 => '→',
        0x172 => '↓',
        0x175 => '↑',
        _ => '+',
    }
}

/// Signs of the keys that a list shows.
fn signs(arcade: &Arcade, list: KeyList) -> Signs {
    PLAY_ACTIONS.map(|action| {
        let entry = KeyEntry { list, action };
        let sign = match arcade.page() == Page::SetKeys(entry) {
            true => ASKED,
            false => sign(arcade.set_keys().shown(entry)),
        };
        sign.into()
    })
}

/// Draws the keys of one player into six rows.
pub(super) fn keys_of_one(sheet: &mut Sheet, arcade: &Arcade, row: usize) {
    let [left, right, down, turn, back, drop, hold] = &signs(arcade, KeyList::One);
    let keys = [
        (&*format!("{left} {right}"), "MOVE"),
        (turn, "TURN"),
        (back, "BACK"),
        (down, "DOWN"),
        (drop, "DROP"),
    ];
    sheet.keys(row, 12, 3, &keys);
    sheet.keys(row + 3, 16, 0, &[(hold, "HOLD")]);
}

/// Draws the keys of both players into nine rows.
pub(super) fn keys_of_two(sheet: &mut Sheet, arcade: &Arcade, row: usize) {
    let signs: [Signs; 2] = match arcade.has_keypad() && !is_page(arcade) {
        true => KEYPAD.map(|signs| signs.map(Into::into)),
        false => [KeyList::SplitOne, KeyList::SplitTwo].map(|list| signs(arcade, list)),
    };
    for (signs, column) in signs.iter().zip(COLUMNS_OF_TWO) {
        let [left, right, down, turn, back, drop, hold] = signs;
        sheet.keys(row, column, 0, &[(left, "")]);
        let second = column + TO_SECOND_ACTION;
        for (row, column, sign, action) in [
            (row, column + TO_SECOND_CAP, right, "MOVE"),
            (row, second, down, "DOWN"),
            (row + 3, column, turn, "TURN"),
            (row + 3, second, drop, "DROP"),
            (row + 6, column, back, "BACK"),
            (row + 6, second, hold, "HOLD"),
        ] {
            sheet.keys(row, column, 0, &[(sign, action)]);
        }
    }
}

fn is_page(arcade: &Arcade) -> bool {
    matches!(arcade.page(), Page::SetKeys(_))
}

/// Draws the page on which keys are set.
pub(super) fn page(sheet: &mut Sheet, arcade: &Arcade) {
    let titles = [
        (8, 35, "ONE PLAYER"),
        (39, 17, "PLAYER ONE"),
        (39, 53, "PLAYER TWO"),
    ];
    for (row, column, title) in titles {
        sheet.text(row, column, title, Style::Label, Place::Outside);
    }
    keys_of_one(sheet, arcade, 10);
    keys_of_two(sheet, arcade, 41);
    sheet.keys(53, 28, 2, &[("ENTER", "NEXT"), ("ESC", "BACK")]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn letters_digits_and_some_other_keys_have_signs() {
        let signs: Vec<char> = (0..0x200).map(sign).filter(|&sign| sign != '+').collect();
        let all: BTreeSet<char> = signs.iter().copied().collect();
        let digits = "12456789 0".chars().filter(|sign| *sign != ' ');
        let expected = ('A'..='Z').chain(digits).chain("-./␣↵←→↑↓".chars());
        assert_eq!(all, expected.collect());
        assert_eq!(signs.len(), all.len() + 1, "two keys are -");
    }

    #[test]
    fn every_default_key_has_a_sign() {
        let arcade = Arcade::default();
        let shown = KeyList::ALL.map(|list| signs(&arcade, list).concat());
        assert_eq!(shown, ["JLKIUGH", "ADSWQ␣E", "←→↓↑/↵."]);
    }
}
