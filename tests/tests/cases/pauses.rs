//! Cases of the pause: its menu, its settings, the wait after it, and the key that begins a game
//! again.

use super::levels::{shown, Shown};
use super::play::begun_with;
use super::scenes::{begun, taps};

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![
        menu(),
        of_two(),
        settings(),
        previews(),
        six_previews(),
        held_key(),
    ]
}

/// The most next pieces stand close to each other.
fn six_previews() -> Shown {
    let text = begun_with(8, "L", 1) + "tick 5\nframe\n";
    shown("picture: six next pieces", &["row: Next"], &text)
}

/// Every entry is selected and chosen. In the wait P and Esc pause again, and Enter ends it.
fn menu() -> Shown {
    let text = [
        &begun("1"),
        &taps("G Esc"),
        "frame\n",
        &taps("K K K K I"),
        "frame\n",
        &taps("I P"),
        "tick 9\nframe\n",
        &taps("P Enter"),
        "tick 60\nframe\n",
        &taps("P Esc Esc Space K Enter"),
        "tick 60\nframe\n",
        &taps("Enter G G P K Space"),
        "frame\n",
        &taps("Enter P I Enter"),
        "frame\n",
    ]
    .concat();
    let met = [
        "scene: pause of 1",
        "scene: wait of 1",
        "row: Resume of a pause",
        "row: Restart of a pause",
        "row: Title of a pause",
    ];
    shown("pause: menu", &met, &text)
}

/// Both boards are hidden. The settings have the picture that they have from the menu.
fn of_two() -> Shown {
    let text = [
        &begun("2"),
        &taps("Space Enter P"),
        "frame\n",
        &taps("K"),
        "frame\n",
        &taps("K Enter"),
        "frame\n",
        &taps("Esc P"),
        "tick 30\nframe\ntick 29\nframe\n",
        &taps("Space Esc I Enter"),
        "frame\n",
    ]
    .concat();
    let met = [
        "scene: pause of 2",
        "scene: wait of 2",
        "scene: settings in a pause",
        "row: Settings of a pause",
    ];
    shown("pause: of two", &met, &text)
}

/// A shorter DAS acts as soon as the game goes on, a shorter LOCK in the next game. The direction
/// is held since the pause.
fn settings() -> Shown {
    let text = [
        &begun("1"),
        "press J\ntick 6\n",
        &taps("P K K Enter"),
        "release J\n",
        &taps("J J J"),
        // LOCK.
        &taps("K K K K K J J"),
        "frame\n",
        &taps("Enter P"),
        "press J\ntick 59\n",
        "tick 9\nrelease J\n",
        "press K\ntick 62\nrelease K\ntick 40\n",
        &taps("Esc K Enter Enter"),
        "press K\ntick 62\nrelease K\ntick 40\n",
    ]
    .concat();
    shown(
        "pause: settings act",
        &["scene: settings in a pause", "lock delay: 28 ticks"],
        &text,
    )
}

/// Fewer NEXT pieces and no GHOST are seen when the boards are, before the game goes on.
fn previews() -> Shown {
    let change = |players: &str| {
        [
            &begun(players),
            &taps("P K K Enter"),
            // NEXT, GHOST.
            &taps("K K K K K K K K J J K J"),
            &taps("Enter P"),
            "frame\ntick 70\nframe\n",
            &taps("Esc K K K Enter"),
        ]
        .concat()
    };
    let text = [change("1"), change("2")].concat();
    let met = ["scene: wait of 1", "scene: wait of 2"];
    shown("pause: previews", &met, &text)
}

/// R for 29 ticks does nothing, for 30 it begins the game again, once; also in a pause. It is none
/// with two players.
fn held_key() -> Shown {
    let text = [
        &begun("1"),
        &taps("G G"),
        "press R\ntick 29\nrelease R\ntick 5\npress R\ntick 30\nframe\ntick 100\nrelease R\n",
        "press R\ntick 30\nrelease R\ntick 170\n",
        &taps("Enter G P"),
        "press R\ntick 30\nframe\nrelease R\n",
        &taps("Esc 2 Enter Space"),
        "press R\ntick 40\nrelease R\n",
    ]
    .concat();
    shown("pause: held key", &["restart: by a held key"], &text)
}
