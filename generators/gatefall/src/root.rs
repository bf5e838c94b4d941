//! Root folder of the project, and paths in it.

use crate::cli::Choices;
use crate::error::AppError;
use gatefall_board::{suggest, Board, Library, Setup};
use gatefall_games::{circuits, Game};
use gatefall_project::default_setup;
use std::path::PathBuf;

/// The nearest folder with a subfolder `boards`, from the current folder upwards.
pub(crate) struct Root(PathBuf);

impl Root {
    pub(crate) fn find() -> Result<Root, AppError> {
        let mut folder = PathBuf::new();
        // Relative if possible, to keep paths in messages short.
        let here = std::env::current_dir().map_err(crate::error::io("open", ".".as_ref()))?;
        for _ in here.ancestors() {
            if folder.join("boards").is_dir() {
                return Ok(Root(folder));
            }
            folder.push("..");
        }
        Err(AppError::NotAProject)
    }

    #[cfg(test)]
    pub(crate) fn at(folder: &std::path::Path) -> Root {
        Root(folder.to_owned())
    }

    /// Reads the board and add-on files.
    pub(crate) fn library(&self) -> Result<Library, AppError> {
        Ok(Library::read(&self.0.join("boards"))?)
    }

    /// Every board, sorted by name.
    pub(crate) fn boards(&self) -> Result<Vec<Board>, AppError> {
        let library = self.library()?;
        let boards = library.board_names().map(|name| library.board(name));
        Ok(boards.collect::<Result<_, _>>()?)
    }

    /// A file or folder of the project.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Build folder of a game on a setup of a board.
    pub(crate) fn game_folder(&self, game: &Game, board: &Board, setup: &Setup) -> PathBuf {
        let name = build_name(game, board, setup);
        self.build_folder().join(&board.name).join(name)
    }

    /// Folder of all builds.
    pub(crate) fn build_folder(&self) -> PathBuf {
        self.0.join("build")
    }

    /// Folder of the pinned tools.
    pub(crate) fn tools_folder(&self) -> PathBuf {
        self.build_folder().join("tools")
    }

    /// Folder of the committed PCF files.
    pub(crate) fn constraints_folder(&self) -> PathBuf {
        self.0.join("constraints")
    }
}

/// The setup with this name, or the game's default setup.
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

/// File name of a game on a setup: `matrix`, or `matrix-rows` if the setup is not the default one.
pub(crate) fn variant(game: &Game, board: &Board, setup: &Setup) -> String {
    let usual = default_setup(game, board).ok();
    match &setup.name {
        Some(name) if !usual.is_some_and(|usual| std::ptr::eq(usual, setup)) => {
            format!("{}-{name}", game.name)
        }
        _ => game.name.to_owned(),
    }
}

/// Name of a build's folder: that of the variant, with the chosen settings. `.` is in no name of a
/// game or setup.
pub(crate) fn build_name(game: &Game, board: &Board, setup: &Setup) -> String {
    let chosen = game.settings.chosen();
    let chosen = chosen.map(|(name, value)| format!(".{name}-{value}"));
    variant(game, board, setup) + &chosen.collect::<String>()
}

/// The words of a command that name a game and its chosen settings.
pub(crate) fn words(game: &Game) -> String {
    let chosen = game.settings.chosen();
    let chosen = chosen.map(|(name, value)| format!(" --set {name}={value}"));
    game.name.to_owned() + &chosen.collect::<String>()
}

/// The game with this name and these settings.
pub(crate) fn game_with(name: &str, choices: &Choices) -> Result<Game, AppError> {
    let mut game = *game(name)?;
    for choice in &choices.set {
        let chosen = game.settings.choose(&choice.name, &choice.value);
        chosen.map_err(|source| AppError::Setting {
            game: game.name,
            source,
        })?;
    }
    Ok(game)
}

/// The game with this name, or the self-test.
pub(crate) fn game(name: &str) -> Result<&'static Game, AppError> {
    if let Some(game) = circuits().find(|game| game.name == name) {
        return Ok(game);
    }
    let known: Vec<&str> = circuits().map(|game| game.name).collect();
    Err(unknown(name, &known))
}

/// The error for an unknown name, with the nearest known one, or with all of them.
pub(crate) fn unknown(name: &str, known: &[&str]) -> AppError {
    AppError::UnknownGame {
        name: name.to_owned(),
        help: suggest(name, known.iter().copied()),
    }
}
