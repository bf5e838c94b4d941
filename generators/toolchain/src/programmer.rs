//! Programmers: the programs that write a bitstream into a board.

use crate::run::{on_path, Run, Session};
use crate::ToolError;
use gatefall_board::Programmer;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A programmer and its command lines besides those that write the flash.
struct Calls {
    programmer: Programmer,
    /// Arguments that test for a connected board, if the program supports that.
    detect: Option<&'static [&'static str]>,
    /// Arguments before the file name, to configure the FPGA directly.
    sram: Option<&'static [&'static str]>,
    /// The program verifies the flash after writing.
    reads_back: bool,
    /// Words of its output that mean a failure, also with exit status 0.
    failures: &'static [&'static str],
    /// Installation command, or download page.
    install: &'static str,
}

/// Source: manuals of the programs. openFPGALoader treats most boards with an FTDI chip alike. It
/// ignores the results of erasing, writing and verifying an iCE40 (ice40.cpp), but prints them.
const CALLS: [Calls; 5] = [
    Calls {
        programmer: Programmer::Iceprog,
        detect: Some(&["-t"]),
        sram: Some(&["-S"]),
        reads_back: true,
        failures: &[],
        install: "on Debian: apt install fpga-icestorm",
    },
    Calls {
        programmer: Programmer::OpenFpgaLoader,
        detect: Some(&["-b", "ice40_generic", "--detect"]),
        sram: Some(&["-b", "ice40_generic", "-m"]),
        reads_back: true,
        failures: &["FAIL", "Fail", "Verification failed"],
        install: "on Debian: apt install openfpgaloader",
    },
    Calls {
        programmer: Programmer::Tinyprog,
        detect: Some(&["-l"]),
        sram: None,
        reads_back: true,
        failures: &[],
        install: "pip install tinyprog",
    },
    Calls {
        programmer: Programmer::Icesprog,
        detect: None,
        sram: None,
        reads_back: false,
        failures: &[],
        install: "github.com/wuxx/icesugar, tools",
    },
    Calls {
        programmer: Programmer::Iceprogduino,
        detect: None,
        sram: None,
        reads_back: true,
        failures: &[],
        install: "github.com/OLIMEX/iCE40HX8K-EVB, programmer",
    },
];

/// An installed programmer.
pub struct InstalledProgrammer {
    calls: &'static Calls,
    path: PathBuf,
}

/// The first of these programs that is on PATH.
pub fn find_programmer<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> Option<InstalledProgrammer> {
    names.into_iter().find_map(|name| {
        let calls = calls(name)?;
        let path = on_path(name)?;
        Some(InstalledProgrammer { calls, path })
    })
}

/// Installation advice for a program, if it is a supported one.
pub fn how_to_install(name: &str) -> Option<&'static str> {
    Some(calls(name)?.install)
}

fn calls(name: &str) -> Option<&'static Calls> {
    CALLS.iter().find(|calls| calls.programmer.name() == name)
}

impl InstalledProgrammer {
    /// Name of the program.
    pub fn name(&self) -> &'static str {
        self.calls.programmer.name()
    }

    /// True if it can configure the FPGA directly, without writing the flash.
    pub fn can_load_sram(&self) -> bool {
        self.calls.sram.is_some()
    }

    /// True if it verifies the flash after writing.
    pub fn reads_back(&self) -> bool {
        self.calls.reads_back
    }

    /// Fails if no board is connected. Programs without such a test always succeed.
    pub fn detect(&self, logs: &Path, session: &Session) -> Result<(), ToolError> {
        let Some(words) = self.calls.detect else {
            return Ok(());
        };
        let step = format!("look for the board with {}", self.name());
        self.run(&step, words, None, logs, session)
    }

    /// Writes a file to the flash, or directly to the FPGA if `sram`.
    ///
    /// # Panics
    /// If the program cannot configure the FPGA directly.
    pub fn write(
        &self,
        bitstream: &Path,
        sram: bool,
        logs: &Path,
        session: &Session,
    ) -> Result<(), ToolError> {
        let (words, what) = match sram {
            false => (self.calls.programmer.flash_arguments(), "flash"),
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
            failures: self.calls.failures,
        };
        session.run(&run).map(drop)
    }
}
