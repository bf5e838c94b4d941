//! Devices on the bench, and the memories that record the circuit's outputs.

use super::ports::{AUDIO_PORTS, VGA_PORTS};
use crate::change_recorder;
use crate::flash::SpiFlash;
use crate::gamepad::{Gamepad, INPUTS};
use crate::led_panel::PORTS;
use crate::module_builder::ModuleBuilder;
use crate::pins::{AUDIO_PINS, LCD_PINS, LED_PINS, SCREEN_PINS};
use crate::ps2_sender::Ps2Sender;
use crate::splice::append;
use crate::st7735;
use crate::vga_monitor::CHANNEL_BITS;
use gatefall_netlist::{Assign, ExprId, ModuleId, NetId, Netlist};
use rust_hdl::prelude::Block;

/// Lowers a rust-hdl device to a module of the netlist.
fn lowered(netlist: &mut Netlist, device: &dyn Block, name: &str) -> ModuleId {
    let device = gatefall_lower::netlist(device, name).expect("the devices are sound circuits");
    append(netlist, &device)
}

pub(super) fn add_keyboard(bench: &mut ModuleBuilder, netlist: &mut Netlist) {
    let module = lowered(netlist, &Ps2Sender::default(), "ps2_sender");
    let word = bench.input("key_word", 27);
    let write = bench.input("key_write", 1);
    bench.instance(netlist, "keyboard", module, |_, port| match port {
        "word" => Some(word),
        _ => Some(write),
    });
}

/// A flash whose output drives a net that the circuit already reads.
pub(super) fn add_flash(
    bench: &mut ModuleBuilder,
    netlist: &mut Netlist,
    circuit: &str,
    miso: NetId,
) {
    let module = lowered(netlist, &SpiFlash::default(), "spi_flash");
    let id = bench.input("flash_id", 24);
    let locks = bench.input("flash_locks", 1);
    bench.instance(netlist, "flash_chip", module, |bench, port| match port {
        "id" => Some(id),
        "locks" => Some(locks),
        port => bench.named(&format!("{circuit}_{port}")),
    });
    let value = bench.named("flash_chip_flash_miso");
    let value = value.expect("the chip has an output");
    bench.module.assigns.push(Assign { net: miso, value });
}

/// Gamepad 0 or 1. Its data line drives a net that the circuit already reads. Returns its buttons.
pub(super) fn add_gamepad(
    bench: &mut ModuleBuilder,
    netlist: &mut Netlist,
    circuit: &str,
    pad: usize,
    data: NetId,
) -> Vec<String> {
    let names = INPUTS[pad];
    let buttons = names
        .iter()
        .map(|name| bench.input(name, 1))
        .collect::<Vec<_>>();
    let buttons = buttons
        .into_iter()
        .reduce(|low, high| bench.module.exprs.concat(high, low))
        .expect("a pad has buttons");
    let module = lowered(netlist, &Gamepad::default(), "gamepad");
    let pad = format!("gamepad_{}", pad + 1);
    bench.instance(netlist, &pad, module, |bench, port| match port {
        "buttons" => Some(buttons),
        "latch" => bench.named(&format!("{circuit}_gamepad_latch")),
        _ => bench.named(&format!("{circuit}_gamepad_clock")),
    });
    let value = bench.named(&format!("{pad}_data"));
    let value = value.expect("the pad has an output");
    bench.module.assigns.push(Assign { net: data, value });
    names.map(str::to_owned).into()
}

/// The pins in the monitor's format: sync lines above three channels of four bits.
pub(super) fn add_monitor(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
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

pub(super) fn add_speaker(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
    let [audio] = AUDIO_PORTS.map(|port| pin(bench, circuit, port));
    record_pins(bench, AUDIO_PINS, audio, cycle);
}

/// All pins of a panel. A missing pin is 0.
pub(super) fn add_leds(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
    let pins = PORTS.map(|(port, width)| {
        let pin = bench.named(&format!("{circuit}_{port}"));
        pin.unwrap_or_else(|| bench.number(width, 0))
    });
    let pins = pins
        .into_iter()
        .reduce(|low, high| bench.module.exprs.concat(high, low));
    record_pins(bench, LED_PINS, pins.expect("there are ports"), cycle);
}

pub(super) fn add_lcd(bench: &mut ModuleBuilder, circuit: &str, cycle: ExprId) {
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
pub(super) fn add_recorder(
    bench: &mut ModuleBuilder,
    netlist: &mut Netlist,
    circuit: ModuleId,
    count: usize,
) {
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
