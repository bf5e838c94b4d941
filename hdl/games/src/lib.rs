//! The games, as synthesizable circuits.
//!
//! One folder is one game; [`GAMES`] lists them. [`falling_blocks`] holds what falling-block games
//! share. [`selftest`] is no game, but is built like one: [`circuits`] has it too. Nothing here
//! depends on a board, a file or a simulator.

pub mod arcade;
pub mod falling_blocks;
mod game;
pub mod handheld;
pub mod matrix;
mod role;
pub mod selftest;
mod settings;
pub mod tictactoe;

#[cfg(test)]
mod effects_page;

pub use game::{BuildError, ClockRange, Game, LedMatrix, Params};
pub use role::{Button, ButtonPort, Role};
pub use settings::{Setting, SettingError, Settings, Values};

/// The order is that of lists and tables.
pub const GAMES: &[&Game] = &[
    &arcade::GAME,
    &handheld::GAME,
    &matrix::GAME,
    &tictactoe::GAME,
];

/// Everything that can be built for a board: the games, then the self-test.
pub fn circuits() -> impl Iterator<Item = &'static Game> {
    GAMES.iter().copied().chain([&selftest::GAME])
}
