//! The board and add-on files as they are written, with spans.
//!
//! Each text has a type that bounds what it can be:
//!
//! | type | fields | what becomes of it |
//! |---|---|---|
//! | [`Text`] | `title`, `sources`, `drive` | written out, escaped |
//! | [`Name`] | connector, setup, add-on, plug, `apio` | written out, as it is |
//! | [`Name`] | `device`, `package`, `role`, signals | replaced by the known value of that name |
//! | [`Word`] | pins, positions, programmers | replaced by the known value of that name |
//! | [`UsbIdentity`] | `usb` | shown |
//! | `Spanned<String>` | value of a connector | split into words, each replaced by a pin |
//!
//! The other fields are numbers, flags and [`PllInput`].

use crate::words::{Name, Text, UsbIdentity, Word};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct BoardFile {
    pub title: Text,
    pub device: Name,
    pub package: Spanned<Name>,
    /// Not used, but asked for: a table without sources is not taken.
    #[serde(rename = "sources")]
    pub _sources: Vec<Text>,
    pub clock: ClockFile,
    /// Pins that must be high whatever the game, such as the select of a chip that shares pins with a connector.
    #[serde(default)]
    pub held_high: Vec<Spanned<Word>>,
    /// Pins that must be low.
    #[serde(default)]
    pub held_low: Vec<Spanned<Word>>,
    pub program: Option<ProgramFile>,
    pub reset: Option<ResetFile>,
    /// Pins of the FPGA by position, separated by blanks; `-` for a position that carries none.
    #[serde(default)]
    pub connector: BTreeMap<Name, Spanned<String>>,
    #[serde(default)]
    pub peripheral: Vec<PeripheralFile>,
    /// Plugged in whatever the setup.
    #[serde(default)]
    pub add_on: Vec<AddOnUse>,
    #[serde(default)]
    pub setup: Vec<SetupFile>,
}

/// What is plugged in together, beside other such sets.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SetupFile {
    pub name: Spanned<Name>,
    /// Instead of the board's.
    pub clock: Option<ClockFile>,
    pub add_on: Vec<AddOnUse>,
}

/// How a bitstream gets into the board.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ProgramFile {
    /// The best first.
    pub with: Vec<Spanned<Word>>,
    /// Vendor and product of what answers on USB.
    pub usb: UsbIdentity,
    /// The FPGA can be loaded past the flash.
    #[serde(default)]
    pub sram: bool,
    /// The drive as which it shows itself.
    pub drive: Option<Text>,
    /// What apio calls the board.
    pub apio: Option<Name>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ClockFile {
    /// None: the oscillator inside of the FPGA.
    pub pin: Option<Spanned<Word>>,
    pub hz: Spanned<u64>,
    pub pll: PllInput,
}

/// How the clock pin reaches a PLL.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PllInput {
    Pad,
    Core,
    None,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ResetFile {
    pub pin: Spanned<Word>,
    #[serde(default)]
    pub active_low: bool,
    #[serde(default)]
    pub pull_up: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PeripheralFile {
    pub role: Spanned<Name>,
    #[serde(default)]
    pub active_low: bool,
    /// Where not all of them are.
    #[serde(default)]
    pub active_low_signals: Vec<Spanned<Name>>,
    #[serde(default)]
    pub pull_up: bool,
    pub fake_pull_down: Option<Spanned<bool>>,
    pub pins: BTreeMap<Spanned<Name>, Spanned<Vec<Spanned<Word>>>>,
}

/// An add-on that is plugged into a board, or is a part of another add-on: its plug to a connector of the board or a plug of the other (`pmod`),
/// to the position on it where the plug begins (`pmod:5`), or to the pins of the FPGA from a position on, whatever power and ground lie
/// between (`bank-b:2..`).
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct AddOnUse {
    pub name: Spanned<Name>,
    pub plugs: Spanned<BTreeMap<Spanned<Name>, Spanned<Word>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct AddOnFile {
    #[serde(rename = "title")]
    pub _title: Text,
    #[serde(rename = "sources")]
    pub _sources: Vec<Text>,
    pub plugs: Vec<Name>,
    #[serde(default)]
    pub peripheral: Vec<PeripheralFile>,
    /// What it is made of besides its own peripherals.
    #[serde(default)]
    pub add_on: Vec<AddOnUse>,
}
