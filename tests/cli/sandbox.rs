//! Temporary project folder with stand-ins for tools.

use gatefall_tests::{run, write_script};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_gatefall");

/// Stand-in for yosys: prints a supported version, or writes the netlist. As yosys, it fails if the
/// path of the folder for temporary files has a blank.
pub const YOSYS: &str = r#"
if [ "$1" = -V ]; then echo "Yosys 0.40 (git sha1 0)"; exit; fi
case "$TMPDIR" in *' '*) echo "ERROR: Can't open output file"; exit 1 ;; esac
echo yosys >> ../runs
pins=$(echo *.pcf)
echo '{}' > "${pins%.pcf}.json""#;

/// Stand-in for nextpnr: prints a supported version, or writes the placed design, its cells and its
/// report. It runs in a separate folder for each seed.
pub const NEXTPNR: &str = r#"
if [ "$1" = --version ]; then echo "nextpnr-ice40 -- (Version nextpnr-0.9)" >&2; exit; fi
echo nextpnr >> ../../runs
pins=$(cd ..; echo *.pcf)
echo placed > "${pins%.pcf}.asc"
echo '{"modules": {"top": {"cells": {
  "core.engine.row_SB_DFF_Q_D_SB_LUT4_O_LC": {"type": "ICESTORM_LC",
    "attributes": {"NEXTPNR_BEL": "X5/Y2/lc7"}},
  "core.engine.cells.0.0_RAM": {"type": "ICESTORM_RAM",
    "attributes": {"NEXTPNR_BEL": "X8/Y3/ram"}}}}}}' > placed.json
echo '{"critical_paths": [],
  "fmax": {"core_clock": {"achieved": 50.5, "constraint": 25.0}},
  "utilization": {"ICESTORM_LC": {"available": 7680, "used": 2000},
    "ICESTORM_RAM": {"available": 32, "used": 15}, "ICESTORM_PLL": {"available": 2, "used": 1},
    "SB_GB": {"available": 8, "used": 4}, "SB_IO": {"available": 256, "used": 19},
    "SB_WARMBOOT": {"available": 1, "used": 0}}}' > nextpnr.json"#;

/// Stand-in for icepack: writes a bitstream.
pub const ICEPACK: &str = "echo icepack >> ../runs\necho bitstream > $2";

/// Time of the longest run, a release of a board.
const USUAL_SECONDS: u64 = 12;

/// A temporary folder with the project's boards, and a PATH with stand-ins only. Its path
/// and that of its temporary files contain a blank, so that every test covers that.
pub struct Sandbox(TempDir);

/// Result of a run.
pub struct Outcome {
    pub code: i32,
    pub out: String,
    /// Standard error without the times of the steps.
    pub err: String,
}

impl Sandbox {
    /// A sandbox without tools.
    pub fn new() -> Sandbox {
        let folder = tempfile::Builder::new().prefix("a checkout ").tempdir();
        let sandbox = Sandbox(folder.unwrap());
        let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../boards");
        fs::create_dir(sandbox.path("bin")).unwrap();
        fs::create_dir(sandbox.path("temporary")).unwrap();
        copy_files(&boards, &sandbox.path("boards"));
        copy_files(&boards.join("add-ons"), &sandbox.path("boards/add-ons"));
        sandbox
    }

    /// A sandbox with working stand-ins for the three tools.
    pub fn with_tools() -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.stand_in("yosys", YOSYS);
        sandbox.stand_in("nextpnr-ice40", NEXTPNR);
        sandbox.stand_in("icepack", ICEPACK);
        sandbox
    }

    /// A path in the sandbox.
    pub fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Text of a file in the sandbox.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    /// Bytes of a file in the sandbox.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        fs::read(self.path(path)).unwrap()
    }

    /// Writes a file in the sandbox.
    pub fn write(&self, path: &str, contents: &(impl AsRef<[u8]> + ?Sized)) {
        fs::write(self.path(path), contents).unwrap();
    }

    /// Adds a shell script to PATH.
    pub fn stand_in(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        write_script(&path, &format!("#!/bin/sh\nset -e\n{script}\n"));
    }

    /// Runs gatefall with these arguments.
    pub fn run(&self, words: &str) -> Outcome {
        self.run_program(Command::new(PROGRAM).args(words.split_whitespace()))
    }

    /// Runs gatefall with these arguments, which may have blanks.
    #[cfg(feature = "sim")]
    pub fn run_words(&self, words: &[String]) -> Outcome {
        self.run_program(Command::new(PROGRAM).args(words))
    }

    /// Runs a shell command. `gatefall` in it is replaced by the path of the program.
    pub fn shell(&self, script: &str) -> Outcome {
        let script = script.replace("gatefall", &format!("'{PROGRAM}'"));
        self.run_program(Command::new("/bin/sh").arg("-c").arg(script))
    }

    fn run_program(&self, command: &mut Command) -> Outcome {
        command
            .current_dir(self.0.path())
            .env("PATH", self.path("bin"))
            .env("TMPDIR", self.path("temporary"));
        let output = run(command, USUAL_SECONDS);
        Outcome {
            code: output.status.code().expect("it ends by itself, in time"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: without_times(&String::from_utf8(output.stderr).unwrap()),
        }
    }

    /// Builds matrix for the Alchitry Cu, the game that takes the least time.
    pub fn build(&self) -> Outcome {
        self.run("build matrix --board alchitry-cu")
    }

    /// Tools that have run since the last call.
    pub fn runs(&self) -> String {
        // The tools run in a folder beside that of the game.
        let path = self.path("build/alchitry-cu/runs");
        let runs = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(path);
        runs.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Names in the folder of the board, to detect remaining temporary files.
    pub fn in_board_folder(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("build/alchitry-cu")).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.retain(|name| name != "runs");
        names
    }
}

/// Creates a folder and copies the files of another one, without subfolders.
fn copy_files(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// Removes times: `synthesise ... 3.2 s` becomes `synthesise ... ok`.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(" ... ") {
        Some((step, time)) if time.ends_with(" s") => format!("{step} ... ok\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
