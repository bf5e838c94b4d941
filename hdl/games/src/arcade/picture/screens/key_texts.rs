//! Keys of each screen: caps, and what they do.

use super::paper::Keys;

pub(super) const TITLE_KEYS: &Keys = &[
    (&["1"], "ONE PLAYER"),
    (&["2"], "TWO PLAYERS"),
    (&["J", "L"], "MENU"),
];
pub(super) const SWITCH_KEYS: &Keys = &[
    (&["F1"], "SKIN"),
    (&["F2"], "MUTE"),
    (&["F3"], "MUSIC"),
    (&["F4"], "EFFECTS"),
];
/// The last of them, where there is less room.
pub(super) const SOUND_KEYS: &Keys = &[(&["F3"], "MUSIC"), (&["F4"], "FX")];
pub(super) const LIST_KEYS: &Keys = &[
    (&["I", "K"], "MOVE"),
    (&["J", "L"], "CHANGE"),
    (&["ENTER"], "OK"),
    (&["ESC"], "BACK"),
];
pub(super) const MOVING_KEYS: &Keys = &[
    (&["J", "L"], "MOVE"),
    (&["I"], "TURN"),
    (&["U"], "BACK"),
    (&["K"], "DOWN"),
    (&["G"], "DROP"),
];
pub(super) const HOLD_KEYS: &Keys = &[(&["H"], "HOLD")];
pub(super) const PLAY_KEYS: &Keys = &[(&["P"], "PAUSE"), (&["R"], "RESTART")];
pub(super) const COUNTDOWN_KEYS: &Keys = &[(&["ENTER"], "START"), (&["ESC"], "TITLE")];
/// For the next key to set, or letter of a name, or game.
pub(super) const NEXT_KEYS: &Keys = &[(&["ENTER"], "NEXT"), (&["ESC"], "BACK")];
pub(super) const PAUSE_KEYS: &Keys = &[(&["I", "K"], "MOVE"), (&["ENTER"], "OK")];
pub(super) const END_KEYS: &Keys = &[(&["ENTER"], "AGAIN"), (&["ESC"], "TITLE")];

/// Three rows of keys of a player: keys and what they do, a further key and what that does.
pub(super) type PlayerKeys = [(
    &'static [&'static str],
    &'static str,
    &'static str,
    &'static str,
); 3];

/// Keys of two players who split them.
pub(super) const SPLIT_KEYS: [PlayerKeys; 2] = [
    [
        (&["A", "D"], "MOVE", "S", "DOWN"),
        (&["W"], "TURN", "␣", "DROP"),
        (&["Q"], "BACK", "E", "HOLD"),
    ],
    [
        (&["←", "→"], "MOVE", "↓", "DOWN"),
        (&["↑"], "TURN", "↵", "DROP"),
        (&["/"], "BACK", ".", "HOLD"),
    ],
];
/// Keys of two players, the second one with the keypad.
pub(super) const KEYPAD_KEYS: [PlayerKeys; 2] = [
    [
        (&["J", "L"], "MOVE", "K", "DOWN"),
        (&["I"], "TURN", "G", "DROP"),
        (&["U"], "BACK", "H", "HOLD"),
    ],
    [
        (&["1", "3"], "MOVE", "2", "DOWN"),
        (&["5"], "TURN", "0", "DROP"),
        (&["4"], "BACK", ".", "HOLD"),
    ],
];
