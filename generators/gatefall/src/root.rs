//! The folder of the project, and what is in it.

use crate::error::AppError;
use gatefall_board::{Board, Library, Setup};
use gatefall_games::{Game, GAMES};
use gatefall_project::default_setup;
use std::path::PathBuf;

/// The nearest folder, from here upwards, that has a folder `boards`.
pub(crate) struct Root(PathBuf);

impl Root {
    pub(crate) fn find() -> Result<Root, AppError> {
        let mut folder = PathBuf::new();
        // Relative as long as it can be: paths in messages stay short.
        let here = std::env::current_dir().map_err(crate::error::io("open", ".".as_ref()))?;
        for _ in here.ancestors() {
            if folder.join("boards").is_dir() {
                return Ok(Root(folder));
            }
            folder.push("..");
        }
        Err(AppError::NotAProject)
    }

    /// The board and add-on files.
    pub(crate) fn library(&self) -> Result<Library, AppError> {
        Ok(Library::read(&self.0.join("boards"))?)
    }

    /// Every board, in the order of their names.
    pub(crate) fn boards(&self) -> Result<Vec<Board>, AppError> {
        let library = self.library()?;
        let boards = library.board_names().map(|name| library.board(name));
        Ok(boards.collect::<Result<_, _>>()?)
    }

    /// A file or folder of the project.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Where the build of a game for a setup of a board goes.
    pub(crate) fn game_folder(&self, game: &Game, board: &Board, setup: &Setup) -> PathBuf {
        let name = variant(game, board, setup);
        self.build_folder().join(&board.name).join(name)
    }

    /// Where builds go.
    pub(crate) fn build_folder(&self) -> PathBuf {
        self.0.join("build")
    }

    /// Where the pinned tools live.
    pub(crate) fn tools_folder(&self) -> PathBuf {
        self.build_folder().join("tools")
    }

    /// The committed PCF files.
    pub(crate) fn constraints_folder(&self) -> PathBuf {
        self.0.join("constraints")
    }
}

/// The setup with this name, or the one that the game uses unless told otherwise.
pub(crate) fn setup<'a>(
    game: &Game,
    board: &'a Board,
    name: Option<&str>,
) -> Result<&'a Setup, AppError> {
    Ok(match name {
        Some(name) => board.setup(name)?,
        None => default_setup(game, board)?,
    })
}

/// What files and folders of the game are called on this setup: `matrix`, and `matrix-rows` where the setup is not the usual one.
pub(crate) fn variant(game: &Game, board: &Board, setup: &Setup) -> String {
    let usual = default_setup(game, board).ok();
    match &setup.name {
        Some(name) if !usual.is_some_and(|usual| std::ptr::eq(usual, setup)) => {
            format!("{}-{name}", game.name)
        }
        _ => game.name.to_owned(),
    }
}

/// The game with this name.
pub(crate) fn game(name: &str) -> Result<&'static Game, AppError> {
    if let Some(game) = GAMES.iter().find(|game| game.name == name) {
        return Ok(game);
    }
    let nearest = GAMES
        .iter()
        .map(|game| (strsim::damerau_levenshtein(name, game.name), game.name))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
        .min();
    let help = match nearest {
        Some((_, known)) => format!("did you mean `{known}`?"),
        None => {
            let known: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
            format!("known: {}", known.join(", "))
        }
    };
    Err(AppError::UnknownGame {
        name: name.to_owned(),
        help,
    })
}
