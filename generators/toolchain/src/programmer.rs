//! The programs that write a bitstream into a board.

use crate::run::{on_path, Run, Session};
use crate::ToolError;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How a program is called.
struct Calls {
    name: &'static str,
    /// Finds out whether a board answers; not every program can.
    detect: Option<&'static [&'static str]>,
    /// Before the name of the file, for the flash.
    flash: &'static [&'static str],
    /// The same for the FPGA itself, past the flash.
    sram: Option<&'static [&'static str]>,
    /// What it compares with what it has written.
    reads_back: bool,
    /// A command, or where to find it.
    install: &'static str,
}

/// From the manuals of the programs. Most boards with a chip of FTDI are one board for openFPGALoader.
const CALLS: [Calls; 5] = [
    Calls {
        name: "iceprog",
        detect: Some(&["-t"]),
        flash: &[],
        sram: Some(&["-S"]),
        reads_back: true,
        install: "on Debian: apt install fpga-icestorm",
    },
    Calls {
        name: "openFPGALoader",
        detect: Some(&["-b", "ice40_generic", "--detect"]),
        flash: &["-b", "ice40_generic", "-f", "--verify"],
        sram: Some(&["-b", "ice40_generic", "-m"]),
        reads_back: true,
        install: "on Debian: apt install openfpgaloader",
    },
    Calls {
        name: "tinyprog",
        detect: Some(&["-l"]),
        flash: &["-p"],
        sram: None,
        reads_back: true,
        install: "pip install tinyprog",
    },
    Calls {
        name: "icesprog",
        detect: None,
        flash: &[],
        sram: None,
        reads_back: false,
        install: "github.com/wuxx/icesugar, tools",
    },
    Calls {
        name: "iceprogduino",
        detect: None,
        flash: &[],
        sram: None,
        reads_back: true,
        install: "github.com/OLIMEX/iCE40HX8K-EVB, programmer",
    },
];

/// A program that is there.
pub struct Writer {
    calls: &'static Calls,
    path: PathBuf,
}

/// The first of these programs that is on PATH.
pub fn find_writer<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Writer> {
    names.into_iter().find_map(|name| {
        let calls = CALLS.iter().find(|calls| calls.name == name)?;
        let path = on_path(name)?;
        Some(Writer { calls, path })
    })
}

/// How to come by a program, if it is one that is known here.
pub fn how_to_install(name: &str) -> Option<&'static str> {
    let calls = CALLS.iter().find(|calls| calls.name == name)?;
    Some(calls.install)
}

impl Writer {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.calls.name
    }

    /// Whether it can load the FPGA past the flash.
    pub fn can_load_sram(&self) -> bool {
        self.calls.sram.is_some()
    }

    /// Whether it compares what it has written with what it was given.
    pub fn reads_back(&self) -> bool {
        self.calls.reads_back
    }

    /// Fails if no board answers, as far as the program can tell.
    pub fn detect(&self, logs: &Path, session: &Session) -> Result<(), ToolError> {
        let Some(words) = self.calls.detect else {
            return Ok(());
        };
        let step = format!("look for the board with {}", self.name());
        self.run(&step, words, None, logs, session)
    }

    /// Writes a file into the flash, or into the FPGA itself.
    ///
    /// # Panics
    /// If the program cannot load the FPGA itself.
    pub fn write(
        &self,
        bitstream: &Path,
        sram: bool,
        logs: &Path,
        session: &Session,
    ) -> Result<(), ToolError> {
        let (words, what) = match sram {
            false => (self.calls.flash, "flash"),
            true => (
                self.calls.sram.expect("the program can load the FPGA"),
                "FPGA",
            ),
        };
        let step = format!("write the {what} with {}", self.name());
        self.run(&step, words, Some(bitstream), logs, session)
    }

    fn run(
        &self,
        step: &str,
        words: &[&str],
        file: Option<&Path>,
        logs: &Path,
        session: &Session,
    ) -> Result<(), ToolError> {
        let words = words.iter().map(OsString::from);
        let file = file.map(|file| file.as_os_str().to_owned());
        let program = std::iter::once(self.path.clone().into_os_string());
        let log = logs.join(format!("{}.log", self.name()));
        let run = Run {
            tool: self.name(),
            step,
            command: program.chain(words).chain(file).collect(),
            environment: &[],
            folder: Path::new("."),
            log: &log,
        };
        session.run(&run).map(drop)
    }
}
