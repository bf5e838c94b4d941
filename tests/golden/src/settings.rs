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
    /// Resets of the lock timer by shifts and turns, 0 to 15. `None` for no limit.
    pub resets: Option<u32>,
    /// Ticks from a clearing lock to the next spawn, 0 to 40.
    pub clear_delay: u32,
    /// Ticks after a spawn or a turn in which a held direction does not shift, 0 to 20.
    pub delay_cut: u32,
    /// Ticks after a spawn in which a hard drop is ignored, 0 to 20.
    pub guard: u32,
    /// True if a soft drop goes to the ground at once.
    pub instant_drop: bool,
    /// True if pieces can be held.
    pub hold: bool,
    /// Number of visible rows. Pieces spawn above them.
    pub visible_rows: usize,
    /// Speed curve.
    pub curve: SpeedCurve,
    /// Lines that end a marathon, if any do.
    pub marathon_goal: Option<u32>,
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
            resets: Some(15),
            clear_delay: 18,
            delay_cut: 0,
            guard: 0,
            instant_drop: false,
            hold: true,
            visible_rows: VISIBLE_ROWS,
            curve: SpeedCurve::Formula,
            marathon_goal: None,
            race_goal: 40,
        }
    }
}
