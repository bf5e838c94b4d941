//! Test benches of modules, and tests of the whole game without the golden model.
//!
//! Each test runs in its own process, where the environment names the fault: a bench gives it to
//! every circuit that has the module, see `gatefall_mutants::with_wanted_fault`.

use crate::cases::quietly;
use gatefall_mutants::{kind, portable, Mutation, FAULT, MODULES};
use gatefall_netlist::Netlist;
use gatefall_tests::{on_path, run, share};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Test binaries, by package and target.
const BINARIES: [(&str, &str); 17] = [
    ("gatefall-widgets", "gatefall_widgets"),
    ("gatefall-games", "gatefall_games"),
    ("gatefall-devices", "leds"),
    ("gatefall-games", "painter"),
    ("gatefall-games", "picture"),
    ("gatefall-games", "reset"),
    ("gatefall-tests", "flash_store"),
    ("gatefall-tests", "flow"),
    ("gatefall-tests", "handheld"),
    ("gatefall-tests", "keyboard_abuse"),
    ("gatefall-tests", "lockstep"),
    ("gatefall-tests", "matrix"),
    ("gatefall-tests", "power_up"),
    ("gatefall-tests", "recorded_game"),
    ("gatefall-tests", "selftest"),
    ("gatefall-tests", "tictactoe"),
    ("gatefall-tests", "tunes"),
];
/// A circuit of fewer modules is that of a bench, not of a game.
const MODULES_OF_GAME: usize = 40;
/// Benches of a common module that are run.
const MOST_BENCHES: usize = 16;
/// Seconds in which cargo compiles the binaries.
const COMPILING_SECONDS: u64 = 600;

/// A test, and the circuits that it makes.
struct Test {
    program: PathBuf,
    folder: PathBuf,
    name: String,
    /// Without a fault.
    time: Duration,
    /// Kinds of modules.
    kinds: BTreeSet<String>,
    /// Modules of the largest circuit.
    size: usize,
}

/// All tests with a circuit, those with the smallest circuits first.
pub struct Benches(Vec<Test>);

impl Benches {
    /// Compiles the tests, and runs each without a fault.
    ///
    /// # Panics
    /// If one does not pass.
    pub fn new() -> Benches {
        let names: Vec<_> = programs().into_iter().flat_map(tests).collect();
        let parts = share(&names, |names| {
            let tests = names.filter_map(|(program, folder, name)| {
                let list = tempfile::NamedTempFile::new().unwrap();
                let mut command = command(program, folder, name);
                let begin = Instant::now();
                let output = run(command.env(MODULES, list.path()), COMPILING_SECONDS);
                let printed = [output.stdout, output.stderr].concat();
                let printed = String::from_utf8_lossy(&printed);
                assert!(output.status.success(), "without a fault: {printed}");
                let list = fs::read_to_string(list.path()).unwrap();
                Some(Test {
                    program: program.clone(),
                    folder: folder.clone(),
                    name: name.clone(),
                    time: begin.elapsed(),
                    kinds: list.split_whitespace().map(str::to_owned).collect(),
                    size: list.lines().map(|line| line.split(' ').count()).max()?,
                })
            });
            tests.collect::<Vec<Test>>()
        });
        let mut tests = parts.into_iter().flatten().collect::<Vec<Test>>();
        tests.sort_by_key(|test| (test.size, test.time));
        Benches(tests)
    }

    /// The first test that fails: benches of the module, or tests of the whole game.
    pub fn find(&self, netlist: &Netlist, mutation: Mutation, whole_game: bool) -> Option<String> {
        let fault = portable(netlist, mutation);
        let kind = kind(&netlist.modules[mutation.module]);
        let tests = self.0.iter().filter(|test| {
            (test.size >= MODULES_OF_GAME) == whole_game && test.kinds.contains(&kind)
        });
        let most = if whole_game { usize::MAX } else { MOST_BENCHES };
        let mut tests = tests.take(most);
        let found = tests.find(|test| test.fails(&fault));
        found.map(|test| format!("test {}", test.name))
    }
}

impl Test {
    /// A test that does not end has failed, too. One that does not begin has not.
    fn fails(&self, fault: &str) -> bool {
        let program = self.program.display();
        assert!(self.program.exists(), "{program} is gone");
        let mut command = command(&self.program, &self.folder, &self.name);
        command.env(FAULT, fault);
        let Ok(output) = quietly(|| run(&mut command, self.time.as_secs() + 1)) else {
            return true;
        };
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains("running 1 test"), "{program}: {printed}");
        !output.status.success()
    }
}

/// Runs one test. It leaves no file if it fails.
fn command(program: &Path, folder: &Path, name: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).args(["--exact", name]);
    command.env("CARGO_MANIFEST_DIR", folder);
    command.env("RUST_BACKTRACE", "0");
    command.env("INSTA_UPDATE", "no");
    command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
    command.env("PROPTEST_MAX_SHRINK_ITERS", "0");
    command
}

/// The test binaries with the folders of their packages, compiled.
fn programs() -> Vec<(PathBuf, PathBuf)> {
    let mut cargo = Command::new(on_path("cargo").expect("cargo is on PATH"));
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    cargo.args(["test", "--no-run", "--quiet", "--message-format", "json"]);
    // As all other tests are compiled, so that nothing is compiled twice.
    cargo.args(["--workspace", "--features", "gatefall/sim"]);
    cargo.arg("--lib");
    for (_, target) in BINARIES
        .into_iter()
        .filter(|(_, target)| !is_library(target))
    {
        cargo.args(["--test", target]);
    }
    let output = run(&mut cargo, COMPILING_SECONDS);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let artifacts = String::from_utf8(output.stdout).unwrap();
    let artifacts: Vec<Value> = artifacts
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let program = |(package, target): (&str, &str)| {
        let mut found = artifacts.iter().filter_map(|artifact| {
            let manifest = Path::new(artifact["manifest_path"].as_str()?);
            let program = PathBuf::from(artifact["executable"].as_str()?);
            let id = artifact["package_id"].as_str()?;
            let is_of_package = id.contains(&format!("#{package}@"));
            let is_target = artifact["target"]["name"] == target;
            (is_of_package && is_target).then(|| (program, manifest.parent().unwrap().to_owned()))
        });
        found
            .next()
            .unwrap_or_else(|| panic!("cargo compiles no {target}"))
    };
    BINARIES.into_iter().map(program).collect()
}

fn is_library(target: &str) -> bool {
    target.starts_with("gatefall_")
}

/// The tests of a binary. Those with a planted fault need the text that it changes, so a mutant of
/// that text would not be caught by play.
fn tests((program, folder): (PathBuf, PathBuf)) -> Vec<(PathBuf, PathBuf, String)> {
    let mut list = Command::new(&program);
    let list = run(list.args(["--list", "--format", "terse"]), 1);
    let list = String::from_utf8(list.stdout).unwrap();
    let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let has_fault = |name: &str| name.ends_with("_is_found") || name.ends_with("_are_found");
    names
        .filter(|name| !has_fault(name))
        .map(|name| (program.clone(), folder.clone(), name.to_owned()))
        .collect()
}
