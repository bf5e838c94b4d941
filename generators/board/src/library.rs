//! The library of board files.

use crate::add_ons::AddOns;
use crate::board::Board;
use crate::error::{BoardError, SourceFile};
use crate::resolve;
use crate::words::{visible, Name};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The text of every board and add-on file. A file is parsed when it is requested, so that a
/// broken file does not affect other boards.
#[derive(Debug, Default)]
pub struct Library {
    boards: BTreeMap<String, Arc<SourceFile>>,
    add_ons: AddOns,
}

impl Library {
    /// Reads `<folder>/*.toml` (boards) and `<folder>/add-ons/*.toml`.
    pub fn read(folder: &Path) -> Result<Library, BoardError> {
        let add_ons = folder.join("add-ons");
        Ok(Library {
            boards: read_files(folder)?,
            add_ons: AddOns::new(match add_ons.is_dir() {
                true => read_files(&add_ons)?,
                false => BTreeMap::new(),
            }),
        })
    }

    /// Names of all boards, sorted.
    pub fn board_names(&self) -> impl Iterator<Item = &str> {
        self.boards.keys().map(String::as_str)
    }

    /// Parses and checks the board with this name and its add-ons.
    pub fn board(&self, name: &str) -> Result<Board, BoardError> {
        let Some(file) = self.boards.get(name) else {
            return Err(BoardError::UnknownBoard {
                name: name.to_owned(),
                help: crate::error::suggest(name, self.board_names()),
            });
        };
        let name = Name::new(name).map_err(|error| BoardError::BadFileName {
            file: file.name.clone(),
            message: error.message,
            help: error.help.unwrap_or_default(),
        })?;
        resolve::board(&name, file, &self.add_ons).map_err(BoardError::File)
    }
}

fn read_files(folder: &Path) -> Result<BTreeMap<String, Arc<SourceFile>>, BoardError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| BoardError::Unreadable { path, source }
    };
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let path = entry.map_err(unreadable(folder))?.path();
        let (Some(stem), Some("toml")) = (
            path.file_stem().and_then(|s| s.to_str()),
            path.extension().and_then(|s| s.to_str()),
        ) else {
            continue;
        };
        let text = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
        let file = SourceFile::new(visible(&path.display().to_string()), text);
        files.insert(stem.to_owned(), Arc::new(file));
    }
    Ok(files)
}
