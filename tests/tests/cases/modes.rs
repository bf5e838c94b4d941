//! Cases of goals, and of the level of a match.

use super::find::{of_two, quad, Found};
use super::levels::{aside, clear};
use super::play::begun_with;
use super::scenes::{begun, tap, text};
use gatefall_lockstep::arcade::{read, steps, Step};

/// Clears of four rows that reach the goal of a race.
const CLEARS: usize = 10;

/// All of them.
pub fn modes() -> Vec<Found> {
    let two = begun("2");
    let mut won = read(&race()).unwrap();
    won.extend(steps(2, &vec![of_two(quad()); CLEARS]));
    won.push(Step::Frame);
    vec![
        // Both players have a piece on the ground since the tick 1770, which locks with this tick.
        text(
            "level: raised by time",
            format!(
                "{two}tick 1770\n{}{}tick 29\nframe\ntick 2\nframe\n",
                tap("S").repeat(20),
                tap("Down").repeat(20)
            ),
        ),
        ("race: won at the goal".to_owned(), Some(won)),
        text("scene: marathon well done", marathon()),
        text("race: both at the goal", both_at_the_goal()),
    ]
}

/// A marathon with a goal of 150 lines: 38 clears of four rows.
fn marathon() -> String {
    let begun = begun_with(12, "L", 1);
    format!("{begun}{}{}frame\n", aside(), clear().repeat(38))
}

/// The steps from power-up to a menu in which a race is chosen.
fn race() -> String {
    let [menu, up, down, right] = ["J", "I", "K", "L"].map(tap);
    format!("rate 0\n{menu}{down}{right}{up}{right}")
}

/// Both clear four rows before the same tick, ten times.
fn both_at_the_goal() -> String {
    let [two, enter] = ["2", "Enter"].map(tap);
    let drops = ["Space", "Enter"].map(tap).concat();
    let mut text = format!("{}{two}{enter}deal I\n{drops}", race());
    for _ in 0..CLEARS {
        for (player, keys) in (1..).zip([["A", "D", "W"], ["Left", "Right", "Up"]]) {
            for y in 0..4 {
                text += &format!("row {player} {y} GGGGG.GGGG\n");
            }
            // The gates search downwards again when the piece moves.
            text += &keys.map(tap).concat();
        }
        text += &format!("deal I\n{drops}tick 18\n");
    }
    text + "frame\n"
}
