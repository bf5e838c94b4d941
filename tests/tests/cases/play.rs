//! Cases of keys in play: fall, shift, hold, lock.

use super::find::Found;
use super::scenes::{begun, tap, text, while_a_row_clears};

/// All of them.
pub fn play() -> Vec<Found> {
    let mut found = holds();
    found.extend(soft_drops());
    found.extend(auto_shifts());
    found.extend(spawns());
    found.extend(handling());
    let one = begun("1");
    let [down, drop] = ["K", "G"].map(tap);
    let kept = while_a_row_clears(&[tap("L"), tap("I")].concat(), "tick 1\n");
    found.extend([
        text(
            "lock: in time",
            format!("{one}{}tick 31\nframe\n", down.repeat(20)),
        ),
        text("lock: by hard drop", format!("{one}tick 9\n{drop}tick 1\n")),
        text(
            "press: on a tick",
            format!("{one}meet L 0\nmeet I 5\nrelease L\nrelease I\nmeet G 0\ntick 1\n"),
        ),
        ("press: kept while rows clear".to_owned(), Some(kept)),
    ]);
    found
}

/// The steps to a game of one for which a row of the settings was changed.
pub fn begun_with(row: usize, key: &str, times: usize) -> String {
    let [menu, down, enter, one] = ["J", "K", "Enter", "1"].map(tap);
    let to_settings = down.repeat(4);
    let to_row = down.repeat(row);
    let change = tap(key).repeat(times);
    format!("rate 0\n{menu}{to_settings}{enter}{to_row}{change}{enter}{one}{enter}")
}

fn holds() -> Vec<Found> {
    let one = begun("1");
    let off = begun_with(10, "L", 1);
    let [hold, drop, turn] = ["H", "G", "I"].map(tap);
    vec![
        text(
            "hold: for the next piece",
            format!("{one}tick 5\n{turn}{hold}tick 2\nframe\n"),
        ),
        // It comes back as it came in first.
        text(
            "hold: for the held piece",
            format!("{one}{turn}{hold}tick 2\n{turn}{drop}tick 5\n{turn}{hold}tick 2\nframe\n"),
        ),
        // A lock allows it again.
        text(
            "hold: not twice for a piece",
            format!("{one}{hold}tick 3\n{hold}tick 1\nframe\n{drop}{hold}tick 1\n"),
        ),
        text("hold: switched off", format!("{off}{hold}tick 2\nframe\n")),
    ]
}

/// Settings of when keys act, and of full rows.
fn handling() -> Vec<Found> {
    // A clear delay of 18 goes down to 0.
    let changed = [(4, "L", 5), (2, "L", 6), (7, "J", 18), (3, "L", 2)];
    let [guard, cut, at_once, instant] =
        changed.map(|(row, key, times)| begun_with(row, key, times));
    let [drop, turn, left, right] = ["G", "I", "J", "L"].map(tap);
    let rows = "row 1 0 GGG....GGG\nrow 1 1 G.........\n";
    vec![
        text(
            "press: a drop that is guarded",
            format!("{guard}{drop}tick 4\n{drop}tick 1\n{drop}{drop}tick 1\nframe\n"),
        ),
        text(
            "auto-shift: cut",
            format!("{cut}press L\ntick 12\n{turn}tick 9\nrelease L\n{drop}tick 2\n"),
        ),
        text(
            "lock: rows go at once",
            format!("{at_once}deal I\n{drop}{rows}{left}{right}{drop}tick 2\nframe\n"),
        ),
        text(
            "soft drop: at once",
            format!("{instant}press K\n{right}{drop}tick 2\nrelease K\n{drop}tick 1\nframe\n"),
        ),
    ]
}

fn soft_drops() -> Vec<Found> {
    let factors = [(5, "J", 2), (10, "J", 1), (20, "J", 0), (40, "L", 1)];
    let soft_drop = |(factor, key, times)| {
        let begun = begun_with(3, key, times);
        text(
            &format!("soft drop: times {factor}"),
            format!("{begun}press K\ntick 40\nrelease K\ntick 2\n"),
        )
    };
    factors.map(soft_drop).into()
}

fn auto_shifts() -> Vec<Found> {
    let one = begun("1");
    let to_wall = begun_with(1, "J", 2);
    let goes_on = while_a_row_clears("press L\n", "tick 6\nrelease L\ntick 2\n");
    vec![
        text(
            "auto-shift: after the delay",
            format!("{one}press L\ntick 8\nrelease L\ntick 3\n"),
        ),
        text(
            "auto-shift: again",
            format!("{one}press J\ntick 13\nrelease J\ntick 3\n"),
        ),
        text(
            "auto-shift: to the wall",
            format!("{to_wall}press L\ntick 9\nrelease L\ntick 1\n"),
        ),
        // Charged while rows clear.
        (
            "auto-shift: goes on with the next piece".to_owned(),
            Some(goes_on),
        ),
        text(
            "auto-shift: back to the other direction",
            format!(
                "{one}press J\ntick 3\npress L\ntick 3\nrelease L\ntick 6\nrelease J\ntick 1\n"
            ),
        ),
    ]
}

fn spawns() -> Vec<Found> {
    let one = begun("1");
    let [left, drop, hold] = ["J", "G", "H"].map(tap);
    let aside = left.repeat(3);
    let mut found: Vec<Found> = ["I", "J", "L", "O", "S", "T", "Z"]
        .map(|shape| {
            text(
                &format!("spawn: {shape}"),
                format!("{one}deal {shape}\n{drop}frame\ntick 1\n"),
            )
        })
        .into();
    found.extend([
        text(
            "spawn: no room below",
            format!("{one}{aside}row 1 19 ....GG....\ndeal T\n{drop}tick 3\nframe\n"),
        ),
        text(
            "out: no room after hold",
            format!("{one}{aside}row 1 20 ....GG....\ndeal O\n{hold}tick 3\nframe\n"),
        ),
    ]);
    found
}
