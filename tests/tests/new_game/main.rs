//! The output of `gatefall new-game example`, as a part of this test: it compiles, its own tests
//! pass, and it runs. A test of the command compares these files with its output.

#![allow(clippy::unwrap_used)] // A test may fail.

// Items of the registry that each game uses as `crate::..`.
use gatefall_games::{
    BuildError, Button, ButtonPort, ClockRange, Game, LedMatrix, Params, Role, Settings,
};

mod example;

use example::GAME;
use gatefall_board::Library;
use gatefall_devices::{DeviceBench, LedMatrixSize, Running};
use gatefall_tests::{has_programs, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The game with its LEDs.
struct Panel(Running);

impl Panel {
    fn new() -> Panel {
        let block = (GAME.build)(&GAME.params()).unwrap();
        let netlist = gatefall_lower::netlist(block.as_ref(), GAME.name).unwrap();
        let matrix = GAME.led_matrix().unwrap();
        let bench = DeviceBench::new(&netlist, &[])
            .unwrap()
            .with_matrix(LedMatrixSize {
                columns: matrix.columns.into(),
                rows: matrix.rows.into(),
            });
        Panel(Running::start(bench, GAME.clock.preferred_hz).unwrap())
    }

    fn tap(&mut self, button: &str) {
        for is_down in [true, false] {
            self.0.set_button(button, is_down).unwrap();
            self.0.run(GAME.clock.preferred_hz / 40).unwrap();
        }
    }

    /// Centre of the pixels that are lit in red, green or blue: column, row.
    fn dot(&mut self, channel: usize) -> Option<(usize, usize)> {
        // The picture after the next has nothing of the past.
        for _ in 0..2 {
            self.0.run_to_picture(u64::MAX).unwrap();
        }
        let picture = self.0.picture().unwrap();
        let pixels = picture.rgb().chunks(3).enumerate();
        let shining = pixels.filter(|(_, rgb)| {
            let others = (0..3).filter(|&other| other != channel);
            rgb[channel] > 150 && others.map(|other| rgb[other]).all(|level| level < 100)
        });
        let places: Vec<usize> = shining.map(|(place, _)| place).collect();
        let middle = *places.get(places.len() / 2)?;
        Some((middle % picture.width(), middle / picture.width()))
    }
}

#[test]
fn it_is_played_on_simulated_leds() {
    let mut panel = Panel::new();
    let (x, y) = panel.dot(0).unwrap();
    panel.tap("right");
    panel.tap("right");
    panel.tap("down");
    let (right, below) = panel.dot(0).unwrap();
    assert!(right > x && below > y, "{x} {y} {right} {below}");
    assert_eq!(right - x, 2 * (below - y), "two LEDs along, one below");
    panel.tap("paint");
    assert_eq!(panel.dot(0), None);
    assert_eq!(panel.dot(1), Some((right, below)));
    assert!(panel.0.fault().is_none());
}

#[test]
fn it_becomes_a_bitstream() {
    let programs = [
        ("yosys", "yosys"),
        ("nextpnr-ice40", "nextpnr-ice40"),
        ("icepack", "fpga-icestorm"),
        ("make", "make"),
    ];
    if !has_programs("it_becomes_a_bitstream", &programs) {
        return;
    }
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
    let board = Library::read(&boards).unwrap().board("icestick").unwrap();
    let setup = gatefall_project::default_setup(&GAME, &board).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in gatefall_project::export(&GAME, &board, setup).unwrap() {
        fs::write(folder.path().join(file.name), file.text).unwrap();
    }
    let output = run(Command::new("make").current_dir(folder.path()), 3);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(folder.path().join("example.bin").is_file());
}
