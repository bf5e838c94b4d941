//! Build cache: results of earlier builds, by the hash of all their inputs.

use crate::error::{io, AppError};
use crate::output;
use crate::report::{self, Report};
use crate::root::Root;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of entries: more than the 72 targets of `build --all`. The largest take 9 MB.
const MOST: usize = 96;

/// Folder of the cache. Each entry is a folder with the files of a build.
pub(super) struct Cache(PathBuf);

impl Cache {
    pub(super) fn of(root: &Root) -> Cache {
        Cache(root.build_folder().join("cache"))
    }

    /// The entry with this key, if it exists and is complete.
    pub(super) fn find(&self, key: &str) -> Option<(PathBuf, Report)> {
        let entry = self.0.join(key);
        let report = Report::of_earlier_build(&entry, key)?;
        if let Ok(file) = File::open(entry.join(report::FILE)) {
            // The time only decides which entry is removed first.
            let _ = file.set_modified(SystemTime::now());
        }
        Some((entry, report))
    }

    /// Moves a folder with a complete result into the cache, and removes the least recently used
    /// entries.
    pub(super) fn add(&self, stage: &Path, key: &str) -> Result<PathBuf, AppError> {
        output::make_folder(&self.0)?;
        // Another build may have the same circuit, or remove entries.
        let _lock = output::lock(&self.0);
        if let Some((entry, _)) = self.find(key) {
            return Ok(entry);
        }
        let entry = self.0.join(key);
        remove(&entry)?;
        fs::rename(stage, &entry).map_err(io("write", &entry))?;
        self.forget()?;
        Ok(entry)
    }

    fn forget(&self) -> Result<(), AppError> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(io("open", &self.0))? {
            let path = entry.map_err(io("open", &self.0))?.path();
            let report = fs::metadata(path.join(report::FILE));
            let used = report.and_then(|report| report.modified()).ok();
            entries.push((used, path));
        }
        // Entries without a report are broken, and sort first.
        entries.sort();
        let over = entries.len().saturating_sub(MOST);
        entries[..over]
            .iter()
            .try_for_each(|(_, entry)| remove(entry))
    }
}

/// Removes a folder, if it exists.
fn remove(folder: &Path) -> Result<(), AppError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(io("remove", folder)(error))
        }
        _ => Ok(()),
    }
}
