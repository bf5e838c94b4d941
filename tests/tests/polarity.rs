//! The exported bench fails when any pin of `top.v` has the other polarity.
//!
//! A small game on two boards: on one everything is active high, on the other active low. Each line
//! of the top that inverts a level, or does not, is inverted. The halves of the pixel clock are
//! exchanged. Another game has no inputs.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_board::Library;
use gatefall_games::{BuildError, Button, ButtonPort, ClockRange, Game, Params, Role, Settings};
use gatefall_project::{default_setup, export};
use gatefall_tests::{has_programs, KeptRun};
use rust_hdl::prelude::*;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Each output depends on an input of its own.
#[derive(LogicBlock, Default)]
struct Levels {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    left: Signal<In, Bit>,
    right: Signal<In, Bit>,
    ps2_clock: Signal<In, Bit>,
    ps2_data: Signal<In, Bit>,
    vga_h_sync: Signal<Out, Bit>,
    vga_v_sync: Signal<Out, Bit>,
    vga_red: Signal<Out, Bits<2>>,
    vga_green: Signal<Out, Bits<2>>,
    vga_blue: Signal<Out, Bits<2>>,
    audio: Signal<Out, Bit>,
    count: DFF<Bits<8>>,
}

impl Logic for Levels {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.vga_h_sync.next = self.count.q.val().get_bit(3);
        self.vga_v_sync.next = self.count.q.val().get_bit(7);
        self.vga_red.next = bit_cast::<2, 1>(self.left.val().into());
        self.vga_green.next = bit_cast::<2, 1>(self.right.val().into());
        self.vga_blue.next = bit_cast::<2, 1>(self.ps2_clock.val().into());
        self.audio.next = self.ps2_data.val() & self.count.q.val().get_bit(0);
        if self.reset.val() {
            self.count.d.next = 0.into();
        }
    }
}

fn build(_: &Params) -> Result<Box<dyn Block>, BuildError> {
    let mut levels = Levels::default();
    levels.connect_all();
    Ok(Box::new(levels))
}

static LEVELS: Game = Game {
    name: "levels",
    summary: "A test",
    needs: &[Role::Vga, Role::Ps2],
    one_of: &[],
    wants: &[Role::Audio],
    buttons: &[
        ButtonPort {
            port: "left",
            button: Button::Left,
            keys: &["left"],
        },
        ButtonPort {
            port: "right",
            button: Button::Right,
            keys: &["right"],
        },
    ],
    needs_buttons: true,
    led_matrix: None,
    clock: ClockRange {
        min_hz: 12_000_000,
        preferred_hz: 12_000_000,
        max_hz: 12_000_000,
    },
    settings: Settings::NONE,
    build,
};

/// Sounds by itself.
#[derive(LogicBlock, Default)]
struct Beacon {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    audio: Signal<Out, Bit>,
    count: DFF<Bits<8>>,
}

impl Logic for Beacon {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.audio.next = self.count.q.val().get_bit(3);
        if self.reset.val() {
            self.count.d.next = 0.into();
        }
    }
}

fn build_beacon(_: &Params) -> Result<Box<dyn Block>, BuildError> {
    let mut beacon = Beacon::default();
    beacon.connect_all();
    Ok(Box::new(beacon))
}

static BEACON: Game = Game {
    name: "beacon",
    needs: &[Role::Audio],
    wants: &[],
    buttons: &[],
    build: build_beacon,
    ..LEVELS
};

/// The line with the other polarity, if it has one.
fn turned(line: &str) -> Option<String> {
    let (before, after) = ["wire core_", ".D_OUT_0(", "assign core_ready = "]
        .iter()
        .find_map(|start| line.split_once(start).map(|(_, after)| (*start, after)))?;
    let indent = &line[..line.find(before)?];
    // Between a name and its value, or from the start of a value.
    let (head, value) = match before {
        "wire core_" => after.split_once("= ")?,
        "assign core_ready = " => after.split_once("& ")?,
        _ => ("", after),
    };
    let middle = match before {
        "wire core_" => "= ",
        "assign core_ready = " => "& ",
        _ => "",
    };
    // The clock and the reset's counter are no pins.
    if head.contains("reset ") || value.starts_with("1'b") {
        return None;
    }
    let value = match value.strip_prefix('~') {
        Some(value) => value.to_owned(),
        None => format!("~{value}"),
    };
    Some(format!("{indent}{before}{head}{middle}{value}"))
}

