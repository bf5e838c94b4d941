//! What a game can ask of a board.

use std::ops::RangeInclusive;

/// Something that a game needs and that a board or an add-on offers.
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
}

/// Which way a signal goes, seen from the FPGA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
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
    /// Which way it goes.
    pub direction: Direction,
    /// How many pins it may have; bit 0 comes first in the board file.
    pub width: RangeInclusive<usize>,
}

const fn signal(
    key: &'static str,
    port: &'static str,
    direction: Direction,
    width: RangeInclusive<usize>,
) -> SignalShape {
    SignalShape {
        key,
        port,
        direction,
        width,
    }
}

use Direction::{Input, Output};

const VGA: &[SignalShape] = &[
    signal("h-sync", "vga_h_sync", Output, 1..=1),
    signal("v-sync", "vga_v_sync", Output, 1..=1),
    signal("red", "vga_red", Output, 1..=4),
    signal("green", "vga_green", Output, 1..=4),
    signal("blue", "vga_blue", Output, 1..=4),
];
const PS2: &[SignalShape] = &[
    signal("clock", "ps2_clock", Input, 1..=1),
    signal("data", "ps2_data", Input, 1..=1),
];
const AUDIO: &[SignalShape] = &[signal("audio", "audio", Output, 1..=1)];
const LEDS: &[SignalShape] = &[signal("leds", "leds", Output, 1..=32)];

impl Role {
    /// Every role, in the order in which `gatefall list` prints them.
    pub const ALL: [Role; 4] = [Role::Vga, Role::Ps2, Role::Audio, Role::Leds];

    /// The name in board files and in messages.
    pub fn name(self) -> &'static str {
        match self {
            Role::Vga => "vga",
            Role::Ps2 => "ps2",
            Role::Audio => "audio",
            Role::Leds => "leds",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The signals; each of them must be wired.
    pub fn signals(self) -> &'static [SignalShape] {
        match self {
            Role::Vga => VGA,
            Role::Ps2 => PS2,
            Role::Audio => AUDIO,
            Role::Leds => LEDS,
        }
    }
}
