//! What can go wrong with the tools.

use crate::nextpnr::OverUse;
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no bitstream.
#[derive(Debug, Error)]
pub enum ToolError {
    /// A tool ended with an error.
    #[error("{tool} failed with {status}{}log: {}", paragraph(last_lines), log.display())]
    ToolFailed {
        /// Name of the tool.
        tool: String,
        /// Exit code or signal.
        status: String,
        /// The end of what it printed.
        last_lines: String,
        /// Everything that it printed.
        log: PathBuf,
    },
    /// A tool could not be started at all.
    #[error("cannot start {tool}")]
    CannotStart {
        /// Name of the tool.
        tool: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// Native tools were asked for, and one is not there or too old.
    #[error("{0}")]
    NoNative(String),
    /// There is no Python that the pinned tools run in.
    #[error("{0}")]
    NoPython(String),
    /// The pinned tools were asked for, and cannot be installed.
    #[error("cannot install the pinned tools")]
    CannotInstall {
        /// Why not.
        source: Box<ToolError>,
    },
    /// A downloaded package is not the one that is pinned.
    #[error("package `{package}` does not have the pinned SHA-256 hash\nlog: {}", log.display())]
    HashMismatch {
        /// Name and version of the package.
        package: String,
        /// The log of pip, with both hashes.
        log: PathBuf,
    },
    /// Neither native nor pinned.
    #[error("no FPGA tools: {native}, and the pinned tools cannot be installed")]
    NoTools {
        /// What is wrong with the native ones.
        native: String,
        /// What is wrong with the pinned ones.
        source: Box<ToolError>,
    },
    /// A memory became flip-flops: the design no longer fits what its author thinks of it.
    #[error("memory {} did not become block RAM\nlog: {}", memories.join(", "), log.display())]
    MemoryInFlipFlops {
        /// Their names in the design.
        memories: Vec<String>,
        /// The log of yosys.
        log: PathBuf,
    },
    /// The part is too small.
    #[error("the design does not fit: {}\nlog: {}", list(over), log.display())]
    DoesNotFit {
        /// What there is too little of.
        over: Vec<OverUse>,
        /// The log of nextpnr.
        log: PathBuf,
    },
    /// The placed design is too slow.
    #[error(
        "timing missed: clock `{clock}` reaches {achieved_mhz:.2} MHz but needs {required_mhz:.2} MHz\nlog: {}",
        log.display()
    )]
    TimingMissed {
        /// Net name of the clock.
        clock: String,
        /// What the placed design reaches.
        achieved_mhz: f64,
        /// What the board gives it.
        required_mhz: f64,
        /// The log of nextpnr.
        log: PathBuf,
    },
    /// nextpnr checked no clock at the frequency that the design runs at.
    #[error("no clock was checked at {required_mhz:.2} MHz\nlog: {}", log.display())]
    ClockNotChecked {
        /// What the design runs at.
        required_mhz: f64,
        /// The log of nextpnr.
        log: PathBuf,
    },
    /// A tool wrote something that is not what it writes otherwise.
    #[error("cannot understand `{}`: {message}", file.display())]
    UnexpectedOutput {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A file could not be read or written.
    #[error("cannot {action} `{}`", path.display())]
    Io {
        /// `read`, `write`, ..
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
}

/// Text on lines of its own; nothing but a line end if there is none.
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
    /// Advice that holds for every user of this crate.
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

/// For `map_err`: what was being done to which file.
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
