//! Play of a game in the exported test bench: the times of presses.
//!
//! The bench in Verilog and [`crate::Rehearsal`] are equal in each clock. Both follow the letters
//! of [`Play`].

use gatefall_games::{Game, Role};

/// Clocks of a letter, to the power of two: a button is down, or a key is pressed and released.
const BUTTON_SLOT_BITS: u32 = 10;
const KEY_SLOT_BITS: u32 = 9;
/// Clocks of a bit on the keyboard's lines, to the power of two. A byte has the time of 16 bits.
pub(crate) const KEY_BIT_BITS: u32 = 3;
/// Clocks of a period of a divider, if it has more.
pub(crate) const SHORT_PERIOD: u64 = 64;
/// The letter with which the data line of a gamepad is low, so that the buttons that are read then
/// are down.
pub(crate) fn pad_letter(port: &str) -> Option<u8> {
    match port {
        "gamepad_data" => Some(b'K'),
        "second_gamepad_data" => Some(b'L'),
        _ => None,
    }
}

/// The presses.
pub(crate) struct Play {
    /// A letter for each slot: `a` is the first button or key, `.` none.
    pub letters: String,
    /// Letters with the bytes that the keyboard sends for them.
    pub keys: &'static [(char, &'static [u8])],
    /// Clocks of a slot, to the power of two.
    pub slot_bits: u32,
    /// Clocks of a period of a divider, if it has more.
    pub period: u64,
}

/// Source of the letters.
struct Style {
    game: &'static str,
    /// Played first.
    opening: &'static str,
    /// The rest is drawn from these.
    mix: &'static str,
    /// Played instead of all that, if it is not empty.
    play: &'static str,
    /// Clocks of the whole bench.
    clocks: u64,
    /// Clocks of a letter, to the power of two.
    slot_bits: u32,
    /// Clocks of a period of a divider, if it has more.
    period: u64,
    keys: &'static [(char, &'static [u8])],
}

/// Keys of an unknown game: Enter, Space, left, right, up. Each is pressed and released.
const OTHER_KEYS: &[(char, &[u8])] = &[
    ('a', &[0x5a, 0xf0, 0x5a]),
    ('b', &[0x29, 0xf0, 0x29]),
    ('c', &[0xe0, 0x6b]),
    ('d', &[0xe0, 0xf0, 0x6b]),
    ('e', &[0xe0, 0x74]),
    ('f', &[0xe0, 0xf0, 0x74]),
    ('g', &[0xe0, 0x75]),
    ('h', &[0xe0, 0xf0, 0x75]),
];

/// Keys of the arcade, pressed and released. Of capital letters only the press or the release.
const ARCADE_KEYS: &[(char, &[u8])] = &[
    // J, L, K, I, U, G, H: the moves of player 1.
    ('a', &[0x3b, 0xf0, 0x3b]),
    ('b', &[0x4b, 0xf0, 0x4b]),
    ('c', &[0x42, 0xf0, 0x42]),
    ('d', &[0x43, 0xf0, 0x43]),
    ('e', &[0x3c, 0xf0, 0x3c]),
    ('f', &[0x34, 0xf0, 0x34]),
    ('g', &[0x33, 0xf0, 0x33]),
    // J, L, K.
    ('A', &[0x3b]),
    ('B', &[0x4b]),
    ('C', &[0x42]),
    // Enter, Space, P, Esc, F2, F1, F3, F4, 1, 2.
    ('h', &[0x5a, 0xf0, 0x5a]),
    ('i', &[0x29, 0xf0, 0x29]),
    ('j', &[0x4d, 0xf0, 0x4d]),
    ('k', &[0x76, 0xf0, 0x76]),
    ('l', &[0x06, 0xf0, 0x06]),
    ('m', &[0x05, 0xf0, 0x05]),
    ('n', &[0x04, 0xf0, 0x04]),
    ('y', &[0x0c, 0xf0, 0x0c]),
    ('w', &[0x16, 0xf0, 0x16]),
    ('o', &[0x1e, 0xf0, 0x1e]),
    // 1, 3, 2, 5, 4, 0, . on the keypad: the moves of player 2.
    ('p', &[0x69, 0xf0, 0x69]),
    ('q', &[0x7a, 0xf0, 0x7a]),
    ('r', &[0x72, 0xf0, 0x72]),
    ('s', &[0x73, 0xf0, 0x73]),
    ('t', &[0x6b, 0xf0, 0x6b]),
    ('u', &[0x70, 0xf0, 0x70]),
    ('v', &[0x71, 0xf0, 0x71]),
    // 1, 3, 2 on the keypad.
    ('P', &[0x69]),
    ('Q', &[0x7a]),
    ('R', &[0x72]),
    // Down, pressed and released; the same of left.
    ('X', &[0xe0, 0x72]),
    ('Y', &[0xe0, 0xf0, 0x72]),
    ('V', &[0xe0, 0x6b]),
    ('W', &[0xe0, 0xf0, 0x6b]),
    // X, Z, C, A, D, S: other keys of a player who is alone.
    ('D', &[0x22, 0xf0, 0x22]),
    ('E', &[0x1a, 0xf0, 0x1a]),
    ('G', &[0x21, 0xf0, 0x21]),
    ('H', &[0x1c, 0xf0, 0x1c]),
    ('I', &[0x23, 0xf0, 0x23]),
    ('J', &[0x1b, 0xf0, 0x1b]),
    // No keys of the game.
    ('Z', &[0x83, 0xe1, 0xfc]),
];

