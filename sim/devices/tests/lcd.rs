//! Tests the LCD on the pins of a circuit.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_devices::{DeviceBench, DeviceError, LcdFaultKind, PanelGeometry, Running};
use gatefall_netlist::Netlist;

const CLOCK_HZ: u64 = 1_000_000;
const MS: u64 = CLOCK_HZ / 1000;
const PANEL: PanelGeometry = PanelGeometry {
    column_offset: 2,
    row_offset: 1,
    is_turned: false,
    is_blue_first: true,
};

/// A circuit whose buttons drive the wires of an LCD.
fn wires(ports: &[&str]) -> Netlist {
    let mut text =
        String::from("top wires\n\nmodule wires {\n  input clock : clock\n  input reset : 1\n");
    for port in ports {
        text += &format!("  input {port}_button : 1\n");
    }
    for port in ports {
        text += &format!("  output {port} : 1\n");
    }
    for port in ports {
        text += &format!("  assign {port} = {port}_button\n");
    }
    text += "}\n";
    Netlist::from_text(&text).unwrap()
}

const PORTS: [&str; 5] = ["lcd_clock", "lcd_data", "lcd_dc", "lcd_cs", "lcd_reset"];

struct Sender(Running);

impl Sender {
    fn new() -> Self {
        let bench = DeviceBench::new(&wires(&PORTS), &[])
            .unwrap()
            .with_panel(PANEL);
        Sender(Running::start(bench, CLOCK_HZ).unwrap())
    }

    fn set(&mut self, wire: &str, level: bool) {
        self.0.set_button(&format!("{wire}_button"), level).unwrap();
    }

    fn byte(&mut self, is_data: bool, byte: u8) {
        self.set("lcd_dc", is_data);
        for index in (0..8).rev() {
            self.set("lcd_clock", false);
            self.set("lcd_data", byte >> index & 1 == 1);
            self.0.run(1).unwrap();
            self.set("lcd_clock", true);
            self.0.run(1).unwrap();
        }
    }

    fn command(&mut self, code: u8, parameters: &[u8]) {
        self.byte(false, code);
        parameters.iter().for_each(|&byte| self.byte(true, byte));
    }

    /// Releases the reset, which has been low since power-up.
    fn leave_reset(&mut self) {
        self.set("lcd_reset", true);
        self.0.run(120 * MS).unwrap();
    }
}

#[test]
fn a_circuit_paints_on_its_lcd() {
    let mut sender = Sender::new();
    sender.leave_reset();
    sender.command(0x11, &[]);
    sender.0.run(120 * MS).unwrap();
    sender.command(0x36, &[0x08]);
    sender.command(0x3a, &[0x05]);
    sender.command(0x29, &[]);
    sender.command(0x2a, &[0, 2, 0, 129]);
    sender.command(0x2b, &[0, 1, 0, 160]);
    sender.byte(false, 0x2c);
    let colour = |index: usize| (index * 7) as u16;
    for index in 0..128 * 160 {
        let [high, low] = colour(index).to_be_bytes();
        sender.byte(true, high);
        sender.byte(true, low);
    }
    assert!(sender.0.fault().is_none(), "{:?}", sender.0.fault());
    let lcd = sender.0.lcd().unwrap();
    assert_eq!((lcd.width(), lcd.height()), (128, 160));
    let rgb = lcd.rgb();
    assert_eq!(rgb.len(), 3 * 128 * 160);
    for (index, pixel) in rgb.chunks_exact(3).enumerate() {
        let [red, green, blue] = [0, 1, 2].map(|channel| u16::from(pixel[channel]));
        let word = red >> 3 << 11 | green >> 2 << 5 | blue >> 3;
        assert_eq!(word, colour(index), "pixel {index}");
    }
}

#[test]
fn a_circuit_that_does_not_wait_has_a_fault() {
    let mut sender = Sender::new();
    sender.leave_reset();
    sender.command(0x11, &[]);
    sender.0.run(MS).unwrap();
    sender.command(0x29, &[]);
    match sender.0.fault() {
        Some(DeviceError::Lcd(fault)) => {
            let after = "SLPOUT";
            assert!(
                matches!(fault.kind, LcdFaultKind::TooEarly { after: a, .. } if a == after),
                "{fault}"
            );
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn half_an_lcd_and_one_that_nobody_has_described_are_refused() {
    let error = DeviceBench::new(&wires(&PORTS[..4]), &[]).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the circuit has `lcd_clock` but no `lcd_reset`, which belongs to it"
    );
    let bench = DeviceBench::new(&wires(&PORTS), &[]).unwrap();
    let error = Running::start(bench, CLOCK_HZ).err().unwrap();
    assert!(matches!(error, DeviceError::NoPanelGeometry), "{error}");
}
