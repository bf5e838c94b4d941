//! The checked board, and the library of board files that it comes from.

use crate::error::{BoardError, SourceFile};
use crate::package::Package;
use crate::resolve;
use crate::role::{Role, SignalShape};
use crate::words::{visible, Name, Text, UsbIdentity};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A board and what can be plugged into it. Every pin exists in the package and has one user in each setup.
#[derive(Debug)]
pub struct Board {
    /// File name without `.toml`.
    pub name: Name,
    /// The name that its maker gave it.
    pub title: Text,
    /// The FPGA.
    pub package: &'static Package,
    /// The reset button, where there is one.
    pub reset: Option<Reset>,
    /// Pins that are the same whatever the game.
    pub held: Vec<Held>,
    /// How a bitstream gets into it, where the file says so.
    pub program: Option<Program>,
    /// The pins of the FPGA on each connector, in the order of the connector; `None` for power and ground.
    pub connectors: BTreeMap<Name, Vec<Option<&'static str>>>,
    /// What is plugged in together, in the order of the board file; at least one.
    pub setups: Vec<Setup>,
}

/// The board with one set of add-ons.
#[derive(Debug)]
pub struct Setup {
    /// Its name; a board on which nothing changes has one setup without a name.
    pub name: Option<Name>,
    /// What games run from.
    pub clock: Clock,
    /// What the board and its add-ons offer: at most one for each role, and for each button.
    pub peripherals: Vec<Peripheral>,
}

/// An oscillator.
#[derive(Debug, Clone)]
pub struct Clock {
    /// The pin of the FPGA; none: the oscillator inside of the FPGA.
    pub pin: Option<&'static str>,
    /// Its frequency.
    pub hz: u64,
    /// How it can reach a PLL.
    pub input: ClockInput,
}

/// How a clock pin can reach a PLL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockInput {
    /// The pin is the input pad of a PLL: `SB_PLL40_PAD`.
    Pad,
    /// The pin reaches a PLL through the fabric: `SB_PLL40_CORE`.
    Core,
    /// The package has no PLL.
    NoPll,
}

/// A pin that the FPGA holds at one level.
#[derive(Debug)]
pub struct Held {
    /// The pin of the FPGA.
    pub pin: &'static str,
    /// At 1, not at 0.
    pub high: bool,
}

/// How a bitstream gets into a board.
#[derive(Debug)]
pub struct Program {
    /// What can write it, the best first.
    pub with: Vec<Programmer>,
    /// Vendor and product of what answers on USB.
    pub usb: UsbIdentity,
    /// The FPGA can be loaded past the flash.
    pub sram: bool,
    /// The drive as which it shows itself, where a bitstream can be copied onto one.
    pub drive: Option<Text>,
    /// What apio calls the board, where it knows it.
    pub apio: Option<Name>,
}

/// A program that writes bitstreams into boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Programmer {
    /// Of Project IceStorm, for boards with a chip of FTDI.
    Iceprog,
    /// For most boards.
    OpenFpgaLoader,
    /// For the boot loader of the TinyFPGA boards.
    Tinyprog,
    /// For the iCELink of the iCESugar.
    Icesprog,
    /// For the iCE40 boards of Olimex behind an OLIMEXINO-32U4.
    Iceprogduino,
}

impl Programmer {
    /// All of them.
    pub const ALL: [Programmer; 5] = [
        Programmer::Iceprog,
        Programmer::OpenFpgaLoader,
        Programmer::Tinyprog,
        Programmer::Icesprog,
        Programmer::Iceprogduino,
    ];

    /// The name of the program, which board files use too.
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
    /// Pressed reads 0.
    pub active_low: bool,
    /// The FPGA's pull-up is needed or does no harm.
    pub pull_up: bool,
}

/// What fills a role on this board.
#[derive(Debug, Clone)]
pub struct Peripheral {
    /// The role.
    pub role: Role,
    /// The board or the add-on that offers it.
    pub provider: Name,
    /// Every signal of the role, in the role's order.
    pub signals: Vec<SignalPins>,
    /// What gives the inputs a level when nothing drives them.
    pub pull: Pull,
}

