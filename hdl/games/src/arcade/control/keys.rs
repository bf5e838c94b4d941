//! The keys of both players, as data for the keyboard decoder.
//!
//! A player who is alone may use the letters under either hand or the arrows. Two players *split*
//! them: player 1 has the letters at the left and Space, player 2 the arrows, Enter and the keys
//! beside it. Or player 2 has the *keypad*, and player 1 the letters at the right. Each player has
//! a gamepad.
//!
//! Enter is [`action::START`] in all maps. In a split game it is the hard drop of player 2
//! ([`KeyConversion`](super::key_conversion::KeyConversion)).
//!
//! **Source**: scan code set 2; an index is `{extended, code}`, so the arrows are not the keypad.
//! NumLock changes no code of it.

use crate::arcade::picture::screens::field;
use gatefall_widgets::input::gamepad_reader;
use gatefall_widgets::input::keyboard_decoder::KeyClass::*;
use gatefall_widgets::input::keyboard_decoder::{ListedAction, MappedKey};

/// Actions of keys: the numbers that the keyboard decoder hands to the game.
///
/// Bit 4 is set in actions that do not belong to the piece. The actions below 16 are moves, of
/// which the engine keeps the low three bits. Bits 3 and 2 are both set in actions that start a
/// game or enter the selected row.
pub mod action {
    use gatefall_widgets::input::keyboard_decoder;

    /// Moves the piece left; repeats while held.
    pub const LEFT: u8 = keyboard_decoder::LEFT;
    /// Moves the piece right; repeats while held.
    pub const RIGHT: u8 = keyboard_decoder::RIGHT;
    /// Lets the piece fall faster while held.
    pub const SOFT_DROP: u8 = keyboard_decoder::DOWN;
    /// Turns the piece clockwise.
    pub const TURN_CLOCKWISE: u8 = 4;
    /// Turns the piece counter-clockwise.
    pub const TURN_COUNTER_CLOCKWISE: u8 = 5;
    /// Drops the piece to the floor and locks it.
    pub const HARD_DROP: u8 = 6;
    /// Puts the piece aside.
    pub const HOLD: u8 = 7;
    /// Space: drops the piece like [`HARD_DROP`], of which it has the low three bits; outside of
    /// play it starts a game like [`START`].
    pub const SPACE: u8 = keyboard_decoder::SPACE;
    /// Up on a gamepad: drops the piece, and moves up in a list. It is converted before anything
    /// else, like [`PAD_START`].
    pub const PAD_UP: u8 = 9;
    /// Start on a gamepad: pauses in play, and is [`START`] elsewhere.
    pub const PAD_START: u8 = 10;
    /// Pauses and resumes.
    pub const PAUSE: u8 = 16;
    /// Goes back to the page before; pauses and resumes.
    pub const ESCAPE: u8 = 17;
    /// Silences the sound and brings it back.
    pub const MUTE: u8 = 18;
    /// Silences the music only.
    pub const MUSIC: u8 = 19;
    /// Silences the effects only.
    pub const EFFECTS: u8 = 20;
    /// Changes to the next skin.
    pub const SKIN: u8 = 21;
    /// Key 1: starts a game of one player.
    pub const ONE: u8 = 22;
    /// Key 2: starts a game of two players.
    pub const TWO: u8 = 23;
    /// Begins a game of one again, when it is held.
    pub const RESTART: u8 = keyboard_decoder::LONG;
    /// Starts a game, starts again, and enters what is selected.
    pub const START: u8 = 30;
}

