//! Settings of a build reach the circuit: they are read from the emitted Verilog and at the pins.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_games::{matrix, Game, Params, Role};
use gatefall_host::Machine;
use gatefall_project::core;

const CLOCK_HZ: u64 = 12_000_000;
/// Segments of 0 to 9.
const SEGMENTS: [u64; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];
/// Red, yellow and blue of the game at full brightness, as green, red and blue.
const COLOURS: [[u32; 3]; 3] = [[0, 255, 0], [192, 255, 0], [0, 0, 255]];

/// The parameters of `matrix` with these settings.
fn params(choices: &[(&str, &str)], role: Role) -> Params {
    let mut game: Game = matrix::GAME;
    for (name, value) in choices {
        game.settings.choose(name, value).unwrap();
    }
    Params {
        choice: Some(role),
        ..game.params()
    }
}

/// The Verilog of a module.
fn verilog(params: &Params, module: &str) -> String {
    let files = core(&matrix::GAME, params).unwrap();
    let name = format!("{module}.v");
    let file = files.into_iter().find(|file| file.name == name);
    file.unwrap().text
}

fn machine(params: &Params) -> Machine {
    let block = (matrix::GAME.build)(params).unwrap();
    let netlist = gatefall_lower::netlist(block.as_ref(), "matrix").unwrap();
    let mut machine = Machine::new(&netlist).unwrap();
    machine.poke("reset", 1).unwrap();
    machine.run(2);
    machine.poke("reset", 0).unwrap();
    machine
}

/// The ids as the Verilog has them: constants of the module.
fn ids_in_verilog(params: &Params) -> Vec<u32> {
    let text = verilog(params, "core");
    let names = ["FIRST", "SECOND", "THIRD", "FOURTH"];
    let constant = |name| {
        let start = format!("localparam [3:0] {name}_DIGIT = 4'd");
        let (_, value) = text.split_once(&start).unwrap();
        value.split_once(';').unwrap().0.parse().unwrap()
    };
    names.map(constant).into()
}

/// The ids at the pins: each digit is lit for a millisecond.
fn ids_at_the_pins(params: &Params) -> Vec<u32> {
    let mut machine = machine(params);
    let mut shown = [None; 4];
    for _ in 0..80 {
        machine.run(CLOCK_HZ / 10_000);
        let digits = machine.peek("digits").unwrap();
        let segments = machine.peek("segments").unwrap();
        let digit = SEGMENTS.iter().position(|known| *known == segments & 0x7F);
        if digits != 0 {
            shown[digits.trailing_zeros() as usize] = digit;
        }
    }
    shown.map(|digit| digit.unwrap() as u32).into()
}

#[test]
fn the_ids_are_in_the_verilog_and_on_the_digits() {
    for (ids, digits) in [
        ("1234", [1, 2, 3, 4]),
        ("5079", [5, 0, 7, 9]),
        ("0018", [0, 0, 1, 8]),
    ] {
        for role in [Role::Ws2812, Role::RowScan] {
            let params = params(&[("ids", ids)], role);
            assert_eq!(ids_in_verilog(&params), digits, "{ids}");
            assert_eq!(ids_at_the_pins(&params), digits, "{ids}");
        }
    }
}

/// Green, red and blue of a number of the palette, from the table of bits in the Verilog.
fn colour_in_verilog(text: &str, number: usize) -> [u32; 3] {
    let bit = |bit: usize| {
        let start = format!("palette[{}] = 1'b", 32 * number + bit);
        let (_, value) = text.split_once(&start).unwrap();
        u32::from(value.starts_with('1'))
    };
    [0, 8, 16].map(|first| (first..first + 8).fold(0, |level, at| level << 1 | bit(at)))
}

/// Green, red and blue of the first LED in the light show, 0.1 s after the reset.
fn colour_at_the_pin(params: &Params) -> [u32; 3] {
    const PAUSE: u64 = CLOCK_HZ / 5_000;
    let mut machine = machine(params);
    machine.run(CLOCK_HZ / 10);
    let mut low = 0;
    while low < PAUSE {
        machine.run(1);
        low = match machine.peek("led_data").unwrap() {
            0 => low + 1,
            _ => 0,
        };
    }
    let mut levels = [0; 3];
    for bit in 0..24 {
        while machine.peek("led_data").unwrap() == 0 {
            machine.run(1);
        }
        let start = machine.cycles();
        while machine.peek("led_data").unwrap() == 1 {
            machine.run(1);
        }
        // 0.6 us are between a zero and a one.
        let is_one = machine.cycles() - start > CLOCK_HZ * 6 / 10_000_000;
        levels[bit / 8] = levels[bit / 8] << 1 | u32::from(is_one);
    }
    levels
}

#[test]
fn the_brightness_is_in_the_verilog_and_on_the_leds() {
    for brightness in [2, 32, 200, 255] {
        let value = brightness.to_string();
        let params = params(&[("brightness", &value)], Role::Ws2812);
        let dimmed = COLOURS.map(|colour| colour.map(|level| level * brightness / 256));
        let text = verilog(&params, "ws2812");
        let emitted = [1, 2, 3].map(|number| colour_in_verilog(&text, number));
        assert_eq!(emitted, dimmed, "{brightness}");
        // The show begins in the construction zone, which is red.
        assert_eq!(colour_at_the_pin(&params), dimmed[0], "{brightness}");
        assert!(dimmed
            .iter()
            .all(|colour| colour.iter().any(|level| *level > 0)));
    }
}

#[test]
fn rows_behind_shift_registers_have_no_brightness() {
    let params = params(&[("brightness", "64")], Role::RowScan);
    let error = (matrix::GAME.build)(&params).err().unwrap();
    let expected = "setting `brightness` is of the role `ws2812`, which is not used here";
    assert_eq!(error.to_string(), expected);
}
