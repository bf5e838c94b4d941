//! Words of the keyboard decoder: one byte for each code, at the address `{extended, code}`.
//!
//! ```text
//!  7 6   5    4 3 2 1 0
//!  0 0  down    kind      anything but a key with an action, one bit for each kind
//!  0 1  down   action     a key that always acts
//!  1 c  down  c c action  a key whose players depend on the key map: class, action 0 to 7
//! ```
//!
//! Action 0 of the last form is [`SPACE`]. The fake shifts around some extended keys (E0 12, E0 59)
//! have class 0, which never acts.

use crate::input::gamepad_reader;
use crate::input::held_keys::MAX_HELD_KEYS;
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// The action with the level output `directions.left`.
pub const LEFT: u8 = 1;
/// The action with the level output `directions.right`.
pub const RIGHT: u8 = 2;
/// The action with the level output `directions.down`.
pub const DOWN: u8 = 3;

/// The action with the level output `long_held`; it has one key.
pub const LONG: u8 = 24;

/// The action of a key that drops a piece and starts a game; its low bits are those of a drop.
pub const SPACE: u8 = 14;

/// Key maps in which a key acts, and for whom.
///
/// There are three maps: of one player, and of two players either *split* (both at the letters and
/// arrows) or with the *keypad*. With two players the class says whose key it is.
///
/// The value of a class that is not [`KeyClass::Always`] has its bits: bit 2 the key has a meaning
/// for one player, bit 1 it acts in the split map, bit 0 it acts with the keypad, or in the split
/// map for player 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyClass {
    /// In every map for player 1; the buttons of the second gamepad with two players for player 2.
    Always = 8,
    /// One player.
    OnePlayer = 4,
    /// One player, and player 1 of the keypad map.
    OneAndKeypad = 5,
    /// One player, and player 1 of the split map.
    OneAndSplit = 6,
    /// One player, and player 2 of the split map.
    OneAndSplitTwo = 7,
    /// Player 2 of the keypad map.
    KeypadTwo = 1,
    /// Player 2 of the split map.
    SplitTwo = 3,
}

/// A key's `{extended, code}`, when it acts, and its action: 1 to 31, or for a key that does not
/// always act 1 to 7 or [`SPACE`].
pub type MappedKey = (u16, KeyClass, u8);

/// The low bits of [`SPACE`]: the action of a hard drop.
pub(super) const DROP: u8 = SPACE & 7;

/// Actions of the keys 1 and 2, the lower one with the last bit set. Of the keys that act in every
/// map, only these can be set to another action.
pub(super) const PLAYERS: u8 = 23;

/// An action in the list of set keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedAction {
    /// {split, player 2, action 1 to 7}.
    pub place: u8,
    /// Its first default key, {extended, code}. 0: a key that acts in every map, which no other
    /// action can get.
    pub first_key: u16,
    /// Place of the cap of its key on the screen, in the numbering of the game.
    pub cap: u8,
}

/// Fake shifts around some extended keys.
const FAKE_SHIFTS: [u16; 2] = [0x112, 0x159];
/// The word of a fake shift.
const FAKE_WORD: u8 = 0x81;

/// The key is down.
pub(super) const DOWN_BIT: u8 = 1 << 5;

/// Address of the list of set keys. Codes from 80 on have no extended words.
pub(super) const LIST: usize = 0x180;
/// Words of each part of the list.
const LIST_LENGTH: usize = 32;

/// The word of a key with an action, which is up.
fn key_word(class: KeyClass, action: u8) -> u8 {
    let class_bits = class as u8;
    match class {
        KeyClass::Always => 1 << 6 | action,
        _ => 1 << 7 | (class_bits & 4) << 4 | (class_bits & 3) << 3 | (action % SPACE),
    }
}

/// Meaning of a code that is no key with an action.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// A key without an action.
    Key = 0,
    Extended = 1,
    Released = 2,
    Pause = 4,
    ReleaseAll = 8,
    Answer = 16,
}

impl Kind {
    pub(super) fn of(code: usize) -> Self {
        match code {
            0xE0 => Self::Extended,
            0xF0 => Self::Released,
            0xE1 => Self::Pause,
            0x00 | 0xAA | 0xFF => Self::ReleaseAll,
            0xEE | 0xFA | 0xFC | 0xFE => Self::Answer,
            _ => Self::Key,
        }
    }
}

/// The initial contents of the memory: every key up, and none set. All 512 words are there, so that
/// no simulator starts from an unknown.
pub(super) fn key_words(map: &[MappedKey], actions: &[ListedAction]) -> BTreeMap<Bits<9>, Bits<8>> {
    let kind = |key: usize| {
        if key < LIST {
            Kind::of(key & 0xFF) as u8
        } else {
            0
        }
    };
    let mut words: Vec<_> = (0..512).map(kind).collect();
    for key in FAKE_SHIFTS {
        words[usize::from(key)] = FAKE_WORD;
    }
    for action in actions {
        let place = LIST + usize::from(action.place);
        words[place + LIST_LENGTH] = listed_key(action.first_key);
        words[place + 2 * LIST_LENGTH] = action.cap;
    }
    for &(key, class, action) in map {
        let is_key = usize::from(key) < LIST && Kind::of(usize::from(key & 0xFF)) == Kind::Key;
        assert!(
            is_key && !FAKE_SHIFTS.contains(&key),
            "{key:03X} is not a key"
        );
        assert!(
            (1..32).contains(&action),
            "action {action} of key {key:03X} is not in 1 to 31"
        );
        let word = &mut words[usize::from(key)];
        assert!(
            class == KeyClass::Always || matches!(action, 1..=7 | SPACE),
            "action {action} of key {key:03X} is not in every map"
        );
        assert!(*word == 0, "key {key:03X} has two actions");
        *word = key_word(class, action);
    }
    for held in [LEFT, RIGHT, DOWN] {
        assert_countable(map, held);
    }
    assert!(keys_of(map, LONG).iter().all(|&keys| keys <= 1));
    (0_usize..)
        .zip(words)
        .map(|(key, word)| (key.to_bits(), word.to_bits()))
        .collect()
}

