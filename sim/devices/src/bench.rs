//! A circuit on the bench: with a monitor, a keyboard and a loudspeaker on its pins, as one netlist.
//!
//! ```text
//!  key_word, key_write --> Ps2Sender --> circuit --> screen_pins --> VgaMonitor
//!                                           |  \--> audio_pins --> Speaker
//!  buttons -------------------------------> |  \--> led_pins --> LedPanel
//!                                           |--> lcd_pins --> St7735
//!                                           +-- watched signals --> change recorder --> change memory
//! ```
//!
//! Which devices there are, the names of the circuit's ports tell. What drives the circuit is a circuit too, and what the circuit drives is
//! recorded in memories, a word for each cycle; so the host only writes key words and reads memories, thousands of cycles at a time.

use crate::change_recorder;
use crate::led_panel::{Matrix, Parts, PORTS};
use crate::module_builder::ModuleBuilder;
use crate::ps2_sender::Ps2Sender;
use crate::splice::{append, expose};
use crate::st7735::{self, Glass};
use crate::vga_monitor::CHANNEL_BITS;
use crate::DeviceError;
use gatefall_netlist::{Direction, ExprId, Module, ModuleId, Net, NetKind, Netlist};
use rust_hdl::prelude::Block;

/// Bits of an address of the memories in which pins are recorded. Who reads them rarely has to have a large one, but a small one stays in
/// the processor's cache.
const PINS_ADDRESS_BITS: u32 = 12;
/// Cycles that the recordings of pins hold.
pub(crate) const PINS_CAPACITY: u64 = 1 << PINS_ADDRESS_BITS;
const VGA_PORTS: [&str; 5] = [
    "vga_h_sync",
    "vga_v_sync",
    "vga_red",
    "vga_green",
    "vga_blue",
];
const PS2_PORTS: [&str; 2] = ["ps2_clock", "ps2_data"];
const AUDIO_PORTS: [&str; 1] = ["audio"];
const CHAIN_PORTS: [&str; 1] = ["led_data"];
const ROW_PORTS: [&str; 4] = ["row_clock", "row_data", "row_latch", "row_enable"];
const DIGIT_PORTS: [&str; 2] = ["segments", "digits"];
const CONTROL_LED_PORTS: [&str; 1] = ["control_led"];

/// Names of memories of the bench's netlist.
pub(crate) const SCREEN_PINS: &str = "screen_pins";
pub(crate) const AUDIO_PINS: &str = "audio_pins";
pub(crate) const LED_PINS: &str = "led_pins";
pub(crate) const LCD_PINS: &str = "lcd_pins";
pub(crate) const CHANGE_MEMORY: &str = "recorder.changes";

/// A circuit with its devices.
pub struct Bench {
    /// The whole, ready to be compiled or interpreted. The circuit is the instance that bears its name; inputs are `clock`, `reset`, the
    /// buttons, and for the keyboard `key_word` and `key_write`.
    pub netlist: Netlist,
    /// Name of the circuit, the first part of the hierarchical names of its signals.
    pub circuit: String,
    /// Bits of a colour channel, if there is a monitor.
    pub colour_bits: Option<u32>,
    /// There is a keyboard.
    pub has_keyboard: bool,
    /// There is a loudspeaker.
    pub has_speaker: bool,
    /// Inputs that are 1 while a button is down: all of one bit that belong to nothing else.
    pub buttons: Vec<String>,
    /// What there is of LEDs and digits.
    pub(crate) leds: Parts,
    pub(crate) matrix: Option<Matrix>,
    /// There is an LCD.
    pub has_lcd: bool,
    pub(crate) glass: Option<Glass>,
    /// What the change recorder watches.
    pub watched: Vec<Watched>,
}

/// A signal whose changes are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// Hierarchical name within the circuit.
    pub name: String,
    /// Number of bits.
    pub width: u32,
    /// Names of the states, if it is the state of an enumeration.
    pub variants: Vec<String>,
}

