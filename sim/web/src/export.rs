//! Description of a game for the page: `GAME.json` beside `GAME.wasm`.

use crate::{Inside, SiteFile};
use gatefall_compile::{Program, ReadStep, Ty};
use gatefall_devices::gamepad::{BUTTONS, INPUTS};
use gatefall_devices::{DeviceBench, Key, FLASH_ID};
use gatefall_netlist::{NetKind, Netlist};
use serde::Serialize;
use std::collections::BTreeMap;

/// Version of the description. The scripts refuse another one.
const FORMAT: u32 = 2;
/// Codes of steps: constant, fetch, load, count, multiplexer. Operators follow from [`OPERATOR`].
const CONST: u64 = 0;
const FETCH: u64 = 1;
const LOAD: u64 = 2;
const COUNT: u64 = 3;
const MUX: u64 = 4;
const OPERATOR: u64 = 5;

/// A game to export.
pub struct Exported<'a> {
    /// Name of the game and of its files.
    pub name: &'a str,
    /// Hash of the circuit, which a replay names.
    pub circuit: &'a str,
    /// Clock of the circuit.
    pub clock_hz: u64,
    /// The circuit with its devices.
    pub bench: &'a DeviceBench,
    /// The compiled bench.
    pub program: &'a Program,
    /// Buttons of the game.
    pub controls: &'a [Control],
    /// Texts and buttons of the page.
    pub page: &'a SitePage,
    /// Turns and boards.
    pub inside: &'a Inside,
}

/// Texts and buttons of a game on the page.
#[derive(Clone, Debug, Serialize)]
pub struct SitePage {
    /// Title of the game.
    pub title: &'static str,
    /// One or two sentences.
    pub tagline: &'static str,
    /// Text alternative of the picture.
    pub picture: &'static str,
    /// Terms and values.
    pub facts: Vec<(String, String)>,
    /// The table of keys.
    pub keys: Vec<KeyRow>,
    /// Buttons on the screen.
    pub pads: Pads,
    /// Buttons of gamepads and their controls, for each player.
    pub gamepads: Vec<BTreeMap<&'static str, &'static str>>,
}

/// An action and its keys.
#[derive(Clone, Debug, Serialize)]
pub struct KeyRow {
    /// The action.
    pub action: &'static str,
    /// Labels of keys.
    pub keys: Vec<&'static str>,
}

/// Buttons on the screen.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Pads {
    /// The four directions.
    pub cross: Vec<Pad>,
    /// Large buttons.
    pub actions: Vec<Pad>,
    /// Small buttons.
    pub system: Vec<Pad>,
}

/// A button on the screen.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pad {
    /// Label.
    pub label: &'static str,
    /// The key or the port that it presses.
    pub control: &'static str,
    /// Place in the cross: `up`, `down`, `left` or `right`; otherwise empty.
    pub place: &'static str,
}

impl Pad {
    /// A button with the name of its port.
    pub fn of(port: &'static str) -> Pad {
        Pad {
            label: port,
            control: port,
            place: "",
        }
    }
}

/// A button of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Control {
    /// Input port.
    pub port: &'static str,
    /// Names of the keys that press it.
    pub keys: Vec<&'static str>,
}

#[derive(Serialize)]
struct Described<'a> {
    format: u32,
    name: &'a str,
    circuit: &'a str,
    clock_hz: u64,
    page: &'a SitePage,
    inside: &'a Inside,
    devices: Devices<'a>,
    #[serde(flatten)]
    machine: Machine<'a>,
}

#[derive(Serialize)]
struct Devices<'a> {
    /// Bits of a colour channel of the monitor.
    monitor: Option<u32>,
    keyboard: bool,
    speaker: bool,
    leds: Option<Leds>,
    lcd: Option<Lcd>,
    /// Id of the flash.
    flash: Option<u32>,
    buttons: &'a [Control],
    /// Inputs of the buttons of gamepads, for each gamepad.
    gamepads: &'a [[&'static str; BUTTONS.len()]],
    /// Names of keys, and the bytes that the keyboard sends when they go down.
    keys: BTreeMap<&'static str, Vec<u8>>,
}

#[derive(Serialize)]
struct Leds {
    columns: usize,
    rows: usize,
    /// True for a chain of WS2812, false for rows behind shift registers.
    chain: bool,
    digits: bool,
    control_led: bool,
}

#[derive(Serialize)]
struct Lcd {
    column_offset: usize,
    row_offset: usize,
    is_turned: bool,
    is_blue_first: bool,
}

#[derive(Serialize)]
struct Machine<'a> {
    image_size: usize,
    /// Steps one after another: a code and its operands.
    steps: Vec<u64>,
    /// Constants of more than 32 bits, as decimal numbers. The first one is 2^32 in a step.
    wide: Vec<String>,
    /// In the order of the names. Number of characters that the name shares with the one before,
    /// its rest, width, 1 if it can be set, number of its table of states or -1, steps.
    signals: Vec<SignalEntry<'a>>,
    states: Vec<&'a [String]>,
    /// Name, width, words, offset, stride.
    memories: Vec<(&'a str, u32, u64, usize, u32)>,
}

