//! Exported projects, without gatefall.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::Library;
use gatefall_games::{circuits, Game, GAMES};
use gatefall_project::export;
use gatefall_tests::{contents, has_programs, record, run, KeptRun};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The first board on which the game runs, in a folder.
fn exported(game: &Game, board: &str) -> TempDir {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards");
    let board = Library::read(&boards).unwrap().board(board).unwrap();
    let setup = gatefall_project::default_setup(game, &board).unwrap();
    let folder = tempfile::Builder::new().prefix("a blank ").tempdir();
    let folder = folder.unwrap();
    for file in export(game, &board, setup).unwrap() {
        fs::write(folder.path().join(file.name), file.text).unwrap();
    }
    folder
}

fn make(folder: &Path, target: &str) -> (bool, String) {
    let mut make = Command::new("make");
    let run = KeptRun::new(make.arg(target).current_dir(folder));
    let output = run.starts(&["yosys", "yosys-abc"]).run(20);
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// A file, its text, and what it is changed to.
type Change = (&'static str, &'static str, &'static str);

/// Changes for each game: an output pin has the other polarity, an input is
/// unconnected, the circuit between a button and the core is another.
const CHANGES: &[(&str, &[Change])] = &[
    (
        "arcade",
        &[
            ("top.v", "D_OUT_0(core_vga_red)", "D_OUT_0(~core_vga_red)"),
            ("top.v", ".ps2_data(core_ps2_data)", ".ps2_data(1'b1)"),
        ],
    ),
    (
        "handheld",
        &[
            ("top.v", "D_OUT_0(core_lcd_data)", "D_OUT_0(~core_lcd_data)"),
            ("top.v", ".button_m1(core_button_m1)", ".button_m1(1'b0)"),
        ],
    ),
    (
        "matrix",
        &[
            ("top.v", "D_OUT_0(core_led_data)", "D_OUT_0(~core_led_data)"),
            ("top.v", ".start(core_start)", ".start(1'b0)"),
            ("fake_pull_down.v", "count == DRIVE_AT", "1'b0"),
            (
                "fake_pull_down.v",
                "count == SAMPLE_AT",
                "count == DRIVE_AT",
            ),
            ("fake_pull_down.v", "pressed = held", "pressed = ~held"),
        ],
    ),
    (
        "tictactoe",
        &[
            ("top.v", "D_OUT_0(core_audio)", "D_OUT_0(~core_audio)"),
            ("top.v", ".confirm(core_confirm)", ".confirm(1'b0)"),
        ],
    ),
    (
        "selftest",
        &[
            ("top.v", ".D_OUT_0(core_leds)", ".D_OUT_0(~core_leds)"),
            ("top.v", ".ps2_data(core_ps2_data)", ".ps2_data(1'b1)"),
        ],
    ),
];

/// `make test` of so many sixteenths. Its results are kept if they are the expected ones.
fn test(folder: &Path, spans: u32, is_expected: fn(&Output) -> bool) -> (bool, String) {
    let mut make = Command::new("make");
    let make = make.arg("test").arg(format!("ARGS=+spans={spans}"));
    let run = KeptRun::new(make.current_dir(folder));
    let run = run.starts(&["iverilog", "vvp"]).leaves(&[]);
    let output = run.keeps(is_expected).run(15);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.success(), said)
}

fn passes(output: &Output) -> bool {
    has_line(output, "PASS")
}

fn fails(output: &Output) -> bool {
    has_line(output, "FAIL: ")
}

fn has_line(output: &Output, start: &str) -> bool {
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().any(|line| line.starts_with(start))
}

fn has_icarus(test: &str) -> bool {
    let programs = [
        ("iverilog", "iverilog"),
        ("vvp", "iverilog"),
        ("make", "make"),
    ];
    has_programs(test, &programs)
}

/// Runs the bench of a game for two sixteenths; the whole takes some minutes. Then the changes.
fn passes_and_fails(name: &str, changes: &[Change]) {
    let game = circuits().find(|game| game.name == name).unwrap();
    let folder = exported(game, "alchitry-cu");
    let (well, said) = test(folder.path(), 2, passes);
    assert!(well && said.contains("\nPASS\n"), "{name}:\n{said}");
    for (file, old, new) in changes {
        let file = folder.path().join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(old), "{name}: `{old}`");
        fs::write(&file, text.replace(old, new)).unwrap();
        let (well, said) = test(folder.path(), 2, fails);
        let has_failed = !well && said.contains("FAIL: the circuit does something else");
        assert!(has_failed, "{name} with `{new}`:\n{said}");
        assert!(!said.contains("PASS"), "{name} with `{new}`:\n{said}");
        fs::write(&file, text).unwrap();
    }
}

#[test]
fn the_test_benches_of_the_led_games_pass_and_fail_on_another_circuit() {
    if has_icarus("the_test_benches_of_the_led_games_pass_and_fail_on_another_circuit") {
        for (name, changes) in &CHANGES[2..4] {
            passes_and_fails(name, changes);
        }
    }
}

