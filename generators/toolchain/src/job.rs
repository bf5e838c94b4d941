//! Input of a build.

use std::path::{Path, PathBuf};

/// Input of a build. The folder has the Verilog files and `NAME.pcf`. The build writes
/// `NAME.json`, `NAME.asc` and `NAME.bin`.
///
/// All file names are relative to the folder: the sandbox of the pinned tools has no access to
/// absolute paths in some places.
#[derive(Debug, Clone, Copy)]
pub struct BuildJob<'a> {
    /// Working folder of the tools.
    pub folder: &'a Path,
    /// Folder for the log of each tool, also when a tool fails.
    pub logs: &'a Path,
    /// First part of the file names.
    pub name: &'a str,
    /// Top module.
    pub top: &'a str,
    /// Verilog files.
    pub sources: &'a [String],
    /// Commands of yosys, one in a line, from the Verilog that was read to the netlist `NAME.json`.
    pub synthesis: &'a str,
    /// Part without prefix: `hx8k`.
    pub device: &'a str,
    /// Package: `cb132`.
    pub package: &'a str,
    /// Frequency of the design, in hertz.
    pub clock_hz: u64,
    /// Part of the frequency by which the clock may be too fast: 0.1 is a tenth.
    pub clock_tolerance: f64,
    /// Seeds of the placement. Each is tried; the fastest result is used.
    pub seeds: &'a [u32],
    /// More seeds, which are tried one by one while the clock is missed.
    pub spare_seeds: &'a [u32],
}

impl BuildJob<'_> {
    /// The log of a tool.
    pub(crate) fn log(&self, tool: &str) -> PathBuf {
        self.logs.join(format!("{tool}.log"))
    }

    /// Folder for the placement with a seed.
    pub(crate) fn seed_folder(&self, seed: u32) -> PathBuf {
        self.folder.join(format!("seed-{seed}"))
    }
}
