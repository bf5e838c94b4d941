//! Cases that keys alone lead to.

use super::find::{case, single, tetris, Found};
use gatefall_lockstep::arcade::{read, steps, Step};

/// What is met by keys alone: how scenes are reached, hold, the queue of presses.
pub fn scenes() -> Vec<Found> {
    let drops = |keys: &[&str], between: &str| {
        let taps: String = keys
            .iter()
            .map(|key| format!("{}{between}", tap(key)))
            .collect();
        taps.repeat(16)
    };
    let text = |what: &str, text: String| (what.to_owned(), Some(read(&text).unwrap()));
    let begun = |key: &str| format!("rate 0\n{}{}", tap(key), tap("Enter"));
    let [one, two] = ["1", "2"].map(begun);
    let end = "tick 2\nframe\n";
    let mut queue = case("lock: no spin, 1 lines", 1, &[single()]).unwrap();
    let clearing = queue.len() - 18;
    queue.splice(clearing..clearing, read(&tap("L").repeat(9)).unwrap());
    let mode = |count: usize| format!("rate 0\n{}{}", tap("J"), tap("L").repeat(count));
    let mut sprint = read(&mode(1)).unwrap();
    sprint.extend(steps(1, &vec![tetris(); 10]));
    sprint.push(Step::Frame);
    vec![
        text("hold", format!("{one}{}tick 3\n{0}frame\n", tap("H"))),
        ("press dropped from a full queue".to_owned(), Some(queue)),
        ("scene: sprint well done".to_owned(), Some(sprint)),
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
            format!("{two}{}{end}", drops(&["Keypad0"], "tick 1\n")),
        ),
        text(
            "scene: won by Two",
            format!("{two}{}{end}", drops(&["G"], "tick 1\n")),
        ),
        text(
            "scene: draw",
            format!("{two}{}{end}", drops(&["G", "Keypad0"], "")),
        ),
    ]
}

fn tap(key: &str) -> String {
    format!("press {key}\nrelease {key}\n")
}
