//! Test bench: a circuit with a monitor, a keyboard and a loudspeaker on its pins, as one netlist.
//!
//! ```text
//!  key_word, key_write --> Ps2Sender --> circuit --> screen_pins --> VgaMonitor
//!                                           |  \--> audio_pins --> Speaker
//!  buttons -------------------------------> |  \--> led_pins --> LedPanel
//!  SpiFlash, Gamepad <--------------------> |
//!                                           |--> lcd_pins --> St7735Panel
//!                                           +-- traced signals --> change recorder --> memory
//! ```
//!
//! The names of the circuit's ports determine the devices. A device that drives the circuit is a
//! circuit too. The circuit's outputs are recorded in memories, one word for each cycle. So the
//! host only writes key words and reads memories, once for thousands of cycles.

mod attach;
mod ports;

use crate::led_matrix_size::LedMatrixSize;
use crate::led_panel::Parts;
use crate::module_builder::ModuleBuilder;
use crate::pins::PINS_ADDRESS_BITS;
use crate::splice::expose;
use crate::st7735::{self, PanelGeometry};
use crate::DeviceError;
use attach::{
    add_flash, add_gamepad, add_keyboard, add_lcd, add_leds, add_monitor, add_recorder, add_speaker,
};
use gatefall_netlist::{NetId, NetKind, Netlist, PortDirection};
use ports::{
    buttons, gamepads, has_flash, has_ports, led_parts, screen, AUDIO_PORTS, GAMEPAD_INPUTS,
    PS2_PORTS,
};

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
    /// Number of gamepads.
    pub gamepads: usize,
    /// Inputs that are 1 while a button is down: all one-bit inputs that belong to no other device,
    /// and the buttons of the gamepads, `pad1_left`.
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
        let mut buttons = buttons(netlist.top());
        let gamepads = gamepads(netlist.top())?;
        let watched = expose_all(&mut netlist, watch)?;
        let mut bench = ModuleBuilder::new("bench");
        if has_keyboard {
            add_keyboard(&mut bench, &mut netlist);
        }
        let flash_miso = has_flash.then(|| bench.net("flash_miso", 1, NetKind::Unsigned));
        let pad_data: Vec<NetId> = GAMEPAD_INPUTS[..gamepads]
            .iter()
            .map(|port| bench.net(port, 1, NetKind::Unsigned))
            .collect();
        let reset = bench.input("reset", 1);
        let circuit_id = netlist.top;
        bench.instance(&netlist, &name, circuit_id, |bench, port| match port {
            "reset" => Some(reset),
            "flash_miso" => flash_miso.map(|net| bench.read(net)),
            port if buttons.iter().any(|button| button == port) => Some(bench.input(port, 1)),
            port => match GAMEPAD_INPUTS.iter().position(|input| *input == port) {
                Some(pad) => Some(bench.read(pad_data[pad])),
                None => bench.named(&format!("keyboard_{port}")),
            },
        });
        if let Some(flash_miso) = flash_miso {
            add_flash(&mut bench, &mut netlist, &name, flash_miso);
        }
        for (pad, data) in pad_data.into_iter().enumerate() {
            buttons.extend(add_gamepad(&mut bench, &mut netlist, &name, pad, data));
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
            gamepads,
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
