//! The end of a game: keys are ignored at first, and the board of the loser turns grey.

use super::{Arcade, Page};
use crate::{End, Outcome, Side};

/// Ticks after the end of a game in which keys are ignored.
pub const END_TICKS: u32 = 45;
/// Ticks in which one more row turns grey.
const TICKS_OF_ROW: u32 = 2;

impl Arcade {
    /// True if keys are ignored after so many more ticks.
    pub(super) fn is_deaf_after(&self, ticks: u32) -> bool {
        self.page() == Page::GameOver && self.end_ticks + ticks < END_TICKS
    }

    /// True if a game has ended and this player has lost it. After a draw nobody has.
    fn has_lost(&self, side: Side) -> bool {
        match self.outcome() {
            _ if self.page() != Page::GameOver => false,
            Some(Outcome::Won(winner)) => winner != side,
            Some(Outcome::Draw) => false,
            None => {
                let end = self.player(side).and_then(|player| player.end());
                end == Some(End::ToppedOut)
            }
        }
    }

    /// Rows from the floor that are grey on the board of this player.
    pub fn grey_rows(&self, side: Side) -> u32 {
        match self.has_lost(side) {
            true => self.end_ticks / TICKS_OF_ROW,
            false => 0,
        }
    }
}