#[derive(Serialize)]
struct SignalEntry<'a>(usize, &'a str, u32, u8, i64, Vec<usize>);

#[derive(Serialize)]
struct DescribedCircuit<'a> {
    format: u32,
    name: &'a str,
    clock_hz: u64,
    #[serde(flatten)]
    machine: Machine<'a>,
}

/// The files of a circuit without devices, for `gatefall.js`.
pub fn export_circuit(
    name: &str,
    clock_hz: u64,
    netlist: &Netlist,
    program: &Program,
) -> [SiteFile; 2] {
    let described = DescribedCircuit {
        format: FORMAT,
        name,
        clock_hz,
        machine: machine(program, netlist),
    };
    files(name, &described, program)
}

/// The files of a game.
pub fn export(game: &Exported) -> [SiteFile; 2] {
    let bench = game.bench;
    let described = Described {
        format: FORMAT,
        name: game.name,
        circuit: game.circuit,
        clock_hz: game.clock_hz,
        page: game.page,
        inside: game.inside,
        devices: Devices {
            monitor: bench.colour_bits,
            keyboard: bench.has_keyboard,
            speaker: bench.has_speaker,
            leds: leds(bench),
            flash: bench.has_flash.then_some(FLASH_ID),
            lcd: bench.panel.filter(|_| bench.has_lcd).map(|panel| Lcd {
                column_offset: panel.column_offset,
                row_offset: panel.row_offset,
                is_turned: panel.is_turned,
                is_blue_first: panel.is_blue_first,
            }),
            buttons: game.controls,
            gamepads: &INPUTS[..bench.gamepads],
            keys: Key::all().map(|key| (key.name(), key.make())).collect(),
        },
        machine: machine(game.program, &bench.netlist),
    };
    files(game.name, &described, game.program)
}

fn machine<'a>(program: &'a Program, netlist: &'a Netlist) -> Machine<'a> {
    let reader = program.probe(program.signal_names());
    let (steps, wide) = numbers(reader.steps());
    let mut last = "";
    let named = program.signal_names().zip(reader.limbs());
    let signals = named.filter_map(|(name, limbs)| {
        let signal = program.signal(name)?;
        let states = match signal.kind() {
            NetKind::Enum(id) => usize::from(id) as i64,
            _ => -1,
        };
        let free = signal.place().is_some().into();
        let both = last.chars().zip(name.chars());
        let shared = both.take_while(|(one, other)| one == other && one.is_ascii());
        let shared = shared.count();
        last = name;
        let (rest, width) = (&name[shared..], signal.width());
        Some(SignalEntry(
            shared,
            rest,
            width,
            free,
            states,
            limbs.clone(),
        ))
    });
    let memories = program.memories().map(|memory| {
        let (name, width, words) = (memory.name(), memory.width(), memory.words());
        (name, width, words, memory.range().start, memory.stride())
    });
    let enums = netlist.enums.values();
    Machine {
        image_size: program.image_size(),
        steps,
        wide,
        signals: signals.collect(),
        states: enums.map(|own| own.variants.as_slice()).collect(),
        memories: memories.collect(),
    }
}

fn files(name: &str, described: &impl Serialize, program: &Program) -> [SiteFile; 2] {
    let json = serde_json::to_vec(described).expect("a description is plain data");
    [
        SiteFile::new(format!("{name}.json"), json),
        SiteFile::new(format!("{name}.wasm"), program.wasm().to_vec()),
    ]
}

fn leds(bench: &DeviceBench) -> Option<Leds> {
    let (parts, matrix) = (bench.leds, bench.matrix?);
    Some(Leds {
        columns: matrix.columns,
        rows: matrix.rows,
        chain: parts.has_chain,
        digits: parts.has_digits,
        control_led: parts.has_control_led,
    })
}

/// All steps one after another, and the constants that a number of JavaScript cannot hold.
fn numbers(all: &[ReadStep]) -> (Vec<u64>, Vec<String>) {
    let mut wide = Vec::new();
    let mut steps = Vec::new();
    for step in all {
        match *step {
            ReadStep::Const(value) if u32::try_from(value).is_ok() => {
                steps.extend([CONST, value]);
            }
            ReadStep::Const(value) => {
                // Above all short constants.
                steps.extend([CONST, (1 << 32) + wide.len() as u64]);
                wide.push(value.to_string());
            }
            ReadStep::Fetch { offset, bytes } => {
                steps.extend([FETCH, offset.into(), bytes.into()]);
            }
            ReadStep::Load {
                memory,
                limb,
                address,
            } => steps.extend([LOAD, memory.into(), limb.into(), address as u64]),
            ReadStep::Count(operand) => steps.extend([COUNT, operand as u64]),
            ReadStep::Mux(operands) => {
                steps.push(MUX);
                steps.extend(operands.map(|operand| operand as u64));
            }
            ReadStep::Binary(op, ty, [a, b]) => {
                let code = OPERATOR + 2 * op as u64 + u64::from(ty == Ty::I64);
                steps.extend([code, a as u64, b as u64]);
            }
        }
    }
    (steps, wide)
}
