//! Why a game and a board do not make a project.

use thiserror::Error;

/// Why there is no project.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// The board lacks something that the game cannot do without.
    #[error("board `{board}` offers no `{role}`, which the game `{game}` needs")]
    MissingRole {
        /// Name of the board.
        board: String,
        /// Name of the game.
        game: &'static str,
        /// Name of the role.
        role: &'static str,
        /// What the board offers.
        offers: String,
    },
    /// The board has no clock for the game.
    #[error(
        "board `{board}` has no clock of {min_hz} to {max_hz} Hz, which the game `{game}` needs: \
         the nearest that it makes of its {board_hz} Hz is {nearest_hz} Hz"
    )]
    NoClock {
        /// Name of the game.
        game: &'static str,
        /// The slowest that the game takes.
        min_hz: u64,
        /// The fastest that the game takes.
        max_hz: u64,
        /// Name of the board.
        board: String,
        /// Its oscillator.
        board_hz: u64,
        /// The nearest that it can make.
        nearest_hz: u64,
    },
    /// The game cannot be built with the parameters of the board.
    #[error("game `{game}`: {source}")]
    Build {
        /// Name of the game.
        game: &'static str,
        /// What the game says.
        source: gatefall_games::BuildError,
    },
    /// The circuit of the game has a fault.
    #[error("game `{game}`: {source}")]
    Lower {
        /// Name of the game.
        game: &'static str,
        /// What is wrong, and where.
        source: Box<gatefall_lower::LowerError>,
    },
}

impl ProjectError {
    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        match self {
            ProjectError::MissingRole { offers, .. } => Some(format!(
                "it offers {offers}; `gatefall list` says which games run on which boards"
            )),
            _ => None,
        }
    }
}
