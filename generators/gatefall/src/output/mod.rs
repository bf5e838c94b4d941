//! Writing files, so that nothing of the user's is lost.
//!
//! **Whole files.** A file is written under a name of its own beside its place, synced, and moved
//! there. A command that is cut short leaves the older file; after a kill or a power cut a file
//! `.gatefall-*.partial` may be left over.
//!
//! **A record of what gatefall wrote.** A name and a hash, before the file is moved to its place.
//! For a folder (`export`, `verilog`, `sim --png`) the record is the file [`manifest::NAME`] in it.
//! For a single file (`report --html`, the other outputs of `sim`, `bench --json`) it is that file
//! in `build/` of the project, so that nothing else appears beside the user's file; outside of a
//! project, or where `build/` cannot be written, it lies beside the file.
//!
//! **Files of the user.** A file that is there already and not in the record, or with another hash,
//! is the user's, and so is a link in a folder of output. A command that would replace it stops
//! with exit status 2 before it has written anything, unless it is told `--force`. A command that
//! is repeated just works. A file that has the very text that would be written is not in the way.
//!
//! Other files in the folder stay, and do not stop the command: an exported project may lie in a
//! git repository with notes beside it. There is one exception. Tools take every source of a
//! project's folder: apio builds every `.v`, FuseSoC finds every `.core`. So `export` also stops at
//! such a file of the user, though it would not be replaced; `--force` leaves it there. It looks at
//! the folder itself only: below it lie the results of the tools, which hold copies of the sources.
//!
//! **Files of an earlier run.** `export` removes the sources, and `sim --png` the pictures, that
//! gatefall wrote there earlier, that are unchanged and are not written again: the folder as a
//! whole is used, as a project or as a film.
//! `verilog` keeps it, for a folder may collect the modules of several games.
//!
//! `new-board` and `new-game` never replace a file, and have no `--force`. What is in `build/` and
//! `constraints/` is made by gatefall alone: it is replaced without a question.

mod atomic;
mod error;
mod folder;
mod manifest;
mod single;

pub(crate) use atomic::{write, write_new, Pending};
pub(crate) use error::OutputError;
#[cfg(feature = "sim")]
pub(crate) use folder::PICTURES;
pub(crate) use folder::{Folder, EXPORT, VERILOG};
pub(crate) use manifest::{lock, sha256};
pub(crate) use single::write_single;
#[cfg(feature = "sim")]
pub(crate) use single::{check, Partial};

use crate::error::{io, AppError};
use gatefall_project::TextFile;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where a path leads, so that two ways to one file are one. A file that links lead to need not be
/// there.
pub(crate) fn place(path: &Path) -> PathBuf {
    let of_folder = || {
        Some(
            fs::canonicalize(folder_of(path))
                .ok()?
                .join(path.file_name()?),
        )
    };
    let whole = fs::canonicalize(path).ok();
    whole.or_else(of_folder).unwrap_or_else(|| path.to_owned())
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the folder, with a clear message where something else is in the way.
pub(crate) fn make_folder(folder: &Path) -> Result<(), AppError> {
    no_file_above(folder)?;
    fs::create_dir_all(folder).map_err(io("create", folder))
}

/// Refuses a folder that is a file, or would be below one.
fn no_file_above(folder: &Path) -> Result<(), AppError> {
    match folder.ancestors().find(|part| part.is_file()) {
        Some(part) => Err(AppError::FolderIsFile(part.to_owned())),
        None => Ok(()),
    }
}

/// Writes each file into a folder of gatefall's own.
pub(crate) fn write_all(folder: &Path, files: &[TextFile]) -> Result<(), AppError> {
    files
        .iter()
        .try_for_each(|file| write(&folder.join(&file.name), file.text.as_bytes()))
}

/// Writes to standard output. A reader that has seen enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), AppError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(AppError::Stdout(error))
        }
        _ => Ok(()),
    }
}
