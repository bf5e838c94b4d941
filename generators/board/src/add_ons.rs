//! The texts of all add-on files.

use crate::error::SourceFile;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The files of a folder, by name. A file that cannot be read has its error.
pub(crate) type Files = BTreeMap<String, Result<Arc<SourceFile>, Unread>>;

/// A file that cannot be read.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) path: PathBuf,
    pub(crate) error: io::Error,
}

/// The text of every add-on file, by name. A file is parsed when a board requires it.
#[derive(Debug, Default)]
pub(crate) struct AddOns {
    files: Files,
}

impl AddOns {
    pub(crate) fn new(files: Files) -> AddOns {
        AddOns { files }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Result<Arc<SourceFile>, Unread>> {
        self.files.get(name)
    }

    /// Names of all add-ons, sorted.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}
