//! Cases of the gamepads: every button of both pads, in every scene where it has a meaning.

use super::levels::Shown;
use gatefall_golden::{PadButton, Side};
use gatefall_lockstep::arcade::read;

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![alone(), menu(), of_two()]
}

/// Presses and releases a button.
fn tap(pad: usize, button: &str) -> String {
    format!("pad {pad} {button} down\npad {pad} {button} up\n")
}

/// Presses and releases buttons of a pad in turn.
fn taps(pad: usize, buttons: &str) -> String {
    buttons.split(' ').map(|button| tap(pad, button)).collect()
}

fn hold(pad: usize, button: &str, ticks: u32) -> String {
    format!("pad {pad} {button} down\ntick {ticks}\npad {pad} {button} up\n")
}

fn shown(name: &str, met: &[(Side, &[PadButton])], text: &str) -> Shown {
    let met = met.iter().flat_map(|(side, buttons)| {
        let names = buttons.iter();
        names.map(move |button| format!("gamepad: {button:?} of {side:?}"))
    });
    (name.to_owned(), met.collect(), read(text).unwrap())
}

/// Start begins a game and ends its countdown. Each button acts; the cross repeats; Start pauses,
/// resumes and ends the wait. The second pad is none.
fn alone() -> Shown {
    let text = [
        "rate 0\n",
        &taps(1, "start start"),
        &taps(1, "left right a x b y l select"),
        &hold(1, "left", 20),
        &hold(1, "right", 30),
        &hold(1, "down", 12),
        "frame\n",
        &taps(1, "up r"),
        &taps(2, "left up start"),
        &tap(1, "start"),
        "frame\n",
        &taps(1, "left up start"),
        "tick 3\nframe\n",
    ]
    .concat();
    shown(
        "gamepad: one player",
        &[(Side::One, &PadButton::ALL)],
        &text,
    )
}

/// Left opens the menu. Up and down choose a row, left and right change it, and neither repeats
/// while it is held. Start begins.
fn menu() -> Shown {
    let text = [
        "rate 0\n",
        &taps(1, "left down down up up"),
        &taps(1, "right right left"),
        &hold(1, "down", 40),
        "frame\n",
        &hold(1, "left", 40),
        &taps(2, "down start"),
        &tap(1, "select"),
        "frame\n",
        &tap(1, "start"),
        "tick 3\nframe\n",
    ]
    .concat();
    let buttons = [PadButton::Up, PadButton::Down, PadButton::Start];
    shown("gamepad: menu", &[(Side::One, &buttons)], &text)
}

/// Up begins a game of two. Both hold buttons at once, on a pad and on the keyboard, which count
/// together.
fn of_two() -> Shown {
    let text = [
        "rate 0\n",
        &tap(1, "up"),
        &tap(2, "start"),
        &taps(2, "left right a x b y l r select"),
        "pad 1 left down\npad 2 right down\npress A\npress Right\ntick 9\n",
        "pad 1 left up\nrelease Right\ntick 9\nframe\n",
        "pad 2 right up\nrelease A\ntick 2\n",
        &hold(2, "down", 9),
        &taps(2, "up start"),
        "frame\n",
        &tap(1, "start"),
        &taps(1, "up r"),
        "tick 3\nframe\n",
    ]
    .concat();
    shown(
        "gamepad: two players",
        &[(Side::Two, &PadButton::ALL)],
        &text,
    )
}