/// What gives an input a level when nothing drives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pull {
    /// The outside.
    None,
    /// The pull-up of the FPGA.
    Up,
    /// The FPGA drives 0 for a moment and then looks: the iCE40 has no pull-down, and neither has the outside.
    FakeDown,
}

/// One signal and where it goes.
#[derive(Debug, Clone)]
pub struct SignalPins {
    /// The signal.
    pub shape: &'static SignalShape,
    /// Pins of the FPGA, bit 0 first.
    pub pins: Vec<&'static str>,
    /// The outside is active low where the core is active high.
    pub active_low: bool,
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
    /// What fills this role, if anything does.
    pub fn peripheral(&self, role: Role) -> Option<&Peripheral> {
        self.peripherals
            .iter()
            .find(|peripheral| peripheral.role == role)
    }

    /// The button with this name, and what it belongs to.
    pub fn button(&self, name: &str) -> Option<(&Peripheral, &SignalPins)> {
        let buttons = |peripheral: &&Peripheral| peripheral.role == Role::Buttons;
        let mut peripherals = self.peripherals.iter().filter(buttons);
        peripherals.find_map(|peripheral| Some((peripheral, peripheral.signal(name)?)))
    }

    /// What is there, for lists: each role once, and of the buttons also the names.
    pub fn offers(&self) -> Vec<String> {
        let offered = |role: &Role| self.peripheral(*role).is_some();
        let roles = Role::ALL.into_iter().filter(offered);
        let show = |role: Role| match role.is_collection() {
            false => role.name().to_owned(),
            true => format!("{} {}", role.name(), self.keys(role).join("/")),
        };
        roles.map(show).collect()
    }

    /// The signals of a role that are there, in the role's order.
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
    /// The pins of the signal with this key.
    pub fn signal(&self, key: &str) -> Option<&SignalPins> {
        self.signals.iter().find(|signal| signal.shape.key == key)
    }
}

/// The text of every board and add-on file. Nothing is parsed before it is asked for, so that a broken file harms nobody else.
#[derive(Debug, Default)]
pub struct Library {
    boards: BTreeMap<String, Arc<SourceFile>>,
    add_ons: BTreeMap<String, Arc<SourceFile>>,
}

impl Library {
    /// Reads `<folder>/*.toml` (boards) and `<folder>/add-ons/*.toml`.
    pub fn read(folder: &Path) -> Result<Library, BoardError> {
        let add_ons = folder.join("add-ons");
        Ok(Library {
            boards: read_files(folder)?,
            add_ons: if add_ons.is_dir() {
                read_files(&add_ons)?
            } else {
                BTreeMap::new()
            },
        })
    }

    /// The names of all boards, sorted.
    pub fn board_names(&self) -> impl Iterator<Item = &str> {
        self.boards.keys().map(String::as_str)
    }

    /// The board with this name, checked, with its add-ons.
    pub fn board(&self, name: &str) -> Result<Board, BoardError> {
        let Some(file) = self.boards.get(name) else {
            return Err(BoardError::UnknownBoard {
                name: name.to_owned(),
                help: crate::error::suggest(name, self.board_names()),
            });
        };
        let name = Name::new(name).map_err(|error| BoardError::BadFileName {
            file: file.name.clone(),
            message: error.message,
            help: error.help.unwrap_or_default(),
        })?;
        resolve::board(&name, file, self).map_err(BoardError::File)
    }

    pub(crate) fn add_on(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.add_ons.get(name)
    }

    pub(crate) fn add_on_names(&self) -> impl Iterator<Item = &str> {
        self.add_ons.keys().map(String::as_str)
    }
}

fn read_files(folder: &Path) -> Result<BTreeMap<String, Arc<SourceFile>>, BoardError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| BoardError::Unreadable { path, source }
    };
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let (Some(stem), Some("toml")) = (
            path.file_stem().and_then(|s| s.to_str()),
            path.extension().and_then(|s| s.to_str()),
        ) else {
            continue;
        };
        let text = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
        let file = SourceFile::new(visible(&path.display().to_string()), text);
        files.insert(stem.to_owned(), Arc::new(file));
    }
    Ok(files)
}
