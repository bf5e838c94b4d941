//! A file is either the old one or the new one.

use super::{folder_of, place};
use crate::error::{io, AppError};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempPath};

/// A new file in the folder, under a name that no other command uses. It is removed when the path
/// is dropped.
pub(super) fn create_in(folder: &Path) -> io::Result<(File, TempPath)> {
    let mut builder = Builder::new();
    builder.prefix(".gatefall-").suffix(".partial");
    // Not as private as temporary files are: it becomes a file like any other.
    let open = |path: &Path| {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true).open(path)
    };
    Ok(builder.make_in(folder, open)?.into_parts())
}

/// A whole file, safe on the disk, that is not in its place yet.
pub(crate) struct Pending {
    /// As the user wrote it, for messages.
    path: PathBuf,
    place: PathBuf,
    written: TempPath,
}

impl Pending {
    /// Writes the file beside its place.
    pub(crate) fn new(path: &Path, contents: &[u8]) -> Result<Pending, AppError> {
        Pending::at(path, place(path), contents)
    }

    /// The same, but a link there is not followed.
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

    /// Moves the file to its place, where it replaces an older one.
    pub(crate) fn replace(self) -> Result<(), AppError> {
        let moved = self.written.persist(&self.place);
        moved.map_err(|error| io("write", &self.path)(error.error))
    }
}

/// Writes a whole file. An older one is replaced without a question.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), AppError> {
    Pending::new(path, contents)?.replace()
}

/// Writes a whole file, unless there is one, or a link.
pub(crate) fn write_new(path: &Path, contents: &[u8]) -> Result<(), AppError> {
    let Pending { path, written, .. } = Pending::new(path, contents)?;
    let moved = written.persist_noclobber(&path);
    moved.map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => AppError::Exists { path },
        _ => io("write", &path)(error.error),
    })
}
