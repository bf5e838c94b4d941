//! All report files of a build.

use super::{Design, Report};
use crate::error::AppError;
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
