//! A bitstream is the netlist that yosys made, and the netlist is the Verilog: yosys, nextpnr and
//! icepack are checked, not trusted.
//!
//! `prove.py` and `cones.py` say how. Inverted bits and changed texts show that the proofs can
//! fail. [`simulation`] plays all three side by side.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod simulation;

use gatefall_board::{Board, Library};
use gatefall_games::{Game, GAMES};
use gatefall_project::{default_setup, project};
use gatefall_tests::{has_programs, leave_out, record, KeptRun};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/layers");
/// Reads bitstreams; a part of fpga-icestorm, but not of the pinned tools.
const ICEBOX: &str = "/usr/share/fpga-icestorm/python/icebox.py";
/// With the modules that it imports.
const ICESTORM: &str = "/usr/share/fpga-icestorm/python";
const FLIPS: u64 = 100;
const CONES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/layers/cones.py");
/// Gates of the Verilog. Memories are mapped as `synth_ice40` does, nothing else is changed.
const GOLD: &str = include_str!("gold.ys");
/// Gates of the netlist, from the vendor's models of its cells.
const GATE: &str = include_str!("gate.ys");

/// A file, a text in it, its replacement, and words of the difference that it makes, if any.
type Mutant = (
    &'static str,
    &'static str,
    &'static str,
    Option<&'static str>,
);

/// The last two are the same circuit in other words.
const MUTANTS: [Mutant; 9] = [
    (
        "line_check.v",
        "&walk[1:0];",
        "|walk[1:0];",
        Some("referee.line_check."),
    ),
    (
        "referee.v",
        "tried - 2'd1",
        "tried + 2'd1",
        Some("game_logic.referee."),
    ),
    (
        "line_check.v",
        "has_won = 1'b0;",
        "has_won = 1'b1;",
        Some("has_won[0] starts with 1"),
    ),
    (
        "display.v",
        "pixel_map[5] = ",
        "pixel_map[5] = ~",
        Some("pixel_map.0.0 is another cell"),
    ),
    (
        "two_read_ram.v",
        "second[write_address]",
        "second[read_address]",
        Some("words.second.0.0 "),
    ),
    (
        "top.v",
        "leds = 8'b00000000",
        "leds = 8'b00000100",
        Some("`leds[2]`"),
    ),
    (
        "buttons.v",
        "posedge",
        "negedge",
        Some("$_DFF_N_ is not known"),
    ),
    (
        "cell_view.v",
        "second ^ is_judging",
        "second != is_judging",
        None,
    ),
    (
        "rings.v",
        "step[4] ? ~rise : rise",
        "{3{step[4]}} ^ rise",
        None,
    ),
];

/// Runs a tool in the folder and returns all that it printed.
fn tool(folder: &Path, words: &str, usual_seconds: u64) -> String {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    let run = KeptRun::new(command.args(words).current_dir(folder));
    let run = run.reads(FOLDER).reads(ICESTORM).starts(&["yosys-abc"]);
    let output = run.run(usual_seconds);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{command:?}:\n{said}");
    said
}

/// A game for a board, with the netlist of yosys in `netlist.json`.
struct Synthesised {
    folder: TempDir,
    game: &'static Game,
    board: Board,
    /// Names of the Verilog files, and of the PCF.
    verilog: String,
    pins: String,
}

impl Synthesised {
    fn new(game: &str, board: &str) -> Self {
        Self::by(game, board, |script| script)
    }

    /// With another script for yosys.
    fn by(game: &str, board: &str, other: impl FnOnce(String) -> String) -> Self {
        let game = GAMES.iter().find(|known| known.name == game).unwrap();
        let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
        let board = Library::read(&boards).unwrap().board(board).unwrap();
        let setup = default_setup(game, &board).unwrap();
        let project = project(game, &board, setup).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for file in project.verilog.iter().chain([&project.pcf]) {
            fs::write(folder.path().join(&file.name), &file.text).unwrap();
        }
        let names = project.verilog.iter().map(|file| file.name.as_str());
        let synthesised = Self {
            folder,
            verilog: names.collect::<Vec<_>>().join(" "),
            pins: project.pcf.name.clone(),
            game,
            board,
        };
        let script = synthesised
            .board
            .package
            .synthesis_script("top", "netlist.json");
        synthesised.yosys("synth", &other(script));
        synthesised
    }

    fn tool(&self, words: &str, usual_seconds: u64) -> String {
        tool(self.folder.path(), words, usual_seconds)
    }

    /// Runs a script on the Verilog.
    fn yosys(&self, name: &str, script: &str) {
        let script = format!("read_verilog {}\n{script}\n", self.verilog);
        fs::write(self.folder.path().join(format!("{name}.ys")), script).unwrap();
        self.tool(&format!("yosys -q -s {name}.ys"), 60);
    }

