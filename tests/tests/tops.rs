//! The tops of every game on every board and setup, before the eyes of strangers.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::Library;
use gatefall_games::GAMES;
use gatefall_project::{constraints, project, Project};
use gatefall_tests::has_programs;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Ports of the iCE40's primitives.
const PRIMITIVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ice40");

/// Calls `check` with the name of each game on each board and setup, and a folder with its Verilog.
fn each_top(check: impl Fn(&str, &Path)) {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
    let library = Library::read(&boards).unwrap();
    let mut count = 0;
    for game in GAMES {
        for board in library.board_names() {
            let board = library.board(board).unwrap();
            let setups = board.setups.iter();
            for setup in setups.filter(|setup| constraints(game, &board, setup).is_ok()) {
                let folder = tempfile::tempdir().unwrap();
                write(&project(game, &board, setup).unwrap(), folder.path());
                let name = format!("{} on {} {:?}", game.name, board.name, setup.name);
                check(&name, folder.path());
                count += 1;
            }
        }
    }
    assert!(count >= GAMES.len(), "{count} tops");
}

fn write(project: &Project, folder: &Path) {
    for file in &project.verilog {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
}

/// Runs a program in the folder; it ends well and says nothing.
fn is_content(name: &str, folder: &Path, program: &str, arguments: &[&str]) {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        output.status.success() && said.trim().is_empty(),
        "{program}, {name}:\n{said}"
    );
}

#[test]
fn verilator_has_no_warning() {
    if !has_programs("verilator_has_no_warning", &[("verilator", "verilator")]) {
        return;
    }
    each_top(|name, folder| {
        let library = format!("-y {PRIMITIVES} -y . --lint-only -Wall --top-module top top.v");
        let arguments: Vec<&str> = library.split(' ').collect();
        is_content(name, folder, "verilator", &arguments);
    });
}

#[test]
fn iverilog_has_no_warning() {
    if !has_programs("iverilog_has_no_warning", &[("iverilog", "iverilog")]) {
        return;
    }
    each_top(|name, folder| {
        let arguments = format!("-g2001 -Wall -o top.vvp -s top -y {PRIMITIVES} -y . top.v");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        is_content(name, folder, "iverilog", &arguments);
    });
}

#[test]
fn yosys_has_no_warning() {
    if !has_programs("yosys_has_no_warning", &[("yosys", "yosys")]) {
        return;
    }
    each_top(|name, folder| {
        let files = fs::read_dir(folder).unwrap();
        let files: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        let script = format!(
            "read_verilog {}; read_verilog -lib +/ice40/cells_sim.v; \
             hierarchy -check -top top; proc; check -assert",
            files.join(" ")
        );
        is_content(name, folder, "yosys", &["-q", "-p", &script]);
    });
}
