//! Installer of the pinned packages.

use super::environment::{cache_folder, environment_folder, environment_python, toolset};
use crate::error::io;
use crate::run::{on_path, Run, Session};
use crate::ToolError;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// Exits with an error on a Python that is too old: the package platformdirs requires 3.11.
const OLDEST_PYTHON: &str = "import sys; sys.exit(sys.version_info < (3, 11))";

/// Design that icepack packs after its installation.
const SMALLEST: &str = "smallest.asc";

/// Finds a Python that can create a virtual environment.
///
/// # Errors
/// If there is none, or if the user interrupts.
pub fn check_python(session: &Session) -> Result<PathBuf, ToolError> {
    let missing = |what: &str| ToolError::NoPython(what.to_owned());
    let python = on_path("python3").ok_or_else(|| missing("python3 is not on PATH"))?;
    let works = |code: &str| {
        let output = session.output_of(&python, &["-I", "-c", code].map(OsStr::new))?;
        Ok(output.is_some())
    };
    if !works(OLDEST_PYTHON)? {
        return Err(missing("python3 is older than 3.11"));
    }
    if !works("import venv, ensurepip")? {
        return Err(missing(
            "python3 cannot make virtual environments (on Debian: apt install python3-venv)",
        ));
    }
    Ok(python)
}

/// The steps of an installation, in order.
pub(super) struct Installer<'a> {
    pub folder: &'a Path,
    pub session: &'a Session<'a>,
    /// Text of the requirements file, with hashes.
    pub requirements: &'a str,
    /// Options of pip that replace the package index.
    pub sources: &'a [&'a OsStr],
}

impl Installer<'_> {
    /// Creates an empty virtual environment with pip.
    pub(super) fn make_environment(&self) -> Result<(), ToolError> {
        let python = check_python(self.session).map_err(cannot_install)?;
        let environment = environment_folder(self.folder);
        for old in [&environment, &cache_folder(self.folder)] {
            if old.exists() {
                fs::remove_dir_all(old).map_err(io("remove", old))?;
            }
        }
        // venv would start ensurepip without `-I`, so a second step adds pip.
        let venv = ["-m", "venv", "--without-pip"].map(OsStr::new);
        let venv = [venv.as_slice(), &[environment.as_os_str()]].concat();
        let step = "make a virtual environment for the FPGA tools";
        self.run_python(&python, step, "venv", &venv)?;
        let pip = ["-m", "ensurepip", "--default-pip"].map(OsStr::new);
        let python = environment_python(self.folder);
        self.run_python(&python, "add pip to it", "ensurepip", &pip)
    }

    /// Downloads the packages and unpacks them.
    pub(super) fn install_packages(&self) -> Result<(), ToolError> {
        const FILE: &str = "requirements.txt";
        let path = self.folder.join(FILE);
        fs::write(&path, self.requirements).map_err(io("write", &path))?;
        let isolated = ["-m", "pip", "--isolated", "install"];
        let quiet = [
            "--no-input",
            "--disable-pip-version-check",
            "--progress-bar",
            "off",
        ];
        // Binary packages are only unpacked, never built, so that none of their code runs here.
        let checked = [
            "--require-hashes",
            "--no-deps",
            "--only-binary",
            ":all:",
            "-r",
            FILE,
        ];
        let words = [isolated.as_slice(), &quiet, &checked].concat();
        let words = words.into_iter().map(OsStr::new);
        let words: Vec<&OsStr> = words.chain(self.sources.iter().copied()).collect();
        let step = "download and install the FPGA tools (100 MB)";
        let python = environment_python(self.folder);
        let result = self.run_python(&python, step, "pip", &words);
        result.map_err(|error| hash_mismatch(&self.log("pip")).unwrap_or(error))
    }

    /// Runs each tool once, because its first run compiles it. Serial, because the cache does not
    /// support two first runs at once.
    pub(super) fn warm_up(&self) -> Result<(), ToolError> {
        // icepack prints no version: it packs the smallest design, a tile without connections.
        let design = self.folder.join(SMALLEST);
        let tile = format!("{}\n", "0".repeat(54)).repeat(16);
        fs::write(&design, format!(".device 1k\n.logic_tile 1 1\n{tile}"))
            .map_err(io("write", &design))?;
        let tools = toolset(self.folder);
        let runs: [(_, &[&str], _); 3] = [
            (
                &tools.yosys,
                &["-V"],
                "compile yosys, once (about a minute and 1.7 GB of memory)",
            ),
            (
                &tools.nextpnr,
                &["--version"],
                "compile nextpnr-ice40, once",
            ),
            (
                &tools.icepack,
                &[SMALLEST, "smallest.bin"],
                "compile icepack, once",
            ),
        ];
        for (tool, arguments, step) in runs {
            let log = self.log(tool.name);
            let arguments = arguments.iter().map(OsString::from);
            let run = tool.run(step, arguments, self.folder, &log);
            self.session.run(&run).map_err(cannot_install)?;
        }
        Ok(())
    }

    fn log(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.log"))
    }

    /// Runs Python in isolated mode; see the documentation of the parent module.
    fn run_python(
        &self,
        python: &Path,
        step: &str,
        name: &str,
        arguments: &[&OsStr],
    ) -> Result<(), ToolError> {
        let command = [python.as_os_str(), "-I".as_ref()];
        let command = command
            .iter()
            .chain(arguments)
            .map(OsString::from)
            .collect();
        let run = Run {
            tool: name,
            step,
            command,
            environment: &[],
            folder: self.folder,
            log: &self.log(name),
            failures: &[],
        };
        self.session.run(&run).map(drop).map_err(cannot_install)
    }
}

fn cannot_install(error: ToolError) -> ToolError {
    match error {
        ToolError::ToolFailed { .. } | ToolError::CannotStart { .. } | ToolError::NoPython(_) => {
            ToolError::CannotInstall {
                source: Box::new(error),
            }
        }
        other => other,
    }
}

/// The first package that pip rejects for its hash, if that is why it failed.
fn hash_mismatch(log: &Path) -> Option<ToolError> {
    let text = fs::read(log).ok()?;
    let text = String::from_utf8_lossy(&text);
    let (_, list) = text.split_once("DO NOT MATCH THE HASHES")?;
    // `    click==8.5.1 from file:///..:`, then the expected hashes and the actual hash.
    let package = list.lines().nth(1)?.split_whitespace().next()?;
    Some(ToolError::HashMismatch {
        package: package.to_owned(),
        log: log.to_owned(),
    })
}

#[cfg(test)]
mod tests;
