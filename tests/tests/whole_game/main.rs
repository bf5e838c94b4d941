//! A whole game, from the title to its end, in our simulator and in Verilator on our Verilog. The
//! state is the same in every cycle.
//!
//! The keyboard is part of the design. So is a register that signs the whole state in each cycle:
//! every register, every word that a memory reads, every write. A single difference stays in the
//! signature, which is compared after every frame.
#![allow(clippy::unwrap_used)] // A test may fail.

mod state_hash;

use gatefall_devices::key_player::{KeyPlayer, Stroke};
use gatefall_devices::Key;
use gatefall_games::arcade::{Arcade, GAME};
use gatefall_games::Params;
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use gatefall_tests::{has_programs, KeptRun};
use rust_hdl::prelude::*;
use state_hash::{sign, SIGNATURE};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const CYCLES_PER_FRAME: u64 = 800 * 525;
/// A game that only drops its pieces ends within this time.
const LONGEST: usize = 400;
/// Frames that are run after its end.
const REST: usize = 5;

/// The game with a player who only drops.
#[derive(LogicBlock)]
struct Played {
    clock: Signal<In, Clock>,
    vga_red: Signal<Out, Bits<4>>,
    arcade: Arcade<4>,
    keys: KeyPlayer,
}

impl Logic for Played {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, arcade, keys);
        self.arcade.reset.next = false;
        self.arcade.ps2_clock.next = self.keys.ps2_clock.val();
        self.arcade.ps2_data.next = self.keys.ps2_data.val();
        self.arcade.gamepad_data.next = true;
        self.arcade.second_gamepad_data.next = true;
        self.arcade.flash_miso.next = true;
        self.vga_red.next = self.arcade.vga_red.val();
    }
}

fn played() -> Netlist {
    let params = Params {
        gamepads: 0,
        ..GAME.params()
    };
    let clock_hz = params.clock_hz;
    let stroke = |name, milliseconds, is_down| Stroke {
        pause: Duration::from_millis(milliseconds),
        key: Key::named(name).unwrap(),
        is_down,
    };
    // Enter starts the game, at once when it comes again, and a new one only after its end. G
    // drops.
    let enter = [stroke("Enter", 5, true), stroke("Enter", 20, false)];
    let mut strokes = [enter, enter].concat();
    for _ in 0..60 {
        strokes.extend([stroke("G", 25, true), stroke("G", 10, false)]);
    }
    let design = Played {
        clock: Default::default(),
        vga_red: Default::default(),
        arcade: Arcade::new(&params),
        keys: KeyPlayer::new(&strokes, clock_hz),
    };
    gatefall_lower::netlist(&design, "played").unwrap()
}

/// The signatures after each frame of a whole game.
fn in_our_simulator(netlist: &Netlist) -> Vec<u64> {
    let mut machine = Machine::new(netlist).unwrap();
    let mut signatures = Vec::new();
    let (mut began, mut rest) = (false, REST);
    while rest > 0 {
        assert!(signatures.len() < LONGEST, "the game does not end");
        machine.run(CYCLES_PER_FRAME);
        signatures.push(machine.peek(SIGNATURE).unwrap());
        began |= machine
            .peek("arcade.console.scene_control.scenes.in_play")
            .unwrap()
            == 1;
        if began && machine.peek("arcade.game_engine.result.game_over").unwrap() == 1 {
            rest -= 1;
        }
    }
    signatures
}

fn in_verilator(verilog: &str, frames: usize, folder: &Path) -> Vec<u64> {
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/whole_game/verilator.cpp"
    );
    fs::write(folder.join("played.v"), verilog).unwrap();
    let mut verilator = Command::new("verilator");
    let verilator = verilator
        .args([
            "--cc",
            "--exe",
            "--build",
            "-O3",
            "-Wno-fatal",
            "-MAKEFLAGS",
            "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O1",
            "-j",
            "2",
            "--top-module",
            "played",
        ])
        .args(["--Mdir", "objects", "-o", "play", "played.v", source])
        .current_dir(folder);
    let run = KeptRun::new(verilator).starts(&["make", "g++"]);
    let build = run.leaves(&["objects/play"]).run(15);
    assert!(
        build.status.success(),
        "{}",
        String::from_utf8_lossy(&build.stderr)
    );
    let mut play = Command::new(folder.join("objects/play"));
    let play = play.args([frames.to_string(), CYCLES_PER_FRAME.to_string()]);
    let played = KeptRun::new(play.current_dir(folder)).run(12);
    let text = String::from_utf8(played.stdout).unwrap();
    text.lines()
        .map(|line| u64::from_str_radix(line, 16).unwrap())
        .collect()
}

fn verilog(netlist: &Netlist) -> String {
    gatefall_verilog::text(netlist, &Default::default())
}

/// The first frame in which the two differ.
fn difference(ours: &[u64], theirs: &[u64]) -> Option<usize> {
    assert_eq!(ours.len(), theirs.len());
    ours.iter()
        .zip(theirs)
        .position(|(ours, theirs)| ours != theirs)
}

#[test]
fn a_whole_game_has_the_same_state_in_every_cycle_in_verilator() {
    let test = "a_whole_game_has_the_same_state_in_every_cycle_in_verilator";
    if !has_programs(
        test,
        &[("verilator", "verilator"), ("make", "make"), ("g++", "g++")],
    ) {
        return;
    }
    let mut netlist = played();
    sign(&mut netlist);
    let ours = in_our_simulator(&netlist);
    let folder = tempfile::tempdir().unwrap();
    let theirs = in_verilator(&verilog(&netlist), ours.len(), folder.path());
    assert_eq!(difference(&ours, &theirs), None, "first frame that differs");
}

#[test]
fn a_register_that_differs_once_stays_in_the_signature() {
    let sound = played();
    let mut signed = sound.clone();
    sign(&mut signed);
    let mut machine = Machine::new(&signed).unwrap();
    let start = machine.snapshot();
    let mut signature = |flipped: Option<&str>| {
        machine.restore(&start).unwrap();
        if let Some(register) = flipped {
            let value = machine.peek(register).unwrap();
            machine.poke(register, value ^ 1).unwrap();
        }
        machine.run(1000);
        machine.peek(SIGNATURE).unwrap()
    };
    let expected = signature(None);
    // One of each module.
    let registers = gatefall_verilog::state_names(&sound).into_iter();
    let registers = registers.filter(|state| state.words.is_none());
    let registers = registers.map(|register| (register.module, register.netlist));
    let registers: BTreeMap<String, String> = registers.collect();
    let modules = sound.modules.values();
    let modules = modules.filter(|module| !module.registers.is_empty());
    assert_eq!(registers.len(), modules.count());
    for (module, register) in &registers {
        assert_ne!(signature(Some(register)), expected, "{module}");
    }
    assert_eq!(signature(None), expected);
}

/// A machine is recompiled after some hundred thousand cycles. One that restarts from a snapshot
/// before that is never recompiled.
#[test]
fn compiling_anew_changes_no_state() {
    const LEG: u64 = 100_000;
    let mut netlist = played();
    sign(&mut netlist);
    let mut whole = Machine::new(&netlist).unwrap();
    let mut plain = Machine::new(&netlist).unwrap();
    for leg in 1..=30 {
        whole.run(LEG);
        plain.run(LEG);
        let signature = plain.peek(SIGNATURE).unwrap();
        assert_eq!(whole.peek(SIGNATURE).unwrap(), signature, "leg {leg}");
        let snapshot = plain.snapshot();
        plain = Machine::with_program(plain.program().clone()).unwrap();
        plain.restore(&snapshot).unwrap();
    }
}
