//! What the tests that see the whole project share.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

/// Collects the tests that were left out; `make test` ends with it.
const LEFT_OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../build/left-out.txt");

/// Whether all these programs are on PATH. If one is not, the test is noted as left out, with what installs it.
pub fn has_programs(test: &str, programs: &[(&str, &str)]) -> bool {
    let missing = programs.iter().find(|(program, _)| !is_on_path(program));
    if let Some((program, package)) = missing {
        note(&format!(
            "left out, for want of {program} (apt install {package}): {test}\n"
        ))
        .expect("the build folder can be written");
    }
    missing.is_none()
}

fn is_on_path(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
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
