//! `tests/parallel` and `tests/left-out`, with shell scripts for cargo and the binaries.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_tests::{has_programs, run, write_script};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const SCRIPT: &str = include_str!("../parallel");
/// Calls the runner of its `--config` for each binary, with a variable, as cargo does.
const CARGO: &str = r#"
runner=$(echo "$*" | sed "s/.*\['\([^']*\)', 'note'\].*/\1/")
export SEED='a "b"'
mkdir package && cd package
for test in "$PWD"/../deps/*; do "$runner" note "$test" -q || exit; done
exit $(cat ../status)
"#;
/// Passes if it gets that variable and the argument.
const GOOD: &str = "echo \"a pass is not shown\"; [ \"$SEED $*\" = 'a \"b\" -q' ]";

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_script(path, text);
}

/// Runs the script for these binaries and an exit status of cargo. Other programs are on PATH.
fn run_all(binaries: &[(&str, &str)], status: i32) -> Output {
    let folder = TempDir::with_prefix("a b").unwrap();
    let script = folder.path().join("tests/parallel");
    write(&script, SCRIPT);
    write(&folder.path().join("status"), &status.to_string());
    write(
        &folder.path().join("bin/cargo"),
        &format!("#!/bin/sh\n{CARGO}"),
    );
    for (name, text) in binaries {
        let path = folder.path().join("deps").join(name);
        write(&path, &format!("#!/bin/sh\n{text}\n"));
    }
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.path().join("bin").display());
    let mut command = Command::new(script);
    run(command.current_dir(&folder).env("PATH", path), 1)
}

#[test]
fn all_failures_are_shown_and_named() {
    if !has_programs("all_failures_are_shown_and_named", &[("bash", "bash")]) {
        return;
    }
    let binaries = [
        ("good-01", GOOD),
        ("wrong-02", "echo reason; exit 101"),
        ("killed-03", "echo last words >&2; kill -9 $$"),
    ];
    let output = run_all(&binaries, 0);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for shown in ["FAILED, exit status 101", "reason", "last words"] {
        assert!(text.contains(shown), "`{shown}` is missing:\n{text}");
    }
    assert!(!text.contains("a pass"), "{text}");
    let (_, end) = text.split_once("\nfailed:\n").unwrap();
    let names = end.lines().filter_map(|line| line.rsplit('.').next());
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    assert_eq!(names, ["killed", "wrong"], "{text}");
}

#[test]
fn the_exit_status_of_cargo_is_kept() {
    if !has_programs("the_exit_status_of_cargo_is_kept", &[("bash", "bash")]) {
        return;
    }
    for status in [0, 101] {
        let output = run_all(&[("good-01", GOOD)], status);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{text}");
        assert!(text.contains("good  ok"), "{text}");
    }
}

/// Times of the last run of binaries.
const SECONDS: &str = "1 cli.export\n2 host.export_more\n3 tests.export\n";

/// Shows the options of `tests/left-out`, and runs so many tests of some binaries.
fn parallel(tests: usize) -> String {
    let jobs = "$(dirname \"$0\")/../build/jobs";
    let log = format!("echo running {tests} tests >\"{jobs}/a.$name-1.log\"");
    let names = "cli export gatefall gatefall_host verilog";
    format!("#!/bin/sh\necho \"$@\"\nfor name in {names}; do {log}; done")
}

/// The output of `tests/left-out` with the option `-q` for these notes, if so many tests have a
/// name from there; and the times that it leaves.
fn left_out(notes: &[&str], tests: usize) -> (Output, String) {
    let folder = TempDir::with_prefix("a b").unwrap();
    let script = folder.path().join("tests/left-out");
    write(&script, include_str!("../left-out"));
    write(&folder.path().join("tests/parallel"), &parallel(tests));
    let notes: Vec<String> = notes
        .iter()
        .map(|place| format!("why: x [{place}]\n"))
        .collect();
    write(&folder.path().join("build/left-out.txt"), &notes.concat());
    let seconds = folder.path().join("build/jobs/seconds");
    write(&seconds, SECONDS);
    let output = run(Command::new(script).arg("-q"), 1);
    (output, fs::read_to_string(seconds).unwrap())
}

/// The options that it adds.
fn options_for(notes: &[&str]) -> String {
    let (output, _) = left_out(notes, notes.len());
    assert!(output.status.success());
    let options = String::from_utf8(output.stdout).unwrap();
    options.trim().to_owned()
}

#[test]
fn only_tests_that_were_left_out_run_again() {
    if !has_programs(
        "only_tests_that_were_left_out_run_again",
        &[("bash", "bash")],
    ) {
        return;
    }
    let notes = [
        "export a::b",
        "gatefall_host c",
        "gatefall d",
        "export a::b",
    ];
    assert_eq!(
        options_for(&notes),
        "-q --test export --bin gatefall --lib -- a::b c d"
    );
    assert_eq!(
        options_for(&["export a", "cli"]),
        "-q --test cli --test export"
    );
    assert_eq!(options_for(&[]), "no test was left out");
}

/// Otherwise the longest of them would come last.
#[test]
fn the_times_of_binaries_without_their_tests_are_forgotten() {
    let name = "the_times_of_binaries_without_their_tests_are_forgotten";
    if has_programs(name, &[("bash", "bash")]) {
        let (_, seconds) = left_out(&["export a::b", "verilog c"], 1);
        assert_eq!(seconds, "2 host.export_more\n");
        assert_eq!(left_out(&[], 1).1, SECONDS);
    }
}

#[test]
fn a_name_that_no_test_has_is_an_error() {
    let name = "a_name_that_no_test_has_is_an_error";
    if has_programs(name, &[("bash", "bash")]) {
        for (notes, ran) in [(&["export a::b"][..], 0), (&["export a", "export b"], 1)] {
            let (output, _) = left_out(notes, ran);
            assert_eq!(output.status.code(), Some(1));
            let errors = String::from_utf8(output.stderr).unwrap();
            let wanted = notes.len();
            let expected = format!("{wanted} tests of export were left out, but {ran} ran\n");
            assert_eq!(errors, expected);
        }
    }
}
