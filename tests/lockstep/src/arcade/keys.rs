//! Names of the keys that the player of a session uses.

use gatefall_devices::Key;
use gatefall_golden::{Action, Turn};

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
/// Keys of a single player, and of two players.
pub(super) const ALONE: [&[&str]; 7] = [
    &["J", "A", "Left"],
    &["L", "D", "Right"],
    &["K", "S", "Down"],
    &["I", "W", "X", "Up"],
    &["U", "Q", "Z"],
    &["G", "Space"],
    &["H", "E", "C"],
];
pub(super) const OF_TWO: [[&str; 7]; 2] = [
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
/// Keys that change nothing in a game.
pub(super) const IDLE: [&str; 8] = ["M", "N", "B", "V", "T", "F", "Keypad7", "RightShift"];
/// Keys that begin a game of one player or of two.
pub(super) const BEGIN: [&[&str]; 2] = [
    &["1", "Enter", "Space", "KeypadEnter", "K", "Down", "S"],
    &["2", "I", "Up", "W"],
];

/// The key with this name.
pub(super) fn key(name: &str) -> Key {
    Key::named(name).expect("the keyboard has this key")
}
