//! The bench as a program of Verilator.

use crate::design::Design;
use gatefall_project::TextFile;
use gatefall_tests::{run, KeptRun};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs are kept here, each in a folder with a hash of all that it is made from.
const CACHE: &str = env!("CARGO_TARGET_TMPDIR");
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

/// The program of a design. `name` is that of the kind of design, of which one program is kept.
pub fn program(name: &str, design: &Design) -> PathBuf {
    let mut files = design.files.clone();
    let mut add = |name: &str, text: String| {
        files.push(TextFile {
            name: name.to_owned(),
            text,
        });
    };
    add("visible.vlt", visible(design));
    add("inputs.h", inputs(design));
    add("harness.cpp", HARNESS.to_owned());
    let program = Path::new(CACHE).join(format!("{name}-{:016x}", hash(&files)));
    if !program.exists() {
        let folder = tempfile::tempdir_in(CACHE).unwrap();
        build(&files, folder.path());
        remove_old(name);
        // The program appears as a whole, even if two tests build it at once.
        fs::rename(folder.path().join("objects/play"), &program).unwrap();
    }
    program
}

fn hash(files: &[TextFile]) -> u64 {
    let version = run(Command::new("verilator").arg("--version"), 1).stdout;
    let mut hash = DefaultHasher::new();
    (version, OPTIONS, FLAGS).hash(&mut hash);
    for file in files {
        (&file.name, &file.text).hash(&mut hash);
    }
    hash.finish()
}

/// Removes the program of an earlier design.
fn remove_old(name: &str) {
    for entry in fs::read_dir(CACHE).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let hash = file
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix('-'));
        if hash.is_some_and(|hash| hash.len() == 16) {
            // Another test may have removed it.
            let _ = fs::remove_file(&path);
        }
    }
}

fn build(files: &[TextFile], folder: &Path) {
    for file in files {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let names = files.iter().map(|file| file.name.as_str());
    let names = names.filter(|name| !name.ends_with(".h"));
    let mut verilator = Command::new("verilator");
    let verilator = verilator
        .args(OPTIONS)
        .args(["-MAKEFLAGS", FLAGS, "-CFLAGS", "-std=c++17 -I.."])
        .args(["--Mdir", "objects", "-o", "play"])
        .args(names)
        .current_dir(folder);
    let built = run(verilator, BUILD_SECONDS);
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
