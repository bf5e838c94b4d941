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

/// Four rows, and ten for a perfect clear of the other player, wait beside the board of a player,
/// and rise.
fn garbage_for(player: u32) -> Shown {
    // Left, right, turn and drop of the other player, and drop of this one.
    let (other, [left, right, turn, drop, own_drop]) = match player {
        1 => (2, ["Left", "Right", "Up", "Enter", "Space"]),
        _ => (1, ["A", "D", "W", "Space", "Enter"]),
    };
    let four = [
        board(other, 4, "GGGGG.GGGG"),
        format!("row {other} 4 G.........\n"),
        [left, right, turn, drop].map(tap).concat(),
    ];
    let perfect = [
        board(other, 1, "GGG....GGG"),
        [left, right, drop].map(tap).concat(),
    ];
    let mut text = ["rate 0\n", &taps("2 Enter")].concat();
    for clear in [four.concat(), perfect.concat()] {
        text += &["deal I\n", &tap(drop), "tick 18\ndeal O\n"].concat();
        text += &[&tap(own_drop), "tick 18\n", &clear].concat();
        text += &["tick 18\nframe\n", &tap(own_drop), "tick 18\nframe\n"].concat();
    }
    let name = format!("garbage: for player {player}");
    let met = ["garbage: 4 rows rose", "garbage: 10 rows rose"];
    shown(&name, &met, &text)
}
