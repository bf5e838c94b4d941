//! `design.json`: where the cells of a build are, and its slowest paths.

use crate::error::AppError;
use gatefall_toolchain::{CriticalPath, Outcome, PlacedCell};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a report can draw.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Design {
    /// Every cell of the FPGA that is used.
    pub cells: Vec<PlacedCell>,
    /// The slowest path of each clock, and of what crosses between clocks and pins.
    pub critical_paths: Vec<CriticalPath>,
}

impl Design {
    pub(crate) fn of(outcome: Outcome) -> Design {
        Design {
            critical_paths: outcome.report.critical_paths().to_vec(),
            cells: outcome.cells,
        }
    }

    /// That of the last build in this folder.
    pub(crate) fn read(folder: &Path) -> Result<Design, AppError> {
        super::read(&folder.join(super::DESIGN))
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a design is plain data") + "\n"
    }
}
