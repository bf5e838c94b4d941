//! Cases of the keys of two players.

use super::levels::{shown, Shown};
use super::scenes::taps;

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![split(), keypad()]
}

/// Enter ends the countdown without a drop, Space does not end it. In a pause the keys of one
/// player act, too, and are not held after it. Keys of the other map do nothing in play.
fn split() -> Shown {
    let text = [
        "rate 0\n",
        &taps("2"),
        "tick 30\n",
        &taps("Space Enter"),
        "frame\n",
        &taps("A D S W Q E Left Right Down Up Slash Period"),
        "press A\npress Right\ntick 12\nframe\n",
        &taps("J L K I U G H Keypad1 Keypad3 Keypad0 X Z C"),
        "tick 2\nrelease A\nrelease Right\n",
        &taps("Space Enter KeypadEnter P"),
        "press J\ntick 3\n",
        &taps("K X Up S"),
        "frame\n",
        &taps("P Space"),
        "tick 70\nframe\nrelease J\npress Left\n",
        &taps("P L P Enter Enter"),
        "tick 15\nrelease Left\nframe\n",
    ]
    .concat();
    shown("keyboard: split", &["scene: pause of 2"], &text)
}

/// The setting acts from the next game on. After the game Space begins another one.
fn keypad() -> Shown {
    let text = [
        "rate 0\n",
        &taps("2 Enter P K K Enter I I I L"),
        "frame\n",
        &taps("Esc P"),
        "tick 60\n",
        &taps("G Keypad0 A Left Space Enter"),
        "tick 2\nframe\n",
        &taps("P K Enter"),
        "tick 5\n",
        &taps("Space"),
        "frame\n",
        &taps("Enter J L K I U H Keypad1 Keypad3 Keypad2 Keypad5 Keypad4 KeypadDot"),
        "press J\npress Keypad3\ntick 12\nframe\nrelease J\nrelease Keypad3\n",
        &taps("A Left Space Enter Period Slash"),
        "tick 1\n",
        &format!("{}tick 1\n", taps("G Keypad0")).repeat(16),
        "tick 50\n",
        &taps("Space"),
        "frame\n",
    ]
    .concat();
    shown("keyboard: keypad", &["row: Keys"], &text)
}