/// Every key.
pub const KEYS: &[MappedKey] = &[
    (0x03B, OneAndKeypad, action::LEFT),                   // J
    (0x01C, OneAndSplit, action::LEFT),                    // A
    (0x16B, OneAndSplitTwo, action::LEFT),                 // Left
    (0x069, KeypadTwo, action::LEFT),                      // 1 on the keypad
    (0x04B, OneAndKeypad, action::RIGHT),                  // L
    (0x023, OneAndSplit, action::RIGHT),                   // D
    (0x174, OneAndSplitTwo, action::RIGHT),                // Right
    (0x07A, KeypadTwo, action::RIGHT),                     // 3 on the keypad
    (0x042, OneAndKeypad, action::SOFT_DROP),              // K
    (0x01B, OneAndSplit, action::SOFT_DROP),               // S
    (0x172, OneAndSplitTwo, action::SOFT_DROP),            // Down
    (0x072, KeypadTwo, action::SOFT_DROP),                 // 2 on the keypad
    (0x043, OneAndKeypad, action::TURN_CLOCKWISE),         // I
    (0x01D, OneAndSplit, action::TURN_CLOCKWISE),          // W
    (0x175, OneAndSplitTwo, action::TURN_CLOCKWISE),       // Up
    (0x022, OnePlayer, action::TURN_CLOCKWISE),            // X
    (0x073, KeypadTwo, action::TURN_CLOCKWISE),            // 5 on the keypad
    (0x03C, OneAndKeypad, action::TURN_COUNTER_CLOCKWISE), // U
    (0x015, OneAndSplit, action::TURN_COUNTER_CLOCKWISE),  // Q
    (0x01A, OnePlayer, action::TURN_COUNTER_CLOCKWISE),    // Z
    (0x014, OnePlayer, action::TURN_COUNTER_CLOCKWISE),    // left Ctrl
    (0x114, OnePlayer, action::TURN_COUNTER_CLOCKWISE),    // right Ctrl
    (0x04A, SplitTwo, action::TURN_COUNTER_CLOCKWISE),     // /
    (0x06B, KeypadTwo, action::TURN_COUNTER_CLOCKWISE),    // 4 on the keypad
    (0x034, OneAndKeypad, action::HARD_DROP),              // G
    (0x029, OneAndSplit, action::SPACE),                   // Space
    (0x070, KeypadTwo, action::HARD_DROP),                 // 0 on the keypad
    (0x033, OneAndKeypad, action::HOLD),                   // H
    (0x024, OneAndSplit, action::HOLD),                    // E
    (0x021, OnePlayer, action::HOLD),                      // C
    (0x012, OnePlayer, action::HOLD),                      // left Shift
    (0x059, OnePlayer, action::HOLD),                      // right Shift
    (0x049, SplitTwo, action::HOLD),                       // .
    (0x071, KeypadTwo, action::HOLD),                      // . on the keypad
    (0x05A, Always, action::START),                        // Enter
    (0x15A, Always, action::START),                        // Enter on the keypad
    (0x016, Always, action::ONE),                          // 1
    (0x01E, Always, action::TWO),                          // 2
    (0x04D, Always, action::PAUSE),                        // P
    (0x076, Always, action::ESCAPE),                       // Esc
    (0x02D, Always, action::RESTART),                      // R
    (0x005, Always, action::SKIN),                         // F1
    (0x006, Always, action::MUTE),                         // F2
    (0x004, Always, action::MUSIC),                        // F3
    (0x00C, Always, action::EFFECTS),                      // F4
];

/// Buttons of a gamepad in the order of their bits: their actions.
const PAD: [u8; gamepad_reader::BUTTONS as usize] = [
    action::TURN_COUNTER_CLOCKWISE, // B
    action::TURN_COUNTER_CLOCKWISE, // Y
    action::SKIN,                   // Select
    action::PAD_START,              // Start
    action::PAD_UP,                 // up
    action::SOFT_DROP,              // down
    action::LEFT,                   // left
    action::RIGHT,                  // right
    action::TURN_CLOCKWISE,         // A
    action::TURN_CLOCKWISE,         // X
    action::HOLD,                   // L
    action::HOLD,                   // R
];

/// Every key, and every button of so many gamepads.
pub fn map(gamepads: u8) -> Vec<MappedKey> {
    let buttons = (0..gamepads).flat_map(|pad| {
        let buttons = (0..).zip(PAD);
        buttons
            .map(move |(button, action)| (gamepad_reader::code(pad, button).into(), Always, action))
    });
    KEYS.iter().copied().chain(buttons).collect()
}

/// The first key in [`KEYS`] of an action in the list of keys. 0 for the hard drop of player 2,
/// which has Enter.
fn first_key(place: u8) -> u16 {
    let classes = match place >> 3 {
        0b00 => [OnePlayer, OneAndKeypad, OneAndSplit, OneAndSplitTwo].as_slice(),
        0b10 => &[OneAndSplit],
        _ => &[OneAndSplitTwo, SplitTwo],
    };
    let is_it = |key: &&MappedKey| classes.contains(&key.1) && key.2 & 7 == place & 7;
    KEYS.iter().find(is_it).map_or(0, |key| key.0)
}

