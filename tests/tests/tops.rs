//! Other tools check the tops of every game on every board and setup.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::{Board, Library};
use gatefall_games::circuits;
use gatefall_project::{constraints, project, Project};
use gatefall_tests::{has_programs, share, KeptRun};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Ports of the iCE40's primitives.
const PRIMITIVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ice40");

/// Calls `check` with the name of each game on each board and setup, and a folder with its Verilog.
fn each_top(check: impl Fn(&str, &Path) + Sync) {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
    let library = Library::read(&boards).unwrap();
    let boards = library.board_names();
    let boards: Vec<Board> = boards.map(|name| library.board(name).unwrap()).collect();
    let mut tops = Vec::new();
    for game in circuits() {
        for board in &boards {
            let setups = board.setups.iter();
            let setups = setups.filter(|setup| constraints(game, board, setup).is_ok());
            tops.extend(setups.map(|setup| (game, board, setup)));
        }
    }
    let count = tops.len();
    assert!(count >= circuits().count(), "{count} tops");
    let numbers: Vec<usize> = (0..count).collect();
    let projects = share(&numbers, |numbers| {
        let project = |number: &usize| {
            let (game, board, setup) = tops[*number];
            let name = format!("{} on {} {:?}", game.name, board.name, setup.name);
            (
                *number,
                name,
                game.name,
                project(game, board, setup).unwrap(),
            )
        };
        numbers.map(project).collect::<Vec<_>>()
    });
    let mut projects: Vec<_> = projects.into_iter().flatten().collect();
    projects.sort_by_key(|(number, ..)| *number);
    let mut cores = BTreeSet::new();
    for (_, _, game, project) in &mut projects {
        if !cores.insert(core(project)) {
            leave_out_core(game, project);
        }
    }
    share(&projects, |projects| {
        for (_, name, _, project) in projects {
            let folder = tempfile::tempdir().unwrap();
            write(project, folder.path());
            check(name, folder.path());
        }
    });
}

/// Everything but the top.
fn core(project: &Project) -> String {
    let modules = project.verilog.split_last().unwrap().1;
    modules.iter().map(|file| file.text.as_str()).collect()
}

/// Keeps only the ports of a core that was checked already with another top.
fn leave_out_core(game: &str, project: &mut Project) {
    let name = format!("{game}.v");
    let mut files = project.verilog.iter_mut();
    let core = files.find(|file| file.name == name).unwrap();
    let (ports, _) = core.text.split_once("\n);\n").unwrap();
    core.text = format!(
        "/* verilator lint_off UNUSED */\n/* verilator lint_off UNDRIVEN */\n\
         {ports}\n);\nendmodule\n"
    );
}

fn write(project: &Project, folder: &Path) {
    for file in &project.verilog {
        fs::write(folder.join(&file.name), &file.text).unwrap();
    }
}

/// Runs a program in the folder. It must succeed and print nothing.
fn is_content(name: &str, folder: &Path, program: &str, arguments: &[&str]) {
    let mut command = Command::new(program);
    let run = KeptRun::new(command.args(arguments).current_dir(folder));
    let output = run.leaves(&[]).run(5);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        output.status.success() && said.trim().is_empty(),
        "{program}, {name}:\n{said}"
    );
}

/// One test for all of them: to make the tops takes longer than to check them.
#[test]
fn verilator_iverilog_and_yosys_have_no_warning() {
    let name = "verilator_iverilog_and_yosys_have_no_warning";
    let programs = ["verilator", "iverilog", "yosys"].map(|program| (program, program));
    if !has_programs(name, &programs) {
        return;
    }
    each_top(|name, folder| {
        let check = |tool: &str, own: &str| {
            let folders = ["-y", PRIMITIVES, "-y", "."];
            let arguments: Vec<&str> = folders.into_iter().chain(own.split(' ')).collect();
            is_content(name, folder, tool, &arguments);
        };
        check("verilator", "--lint-only -Wall --top-module top top.v");
        check("iverilog", "-g2001 -Wall -o top.vvp -s top top.v");
        yosys_is_content(name, folder);
    });
}

fn yosys_is_content(name: &str, folder: &Path) {
    // Modules that the top does not use are not read.
    let script = "read_verilog top.v; read_verilog -lib +/ice40/cells_sim.v; \
                  hierarchy -check -top top -libdir .; proc; check -assert";
    is_content(name, folder, "yosys", &["-q", "-p", script]);
}
