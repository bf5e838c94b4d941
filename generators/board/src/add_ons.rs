//! The texts of all add-on files.

use crate::error::SourceFile;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The text of every add-on file, by name. A file is parsed when a board requires it.
#[derive(Debug, Default)]
pub(crate) struct AddOns {
    files: BTreeMap<String, Arc<SourceFile>>,
}

impl AddOns {
    pub(crate) fn new(files: BTreeMap<String, Arc<SourceFile>>) -> AddOns {
        AddOns { files }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(name)
    }

    /// Names of all add-ons, sorted.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}
