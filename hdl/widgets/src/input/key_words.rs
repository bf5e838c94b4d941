//! What the keyboard decoder knows of each code: one byte, `{kind[2:0], down, action[3:0]}`, at the address `{extended, code}`.

use crate::input::held_keys::MAX_HELD_KEYS;
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// The action with the level output `left_held`.
pub const LEFT: u8 = 1;
/// The action with the level output `right_held`.
pub const RIGHT: u8 = 2;
/// The action with the level output `down_held`.
pub const DOWN: u8 = 3;

/// The key is down.
pub(super) const DOWN_BIT: u8 = 1 << 4;
const KIND_SHIFT: u32 = 5;

/// What a code means.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Key,
    Extended,
    Released,
    Pause,
    Answer,
    ReleaseAll,
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

    pub(super) fn constant(self) -> Constant<Bits<3>> {
        Constant::new((self as u8).to_bits())
    }
}

/// The initial contents of the RAM: every key up. All 512 words are there, so that no simulator starts from an unknown.
pub(super) fn key_words(map: &[(u16, u8)]) -> BTreeMap<Bits<9>, Bits<8>> {
    let mut words: Vec<_> = (0..512)
        .map(|key| (Kind::of(key & 0xFF) as u8) << KIND_SHIFT)
        .collect();
    for &(key, action) in map {
        let is_key = key < 512 && Kind::of(usize::from(key & 0xFF)) == Kind::Key;
        assert!(
            is_key && key != 0x112 && key != 0x159,
            "{key:03X} is not a key"
        );
        assert!(
            (1..16).contains(&action),
            "action {action} of key {key:03X} is not in 1 to 15"
        );
        let word = &mut words[usize::from(key)];
        assert!(*word == 0, "key {key:03X} has two actions");
        *word = action;
    }
    for held in [LEFT, RIGHT, DOWN] {
        let keys = words.iter().filter(|&&word| word == held).count();
        assert!(
            keys <= MAX_HELD_KEYS,
            "{keys} keys have the held action {held}"
        );
    }
    (0_usize..)
        .zip(words)
        .map(|(key, word)| (key.to_bits(), word.to_bits()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_says_what_its_code_is() {
        let words = key_words(&[(0x03B, LEFT), (0x16B, LEFT), (0x05A, 11)]);
        let word = |key: usize| words[&key.to_bits()].to_u8();
        assert_eq!(words.len(), 512);
        assert_eq!(
            [0x03B, 0x13B, 0x06B, 0x16B, 0x05A].map(word),
            [1, 0, 0, 1, 11]
        );
        assert_eq!(
            [0x0E0, 0x0F0, 0x0E1, 0x0FA, 0x0AA].map(word),
            [0x20, 0x40, 0x60, 0x80, 0xA0]
        );
        assert_eq!([0x1F0, 0x100, 0x112].map(word), [0x40, 0xA0, 0]);
    }

    #[test]
    #[should_panic(expected = "0E0 is not a key")]
    fn refuses_a_map_with_a_prefix() {
        key_words(&[(0xE0, 1)]);
    }

    #[test]
    #[should_panic(expected = "key 03B has two actions")]
    fn refuses_a_key_with_two_actions() {
        key_words(&[(0x3B, 1), (0x3B, 2)]);
    }

    #[test]
    #[should_panic(expected = "4 keys have the held action 2")]
    fn refuses_more_keys_than_it_counts() {
        key_words(&[(0x3B, 2), (0x3C, 2), (0x3D, 2), (0x3E, 2)]);
    }
}
