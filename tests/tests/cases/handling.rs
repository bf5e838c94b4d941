//! Cases of settings of play besides those of `play`, and of times that need a few ticks.

use super::levels::{shown, Shown};
use super::play::begun_with;
use super::scenes::{begun, tap, taps};

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![
        cut_after_a_spawn(),
        guarded_after_a_clear(),
        restarts_without_limit(),
        name_for_sixty_ticks(),
        any_key(),
    ]
}

/// An I lies on a row that it fills but for six cells, and the next one does fill it.
fn clear_of_one_row() -> String {
    let rows = "row 1 0 GGG....GGG\nrow 1 1 G.........\n";
    format!("{rows}{}", taps("J L"))
}

/// A charged repeat waits for the end of DCD, which the spawn begins.
fn cut_after_a_spawn() -> Shown {
    let text = [
        &begun_with(2, "L", 6),
        "press L\ntick 4\n",
        &tap("G"),
        "tick 10\nrelease L\ntick 1\n",
    ]
    .concat();
    shown("auto-shift: cut after a spawn", &["auto-shift: cut"], &text)
}

/// A drop from the clear delay acts right after the spawn, so GUARD ignores it.
fn guarded_after_a_clear() -> Shown {
    let guarded = "press: a drop that is guarded";
    let text = [
        &begun_with(4, "L", 5),
        "tick 6\ndeal I\n",
        &tap("G"),
        "tick 6\n",
        &clear_of_one_row(),
        &tap("G"),
        "tick 5\n",
        &tap("G"),
        "tick 13\nframe\ntick 3\n",
        &taps("G"),
        "tick 1\n",
        &taps("G"),
        "tick 1\nframe\n",
    ]
    .concat();
    shown(
        "press: a drop that is guarded after a clear",
        &[guarded],
        &text,
    )
}

/// NO LIMIT: twenty shifts of a piece on the ground, each of which begins the lock delay anew.
fn restarts_without_limit() -> Shown {
    let text = [
        &begun_with(6, "L", 1),
        &*tap("K").repeat(20),
        &format!("{}tick 20\n{}tick 20\n", tap("J"), tap("L")).repeat(10),
        "tick 9\nframe\ntick 2\nframe\n",
    ]
    .concat();
    shown("lock restarts: without a limit", &["lock: in time"], &text)
}

/// The name is there for the last of 60 ticks, and gone after it.
fn name_for_sixty_ticks() -> Shown {
    let text = [
        &begun("1"),
        "deal I\n",
        &tap("G"),
        &clear_of_one_row(),
        &tap("G"),
        "tick 59\nframe\nframe\ntick 1\n",
    ]
    .concat();
    shown("name: for sixty ticks", &["name: SINGLE"], &text)
}

/// A key without an action begins the idle time anew and ends the recorded game. F7 does not.
fn any_key() -> Shown {
    let text = [
        "rate 0\ntick 300\n",
        &tap("T"),
        "tick 1198\nframe\nframe\nbyte 83\nbyte F0\nbyte 83\nframe\n",
        &tap("T"),
        "frame\n",
    ]
    .concat();
    shown("scene: any key", &["scene: keys", "scene: title"], &text)
}
