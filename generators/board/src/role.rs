//! Roles: the peripherals that a game can require from a board.

use std::ops::RangeInclusive;

/// A kind of peripheral that a game requires and that a board or an add-on offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A VGA monitor behind one digital-to-analogue converter per colour.
    Vga,
    /// A PS/2 keyboard.
    Ps2,
    /// Sound as pulse-width modulation behind a low-pass filter.
    Audio,
    /// A row of LEDs.
    Leds,
    /// A chain of WS2812 LEDs.
    Ws2812,
    /// Rows of LEDs behind 74HC595 shift registers.
    RowScan,
    /// Four seven-segment digits that share their segments.
    Digits,
    /// A 128 x 160 LCD with an ST7735 controller, on SPI.
    St7735,
    /// One LED.
    ControlLed,
    /// The SPI flash from which the FPGA configures itself.
    ConfigFlash,
    /// A gamepad of the SNES type.
    Gamepad,
    /// A second gamepad, with the clock and the latch of the first.
    SecondGamepad,
    /// Push buttons; a board may have any subset.
    Buttons,
}

/// Direction of a signal, seen from the FPGA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PinDirection {
    /// From the outside into the FPGA.
    Input,
    /// From the FPGA to the outside.
    Output,
}

/// One signal of a role.
#[derive(Debug, PartialEq, Eq)]
pub struct SignalShape {
    /// Key in the board file: `h-sync`.
    pub key: &'static str,
    /// Port of the game's core and of the top: `vga_h_sync`.
    pub port: &'static str,
    /// Direction, seen from the FPGA.
    pub direction: PinDirection,
    /// Allowed number of pins. Bit 0 comes first in the board file.
    pub width: RangeInclusive<usize>,
    /// The top drives it, derived from the other signals. Games have no port for it.
    pub made_by_top: bool,
}

const fn signal(
    key: &'static str,
    port: &'static str,
    direction: PinDirection,
    width: RangeInclusive<usize>,
) -> SignalShape {
    SignalShape {
        key,
        port,
        direction,
        width,
        made_by_top: false,
    }
}

const fn made_by_top(key: &'static str, port: &'static str) -> SignalShape {
    SignalShape {
        made_by_top: true,
        ..signal(key, port, Output, 1..=1)
    }
}

/// A button. Its key is used by boards only: a game names its port after the function.
const fn button(key: &'static str) -> SignalShape {
    signal(key, key, Input, 1..=1)
}

use PinDirection::{Input, Output};

const VGA: &[SignalShape] = &[
    signal("h-sync", "vga_h_sync", Output, 1..=1),
    signal("v-sync", "vga_v_sync", Output, 1..=1),
    signal("red", "vga_red", Output, 1..=4),
    signal("green", "vga_green", Output, 1..=4),
    signal("blue", "vga_blue", Output, 1..=4),
    // For converters from VGA to DVI.
    made_by_top("pixel-clock", "vga_pixel_clock"),
    made_by_top("data-enable", "vga_data_enable"),
];
const PS2: &[SignalShape] = &[
    signal("clock", "ps2_clock", Input, 1..=1),
    signal("data", "ps2_data", Input, 1..=1),
];
const AUDIO: &[SignalShape] = &[signal("audio", "audio", Output, 1..=1)];
const LEDS: &[SignalShape] = &[signal("leds", "leds", Output, 1..=32)];
const WS2812: &[SignalShape] = &[signal("data", "led_data", Output, 1..=1)];
const ROW_SCAN: &[SignalShape] = &[
    signal("clock", "row_clock", Output, 1..=1),
    signal("data", "row_data", Output, 1..=1),
    signal("latch", "row_latch", Output, 1..=1),
    signal("enable", "row_enable", Output, 1..=1),
];
const DIGITS: &[SignalShape] = &[
    signal("segments", "segments", Output, 8..=8),
    signal("digits", "digits", Output, 4..=4),
];
const ST7735: &[SignalShape] = &[
    signal("clock", "lcd_clock", Output, 1..=1),
    signal("data", "lcd_data", Output, 1..=1),
    signal("dc", "lcd_dc", Output, 1..=1),
    signal("cs", "lcd_cs", Output, 1..=1),
    signal("reset", "lcd_reset", Output, 1..=1),
];
const CONTROL_LED: &[SignalShape] = &[signal("led", "control_led", Output, 1..=1)];
const CONFIG_FLASH: &[SignalShape] = &[
    signal("clock", "flash_clock", Output, 1..=1),
    signal("cs", "flash_cs", Output, 1..=1),
    signal("mosi", "flash_mosi", Output, 1..=1),
    signal("miso", "flash_miso", Input, 1..=1),
];
const GAMEPAD: &[SignalShape] = &[
    signal("clock", "gamepad_clock", Output, 1..=1),
    signal("latch", "gamepad_latch", Output, 1..=1),
    signal("data", "gamepad_data", Input, 1..=1),
];
const SECOND_GAMEPAD: &[SignalShape] = &[signal("data", "second_gamepad_data", Input, 1..=1)];
const BUTTONS: &[SignalShape] = &[
    button("up"),
    button("down"),
    button("left"),
    button("right"),
    button("centre"),
    button("a"),
    button("b"),
    button("m1"),
    button("m2"),
];

impl Role {
    /// Every role, in the order in which `gatefall list` prints them.
    pub const ALL: [Role; 13] = [
        Role::Vga,
        Role::Ps2,
        Role::Audio,
        Role::Leds,
        Role::Ws2812,
        Role::RowScan,
        Role::Digits,
        Role::St7735,
        Role::ControlLed,
        Role::ConfigFlash,
        Role::Gamepad,
        Role::SecondGamepad,
        Role::Buttons,
    ];

    /// Name in board files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Role::Vga => "vga",
            Role::Ps2 => "ps2",
            Role::Audio => "audio",
            Role::Leds => "leds",
            Role::Ws2812 => "ws2812",
            Role::RowScan => "row-scan",
            Role::Digits => "digits",
            Role::St7735 => "st7735",
            Role::ControlLed => "control-led",
            Role::ConfigFlash => "config-flash",
            Role::Gamepad => "gamepad",
            Role::SecondGamepad => "second-gamepad",
            Role::Buttons => "buttons",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Signals of the role. Each must have pins, unless the top drives it or the role
    /// [is a collection](Role::is_collection).
    pub fn signals(self) -> &'static [SignalShape] {
        match self {
            Role::Vga => VGA,
            Role::Ps2 => PS2,
            Role::Audio => AUDIO,
            Role::Leds => LEDS,
            Role::Ws2812 => WS2812,
            Role::RowScan => ROW_SCAN,
            Role::Digits => DIGITS,
            Role::St7735 => ST7735,
            Role::ControlLed => CONTROL_LED,
            Role::ConfigFlash => CONFIG_FLASH,
            Role::Gamepad => GAMEPAD,
            Role::SecondGamepad => SECOND_GAMEPAD,
            Role::Buttons => BUTTONS,
        }
    }

    /// True if each signal is independent, so that a board and an add-on can both offer some.
    pub fn is_collection(self) -> bool {
        self == Role::Buttons
    }
}
