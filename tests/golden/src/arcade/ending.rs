//! The end of a game: keys are ignored at first, the board of the loser turns grey, and a match may
//! be over.

use super::entry::END_TICKS;
use super::{Arcade, Page};
use crate::{End, Outcome, Side};

/// Ticks in which one more row turns grey.
const TICKS_OF_ROW: u32 = 2;

impl Arcade {
    /// True if keys are ignored after so many more ticks.
    pub(super) fn is_deaf_after(&self, ticks: u32) -> bool {
        self.page() == Page::GameOver && self.end_ticks + ticks < END_TICKS
    }

    /// True if the last input had a press that was ignored because a game has just ended.
    pub fn has_ignored_a_press(&self) -> bool {
        self.has_ignored
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

    /// True if a player has won more than half of the games of the match.
    fn is_decided(&self) -> bool {
        let enough = self.choices.best_of + 1;
        Side::BOTH
            .iter()
            .any(|&side| self.books.wins(side) >= enough)
    }

    /// True after the last game of a match of several games.
    pub fn match_is_over(&self) -> bool {
        let is_end = self.page() == Page::GameOver && self.is_two();
        is_end && self.choices.best_of > 0 && self.is_decided()
    }

    /// A game begins; the first one after the title and after the end of a match begins a match.
    pub(super) fn begin_match_if_due(&mut self) {
        if self.table.is_none() || self.is_decided() {
            self.books.wins = [0; 2];
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
