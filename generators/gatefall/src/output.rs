//! Writing, so that a file is either the old one or the new one.

use crate::error::{io, AppError};
use gatefall_project::TextFile;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Makes the folder, with a clear message where something else is in the way.
pub(crate) fn make_folder(folder: &Path) -> Result<(), AppError> {
    for part in folder.ancestors() {
        if part.is_file() {
            return Err(AppError::FolderIsFile(part.to_owned()));
        }
    }
    fs::create_dir_all(folder).map_err(io("create", folder))
}

/// Writes a file beside its place and moves it there.
pub(crate) fn write(path: &Path, contents: &[u8]) -> Result<(), AppError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    let partial = path.with_file_name(name);
    let written = fs::write(&partial, contents).and_then(|()| fs::rename(&partial, path));
    written.map_err(|error| {
        // If there is no file to remove, there is nothing to clean up.
        let _ = fs::remove_file(&partial);
        io("write", path)(error)
    })
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
