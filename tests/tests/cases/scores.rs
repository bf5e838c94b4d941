//! Cases of the score tables and the names in them.

use super::levels::{shown, Shown};
use super::scenes::{tap, taps};

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![letters(), eight(), none()]
}

/// From any scene but the pause to the first letter of a name.
fn game() -> String {
    [&taps("1 Enter"), &taps("G").repeat(16), "tick 46\n"].concat()
}

/// Names of a game of one, with all keys; the last row of the settings clears them.
fn letters() -> Shown {
    let name = |keys: &str| format!("{}{}frame\n{}", game(), taps(keys), tap("Esc"));
    let text = [
        "rate 0\n",
        &game(),
        "frame\n",
        // Up, down and around; keys without a letter, of which 51 has the place of an arrow's
        // sign; a skin and a mute in between.
        &taps("Up Up Down Enter Down F1 Down Up"),
        "frame\n",
        "byte 51\nbyte F0\nbyte 51\nframe\n",
        &taps("Left Backspace 6 LeftCtrl F2 O Backspace Right"),
        "press Up\npress Up\npress Up\nframe\nrelease Up\n",
        &taps("Enter F2"),
        "frame\n",
        &taps("Esc Esc"),
        &name("Space J Z"),
        &name("A Esc"),
        // A gamepad: Start takes a letter.
        &game(),
        "pad 1 up down\npad 1 up up\npad 1 start down\npad 1 start up\n",
        "pad 1 down down\npad 1 down up\npad 1 right down\npad 1 right up\n",
        "pad 1 left down\npad 1 left up\npad 1 start down\npad 1 start up\nframe\n",
        "pad 1 start down\npad 1 start up\nframe\n",
        // One press asks, and the cursor that leaves the row forgets it.
        &taps("Esc J I Enter I Enter"),
        "frame\n",
        &taps("I K Enter"),
        "frame\n",
        &tap("Enter"),
        "frame\n",
        &taps("Esc Esc"),
        &name("N"),
    ]
    .concat();
    shown(
        "scores: letters",
        &[
            "letter: Up",
            "letter: Down",
            "letter: Typed",
            "letter: Space",
            "letter: Back",
            "letter: Taken",
            "letter: Ended",
            "scores: cleared",
            "row: Scores",
        ],
        &text,
    )
}

/// More games than a table has entries.
fn eight() -> Shown {
    let games: String = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
        .map(|letter| {
            format!(
                "{}{}frame\n{}",
                game(),
                taps(&format!("{letter} Esc")),
                tap("Esc")
            )
        })
        .concat();
    let text = format!("rate 0\n{games}");
    let met = [
        "scores: the last one is lost",
        "scores: worse ones move",
        "scores: marathon",
    ];
    shown("scores: eight", &met, &text)
}

/// After a game of two, a game without a point is not entered, and Enter begins the next one.
fn none() -> Shown {
    let text = [
        "rate 0\n",
        &taps("2 Enter"),
        &format!("{}tick 1\n", tap("Space")).repeat(16),
        "tick 46\n",
        &taps("Esc J K L Esc"),
        &taps("J K K J J Enter Enter"),
        "tick 1400\nframe\n",
        &tap("Enter"),
        "frame\n",
    ]
    .concat();
    shown("scores: too low", &["scores: too low"], &text)
}
