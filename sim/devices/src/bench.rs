//! Test bench: a circuit with a monitor, a keyboard and a loudspeaker on its pins, as one netlist.
//!
//! ```text
//!  key_word, key_write --> Ps2Sender --> circuit --> screen_pins --> VgaMonitor
//!                                           |  \--> audio_pins --> Speaker
//!  buttons -------------------------------> |  \--> led_pins --> LedPanel
//!  SpiFlash <-----------------------------> |
//!                                           |--> lcd_pins --> St7735Panel
//!                                           +-- traced signals --> change recorder --> memory
//! ```
//!
//! The names of the circuit's ports determine the devices. A device that drives the circuit is a
//! circuit too. The circuit's outputs are recorded in memories, one word for each cycle. So the
//! host only writes key words and reads memories, once for thousands of cycles.

use crate::change_recorder;
use crate::flash::SpiFlash;
use crate::led_matrix_size::LedMatrixSize;
use crate::led_panel::{Parts, PORTS};
use crate::module_builder::ModuleBuilder;
use crate::pins::{AUDIO_PINS, LCD_PINS, LED_PINS, PINS_ADDRESS_BITS, SCREEN_PINS};
use crate::ps2_sender::Ps2Sender;
use crate::splice::{append, expose};
use crate::st7735::{self, PanelGeometry};
use crate::vga_monitor::CHANNEL_BITS;
use crate::DeviceError;
use gatefall_netlist::{
    Assign, ExprId, Module, ModuleId, Net, NetId, NetKind, Netlist, PortDirection,
};
use rust_hdl::prelude::Block;

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
/// Outputs of the circuit, and the input.
const FLASH_PORTS: [&str; 3] = ["flash_clock", "flash_cs", "flash_mosi"];
const FLASH_INPUT: [&str; 1] = ["flash_miso"];
const CONTROL_LED_PORTS: [&str; 1] = ["control_led"];

/// A circuit with its devices.
#[derive(Clone)]
pub struct DeviceBench {
    /// The whole bench, ready to be compiled or interpreted. The circuit is the instance with the
    /// circuit's name. Inputs are `clock`, `reset`, the buttons, and for the keyboard `key_word`
    /// and `key_write`.
    pub netlist: Netlist,
    /// Name of the circuit, the first part of the hierarchical names of its signals.
    pub circuit: String,
    /// Bits of a colour channel, if there is a monitor.
    pub colour_bits: Option<u32>,
    /// True if there is a keyboard.
    pub has_keyboard: bool,
    /// True if there is a loudspeaker.
    pub has_speaker: bool,
    /// True if there is a flash. Its id is the input `flash_id` of the bench.
    pub has_flash: bool,
    /// Inputs that are 1 while a button is down: all one-bit inputs that belong to no other device.
    pub buttons: Vec<String>,
    /// The kinds of LEDs and digits on the circuit's pins.
    pub leds: Parts,
    /// Number of LEDs.
    pub matrix: Option<LedMatrixSize>,
    /// True if there is an LCD.
    pub has_lcd: bool,
    /// Geometry of the LCD.
    pub panel: Option<PanelGeometry>,
    /// The traced signals.
    pub watched: Vec<Watched>,
}

/// A traced signal: its changes are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// Hierarchical name within the circuit.
    pub name: String,
    /// Number of bits.
    pub width: u32,
    /// Names of the states if it is an enumeration.
    pub variants: Vec<String>,
}

impl DeviceBench {
    /// Builds the bench of a circuit and traces the signals of these hierarchical names.
    ///
    /// # Errors
    /// If the circuit has some ports of a device but not all, or a signal does not exist.
    pub fn new(circuit: &Netlist, watch: &[&str]) -> Result<DeviceBench, DeviceError> {
        let mut netlist = circuit.clone();
        let name = netlist.top().name.clone();
        let colour_bits = screen(netlist.top())?;
        let has_keyboard = has_ports(netlist.top(), PortDirection::Input, &PS2_PORTS)?;
        let has_speaker = has_ports(netlist.top(), PortDirection::Output, &AUDIO_PORTS)?;
        let leds = led_parts(netlist.top())?;
        let has_lcd = has_ports(netlist.top(), PortDirection::Output, &st7735::PORTS)?;
        let has_flash = has_flash(netlist.top())?;
        let buttons = buttons(netlist.top());
        let watched = expose_all(&mut netlist, watch)?;
        let mut bench = ModuleBuilder::new("bench");
        if has_keyboard {
            add_keyboard(&mut bench, &mut netlist);
        }
        let flash_miso = has_flash.then(|| bench.net("flash_miso", 1, NetKind::Unsigned));
        let reset = bench.input("reset", 1);
        let circuit_id = netlist.top;
        bench.instance(&netlist, &name, circuit_id, |bench, port| match port {
            "reset" => Some(reset),
            "flash_miso" => flash_miso.map(|net| bench.read(net)),
            port if buttons.iter().any(|button| button == port) => Some(bench.input(port, 1)),
            port => bench.named(&format!("keyboard_{port}")),
        });
        if let Some(flash_miso) = flash_miso {
            add_flash(&mut bench, &mut netlist, &name, flash_miso);
        }
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
        Ok(DeviceBench {
            netlist,
            circuit: name,
            colour_bits,
            has_keyboard,
            has_speaker,
            has_flash,
            buttons,
            leds,
            matrix: None,
            has_lcd,
            panel: None,
            watched,
        })
    }

