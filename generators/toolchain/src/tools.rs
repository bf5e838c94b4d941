//! Which tools a build uses.

use crate::run::{Run, Session};
use crate::{native, pinned, ToolError};
use std::ffi::OsString;
use std::path::Path;

/// Where a set of tools comes from. Native and pinned tools of the same version still place differently, so that a bitstream is
/// only reproducible with the flavour that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    /// On PATH.
    Native,
    /// The pinned packages.
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

/// Which tools the user wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The native ones where all are there and new enough, else the pinned ones.
    Auto,
    /// Only the native ones.
    Native,
    /// Only the pinned ones.
    Pinned,
}

/// A tool that can be run.
#[derive(Debug)]
pub struct Tool {
    /// `yosys`, `nextpnr-ice40` or `icepack`.
    pub name: &'static str,
    /// As the tool or its package has it.
    pub version: String,
    /// Program and first arguments.
    pub(crate) command: Vec<OsString>,
    pub(crate) environment: Vec<(OsString, OsString)>,
}

/// Everything that a bitstream needs.
#[derive(Debug)]
pub struct Toolset {
    /// Where the tools come from; they are never mixed.
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
        }
    }
}

impl Toolset {
    /// The three tools.
    pub fn all(&self) -> [&Tool; 3] {
        [&self.yosys, &self.nextpnr, &self.icepack]
    }

    /// Names everything about the tools that the result depends on.
    pub fn identity(&self) -> String {
        let tools = self
            .all()
            .map(|tool| format!("{} {}", tool.name, tool.version));
        format!("{} {}", self.flavour.name(), tools.join(", "))
    }
}

/// Finds the tools, and installs the pinned ones under `folder` if they are needed and not there yet.
pub fn find(choice: Choice, folder: &Path, session: &Session) -> Result<Toolset, ToolError> {
    match choice {
        Choice::Native => native::find(session),
        Choice::Pinned => pinned::find(folder, session),
        Choice::Auto => {
            let native = match native::find(session) {
                Err(ToolError::NoNative(reason)) => reason,
                found_or_failed => return found_or_failed,
            };
            pinned::find(folder, session).map_err(|error| match error {
                ToolError::CannotInstall { source } => ToolError::NoTools { native, source },
                other => other,
            })
        }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
