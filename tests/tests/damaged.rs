//! Damaged files of a user: boards, netlists and cases are read or refused, never with a panic.
//! Key scripts have such a test beside their parser.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::Library;
use gatefall_games::{Params, GAMES};
use gatefall_lockstep::arcade;
use gatefall_netlist::{Interpreter, Netlist};
use gatefall_project::{default_setup, project};
use gatefall_tests::{all_are_read_or_refused, files_below};
use std::fs;
use std::path::{Path, PathBuf};

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
fn project_files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut files = files_below(&Path::new(PROJECT).join(folder));
    files.retain(|file| file.extension().is_some_and(|is| is == extension));
    assert!(files.len() > 3, "{folder}");
    files
}

#[test]
fn a_damaged_board_is_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("add-ons")).unwrap();
    let add_ons = project_files("boards/add-ons", "toml");
    for file in &add_ons {
        let to = folder
            .path()
            .join("add-ons")
            .join(file.file_name().unwrap());
        fs::copy(file, to).unwrap();
    }
    let mut boards = project_files("boards", "toml");
    boards.retain(|file| !add_ons.contains(file));
    let texts: Vec<String> = boards
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    let game = GAMES.iter().find(|game| game.name == "matrix").unwrap();
    all_are_read_or_refused(&texts, |bytes| {
        fs::write(folder.path().join("damaged.toml"), bytes).unwrap();
        let library = Library::read(folder.path()).unwrap();
        let Ok(board) = library.board("damaged") else {
            return false;
        };
        if let Ok(setup) = default_setup(game, &board) {
            let _ = project(game, &board, setup);
        }
        true
    });
}

#[test]
fn a_damaged_netlist_is_read_or_refused() {
    let texts = ["matrix", "tictactoe"].map(|name| {
        let game = GAMES.iter().find(|game| game.name == name).unwrap();
        let params = Params {
            colour_bits: 3,
            ..game.params()
        };
        let block = (game.build)(&params).unwrap();
        gatefall_lower::netlist(block.as_ref(), name)
            .unwrap()
            .to_text()
    });
    all_are_read_or_refused(&texts, |bytes| {
        let netlist = str::from_utf8(bytes).map(Netlist::from_text);
        if let Ok(Ok(netlist)) = &netlist {
            let _ = Interpreter::new(netlist).map(|mut machine| machine.step());
        }
        matches!(netlist, Ok(Ok(_)))
    });
}

#[test]
fn a_damaged_case_is_read_or_refused() {
    let cases = project_files("tests/cases", "case");
    let texts: Vec<String> = cases
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .collect();
    all_are_read_or_refused(&texts, |bytes| {
        str::from_utf8(bytes).is_ok_and(|text| arcade::read(text).is_ok())
    });
}
