//! Helpers for the tests of the whole project.

mod cases;
mod commands;
mod damage;
mod folder;
mod kept;
mod process;
mod processor;
mod record;
mod seeds;
mod share;
mod soak;
mod watch;

pub use cases::{case, case_name, cases, SESSIONS};
pub use commands::{pages, written_commands, WrittenCommand};
pub use damage::{all_are_read_or_refused, damaged, shown};
pub use folder::{contents, files_below};
pub use kept::KeptRun;
pub use process::{finish, limit, run, signal, wait_until, write_script};
pub use processor::processor_seconds;
pub use record::record;
pub use seeds::{kept_seeds, with_seed};
pub use share::share;
pub use soak::{seed, Work};
pub use watch::watched;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of a net or an instance in the emitted Verilog. Elements of arrays are `name[0]` in the
/// netlist.
pub fn verilog_name(name: &str) -> String {
    name.replace(['[', '.'], "_").replace(']', "")
}

/// Collects the tests that were left out, each with its file of tests; `make test` ends with it.
const LEFT_OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../build/left-out.txt");

/// True if all these programs are on PATH. If one is not, the test is noted as left out, with the
/// command or the Debian package that installs it.
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
            "left out, for want of {program} ({install}): {test} [{}]\n",
            place(test)
        ))
        .expect("the build folder can be written");
    }
    missing.is_none()
}

/// Notes a test as left out, for a reason that [`has_programs`] does not cover.
pub fn leave_out(test: &str, reason: &str) {
    note(&format!(
        "left out, because {reason}: {test} [{}]\n",
        place(test)
    ))
    .expect("the build folder can be written");
}

/// Path of a program on PATH.
pub fn on_path(program: &str) -> Option<PathBuf> {
    which::which_global(program).ok()
}

/// The tests as `tests/left-out` finds them again: the binary, as `cargo test --test` has it, and a
/// part of their paths. That is `test` if it is a path itself, as that of a module that is not
/// compiled; else the path of the running test. In the main thread it is all of the binary.
fn place(test: &str) -> String {
    match std::thread::current().name() {
        _ if test.contains("::") => format!("{} {test}", binary()),
        Some(path) if path != "main" => format!("{} {path}", binary()),
        _ => binary(),
    }
}

fn binary() -> String {
    let program = std::env::current_exe().unwrap_or_default();
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    match name.rsplit_once('-') {
        Some((name, _hash)) => name.to_owned(),
        None => name.into_owned(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// `.cargo/config.toml` sets it, so that a commit gives the same result each time.
    #[test]
    fn property_tests_have_a_seed() {
        let seed = std::env::var("PROPTEST_RNG_SEED").unwrap();
        seed.parse::<u64>().unwrap();
    }

    #[test]
    fn the_test_binary_has_its_name() {
        assert_eq!(binary(), "gatefall_tests");
    }
}
