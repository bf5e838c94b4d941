//! Settings of a game.

use crate::VISIBLE_ROWS;

/// Speed curve: gravity as a function of the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SpeedCurve {
    /// (0.8 - (level - 1) * 0.007)^(level - 1) seconds per row.
    #[default]
    Formula,
    /// Frames per row of the NES (NTSC). Its level 0 is level 1 here.
    Nes,
}

/// The settings that change the rules. Those of picture and sound are not part of this model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The level at the start, 1 to 15.
    pub start_level: u32,
    /// Ticks from the press of a direction to its first repeat, 1 to 30.
    pub das: u32,
    /// Ticks between repeats, 1 to 10. 0 shifts to the wall at once.
    pub arr: u32,
    /// Soft drop as a multiple of gravity: 5, 10, 20 or 40.
    pub soft_drop_factor: u32,
    /// Ticks on the ground before a piece locks, 10 to 60.
    pub lock_ticks: u32,
    /// True if pieces can be held.
    pub hold: bool,
    /// Number of visible rows. Pieces spawn above them.
    pub visible_rows: usize,
    /// Speed curve.
    pub curve: SpeedCurve,
    /// Lines that win a race.
    pub race_goal: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            start_level: 1,
            das: 8,
            arr: 2,
            soft_drop_factor: 20,
            lock_ticks: 30,
            hold: true,
            visible_rows: VISIBLE_ROWS,
            curve: SpeedCurve::Formula,
            race_goal: 40,
        }
    }
}
