//! The library of board files.

use crate::add_ons::{AddOns, Files, Unread};
use crate::board::Board;
use crate::error::{BoardError, SourceFile};
use crate::resolve;
use crate::text_file::read_text;
use crate::words::{visible, Name};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The text of every board and add-on file. A file is parsed when it is requested, and an error of
/// its reading is kept until then, so that a broken file does not affect other boards.
#[derive(Debug, Default)]
pub struct Library {
    boards: Files,
    add_ons: AddOns,
}

impl Library {
    /// Reads `<folder>/*.toml` (boards) and `<folder>/add-ons/*.toml`, without hidden files.
    pub fn read(folder: &Path) -> Result<Library, BoardError> {
        let add_ons = folder.join("add-ons");
        Ok(Library {
            boards: read_files(folder)?,
            add_ons: AddOns::new(match add_ons.is_dir() {
                true => read_files(&add_ons)?,
                false => Files::new(),
            }),
        })
    }

    /// Names of all boards, sorted.
    pub fn board_names(&self) -> impl Iterator<Item = &str> {
        self.boards.keys().map(String::as_str)
    }

    /// Parses and checks the board with this name and its add-ons.
    pub fn board(&self, name: &str) -> Result<Board, BoardError> {
        let file = match self.boards.get(name) {
            Some(Ok(file)) => file,
            Some(Err(Unread { path, error })) => {
                return Err(BoardError::Unreadable {
                    path: path.clone(),
                    // An error of the system cannot be cloned. The message is the same.
                    source: io::Error::new(error.kind(), error.to_string()),
                });
            }
            None => {
                return Err(BoardError::UnknownBoard {
                    name: name.to_owned(),
                    help: crate::error::suggest(name, self.board_names()),
                });
            }
        };
        let name = Name::new(name).map_err(|error| BoardError::BadFileName {
            file: file.name.clone(),
            message: error.message,
            help: error.help.unwrap_or_default(),
        })?;
        resolve::board(&name, file, &self.add_ons).map_err(BoardError::File)
    }
}

fn read_files(folder: &Path) -> Result<Files, BoardError> {
    let unreadable = |source| BoardError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let (Some(stem), Some("toml")) = (
            path.file_stem().and_then(|s| s.to_str()),
            path.extension().and_then(|s| s.to_str()),
        ) else {
            continue;
        };
        // Editors keep hidden files beside those that they change. `.#x.toml` of Emacs is a link to
        // nowhere.
        if stem.starts_with('.') {
            continue;
        }
        let name = stem.to_owned();
        let file = match read_text(&path) {
            Ok(text) => {
                let shown = visible(&path.display().to_string());
                Ok(Arc::new(SourceFile::new(shown, text)))
            }
            Err(error) => Err(Unread { path, error }),
        };
        files.insert(name, file);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    const BOARD: &str = "title = \"x\"\ndevice = \"hx8k\"\npackage = \"cb132\"\n\
        sources = [\"a test\"]\nclock = { pin = \"P7\", hz = 12_000_000, pll = \"pad\" }\n";

    #[test]
    fn a_file_that_cannot_be_read_affects_its_board_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("add-ons")).unwrap();
        fs::write(path("good.toml"), BOARD).unwrap();
        let user = format!("{BOARD}add-on = [{{ name = \"latin\", plugs = {{}} }}]\n");
        fs::write(path("user.toml"), user).unwrap();
        for name in ["latin.toml", "add-ons/latin.toml"] {
            fs::write(path(name), b"title = \"\xe9\"").unwrap();
        }
        for name in [".#good.toml", "add-ons/.#latin.toml", "link.toml"] {
            symlink("nowhere", path(name)).unwrap();
        }
        let library = Library::read(folder.path()).unwrap();
        let names: Vec<&str> = library.board_names().collect();
        assert_eq!(names, ["good", "latin", "link", "user"]);
        assert!(library.board("good").is_ok());
        for (name, cause) in [
            ("latin", "line 1 is not UTF-8"),
            ("link", "No such file or directory (os error 2)"),
        ] {
            let Err(BoardError::Unreadable { path, source }) = library.board(name) else {
                panic!("{name} is read");
            };
            assert!(path.ends_with(format!("{name}.toml")));
            assert_eq!(source.to_string(), cause);
        }
        let message = library.board("user").unwrap_err().to_string();
        let end = "add-ons/latin.toml`, the file of add-on `latin`: line 1 is not UTF-8";
        assert!(message.ends_with(end), "{message}");
    }

    #[test]
    fn a_clock_of_a_setup_can_be_on_the_pin_of_the_boards_clock() {
        let folder = tempfile::tempdir().unwrap();
        let setup = "[[setup]]\nname = \"one\"\nadd-on = []\n\
            clock = { pin = \"P7\", hz = 24_000_000, pll = \"core\" }\n";
        fs::write(folder.path().join("x.toml"), format!("{BOARD}{setup}")).unwrap();
        let board = Library::read(folder.path()).unwrap().board("x").unwrap();
        let clock = &board.setups[0].clock;
        assert_eq!((clock.pin, clock.hz), (Some("P7"), 24_000_000));
    }
}
