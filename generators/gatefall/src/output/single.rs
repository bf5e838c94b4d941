//! Single output file, at a path given by the user.

use super::atomic::create_in;
use super::manifest::{lock, Manifest};
use super::path::{folder_of, place};
use super::OutputError;
use crate::error::{io, AppError};
use crate::root::Root;
use gatefall_toolchain::sha256_of_file;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Names of open streams. Those in `/dev/fd` have numbers.
const STREAMS: [&str; 2] = ["/dev/stdout", "/dev/stderr"];

/// An incomplete file. Dropping it leaves no new file, and keeps an older one.
pub(crate) struct AtomicFile {
    /// Path as the user wrote it, for messages.
    path: PathBuf,
    /// Temporary path. `None` for a device or a pipe, which is written directly.
    written: Option<TempPath>,
    force: bool,
}

/// Fails if a file of the user would be replaced. Writes nothing.
pub(crate) fn check(path: &Path, force: bool) -> Result<(), AppError> {
    let place = place(path);
    if takes_a_stream(path, &place) {
        return Ok(());
    }
    let there = match fs::symlink_metadata(&place) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        there => there.map_err(io("write", path))?,
    };
    if there.is_dir() {
        return Err(OutputError::FileIsFolder(path.to_owned()).into());
    }
    if force {
        return Ok(());
    }
    let records = Record::all_for(&place)?;
    // A dangling link belongs to the user.
    let hash = match there.is_file() {
        true => sha256_of_file(&place).map_err(io("read", path))?,
        false => String::new(),
    };
    if records
        .iter()
        .any(|record| record.manifest.has(&record.name, &hash))
    {
        return Ok(());
    }
    let (path, more, other) = (path.to_owned(), 0, "name");
    let error = match records
        .iter()
        .any(|record| record.manifest.knows(&record.name))
    {
        true => OutputError::Changed { path, more, other },
        false => OutputError::Foreign { path, more, other },
    };
    Err(error.into())
}

/// Writes a complete file. Fails if it would replace a file of the user.
pub(crate) fn write_single(path: &Path, contents: &[u8], force: bool) -> Result<(), AppError> {
    check(path, force)?;
    let (atomic_file, mut file) = AtomicFile::create(path, force)?;
    file.write_all(contents).map_err(io("write", path))?;
    atomic_file.complete()
}

impl AtomicFile {
    /// Creates the temporary file. To be called after [`check`].
    pub(crate) fn create(path: &Path, force: bool) -> Result<(AtomicFile, File), AppError> {
        let place = place(path);
        let (file, written) = match takes_a_stream(path, &place) {
            true => (File::create(&place).map_err(io("write", path))?, None),
            false => {
                let (file, written) = create_in(folder_of(&place)).map_err(io("write", path))?;
                (file, Some(written))
            }
        };
        let atomic_file = AtomicFile {
            path: path.to_owned(),
            written,
            force,
        };
        Ok((atomic_file, file))
    }

    /// Path as the user wrote it.
    #[cfg(feature = "sim")]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Completes the file: syncs, records and moves it.
    pub(crate) fn complete(self) -> Result<(), AppError> {
        let AtomicFile {
            path,
            written,
            force,
        } = self;
        let Some(written) = written else {
            return Ok(());
        };
        let synced = File::open(&written).and_then(|file| file.sync_all());
        synced.map_err(io("write", &path))?;
        let hash = sha256_of_file(&written).map_err(io("read", &path))?;
        // The run may have taken long, and the user may have created a file in the meantime.
        let place = place(&path);
        let _lock = lock(folder_of(&place));
        check(&path, force)?;
        Record::note(&place, &hash)?;
        let moved = written.persist(&place);
        moved.map_err(|error| io("write", &path)(error.error))
    }
}

/// True for a device or a pipe, and for an open stream of the command such as `/dev/stdout`. The
/// shell may have opened a regular file for a stream. Other files in `/dev` have no such right.
fn takes_a_stream(path: &Path, place: &Path) -> bool {
    let is_other = |there: fs::Metadata| !there.is_file() && !there.is_dir();
    let is_open = STREAMS.iter().any(|stream| path == Path::new(stream))
        || path.parent() == Some(Path::new("/dev/fd"));
    is_open || fs::metadata(place).is_ok_and(is_other)
}

/// A manifest that may contain a file, and the file's name in it.
struct Record {
    manifest: Manifest,
    name: String,
}

impl Record {
    /// The manifest of the project, if there is one, and that of the file's folder.
    fn all_for(place: &Path) -> Result<Vec<Record>, AppError> {
        let mut records = Vec::new();
        if let Ok(root) = Root::find() {
            // Relative to the project, so that it is independent of the current folder and stays
            // valid when the project is moved.
            let whole = fs::canonicalize(root.path(".")).unwrap_or_default();
            let name = place.strip_prefix(whole).unwrap_or(place);
            records.push(Record {
                manifest: Manifest::read(&root.build_folder())?,
                name: name.to_string_lossy().into_owned(),
            });
        }
        let name = place.file_name().unwrap_or_default();
        records.push(Record {
            manifest: Manifest::read(folder_of(place))?,
            name: name.to_string_lossy().into_owned(),
        });
        Ok(records)
    }

    /// Records the file in the first manifest that can be written.
    fn note(place: &Path, hash: &str) -> Result<(), AppError> {
        let mut result = Ok(());
        for Record { mut manifest, name } in Record::all_for(place)? {
            result = manifest
                .make_folder()
                .and_then(|()| manifest.add(&name, hash));
            if result.is_ok() {
                break;
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_told_from_files_in_dev() {
        let is_stream = |path: &str| takes_a_stream(Path::new(path), &place(Path::new(path)));
        for path in ["/dev/stdout", "/dev/stderr", "/dev/fd/3", "/dev/null"] {
            assert!(is_stream(path), "{path}");
        }
        for path in ["/dev/shm/no-such-page.html", "/dev/no-such-page.html"] {
            assert!(!is_stream(path), "{path}");
        }
    }
}
