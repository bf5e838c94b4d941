//! Score, lines, level, combo and back-to-back.

use crate::attack::{attack, Clear, Spin};

/// Highest level.
pub const MAX_LEVEL: u32 = 29;
/// Highest level to which time raises it.
pub const MAX_TIMED_LEVEL: u32 = 15;
/// Highest score, of seven digits.
pub const MAX_SCORE: u32 = 9_999_999;

/// Limit of the displayed lines, of three digits.
pub const MAX_LINES: u32 = 999;

/// Counts that a test sets, to begin near their limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Points so far.
    pub score: u32,
    /// Cleared lines so far.
    pub lines: u32,
    /// The level, at least that of the lines if they raise it.
    pub level: u32,
    /// Clearing locks in succession, less one. -1 without any.
    pub combo: i32,
}

/// Score and related counts of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    start_level: u32,
    /// True if lines raise the level.
    rises: bool,
    /// Levels that time has added.
    raised: u32,
    score: u32,
    lines: u32,
    /// Clearing locks in succession, less one.
    combo: i32,
    /// True if the last clearing lock was difficult.
    back_to_back: bool,
}

impl Tally {
    /// Counts of a new game. `rises` is true if lines raise the level.
    pub(crate) fn new(start_level: u32, rises: bool) -> Tally {
        Tally {
            start_level,
            rises,
            raised: 0,
            score: 0,
            lines: 0,
            combo: -1,
            back_to_back: false,
        }
    }

    /// Sets the counts. The game goes on from them.
    ///
    /// # Panics
    /// If the lines have raised the level further.
    pub(crate) fn stage(&mut self, counts: Counts) {
        let Counts {
            score,
            lines,
            level,
            combo,
        } = counts;
        (self.score, self.lines, self.combo) = (score, lines, combo);
        self.raised = 0;
        self.raised = level.saturating_sub(self.level());
        assert_eq!(self.level(), level, "the level after {lines} lines");
    }

    /// Points so far.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Cleared lines so far.
    pub fn lines(&self) -> u32 {
        self.lines
    }

    /// Lines as displayed in three digits.
    pub fn shown_lines(&self) -> u32 {
        self.lines.min(MAX_LINES)
    }

    /// The start level, plus one for every ten lines if they raise it, or what time has added.
    pub fn level(&self) -> u32 {
        let risen = if self.rises { self.lines / 10 } else { 0 };
        (self.start_level + risen + self.raised).min(MAX_LEVEL)
    }

    /// Adds a level because time has passed.
    pub(crate) fn raise_level(&mut self) {
        if self.level() < MAX_TIMED_LEVEL {
            self.raised += 1;
        }
    }

    /// Clearing locks in succession, less one. -1 without any.
    pub fn combo(&self) -> i32 {
        self.combo
    }

    /// True if the last clearing lock was difficult. The next difficult one then scores half more.
    pub fn back_to_back(&self) -> bool {
        self.back_to_back
    }

    /// Adds points, up to the highest score.
    pub(crate) fn add(&mut self, points: u32) {
        self.score = (self.score + points).min(MAX_SCORE);
    }

    /// Counts a lock that fills `lines` rows. `perfect` is true if no other cells remain. Returns
    /// the rows sent to an opponent.
    pub(crate) fn lock(&mut self, spin: Spin, lines: u32, perfect: bool) -> u32 {
        let level = self.level();
        let base = base_points(spin, lines);
        if lines == 0 {
            self.combo = -1;
            self.add(base * level);
            return 0;
        }
        let difficult = spin != Spin::None || lines == 4;
        let back_to_back = difficult && self.back_to_back;
        let base = if back_to_back { base * 3 / 2 } else { base };
        let bonus = if perfect {
            perfect_points(lines, back_to_back)
        } else {
            0
        };
        self.combo += 1;
        let combo = self.combo as u32;
        self.add((base + 50 * combo + bonus) * level);
        self.back_to_back = difficult;
        self.lines += lines;
        attack(&Clear {
            spin,
            lines,
            back_to_back,
            combo,
            perfect,
        })
    }
}

fn base_points(spin: Spin, lines: u32) -> u32 {
    let by_lines = match spin {
        Spin::None => [0, 100, 300, 500, 800],
        // Three full rows around a T leave no corner free, so a mini has two at most.
        Spin::Mini => [100, 200, 400, 0, 0],
        Spin::Full => [400, 800, 1200, 1600, 0],
    };
    by_lines[lines as usize]
}

