//! From Verilog to a bitstream.

use crate::nextpnr::NextpnrReport;
use crate::run::Session;
use crate::tools::Toolset;
use crate::{icepack, nextpnr, yosys, ToolError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to build. The folder holds the Verilog files and `NAME.pcf`, and gets `NAME.json`, `NAME.asc` and `NAME.bin`.
///
/// All file names are relative to the folder: the sandbox of the pinned tools does not see absolute paths everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// Working folder of the tools.
    pub folder: &'a Path,
    /// Gets a log for each tool, also of a run that fails.
    pub logs: &'a Path,
    /// First part of the file names.
    pub name: &'a str,
    /// Top module.
    pub top: &'a str,
    /// Verilog files.
    pub sources: &'a [String],
    /// Part without prefix: `hx8k`.
    pub device: &'a str,
    /// Package: `cb132`.
    pub package: &'a str,
    /// Frequency of the design.
    pub clock_hz: u64,
    /// Where placement starts from.
    pub seed: u32,
}

impl Job<'_> {
    /// The log of a tool.
    pub(crate) fn log(&self, tool: &str) -> PathBuf {
        self.logs.join(format!("{tool}.log"))
    }
}

/// What a build tells besides its files.
#[derive(Debug)]
pub struct Outcome {
    /// Costs and speed.
    pub report: NextpnrReport,
    /// Time of synthesis.
    pub synthesise: Duration,
    /// Time of placement and routing.
    pub place_and_route: Duration,
    /// Time of packing.
    pub pack: Duration,
}

/// What the tools are told, as text: a part of what the result depends on.
pub fn recipe(job: &Job) -> String {
    format!("{}{:?}", yosys::script(job), nextpnr::arguments(job))
}

/// Runs yosys, nextpnr and icepack; stops at the first that fails, at a memory that is no block RAM, and at missed timing.
pub fn build(tools: &Toolset, job: &Job, session: &Session) -> Result<Outcome, ToolError> {
    let synthesise = yosys::synthesise(&tools.yosys, job, session)?;
    let (place_and_route, report) = nextpnr::place_and_route(&tools.nextpnr, job, session)?;
    let pack = icepack::pack(&tools.icepack, job, session)?;
    Ok(Outcome {
        report,
        synthesise,
        place_and_route,
        pack,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn job() -> Job<'static> {
        Job {
            folder: Path::new("."),
            logs: Path::new("."),
            name: "game",
            top: "top",
            sources: &[],
            device: "hx8k",
            package: "cb132",
            clock_hz: 25_000_000,
            seed: 1,
        }
    }
}
