//! Words of the keyboard decoder: one byte for each code, at the address `{extended, code}`.
//!
//! ```text
//!   7 6     5      4 3 2 1 0
//!  class | down |   action     class 1 to 3: a key with an action
//!    0   | down |    kind      class 0: anything else, one bit for each kind
//! ```
//!
//! An action of 16 or more on a key of [`KeyClass::OnePlayer`] is a key with two meanings: with two
//! players it acts after all, with the action that is written; with one player the action is 16
//! less.

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

/// When a key acts, and for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyClass {
    /// Always, for player 1.
    Always = 1,
    /// For player 1 while no second player shares the keyboard.
    OnePlayer,
    /// For player 2 while there is one.
    PlayerTwo,
}

/// A key's `{extended, code}`, when it acts, and its action, 1 to 31.
pub type MappedKey = (u16, KeyClass, u8);

const CLASS_SHIFT: u32 = 6;
/// The key is down.
pub(super) const DOWN_BIT: u8 = 1 << 5;
/// From this action on a key of one player has two meanings.
const TWO_MEANINGS: u8 = 1 << 4;

/// Meaning of a code of class 0.
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

/// The initial contents of the RAM: every key up. All 512 words are there, so that no simulator
/// starts from an unknown.
pub(super) fn key_words(map: &[MappedKey]) -> BTreeMap<Bits<9>, Bits<8>> {
    let mut words: Vec<_> = (0..512).map(|key| Kind::of(key & 0xFF) as u8).collect();
    for &(key, class, action) in map {
        let is_key = key < 512 && Kind::of(usize::from(key & 0xFF)) == Kind::Key;
        assert!(
            is_key && key != 0x112 && key != 0x159,
            "{key:03X} is not a key"
        );
        assert!(
            (1..32).contains(&action),
            "action {action} of key {key:03X} is not in 1 to 31"
        );
        let word = &mut words[usize::from(key)];
        assert!(*word == 0, "key {key:03X} has two actions");
        *word = (class as u8) << CLASS_SHIFT | action;
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

/// Keys of each player for a held action.
fn keys_of(map: &[MappedKey], held: u8) -> [usize; 2] {
    [false, true].map(|player_two| {
        map.iter()
            .filter(|key| key.2 == held && (key.1 == KeyClass::PlayerTwo) == player_two)
            .count()
    })
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
    let hidden = (KeyClass::OnePlayer, TWO_MEANINGS + held);
    assert!(
        map.iter().all(|key| (key.1, key.2) != hidden),
        "a key of two meanings has the held action {held}"
    );
}

#[cfg(test)]
mod tests {
    use super::KeyClass::{Always, OnePlayer, PlayerTwo};
    use super::*;

    #[test]
    fn a_word_says_what_its_code_is() {
        let words = key_words(&[
            (0x03B, Always, LEFT),
            (0x16B, OnePlayer, LEFT),
            (0x069, PlayerTwo, LEFT),
            (0x05A, Always, 30),
        ]);
        let word = |key: usize| words[&key.to_bits()].to_u8();
        assert_eq!(words.len(), 512);
        assert_eq!(
            [0x03B, 0x13B, 0x06B, 0x16B, 0x069, 0x05A].map(word),
            [0x41, 0, 0, 0x81, 0xC1, 0x5E]
        );
        assert_eq!(
            [0x0E0, 0x0F0, 0x0E1, 0x0AA, 0x0FA].map(word),
            [1, 2, 4, 8, 16]
        );
        assert_eq!([0x1F0, 0x100, 0x112].map(word), [2, 8, 0]);
    }

    #[test]
    #[should_panic(expected = "0E0 is not a key")]
    fn refuses_a_map_with_a_prefix() {
        key_words(&[(0xE0, Always, 1)]);
    }

    #[test]
    #[should_panic(expected = "action 32 of key 03B is not in 1 to 31")]
    fn refuses_an_action_that_is_none() {
        key_words(&[(0x3B, Always, 32)]);
    }

    #[test]
    #[should_panic(expected = "key 03B has two actions")]
    fn refuses_a_key_with_two_actions() {
        key_words(&[(0x3B, Always, 1), (0x3B, PlayerTwo, 2)]);
    }

    #[test]
    #[should_panic(expected = "5 keys have the held action 2")]
    fn refuses_more_keys_than_it_counts() {
        let keys = [0x3B, 0x3C, 0x3D, 0x3E, 0x3F];
        key_words(&keys.map(|key| (key, OnePlayer, 2)));
    }

    #[test]
    #[should_panic(expected = "5 keys have the held action 3")]
    fn refuses_more_keys_of_player_two() {
        let keys = [0x72, 0x7A, 0x7B, 0x7C, 0x7D];
        key_words(&keys.map(|key| (key, PlayerTwo, 3)));
    }

    #[test]
    #[should_panic(expected = "a key of two meanings has the held action 1")]
    fn refuses_to_count_a_key_of_two_meanings() {
        key_words(&[(0x3B, OnePlayer, 17)]);
    }
}
