//! All report files of a build.

use super::die::Die;
use super::{Design, Report, DESIGN};
use crate::error::AppError;
use gatefall_project::{Project, TextFile};
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
        let report = Report::read(folder)?;
        let design = Design::read(folder)?;
        let die = Die::of(&report.device);
        if let Some(cell) = design.cells.iter().find(|cell| !die.has(cell)) {
            let (name, device) = (&cell.name, &report.device);
            return Err(AppError::NotUnderstood {
                path: folder.join(DESIGN),
                message: format!("cell `{name}` is outside of the {device}"),
                help: "build it again",
            });
        }
        Ok(Build { report, design })
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

/// Fails if the pins or a module of the last build, in this folder, differ from the project.
pub(crate) fn check_all_current(folder: &Path, project: &Project) -> Result<(), AppError> {
    check_is_current(folder, &project.pcf)?;
    let mut modules = project.verilog.iter();
    modules.try_for_each(|module| check_is_current(&folder.join("rtl"), module))
}
