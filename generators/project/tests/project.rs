//! The text around a game, for a small game of our own.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_board::{Board, Library, Setup};
use gatefall_games::{
    circuits, BuildError, Button, ButtonPort, ClockRange, Game, Params, Role, Settings,
};
use gatefall_project::{core, default_setup, project, ProjectError};
use rust_hdl::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Shows the keyboard's lines on the screen.
#[derive(LogicBlock, Default)]
struct Probe {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    ps2_clock: Signal<In, Bit>,
    ps2_data: Signal<In, Bit>,
    vga_h_sync: Signal<Out, Bit>,
    vga_v_sync: Signal<Out, Bit>,
    vga_red: Signal<Out, Bits<1>>,
    vga_green: Signal<Out, Bits<1>>,
    vga_blue: Signal<Out, Bits<1>>,
    line: DFF<Bit>,
}

impl Logic for Probe {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, line);
        self.line.d.next = self.ps2_clock.val() & self.ps2_data.val();
        self.vga_h_sync.next = self.line.q.val();
        self.vga_v_sync.next = self.line.q.val();
        self.vga_red.next = 0.into();
        self.vga_green.next = 0.into();
        self.vga_blue.next = 1.into();
        if self.reset.val() {
            self.line.d.next = false;
        }
    }
}

fn build(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    if params.colour_bits > 4 {
        return Err(BuildError::ColourBits(params.colour_bits));
    }
    let mut probe = Probe::default();
    probe.connect_all();
    Ok(Box::new(probe))
}

static PROBE: Game = Game {
    name: "probe",
    summary: "A test",
    needs: &[Role::Vga, Role::Ps2],
    one_of: &[],
    wants: &[],
    buttons: &[],
    needs_buttons: true,
    led_matrix: None,
    clock: ClockRange {
        min_hz: 25_000_000,
        preferred_hz: 25_125_000,
        max_hz: 25_200_000,
    },
    settings: Settings::NONE,
    build,
};

/// Shows which button is down; its LEDs are a chain or scanned rows.
#[derive(LogicBlock, Default)]
struct Panel {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    go: Signal<In, Bit>,
    stop: Signal<In, Bit>,
    led_data: Signal<Out, Bit>,
    segments: Signal<Out, Bits<8>>,
    digits: Signal<Out, Bits<4>>,
    control_led: Signal<Out, Bit>,
    audio: Signal<Out, Bit>,
    down: DFF<Bit>,
}

impl Logic for Panel {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, down);
        self.down.d.next = self.go.val() & !self.stop.val();
        self.led_data.next = self.down.q.val();
        self.segments.next = 1.into();
        self.digits.next = 2.into();
        self.control_led.next = self.down.q.val();
        self.audio.next = self.down.q.val();
        if self.reset.val() {
            self.down.d.next = false;
        }
    }
}

/// The same with the other kind of LEDs.
#[derive(LogicBlock, Default)]
struct RowPanel {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    go: Signal<In, Bit>,
    stop: Signal<In, Bit>,
    row_clock: Signal<Out, Bit>,
    row_data: Signal<Out, Bit>,
    row_latch: Signal<Out, Bit>,
    row_enable: Signal<Out, Bit>,
    segments: Signal<Out, Bits<8>>,
    digits: Signal<Out, Bits<4>>,
    control_led: Signal<Out, Bit>,
    audio: Signal<Out, Bit>,
    down: DFF<Bit>,
}

impl Logic for RowPanel {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, down);
        self.down.d.next = self.go.val() & !self.stop.val();
        self.row_clock.next = false;
        self.row_data.next = self.down.q.val();
        self.row_latch.next = false;
        self.row_enable.next = self.down.q.val();
        self.segments.next = 1.into();
        self.digits.next = 2.into();
        self.control_led.next = self.down.q.val();
        self.audio.next = self.down.q.val();
        if self.reset.val() {
            self.down.d.next = false;
        }
    }
}

