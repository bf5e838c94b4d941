//! Statistics: time, counts, records and wins.

use crate::{Event, Mode, Outcome, Side, Spin};

/// Length of an ultra in hundredths of a second.
pub const ULTRA: u32 = 18_000;

/// Limit of the time of play: 99:59.99.
pub const MAX_TIME: u32 = 599_999;
/// Limits of the other counts, by their digits.
const MAX_PIECES: u32 = 9999;
const MAX_QUADS: u32 = 999;
const MAX_SPINS: u32 = 999;
const MAX_COMBO: u32 = 99;

/// Counts of a game of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pieces that locked.
    pub pieces: u32,
    /// Clears of four rows.
    pub quads: u32,
    /// T-spins, full or mini.
    pub spins: u32,
    /// Largest combo: clears in direct succession, less one.
    pub combo: u32,
}

/// All statistics.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Books {
    pub(super) statistics: Statistics,
    /// Hundredths of a second of play.
    pub(super) time: u32,
    /// Best scores of marathon and of ultra.
    scores: [u32; 2],
    /// Shortest time of a sprint.
    sprint: Option<u32>,
    /// Games of the match that each player has won.
    pub(super) wins: [u32; 2],
    /// True if the last game of one player set the record of its mode.
    pub(super) is_record: bool,
}

impl Books {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.statistics = Statistics::default();
        self.time = 0;
        self.is_record = false;
    }

    /// Counts an event of a game.
    pub(super) fn note(&mut self, event: Event) {
        let Event::Locked {
            spin, lines, combo, ..
        } = event
        else {
            return;
        };
        let counts = &mut self.statistics;
        counts.pieces = (counts.pieces + 1).min(MAX_PIECES);
        counts.quads = (counts.quads + u32::from(lines == 4)).min(MAX_QUADS);
        counts.spins = (counts.spins + u32::from(spin != Spin::None)).min(MAX_SPINS);
        counts.combo = counts.combo.max(combo).min(MAX_COMBO);
    }

    /// A game of one player ends. `finished` is true if its goal is reached.
    pub(super) fn end(&mut self, mode: Mode, score: u32, finished: bool) {
        let best = match mode {
            Mode::Marathon => &mut self.scores[0],
            Mode::Ultra => &mut self.scores[1],
            Mode::Sprint => {
                self.is_record = finished && self.sprint.is_none_or(|best| self.time < best);
                if self.is_record {
                    self.sprint = Some(self.time);
                }
                return;
            }
        };
        self.is_record = score > *best;
        *best = score.max(*best);
    }

    /// A game of two ends.
    pub(super) fn end_game_of_two(&mut self, outcome: Outcome) {
        if let Outcome::Won(side) = outcome {
            self.wins[side as usize] += 1;
        }
    }

    /// Counts of the last game of one player.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Time of play in hundredths of a second.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Value of the clock in hundredths of a second: the time of play, or the remaining time in an
    /// ultra.
    pub fn clock(&self, mode: Mode) -> u32 {
        match mode {
            Mode::Ultra => ULTRA.saturating_sub(self.time),
            _ => self.time,
        }
    }

    /// The best score of a mode that has one.
    pub fn best_score(&self, mode: Mode) -> u32 {
        self.scores[usize::from(mode == Mode::Ultra)]
    }

    /// Shortest time of a sprint in hundredths of a second.
    pub fn best_sprint(&self) -> Option<u32> {
        self.sprint
    }

    /// True if the last game of one player set the record of its mode.
    pub fn is_record(&self) -> bool {
        self.is_record
    }

    /// Games of the match that a player has won.
    pub fn wins(&self, side: Side) -> u32 {
        self.wins[side as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_above_nothing_and_every_better_one_are_records() {
        let mut books = Books::default();
        for (score, is_record) in [(0, false), (5, true), (5, false), (6, true), (2, false)] {
            books.begin();
            books.end(Mode::Ultra, score, false);
            assert_eq!(books.is_record(), is_record, "{score}");
        }
        let scores = [Mode::Ultra, Mode::Marathon].map(|mode| books.best_score(mode));
        assert_eq!(scores, [6, 0]);
    }

    #[test]
    fn only_a_sprint_that_is_finished_has_a_time() {
        let mut books = Books::default();
        for (time, finished, best) in [
            (900, false, None),
            (950, true, Some(950)),
            (960, true, Some(950)),
            (10, false, Some(950)),
            (940, true, Some(940)),
        ] {
            books.begin();
            books.time = time;
            books.end(Mode::Sprint, 0, finished);
            assert_eq!(books.best_sprint(), best);
            assert_eq!(books.is_record(), finished && best == Some(time));
        }
    }

    #[test]
    fn a_draw_is_nobodys() {
        let mut books = Books::default();
        books.end_game_of_two(Outcome::Draw);
        books.end_game_of_two(Outcome::Won(Side::Two));
        assert_eq!(Side::BOTH.map(|side| books.wins(side)), [0, 1]);
    }
}
