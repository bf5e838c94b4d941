//! Checked boards.

use crate::error::BoardError;
use crate::package::Package;
use crate::role::{Role, SignalShape};
use crate::words::{Name, Text, UsbIdentity};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A board and its setups. Every pin exists in the package and has one user in each setup.
#[derive(Debug)]
pub struct Board {
    /// File name without `.toml`.
    pub name: Name,
    /// Name given by the maker.
    pub title: Text,
    /// The FPGA.
    pub package: &'static Package,
    /// The reset button, if the board has one.
    pub reset: Option<Reset>,
    /// Pins that the FPGA drives with a constant, for every game.
    pub tie_offs: Vec<TieOff>,
    /// Programmers and USB identity, if the file gives them.
    pub program: Option<Programming>,
    /// FPGA pins on each connector, in the order of its positions. `None` is power or ground.
    pub connectors: BTreeMap<Name, Vec<Option<&'static str>>>,
    /// Arrangement of the pins of connectors. Others are [`PinArrangement::List`].
    pub(crate) arrangements: BTreeMap<Name, PinArrangement>,
    /// The setups in the order of the board file; at least one.
    pub setups: Vec<Setup>,
}

impl Board {
    /// Arrangement of the pins of a connector.
    pub fn arrangement(&self, connector: &Name) -> PinArrangement {
        self.arrangements
            .get(connector)
            .copied()
            .unwrap_or_default()
    }
}

/// Arrangement of the pins of a connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PinArrangement {
    /// Not known: the pins are listed by their numbers.
    #[default]
    List,
    /// A Pmod: two rows of six pins, of which 5 and 11 are ground, 6 and 12 are 3.3 V. The board
    /// file has the signals only: 5 to 8 are the pins 7 to 10. Four signals are one row.
    Pmod,
    /// Two rows, with odd numbers in one and even numbers in the other.
    TwoRows,
}

impl PinArrangement {
    /// Signals of a row of a Pmod: its other two pins are ground and supply.
    pub const PMOD_SIGNALS: usize = 4;
    /// Pins of a row of a Pmod.
    pub const PMOD_ROW: usize = 6;

    /// Number of a pin on the connector, from its position in the board file. Both count from 1.
    pub fn number(self, position: usize) -> usize {
        match self {
            PinArrangement::Pmod if position > Self::PMOD_SIGNALS => {
                position + Self::PMOD_ROW - Self::PMOD_SIGNALS
            }
            _ => position,
        }
    }
}

/// The board with one set of add-ons.
#[derive(Debug)]
pub struct Setup {
    /// Name of the setup. `None` if the board file defines no setups: the board then has one.
    pub name: Option<Name>,
    /// Clock of the games.
    pub clock: Oscillator,
    /// Peripherals of the board and its add-ons: at most one for each role and for each button.
    pub peripherals: Vec<Peripheral>,
}

/// An oscillator.
#[derive(Debug, Clone)]
pub struct Oscillator {
    /// Pin of the FPGA. `None` is the oscillator inside of the FPGA.
    pub pin: Option<&'static str>,
    /// Frequency in hertz.
    pub hz: u64,
    /// Path from the pin to a PLL.
    pub input: ClockInput,
}

/// Path from a clock pin to a PLL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockInput {
    /// The pin is the input pad of a PLL: `SB_PLL40_PAD`.
    Pad,
    /// The pin reaches a PLL through the fabric: `SB_PLL40_CORE`.
    Core,
    /// No PLL is used: games run at the frequency of this clock or not at all. The only choice in
    /// a package without a PLL.
    NoPll,
}

/// A pin that the FPGA holds at one level.
#[derive(Debug, Clone, Copy)]
pub struct TieOff {
    /// The pin of the FPGA.
    pub pin: &'static str,
    /// Level: true is 1, false is 0.
    pub high: bool,
}

/// Means to write a bitstream into a board.
#[derive(Debug)]
pub struct Programming {
    /// Programmers that can write it, the best first.
    pub with: Vec<Programmer>,
    /// USB vendor and product of the programming interface.
    pub usb: UsbIdentity,
    /// The FPGA can be configured directly, without writing the flash.
    pub sram: bool,
    /// Label of the USB drive that takes a bitstream as a file, if there is one.
    pub drive: Option<Text>,
    /// Name of the board in apio, if apio supports it.
    pub apio: Option<Name>,
}

/// A program that writes bitstreams into boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Programmer {
    /// Project IceStorm's programmer, for boards with an FTDI chip.
    Iceprog,
    /// Universal programmer; supports most boards.
    OpenFpgaLoader,
    /// Programmer for the boot loader of the TinyFPGA boards.
    Tinyprog,
    /// Programmer for the iCELink of the iCESugar.
    Icesprog,
    /// Programmer for the iCE40 boards of Olimex behind an OLIMEXINO-32U4.
    Iceprogduino,
}

impl Programmer {
    /// Every programmer.
    pub const ALL: [Programmer; 5] = [
        Programmer::Iceprog,
        Programmer::OpenFpgaLoader,
        Programmer::Tinyprog,
        Programmer::Icesprog,
        Programmer::Iceprogduino,
    ];

