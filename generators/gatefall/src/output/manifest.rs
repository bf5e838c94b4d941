//! Manifest: the record of the files that gatefall wrote.

use super::atomic::write;
use super::path::make_folder;
use crate::error::{io, AppError};
use gatefall_toolchain::sha256_of_file;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// File name of the manifest. Its format is that of `sha256sum --check`.
pub(super) const NAME: &str = "gatefall-manifest.sha256";

/// Names and hashes of files. A line is added before the file is moved to its final path, so a name
/// may have several hashes. A file with any of them counts as written by gatefall.
pub(super) struct Manifest {
    folder: PathBuf,
    /// Name and hash of each line.
    lines: BTreeSet<(String, String)>,
    /// The last line is incomplete.
    is_torn: bool,
}

impl Manifest {
    /// Reads the manifest of a folder. Without a file it is empty.
    pub(super) fn read(folder: &Path) -> Result<Manifest, AppError> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            // The folder may be missing or a file, too.
            Err(error) if is_nothing(&error) => String::new(),
            Err(error) => return Err(io("read", &path)(error)),
        };
        let line = |line: &str| {
            let (hash, name) = line.split_once("  ")?;
            Some((name.to_owned(), hash.to_owned()))
        };
        Ok(Manifest {
            folder: folder.to_owned(),
            lines: text.lines().filter_map(line).collect(),
            is_torn: !text.is_empty() && !text.ends_with('\n'),
        })
    }

    /// True if gatefall wrote a file with this name and hash.
    pub(super) fn has(&self, name: &str, hash: &str) -> bool {
        self.lines.contains(&(name.to_owned(), hash.to_owned()))
    }

    /// True if gatefall wrote any file with this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.lines.iter().any(|(known, _)| known == name)
    }

    /// All names, without duplicates.
    pub(super) fn names(&self) -> BTreeSet<String> {
        self.lines.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Creates the folder if necessary.
    pub(super) fn make_folder(&self) -> Result<(), AppError> {
        make_folder(&self.folder)
    }

    /// Adds a line if it is missing. A name with a line break cannot be recorded; its file counts
    /// as the user's the next time.
    pub(super) fn add(&mut self, name: &str, hash: &str) -> Result<(), AppError> {
        if self.has(name, hash) || name.contains(['\n', '\r']) {
            return Ok(());
        }
        let path = self.folder.join(NAME);
        let start = if self.is_torn { "\n" } else { "" };
        let line = format!("{start}{hash}  {name}\n");
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(io("write", &path))?;
        self.is_torn = false;
        self.lines.insert((name.to_owned(), hash.to_owned()));
        Ok(())
    }

    /// Rewrites the manifest with the lines that match the files in the folder.
    pub(super) fn tidy(&mut self) -> Result<(), AppError> {
        self.lines = Manifest::read(&self.folder)?.lines;
        let folder = &self.folder;
        self.lines.retain(|(name, hash)| {
            sha256_of_file(&folder.join(name)).is_ok_and(|there| there == *hash)
        });
        let lines = self.lines.iter();
        let text: String = lines
            .map(|(name, hash)| format!("{hash}  {name}\n"))
            .collect();
        write(&self.folder.join(NAME), text.as_bytes())
    }
}

/// Locks the folder against other commands until the result is dropped. `None` if the file system
/// has no locks.
pub(crate) fn lock(folder: &Path) -> Option<File> {
    let file = File::open(folder).ok()?;
    file.lock().ok()?;
    Some(file)
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_toolchain::sha256;

    #[test]
    fn a_record_that_was_cut_short_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, "aa  one.v\nbb  tw").unwrap();
        let mut manifest = Manifest::read(folder.path()).unwrap();
        assert!(manifest.has("one.v", "aa") && !manifest.knows("two.v"));
        manifest.add("two.v", "cc").unwrap();
        // Adding a line twice has no effect, and a name with a line break is not added.
        manifest.add("two.v", "cc").unwrap();
        manifest.add("a\nb", "dd").unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "aa  one.v\nbb  tw\ncc  two.v\n");
    }

    #[test]
    fn a_tidy_record_has_what_is_true_of_the_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = Manifest::read(folder.path()).unwrap();
        for (name, text) in [("a", "old"), ("a", "new"), ("gone", ""), ("b", "b")] {
            manifest.add(name, &sha256(text.as_bytes())).unwrap();
        }
        assert!(manifest.has("a", &sha256(b"old")));
        fs::write(folder.path().join("a"), "new").unwrap();
        fs::write(folder.path().join("b"), "changed").unwrap();
        manifest.tidy().unwrap();
        let text = fs::read_to_string(folder.path().join(NAME)).unwrap();
        assert_eq!(text, format!("{}  a\n", sha256(b"new")));
    }
}
