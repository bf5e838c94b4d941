//! The text around a game, for a small game of our own.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_board::{Board, Library};
use gatefall_games::{BuildError, ClockRange, Game, Params, Role};
use gatefall_project::{core, project};
use rust_hdl::prelude::*;
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
    led_matrix: None,
    clock: ClockRange {
        min_hz: 25_000_000,
        preferred_hz: 25_125_000,
        max_hz: 25_200_000,
    },
    build,
};

fn board(folder: &str, name: &str) -> Board {
    Library::read(Path::new(folder))
        .unwrap()
        .board(name)
        .unwrap()
}

fn top(folder: &str, name: &str) -> String {
    let project = project(&PROBE, &board(folder, name)).unwrap();
    let top = project.verilog.last().unwrap();
    assert_eq!(top.name, "top.v");
    format!("{}\n----\n{}", top.text, project.pcf.text)
}

fn refusal(name: &str) -> String {
    let error = project(&PROBE, &board("tests/boards", name)).unwrap_err();
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
fn each_role_of_a_game_is_known_to_boards() {
    for role in [Role::Vga, Role::Ps2, Role::Audio] {
        assert!(
            gatefall_board::Role::from_name(role.name()).is_some(),
            "{role:?}"
        );
    }
}

#[test]
fn a_board_without_the_needed_role_is_refused() {
    insta::assert_snapshot!(refusal("bare"), @r"
    board `bare` offers no `vga`, which the game `probe` needs
    help: it offers `leds`; `gatefall list` says which games run on which boards
    ");
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
        "game `probe`: 5 bits for each colour, but the game drives 1 to 4"
    );
}