/// The actions whose keys can be set. The screen shows their first keys while no other key is set.
/// A cap is {row of keys, column of its sign}.
pub fn actions() -> Vec<ListedAction> {
    let action = |(place, row, column)| ListedAction {
        place,
        first_key: first_key(place),
        cap: row << 6 | column & 63,
    };
    field::CAPS.map(action).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};
    use gatefall_widgets::input::KeyboardDecoder;
    use rust_hdl::prelude::*;

    /// Codes, each with the action of its column; an arrow or Enter on the keypad is 100 and its
    /// code.
    type Column = [(u8, &'static [u16])];

    const GLOBAL: &Column = &[
        (16, &[0x4D]),
        (17, &[0x76]),
        (18, &[0x06]),
        (19, &[0x04]),
        (20, &[0x0C]),
        (21, &[0x05]),
        (22, &[0x16]),
        (23, &[0x1E]),
        (24, &[0x2D]),
        (30, &[0x5A, 0x15A]),
    ];
    /// The same of the first gamepad, and of the second one in a game of two.
    const PAD: &Column = &[
        (1, &[0x96]),
        (2, &[0x97]),
        (3, &[0x95]),
        (4, &[0x98, 0x99]),
        (5, &[0x90, 0x91]),
        (7, &[0x9A, 0x9B]),
        (9, &[0x94]),
        (10, &[0x93]),
        (21, &[0x92]),
    ];
    const SECOND_PAD: &Column = &[
        (1, &[0xB6]),
        (2, &[0xB7]),
        (3, &[0xB5]),
        (4, &[0xB8, 0xB9]),
        (5, &[0xB0, 0xB1]),
        (7, &[0xBA, 0xBB]),
        (9, &[0xB4]),
        (10, &[0xB3]),
        (21, &[0xB2]),
    ];
    const ALONE: &Column = &[
        (1, &[0x3B, 0x1C, 0x16B]),
        (2, &[0x4B, 0x23, 0x174]),
        (3, &[0x42, 0x1B, 0x172]),
        (4, &[0x43, 0x1D, 0x175, 0x22]),
        (5, &[0x3C, 0x15, 0x1A, 0x14, 0x114]),
        (6, &[0x34]),
        (14, &[0x29]),
        (7, &[0x33, 0x24, 0x21, 0x12, 0x59]),
    ];
    /// Player 1, then player 2, split and with the keypad.
    const OF_TWO: [[&Column; 2]; 2] = [
        [
            &[
                (1, &[0x1C]),
                (2, &[0x23]),
                (3, &[0x1B]),
                (4, &[0x1D]),
                (5, &[0x15]),
                (14, &[0x29]),
                (7, &[0x24]),
            ],
            &[
                (1, &[0x16B]),
                (2, &[0x174]),
                (3, &[0x172]),
                (4, &[0x175]),
                (5, &[0x4A]),
                (7, &[0x49]),
            ],
        ],
        [
            &[
                (1, &[0x3B]),
                (2, &[0x4B]),
                (3, &[0x42]),
                (4, &[0x43]),
                (5, &[0x3C]),
                (6, &[0x34]),
                (7, &[0x33]),
            ],
            &[
                (1, &[0x69]),
                (2, &[0x7A]),
                (3, &[0x72]),
                (4, &[0x73]),
                (5, &[0x6B]),
                (6, &[0x70]),
                (7, &[0x71]),
            ],
        ],
    ];
    /// The maps: one player, split, keypad.
    const MAPS: [Option<usize>; 3] = [None, Some(0), Some(1)];

    fn find(columns: &[&Column], key: u16) -> Option<u8> {
        let mut rows = columns.iter().flat_map(|column| column.iter());
        rows.find(|row| row.1.contains(&key)).map(|row| row.0)
    }

    /// The action of a key that acts in a map, and its presser.
    fn expected(map: Option<usize>, key: u16) -> Option<(u8, bool)> {
        let [first, second] = match map {
            None => [ALONE, &[]],
            Some(keys) => OF_TWO[keys],
        };
        let second_pad: &Column = if map.is_some() { SECOND_PAD } else { &[] };
        let one = find(&[first, GLOBAL, PAD], key).map(|action| (action, false));
        one.or(find(&[second, second_pad], key).map(|action| (action, true)))
    }

    /// A decoder with this map.
    fn decoder(map: Option<usize>) -> Bench<KeyboardDecoder> {
        let mut uut = Bench::new(KeyboardDecoder::new(&super::map(2), &actions()));
        let number: u64 = map.map_or(0, |keys| [2, 1][keys]);
        poke!(uut.map = number.to_bits());
        for _ in 0..2000 {
            tick!(uut);
        }
        uut
    }

    /// Sends codes and returns the actions pressed meanwhile, each with its presser.
    fn send(uut: &mut Bench<KeyboardDecoder>, codes: &[u8]) -> Vec<(u8, bool)> {
        let mut pressed = vec![];
        for &code in codes {
            poke!(uut.code = code.to_bits());
            poke!(uut.code_valid = true);
            for _ in 0..80 {
                tick!(uut);
                poke!(uut.code_valid = false);
                if peek!(uut.pressed) {
                    pressed.push((peek!(uut.action).to_u8(), peek!(uut.presser)));
                }
            }
        }
        pressed
    }

    fn held(uut: &mut Bench<KeyboardDecoder>) -> [u8; 3] {
        [
            peek!(uut, directions.left),
            peek!(uut, directions.right),
            peek!(uut, directions.down),
        ]
        .map(|held| held.to_u8())
    }

    #[test]
    fn every_code_acts_as_the_tables_say_in_each_map() {
        const NO_KEYS: &[u16] = &[0x00, 0xAA, 0xFF, 0xE0, 0xE1, 0xF0, 0xEE, 0xFA, 0xFC, 0xFE];
        for (map, count) in MAPS.into_iter().zip([36 + 12, 24 + 24, 25 + 24]) {
            let mut uut = decoder(map);
            let mut keys = 0;
            for key in (0..512).filter(|key| !NO_KEYS.contains(&(key & 0xFF))) {
                let expected = expected(map, key);
                keys += usize::from(expected.is_some());
                let (prefix, code): (&[u8], _) = match key {
                    0x000..=0x0FF => (&[], key as u8),
                    _ => (&[0xE0], key as u8),
                };
                let make = [prefix, &[code]].concat();
                let pressed = send(&mut uut, &make);
                assert_eq!(pressed, Vec::from_iter(expected), "key {key:03X}");
                let mut now_held = [0; 3];
                if let Some((action @ 1..=3, second)) = expected {
                    now_held[usize::from(action) - 1] = 1 << u8::from(second);
                }
                assert_eq!(held(&mut uut), now_held, "key {key:03X}");
                assert_eq!(send(&mut uut, &make), [], "key {key:03X} repeats");
                let release = [prefix, &[0xF0, code]].concat();
                assert_eq!(send(&mut uut, &release), [], "key {key:03X} goes up");
                assert_eq!(held(&mut uut), [0; 3], "key {key:03X} is up");
            }
            assert_eq!(keys, count, "{map:?}");
        }
    }

    #[test]
    fn in_menus_the_keys_of_one_player_press_and_are_not_held() {
        for map in [0, 1] {
            let mut uut = decoder(Some(map));
            poke!(uut.in_menus = true);
            for &(key, ..) in KEYS.iter().filter(|key| key.0 < 0x100) {
                let own = expected(Some(map), key);
                let event = own.or(expected(None, key));
                assert_eq!(send(&mut uut, &[key as u8]), Vec::from_iter(event));
                let is_held = matches!(own, Some((1..=3, _)));
                assert_eq!(held(&mut uut) != [0; 3], is_held, "key {key:03X}");
                send(&mut uut, &[0xF0, key as u8]);
            }
        }
    }

    #[test]
    fn the_first_keys_are_those_that_the_screen_shows() {
        let first = actions().into_iter().map(|action| action.first_key);
        let one = [0x3B, 0x4B, 0x42, 0x43, 0x3C, 0x34, 0x33];
        let two = [0x1C, 0x23, 0x1B, 0x1D, 0x15, 0x29, 0x24];
        let other = [0x16B, 0x174, 0x172, 0x175, 0x4A, 0, 0x49];
        assert_eq!(first.collect::<Vec<_>>(), [one, two, other].concat());
    }

    #[test]
    fn all_keys_of_two_players_can_be_down_at_once() {
        for map in [0, 1] {
            let mut uut = decoder(Some(map));
            for (column, second) in OF_TWO[map].into_iter().zip([false, true]) {
                for &(action, codes) in column {
                    let code = codes[0] as u8;
                    let prefix: &[u8] = if codes[0] > 0xFF { &[0xE0] } else { &[] };
                    let make = [prefix, &[code]].concat();
                    assert_eq!(send(&mut uut, &make), [(action, second)]);
                }
            }
            assert_eq!(held(&mut uut), [3; 3]);
            assert_eq!(send(&mut uut, &[0x5A]), [(30, false)]);
            let left = OF_TWO[map][0][0].1[0] as u8;
            assert_eq!(send(&mut uut, &[left, 0xF0, left]), []);
            assert_eq!(held(&mut uut), [2, 3, 3]);
        }
    }

    #[test]
    fn bits_3_and_2_of_an_action_are_a_start_and_bit_4_is_not_for_the_piece() {
        for &(key, _, action) in KEYS {
            assert_eq!(
                action & 12 == 12,
                action & 15 == action::SPACE,
                "key {key:03X}"
            );
            let of_piece = action <= action::HOLD || action == action::SPACE;
            assert_eq!(action & 16 == 0, of_piece, "key {key:03X}");
        }
        assert_eq!(action::SPACE & 7, action::HARD_DROP);
    }
}
