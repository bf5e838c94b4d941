//! Atomic replacement of files: a file has either its old or its new contents.
//!
//! `tempfile` creates and moves the files. Own code is the rest: permissions of a usual file, the
//! message, and the step between writing and moving, in which the manifest is updated.

use super::path::{folder_of, place};
use crate::error::{io, AppError};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// Start and end of the name of a temporary file.
const NAME: (&str, &str) = (".gatefall-", ".partial");

/// True for the name of a temporary file: another command writes it, or a killed one has left it.
pub(super) fn is_pending(name: &str) -> bool {
    name.starts_with(NAME.0) && name.ends_with(NAME.1)
}

/// Creates a temporary file in the folder, under a unique name. Dropping the path removes it.
pub(super) fn create_in(folder: &Path) -> io::Result<(File, TempPath)> {
    let mut builder = Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    // With the default permissions, not those of temporary files: it becomes the output file.
    let open = |path: &Path| {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).open(path)
    };
    Ok(builder.make_in(folder, open)?.into_parts())
}

/// Fails if no file can be written there. The folder has to exist.
#[cfg(feature = "sim")]
pub(crate) fn check_place(path: &Path) -> Result<(), AppError> {
    let created = create_in(folder_of(&place(path)));
    created.map(drop).map_err(io("write", path))
}

/// A complete file on the disk that has not been moved to its final path yet.
pub(crate) struct Pending {
    /// Path as the user wrote it, for messages.
    path: PathBuf,
    place: PathBuf,
    written: TempPath,
}

impl Pending {
    /// Writes the file beside its final path.
    pub(crate) fn new(path: &Path, contents: &[u8]) -> Result<Pending, AppError> {
        Pending::at(path, place(path), contents)
    }

    /// The same, but without following a link at the final path.
    pub(super) fn in_folder(
        folder: &Path,
        name: &str,
        contents: &[u8],
    ) -> Result<Pending, AppError> {
        let path = folder.join(name);
        Pending::at(&path, path.clone(), contents)
    }

    fn at(path: &Path, place: PathBuf, contents: &[u8]) -> Result<Pending, AppError> {
        let written = Pending::written(folder_of(&place), contents);
        Ok(Pending {
            written: written.map_err(io("write", path))?,
            path: path.to_owned(),
            place,
        })
    }

    fn written(folder: &Path, contents: &[u8]) -> io::Result<TempPath> {
        let (mut file, path) = create_in(folder)?;
        file.write_all(contents)?;
        file.sync_all()?;
        Ok(path)
    }

    /// Moves the file to its final path, replacing an older one.
    pub(crate) fn replace(self) -> Result<(), AppError> {
        let moved = self.written.persist(&self.place);
        moved.map_err(|error| io("write", &self.path)(error.error))
    }
}

/// Writes a complete file. Replaces an older one unconditionally.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), AppError> {
    Pending::new(path, contents)?.replace()
}

/// Writes a complete file. Fails if there is a file or a link.
pub(crate) fn write_new(path: &Path, contents: &[u8]) -> Result<(), AppError> {
    let Pending { path, written, .. } = Pending::new(path, contents)?;
    let moved = written.persist_noclobber(&path);
    moved.map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => AppError::Exists { path },
        _ => io("write", &path)(error.error),
    })
}
