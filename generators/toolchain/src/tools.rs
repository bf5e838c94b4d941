//! Installed tools.

use crate::run::Run;
use std::ffi::OsString;
use std::path::Path;

/// Origin of a set of tools. Native and pinned tools of the same version place differently, so a
/// bitstream can only be reproduced with the same flavour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    /// Tools on PATH.
    Native,
    /// Pinned packages.
    Pinned,
}

impl Flavour {
    /// `native` or `pinned`.
    pub fn name(self) -> &'static str {
        match self {
            Flavour::Native => "native",
            Flavour::Pinned => "pinned",
        }
    }
}

/// An installed tool.
#[derive(Debug)]
pub struct Tool {
    /// `yosys`, `nextpnr-ice40` or `icepack`.
    pub name: &'static str,
    /// Version of the tool or of its package.
    pub version: String,
    /// Program and first arguments.
    pub(crate) command: Vec<OsString>,
    pub(crate) environment: Vec<(OsString, OsString)>,
}

/// The tools that a bitstream requires.
#[derive(Debug)]
pub struct Toolset {
    /// Origin of the tools. Flavours are never mixed.
    pub flavour: Flavour,
    /// Synthesis.
    pub yosys: Tool,
    /// Placement and routing.
    pub nextpnr: Tool,
    /// Bitstream.
    pub icepack: Tool,
}

impl Tool {
    /// A run of this tool with these arguments.
    pub(crate) fn run<'a>(
        &'a self,
        step: &'a str,
        arguments: impl IntoIterator<Item = OsString>,
        folder: &'a Path,
        log: &'a Path,
    ) -> Run<'a> {
        let command = self.command.iter().cloned().chain(arguments).collect();
        Run {
            tool: self.name,
            step,
            command,
            environment: &self.environment,
            folder,
            log,
            failures: &[],
        }
    }
}

impl Toolset {
    /// The three tools.
    pub fn all(&self) -> [&Tool; 3] {
        [&self.yosys, &self.nextpnr, &self.icepack]
    }

    /// Text with everything about the tools that affects the result.
    pub fn identity(&self) -> String {
        let tools = self
            .all()
            .map(|tool| format!("{} {}", tool.name, tool.version));
        format!("{} {}", self.flavour.name(), tools.join(", "))
    }
}
