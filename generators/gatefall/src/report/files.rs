//! All report files of a build.

use super::{Design, Report};
use crate::error::AppError;
use gatefall_project::TextFile;
use std::fs;
use std::path::Path;

/// Maximum depth of modules in the report.
pub(super) const DEPTH: usize = 4;

/// Report files of a build.
pub(super) struct Build {
    pub report: Report,
    pub design: Design,
}

impl Build {
    /// Reads them from a build folder, or from the folder of a report.json.
    pub(super) fn read(path: &Path) -> Result<Build, AppError> {
        let folder = match path.is_file() {
            true => path.parent().unwrap_or(path),
            false => path,
        };
        Ok(Build {
            report: Report::read(folder)?,
            design: Design::read(folder)?,
        })
    }
}

/// Fails if this file of the last build, in this folder, differs from the present one.
pub(crate) fn check_is_current(folder: &Path, file: &TextFile) -> Result<(), AppError> {
    let path = folder.join(&file.name);
    match fs::read_to_string(&path) {
        Ok(text) if text == file.text => Ok(()),
        _ => Err(AppError::StaleBuild(path)),
    }
}
