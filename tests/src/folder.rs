//! Files of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Paths of all files of a folder and of the folders in it, in the order of their names.
///
/// # Panics
/// If a folder cannot be read.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            match path.is_dir() {
                true => open.push(path),
                false => files.push(path),
            }
        }
    }
    files.sort();
    files
}

/// Names and contents of the files of a folder, hidden ones included. A folder in it has no
/// content.
///
/// # Panics
/// If the folder cannot be read, or a name is not UTF-8.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let content = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().into_string().expect("names are UTF-8");
        (name, fs::read(entry.path()).unwrap_or_default())
    };
    entries.map(content).collect()
}
