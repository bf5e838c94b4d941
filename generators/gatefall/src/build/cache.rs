//! Results of earlier builds, each under the hash of everything that it depends on.

use crate::error::{io, AppError};
use crate::output;
use crate::report::{self, Report};
use crate::root::Root;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How many are kept; the largest take 9 MB.
const MOST: usize = 64;

/// The folder that they are in: each is a folder with the files of a build.
pub(super) struct Cache(PathBuf);

impl Cache {
    pub(super) fn of(root: &Root) -> Cache {
        Cache(root.build_folder().join("cache"))
    }

    /// The result with this key, if it is there and whole.
    pub(super) fn find(&self, key: &str) -> Option<(PathBuf, Report)> {
        let entry = self.0.join(key);
        let report = Report::of_earlier_build(&entry, key)?;
        if let Ok(file) = File::open(entry.join(report::FILE)) {
            // The time decides what is forgotten first, and nothing else.
            let _ = file.set_modified(SystemTime::now());
        }
        Some((entry, report))
    }

    /// Takes over a folder with a whole result, and forgets what was not asked for in the longest time.
    pub(super) fn add(&self, stage: &Path, key: &str) -> Result<PathBuf, AppError> {
        output::make_folder(&self.0)?;
        // Another game or board may have the same circuit, and another build may make room.
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
        // What has no report is broken and goes first.
        entries.sort();
        let over = entries.len().saturating_sub(MOST);
        entries[..over]
            .iter()
            .try_for_each(|(_, entry)| remove(entry))
    }
}

/// Removes a folder, if nobody else has.
fn remove(folder: &Path) -> Result<(), AppError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(io("remove", folder)(error))
        }
        _ => Ok(()),
    }
}