fn perfect_points(lines: u32, back_to_back: bool) -> u32 {
    match (lines, back_to_back) {
        (4, true) => 3200,
        _ => [0, 800, 1200, 1800, 2000][lines as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(tally: &mut Tally, spin: Spin, lines: u32, perfect: bool) -> u32 {
        let before = tally.score();
        tally.lock(spin, lines, perfect);
        tally.score() - before
    }

    #[test]
    fn first_clears_are_worth_the_table_times_level() {
        let table = [
            (Spin::None, [0, 100, 300, 500, 800].as_slice()),
            (Spin::Mini, &[100, 200, 400]),
            (Spin::Full, &[400, 800, 1200, 1600]),
        ];
        for (spin, by_lines) in table {
            for (lines, &expected) in (0..).zip(by_lines) {
                assert_eq!(
                    points(&mut Tally::new(1, true), spin, lines, false),
                    expected
                );
                assert_eq!(
                    points(&mut Tally::new(7, true), spin, lines, false),
                    7 * expected
                );
            }
        }
    }

    #[test]
    fn back_to_back_adds_half_and_survives_locks_without_lines() {
        let mut tally = Tally::new(2, true);
        assert_eq!(points(&mut tally, Spin::None, 4, false), 1600);
        assert_eq!(points(&mut tally, Spin::None, 0, false), 0);
        assert_eq!(points(&mut tally, Spin::Full, 0, false), 800);
        assert_eq!(points(&mut tally, Spin::Full, 2, false), 3600);
        assert_eq!(points(&mut tally, Spin::None, 0, false), 0);
        assert_eq!(points(&mut tally, Spin::Mini, 1, false), 600);
    }

    #[test]
    fn easy_clear_ends_back_to_back() {
        let mut tally = Tally::new(1, true);
        tally.lock(Spin::None, 4, false);
        tally.lock(Spin::None, 0, false);
        assert_eq!(points(&mut tally, Spin::None, 3, false), 500);
        assert!(!tally.back_to_back());
        tally.lock(Spin::None, 0, false);
        assert_eq!(points(&mut tally, Spin::None, 4, false), 800);
    }

    #[test]
    fn combo_adds_fifty_per_further_clear_and_ends_without_lines() {
        let mut tally = Tally::new(1, true);
        assert_eq!(points(&mut tally, Spin::None, 1, false), 100);
        assert_eq!(points(&mut tally, Spin::None, 1, false), 150);
        assert_eq!(points(&mut tally, Spin::None, 2, false), 400);
        tally.lock(Spin::None, 0, false);
        assert_eq!(tally.combo(), -1);
        assert_eq!(points(&mut tally, Spin::None, 1, false), 100);
    }

    #[test]
    fn perfect_clear_is_added_and_only_its_quad_knows_back_to_back() {
        for (lines, expected) in [(1, 900), (2, 1500), (3, 2300), (4, 2800)] {
            assert_eq!(
                points(&mut Tally::new(1, true), Spin::None, lines, true),
                expected
            );
        }
        let mut tally = Tally::new(1, true);
        tally.lock(Spin::None, 4, false);
        tally.lock(Spin::None, 0, false);
        assert_eq!(points(&mut tally, Spin::None, 4, true), 1200 + 3200);
    }

    #[test]
    fn level_used_is_the_one_before_the_lines() {
        let mut tally = Tally::new(1, true);
        for _ in 0..2 {
            tally.lock(Spin::None, 4, false);
            tally.lock(Spin::None, 0, false);
        }
        assert_eq!(points(&mut tally, Spin::None, 3, false), 500);
        assert_eq!((tally.lines(), tally.level()), (11, 2));
    }

    #[test]
    fn level_stops_at_29_and_score_at_seven_nines() {
        let mut tally = Tally::new(15, true);
        for _ in 0..600 {
            tally.lock(Spin::Full, 3, false);
        }
        assert_eq!((tally.level(), tally.score()), (MAX_LEVEL, MAX_SCORE));
    }

    #[test]
    fn shown_lines_stop_at_999() {
        let mut tally = Tally::new(1, true);
        for lines in 1..=250 {
            tally.lock(Spin::None, 4, false);
            assert_eq!(tally.shown_lines(), (4 * lines).min(999));
        }
        assert_eq!((tally.shown_lines(), tally.lines()), (999, 1000));
    }

    #[test]
    fn staged_counts_are_those_of_the_game_and_go_on() {
        let counts = |level| Counts {
            score: 9_999_990,
            lines: 139,
            level,
            combo: 3,
        };
        let mut tally = Tally::new(1, true);
        tally.stage(counts(28));
        assert_eq!((tally.lines(), tally.level(), tally.combo()), (139, 28, 3));
        tally.lock(Spin::None, 1, false);
        assert_eq!((tally.level(), tally.score()), (MAX_LEVEL, MAX_SCORE));
        assert_eq!((tally.shown_lines(), tally.combo()), (140, 4));
        let mut of_versus = Tally::new(1, false);
        of_versus.stage(counts(14));
        of_versus.raise_level();
        of_versus.raise_level();
        assert_eq!(of_versus.level(), MAX_TIMED_LEVEL);
    }

    #[test]
    fn level_that_does_not_rise_stays_for_any_lines() {
        let mut tally = Tally::new(5, false);
        for _ in 0..10 {
            tally.lock(Spin::None, 4, false);
        }
        assert_eq!((tally.lines(), tally.level()), (40, 5));
        tally.lock(Spin::None, 0, false);
        assert_eq!(points(&mut tally, Spin::None, 1, false), 500);
    }

    #[test]
    fn attack_knows_back_to_back_and_combo_of_this_lock() {
        let mut tally = Tally::new(1, true);
        let mut sent = |spin, lines| tally.lock(spin, lines, false);
        assert_eq!(sent(Spin::None, 4), 4, "nothing before");
        assert_eq!(sent(Spin::None, 4), 5, "back-to-back, combo 1");
        assert_eq!(sent(Spin::Full, 0), 0, "no lines, nothing sent");
        assert_eq!(sent(Spin::Mini, 1), 1, "back-to-back alone");
        assert_eq!(
            sent(Spin::None, 2),
            1,
            "an easy clear knows no back-to-back"
        );
        assert_eq!(sent(Spin::None, 1), 1, "combo 2");
        assert_eq!(sent(Spin::Full, 2), 5, "combo 3, back-to-back was lost");
        assert_eq!(sent(Spin::Full, 3), 9, "combo 4, back-to-back");
    }

    proptest! {
        #[test]
        fn score_and_lines_never_fall(
            locks in prop::collection::vec((0_u32..5, any::<bool>()), 0..80)
        ) {
            let mut tally = Tally::new(1, true);
            for (lines, perfect) in locks {
                let before = tally.clone();
                tally.lock(Spin::None, lines, perfect);
                prop_assert!(tally.score() >= before.score());
                prop_assert_eq!(tally.lines(), before.lines() + lines);
                prop_assert_eq!(tally.combo() >= 0, lines > 0);
            }
        }
    }
}
