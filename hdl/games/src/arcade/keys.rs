//! The keys of one player, as data for the keyboard decoder.
//!
//! All keys of a row act, so that a player may use the letters under either hand or the arrows.
//!
//! **Source**: scan code set 2; an index is `{extended, code}`, so the arrows are not the keypad.

/// What a key does; the numbers that the keyboard decoder hands to the game.
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
    /// Pauses and resumes.
    pub const PAUSE: u8 = 8;
    /// Goes to the title.
    pub const TITLE: u8 = 9;
    /// Silences the sound and brings it back.
    pub const MUTE: u8 = 10;
    /// Starts a game, and starts again.
    pub const START: u8 = 11;
    /// Space: drops the piece like [`HARD_DROP`], of which it has the low three bits; outside of play it starts a game.
    pub const SPACE: u8 = 14;
    /// Key 1: starts a game of one player.
    pub const ONE: u8 = 12;
}

/// `({extended, code}, action)` of every key.
pub const ONE_PLAYER: &[(u16, u8)] = &[
    (0x03B, action::LEFT),                   // J
    (0x01C, action::LEFT),                   // A
    (0x16B, action::LEFT),                   // Left
    (0x04B, action::RIGHT),                  // L
    (0x023, action::RIGHT),                  // D
    (0x174, action::RIGHT),                  // Right
    (0x042, action::SOFT_DROP),              // K
    (0x01B, action::SOFT_DROP),              // S
    (0x172, action::SOFT_DROP),              // Down
    (0x043, action::TURN_CLOCKWISE),         // I
    (0x01D, action::TURN_CLOCKWISE),         // W
    (0x175, action::TURN_CLOCKWISE),         // Up
    (0x022, action::TURN_CLOCKWISE),         // X
    (0x03C, action::TURN_COUNTER_CLOCKWISE), // U
    (0x015, action::TURN_COUNTER_CLOCKWISE), // Q
    (0x01A, action::TURN_COUNTER_CLOCKWISE), // Z
    (0x034, action::HARD_DROP),              // G
    (0x029, action::SPACE),                  // Space
    (0x033, action::HOLD),                   // H
    (0x024, action::HOLD),                   // E
    (0x021, action::HOLD),                   // C
    (0x04D, action::PAUSE),                  // P
    (0x076, action::TITLE),                  // Esc
    (0x03A, action::MUTE),                   // M
    (0x05A, action::START),                  // Enter
    (0x15A, action::START),                  // Enter on the keypad
    (0x016, action::ONE),                    // 1
];

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::input::KeyboardDecoder;

    #[test]
    fn the_decoder_takes_the_map() {
        KeyboardDecoder::new(ONE_PLAYER);
    }

    #[test]
    fn every_action_has_a_key() {
        for action in action::LEFT..=action::ONE {
            assert!(
                ONE_PLAYER.iter().any(|key| key.1 == action),
                "action {action}"
            );
        }
    }
}
