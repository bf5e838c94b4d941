//! Board and add-on files as written, with spans.
//!
//! The type of each text limits its contents:
//!
//! | type | fields | use of the text |
//! |---|---|---|
//! | [`Text`] | `title`, `drive` | written to generated files, escaped |
//! | [`Text`] | `sources` | not used |
//! | [`Name`] | connector, setup, add-on, plug, `apio` | written to generated files, as it is |
//! | [`Name`] | `device`, `package`, `role`, signals | replaced by the known value of that name |
//! | [`Word`] | pins, positions, programmers | replaced by the known value of that name |
//! | [`UsbIdentity`] | `usb` | displayed |
//! | `Spanned<String>` | value of a connector | split into words, each replaced by a pin |
//!
//! The other fields are numbers, flags, [`PllInput`] and [`PinArrangement`].

use crate::board::PinArrangement;
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
    /// Not used, but required: a file has to state its sources.
    #[serde(rename = "sources")]
    pub _sources: Vec<Text>,
    pub clock: ClockFile,
    /// Pins driven high for every game, such as the select of a chip that shares pins with a
    /// connector.
    #[serde(default)]
    pub held_high: Vec<Spanned<Word>>,
    /// Pins driven low for every game.
    #[serde(default)]
    pub held_low: Vec<Spanned<Word>>,
    pub program: Option<ProgramFile>,
    pub reset: Option<ResetFile>,
    /// FPGA pins by position, separated by blanks. `-` is a position without a pin.
    #[serde(default)]
    pub connector: BTreeMap<Name, Spanned<String>>,
    /// Arrangement of the pins of connectors, for drawings.
    #[serde(default)]
    pub arrangement: BTreeMap<Spanned<Name>, PinArrangement>,
    #[serde(default)]
    pub peripheral: Vec<PeripheralFile>,
    /// Add-ons of every setup.
    #[serde(default)]
    pub add_on: Vec<AddOnUse>,
    #[serde(default)]
    pub setup: Vec<SetupFile>,
}

/// A set of add-ons that are plugged in together; an alternative to the other setups.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SetupFile {
    pub name: Spanned<Name>,
    /// Replaces the clock of the board.
    pub clock: Option<ClockFile>,
    pub add_on: Vec<AddOnUse>,
}

/// Means to write a bitstream into the board.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ProgramFile {
    /// Programmers, the best first.
    pub with: Vec<Spanned<Word>>,
    /// USB vendor and product of the programming interface.
    pub usb: UsbIdentity,
    /// The FPGA can be configured directly, without writing the flash.
    #[serde(default)]
    pub sram: bool,
    /// Label of the USB drive that takes a bitstream as a file.
    pub drive: Option<Text>,
    /// Name of the board in apio.
    pub apio: Option<Name>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ClockFile {
    /// Pin of the FPGA. `None` is the oscillator inside of the FPGA.
    pub pin: Option<Spanned<Word>>,
    pub hz: Spanned<u64>,
    pub pll: Spanned<PllInput>,
}

/// Path from the clock pin to a PLL.
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
    /// The active-low signals, if `active_low` does not hold for all.
    #[serde(default)]
    pub active_low_signals: Vec<Spanned<Name>>,
    /// Outputs that are held high for a game that does not use the device.
    #[serde(default)]
    pub idle_high_signals: Vec<Spanned<Name>>,
    #[serde(default)]
    pub pull_up: bool,
    pub fake_pull_down: Option<Spanned<bool>>,
    /// Chip of a `config-flash`.
    pub flash: Option<Spanned<FlashFile>>,
    pub pins: BTreeMap<Spanned<Name>, Spanned<Vec<Spanned<Word>>>>,
}

/// The chip of a `config-flash`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FlashFile {
    /// Size.
    pub bytes: Spanned<u32>,
    /// JEDEC id: maker, type and capacity.
    pub id: Spanned<u32>,
    /// All blocks are write-protected at power-up.
    #[serde(default)]
    pub locked: bool,
}

/// An add-on that is plugged into a board, or is a part of another add-on.
///
/// `plugs` maps each of its plugs to one of:
/// - a connector of the board or a plug of the other add-on: `pmod`;
/// - the position on it where the plug begins: `pmod:5`;
/// - its FPGA pins from a position on, skipping power and ground: `bank-b:2..`.
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
    /// Add-ons that are part of this one.
    #[serde(default)]
    pub add_on: Vec<AddOnUse>,
}
