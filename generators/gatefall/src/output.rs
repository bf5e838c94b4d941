//! Writing, so that a file is either the old one or the new one.

use crate::error::{io, AppError};
use gatefall_project::TextFile;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file under way: it is written beside its place and moved there when it is complete. Before that, dropping it leaves nothing behind, and an older file as it was.
pub(crate) struct Partial {
    /// As the user wrote it, for messages.
    path: PathBuf,
    place: PathBuf,
    /// Where it is written. The place itself if that is a device or a pipe, which nothing can be moved to.
    written: PathBuf,
}

impl Partial {
    /// Begins the file.
    pub(crate) fn create(path: &Path) -> Result<(Partial, File), AppError> {
        let place = place(path);
        let written = match fs::metadata(&place) {
            Ok(there) if !there.is_file() => place.clone(),
            _ => {
                let mut name = place.file_name().unwrap_or_default().to_owned();
                name.push(".partial");
                place.with_file_name(name)
            }
        };
        let file = File::create(&written).map_err(io("write", path))?;
        let path = path.to_owned();
        let partial = Partial {
            path,
            place,
            written,
        };
        Ok((partial, file))
    }

    /// As the user wrote it.
    #[cfg(feature = "sim")]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// All is written.
    pub(crate) fn complete(self) -> Result<(), AppError> {
        match self.written == self.place {
            true => Ok(()),
            false => fs::rename(&self.written, &self.place).map_err(io("write", &self.path)),
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if self.written != self.place {
            // There is nothing to remove if it was complete.
            let _ = fs::remove_file(&self.written);
        }
    }
}

/// Where a path leads, so that two ways to one file are one. A file that links lead to need not be there.
pub(crate) fn place(path: &Path) -> PathBuf {
    let of_folder = || {
        let folder = path.parent()?;
        let folder = match folder.as_os_str().is_empty() {
            true => Path::new("."),
            false => folder,
        };
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    let whole = fs::canonicalize(path).ok();
    whole.or_else(of_folder).unwrap_or_else(|| path.to_owned())
}

/// Makes the folder, with a clear message where something else is in the way.
pub(crate) fn make_folder(folder: &Path) -> Result<(), AppError> {
    for part in folder.ancestors() {
        if part.is_file() {
            return Err(AppError::FolderIsFile(part.to_owned()));
        }
    }
    fs::create_dir_all(folder).map_err(io("create", folder))
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), AppError> {
    let (partial, mut file) = Partial::create(path)?;
    file.write_all(contents).map_err(io("write", path))?;
    partial.complete()
}

/// Writes each file into the folder.
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