    /// Sets the number of LEDs, which the circuit's ports do not determine.
    pub fn with_matrix(self, matrix: LedMatrixSize) -> DeviceBench {
        DeviceBench {
            matrix: Some(matrix),
            ..self
        }
    }

    /// Sets the geometry of the LCD, which the circuit's ports do not determine.
    pub fn with_panel(self, panel: PanelGeometry) -> DeviceBench {
        DeviceBench {
            panel: Some(panel),
            ..self
        }
    }
}

/// True if the module has these ports. Some without the others are an error.
fn has_ports(
    module: &Module,
    direction: PortDirection,
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

/// Width of a colour channel of a module that drives a monitor.
fn screen(module: &Module) -> Result<Option<u32>, DeviceError> {
    if !has_ports(module, PortDirection::Output, &VGA_PORTS)? {
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

/// True if the module has all ports of a flash.
fn has_flash(module: &Module) -> Result<bool, DeviceError> {
    let has_outputs = has_ports(module, PortDirection::Output, &FLASH_PORTS)?;
    let has_input = has_ports(module, PortDirection::Input, &FLASH_INPUT)?;
    let ([output, ..], [input]) = (FLASH_PORTS, FLASH_INPUT);
    match (has_outputs, has_input) {
        (true, false) => Err(DeviceError::Port {
            has: output,
            lacks: input,
        }),
        (false, true) => Err(DeviceError::Port {
            has: input,
            lacks: output,
        }),
        (has, _) => Ok(has),
    }
}

fn led_parts(module: &Module) -> Result<Parts, DeviceError> {
    let has = |ports: &[&'static str]| has_ports(module, PortDirection::Output, ports);
    Ok(Parts {
        has_chain: has(&CHAIN_PORTS)?,
        has_rows: has(&ROW_PORTS)?,
        has_digits: has(&DIGIT_PORTS)?,
        has_control_led: has(&CONTROL_LED_PORTS)?,
    })
}

/// One-bit inputs that belong to no other device.
fn buttons(module: &Module) -> Vec<String> {
    let inputs = module.port_nets(PortDirection::Input);
    let inputs = inputs.map(|net| &module.nets[net]);
    let is_button = |net: &&Net| {
        let name = net.name.as_str();
        net.width == 1
            && net.kind != NetKind::Clock
            && name != "reset"
            && !PS2_PORTS.contains(&name)
            && !FLASH_INPUT.contains(&name)
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

/// Lowers a rust-hdl device to a module of the netlist.
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

/// A flash whose output drives a net that the circuit already reads.
fn add_flash(bench: &mut ModuleBuilder, netlist: &mut Netlist, circuit: &str, miso: NetId) {
    let module = lowered(netlist, &SpiFlash::default(), "spi_flash");
    let id = bench.input("flash_id", 24);
    bench.instance(netlist, "flash_chip", module, |bench, port| match port {
        "id" => Some(id),
        port => bench.named(&format!("{circuit}_{port}")),
    });
    let value = bench.named("flash_chip_flash_miso");
    let value = value.expect("the chip has an output");
    bench.module.assigns.push(Assign { net: miso, value });
}

/// The pins in the monitor's format: sync lines above three channels of four bits.
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

/// All pins of a panel. A missing pin is 0.
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

/// Records a device's pins in every cycle.
fn record_pins(bench: &mut ModuleBuilder, memory: &str, pins: ExprId, cycle: ExprId) {
    let always = bench.number(1, 1);
    bench.memory(memory, always, cycle, pins);
}

/// The traced signals are the circuit's last output ports.
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
