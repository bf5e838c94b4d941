//! Clock of the game from the clock of the board.

use crate::pll::Pll;
use crate::ProjectError;
use gatefall_board::{Board, ClockInput, Setup};
use gatefall_games::Game;

/// Source of the game's clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClockPlan {
    /// Frequency of the game's clock.
    pub hz: u64,
    /// None: the clock of the board itself.
    pub pll: Option<Pll>,
}

/// The board's own clock if the game accepts it. Otherwise the frequency of a PLL that is nearest
/// to the game's preferred one.
pub(crate) fn plan(game: &Game, board: &Board, setup: &Setup) -> Result<ClockPlan, ProjectError> {
    let board_hz = setup.clock.hz;
    let range = game.clock.min_hz..=game.clock.max_hz;
    if range.contains(&board_hz) {
        return Ok(ClockPlan {
            hz: board_hz,
            pll: None,
        });
    }
    let wanted_hz = game.clock.preferred_hz;
    let (pll, nearest) = match setup.clock.input {
        ClockInput::NoPll => (None, None),
        ClockInput::Pad | ClockInput::Core => (
            Pll::nearest_within(board_hz, wanted_hz, &range),
            Pll::nearest(board_hz, wanted_hz),
        ),
    };
    match pll {
        Some(pll) => Ok(ClockPlan {
            hz: pll.output_hz(board_hz),
            pll: Some(pll),
        }),
        None => Err(ProjectError::NoClock {
            game: game.name,
            min_hz: game.clock.min_hz,
            max_hz: game.clock.max_hz,
            board: board.name.clone(),
            board_hz,
            nearest_hz: nearest.map_or(board_hz, |pll| pll.output_hz(board_hz)),
        }),
    }
}
