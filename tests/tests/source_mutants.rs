//! Tests fail for golden models and for a lowering with a fault in their source.
//!
//! cargo-mutants makes the faults: another operator, a function that returns a fixed value, a
//! `match` without an arm, a condition that always holds. It compiles a copy of the project.

use gatefall_tests::{has_programs, record, seed};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Packages with faults, and the options of `cargo test` with which more than their own tests run.
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

/// Tries a sample of the faults of a package. Returns how many are found, and the others.
fn try_faults(package: &str, options: &[&str], part: u64) -> (usize, Vec<String>) {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut mutants = Command::new("cargo");
    mutants.arg("mutants").arg("--dir").arg(&project);
    mutants.args(["--package", package]);
    for option in options {
        mutants.arg(format!("--cargo-arg={option}"));
    }
    let shard = format!("{part}/{PARTS}");
    mutants.args(["--sharding", "round-robin", "--shard", &shard]);
    mutants.arg("--output").arg(folder.path());
    mutants.env(
        "CARGO_TARGET_DIR",
        project.join("target/source-mutants").join(package),
    );
    // The tests of a fault are those of `make test`, and record nothing.
    for variable in ["FRESH", "RECORD", "SECONDS", "SEED", "SHARD"] {
        mutants.env_remove(format!("GATEFALL_{variable}"));
    }
    let status = mutants.status().expect("cargo runs");
    let is_tried = status.code().is_some_and(|code| TRIED.contains(&code));
    assert!(is_tried, "cargo-mutants ends with {status}");
    let faults = |list: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.path().join("mutants.out").join(list));
        let text = text.expect("cargo-mutants writes its lists");
        text.lines().map(str::to_owned).collect()
    };
    let found = faults("caught.txt").len() + faults("timeout.txt").len();
    (found, faults("missed.txt"))
}

#[test]
#[ignore = "takes two hours"]
fn of_a_hundred_faults_in_the_source_85_are_found() {
    let test = "of_a_hundred_faults_in_the_source_85_are_found";
    let install = ("cargo-mutants", "cargo install --locked cargo-mutants");
    if !has_programs(test, &[install]) {
        return;
    }
    let part = seed(1) % PARTS;
    let (mut faults, mut all_found) = (0, 0);
    for (package, options) in SOURCES {
        let (found, missed) = try_faults(package, options, part);
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
