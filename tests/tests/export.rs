//! Exported projects, without gatefall.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::Library;
use gatefall_games::{Game, GAMES};
use gatefall_project::export;
use gatefall_tests::has_programs;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The first board on which the game runs, in a folder.
fn exported(game: &Game, board: &str) -> TempDir {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
    let board = Library::read(&boards).unwrap().board(board).unwrap();
    let setup = gatefall_project::default_setup(game, &board).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in export(game, &board, setup).unwrap() {
        fs::write(folder.path().join(file.name), file.text).unwrap();
    }
    folder
}

fn make(folder: &Path, target: &str) -> (bool, String) {
    let output = Command::new("make")
        .arg(target)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[test]
fn test_benches_of_all_games_pass_and_fail_on_another_circuit() {
    let name = "test_benches_of_all_games_pass_and_fail_on_another_circuit";
    if !has_programs(name, &[("iverilog", "iverilog"), ("make", "make")]) {
        return;
    }
    for game in GAMES {
        let folder = exported(game, "alchitry-cu");
        let (well, said) = make(folder.path(), "test");
        assert!(well && said.contains("\nPASS\n"), "{}:\n{said}", game.name);

        let bench = folder.path().join(format!("{}_tb.v", game.name));
        let text = fs::read_to_string(&bench).unwrap();
        let port = format!("{} core (", game.name);
        let audio = "        .audio(audio)";
        assert!(text.contains(&port) && text.contains(audio));
        // A wire that goes nowhere leaves the output unknown.
        fs::write(&bench, text.replace(audio, "        .audio()")).unwrap();
        let (well, said) = make(folder.path(), "test");
        assert!(
            !well && said.contains("FAIL: signature"),
            "{}:\n{said}",
            game.name
        );
    }
}

#[test]
fn make_gives_a_bitstream() {
    let programs = [
        ("yosys", "yosys"),
        ("nextpnr-ice40", "nextpnr-ice40"),
        ("icepack", "fpga-icestorm"),
        ("make", "make"),
    ];
    if !has_programs("make_gives_a_bitstream", &programs) {
        return;
    }
    let game = GAMES.iter().find(|game| game.name == "tictactoe").unwrap();
    let folder = exported(game, "icestick");
    let (well, said) = make(folder.path(), "tictactoe.bin");
    assert!(well, "{said}");
    let bitstream = fs::read(folder.path().join("tictactoe.bin")).unwrap();
    // That of every HX1K.
    assert_eq!(bitstream.len(), 32_220);
}
