//! What the tests that see the whole project share.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Collects the tests that were left out; `make test` ends with it.
const LEFT_OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../build/left-out.txt");

/// Whether all these programs are on PATH. If one is not, the test is noted as left out, with what installs it: a command, or the name of a
/// Debian package.
pub fn has_programs(test: &str, programs: &[(&str, &str)]) -> bool {
    let missing = programs
        .iter()
        .find(|(program, _)| on_path(program).is_none());
    if let Some((program, install)) = missing {
        let install = match install.contains(' ') {
            true => (*install).to_owned(),
            false => format!("apt install {install}"),
        };
        note(&format!(
            "left out, for want of {program} ({install}): {test}\n"
        ))
        .expect("the build folder can be written");
    }
    missing.is_none()
}

/// Where a program is on PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut paths = std::env::split_paths(&folders).map(|folder| folder.join(program));
    paths.find(|path| path.is_file())
}

fn note(line: &str) -> std::io::Result<()> {
    let path = Path::new(LEFT_OUT);
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)?
        .write_all(line.as_bytes())
}