impl Bench {
    /// Puts the circuit on the bench and watches signals of these hierarchical names.
    ///
    /// # Errors
    /// When the circuit has some ports of a device but not all, or a signal does not exist.
    pub fn new(circuit: &Netlist, watch: &[&str]) -> Result<Bench, DeviceError> {
        let mut netlist = circuit.clone();
        let name = netlist.top().name.clone();
        let colour_bits = screen(netlist.top())?;
        let has_keyboard = has_ports(netlist.top(), Direction::Input, &PS2_PORTS)?;
        let has_speaker = has_ports(netlist.top(), Direction::Output, &AUDIO_PORTS)?;
        let leds = led_parts(netlist.top())?;
        let has_lcd = has_ports(netlist.top(), Direction::Output, &st7735::PORTS)?;
        let buttons = buttons(netlist.top());
        let watched = expose_all(&mut netlist, watch)?;
        let mut bench = ModuleBuilder::new("bench");
        if has_keyboard {
            add_keyboard(&mut bench, &mut netlist);
        }
        let reset = bench.input("reset", 1);
        let circuit_id = netlist.top;
        bench.instance(&netlist, &name, circuit_id, |bench, port| match port {
            "reset" => Some(reset),
            port if buttons.iter().any(|button| button == port) => Some(bench.input(port, 1)),
            port => bench.named(&format!("keyboard_{port}")),
        });
        let cycle = bench.counter("cycle", PINS_ADDRESS_BITS, None);
        if colour_bits.is_some() {
            add_monitor(&mut bench, &name, cycle);
        }
        if has_speaker {
            add_speaker(&mut bench, &name, cycle);
        }
        if leds != Parts::default() {
            add_leds(&mut bench, &name, cycle);
        }
        if has_lcd {
            add_lcd(&mut bench, &name, cycle);
        }
        add_recorder(&mut bench, &mut netlist, circuit_id, watched.len());
        netlist.top = netlist.modules.push(bench.module);
        netlist.verify()?;
        Ok(Bench {
            netlist,
            circuit: name,
            colour_bits,
            has_keyboard,
            has_speaker,
            buttons,
            leds,
            matrix: None,
            has_lcd,
            glass: None,
            watched,
        })
    }

    /// Tells how many LEDs hang on the circuit, which its ports do not.
    pub fn with_matrix(self, matrix: Matrix) -> Bench {
        Bench {
            matrix: Some(matrix),
            ..self
        }
    }

    /// Tells which LCD hangs on the circuit, which its ports do not.
    pub fn with_glass(self, glass: Glass) -> Bench {
        Bench {
            glass: Some(glass),
            ..self
        }
    }
}

/// Whether the module has these ports: all or none.
fn has_ports(
    module: &Module,
    direction: Direction,
    names: &[&'static str],
) -> Result<bool, DeviceError> {
    let has = |name: &&'static str| {
        module
            .port_nets(direction)
            .any(|net| module.nets[net].name == **name)
    };
    match (
        names.iter().find(|name| has(name)),
        names.iter().find(|name| !has(name)),
    ) {
        (Some(has), Some(lacks)) => Err(DeviceError::Port { has, lacks }),
        (has, _) => Ok(has.is_some()),
    }
}

/// Bits of a colour channel of a module that drives a monitor.
fn screen(module: &Module) -> Result<Option<u32>, DeviceError> {
    if !has_ports(module, Direction::Output, &VGA_PORTS)? {
        return Ok(None);
    }
    let width = |name: &str| module.net(name).map(|net| module.nets[net].width);
    let [.., red, green, blue] = VGA_PORTS;
    let bits = width(red).filter(|&bits| bits <= CHANNEL_BITS);
    match [green, blue]
        .into_iter()
        .find(|name| bits.is_none() || width(name) != bits)
    {
        Some(lacks) => Err(DeviceError::Port { has: red, lacks }),
        None => Ok(bits),
    }
}

