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
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
/// Last part of the name of a register with the next random word of a read port.
const RANDOM_WORD: &str = "_random_word";
/// Begins a line with a coverage point.
const MEETS: &str = "# meets ";

/// Results of the cases of one part.
struct Played {
    coverage: Coverage,
    /// Points of the first lines of the cases.
    promised: Vec<String>,
    failures: Vec<String>,
    /// Read ports at which a read met a write.
    met_writes: BTreeSet<String>,
}

/// Plays cases in a circuit with random values where hardware has undefined ones.
fn play_part(cases: &[PathBuf], seed: u64) -> Played {
    let mut pair = Pair::with_random_values(seed);
    let at_power_up = random_words(&mut pair);
    let mut played = Played {
        coverage: Coverage::default(),
        promised: Vec::new(),
        failures: Vec::new(),
        met_writes: BTreeSet::new(),
    };
    for case in cases {
        let text = fs::read_to_string(case).unwrap();
        let name = case.strip_prefix(FOLDER).unwrap().display();
        if let Err(failure) = pair.replay(&read(&text).unwrap()) {
            let text = format!("{name}, with random values of seed {seed}: {failure}");
            played.failures.push(text);
        }
        let now = random_words(&mut pair).into_iter();
        let moved = now.filter(|(name, word)| at_power_up[name] != *word);
        played.met_writes.extend(moved.map(|(name, _)| name));
        let coverage = pair.take_coverage();
        played.coverage.add(&coverage);
        let promised = text.lines().filter_map(|line| line.strip_prefix(MEETS));
        let promised: Vec<&str> = promised.collect();
        if promised.is_empty() {
            played.failures.push(format!("{name} promises nothing"));
        }
        let missed = promised.iter().filter(|what| coverage.of(what) == 0);
        let missed = missed.map(|what| format!("{name} meets no {what}"));
        played.failures.extend(missed);
        played
            .promised
            .extend(promised.into_iter().map(str::to_owned));
    }
    played
}

/// The next random word of each read port.
fn random_words(pair: &mut Pair) -> BTreeMap<String, u64> {
    let machine = pair.gates().machine();
    let names = machine.matching(&format!("*{RANDOM_WORD}")).unwrap();
    let words = names.into_iter().map(|name| {
        let word = machine.peek(name.as_str()).unwrap();
        (name, word)
    });
    words.collect()
}

/// Plays all cases in as many threads as there are seeds, each part with its own seed.
fn play_all(cases: &[PathBuf], seeds: &[u64]) -> Vec<Played> {
    let part = cases.len().div_ceil(seeds.len());
    std::thread::scope(|scope| {
        let parts = cases.chunks(part).zip(seeds);
        let parts: Vec<_> = parts
            .map(|(cases, &seed)| scope.spawn(move || play_part(cases, seed)))
            .collect();
        let parts = parts.into_iter().map(|part| part.join().unwrap());
        parts.collect()
    })
}

fn assert_no_failure(parts: &[Played]) {
    let failures: Vec<&str> = parts
        .iter()
        .flat_map(|p| &p.failures)
        .map(String::as_str)
        .collect();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
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
    let parts = play_all(&files_below(Path::new(FOLDER)), &[1, 2]);
    assert_no_failure(&parts);
    let mut met = Coverage::default();
    for part in &parts {
        met.add(&part.coverage);
        rules.retain(|rule| !part.promised.contains(rule));
        println!("reads met writes at {:#?}", part.met_writes);
        assert!(!part.met_writes.is_empty(), "no read met a write");
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
#[ignore = "plays every case with four more seeds"]
fn every_case_agrees_with_every_seed() {
    let cases = files_below(Path::new(FOLDER));
    for seeds in [[3, 4], [4, 3], [5, 6], [6, 5]] {
        assert_no_failure(&play_all(&cases, &seeds));
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