/// A key in the list: {extended, low seven bits of its code}.
fn listed_key(key: u16) -> u8 {
    (key >> 1 & 0x80) as u8 | (key & 0x7F) as u8
}

/// Most keys of each player for a held action, in any map.
fn keys_of(map: &[MappedKey], held: u8) -> [usize; 2] {
    use KeyClass::*;
    let count = |classes: &[KeyClass], second_pad: bool| {
        let keys = map.iter().filter(|key| key.2 == held);
        keys.filter(|key| classes.contains(&key.1) && is_of_second_pad(key.0) == second_pad)
            .count()
    };
    let always = count(&[Always], false);
    let one = [
        count(
            &[OnePlayer, OneAndKeypad, OneAndSplit, OneAndSplitTwo],
            false,
        ),
        count(&[OneAndSplit], false),
        count(&[OneAndKeypad], false),
    ];
    let two = [&[KeypadTwo][..], &[SplitTwo, OneAndSplitTwo]].map(|keys| count(keys, false));
    let most = |counts: &[usize]| counts.iter().copied().max().unwrap_or(0);
    [always + most(&one), count(&[Always], true) + most(&two)]
}

/// True for a button of the second gamepad.
fn is_of_second_pad(key: u16) -> bool {
    gamepad_reader::is_code(key) && key & 0x20 != 0
}

/// Most keys of each player for any held action.
pub(super) fn most_held(map: &[MappedKey]) -> [usize; 2] {
    let counts = [LEFT, RIGHT, DOWN].map(|held| keys_of(map, held));
    [0, 1].map(|player| counts.iter().map(|keys| keys[player]).max().unwrap_or(0))
}

/// The decoder counts the keys of a held action, for each player.
fn assert_countable(map: &[MappedKey], held: u8) {
    for keys in keys_of(map, held) {
        assert!(
            keys <= MAX_HELD_KEYS,
            "{keys} keys have the held action {held}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::KeyClass::*;
    use super::*;

    #[test]
    fn a_word_says_what_its_code_is() {
        let words = key_words(
            &[
                (0x03B, Always, LEFT),
                (0x16B, OnePlayer, LEFT),
                (0x069, KeypadTwo, LEFT),
                (0x172, OneAndSplitTwo, DOWN),
                (0x029, OneAndSplit, SPACE),
                (0x05A, Always, 30),
            ],
            &[ListedAction {
                place: 0b11_001,
                first_key: 0x16B,
                cap: 0x74,
            }],
        );
        let word = |key: usize| words[&key.to_bits()].to_u8();
        assert_eq!(words.len(), 512);
        assert_eq!(
            [0x03B, 0x13B, 0x06B, 0x16B, 0x069, 0x172, 0x029, 0x05A].map(word),
            [0x41, 0, 0, 0xC1, 0x89, 0xDB, 0xD0, 0x5E]
        );
        assert_eq!(
            [0x0E0, 0x0F0, 0x0E1, 0x0AA, 0x0FA].map(word),
            [1, 2, 4, 8, 16]
        );
        assert_eq!([0x100, 0x112, 0x159].map(word), [8, 0x81, 0x81]);
        assert_eq!([0x199, 0x1B9, 0x1D9].map(word), [0, 0xEB, 0x74]);
    }

    #[test]
    #[should_panic(expected = "0E0 is not a key")]
    fn refuses_a_map_with_a_prefix() {
        key_words(&[(0xE0, Always, 1)], &[]);
    }

    #[test]
    #[should_panic(expected = "action 32 of key 03B is not in 1 to 31")]
    fn refuses_an_action_that_is_none() {
        key_words(&[(0x3B, Always, 32)], &[]);
    }

    #[test]
    #[should_panic(expected = "key 03B has two actions")]
    fn refuses_a_key_with_two_actions() {
        key_words(&[(0x3B, Always, 1), (0x3B, KeypadTwo, 2)], &[]);
    }

    #[test]
    #[should_panic(expected = "5 keys have the held action 2")]
    fn refuses_more_keys_than_it_counts() {
        let keys = [0x3B, 0x3C, 0x3D, 0x3E, 0x3F];
        key_words(&keys.map(|key| (key, OnePlayer, 2)), &[]);
    }

    #[test]
    #[should_panic(expected = "5 keys have the held action 3")]
    fn refuses_more_keys_of_player_two() {
        let keys = [0x72, 0x7A, 0x7B, 0x7C, 0x7D];
        key_words(&keys.map(|key| (key, SplitTwo, 3)), &[]);
    }

    #[test]
    #[should_panic(expected = "action 9 of key 03B is not in every map")]
    fn refuses_an_action_that_needs_every_map() {
        key_words(&[(0x3B, OnePlayer, 9)], &[]);
    }
}
