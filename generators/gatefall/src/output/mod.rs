//! Output of files without loss of the user's files.
//!
//! **Complete files.** A file is written under a temporary name beside its final path, synced, and
//! moved. An interrupted command keeps the older file. After a kill or a power failure a file
//! `.gatefall-*.partial` may remain.
//!
//! **Manifest.** gatefall records the name and the hash of each file before it moves the file to
//! its final path. For a folder (`export`, `verilog`, `sim --png`) the record is the file
//! [`manifest::NAME`] in it. For a single file (`report --html`, the other outputs of `sim`, `bench
//! --json`) it is that file in `build/` of the project, so that no other file appears beside the
//! user's. Outside of a project, or if `build/` cannot be written, it is beside the file.
//!
//! **Files of the user.** An existing file belongs to the user if the record does not have it with
//! its hash. A link in an output folder belongs to the user, too. A command that would replace such
//! a file ends with exit status 2 before it writes anything, except with `--force`. A repeated
//! command succeeds. An existing file with the same contents as the new one is no conflict.
//!
//! Other files in the folder stay and do not stop the command: an exported project may be in a git
//! repository beside notes. There is one exception, because tools use every source of a project's
//! folder: apio builds every `.v`, and FuseSoC finds every `.core`. So `export` also ends at such a
//! file of the user, although it would not be replaced; with `--force` the file stays. `export`
//! does not check subfolders: they have the results of the tools, with copies of the sources.
//!
//! **Files of an earlier run.** The folder as a whole is used, as a project or as a film. So
//! `export` removes the sources, and `sim --png` the pictures, that gatefall wrote earlier, if they
//! are unchanged and are not written again. `verilog` keeps such files, because a folder may
//! contain the modules of several games.
//!
//! `new-board` and `new-game` never replace a file, and have no `--force`. The contents of `build/`
//! and `constraints/` are generated only: they are replaced unconditionally.

mod atomic;
pub(crate) mod error;
mod folder;
mod manifest;
mod path;
mod single;

#[cfg(feature = "sim")]
pub(crate) use atomic::check_place;
pub(crate) use atomic::{write, write_new, Pending};
pub(crate) use error::OutputError;
pub(crate) use folder::{Folder, EXPORT, VERILOG};
#[cfg(feature = "sim")]
pub(crate) use folder::{PICTURES, RELEASE, SITE};
pub(crate) use manifest::lock;
pub(crate) use path::make_folder;
#[cfg(feature = "sim")]
pub(crate) use path::place;
pub(crate) use single::write_single;
#[cfg(feature = "sim")]
pub(crate) use single::{check, AtomicFile};

use crate::error::AppError;
use gatefall_project::TextFile;
use std::io::Write;
use std::path::Path;

/// Writes each file to a folder that only gatefall writes.
pub(crate) fn write_all(folder: &Path, files: &[TextFile]) -> Result<(), AppError> {
    files
        .iter()
        .try_for_each(|file| write(&folder.join(&file.name), file.text.as_bytes()))
}

/// Writes a line to standard error. A closed one is not an error.
pub(crate) fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes to standard output. A closed pipe (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<(), AppError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(AppError::Stdout(error))
        }
        _ => Ok(()),
    }
}
