//! Verilog, netlist and bitstream play the same game: all pins are equal in every clock.
//!
//! The exported test bench plays the Verilog. `simulate.py` puts two more circuits into it: the
//! netlist of yosys with the vendor's models of its cells, and what `icebox_vlog` reads from the
//! bitstream. So this check shares neither the proofs' programs nor their view of a cell.

use crate::{has_tools, Synthesised, FOLDER};
use gatefall_project::{default_setup, export};
use gatefall_tests::{has_programs, on_path, record, KeptRun};
use std::fs;
use std::process::Command;

/// Faults of the other two circuits: the file, a text that it has, and what it becomes. The table
/// of a logic cell, and the data of a register, are inverted.
const FAULTS: [(&str, &str, &str); 2] = [
    ("netlist.v", ".LUT_INIT(16'h", ".LUT_INIT(~16'h"),
    ("bitstream.v", " <= n", " <= ~n"),
];

/// Option of `synth_ice40`.
const ACROSS_REGISTERS: &str = " -dff ";

/// Events that the play of a game must have: signals of its core.
const EVENTS: [(&str, &str); 2] = [
    (
        "arcade",
        "console.scene_control.in_menu console.scene_control.in_settings \
         console.scene_control.two_boards game_engine.result_game_over \
         game_engine.versus_control.garbage_rise.raise_board",
    ),
    ("handheld", "game_engine.result_game_over"),
];

impl Synthesised {
    /// Writes the three circuits and their test bench, and returns the number of clocks.
    fn write_layers(&self) -> u64 {
        self.place();
        let setup = default_setup(self.game, &self.board).unwrap();
        let bench = format!("{}_tb.v", self.game.name);
        let files = export(self.game, &self.board, setup).unwrap();
        let bench = files.iter().find(|file| file.name == bench).unwrap();
        let write = |name: &str, text: &str| {
            fs::write(self.folder.path().join(name), text).unwrap();
        };
        write("bench.v", &bench.text);
        let pins = fs::read_to_string(self.folder.path().join(&self.pins)).unwrap();
        // icebox_vlog knows no pull-ups.
        write("plain.pcf", &pins.replace(" -pullup yes", ""));
        let (package, device) = (self.board.package.name, self.board.package.device);
        let read = format!("icebox_vlog -s -d {package} -n bitstream -p plain.pcf chip.asc");
        write("chip.v", &self.tool(&read, 20));
        let yosys = on_path("yosys").unwrap();
        let models = yosys.with_file_name("../share/yosys/ice40/cells_sim.v");
        let device = device.trim_start_matches("hx");
        let events = EVENTS.iter().find(|(game, _)| *game == self.game.name);
        let python = format!(
            "python3 -B {FOLDER}/simulate.py netlist.json placed.json {} {device} {package} {} {}",
            self.pins,
            models.display(),
            events.map_or("", |(_, events)| events),
        );
        self.tool(&python, 10);
        write(
            "simulate.ys",
            "read_json named.json\nsplitnets\nwrite_verilog -noattr netlist.v\n",
        );
        self.tool("yosys -q -s simulate.ys", 10);
        let clocks = bench.text.split("CLOCKS = ").nth(1).unwrap();
        clocks.split(';').next().unwrap().parse().unwrap()
    }

    /// Plays them; the output of the bench.
    fn play_layers(&self) -> String {
        let options = format!(
            "--binary --timing --Mdir objects -Wno-fatal -Wno-lint -Wno-style -Wno-MULTIDRIVEN \
             -o play --top-module {}_tb layers_tb.v netlist.v bitstream.v cells.v {}",
            self.game.name, self.verilog,
        );
        let mut verilator = Command::new("verilator");
        verilator.args(options.split_whitespace());
        let compile = KeptRun::new(verilator.current_dir(self.folder.path()));
        let compile = compile.starts(&["make", "c++"]).leaves(&["objects/play"]);
        let output = compile.run(200);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}:\n{said}", self.game.name);
        let mut play = Command::new(self.folder.path().join("objects/play"));
        let output = KeptRun::new(play.current_dir(self.folder.path())).run(60);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn find_faults(&self) {
        for (file, old, new) in FAULTS {
            let path = self.folder.path().join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(old), "{file}: {old}");
            fs::write(&path, text.replacen(old, new, 1)).unwrap();
            let said = self.play_layers();
            fs::write(&path, text).unwrap();
            let is_found = said.starts_with("FAIL: a pin of another layer differs");
            assert!(is_found, "{file} with {new}:\n{said}");
        }
    }
}

fn has_simulators(test: &str) -> bool {
    let programs = [
        ("icebox_vlog", "fpga-icestorm"),
        ("verilator", "verilator"),
        ("c++", "g++"),
    ];
    has_tools(test) && has_programs(test, &programs)
}

/// Plays a game on a board in all three layers.
///
/// The bench sets registers to states that the game never reaches, so yosys must not optimise
/// across registers here: it relies on those that are reached.
fn play(name: &str, board: &str) -> Synthesised {
    let game = Synthesised::by(name, board, |script| {
        assert!(script.contains(ACROSS_REGISTERS));
        script.replace(ACROSS_REGISTERS, " ")
    });
    let clocks = game.write_layers();
    let said = game.play_layers();
    assert!(said.starts_with("PASS\n"), "{name} on {board}:\n{said}");
    record(name, &[("clocks", clocks)]);
    game
}

#[test]
fn tictactoe_plays_in_three_layers() {
    if has_simulators("tictactoe_plays_in_three_layers") {
        play("tictactoe", "alchitry-cu");
    }
}

#[test]
#[ignore = "compiles large netlists"]
fn the_other_games_and_two_faults_play_in_three_layers() {
    if has_simulators("the_other_games_and_two_faults_play_in_three_layers") {
        play("matrix", "alchitry-cu").find_faults();
        play("handheld", "icestick");
        play("arcade", "alchitry-cu");
        record("", &[("faults", FAULTS.len() as u64)]);
    }
}
