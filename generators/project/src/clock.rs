//! How the clock of the board becomes the clock of the game.

use crate::pll::Pll;
use crate::ProjectError;
use gatefall_board::{Board, ClockInput};
use gatefall_games::Game;

/// Where the game's clock comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClockPlan {
    /// Frequency of the game.
    pub hz: u64,
    /// None: the clock of the board itself.
    pub pll: Option<Pll>,
}

/// The board's own clock where the game takes it, else the nearest that a PLL makes to what the game likes best.
pub(crate) fn plan(game: &Game, board: &Board) -> Result<ClockPlan, ProjectError> {
    let board_hz = board.clock.hz;
    let range = game.clock.min_hz..=game.clock.max_hz;
    if range.contains(&board_hz) {
        return Ok(ClockPlan {
            hz: board_hz,
            pll: None,
        });
    }
    let pll = match board.clock.input {
        ClockInput::NoPll => None,
        ClockInput::Pad | ClockInput::Core => Pll::nearest(board_hz, game.clock.preferred_hz),
    };
    let hz = pll.map_or(board_hz, |pll| pll.output_hz(board_hz));
    if !range.contains(&hz) {
        return Err(ProjectError::NoClock {
            game: game.name,
            min_hz: game.clock.min_hz,
            max_hz: game.clock.max_hz,
            board: board.name.clone(),
            board_hz,
            nearest_hz: hz,
        });
    }
    Ok(ClockPlan { hz, pll })
}
