//! Complete solution of the game: the value of every reachable position.

use super::{Outcome, Placement, Player, Position};
use std::collections::HashMap;

/// GameValue of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameValue {
    /// The opponent can force a win.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player to move can force a win.
    Win,
}

impl GameValue {
    /// The value for the opponent.
    fn of_other(self) -> GameValue {
        match self {
            GameValue::Loss => GameValue::Win,
            GameValue::Draw => GameValue::Draw,
            GameValue::Win => GameValue::Loss,
        }
    }
}

/// Values of all positions without a line. Rotations and reflections are merged.
#[derive(Default)]
pub struct Solution(HashMap<Position, GameValue>);

impl Solution {
    /// Searches the whole game without pruning. Takes up to a minute and 150 MB.
    pub fn new() -> Self {
        let mut solution = Self::default();
        solution.search(&Position::default().canonical());
        solution
    }

    fn search(&mut self, position: &Position) -> GameValue {
        if let Some(&known) = self.0.get(position) {
            return known;
        }
        // A position without a legal placement is a draw.
        let mut best = None;
        for placement in position.placements() {
            let value = match position.after(placement) {
                (_, Outcome::Won(_)) => GameValue::Win,
                (next, _) => self.search(&next.canonical()).of_other(),
            };
            best = best.max(Some(value));
        }
        let value = best.unwrap_or(GameValue::Draw);
        self.0.insert(*position, value);
        value
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.0.len()
    }

    /// Number of positions in which only the player to move, and in which neither player, can place
    /// a piece.
    pub fn stuck(&self) -> (usize, usize) {
        let is_stuck = |position: &&Position| position.placements().next().is_none();
        let other_is_stuck = |position: &Position| {
            Placement::all()
                .all(|placement| !position.allows_to(position.mover().other(), placement))
        };
        let stuck: Vec<&Position> = self.0.keys().filter(is_stuck).collect();
        let both = stuck
            .iter()
            .filter(|position| other_is_stuck(position))
            .count();
        (stuck.len() - both, both)
    }

    /// GameValue of the game for the player who begins.
    pub fn game(&self) -> GameValue {
        self.0[&Position::default().canonical()]
    }

    /// GameValue of a first placement for the player who makes it.
    pub fn first(&self, placement: Placement) -> GameValue {
        let (position, _) = Position::default().after(placement);
        debug_assert_eq!(position.mover(), Player::Second);
        self.0[&position.canonical()].of_other()
    }
}
