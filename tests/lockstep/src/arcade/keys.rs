//! Keys and buttons that the player of a session uses.

use super::step::Step;
use gatefall_devices::Key;
use gatefall_golden::arcade::KeyCode;
use gatefall_golden::{Action, PadButton, Side, Turn};

/// A key, or a button of a player's gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Control {
    Key(Key),
    Pad(Side, PadButton),
}

impl Control {
    /// It goes down.
    pub(super) fn press(self) -> Step {
        match self {
            Control::Key(key) => Step::Press(key),
            Control::Pad(side, button) => Step::Pad(side, button, true),
        }
    }

    /// It goes down a few clocks before a tick, if it is a key. A pad is read after the tick.
    pub(super) fn meet(self, clocks: u64) -> Step {
        match self {
            Control::Key(key) => Step::Meet(key, clocks),
            pad => pad.press(),
        }
    }

    /// It goes up.
    pub(super) fn release(self) -> Step {
        match self {
            Control::Key(key) => Step::Release(key),
            Control::Pad(side, button) => Step::Pad(side, button, false),
        }
    }
}

/// Play actions, in the order of the keys.
pub(super) const PLAY: [Action; 7] = [
    Action::Left,
    Action::Right,
    Action::SoftDrop,
    Action::Turn(Turn::Clockwise),
    Action::Turn(Turn::Counter),
    Action::HardDrop,
    Action::Hold,
];
/// Keys of a single player, and of two players with the keypad.
pub(super) const ALONE: [&[&str]; 7] = [
    &["J", "A", "Left"],
    &["L", "D", "Right"],
    &["K", "S", "Down"],
    &["I", "W", "X", "Up"],
    &["U", "Q", "Z", "LeftCtrl", "RightCtrl"],
    &["G", "Space"],
    &["H", "E", "C", "LeftShift", "RightShift"],
];
pub(super) const OF_KEYPAD: [[&str; 7]; 2] = [
    ["J", "L", "K", "I", "U", "G", "H"],
    [
        "Keypad1",
        "Keypad3",
        "Keypad2",
        "Keypad5",
        "Keypad4",
        "Keypad0",
        "KeypadDot",
    ],
];
/// Buttons of a gamepad.
pub(super) const OF_PAD: [&[PadButton]; 7] = [
    &[PadButton::Left],
    &[PadButton::Right],
    &[PadButton::Down],
    &[PadButton::A, PadButton::X],
    &[PadButton::B, PadButton::Y],
    &[PadButton::Up],
    &[PadButton::L, PadButton::R],
];
/// Keys that change nothing in a game.
pub(super) const IDLE: [&str; 8] = ["F1", "F2", "F3", "F4", "V", "M", "T", "Keypad7"];
/// Keys while a name is entered.
pub(super) const SPELL: [&str; 20] = [
    "Up",
    "Up",
    "Down",
    "Down",
    "Left",
    "Right",
    "Enter",
    "KeypadEnter",
    "Esc",
    "Space",
    "Backspace",
    "A",
    "B",
    "N",
    "O",
    "Y",
    "Z",
    "F1",
    "6",
    "LeftCtrl",
];
/// Keys that begin a game of one player or of two.
pub(super) const BEGIN: [&[&str]; 2] = [
    &["1", "Enter", "Space", "KeypadEnter", "K", "Down", "S"],
    &["2", "I", "Up", "W"],
];

/// The key with this name.
pub(super) fn key(name: &str) -> Key {
    Key::named(name).expect("the keyboard has this key")
}

/// The key with this code.
pub(super) fn key_of_code(code: KeyCode) -> Key {
    let key = Key::all().find(|key| match key.make()[..] {
        [plain] => KeyCode::from(plain) == code,
        [.., extended] => KeyCode::from(extended) | 0x100 == code,
        [] => false,
    });
    key.expect("the player presses only keys with a name")
}
