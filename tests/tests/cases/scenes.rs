//! Cases that need keys only.

use super::find::{case, quad, single, Found};
use gatefall_lockstep::arcade::{read, steps, Step};

/// Coverage points that need keys only: ways to scenes, the queue of presses.
pub fn scenes() -> Vec<Found> {
    let drops = |keys: &[&str], between: &str| {
        let taps: String = keys
            .iter()
            .map(|key| format!("{}{between}", tap(key)))
            .collect();
        taps.repeat(16)
    };
    let [one, two] = ["1", "2"].map(begun);
    let end = "tick 2\nframe\n";
    let queue = while_a_row_clears(&tap("L").repeat(9), "");
    let mode = |count: usize| format!("rate 0\n{}{}", tap("J"), tap("L").repeat(count));
    let mut sprint = read(&mode(1)).unwrap();
    sprint.extend(steps(1, &vec![quad(); 10]));
    sprint.push(Step::Frame);
    vec![
        ("press: dropped from a full queue".to_owned(), Some(queue)),
        text(
            "scene: recorded game",
            format!(
                "rate 0\ntick 1200\nframe\ntick 779\nframe\ntick 400\nframe\n{}frame\n",
                tap("Space")
            ),
        ),
        text(
            "picture: in a pulse",
            format!("rate 0\ndrum\ntick 1\n{}", "frame\n".repeat(8)),
        ),
        // Lit, no longer lit, lit again, hidden by a pause, and out of danger.
        text(
            "picture: lit frame",
            format!(
                "{one}row 1 16 GG........\n{}frame\ntick 1\nframe\ntick 30\nframe\ntick 1\n\
                 frame\ntick 28\nframe\ntick 1\nframe\n{}frame\ntick 30\n{}tick 60\nframe\n\
                 row 1 16 ..........\ntick 1\nframe\n",
                tap("G"),
                tap("P"),
                tap("P")
            ),
        ),
        // The second player is in danger, then both, then the first one.
        text(
            "picture: lit frame of two",
            format!(
                "{two}row 2 16 GG........\n{}tick 5\nframe\ntick 30\nframe\n\
                 row 1 17 .GG.......\n{}tick 40\nframe\nrow 2 16 ..........\ntick 5\nframe\n",
                tap("Enter"),
                tap("Space")
            ),
        ),
        ("scores: sprint".to_owned(), Some(sprint.clone())),
        ("scene: sprint well done".to_owned(), Some(sprint)),
        text(
            "scores: ultra",
            format!(
                "{}{}{}{}{end}tick 45\n{}{end}",
                mode(2),
                tap("1"),
                tap("Enter"),
                tap("G").repeat(16),
                ["U", "Space", "Up", "Enter"].map(tap).concat(),
            ),
        ),
        text(
            "scene: ultra well done",
            format!(
                "{}{}{}clock 17990\ntick 9\n{end}",
                mode(2),
                tap("1"),
                tap("Enter")
            ),
        ),
        text(
            "scene: marathon game over",
            format!("{one}{}{end}", drops(&["G"], "tick 1\n")),
        ),
        text(
            "scene: won by One",
            format!("{two}{}{end}", drops(&["Enter"], "tick 1\n")),
        ),
        text(
            "scene: won by Two",
            format!("{two}{}{end}", drops(&["Space"], "tick 1\n")),
        ),
        text(
            "scene: draw",
            format!("{two}{}{end}", drops(&["Space", "Enter"], "")),
        ),
    ]
}

/// Presses and releases a key.
pub fn tap(key: &str) -> String {
    format!("press {key}\nrelease {key}\n")
}

/// Presses and releases keys in turn.
pub fn taps(keys: &str) -> String {
    keys.split(' ').map(tap).collect()
}

/// The case with these steps.
pub fn text(what: &str, text: String) -> Found {
    (what.to_owned(), Some(read(&text).unwrap()))
}

/// The steps to a game that this key of the title begins.
pub fn begun(key: &str) -> String {
    format!("rate 0\n{}{}", tap(key), tap("Enter"))
}

/// Steps right after a lock that fills a row, and others after the next piece has come in.
pub fn while_a_row_clears(steps: &str, after: &str) -> Vec<Step> {
    let mut all = case("lock: no spin, 1 lines", 1, &[single()]).unwrap();
    let clearing = all.len() - 18;
    all.splice(clearing..clearing, read(steps).unwrap());
    all.extend(read(after).unwrap());
    all
}
