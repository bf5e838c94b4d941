//! A case for each rule of play: `tests/cases/*.case`. Its first lines are the coverage points.
//!
//! `gatefall verify arcade --replay FILE` plays one of them. `cargo test --test cases -- --ignored`
//! finds them again.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod find;
mod levels;
mod play;
mod scenes;

use gatefall_lockstep::arcade::{read, Coverage, Pair, Step};
use std::fs;
use std::path::PathBuf;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
/// Begins a line with a coverage point.
const MEETS: &str = "# meets ";

fn cases() -> Vec<PathBuf> {
    let files = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = files.collect();
    cases.sort();
    cases
}

#[test]
fn every_rule_has_a_case_and_every_case_agrees_and_meets_what_it_says() {
    let mut pair = Pair::default();
    // Scenes, rows of the menu and pictures are reached on the way to other cases.
    let mut rules = Coverage::default().missing();
    rules.retain(|what| {
        !["scene", "row", "picture"]
            .iter()
            .any(|kind| what.starts_with(kind))
    });
    assert!(rules.len() > 100, "{} rules", rules.len());
    let mut met = Coverage::default();
    for case in cases() {
        let text = fs::read_to_string(&case).unwrap();
        let steps = read(&text).unwrap();
        if let Err(failure) = pair.replay(&steps) {
            panic!("{}: {failure}", case.display());
        }
        let coverage = pair.take_coverage();
        met.add(&coverage);
        let promised = text.lines().filter_map(|line| line.strip_prefix(MEETS));
        let mut count = 0;
        for what in promised {
            assert!(coverage.of(what) > 0, "{} meets no {what}", case.display());
            rules.retain(|rule| rule != what);
            count += 1;
        }
        assert!(count > 0, "{} promises nothing", case.display());
    }
    assert_eq!(rules, [""; 0], "rules without a case");
    assert!(met.of("state: play.lock.state.Stamp") > 0, "{met}");
    let mut states = met.missing();
    states.retain(|what| what.starts_with("state: "));
    assert_eq!(
        states, [""; 0],
        "states of the engine that no case leads to"
    );
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
    for (name, met, steps) in levels::all() {
        let met: Vec<&str> = met.iter().map(String::as_str).collect();
        write_case(&name, &met, &steps);
    }
    println!("nothing found for {}: {missing:#?}", missing.len());
}

fn write_case(name: &str, met: &[&str], steps: &[Step]) {
    let character = |c: char| match c.is_ascii_alphanumeric() {
        true => c.to_ascii_lowercase(),
        false => '-',
    };
    let name: String = name
        .replace([':', ','], "")
        .chars()
        .map(character)
        .collect();
    let met: String = met.iter().map(|what| format!("{MEETS}{what}\n")).collect();
    let text = met + &gatefall_lockstep::arcade::write(steps);
    fs::write(format!("{FOLDER}/{name}.case"), text).unwrap();
}
