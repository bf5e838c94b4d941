//! A case for each rule of play: `tests/cases/RULE/*.case`. Its first lines are coverage points.
//!
//! `gatefall verify arcade --replay FILE` plays one of them. `cargo test --test cases -- --ignored`
//! finds them again.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod find;
mod handling;
mod keys;
mod levels;
mod matches;
mod modes;
mod names;
mod pads;
mod pauses;
mod play;
mod scenes;
mod scores;
mod sounds;
mod two;

use gatefall_lockstep::arcade::{read, Coverage, Pair, Step};
use gatefall_tests::{case, case_name, cases, share};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Begins a line with a coverage point.
const MEETS: &str = "# meets ";

/// Results of cases.
#[derive(Default)]
struct Played {
    coverage: Coverage,
    /// Coverage points of the first lines of the cases.
    promised: BTreeSet<String>,
    failures: Vec<String>,
}

impl Played {
    /// Plays a case and keeps its results.
    fn play(&mut self, pair: &mut Pair, case: &Path) {
        let name = case_name(case);
        let text = fs::read_to_string(case).unwrap();
        match read(&text) {
            Ok(steps) => match pair.replay(&steps) {
                Ok(()) => self.keep_coverage(&name.to_string(), &text, pair.take_coverage()),
                Err(failure) => {
                    pair.take_coverage();
                    self.failures.push(format!("{name}: {failure}"));
                }
            },
            Err(error) => self.failures.push(format!("{name}: {error}")),
        }
    }

    fn keep_coverage(&mut self, name: &str, text: &str, coverage: Coverage) {
        self.coverage.add(&coverage);
        let promised = text.lines().filter_map(|line| line.strip_prefix(MEETS));
        let promised: Vec<&str> = promised.collect();
        if promised.is_empty() {
            let failure = format!("{name}: no line `{MEETS}POINT`");
            self.failures.push(failure);
        }
        for what in promised {
            if coverage.of(what) == 0 {
                self.failures.push(format!("{name}: does not meet {what}"));
            }
            self.promised.insert(what.to_owned());
        }
    }

    fn add(&mut self, other: Played) {
        self.coverage.add(&other.coverage);
        self.promised.extend(other.promised);
        self.failures.extend(other.failures);
    }
}

/// Plays cases in a thread for each processor. A case begins with power-up, so the order is free.
fn play_all(cases: &[PathBuf]) -> Played {
    let parts = share(cases, |cases| {
        let (mut pair, mut played) = (Pair::default(), Played::default());
        for case in cases {
            played.play(&mut pair, case);
        }
        played
    });
    let mut all = Played::default();
    for played in parts {
        all.add(played);
    }
    all.failures.sort();
    all
}

#[test]
fn every_rule_has_a_case_and_every_case_agrees_and_meets_what_it_says() {
    // Scenes, rows of the menu and pictures are reached on the way to other cases.
    let mut rules = Coverage::default().missing();
    rules.retain(|what| {
        !["scene", "row", "picture"]
            .iter()
            .any(|kind| what.starts_with(kind))
    });
    assert!(rules.len() > 100, "{} rules", rules.len());
    let played = play_all(&cases());
    assert!(
        played.failures.is_empty(),
        "{} failures; `gatefall verify arcade --replay tests/cases/CASE` plays one again:\n{}",
        played.failures.len(),
        played.failures.join("\n")
    );
    rules.retain(|rule| !played.promised.contains(rule));
    assert_eq!(rules, [""; 0], "rules without a case");
    let met = played.coverage;
    assert!(met.of("state: play.lock.state.Stamp") > 0, "{met}");
    assert_eq!(met.missing(), [""; 0], "no case leads to these");
}

#[test]
fn all_failures_of_cases_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        ("a.case", "no step\n"),
        ("b.case", "wait 1\n"),
        ("c.case", "# meets lock: on time\nwait 1\n"),
    ];
    let cases = texts.map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    });
    let failures = play_all(&cases).failures;
    assert_eq!(failures.len(), 3, "{failures:#?}");
    let ends = ["no step", "no line `# meets POINT`", "meet lock: on time"];
    for ((failure, end), (name, _)) in failures.iter().zip(ends).zip(texts) {
        assert!(failure.contains(name) && failure.contains(end), "{failure}");
    }
}

#[test]
#[ignore = "writes tests/cases"]
fn find_cases() {
    let mut missing = Vec::new();
    for (what, steps) in find::all() {
        match steps {
            None => missing.push(what),
            Some(steps) => write_case(&what, &[&what], &steps),
        }
    }
    let shown = levels::all().into_iter().chain(pads::all());
    for (name, met, steps) in shown
        .chain(pauses::all())
        .chain(matches::all())
        .chain(two::all())
        .chain(keys::all())
        .chain(scores::all())
        .chain(handling::all())
    {
        let met: Vec<&str> = met.iter().map(String::as_str).collect();
        write_case(&name, &met, &steps);
    }
    println!("nothing found for {}: {missing:#?}", missing.len());
}

fn write_case(name: &str, met: &[&str], steps: &[Step]) {
    let path = case(&format!("{}.case", place(name)));
    let met: String = met.iter().map(|what| format!("{MEETS}{what}\n")).collect();
    let text = met + &gatefall_lockstep::arcade::write(steps);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// `RULE/CASE` of a coverage point. Kicks have a folder for each shape.
fn place(name: &str) -> String {
    let character = |c: char| match c {
        '/' => '/',
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
        _ => '-',
    };
    let shape = |rest: &str| rest.find(' ') == Some(1);
    let name = match name.split_once(": ") {
        Some(("kick", rest)) if shape(rest) => format!("kick/{}", rest.replacen(' ', "/", 1)),
        Some((rule, rest)) => format!("{rule}/{rest}"),
        None => panic!("`{name}` does not begin with a rule and a colon"),
    };
    name.replace([':', ','], "")
        .chars()
        .map(character)
        .collect()
}

#[test]
fn a_case_stands_in_the_folder_of_its_rule() {
    let at = [
        "lock restarts: 3",
        "kick: I Left to Spawn, place 1",
        "kick: no room",
    ]
    .map(place);
    let expected = [
        "lock-restarts/3",
        "kick/i/left-to-spawn-place-1",
        "kick/no-room",
    ];
    assert_eq!(at, expected);
}