fn build_panel(params: &Params) -> Result<Box<dyn Block>, BuildError> {
    let mut block: Box<dyn Block> = match params.choice {
        Some(Role::RowScan) => Box::new(RowPanel::default()),
        _ => Box::new(Panel::default()),
    };
    block.connect_all();
    Ok(block)
}

static PANEL: Game = Game {
    name: "panel",
    summary: "A test",
    needs: &[],
    one_of: &[Role::Ws2812, Role::RowScan],
    wants: &[Role::Digits, Role::ControlLed, Role::Audio],
    buttons: &[
        ButtonPort {
            port: "go",
            button: Button::Up,
            keys: &["Up"],
        },
        ButtonPort {
            port: "stop",
            button: Button::Down,
            keys: &["Down"],
        },
    ],
    needs_buttons: true,
    led_matrix: None,
    clock: ClockRange {
        min_hz: 12_000_000,
        preferred_hz: 12_000_000,
        max_hz: 25_200_000,
    },
    settings: Settings::NONE,
    build: build_panel,
};

fn board(folder: &str, name: &str) -> Board {
    Library::read(Path::new(folder))
        .unwrap()
        .board(name)
        .unwrap()
}

fn top(folder: &str, name: &str) -> String {
    let board = board(folder, name);
    let setup = default_setup(&PROBE, &board).unwrap();
    text(&PROBE, &board, setup)
}

fn text(game: &Game, board: &Board, setup: &Setup) -> String {
    let project = project(game, board, setup).unwrap();
    let top = project.verilog.last().unwrap();
    assert_eq!(top.name, "top.v");
    format!("{}----\n{}", top.text, project.pcf.text)
}

fn refusal(name: &str) -> String {
    shown(default_setup(&PROBE, &board("tests/boards", name)).unwrap_err())
}

fn shown(error: ProjectError) -> String {
    let help = error
        .help()
        .map_or(String::new(), |help| format!("\nhelp: {help}"));
    format!("{error}{help}")
}

#[test]
fn top_and_pins_on_the_alchitry_cu() {
    insta::assert_snapshot!(top("../../boards", "alchitry-cu"));
}

#[test]
fn top_and_pins_with_a_core_pll_and_everything_active_low() {
    insta::assert_snapshot!(top("tests/boards", "core-pll"));
}

#[test]
fn top_and_pins_without_a_pll() {
    insta::assert_snapshot!(top("tests/boards", "no-pll"));
}

#[test]
fn top_and_pins_with_buttons_that_nothing_pulls_down() {
    let board = board("../../boards", "alchitry-cu");
    let setup = default_setup(&PANEL, &board).unwrap();
    assert_eq!(setup.name.as_deref(), Some("io"));
    let modules = project(&PANEL, &board, setup).unwrap().verilog;
    let names: Vec<&str> = modules.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["panel.v", "fake_pull_down.v", "top.v"]);
    insta::assert_snapshot!(text(&PANEL, &board, setup));
}

#[test]
fn top_and_pins_of_the_other_version_without_what_the_board_lacks() {
    let board = board("../../boards", "nandland-go");
    let setup = board.setup("rows").unwrap();
    insta::assert_snapshot!(text(&PANEL, &board, setup));
}

#[test]
fn a_setup_that_lacks_several_things_is_refused_with_all_of_them() {
    let board = board("../../boards", "alchitry-cu");
    let setup = board.setup("br").unwrap();
    insta::assert_snapshot!(shown(project(&PANEL, &board, setup).unwrap_err()));
}

#[test]
fn each_game_is_one_that_a_top_can_be_written_for() {
    for game in circuits() {
        let [needs, wants] = [game.needs, game.wants];
        let is_in = |roles: &[Role], role: &Role| roles.contains(role);
        assert!(game.one_of.iter().all(|role| !is_in(needs, role)));
        assert!(wants
            .iter()
            .all(|role| !is_in(needs, role) && !is_in(game.one_of, role)));
    }
}

#[test]
fn each_button_of_a_game_is_known_to_boards() {
    for button in Button::ALL {
        let mut known = gatefall_board::Role::Buttons.signals().iter();
        assert!(known.any(|shape| shape.key == button.name()), "{button:?}");
    }
}