fn led_parts(module: &Module) -> Result<Parts, DeviceError> {
    let has = |ports: &[&'static str]| has_ports(module, Direction::Output, ports);
    Ok(Parts {
        has_chain: has(&CHAIN_PORTS)?,
        has_rows: has(&ROW_PORTS)?,
        has_digits: has(&DIGIT_PORTS)?,
        has_control_led: has(&CONTROL_LED_PORTS)?,
    })
}

/// Inputs of one bit that belong to nothing else.
fn buttons(module: &Module) -> Vec<String> {
    let inputs = module.port_nets(Direction::Input);
    let inputs = inputs.map(|net| &module.nets[net]);
    let is_button = |net: &&Net| {
        let name = net.name.as_str();
        net.width == 1
            && net.kind != NetKind::Clock
            && name != "reset"
            && !PS2_PORTS.contains(&name)
    };
    inputs
        .filter(is_button)
        .map(|net| net.name.clone())
        .collect()
}

fn expose_all(netlist: &mut Netlist, names: &[&str]) -> Result<Vec<Watched>, DeviceError> {
    let mut watched = Vec::new();
    for &name in names {
        let net =
            expose(netlist, name).ok_or_else(|| DeviceError::UnknownSignal(name.to_owned()))?;
        let net = &netlist.top().nets[net];
        let variants = match net.kind {
            NetKind::Enum(id) => netlist.enums[id].variants.clone(),
            _ => Vec::new(),
        };
        watched.push(Watched {
            name: name.to_owned(),
            width: net.width,
            variants,
        });
    }
    Ok(watched)
}

/// A device of rust-hdl as a module of the netlist.
fn lowered(netlist: &mut Netlist, device: &dyn Block, name: &str) -> ModuleId {
    let device = gatefall_lower::netlist(device, name).expect("the devices are sound circuits");
    append(netlist, &device)
}

fn add_keyboard(bench: &mut ModuleBuilder, netlist: &mut Netlist) {
    let module = lowered(netlist, &Ps2Sender::default(), "ps2_sender");
    let word = bench.input("key_word", 27);
    let write = bench.input("key_write", 1);
    bench.instance(netlist, "keyboard", module, |_, port| match port {
        "word" => Some(word),
        _ => Some(write),
    });
}

/// The colours as the monitor wants them, each in four bits, below the sync lines.
fn add_monitor(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
    let [h_sync, v_sync, red, green, blue] = VGA_PORTS.map(|port| pin(bench, circuit, port));
    let exprs = &mut bench.module.exprs;
    let [red, green, blue] =
        [red, green, blue].map(|channel| exprs.zero_extend(channel, CHANNEL_BITS));
    let pins = [v_sync, h_sync, red, green, blue]
        .into_iter()
        .reduce(|high, low| exprs.concat(high, low))
        .expect("there are five");
    record_pins(bench, SCREEN_PINS, pins, cycle);
}

fn add_speaker(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
    let [audio] = AUDIO_PORTS.map(|port| pin(bench, circuit, port));
    record_pins(bench, AUDIO_PINS, audio, cycle);
}

/// All pins of a panel, those that are not there as 0.
fn add_leds(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
    let pins = PORTS.map(|(port, width)| {
        let pin = bench.named(&format!("{circuit}_{port}"));
        pin.unwrap_or_else(|| bench.number(width, 0))
    });
    let pins = pins
        .into_iter()
        .reduce(|low, high| bench.module.exprs.concat(high, low));
    record_pins(bench, LED_PINS, pins.expect("there are ports"), cycle);
}

fn add_lcd(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
    let pins = st7735::PORTS.map(|port| pin(bench, circuit, port));
    let pins = pins
        .into_iter()
        .reduce(|low, high| bench.module.exprs.concat(high, low));
    record_pins(bench, LCD_PINS, pins.expect("there are five"), cycle);
}

/// An output of the circuit.
fn pin(bench: &mut ModuleBuilder, circuit: &str, port: &str) -> ExprId {
    bench
        .named(&format!("{circuit}_{port}"))
        .expect("the ports have been checked")
}

/// Writes down a device's pins in every cycle.
fn record_pins(bench: &mut ModuleBuilder, memory: &str, pins: ExprId, cycle: ExprId) {
    let always = bench.number(1, 1);
    bench.memory(memory, always, cycle, pins);
}

/// The watched signals are the circuit's last output ports.
fn add_recorder(bench: &mut ModuleBuilder, netlist: &mut Netlist, circuit: ModuleId, count: usize) {
    if count == 0 {
        return;
    }
    let instance = bench
        .module
        .instances
        .values()
        .find(|instance| instance.module == circuit);
    let outputs = &instance.expect("the circuit is on the bench").outputs;
    let nets = outputs[outputs.len() - count..].to_vec();
    let values: Vec<ExprId> = nets.into_iter().map(|net| bench.read(net)).collect();
    let value = values
        .into_iter()
        .reduce(|low, high| bench.module.exprs.concat(high, low));
    let value = value.expect("there are watched signals");
    let width = bench.module.exprs.width(value);
    let module = netlist.modules.push(change_recorder::module(width));
    bench.instance(netlist, "recorder", module, |_, _| Some(value));
}
