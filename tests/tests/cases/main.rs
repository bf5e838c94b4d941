//! A case for each rule of play: `tests/cases/RULE/*.case`. Its first lines are coverage points.
//!
//! `gatefall verify arcade --replay FILE` plays one of them. `cargo test --test cases -- --ignored`
//! finds them again.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod find;
mod keys;
mod levels;
mod matches;
mod modes;
mod names;
mod pads;
mod pauses;
mod play;
mod scenes;
mod sounds;

use gatefall_lockstep::arcade::{read, Coverage, Pair, Step};
use gatefall_tests::files_below;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
/// Begins a line with a coverage point.
const MEETS: &str = "# meets ";

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
    for case in files_below(Path::new(FOLDER)) {
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
    let shown = levels::all().into_iter().chain(pads::all());
    for (name, met, steps) in shown
        .chain(pauses::all())
        .chain(matches::all())
        .chain(keys::all())
    {
        let met: Vec<&str> = met.iter().map(String::as_str).collect();
        write_case(&name, &met, &steps);
    }
    println!("nothing found for {}: {missing:#?}", missing.len());
}

fn write_case(name: &str, met: &[&str], steps: &[Step]) {
    let path = PathBuf::from(format!("{FOLDER}/{}.case", place(name)));
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