/// The line with the other level at a pin that never changes.
fn other_level(line: &str) -> Option<String> {
    let is_fixed = line.contains("assign held_") || line.contains("led");
    let (pin, level) = line.split_once("= ").filter(|_| is_fixed)?;
    let (width, bits) = level.split_once("'b")?;
    let bits = bits.replace('0', "x").replace('1', "0").replace('x', "1");
    Some(format!("{pin}= {width}'b{bits}"))
}

/// The top whose pixel clock has its halves exchanged.
fn other_pixel_clock(top: &str) -> String {
    let cell = ".PIN_TYPE(6'b010001)";
    let (before, after) = top.split_once(cell).unwrap();
    let (ports, after) = after.split_once(");\n").unwrap();
    let ports = ports.replace("1'b0", "?").replace("1'b1", "1'b0");
    format!("{before}{cell}{});\n{after}", ports.replace('?', "1'b1"))
}

/// Output of the bench. It is kept if it is the expected one.
fn said(folder: &Path, is_expected: fn(&Output) -> bool) -> String {
    let mut make = Command::new("make");
    let make = make.args(["test", "ARGS=+spans=2"]);
    let run = KeptRun::new(make.current_dir(folder));
    let run = run.starts(&["iverilog", "vvp"]).leaves(&[]);
    let output = run.keeps(is_expected).run(1);
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

fn passes(output: &Output) -> bool {
    String::from_utf8_lossy(&output.stdout).contains("\nPASS\n")
}

fn fails(output: &Output) -> bool {
    String::from_utf8_lossy(&output.stdout).contains("\nFAIL: ")
}

fn exported(game: &Game, board: &str) -> TempDir {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/polarity");
    let board = Library::read(&boards).unwrap().board(board).unwrap();
    let setup = default_setup(game, &board).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for file in export(game, &board, setup).unwrap() {
        fs::write(folder.path().join(file.name), file.text).unwrap();
    }
    folder
}

#[test]
fn the_bench_fails_when_a_pin_has_the_other_polarity() {
    let name = "the_bench_fails_when_a_pin_has_the_other_polarity";
    let programs = [
        ("iverilog", "iverilog"),
        ("vvp", "iverilog"),
        ("make", "make"),
    ];
    if !has_programs(name, &programs) {
        return;
    }
    for board in ["high", "low"] {
        let folder = exported(&LEVELS, board);
        let bench = said(folder.path(), passes);
        assert!(bench.contains("\nPASS\n"), "{board}:\n{bench}");

        let top = folder.path().join("top.v");
        let text = fs::read_to_string(&top).unwrap();
        let mut turns = 0;
        for line in text.lines() {
            let Some(other) = turned(line).or_else(|| other_level(line)) else {
                continue;
            };
            turns += 1;
            fs::write(&top, text.replace(line, &other)).unwrap();
            let bench = said(folder.path(), fails);
            let has_failed = bench.contains("\nFAIL: ") && !bench.contains("PASS");
            assert!(has_failed, "{board} with `{other}`:\n{bench}");
        }
        fs::write(&top, other_pixel_clock(&text)).unwrap();
        let bench = said(folder.path(), fails);
        let has_failed = bench.contains("\nFAIL: the pixel clock has the wrong polarity");
        assert!(has_failed && !bench.contains("PASS"), "{board}:\n{bench}");
        // 4 inputs, 7 outputs, the reset, 2 pins that are held, 2 sets of LEDs.
        assert_eq!(turns, 16, "{board}:\n{text}");
    }
}

/// Nobody can make a difference.
#[test]
fn the_bench_of_a_game_without_inputs_passes_and_fails_on_another_circuit() {
    let name = "the_bench_of_a_game_without_inputs_passes_and_fails_on_another_circuit";
    let programs = [
        ("iverilog", "iverilog"),
        ("vvp", "iverilog"),
        ("make", "make"),
    ];
    if !has_programs(name, &programs) {
        return;
    }
    let folder = exported(&BEACON, "high");
    let bench = said(folder.path(), passes);
    assert!(bench.contains("\nPASS\n"), "{bench}");
    for (file, old, new) in [
        ("top.v", "D_OUT_0(core_audio)", "D_OUT_0(~core_audio)"),
        ("beacon.v", "count[3]", "count[4]"),
    ] {
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file}:\n{text}");
        fs::write(&path, text.replace(old, new)).unwrap();
        let bench = said(folder.path(), fails);
        let has_failed = bench.contains("\nFAIL: the circuit does something else");
        assert!(has_failed && !bench.contains("PASS"), "{file}:\n{bench}");
        fs::write(&path, text).unwrap();
    }
}
