use crate::files_below;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Folder of the recorded cases.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");

/// Seeds of the sessions at the keyboard of the arcade that tests play. Together they have every
/// mode.
pub const SESSIONS: Range<u64> = 1..6;

/// All cases, in the order of their names.
pub fn cases() -> Vec<PathBuf> {
    files_below(Path::new(FOLDER))
}

/// The file of a case: `RULE/CASE.case`.
pub fn case(name: &str) -> PathBuf {
    Path::new(FOLDER).join(name)
}

/// Name of a case, as [`case`] takes it. A file elsewhere keeps its path.
pub fn case_name(case: &Path) -> String {
    let name = case.strip_prefix(FOLDER).unwrap_or(case);
    name.display().to_string()
}
