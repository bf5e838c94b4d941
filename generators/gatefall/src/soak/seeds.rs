//! Seeds of sessions that failed. A file of the project keeps them, and `make test` plays them
//! again.

use super::error::SoakError;
use crate::error::{io, AppError};
use crate::output;
use crate::root::Root;
use crate::verify::VerifyError;
use std::fs;

/// A line is the name of a check and a seed.
pub(super) const SEEDS: &str = "tests/seeds.txt";

/// The seeds of the sessions that an error is about.
pub(super) fn failed(error: &AppError) -> &[u64] {
    match error {
        AppError::Soak(SoakError::Test { seeds, .. }) => seeds,
        AppError::Verify(VerifyError::Differ { seed, .. }) => seed.as_slice(),
        _ => &[],
    }
}

/// Adds the seeds that the file lacks.
pub(super) fn keep(root: &Root, check: &str, seeds: &[u64]) -> Result<(), AppError> {
    let path = root.path(SEEDS);
    let mut text = fs::read_to_string(&path).map_err(io("read", &path))?;
    for seed in seeds {
        let line = format!("{check} {seed}");
        if text.lines().all(|other| other != line) {
            text += &format!("{line}\n");
        }
    }
    output::write(&path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::at(folder.path());
        assert!(keep(&root, "engine", &[5]).is_err(), "it is no project");
        fs::create_dir(folder.path().join("tests")).unwrap();
        fs::write(root.path(SEEDS), "# A comment.\nengine 5\n").unwrap();
        keep(&root, "engine", &[5, 6]).unwrap();
        keep(&root, "matrix", &[5]).unwrap();
        let text = fs::read_to_string(root.path(SEEDS)).unwrap();
        assert_eq!(text, "# A comment.\nengine 5\nengine 6\nmatrix 5\n");
    }
}
