//! `design.json`: locations of a build's cells, and its slowest paths.

use super::record::{read, DESIGN};
use crate::error::AppError;
use gatefall_toolchain::{BuildOutcome, CriticalPath, PlacedCell};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Data for detailed reports.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Design {
    /// Every used cell of the FPGA.
    pub cells: Vec<PlacedCell>,
    /// The slowest path of each clock, and of signals between clock domains or pins.
    pub critical_paths: Vec<CriticalPath>,
}

impl Design {
    pub(crate) fn of(outcome: BuildOutcome) -> Design {
        Design {
            critical_paths: outcome.report.critical_paths().to_vec(),
            cells: outcome.cells,
        }
    }

    /// Reads the file of the last build in this folder.
    pub(crate) fn read(folder: &Path) -> Result<Design, AppError> {
        read(&folder.join(DESIGN))
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a design is plain data") + "\n"
    }
}
