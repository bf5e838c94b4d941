//! Alarm of a game with cells near the top.

use crate::{Board, COLUMNS, ROWS};

/// Ticks from one alarm to the next.
const ALARM_TICKS: u32 = 60;
/// Ticks for which an alarm lights frames.
const LIT_TICKS: u32 = 31;
/// Visible rows in which a cell is a danger.
const DANGER_ROWS: usize = 4;

/// True if a settled cell is in one of the four highest visible rows or above.
pub(crate) fn is_in_danger(board: &Board, visible_rows: usize) -> bool {
    let is_taken = |y: usize| (0..COLUMNS).any(|x| board.cell(x as i32, y as i32).is_some());
    (visible_rows - DANGER_ROWS..ROWS).any(is_taken)
}

/// The alarm.
#[derive(Debug, Clone, Default)]
pub(crate) struct Alarm {
    /// Ticks since it has sounded.
    ticks: u32,
}

impl Alarm {
    /// A tick of play, in danger or not. True if the alarm sounds.
    pub fn tick(&mut self, danger: bool) -> bool {
        let sounds = danger && self.ticks == 0;
        self.ticks = match danger {
            true => (self.ticks + 1) % ALARM_TICKS,
            false => 0,
        };
        sounds
    }

    /// True in the 31 ticks after an alarm.
    pub fn is_lit(&self) -> bool {
        (1..=LIT_TICKS).contains(&self.ticks)
    }
}
