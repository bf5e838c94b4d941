//! Ports of a circuit: their names determine the devices.

use crate::led_panel::Parts;
use crate::vga_monitor::CHANNEL_BITS;
use crate::DeviceError;
use gatefall_netlist::{Module, Net, NetKind, PortDirection};

pub(super) const VGA_PORTS: [&str; 5] = [
    "vga_h_sync",
    "vga_v_sync",
    "vga_red",
    "vga_green",
    "vga_blue",
];
pub(super) const PS2_PORTS: [&str; 2] = ["ps2_clock", "ps2_data"];
pub(super) const AUDIO_PORTS: [&str; 1] = ["audio"];
pub(super) const CHAIN_PORTS: [&str; 1] = ["led_data"];
pub(super) const ROW_PORTS: [&str; 4] = ["row_clock", "row_data", "row_latch", "row_enable"];
pub(super) const DIGIT_PORTS: [&str; 2] = ["segments", "digits"];
/// Outputs of the circuit, and the input.
pub(super) const FLASH_PORTS: [&str; 3] = ["flash_clock", "flash_cs", "flash_mosi"];
pub(super) const FLASH_INPUT: [&str; 1] = ["flash_miso"];
/// Outputs of the circuit, and its inputs, one for each pad.
pub(super) const GAMEPAD_PORTS: [&str; 2] = ["gamepad_latch", "gamepad_clock"];
pub(super) const GAMEPAD_INPUTS: [&str; 2] = ["gamepad_data", "second_gamepad_data"];
pub(super) const CONTROL_LED_PORTS: [&str; 1] = ["control_led"];

/// Width of a port of a device. The bits of a colour depend on the circuit.
fn width_of(port: &str) -> Option<u32> {
    match port {
        "vga_red" | "vga_green" | "vga_blue" => None,
        "segments" => Some(8),
        "digits" => Some(4),
        _ => Some(1),
    }
}

/// True if the module has these ports. Some without the others are an error, as is a wrong width.
pub(super) fn has_ports(
    module: &Module,
    direction: PortDirection,
    names: &[&'static str],
) -> Result<bool, DeviceError> {
    let has = |name: &&'static str| {
        module
            .port_nets(direction)
            .any(|net| module.nets[net].name == **name)
    };
    for &port in names.iter().filter(|name| has(name)) {
        let width = module.net(port).map(|net| module.nets[net].width);
        if let (Some(width), Some(expected)) = (width, width_of(port)) {
            if width != expected {
                return Err(DeviceError::Width {
                    port,
                    width,
                    expected,
                });
            }
        }
    }
    match (
        names.iter().find(|name| has(name)),
        names.iter().find(|name| !has(name)),
    ) {
        (Some(has), Some(lacks)) => Err(DeviceError::Port { has, lacks }),
        (has, _) => Ok(has.is_some()),
    }
}

/// Width of a colour channel of a module that drives a monitor.
pub(super) fn screen(module: &Module) -> Result<Option<u32>, DeviceError> {
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
pub(super) fn has_flash(module: &Module) -> Result<bool, DeviceError> {
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

/// Number of gamepads of the module. The second one has the latch and the clock of the first.
pub(super) fn gamepads(module: &Module) -> Result<usize, DeviceError> {
    let has_outputs = has_ports(module, PortDirection::Output, &GAMEPAD_PORTS)?;
    let [first, second] = GAMEPAD_INPUTS;
    let has_first = has_ports(module, PortDirection::Input, &[first])?;
    let has_second = has_ports(module, PortDirection::Input, &[second])?;
    let ([latch, ..], lack) = (GAMEPAD_PORTS, |has, lacks| DeviceError::Port { has, lacks });
    match (has_outputs, has_first, has_second) {
        (true, false, _) => Err(lack(latch, first)),
        (false, true, _) => Err(lack(first, latch)),
        (false, _, true) => Err(lack(second, latch)),
        (_, first, second) => Ok(usize::from(first) + usize::from(second)),
    }
}

pub(super) fn led_parts(module: &Module) -> Result<Parts, DeviceError> {
    let has = |ports: &[&'static str]| has_ports(module, PortDirection::Output, ports);
    Ok(Parts {
        has_chain: has(&CHAIN_PORTS)?,
        has_rows: has(&ROW_PORTS)?,
        has_digits: has(&DIGIT_PORTS)?,
        has_control_led: has(&CONTROL_LED_PORTS)?,
    })
}

/// One-bit inputs that belong to no other device.
pub(super) fn buttons(module: &Module) -> Vec<String> {
    let inputs = module.port_nets(PortDirection::Input);
    let inputs = inputs.map(|net| &module.nets[net]);
    let is_button = |net: &&Net| {
        let name = net.name.as_str();
        net.width == 1
            && net.kind != NetKind::Clock
            && name != "reset"
            && !PS2_PORTS.contains(&name)
            && !FLASH_INPUT.contains(&name)
            && !GAMEPAD_INPUTS.contains(&name)
    };
    inputs
        .filter(is_button)
        .map(|net| net.name.clone())
        .collect()
}
