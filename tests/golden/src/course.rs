//! Goal of a mode, and causes of a higher level.

use crate::{Mode, Settings};

/// Lines that finish a sprint.
pub const SPRINT_LINES: u32 = 40;

/// Goal and level of a player's game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Course {
    /// Lines that end the game.
    pub goal: Option<u32>,
    /// True if lines raise the level.
    pub rises: bool,
}

impl Course {
    /// The course of a game of one player.
    pub fn of_one(mode: Mode, settings: &Settings) -> Course {
        let goal = match mode {
            Mode::Sprint => Some(SPRINT_LINES),
            Mode::Marathon => settings.marathon_goal,
            Mode::Ultra => None,
        };
        Course {
            goal,
            rises: mode != Mode::Sprint,
        }
    }

    /// The course of each player of a match. With garbage, time raises the level.
    pub fn of_two(garbage: bool, settings: &Settings) -> Course {
        Course {
            goal: (!garbage).then_some(settings.race_goal),
            rises: false,
        }
    }
}
