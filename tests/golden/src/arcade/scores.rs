//! Score tables, and the names that are entered into them.

use super::books::shown_time;
use crate::Mode;

/// Entries of a table.
pub const ENTRIES: usize = 8;
/// Letters of a name.
pub const LETTERS: usize = 3;
/// Stands for a letter that is not chosen yet.
pub(super) const NO_LETTER: char = '-';

/// An entry of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The letters that are chosen so far.
    pub name: String,
    /// Points, or hundredths of a second.
    pub result: u32,
}

/// The tables of marathon, sprint and ultra.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scores {
    pub(super) tables: [Vec<Entry>; 3],
}

impl Scores {
    /// The entries of a mode, the best first.
    pub fn table(&self, mode: Mode) -> &[Entry] {
        &self.tables[mode as usize]
    }

    /// Name and result of an entry as they are shown: three and eight characters.
    pub fn shown(&self, mode: Mode, place: usize) -> [String; 2] {
        let entry = self.table(mode).get(place);
        let name = entry.map_or("", |entry| &entry.name);
        let result = match (mode, entry) {
            (Mode::Sprint, None) => String::new(),
            (Mode::Sprint, Some(entry)) => shown_time(entry.result),
            (_, entry) => format!("{:07}", entry.map_or(0, |entry| entry.result)),
        };
        [format!("{name:-<LETTERS$}"), format!("{result:>8}")]
    }

    /// Enters a result, with an A as the first letter of its name. Returns its place.
    pub(super) fn enter(&mut self, mode: Mode, result: u32) -> Option<usize> {
        let is_as_good = |other: &&Entry| match mode {
            Mode::Sprint => other.result <= result,
            _ => other.result >= result,
        };
        let table = &mut self.tables[mode as usize];
        let place = table.iter().take_while(is_as_good).count();
        let counts = mode == Mode::Sprint || result > 0;
        if place >= ENTRIES || !counts {
            return None;
        }
        let name = "A".to_owned();
        table.insert(place, Entry { name, result });
        table.truncate(ENTRIES);
        Some(place)
    }
}

/// Effect of a key on a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// The letter after it.
    Up,
    /// The letter before it.
    Down,
    /// A letter is typed.
    Typed,
    /// The space is typed.
    Space,
    /// The letter before the cursor is to be chosen again.
    Back,
    /// The letter is taken.
    Taken,
    /// The name ends early.
    Ended,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(scores: &Scores, mode: Mode) -> Vec<u32> {
        let entries = scores.table(mode).iter();
        entries.map(|entry| entry.result).collect()
    }

    #[test]
    fn eight_results_are_kept_and_an_equal_one_stands_below() {
        let mut scores = Scores::default();
        assert_eq!(scores.enter(Mode::Ultra, 0), None);
        for (score, place) in [(50, 0), (70, 0), (30, 2), (50, 2), (10, 4), (20, 4), (5, 6)] {
            assert_eq!(scores.enter(Mode::Ultra, score), Some(place), "{score}");
        }
        assert_eq!(scores.enter(Mode::Ultra, 1), Some(7));
        assert_eq!(scores.enter(Mode::Ultra, 1), None);
        assert_eq!(scores.enter(Mode::Ultra, 2), Some(7));
        assert_eq!(
            results(&scores, Mode::Ultra),
            [70, 50, 50, 30, 20, 10, 5, 2]
        );
        assert_eq!(results(&scores, Mode::Marathon), []);
    }

    #[test]
    fn an_empty_entry_has_no_points_or_no_time() {
        let mut scores = Scores::default();
        scores.enter(Mode::Sprint, 6_123);
        scores.enter(Mode::Ultra, 40);
        let shown = |mode, place| scores.shown(mode, place).join("|");
        assert_eq!(shown(Mode::Sprint, 0), "A--|01:01.23");
        assert_eq!(shown(Mode::Sprint, 1), "---|        ");
        assert_eq!(shown(Mode::Ultra, 0), "A--| 0000040");
        assert_eq!(shown(Mode::Marathon, 7), "---| 0000000");
    }

    #[test]
    fn of_sprints_the_shortest_is_the_best() {
        let mut scores = Scores::default();
        for (time, place) in [(950, 0), (960, 1), (940, 0), (950, 2)] {
            assert_eq!(scores.enter(Mode::Sprint, time), Some(place), "{time}");
        }
        assert_eq!(results(&scores, Mode::Sprint), [940, 950, 950, 960]);
    }
}
