//! Paths of output files and folders.

use crate::error::{io, AppError};
use std::fs;
use std::path::{Path, PathBuf};

/// Canonical form of a path, so that two paths to one file are equal. The target of a link need not
/// exist.
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

/// Folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Creates the folder. Fails with a clear message if a file is in the way.
pub(crate) fn make_folder(folder: &Path) -> Result<(), AppError> {
    no_file_above(folder)?;
    fs::create_dir_all(folder).map_err(io("create", folder))
}

/// Fails if the folder is a file, or would be below one.
pub(super) fn no_file_above(folder: &Path) -> Result<(), AppError> {
    match folder.ancestors().find(|part| part.is_file()) {
        Some(part) => Err(AppError::FolderIsFile(part.to_owned())),
        None => Ok(()),
    }
}
