//! Build cache: results of earlier builds, by the hash of all their inputs.

use crate::error::{io, AppError};
use crate::output;
use crate::report::{self, Report};
use crate::root::Root;
use gatefall_project::Project;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of entries: more than the 72 targets of `build --all`. The largest take 9 MB.
const MOST: usize = 96;

/// The cache, for builds of a project.
pub(super) struct Cache<'a> {
    /// Each entry is a folder in it, with the files of a build.
    folder: PathBuf,
    project: &'a Project,
}

impl Cache<'_> {
    pub(super) fn of<'a>(root: &Root, project: &'a Project) -> Cache<'a> {
        Cache {
            folder: root.build_folder().join("cache"),
            project,
        }
    }

    /// The entry with this key, if it exists and is complete.
    pub(super) fn find(&self, key: &str) -> Option<(PathBuf, Report)> {
        let entry = self.folder.join(key);
        let report = Report::of_earlier_build(&entry, key)?;
        if !is_whole(&entry, self.project) {
            return None;
        }
        if let Ok(file) = File::open(entry.join(report::FILE)) {
            // The time only decides which entry is removed first.
            let _ = file.set_modified(SystemTime::now());
        }
        Some((entry, report))
    }

    /// Moves a folder with a complete result into the cache, and removes the least recently used
    /// entries.
    pub(super) fn add(&self, stage: &Path, key: &str) -> Result<PathBuf, AppError> {
        output::make_folder(&self.folder)?;
        // Another build may have the same circuit, or remove entries.
        let _lock = output::lock(&self.folder);
        if let Some((entry, _)) = self.find(key) {
            return Ok(entry);
        }
        let entry = self.folder.join(key);
        remove(&entry)?;
        fs::rename(stage, &entry).map_err(io("write", &entry))?;
        self.forget()?;
        Ok(entry)
    }

    fn forget(&self) -> Result<(), AppError> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(io("open", &self.folder))? {
            let path = entry.map_err(io("open", &self.folder))?.path();
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

/// True if the folder of a result has the circuit and the pins of the project, and the cells.
pub(super) fn is_whole(folder: &Path, project: &Project) -> bool {
    let rtl = fs::read_dir(folder.join("rtl"));
    rtl.is_ok_and(|rtl| rtl.count() == project.verilog.len())
        && folder.join(report::DESIGN).is_file()
        && report::check_all_current(folder, project).is_ok()
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
