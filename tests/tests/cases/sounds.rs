//! A case for each sound effect.

use super::find::{case, single, Found, Rehearsed};
use super::scenes::{begun, tap, text};
use gatefall_golden::arcade::Sound;

/// All of them: some of their own, and the shortest of those that were found.
pub fn sounds(found: &[Found]) -> Vec<Found> {
    let mut sounds = own();
    let cases = found.iter().filter_map(|(_, steps)| steps.clone());
    let cases: Rehearsed = cases.collect();
    for sound in Sound::all() {
        let what = format!("sound: {sound}");
        if sounds.iter().all(|(known, _)| *known != what) {
            let shortest = cases.shortest(&what);
            sounds.push((what, shortest));
        }
    }
    sounds
}

fn own() -> Vec<Found> {
    let one = begun("1");
    let [left, right, down, drop] = ["J", "L", "K", "G"].map(tap);
    let combo = "sound: combo 12";
    vec![
        // The cursor of the menu moves, in both directions.
        text("sound: move", format!("rate 0\n{left}{down}{}", tap("I"))),
        // A setting of the menu changes, the row of the settings does not, and the skin changes.
        text(
            "sound: rotate",
            format!("rate 0\n{left}{right}{}{right}{}", tap("I"), tap("F1")),
        ),
        // All numbers, and the game begins.
        text("sound: count", format!("rate 0\n{}tick 182\n", tap("1"))),
        // The countdown is skipped.
        text("sound: go", begun("2")),
        // Cells come near the top and stay, and the game is paused.
        text(
            "sound: alarm",
            format!(
                "{one}row 1 15 GG........\n{drop}tick 9\nrow 1 16 GG........\n{drop}tick 70\n\
                 {}tick 30\n{}tick 70\nrow 1 16 ..........\ntick 9\n",
                tap("P"),
                tap("P")
            ),
        ),
        // The pitch stays from the twelfth on.
        (combo.to_owned(), case(combo, 1, &vec![single(); 15])),
    ]
}