/// Keys of the self-test: A, Enter, Space, left, up, Esc, 1. Each is pressed and released.
const SELFTEST_KEYS: &[(char, &[u8])] = &[
    ('a', &[0x1c, 0xf0, 0x1c]),
    ('b', &[0x5a, 0xf0, 0x5a]),
    ('c', &[0x29, 0xf0, 0x29]),
    ('d', &[0xe0, 0x6b]),
    ('e', &[0xe0, 0xf0, 0x6b]),
    ('f', &[0xe0, 0x75]),
    ('g', &[0xe0, 0xf0, 0x75]),
    ('h', &[0x76, 0xf0, 0x76]),
    ('i', &[0x16, 0xf0, 0x16]),
];

/// Known games. Other games have their buttons pressed in turn.
const STYLES: &[Style] = &[
    Style {
        game: "arcade",
        opening: "",
        mix: "aaabbbcdddeefffffffghhiijklmno..pqrrs.",
        play: include_str!("plays/arcade.txt"),
        clocks: 1_000_000,
        slot_bits: KEY_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: ARCADE_KEYS,
    },
    Style {
        game: "handheld",
        opening: "",
        mix: "aaaabbbbcccccdddeeefffhg....",
        play: include_str!("plays/handheld.txt"),
        clocks: 1_000_000,
        slot_bits: 8,
        period: 16,
        keys: &[],
    },
    Style {
        game: "matrix",
        opening: ".a.",
        mix: "cdecdecdecdecdecdea......dddeee....cdecdecdecdecdecdecdecdecdeb",
        play: "",
        clocks: 1_000_000,
        slot_bits: BUTTON_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: &[],
    },
    Style {
        game: "tictactoe",
        opening: ".e.",
        mix: "aabbccddeeeee.",
        play: "",
        clocks: 1_000_000,
        slot_bits: BUTTON_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: &[],
    },
    // Each small letter is a button and a key.
    Style {
        game: "selftest",
        opening: "a.",
        mix: "abcdefghiKKL",
        play: "",
        clocks: 1_000_000,
        slot_bits: KEY_SLOT_BITS,
        period: SHORT_PERIOD,
        keys: SELFTEST_KEYS,
    },
];

/// Clocks of the bench of an unknown game.
const OTHER_CLOCKS: u64 = 200_000;

impl Play {
    /// The play of a game, and its number of clocks.
    pub(crate) fn new(game: &Game) -> (Play, u64) {
        let style = STYLES.iter().find(|style| style.game == game.name);
        let has_keys = [game.needs, game.wants]
            .iter()
            .any(|roles| roles.contains(&Role::Ps2));
        let slot_bits = match (style, has_keys) {
            (Some(style), _) => style.slot_bits,
            (None, true) => KEY_SLOT_BITS,
            (None, false) => BUTTON_SLOT_BITS,
        };
        let clocks = style.map_or(OTHER_CLOCKS, |style| style.clocks);
        let count = (clocks >> slot_bits) as usize + 1;
        let keys = match has_keys {
            true => style.map_or(OTHER_KEYS, |style| style.keys),
            false => &[],
        };
        let letters = match style {
            Some(style) => drawn(style, count),
            None => in_turn(keys.len().max(game.buttons.len()), count),
        };
        let play = Play {
            letters,
            keys,
            slot_bits,
            period: style.map_or(SHORT_PERIOD, |style| style.period),
        };
        (play, clocks)
    }

    /// The letter of a clock.
    pub(crate) fn letter(&self, clock: u64) -> u8 {
        let slot = (clock >> self.slot_bits) as usize;
        self.letters.as_bytes().get(slot).copied().unwrap_or(b'.')
    }

    /// The keyboard's clock and data lines.
    pub(crate) fn key_lines(&self, clock: u64) -> (bool, bool) {
        let at = clock & ((1 << self.slot_bits) - 1);
        let letter = char::from(self.letter(clock));
        let key = self.keys.iter().find(|(key, _)| *key == letter);
        let byte = key.and_then(|(_, bytes)| bytes.get((at >> (KEY_BIT_BITS + 4)) as usize));
        let bit = at >> KEY_BIT_BITS & 15;
        match byte {
            Some(&byte) if bit < 11 => {
                let is_low = at >> (KEY_BIT_BITS - 1) & 1 == 1;
                (!is_low, frame(byte) >> bit & 1 == 1)
            }
            _ => (true, true),
        }
    }
}

/// Start bit, data, odd parity, stop bit, from bit 0 up.
pub(crate) fn frame(byte: u8) -> u16 {
    let parity = u16::from(byte.count_ones().is_multiple_of(2));
    0x400 | parity << 9 | u16::from(byte) << 1
}

fn in_turn(kinds: usize, count: usize) -> String {
    let letters = (b'a'..=b'z').take(kinds).map(char::from);
    let each = letters.flat_map(|letter| ['.', letter]);
    let mut turns = each.cycle();
    (0..count).map_while(|_| turns.next()).collect()
}

/// Letters of the mix, some for longer; always the same.
fn drawn(style: &Style, count: usize) -> String {
    let mix = style.mix.as_bytes();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut letters = format!("{}{}", style.play.trim_end(), style.opening);
    while letters.len() < count {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let draw = state >> 33;
        let letter = char::from(mix[draw as usize % mix.len()]);
        let times = 1 + usize::from(draw >> 16 & 3 == 0) * 2;
        letters.extend(std::iter::repeat_n(letter, times));
        // A button is released before the next press.
        letters.push('.');
    }
    letters.truncate(count);
    letters
}