#[test]
fn the_test_bench_of_the_arcade_passes() {
    if has_icarus("the_test_bench_of_the_arcade_passes") {
        passes_and_fails("arcade", &[]);
    }
}

#[test]
#[ignore = "takes minutes"]
fn the_test_bench_of_each_game_passes_and_fails_on_another_circuit() {
    if has_icarus("the_test_bench_of_each_game_passes_and_fails_on_another_circuit") {
        for (name, changes) in CHANGES {
            passes_and_fails(name, changes);
        }
        let changes: usize = CHANGES.iter().map(|(_, changes)| changes.len()).sum();
        let circuits = CHANGES.len();
        assert_eq!(circuits, gatefall_games::circuits().count());
        record(
            "Icarus Verilog",
            &[("circuits", circuits as u64), ("faults", changes as u64)],
        );
    }
}

/// Verilator simulates the bench with another order of events than iverilog.
fn passes_in_verilator(is_wanted: impl Fn(&str) -> bool) {
    for game in circuits().filter(|game| is_wanted(game.name)) {
        let folder = exported(game, "alchitry-cu");
        let said = verilated(game, folder.path(), passes);
        assert!(said.starts_with("PASS\n"), "{}:\n{said}", game.name);
    }
}

fn has_verilator(test: &str) -> bool {
    has_programs(test, &[("verilator", "verilator"), ("c++", "g++")])
}

#[test]
#[ignore = "compiles the large games, too"]
fn the_test_bench_of_each_game_passes_in_verilator() {
    if has_verilator("the_test_bench_of_each_game_passes_in_verilator") {
        passes_in_verilator(|_| true);
        record("Verilator", &[("circuits", circuits().count() as u64)]);
    }
}

#[test]
fn a_test_bench_passes_and_fails_in_verilator_too() {
    if !has_verilator("a_test_bench_passes_and_fails_in_verilator_too") {
        return;
    }
    passes_in_verilator(|name| name == "tictactoe");
    // Nothing is printed after the end.
    let game = GAMES.iter().find(|game| game.name == "tictactoe").unwrap();
    let folder = exported(game, "alchitry-cu");
    let top = folder.path().join("top.v");
    let text = fs::read_to_string(&top).unwrap();
    let audio = ".D_OUT_0(core_audio)";
    assert!(text.contains(audio));
    fs::write(&top, text.replace(audio, ".D_OUT_0(~core_audio)")).unwrap();
    let said = verilated(game, folder.path(), fails);
    assert!(
        said.contains("FAIL: the circuit does something else"),
        "{said}"
    );
    assert!(!said.contains("PASS"), "{said}");
}

/// Output of the bench in Verilator.
fn verilated(game: &Game, folder: &Path, is_expected: fn(&Output) -> bool) -> String {
    let bench = format!("{}_tb", game.name);
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: Vec<String> = files.filter(|file| file.ends_with(".v")).collect();
    // Verilator's make works in no folder whose path has a blank.
    let copy = tempfile::tempdir().unwrap();
    for (name, content) in contents(folder) {
        fs::write(copy.path().join(name), content).unwrap();
    }
    let mut verilator = Command::new("verilator");
    let verilator = verilator
        .args(["--Mdir", "objects"])
        .args(["--binary", "--timing", "-Wno-fatal", "-Wno-lint"])
        .args(["-Wno-style", "-o", "bench", "--top-module", &bench])
        .args(&files);
    let run = KeptRun::new(verilator.current_dir(&copy));
    let run = run.starts(&["make", "g++"]).leaves(&["objects/bench"]);
    let output = run.run(30);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{said}", game.name);
    let mut program = Command::new(copy.path().join("objects/bench"));
    let output = KeptRun::new(program.current_dir(&copy))
        .keeps(is_expected)
        .run(2);
    String::from_utf8_lossy(&output.stdout).into_owned()
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
    let mut make = Command::new("make");
    // The path of this folder has a blank.
    let make = make.arg("tictactoe.bin").env("TMPDIR", folder.path());
    let run = KeptRun::new(make.current_dir(folder.path()));
    let run = run.starts(&["yosys", "yosys-abc", "nextpnr-ice40", "icepack"]);
    let output = run.run(6);
    assert!(output.status.success(), "{output:?}");
    let bitstream = fs::read(folder.path().join("tictactoe.bin")).unwrap();
    // Size of every bitstream for an HX1K.
    assert_eq!(bitstream.len(), 32_220);
}

/// The only file in a folder, or the folders in it, whose name ends like this.
fn found(folder: &Path, ending: &str) -> Option<PathBuf> {
    fs::read_dir(folder).unwrap().find_map(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found(&path, ending),
            false => path.to_str().unwrap().ends_with(ending).then_some(path),
        }
    })
}