    /// Arguments before the name of a file, to write it to the flash.
    pub fn flash_arguments(self) -> &'static [&'static str] {
        match self {
            Programmer::OpenFpgaLoader => &["-b", "ice40_generic", "-f", "--verify"],
            Programmer::Tinyprog => &["-p"],
            Programmer::Iceprog | Programmer::Icesprog | Programmer::Iceprogduino => &[],
        }
    }

    /// Command line that writes a file to the flash. The name of the file must not need quotation
    /// marks.
    pub fn flash_command(self, file: &str) -> String {
        let words = [self.name()]
            .into_iter()
            .chain(self.flash_arguments().iter().copied());
        words.chain([file]).collect::<Vec<_>>().join(" ")
    }

    /// Name of the program, also in board files.
    pub fn name(self) -> &'static str {
        match self {
            Programmer::Iceprog => "iceprog",
            Programmer::OpenFpgaLoader => "openFPGALoader",
            Programmer::Tinyprog => "tinyprog",
            Programmer::Icesprog => "icesprog",
            Programmer::Iceprogduino => "iceprogduino",
        }
    }
}

/// The reset button of a board.
#[derive(Debug)]
pub struct Reset {
    /// The pin of the FPGA.
    pub pin: &'static str,
    /// A pressed button reads 0.
    pub active_low: bool,
    /// The pull-up of the FPGA is enabled.
    pub pull_up: bool,
}

/// A board's or an add-on's implementation of a role.
#[derive(Debug, Clone)]
pub struct Peripheral {
    /// The role.
    pub role: Role,
    /// Board or add-on that has the peripheral.
    pub provider: Name,
    /// Every signal of the role, in the role's order.
    pub signals: Vec<SignalPins>,
    /// Source of the level of undriven inputs.
    pub pull: Pull,
    /// Chip of a [`Role::ConfigFlash`]. `None` if it is not known: then no game writes to it.
    pub flash: Option<FlashPart>,
}

/// The chip of a flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlashPart {
    /// Size in bytes, a power of two from 256 KiB to 16 MiB.
    pub bytes: u32,
    /// JEDEC id of three bytes: maker, type and capacity.
    pub id: u32,
    /// All blocks are write-protected at power-up, until the command `98` unlocks them.
    pub is_locked: bool,
}

/// Source of an input's level while nothing drives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pull {
    /// Nothing in the FPGA: the circuit outside sets the level.
    None,
    /// The pull-up of the FPGA.
    Up,
    /// No pull-down in the iCE40 or outside: the FPGA drives 0 briefly, then samples the input.
    FakeDown,
}

/// A signal of a role and its pins.
#[derive(Debug, Clone)]
pub struct SignalPins {
    /// The signal.
    pub shape: &'static SignalShape,
    /// FPGA pins, bit 0 first.
    pub pins: Vec<&'static str>,
    /// The pin is active low. The port of the core is always active high.
    pub active_low: bool,
    /// The pins are held high for a game that does not use the device.
    pub idle_high: bool,
}

impl Board {
    /// The setup with this name.
    pub fn setup(&self, name: &str) -> Result<&Setup, BoardError> {
        let named = |setup: &&Setup| setup.name.as_deref() == Some(name);
        self.setups.iter().find(named).ok_or_else(|| {
            let known = self.setups.iter().filter_map(|setup| setup.name.as_deref());
            BoardError::UnknownSetup {
                board: self.name.to_string(),
                name: name.to_owned(),
                help: crate::error::suggest(name, known),
            }
        })
    }
}

impl Setup {
    /// The peripheral for a role. Of a collection, the first one.
    pub fn peripheral(&self, role: Role) -> Option<&Peripheral> {
        self.peripherals
            .iter()
            .find(|peripheral| peripheral.role == role)
    }

    /// The button with this name, and the peripheral that it belongs to.
    pub fn button(&self, name: &str) -> Option<(&Peripheral, &SignalPins)> {
        let buttons = |peripheral: &&Peripheral| peripheral.role == Role::Buttons;
        let mut peripherals = self.peripherals.iter().filter(buttons);
        peripherals.find_map(|peripheral| Some((peripheral, peripheral.signal(name)?)))
    }

    /// The available roles, each once, for lists. For buttons the text also has their names.
    pub fn offers(&self) -> Vec<String> {
        let offered = |role: &Role| self.peripheral(*role).is_some();
        let roles = Role::ALL.into_iter().filter(offered);
        let show = |role: Role| match role.is_collection() {
            false => role.name().to_owned(),
            true => format!("{} {}", role.name(), self.keys(role).join("/")),
        };
        roles.map(show).collect()
    }

    /// Keys of the available signals of a role, in the role's order.
    fn keys(&self, role: Role) -> Vec<&'static str> {
        let filling = |peripheral: &&Peripheral| peripheral.role == role;
        let keys = role.signals().iter().map(|shape| shape.key);
        keys.filter(|key| {
            let mut peripherals = self.peripherals.iter().filter(filling);
            peripherals.any(|peripheral| peripheral.signal(key).is_some())
        })
        .collect()
    }
}

impl Peripheral {
    /// The signal with this key.
    pub fn signal(&self, key: &str) -> Option<&SignalPins> {
        self.signals.iter().find(|signal| signal.shape.key == key)
    }
}
