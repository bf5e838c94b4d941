//! A bitstream is the netlist that yosys made: nextpnr and icepack are checked, not trusted.
//!
//! `prove.py` says how. Inverted bits show that the proof can fail.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::Library;
use gatefall_games::GAMES;
use gatefall_project::{default_setup, project};
use gatefall_tests::{has_programs, leave_out, record, run};
use std::fs;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/layers");
/// Reads bitstreams; a part of fpga-icestorm, but not of the pinned tools.
const ICEBOX: &str = "/usr/share/fpga-icestorm/python/icebox.py";
const FLIPS: u64 = 100;

/// Runs a tool in the folder and returns all that it printed.
fn tool(folder: &Path, words: &str, usual_seconds: u64) -> String {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    let output = run(command.args(words).current_dir(folder), usual_seconds);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{command:?}:\n{said}");
    said
}

/// Proves the bitstream of a game with the first seed; returns the words of the proof.
fn proven(game: &str, board: &str) -> String {
    let game = GAMES.iter().find(|known| known.name == game).unwrap();
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
    let board = Library::read(&boards).unwrap().board(board).unwrap();
    let setup = default_setup(game, &board).unwrap();
    let project = project(game, &board, setup).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for file in project.verilog.iter().chain([&project.pcf]) {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    let names = project.verilog.iter().map(|file| file.name.as_str());
    let names: Vec<&str> = names.collect();
    let script = format!(
        "read_verilog {}\n{}\n",
        names.join(" "),
        board.package.synthesis_script("top", "netlist.json")
    );
    fs::write(folder.join("synth.ys"), script).unwrap();
    let (device, package) = (board.package.device, board.package.name);
    let pins = &project.pcf.name;
    tool(folder, "yosys -q -s synth.ys", 60);
    let place = format!(
        "nextpnr-ice40 -q --{device} --package {package} --json netlist.json --pcf {pins} \
         --asc placed.asc --write placed.json --seed 1 --timing-allow-fail"
    );
    tool(folder, &place, 60);
    tool(folder, "icepack placed.asc chip.bin", 5);
    tool(folder, "iceunpack chip.bin chip.asc", 5);
    let prove = format!(
        "python3 -B {FOLDER}/prove.py netlist.json placed.json {pins} {package} chip.asc {FLIPS}"
    );
    tool(folder, &prove, 60)
}

fn has_tools(test: &str) -> bool {
    let programs = [
        ("yosys", "yosys"),
        ("nextpnr-ice40", "nextpnr-ice40"),
        ("icepack", "fpga-icestorm"),
        ("iceunpack", "fpga-icestorm"),
        ("python3", "python3"),
    ];
    if !has_programs(test, &programs) {
        return false;
    }
    let has_icebox = Path::new(ICEBOX).exists();
    if !has_icebox {
        leave_out(
            test,
            &format!("{ICEBOX} is missing (apt install fpga-icestorm)"),
        );
    }
    has_icebox
}

/// Proves a bitstream and prints the words of the proof. All inverted bits must be found.
fn prove(test: &str, game: &str, board: &str) {
    if !has_tools(test) {
        return;
    }
    let said = proven(game, board);
    println!("{game} on {board}\n{said}");
    let found = format!("{FLIPS} of {FLIPS} inverted bits are found");
    assert!(said.contains(&found), "{said}");
    let cells = said.split_whitespace().next().unwrap().parse().unwrap();
    record(game, &[("cells", cells), ("faults", FLIPS)]);
}

#[test]
fn the_bitstream_of_the_handheld_is_its_netlist() {
    let test = "the_bitstream_of_the_handheld_is_its_netlist";
    prove(test, "handheld", "icestick");
}

/// Has carries, a bidirectional pin and a PLL at a pad, unlike the handheld.
#[test]
fn the_bitstream_of_tictactoe_is_its_netlist() {
    let test = "the_bitstream_of_tictactoe_is_its_netlist";
    prove(test, "tictactoe", "alchitry-cu");
}

#[test]
#[ignore = "builds and reads two large bitstreams"]
fn the_bitstreams_of_matrix_and_arcade_are_their_netlists() {
    let test = "the_bitstreams_of_matrix_and_arcade_are_their_netlists";
    prove(test, "matrix", "alchitry-cu");
    prove(test, "arcade", "alchitry-cu");
}