    /// Compares the Verilog with the netlist: a difference, or the words of the proof.
    fn compare_verilog(&self) -> Result<String, String> {
        self.yosys("gold", GOLD);
        let mut python = Command::new("python3");
        python.args(["-B", CONES, "gold.json", "gate.json", "."]);
        let run = KeptRun::new(python.current_dir(self.folder.path()));
        let run = run.reads(FOLDER).starts(&["yosys-abc"]);
        // A difference is a result, too.
        let is_result =
            |output: &Output| output.status.success() || output.stderr.starts_with(b"not equal: ");
        let output = run.keeps(is_result).run(300);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match output.status.success() {
            true => Ok(text(&output.stdout)),
            false => Err(text(&output.stderr)),
        }
    }

    /// Replaces the cells of the netlist by the vendor's models.
    fn expand_netlist(&self) {
        fs::write(self.folder.path().join("gate.ys"), GATE).unwrap();
        self.tool("yosys -q -s gate.ys", 60);
    }

    /// Makes the bitstream, placed with the first seed, and reads it to `chip.asc`.
    fn place(&self) {
        let (device, package) = (self.board.package.device, self.board.package.name);
        let pins = &self.pins;
        let place = format!(
            "nextpnr-ice40 -q --{device} --package {package} --json netlist.json --pcf {pins} \
             --asc placed.asc --write placed.json --seed 1 --timing-allow-fail"
        );
        self.tool(&place, 60);
        self.tool("icepack placed.asc chip.bin", 5);
        self.tool("iceunpack chip.bin chip.asc", 5);
    }

    /// Proves that the bitstream is the netlist.
    fn prove_bitstream(&self) -> String {
        self.place();
        let (package, pins) = (self.board.package.name, &self.pins);
        let prove = format!(
            "python3 -B {FOLDER}/prove.py netlist.json placed.json {pins} {package} chip.asc \
             {FLIPS}"
        );
        self.tool(&prove, 60)
    }
}

fn has_tools(test: &str) -> bool {
    let programs = [
        ("yosys", "yosys"),
        ("yosys-abc", "yosys"),
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

/// Proves that a bitstream is the netlist. All inverted bits must be found.
fn prove_bitstream(name: &str, game: &Synthesised) {
    let said = game.prove_bitstream();
    println!("{name}\n{said}");
    let found = format!("{FLIPS} of {FLIPS} inverted bits are found");
    assert!(said.contains(&found), "{said}");
    let cells = first_number(&said);
    record(name, &[("cells", cells), ("faults", FLIPS)]);
}

/// Proves that the netlist is the Verilog.
fn prove_synthesis(name: &str, game: &Synthesised) {
    game.expand_netlist();
    let said = game
        .compare_verilog()
        .unwrap_or_else(|why| panic!("{name}: {why}"));
    println!("{name}\n{said}");
    record(name, &[("functions", first_number(&said))]);
}

fn first_number(said: &str) -> u64 {
    said.split_whitespace().next().unwrap().parse().unwrap()
}

/// Has carries, a bidirectional pin and a PLL at a pad.
#[test]
fn the_bitstream_of_tictactoe_is_its_verilog() {
    if has_tools("the_bitstream_of_tictactoe_is_its_verilog") {
        let game = Synthesised::new("tictactoe", "alchitry-cu");
        prove_synthesis("tictactoe", &game);
        prove_bitstream("tictactoe", &game);
        find_differences(&game, &[&MUTANTS[0], &MUTANTS[7]]);
    }
}

#[test]
#[ignore = "builds and reads three bitstreams, two of them large"]
fn the_bitstreams_of_the_other_games_are_their_verilog() {
    if has_tools("the_bitstreams_of_the_other_games_are_their_verilog") {
        for name in ["matrix", "arcade"] {
            let game = Synthesised::new(name, "alchitry-cu");
            prove_synthesis(name, &game);
            prove_bitstream(name, &game);
        }
        let handheld = Synthesised::new("handheld", "icestick");
        prove_synthesis("handheld", &handheld);
        prove_bitstream("handheld", &handheld);
    }
}

/// Each of these texts makes another circuit, or the same one in another way.
fn find_differences(tictactoe: &Synthesised, mutants: &[&Mutant]) {
    for (file, old, new, found) in mutants {
        let path = tictactoe.folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        fs::write(&path, text.replace(old, new)).unwrap();
        let result = tictactoe.compare_verilog();
        fs::write(&path, text).unwrap();
        match found {
            Some(found) => {
                let why = result.expect_err(old);
                assert!(why.contains(found), "{file}: {old}: {why}");
            }
            None => drop(result.unwrap_or_else(|why| panic!("{file}: {old}: {why}"))),
        }
    }
}

#[test]
#[ignore = "proves nine circuits"]
fn the_bitstream_would_not_have_these_changes_of_the_verilog() {
    if has_tools("the_bitstream_would_not_have_these_changes_of_the_verilog") {
        let game = Synthesised::new("tictactoe", "alchitry-cu");
        game.expand_netlist();
        find_differences(&game, &MUTANTS.each_ref());
        record("", &[("changed texts", MUTANTS.len() as u64)]);
    }
}
