//! Cases of two players in play: garbage for each of them, and the longest times.

use super::levels::{shown, Shown};
use super::scenes::{tap, taps};
use gatefall_golden::ROWS;

/// All of them.
pub fn all() -> Vec<Shown> {
    vec![
        long_times(),
        garbage_under_pieces(),
        garbage_for(1),
        garbage_for(2),
    ]
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

/// A perfect clear of the other player: ten rows wait beside the board of a player, and rise.
fn garbage_for(player: u32) -> Shown {
    // Left, right and drop of the other player, and drop of this one.
    let (other, [left, right, drop, own_drop]) = match player {
        1 => (2, ["Left", "Right", "Enter", "Space"]),
        _ => (1, ["A", "D", "Space", "Enter"]),
    };
    let text = [
        "rate 0\n",
        &taps("2 Enter"),
        "deal I\n",
        &tap(drop),
        "tick 18\ndeal O\n",
        &tap(own_drop),
        "tick 18\n",
        &board(other, 1, "GGG....GGG"),
        &[left, right, drop].map(tap).concat(),
        "tick 18\nframe\n",
        &tap(own_drop),
        "tick 18\nframe\n",
    ]
    .concat();
    let name = format!("garbage: for player {player}");
    shown(&name, &["garbage: 10 rows rose"], &text)
}
