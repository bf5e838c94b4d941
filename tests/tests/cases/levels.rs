//! Cases with several parts: speed of falling pieces at each level, highest level and highest
//! score.

use super::scenes::{tap, taps};
use gatefall_golden::{lock_ticks, rows_per_tick, Settings, SpeedCurve, MAX_LEVEL};
use gatefall_lockstep::arcade::{read, rehearse, Step};

/// The highest level that a game can start with.
const MOST_CHOSEN: u32 = 15;
/// Limit of pieces in a row that clear rows on any board: each adds four cells, a row removes ten.
const MOST_IN_A_ROW: u32 = 40;

/// A case: its name, its coverage points, and its steps.
pub type Shown = (String, Vec<String>, Vec<Step>);

/// The case with this name, these coverage points and this text.
pub fn shown(name: &str, met: &[&str], text: &str) -> Shown {
    let met = met.iter().map(|&what| what.to_owned()).collect();
    (name.to_owned(), met, read(text).unwrap())
}

/// All of them.
pub fn all() -> Vec<Shown> {
    let curves = [
        ("", SpeedCurve::Formula),
        ("classic curve, ", SpeedCurve::Nes),
    ];
    let mut all = Vec::new();
    for (name, curve) in curves {
        for (levels, text) in [
            (1..=MOST_CHOSEN, chosen(curve)),
            (MOST_CHOSEN + 1..=MAX_LEVEL, risen(curve)),
        ] {
            let title = format!(
                "gravity: {name}levels {} to {}",
                levels.start(),
                levels.end()
            );
            let met = levels
                .clone()
                .map(|level| format!("gravity: {name}level {level}"));
            let mut met: Vec<String> = met.collect();
            if *levels.end() == MAX_LEVEL && curve == SpeedCurve::Formula {
                let delays = (12..=30).step_by(2);
                met.extend(delays.map(|ticks| format!("lock delay: {ticks} ticks")));
            }
            all.push((title, met, read(&text).unwrap()));
        }
    }
    all.extend(["level: no higher", "score: no higher"].map(no_higher));
    all.push(fifteen_by_time());
    all
}

/// As many clears as it takes.
fn no_higher(what: &str) -> Shown {
    let mut text = at_fifteen(SpeedCurve::Formula);
    for clears in 1.. {
        text += &clear();
        if rehearse(&read(&text).unwrap()).of(what) > 0 {
            break;
        }
        if clears % MOST_IN_A_ROW == 0 {
            text += &aside();
        }
    }
    text += "frame\n";
    (what.to_owned(), vec![what.to_owned()], read(&text).unwrap())
}

/// A match that begins at level 15 stays there. The boards are emptied before they are full.
fn fifteen_by_time() -> Shown {
    let empty = |side: u32| -> String {
        let rows = 0..gatefall_golden::ROWS;
        rows.map(|y| format!("row {side} {y} ..........\n"))
            .collect()
    };
    let [left, two, enter] = ["J", "2", "Enter"].map(tap);
    // The gates search downwards again when the piece moves.
    let [of_one, of_two] = ["A D", "Left Right"].map(taps);
    let emptied = format!("tick 600\n{}{of_one}{}{of_two}", empty(1), empty(2));
    let text = [
        &*format!("rate 0\n{}{left}{two}{enter}", menu(SpeedCurve::Nes)),
        &emptied,
        &emptied,
        "tick 599\nframe\ntick 1\nframe\n",
    ]
    .concat();
    let what = "level: no higher by time";
    shown(what, &["scene: play of versus"], &text)
}

/// Ticks in which a piece that nothing stops falls two rows at a level.
fn two_rows(curve: SpeedCurve, level: u32) -> u32 {
    let settings = Settings {
        curve,
        ..Settings::default()
    };
    (2_u32 << 16).div_ceil(rows_per_tick(&settings, level, false))
}

/// The menu, the curve chosen, and the cursor on the row of the level.
fn menu(curve: SpeedCurve) -> String {
    let [open, down, right, enter, up] = ["J", "K", "L", "Enter", "I"].map(tap);
    let choose = match curve {
        SpeedCurve::Formula => String::new(),
        SpeedCurve::Nes => format!("{enter}{}{right}{enter}", down.repeat(11)),
    };
    format!("{open}{}{choose}{}", down.repeat(4), up.repeat(2))
}

/// A short game of every level that can be chosen.
fn chosen(curve: SpeedCurve) -> String {
    let [open, down, right, one, enter] = ["J", "K", "L", "1", "Enter"].map(tap);
    let leave = ["Esc", "I", "Enter"].map(tap).concat();
    let mut text = format!("rate 0\n{}", menu(curve));
    for level in 1..=MOST_CHOSEN {
        let ticks = two_rows(curve, level);
        text += &format!(
            "{one}{enter}tick {ticks}\n{leave}{open}{}{right}",
            down.repeat(2)
        );
    }
    text
}

/// A game of the highest level that can be chosen, with an I at its start.
fn at_fifteen(curve: SpeedCurve) -> String {
    let [left, one, enter] = ["J", "1", "Enter"].map(tap);
    let aside = aside();
    format!("rate 0\n{}{left}{one}{enter}{aside}", menu(curve))
}

/// A drop that clears nothing, and another I. The dropped piece lies below the next rows.
pub fn aside() -> String {
    format!("deal I\n{}", tap("G"))
}

/// Four rows and an empty board; an I comes before and after.
pub fn clear() -> String {
    let rows: String = (0..4).map(|y| format!("row 1 {y} GGGGG.GGGG\n")).collect();
    // The gates search downwards again when the piece moves.
    let [left, right, turn, drop] = ["J", "L", "I", "G"].map(tap);
    format!("{rows}{left}{right}{turn}deal I\n{drop}tick 18\n")
}

/// A game that rises from level to level, with a fall in each, and a lock in time at the modern
/// speed.
fn risen(curve: SpeedCurve) -> String {
    let mut text = at_fifteen(curve);
    let mut lines = 0;
    for level in MOST_CHOSEN + 1..=MAX_LEVEL {
        while lines < 10 * (level - MOST_CHOSEN) {
            text += &clear();
            lines += 4;
        }
        let settings = Settings {
            curve,
            ..Settings::default()
        };
        // At most six ticks to the ground, and the delay.
        let locks = match curve {
            SpeedCurve::Formula => 6 + lock_ticks(&settings, level),
            SpeedCurve::Nes => 0,
        };
        text += &format!("tick {}\n{}", two_rows(curve, level) + locks, aside());
    }
    text
}
