//! Cases of the end of a game of two, and of matches of several games.

use super::levels::{shown, Shown};
use super::scenes::{tap, taps};

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![best_of_three(), four_wins(), of_one(), left()]
}

/// A draw counts for nobody; the second win ends the match, and the next game begins another.
fn best_of_three() -> Shown {
    let both = taps("Space Enter").repeat(16);
    let text = [
        &chosen(1),
        &taps("2 Enter"),
        &drops("Space"),
        // Enter is not heard before the 45th tick.
        "frame\ntick 20\nframe\ntick 23\n",
        &tap("Enter"),
        "tick 1\n",
        &tap("Space"),
        "frame\n",
        &tap("Enter"),
        &both,
        "tick 50\nframe\n",
        &taps("Enter Enter"),
        &drops("Enter"),
        "tick 50\nframe\n",
        // RESTART begins the game again, but not the match.
        &taps("Enter Enter P K Enter Enter"),
        "frame\n",
        &drops("Space"),
        "tick 50\nframe\n",
        &taps("Enter Enter"),
        "frame\n",
    ]
    .concat();
    shown(
        "match: best of three",
        &[
            "match: goes on",
            "match: over",
            "end: an ignored press",
            "row: BestOf",
        ],
        &text,
    )
}

/// Four wins of player 1, and then four of player 2 in the next match.
fn four_wins() -> Shown {
    let lost = |key: &str| format!("{}tick 50\nframe\n{}", drops(key), taps("Enter Enter"));
    let lost = [lost("Enter").repeat(4), lost("Space").repeat(4)];
    let text = [chosen(3), taps("2 Enter"), lost.concat()].concat();
    shown("match: four wins", &["match: over"], &text)
}

/// The board of a game of one turns grey from its floor after a top-out, until a new game.
fn of_one() -> Shown {
    let drops = taps("G").repeat(16);
    let text = format!(
        "rate 0\n{}{drops}tick 1\nframe\ntick 16\nframe\ntick 27\n{}tick 1\nframe\n{}frame\n",
        taps("1 Enter"),
        taps("Esc P F1"),
        tap("Enter")
    );
    shown("end: grey rows", &["end: an ignored press"], &text)
}

/// After a visit to the title nobody has won a game.
fn left() -> Shown {
    let drops = drops("Enter");
    let text = [
        &chosen(3),
        &taps("2 Enter"),
        &drops,
        "tick 60\nframe\n",
        &taps("Esc 2 Enter"),
        "frame\n",
        // A shorter match is over at once.
        &drops,
        "tick 60\n",
        &taps("Enter Enter P K K Enter"),
        &taps("K").repeat(14),
        &taps("J J J Esc I I I Enter"),
        "frame\n",
    ]
    .concat();
    shown("match: left", &["match: goes on"], &text)
}

/// From power-up to a menu, with so many games to win less one.
fn chosen(more: usize) -> String {
    let down = tap("K").repeat(14);
    let right = tap("L").repeat(more);
    format!("rate 0\n{}{down}{right}{}", taps("J I Enter"), tap("Esc"))
}

/// Hard drops with a key until the board is full.
fn drops(key: &str) -> String {
    format!("{}tick 1\n", tap(key)).repeat(16)
}
