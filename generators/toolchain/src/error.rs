//! Errors of the tools.

use crate::usage::OverUse;
use std::path::PathBuf;
use thiserror::Error;

/// Reasons for which a build fails.
#[derive(Debug, Error)]
pub enum ToolError {
    /// A tool ended with an error.
    #[error("{tool} failed with {status}{}log: {}", paragraph(last_lines), log.display())]
    ToolFailed {
        /// Name of the tool.
        tool: String,
        /// Exit code or signal.
        status: String,
        /// Last lines of its output.
        last_lines: String,
        /// Log of all its output.
        log: PathBuf,
    },
    /// A tool could not be started.
    #[error("cannot start {tool}")]
    CannotStart {
        /// Name of the tool.
        tool: String,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Native tools were selected, and one is missing or too old.
    #[error("{0}")]
    NoNative(String),
    /// No Python can run the pinned tools.
    #[error("{0}")]
    NoPython(String),
    /// The pinned tools were selected, and their installation fails.
    #[error("cannot install the pinned tools")]
    CannotInstall {
        /// Cause.
        source: Box<ToolError>,
    },
    /// A downloaded package does not have the pinned hash.
    #[error("package `{package}` does not have the pinned SHA-256 hash\nlog: {}", log.display())]
    HashMismatch {
        /// Name and version of the package.
        package: String,
        /// The log of pip, with both hashes.
        log: PathBuf,
    },
    /// Neither native nor pinned tools are usable.
    #[error("no FPGA tools: {native}, and the pinned tools cannot be installed")]
    NoTools {
        /// Problem of the native tools.
        native: String,
        /// Problem of the pinned tools.
        source: Box<ToolError>,
    },
    /// A memory became flip-flops instead of block RAM.
    #[error("memory {} did not become block RAM\nlog: {}", memories.join(", "), log.display())]
    MemoryInFlipFlops {
        /// Names of the memories in the design.
        memories: Vec<String>,
        /// The log of yosys.
        log: PathBuf,
    },
    /// The part is too small.
    #[error("the design does not fit: {}\nlog: {}", list(over), log.display())]
    DoesNotFit {
        /// The resources that are too few.
        over: Vec<OverUse>,
        /// The log of nextpnr.
        log: PathBuf,
    },
    /// The placed design is too slow.
    #[error(
        "timing missed: clock `{clock}` reaches {achieved_mhz:.2} MHz but needs {required_mhz:.2} \
         MHz\nlog: {}",
        log.display()
    )]
    TimingMissed {
        /// Net name of the clock.
        clock: String,
        /// Highest frequency of the placed design.
        achieved_mhz: f64,
        /// Highest frequency of the clock on the board.
        required_mhz: f64,
        /// The log of nextpnr.
        log: PathBuf,
    },
    /// nextpnr checked no clock at the frequency of the design.
    #[error("no clock was checked at {required_mhz:.2} MHz\nlog: {}", log.display())]
    ClockNotChecked {
        /// Frequency of the design.
        required_mhz: f64,
        /// The log of nextpnr.
        log: PathBuf,
    },
    /// A tool wrote an unexpected output.
    #[error("cannot understand `{}`: {message}", file.display())]
    UnexpectedOutput {
        /// The file.
        file: PathBuf,
        /// The fault in it.
        message: String,
    },
    /// A file could not be read or written.
    #[error("cannot {action} `{}`", path.display())]
    Io {
        /// Verb for the message: `read`, `write`, ..
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

/// A line feed, then the text on lines of its own, if there is any.
fn paragraph(text: &str) -> String {
    match text {
        "" => "\n".to_owned(),
        _ => format!("\n{text}\n"),
    }
}

fn list(over: &[OverUse]) -> String {
    let over: Vec<String> = over.iter().map(OverUse::to_string).collect();
    over.join(", ")
}

impl ToolError {
    /// Advice for every user of this crate.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            ToolError::NoNative(_) => {
                Some("on Debian: apt install yosys nextpnr-ice40 fpga-icestorm")
            }
            ToolError::NoPython(_)
            | ToolError::CannotInstall { .. }
            | ToolError::NoTools { .. } => Some(
                "on Debian: apt install yosys nextpnr-ice40 fpga-icestorm, \
                 or python3-venv and a network for the pinned tools",
            ),
            ToolError::HashMismatch { .. } => Some(
                "the download may be damaged or forged, nothing of it was installed: \
                 try again, then from another network",
            ),
            ToolError::MemoryInFlipFlops { .. } => Some(
                "a block RAM has one registered read port and one write port, \
                 and no reset of its output",
            ),
            _ => None,
        }
    }
}

/// Converts an I/O error, for `map_err`: adds the action and the file.
pub(crate) fn io(
    action: &'static str,
    path: &std::path::Path,
) -> impl FnOnce(std::io::Error) -> ToolError {
    let path = path.to_owned();
    move |source| ToolError::Io {
        action,
        path,
        source,
    }
}
