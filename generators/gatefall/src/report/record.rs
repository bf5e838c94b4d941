//! `report.json`: inputs, tools, resources and timing of a build.

use crate::error::{io, AppError};
use gatefall_board::Board;
use gatefall_games::Game;
use gatefall_toolchain::{
    sha256, BuildOutcome, ClockReport, NextpnrReport, SeedSpeed, Toolset, Usage,
};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Name of the report file.
pub(crate) const FILE: &str = "report.json";
/// Name of the file with cell locations and slowest paths, in the same folder.
pub(crate) const DESIGN: &str = "design.json";

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub game: String,
    pub board: String,
    /// Name of the setup, if the board defines setups.
    pub setup: Option<String>,
    /// Chosen settings of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// Parts of the game that are left out, because the FPGA is too small.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    pub device: String,
    pub package: String,
    pub tools: BTreeMap<String, ToolReport>,
    /// Seed of the placement that is used.
    pub seed: u32,
    /// Speed of every placement.
    pub seeds: Vec<SeedSpeed>,
    pub logic_cells: Usage,
    pub block_rams: Usage,
    pub plls: Usage,
    pub ios: Usage,
    pub global_buffers: Usage,
    /// At least one.
    #[serde(deserialize_with = "at_least_one")]
    pub clocks: Vec<ClockReport>,
    pub bitstream: Bitstream,
    pub seconds: Seconds,
    /// Hash of all inputs. A build with the same key can be skipped.
    pub key: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ToolReport {
    pub version: String,
    pub flavour: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bitstream {
    pub path: String,
    pub bytes: usize,
    pub sha256: String,
}

/// Duration of each stage.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seconds {
    pub emit: f64,
    pub synthesise: f64,
    pub place_and_route: f64,
    pub pack: f64,
}

impl Seconds {
    pub(crate) fn new(emit: Duration, outcome: &BuildOutcome) -> Seconds {
        let seconds = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
        Seconds {
            emit: seconds(emit),
            synthesise: seconds(outcome.synthesise),
            place_and_route: seconds(outcome.place_and_route),
            pack: seconds(outcome.pack),
        }
    }
}

impl Bitstream {
    pub(crate) fn new(path: &Path, contents: &[u8]) -> Bitstream {
        Bitstream {
            path: path.display().to_string(),
            bytes: contents.len(),
            sha256: sha256(contents),
        }
    }
}

impl Report {
    /// The chosen settings as words, such as `size=16`. Empty if there are none.
    pub(crate) fn settings_text(&self) -> String {
        let settings = self.settings.iter();
        let settings = settings.map(|(name, value)| format!("{name}={value}"));
        settings.collect::<Vec<_>>().join(", ")
    }

    /// Reads the report of the last build in this folder.
    pub(crate) fn read(folder: &Path) -> Result<Report, AppError> {
        read(&folder.join(FILE))
    }

    /// Reads the report of an earlier build. `None` if its inputs differ or its bitstream was
    /// changed.
    pub(crate) fn of_earlier_build(folder: &Path, key: &str) -> Option<Report> {
        let bytes = fs::read(folder.join(FILE)).ok()?;
        let report: Report = serde_json::from_slice(&bytes).ok()?;
        let bitstream = fs::read(folder.join(format!("{}.bin", report.game))).ok()?;
        (report.key == key && report.bitstream.sha256 == sha256(&bitstream)).then_some(report)
    }

    /// The slowest clock.
    pub(crate) fn slowest_clock(&self) -> ClockReport {
        let slowest = ClockReport::slowest(self.clocks.iter().cloned());
        slowest.expect("a build checks a clock")
    }

    /// Text of the file.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain data") + "\n"
    }
}

fn at_least_one<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<ClockReport>, D::Error> {
    let clocks = Vec::deserialize(from)?;
    match clocks.is_empty() {
        true => Err(D::Error::custom("there is no clock")),
        false => Ok(clocks),
    }
}

/// Reads a JSON file of a build.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<T, AppError> {
    let bytes = fs::read(path).map_err(io("read", path))?;
    serde_json::from_slice(&bytes).map_err(|error| AppError::NotUnderstood {
        path: path.to_owned(),
        message: error.to_string(),
        help: "build it again",
    })
}

/// Used pins and pins of the package. nextpnr 0.4 reports all pads of the die, but a package
/// connects only a part of them.
pub(crate) fn ios(board: &Board, report: &NextpnrReport) -> Usage {
    Usage {
        available: board.package.pins.len() as u64,
        ..report.usage("SB_IO")
    }
}

/// Settings of the game that are 0 on the board only, because its FPGA is too small.
pub(crate) fn left_out(game: &Game, board: &Board) -> Vec<String> {
    let on_board = game.settings.on(board.package.logic_cells());
    let known = game.settings.known().iter();
    known
        .filter(|setting| game.settings.has(setting) && !on_board.has(setting))
        .map(|setting| setting.name.to_owned())
        .collect()
}

/// Chosen settings in the form of the report.
pub(crate) fn settings(game: &Game) -> BTreeMap<String, String> {
    let chosen = game.settings.chosen();
    chosen
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Tools in the form of the report.
pub(crate) fn tools(tools: &Toolset) -> BTreeMap<String, ToolReport> {
    let flavour = tools.flavour.name();
    let entry = |tool: &gatefall_toolchain::Tool| {
        let report = ToolReport {
            version: tool.version.clone(),
            flavour: flavour.to_owned(),
        };
        (tool.name.to_owned(), report)
    };
    tools.all().map(entry).into()
}