/// FuseSoC in an exported folder. The files of its user are there too.
fn fusesoc(folder: &Path, arguments: &[&str]) {
    let mut fusesoc = Command::new("fusesoc");
    let fusesoc = fusesoc.args(["--cores-root", ".", "run"]).args(arguments);
    let output = run(fusesoc.current_dir(folder).env("HOME", folder), 7);
    let said = String::from_utf8_lossy(&output.stderr);
    let is_well = output.status.success() && !said.contains("deprecated");
    assert!(is_well, "{said}");
}

/// Number of tables in a netlist of yosys, and of other cells of each kind.
fn cells(json: &Path) -> (usize, BTreeMap<String, usize>) {
    let text = fs::read_to_string(json).unwrap();
    let netlist: serde_json::Value = serde_json::from_str(&text).unwrap();
    let cells = netlist["modules"]["top"]["cells"].as_object().unwrap();
    let mut counts = BTreeMap::new();
    for cell in cells.values() {
        let kind = cell["type"].as_str().unwrap().to_owned();
        *counts.entry(kind).or_default() += 1;
    }
    (counts.remove("SB_LUT4").unwrap(), counts)
}

/// A board for each recipe that both have: synthesis only.
#[test]
fn make_and_fusesoc_differ_in_tables_alone() {
    let programs = [
        ("fusesoc", "pip install fusesoc"),
        ("yosys", "yosys"),
        ("make", "make"),
    ];
    if !has_programs("make_and_fusesoc_differ_in_tables_alone", &programs) {
        return;
    }
    // Make maps to fewer tables. On larger parts it also makes short adders without carry chains,
    // so this compares the smallest parts. FuseSoC can do neither.
    let cases = [("tictactoe", "icestick"), ("matrix", "nandland-go")];
    for (game, board) in cases {
        let game = GAMES.iter().find(|known| known.name == game).unwrap();
        let folder = exported(game, board);
        let (well, said) = make(folder.path(), &format!("{}.json", game.name));
        assert!(well, "{said}");
        let target = format!("--target={board}");
        let core = format!("gatefall:games:{}", game.name);
        fusesoc(folder.path(), &["--setup", &target, &core]);
        let build = folder.path().join("build");
        let makefile = found(&build, "/Makefile").expect("a makefile");
        let (well, said) = make(makefile.parent().unwrap(), "synth");
        assert!(well, "{said}");
        let json = found(&build, ".json").expect("a netlist");
        let own = folder.path().join(format!("{}.json", game.name));
        let ((tables, others), (more, their)) = (cells(&own), cells(&json));
        assert_eq!(others, their, "{} on {board}", game.name);
        assert!(tables < more, "{tables} of make, {more} on {board}");
    }
}

#[test]
fn fusesoc_gives_a_bitstream() {
    let programs = [
        ("fusesoc", "pip install fusesoc"),
        ("yosys", "yosys"),
        ("nextpnr-ice40", "nextpnr-ice40"),
        ("icepack", "fpga-icestorm"),
        ("make", "make"),
    ];
    if !has_programs("fusesoc_gives_a_bitstream", &programs) {
        return;
    }
    let game = GAMES.iter().find(|game| game.name == "tictactoe").unwrap();
    let folder = exported(game, "icestick");
    let arguments = ["--target=icestick", "gatefall:games:tictactoe"];
    fusesoc(folder.path(), &arguments);
    let bitstream = found(folder.path(), ".bin").expect("a bitstream");
    assert_eq!(fs::metadata(bitstream).unwrap().len(), 32_220);
}

/// The command line of apio fetches its packages before it reads a project. So this calls the part
/// of it that reads.
const READ_WITH_APIO: &str = r#"
import sys
from pathlib import Path
from apio.managers.project import load_project_from_file
project = load_project_from_file(Path("."), None, {sys.argv[1]: {}})
print(*(project.get_str_option(key) for key in ("board", "top-module", "default-testbench")))
for tool in ("yosys", "nextpnr"):
    print(*project.get_list_option(tool + "-extra-options"))
"#;

#[test]
fn apio_reads_its_file() {
    if !has_programs("apio_reads_its_file", &[("apio", "pip install apio")]) {
        return;
    }
    let game = GAMES.iter().find(|game| game.name == "tictactoe").unwrap();
    let folder = exported(game, "icesugar");
    let apio = gatefall_tests::on_path("apio").unwrap();
    let script = fs::read_to_string(apio).unwrap();
    let python = script.lines().next().unwrap().trim_start_matches("#!");
    let mut python = Command::new(python);
    let python = python.args(["-c", READ_WITH_APIO, "icesugar-1-5"]);
    let output = run(python.current_dir(folder.path()), 1);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let read = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        read.trim_end(),
        "icesugar-1-5 top tictactoe_tb.v\n\
         -abc9 -dff -dffe_min_ce_use 3 -no-rw-check -device u\n--seed 1"
    );
}
