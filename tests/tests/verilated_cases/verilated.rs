//! The bench as a program of Verilator.

use crate::design::Design;
use gatefall_tests::KeptRun;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// The program, in its folder.
const PROGRAM: &str = "objects/play";
const HARNESS: &str = include_str!("harness.cpp");
/// All state can be read. Only these registers can be set, because in each cycle Verilator computes
/// all that depends on such a register anew. On a word of a memory nothing depends but its ports.
const SET: [&str; 15] = [
    "arcade.console.keyboard.gamepad_reader.is_reading",
    "arcade.console.keyboard.ps2_receiver.frame",
    "arcade.console.keyboard.ps2_receiver.in_frame",
    "arcade.console.keyboard.ps2_receiver.still_samples",
    "arcade.game_engine.board_controller.danger_flags.one",
    "arcade.game_engine.board_controller.danger_flags.two",
    "arcade.game_engine.random_tetris.next",
    "arcade.game_engine.turn_control.context_switch.step",
    "arcade.screen.pixel_generator.screen_effects.pulse_due",
    "arcade.screen.pixel_generator.timing.column",
    "arcade.screen.pixel_generator.timing.h_active",
    "arcade.screen.pixel_generator.timing.h_pulse",
    "arcade.screen.pixel_generator.timing.row",
    "arcade.screen.pixel_generator.timing.v_active",
    "arcade.screen.pixel_generator.timing.v_pulse",
];
/// State without a value at power-up gets a random one with `+verilator+rand+reset+2`.
const OPTIONS: [&str; 16] = [
    "--cc",
    "--exe",
    "--build",
    "-O3",
    "--vpi",
    "--noassert",
    "-Wno-fatal",
    "-Wno-lint",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "-j",
    "1",
    "--top-module",
    "bench",
];
const FLAGS: &str = "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0";
const BUILD_SECONDS: u64 = 240;

/// A folder with the program of a design.
pub struct Program(TempDir);

impl Program {
    /// Builds the program, or takes that of an earlier run of the tests.
    pub fn new(design: &Design) -> Program {
        // Tests with the same design build it once.
        static ONE: Mutex<()> = Mutex::new(());
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        let mut names = vec!["visible.vlt", "harness.cpp"];
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("visible.vlt", &visible(design));
        write("inputs.h", &inputs(design));
        write("harness.cpp", HARNESS);
        for file in &design.files {
            write(&file.name, &file.text);
            names.push(&file.name);
        }
        build(&names, folder.path());
        Program(folder)
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().join(PROGRAM)
    }
}

fn build(files: &[&str], folder: &Path) {
    let mut verilator = Command::new("verilator");
    let verilator = verilator
        .args(OPTIONS)
        .args(["-MAKEFLAGS", FLAGS, "-CFLAGS", "-std=c++17 -I.."])
        .args(["--Mdir", "objects", "-o", "play"])
        .args(files)
        .current_dir(folder);
    let run = KeptRun::new(verilator).starts(&["make", "g++"]);
    let built = run.leaves(&[PROGRAM]).run(BUILD_SECONDS);
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
}

/// Names the state for Verilator. The text of the design stays as it is.
fn visible(design: &Design) -> String {
    let mut lines = BTreeSet::new();
    for state in design.whole_state() {
        let name = state.verilog.rsplit('.').next().unwrap_or_default();
        let can_be_set = SET.contains(&state.verilog.as_str());
        let access = if can_be_set { "rw" } else { "rd" };
        lines.insert(format!(
            "public_flat_{access} -module \"{}\" -var \"{name}\"\n",
            state.module
        ));
    }
    let lines: String = lines.into_iter().collect();
    format!("`verilator_config\n{lines}")
}

fn inputs(design: &Design) -> String {
    let mut text = "#define INPUTS(X)".to_owned();
    for input in &design.inputs {
        write!(text, " X({input})").unwrap();
    }
    text + "\n"
}

/// The first lines of a file for the harness: names of all parts of the state.
pub fn head(design: &Design) -> String {
    let mut text = String::new();
    for state in design.whole_state() {
        writeln!(text, "part {} {}", state.words.unwrap_or(1), state.verilog).unwrap();
    }
    for input in &design.inputs {
        writeln!(text, "part 0 {input}").unwrap();
    }
    text
}

/// A case that differs: its name, the step after which it does, and the values of the state.
pub struct Differing {
    pub case: String,
    pub step: usize,
    pub values: Vec<Vec<u64>>,
}

/// Results of the harness.
pub struct Played {
    pub differing: Vec<Differing>,
    pub cases: u64,
    pub checks: u64,
    pub cycles: u64,
    pub milliseconds: u64,
}

/// Plays cases that were recorded. State without a value at power-up gets random ones of the seed,
/// which Verilator limits to 31 bits.
pub fn play(program: &Path, text: &str, seed: u64, usual_seconds: u64) -> Played {
    let seed = 1 + seed % 0x7FFF_FFFE;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cases"), text).unwrap();
    let mut command = Command::new(program);
    let command = command
        .arg("cases")
        .arg("+verilator+rand+reset+2")
        .arg(format!("+verilator+seed+{seed}"));
    let run = KeptRun::new(command.current_dir(&folder));
    let output = run.run(usual_seconds);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    results(&String::from_utf8(output.stdout).unwrap())
}

fn results(text: &str) -> Played {
    let mut differing: Vec<Differing> = Vec::new();
    let mut end = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "differs" => {
                let (step, case) = rest.split_once(' ').unwrap();
                differing.push(Differing {
                    case: case.to_owned(),
                    step: step.parse().unwrap(),
                    values: Vec::new(),
                });
            }
            "values" => {
                let values = rest.split(' ').map(|value| u64::from_str_radix(value, 16));
                let values = values.collect::<Result<_, _>>().unwrap();
                differing.last_mut().unwrap().values.push(values);
            }
            "played" => {
                end = rest
                    .split(' ')
                    .map(|count| count.parse().unwrap())
                    .collect()
            }
            _ => panic!("{line}"),
        }
    }
    let [cases, checks, cycles, count, milliseconds] = end[..] else {
        panic!("the harness has not ended");
    };
    assert_eq!(count, differing.len() as u64);
    Played {
        differing,
        cases,
        checks,
        cycles,
        milliseconds,
    }
}
