//! Tests fail for golden models and for a lowering with a fault in their source.
//!
//! cargo-mutants makes the faults: another operator, a function that returns a fixed value, a
//! `match` without an arm, a condition that always holds. It compiles a copy of the project.

use gatefall_tests::{has_programs, record, seed};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Packages with faults, and the options of `cargo test` for further tests that may find them.
const SOURCES: [(&str, &[&str]); 2] = [
    (
        "gatefall-golden",
        // In these the models play beside the circuits.
        &[
            "--package=gatefall-tests",
            "--lib",
            "--test=cases",
            "--test=handheld",
            "--test=lockstep",
            "--test=matrix",
            "--test=sessions",
            "--test=tictactoe",
        ],
    ),
    ("gatefall-lower", &[]),
];
/// The sample is one fault in so many, about two hundred. The seed says with which it begins.
const PARTS: u64 = 20;
/// Of a hundred faults that compile, so many are found.
const LEAST: usize = 85;
/// Exit statuses of cargo-mutants: all faults are found, some are not, some tests do not end.
const TRIED: [i32; 3] = [0, 2, 3];

/// cargo-mutants for a package of the project, in a folder for its lists.
fn cargo_mutants(package: &str, folder: &Path) -> Command {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut mutants = Command::new("cargo");
    mutants.arg("mutants").arg("--dir").arg(&project);
    mutants.args(["--package", package]);
    mutants.arg("--output").arg(folder);
    let target = project.join("target/source-mutants").join(package);
    mutants.env("CARGO_TARGET_DIR", target);
    // The tests of a fault are those of `make test`, and record nothing.
    for variable in ["FRESH", "RECORD", "SECONDS", "SEED", "SHARD"] {
        mutants.env_remove(format!("GATEFALL_{variable}"));
    }
    mutants
}

/// One of the lists that cargo-mutants writes.
fn list(folder: &Path, name: &str) -> Vec<String> {
    let path = folder.join("mutants.out").join(name);
    let text = fs::read_to_string(path).expect("cargo-mutants writes its lists");
    text.lines().map(str::to_owned).collect()
}

/// Tries faults. Returns how many are found, and the others.
fn try_faults(mut mutants: Command, folder: &Path) -> (usize, Vec<String>) {
    let status = mutants.status().expect("cargo runs");
    let is_tried = status.code().is_some_and(|code| TRIED.contains(&code));
    assert!(is_tried, "cargo-mutants ends with {status}");
    let found = list(folder, "caught.txt").len() + list(folder, "timeout.txt").len();
    (found, list(folder, "missed.txt"))
}

/// Tries a sample of the faults of a package with its own tests, which takes seconds for each.
fn try_sample(package: &str, part: u64) -> (usize, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut mutants = cargo_mutants(package, folder.path());
    let shard = format!("{part}/{PARTS}");
    mutants.args(["--sharding", "round-robin", "--shard", &shard]);
    try_faults(mutants, folder.path())
}

/// Tries these faults with other tests.
fn try_again(package: &str, tests: &[&str], faults: &[String]) -> (usize, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let all = cargo_mutants(package, folder.path()).arg("--list").output();
    let all = String::from_utf8(all.expect("cargo runs").stdout).expect("names are text");
    // A second run leaves out what the first one found. A choice by names takes further faults.
    let others = all
        .lines()
        .filter(|&fault| !faults.iter().any(|wanted| wanted == fault));
    let others: String = others.map(|fault| format!("{fault}\n")).collect();
    let lists = folder.path().join("mutants.out");
    fs::create_dir(&lists).expect("a folder can be made");
    fs::write(lists.join("caught.txt"), others).expect("the list can be written");
    let mut mutants = cargo_mutants(package, folder.path());
    mutants.arg("--iterate");
    for test in tests {
        mutants.arg(format!("--cargo-arg={test}"));
    }
    let (found, missed) = try_faults(mutants, folder.path());
    assert_eq!(found + missed.len(), faults.len(), "all faults are tried");
    (found, missed)
}

#[test]
#[ignore = "takes three hours"]
fn of_a_hundred_faults_in_the_source_85_are_found() {
    let test = "of_a_hundred_faults_in_the_source_85_are_found";
    let install = ("cargo-mutants", "cargo install --locked cargo-mutants");
    if !has_programs(test, &[install]) {
        return;
    }
    let part = seed(1) % PARTS;
    let (mut faults, mut all_found) = (0, 0);
    for (package, others) in SOURCES {
        let (mut found, mut missed) = try_sample(package, part);
        if !others.is_empty() && !missed.is_empty() {
            let (more, rest) = try_again(package, others, &missed);
            found += more;
            missed = rest;
        }
        println!("{package}: {found} found, not {missed:#?}");
        let figures = [("found", found), ("not found", missed.len())];
        record(package, &figures.map(|(name, count)| (name, count as u64)));
        assert!(found > 0, "no fault of {package} is found");
        faults += found + missed.len();
        all_found += found;
    }
    assert!(
        all_found * 100 >= faults * LEAST,
        "{all_found} of {faults} are found"
    );
}