#[test]
fn each_role_of_a_game_is_known_to_boards() {
    for role in Role::ALL {
        assert!(
            gatefall_board::Role::from_name(role.name()).is_some(),
            "{role:?}"
        );
    }
}

#[test]
fn a_board_without_the_needed_role_is_refused() {
    insta::assert_snapshot!(refusal("bare"), @r"
    board `bare` offers no `vga`, no `ps2`, which the game `probe` needs
    help: it offers leds
    ");
}

#[test]
fn top_and_pins_with_dvi_on_the_own_oscillator_and_pins_that_never_change() {
    let board = board("tests/boards", "own-oscillator");
    insta::assert_snapshot!(text(&PROBE, &board, &board.setups[0]));
}

#[test]
fn an_input_at_the_pad_of_the_only_pll_is_refused() {
    insta::assert_snapshot!(refusal("pll-pad"), @r"
    board `pll-pad` has `ps2_clock` of the game `probe` at pin `35`, which takes no input while the PLL runs on another pin
    help: plug it in elsewhere: pins of the board file are free to choose
    ");
}

#[test]
fn a_reset_button_at_the_pad_of_the_only_pll_is_refused() {
    insta::assert_snapshot!(refusal("reset-at-pll-pad"), @r"
    board `reset-at-pll-pad` has its reset button at pin `35`, which takes no input while the PLL runs on another pin
    help: leave `reset` out of the board file
    ");
}

#[test]
fn unused_leds_that_are_held_high_have_one_port_each() {
    let board = board("tests/boards", "high-leds");
    let text = text(&PROBE, &board, &board.setups[0]);
    let lines = text.lines().filter(|line| line.starts_with("set_io "));
    let words = lines.map(|line| line.split_whitespace().skip(1).take(2));
    let pins: Vec<String> = words
        .map(|words| words.collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        pins[1..4],
        ["held_high_g1 G1", "held_high_h1 H1", "vga_h_sync A1"]
    );
    assert_eq!(pins.last().unwrap(), "control_led J1");
    assert_eq!(pins.len(), 11, "{pins:?}");
    assert!(text.contains("assign held_high_g1 = 1'b1;"), "{text}");
}

/// The texts of an exported project by the names of their files.
fn exported(board: &Board) -> BTreeMap<String, String> {
    let files = gatefall_project::export(&PROBE, board, &board.setups[0]).unwrap();
    files
        .into_iter()
        .map(|file| (file.name, file.text))
        .collect()
}

#[test]
fn make_prog_writes_the_flash_with_the_first_programmer() {
    let files = exported(&board("tests/boards", "high-leds"));
    let rule = "\nprog: probe.bin\n\topenFPGALoader -b ice40_generic -f --verify $<\n\nclean:\n";
    let makefile = &files["Makefile"];
    assert!(makefile.contains(rule), "{makefile}");
    assert!(makefile.contains("\n.PHONY: test waves prog clean\n"));
    assert!(files["README.md"].contains("\nmake prog       # into the board\nfusesoc "));
}

#[test]
fn a_board_without_programmer_has_no_make_prog() {
    let files = exported(&board("tests/boards", "no-pll"));
    let makefile = &files["Makefile"];
    assert!(!makefile.contains("prog"), "{makefile}");
    assert!(makefile.contains("\n.PHONY: test waves clean\n"));
    let readme = &files["README.md"];
    assert!(readme.contains("with iverilog\nfusesoc "), "{readme}");
}

/// Memories of 16 and of 32 words.
#[derive(LogicBlock, Default)]
struct Queues {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    audio: Signal<Out, Bit>,
    short: RAM<Bits<1>, 4>,
    long: RAM<Bits<1>, 5>,
    count: DFF<Bits<5>>,
}

impl Logic for Queues {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.short.read_clock.next = self.clock.val();
        self.short.write_clock.next = self.clock.val();
        self.long.read_clock.next = self.clock.val();
        self.long.write_clock.next = self.clock.val();
        self.count.d.next = self.count.q.val() + 1;
        self.short.write_address.next = bit_cast::<4, 5>(self.count.q.val());
        self.short.read_address.next = bit_cast::<4, 5>(self.count.q.val());
        self.short.write_data.next = 1.into();
        self.short.write_enable.next = self.reset.val();
        self.long.write_address.next = self.count.q.val();
        self.long.read_address.next = self.count.q.val();
        self.long.write_data.next = self.short.read_data.val();
        self.long.write_enable.next = true;
        self.audio.next = self.long.read_data.val().get_bit(0);
        if self.reset.val() {
            self.count.d.next = 0.into();
        }
    }
}

#[test]
fn memories_of_16_words_are_registers_on_the_ultraplus_only() {
    let game = Game {
        needs: &[Role::Audio],
        clock: ClockRange {
            min_hz: 1,
            ..PROBE.clock
        },
        build: |_| {
            let mut queues = Queues::default();
            queues.connect_all();
            Ok(Box::new(queues))
        },
        ..PROBE
    };
    let styles = |name| {
        let board = board("../../boards", name);
        let setup = default_setup(&game, &board).unwrap();
        let modules = project(&game, &board, setup).unwrap().verilog;
        let texts = modules.iter().map(|file| file.text.as_str());
        let lines = texts.flat_map(str::lines).map(str::trim);
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        let pairs = lines.windows(2);
        let pairs = pairs.filter(|pair| pair[0].starts_with("(* ram_style"));
        pairs.map(|pair| pair.join(" ")).collect::<Vec<_>>()
    };
    let long = "(* ram_style = \"block\" *) reg long [0:31];";
    assert_eq!(
        styles("icebreaker"),
        ["(* ram_style = \"registers\" *) reg short [0:15];", long]
    );
    assert_eq!(
        styles("alchitry-cu"),
        ["(* ram_style = \"block\" *) reg short [0:15];", long]
    );
}

#[test]
fn a_board_without_a_fitting_clock_is_refused() {
    insta::assert_snapshot!(refusal("no-clock"), @"board `no-clock` has no clock of 25000000 to 25200000 Hz, which the game `probe` needs: the nearest that it makes of its 50000000 Hz is 50000000 Hz");
}

#[test]
fn a_game_that_cannot_be_built_says_why() {
    let error = core(
        &PROBE,
        &Params {
            clock_hz: 25_000_000,
            colour_bits: 5,
            ..PROBE.params()
        },
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "game `probe` does not take the parameters of the board"
    );
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(cause, "5 bits for each colour, but the game drives 1 to 4");
}

/// A probe with a value that is wider than a machine word.
#[derive(LogicBlock, Default)]
struct Wide {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    ps2_clock: Signal<In, Bit>,
    ps2_data: Signal<In, Bit>,
    vga_h_sync: Signal<Out, Bit>,
    vga_v_sync: Signal<Out, Bit>,
    vga_red: Signal<Out, Bits<1>>,
    vga_green: Signal<Out, Bits<1>>,
    vga_blue: Signal<Out, Bits<1>>,
    count: DFF<Bits<80>>,
}

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.vga_h_sync.next = self.ps2_clock.val() & self.ps2_data.val();
        self.vga_v_sync.next = self.count.q.val().get_bit(70);
        self.vga_red.next = 0.into();
        self.vga_green.next = 0.into();
        self.vga_blue.next = 1.into();
        if self.reset.val() {
            self.count.d.next = 0.into();
        }
    }
}

#[test]
fn a_value_wider_than_a_word_is_an_error_of_export() {
    let game = Game {
        build: |_| {
            let mut wide = Wide::default();
            wide.connect_all();
            Ok(Box::new(wide))
        },
        ..PROBE
    };
    let board = board("../../boards", "alchitry-cu");
    let setup = gatefall_project::default_setup(&game, &board).unwrap();
    project(&game, &board, setup).unwrap();
    let error = gatefall_project::export(&game, &board, setup).unwrap_err();
    insta::assert_snapshot!(shown(error), @r"
    game `probe` computes with a value of more than 64 bits, which its test bench cannot follow
    help: split it into values of at most 64 bits
    ");
}
