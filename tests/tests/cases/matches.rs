//! Cases of the end of a game of two, and of matches of several games.

use super::levels::{shown, Shown};
use super::scenes::{tap, taps};
use gatefall_golden::ROWS;

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![
        best_of_three(),
        four_wins(),
        of_one(),
        left(),
        garbage_for_one(),
        long_times(),
        garbage_under_pieces(),
    ]
}

/// A draw counts for nobody; the second win ends the match, and the next game begins another.
fn best_of_three() -> Shown {
    let drops = |key: &str| format!("{}tick 1\n", tap(key)).repeat(16);
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
    let lost = |key: &str| {
        let drops = format!("{}tick 1\n", tap(key)).repeat(16);
        format!("{drops}tick 50\nframe\n{}", taps("Enter Enter"))
    };
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
    let drops = format!("{}tick 1\n", tap("Enter")).repeat(16);
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

/// Rows of two players clear with the longest delay, and a piece lies for the longest time.
fn long_times() -> Shown {
    let changed = [
        // Delay cut, guard, lock delay, line clear delay, goal of a marathon, tune.
        (2, "J", 6),
        (2, "J", 6),
        (1, "J", 21),
        (2, "J", 19),
        (5, "L", 1),
        (5, "L", 1),
    ];
    let changed = changed.map(|(down, key, times)| tap("K").repeat(down) + &tap(key).repeat(times));
    let text = [
        "rate 0\n",
        &taps("J K K K K Enter"),
        &changed.concat(),
        &taps("Enter 2 Enter"),
        "tick 30\ndeal I\n",
        &taps("Space Enter"),
        "tick 30\n",
        &board(1, 1, "GGG....GGG"),
        &taps("A D"),
        &board(2, 1, "GGG....GGG"),
        &taps("Left Right Space Enter"),
        "tick 4\nframe\ntick 20\nframe\ntick 20\n",
        &tap("S").repeat(20),
        "tick 50\nframe\ntick 12\nframe\n",
    ]
    .concat();
    shown("lock: after the longest times", &["lock: in time"], &text)
}

/// All rows of a board. The lowest ones have garbage.
fn board(side: u32, count: usize, garbage: &str) -> String {
    let row = |y: usize| match y < count {
        true => format!("row {side} {y} {garbage}\n"),
        false => format!("row {side} {y} ..........\n"),
    };
    (0..ROWS).map(row).collect()
}

/// Three perfect clears of player 2: thirty rows wait, and ten rise under a board with many pieces.
fn garbage_under_pieces() -> Shown {
    let four = [
        "deal I\n",
        &tap("Enter"),
        "tick 20\n",
        &board(2, 4, "GGGGGGGGG."),
        &taps("Up Right Right Right Right Right Enter"),
        "tick 4\nframe\ntick 40\n",
    ]
    .concat();
    let drop = tap("Space") + "tick 4\n";
    let text = [
        "rate 0\n",
        &taps("2 Enter"),
        &drop.repeat(6),
        &four.repeat(3),
        &drop,
        "tick 18\nframe\n",
    ]
    .concat();
    shown(
        "garbage: under many pieces",
        &["garbage: 10 rows sent"],
        &text,
    )
}

/// A perfect clear of player 2: ten rows wait beside the board of player 1, and rise.
fn garbage_for_one() -> Shown {
    let text = [
        "rate 0\n",
        &taps("2 Enter"),
        "deal I\n",
        &tap("Enter"),
        "tick 18\ndeal O\n",
        &tap("Space"),
        "tick 18\n",
        &board(2, 1, "GGG....GGG"),
        &taps("Left Right Enter"),
        "tick 18\nframe\n",
        &tap("Space"),
        "tick 18\nframe\n",
    ]
    .concat();
    shown("garbage: for player 1", &["garbage: 10 rows rose"], &text)
}

/// From power-up to a menu, with so many games to win less one.
fn chosen(more: usize) -> String {
    let down = tap("K").repeat(14);
    let right = tap("L").repeat(more);
    format!("rate 0\n{}{down}{right}{}", taps("J I Enter"), tap("Esc"))
}
