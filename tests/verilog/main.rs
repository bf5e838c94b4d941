//! Plays the emitted Verilog in a simulator, with a bench that uses nothing of the project's Rust:
//! keys go in, pixels come out.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_games::GAMES;
use gatefall_project::core;
use gatefall_tests::{has_programs, KeptRun};
use std::fs;
use std::path::Path;
use std::process::Command;

const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/verilog");

/// Runs a script of the bench in a folder. It must succeed. If it does not, its output is shown.
fn run(script: &str, programs: &[&str], folder: &Path, arguments: &[&str]) {
    let mut shell = Command::new("sh");
    let shell = shell.arg(format!("{BENCH}/{script}")).args(arguments);
    let run = KeptRun::new(shell.current_dir(folder)).reads(BENCH);
    let output = run.starts(programs).leaves(&[]).run(240);
    assert!(
        output.status.success(),
        "{script}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_bench_finds_each_planted_fault() {
    if has_programs("the_bench_finds_each_planted_fault", &[("g++", "g++")]) {
        let folder = tempfile::tempdir().unwrap();
        run("self_test.sh", &["g++"], folder.path(), &[]);
    }
}

#[test]
fn the_arcade_plays_by_the_rules() {
    if !has_programs(
        "the_arcade_plays_by_the_rules",
        &[("verilator", "verilator"), ("make", "make"), ("g++", "g++")],
    ) {
        return;
    }
    let game = GAMES.iter().find(|game| game.name == "arcade").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rtl = folder.path().join("rtl");
    fs::create_dir(&rtl).unwrap();
    for file in core(game, &game.params()).unwrap() {
        fs::write(rtl.join(file.name), file.text).unwrap();
    }
    let programs = ["verilator", "make", "g++"];
    run("run.sh", &programs, folder.path(), &["rtl", "pictures"]);
}
