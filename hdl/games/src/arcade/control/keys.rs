//! The keys of both players, as data for the keyboard decoder.
//!
//! A player who is alone may use the letters under either hand or the arrows. Two players have one
//! set of letters, and the keypad. Each player has a gamepad.
//!
//! **Source**: scan code set 2; an index is `{extended, code}`, so the arrows are not the keypad.
//! NumLock changes no code of it.

use gatefall_widgets::input::gamepad_reader;
use gatefall_widgets::input::keyboard_decoder::KeyClass::{Always, OnePlayer, PlayerTwo};
use gatefall_widgets::input::keyboard_decoder::MappedKey;

/// Actions of keys: the numbers that the keyboard decoder hands to the game.
///
/// Bit 4 tells what is not for the piece: below 16 are the moves, and their low three bits are what
/// the engine keeps of them. Bits 3 and 2 tell what starts a game, or enters what is selected.
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
    /// Space with one player: drops the piece like [`HARD_DROP`], of which it has the low three
    /// bits; outside of play it starts a game like [`START`], which is what Space is with two
    /// players.
    pub const SPACE: u8 = START - 16;
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
    (0x03B, Always, action::LEFT),                      // J
    (0x01C, OnePlayer, action::LEFT),                   // A
    (0x16B, OnePlayer, action::LEFT),                   // Left
    (0x069, PlayerTwo, action::LEFT),                   // 1 on the keypad
    (0x04B, Always, action::RIGHT),                     // L
    (0x023, OnePlayer, action::RIGHT),                  // D
    (0x174, OnePlayer, action::RIGHT),                  // Right
    (0x07A, PlayerTwo, action::RIGHT),                  // 3 on the keypad
    (0x042, Always, action::SOFT_DROP),                 // K
    (0x01B, OnePlayer, action::SOFT_DROP),              // S
    (0x172, OnePlayer, action::SOFT_DROP),              // Down
    (0x072, PlayerTwo, action::SOFT_DROP),              // 2 on the keypad
    (0x043, Always, action::TURN_CLOCKWISE),            // I
    (0x01D, OnePlayer, action::TURN_CLOCKWISE),         // W
    (0x175, OnePlayer, action::TURN_CLOCKWISE),         // Up
    (0x022, OnePlayer, action::TURN_CLOCKWISE),         // X
    (0x073, PlayerTwo, action::TURN_CLOCKWISE),         // 5 on the keypad
    (0x03C, Always, action::TURN_COUNTER_CLOCKWISE),    // U
    (0x015, OnePlayer, action::TURN_COUNTER_CLOCKWISE), // Q
    (0x01A, OnePlayer, action::TURN_COUNTER_CLOCKWISE), // Z
    (0x014, OnePlayer, action::TURN_COUNTER_CLOCKWISE), // left Ctrl
    (0x114, OnePlayer, action::TURN_COUNTER_CLOCKWISE), // right Ctrl
    (0x06B, PlayerTwo, action::TURN_COUNTER_CLOCKWISE), // 4 on the keypad
    (0x034, Always, action::HARD_DROP),                 // G
    (0x070, PlayerTwo, action::HARD_DROP),              // 0 on the keypad
    (0x033, Always, action::HOLD),                      // H
    (0x024, OnePlayer, action::HOLD),                   // E
    (0x021, OnePlayer, action::HOLD),                   // C
    (0x012, OnePlayer, action::HOLD),                   // left Shift
    (0x059, OnePlayer, action::HOLD),                   // right Shift
    (0x071, PlayerTwo, action::HOLD),                   // . on the keypad
    (0x029, OnePlayer, action::START),                  // Space, with one player action::SPACE
    (0x05A, Always, action::START),                     // Enter
    (0x15A, Always, action::START),                     // Enter on the keypad
    (0x016, Always, action::ONE),                       // 1
    (0x01E, Always, action::TWO),                       // 2
    (0x04D, Always, action::PAUSE),                     // P
    (0x076, Always, action::ESCAPE),                    // Esc
    (0x02D, Always, action::RESTART),                   // R
    (0x005, Always, action::SKIN),                      // F1
    (0x006, Always, action::MUTE),                      // F2
    (0x004, Always, action::MUSIC),                     // F3
    (0x00C, Always, action::EFFECTS),                   // F4
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
        let class = if pad == 0 { Always } else { PlayerTwo };
        let buttons = (0..).zip(PAD);
        buttons
            .map(move |(button, action)| (gamepad_reader::code(pad, button).into(), class, action))
    });
    KEYS.iter().copied().chain(buttons).collect()
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
    const FIRST_OF_TWO: &Column = &[
        (1, &[0x3B]),
        (2, &[0x4B]),
        (3, &[0x42]),
        (4, &[0x43]),
        (5, &[0x3C]),
        (6, &[0x34]),
        (7, &[0x33]),
        (30, &[0x29]),
    ];
    const SECOND_OF_TWO: &Column = &[
        (1, &[0x69]),
        (2, &[0x7A]),
        (3, &[0x72]),
        (4, &[0x73]),
        (5, &[0x6B]),
        (6, &[0x70]),
        (7, &[0x71]),
    ];

    fn expected(two_players: bool, key: u16) -> Option<(u8, bool)> {
        let find = |column: &Column| {
            let row = column.iter().find(|row| row.1.contains(&key));
            row.map(|row| row.0)
        };
        let first = find(if two_players { FIRST_OF_TWO } else { ALONE })
            .or(find(GLOBAL))
            .or(find(PAD));
        let second = find(SECOND_OF_TWO).or(find(SECOND_PAD));
        let second = second.filter(|_| two_players);
        first
            .map(|action| (action, false))
            .or(second.map(|action| (action, true)))
    }

    /// Sends codes and returns the actions pressed meanwhile, each with its presser.
    fn send(uut: &mut Bench<KeyboardDecoder>, codes: &[u8]) -> Vec<(u8, bool)> {
        let mut pressed = vec![];
        for &code in codes {
            poke!(uut.code = code.to_bits());
            poke!(uut.code_valid = true);
            for _ in 0..6 {
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
    fn every_code_acts_as_the_tables_say_alone_and_with_two() {
        const NO_KEYS: &[u16] = &[0x00, 0xAA, 0xFF, 0xE0, 0xE1, 0xF0, 0xEE, 0xFA, 0xFC, 0xFE];
        for two_players in [false, true] {
            let mut uut = Bench::new(KeyboardDecoder::new(&map(2)));
            poke!(uut.two_players = two_players);
            for _ in 0..1100 {
                tick!(uut);
            }
            let mut keys = 0;
            for key in (0..512).filter(|key| !NO_KEYS.contains(&(key & 0xFF))) {
                let expected = expected(two_players, key);
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
            assert_eq!(keys, if two_players { 26 + 24 } else { 36 + 12 });
        }
    }

    #[test]
    fn all_keys_of_two_players_can_be_down_at_once() {
        let mut uut = Bench::new(KeyboardDecoder::new(&map(2)));
        poke!(uut.two_players = true);
        for _ in 0..1100 {
            tick!(uut);
        }
        for row in 0..7 {
            for (column, second) in [(FIRST_OF_TWO, false), (SECOND_OF_TWO, true)] {
                let (action, codes) = column[row];
                assert_eq!(send(&mut uut, &[codes[0] as u8]), [(action, second)]);
            }
        }
        assert_eq!(held(&mut uut), [3; 3]);
        assert_eq!(send(&mut uut, &[0x3B, 0x69, 0x29]), [(30, false)]);
        assert_eq!(send(&mut uut, &[0xF0, 0x3B, 0xF0, 0x72]), []);
        assert_eq!(held(&mut uut), [2, 3, 1]);
    }

    #[test]
    fn bits_3_and_2_of_an_action_are_a_start_and_bit_4_is_not_for_the_piece() {
        for &(key, _, action) in KEYS {
            assert_eq!(
                action & 12 == 12,
                action & 15 == action::SPACE,
                "key {key:03X}"
            );
            assert_eq!(action & 16 == 0, action <= action::HOLD, "key {key:03X}");
        }
        assert_eq!(action::SPACE & 7, action::HARD_DROP);
    }
}
