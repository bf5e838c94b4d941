//! Values of the menu and of the settings.

use crate::{Mode, Settings, SpeedCurve};

/// A row of the menu or of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Row {
    /// Mode of one player or of two.
    Mode,
    /// Number of players.
    Players,
    /// Start level.
    Level,
    /// Skin of the picture.
    Skin,
    /// Opens the settings.
    ToSettings,
    /// Ticks to the first repeat.
    Das,
    /// Ticks between repeats.
    Arr,
    /// Ticks of the delay cut.
    DelayCut,
    /// Factor of soft drop.
    SoftDrop,
    /// Ticks without a hard drop.
    Guard,
    /// Ticks on the ground.
    Lock,
    /// Resets of the lock timer.
    Resets,
    /// Ticks for which full rows stay.
    ClearDelay,
    /// Number of pieces in the preview.
    Next,
    /// Ghost on or off.
    Ghost,
    /// Hold on or off.
    Hold,
    /// Speed curve.
    Speed,
    /// Goal of a marathon.
    Goal,
    /// Goal of a race.
    Race,
    /// Games of a match.
    BestOf,
    /// Music on or off.
    Music,
    /// Sound effects on or off.
    Effects,
    /// Number of the tune.
    Tune,
    /// Keys of two players.
    Keys,
    /// Restores the settings.
    Defaults,
    /// Clears the score tables.
    Scores,
}

impl Row {
    /// The rows of the menu.
    pub const MENU: [Row; 5] = [
        Row::Mode,
        Row::Players,
        Row::Level,
        Row::Skin,
        Row::ToSettings,
    ];
    /// The rows of the settings.
    pub const SETTINGS: [Row; 21] = [
        Row::Das,
        Row::Arr,
        Row::DelayCut,
        Row::SoftDrop,
        Row::Guard,
        Row::Lock,
        Row::Resets,
        Row::ClearDelay,
        Row::Next,
        Row::Ghost,
        Row::Hold,
        Row::Speed,
        Row::Goal,
        Row::Race,
        Row::BestOf,
        Row::Music,
        Row::Effects,
        Row::Tune,
        Row::Keys,
        Row::Defaults,
        Row::Scores,
    ];

    /// The row below or above. The rows are cyclic.
    pub(super) fn beside(self, below: bool) -> Row {
        let page: &[Row] = match Row::MENU.contains(&self) {
            true => &Row::MENU,
            false => &Row::SETTINGS,
        };
        let place = page.iter().position(|&row| row == self).unwrap_or(0);
        let step = if below { 1 } else { page.len() - 1 };
        page[(place + step) % page.len()]
    }
}

/// Value of the resets without a limit.
const NO_LIMIT: u32 = 16;
/// Lines of the goal of a marathon, if there is one.
const MARATHON_GOAL: u32 = 150;
/// Goals of a race.
const RACES: [u32; 3] = [20, 40, 100];
/// Factors of soft drop; the value after them drops at once.
const FACTORS: [u32; 4] = [5, 10, 20, 40];

/// The values of all rows, as numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// Mode of one player: marathon, sprint, ultra.
    pub mode_of_one: u32,
    /// Mode of two players: versus, race.
    pub mode_of_two: u32,
    /// 1 or 2.
    pub players: u32,
    /// 1 to 15.
    pub level: u32,
    /// 0 to 3.
    pub skin: u32,
    /// 1 to 30.
    pub das: u32,
    /// 0 to 10.
    pub arr: u32,
    /// Index of the factor.
    pub soft_drop: u32,
    /// 0 to 6.
    pub next: u32,
    /// 0 or 1, like the following values.
    pub ghost: u32,
    /// 1 if pieces can be held.
    pub hold: u32,
    /// 1 for the classic speed curve.
    pub classic: u32,
    /// 1 for music.
    pub music: u32,
    /// 1 for sound effects.
    pub effects: u32,
    /// 1 for the second tune.
    pub tune: u32,
    /// 1 if player 2 has the keypad.
    pub keys: u32,
    /// 10 to 60.
    pub lock: u32,
    /// 0 to 15; 16 is no limit.
    pub resets: u32,
    /// 0 to 40.
    pub clear_delay: u32,
    /// 0 to 20.
    pub delay_cut: u32,
    /// 0 to 20.
    pub guard: u32,
    /// 1 if a marathon has a goal.
    pub goal: u32,
    /// Index of the lines that win a race.
    pub race: u32,
    /// Games that win a match, less one.
    pub best_of: u32,
    /// 1 if all sound is muted.
    pub silent: u32,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            mode_of_one: 0,
            mode_of_two: 0,
            players: 1,
            level: 1,
            skin: 0,
            das: 8,
            arr: 2,
            soft_drop: 2,
            next: 5,
            ghost: 1,
            hold: 1,
            classic: 0,
            music: 1,
            effects: 1,
            tune: 0,
            keys: 0,
            lock: 30,
            resets: 15,
            clear_delay: 18,
            delay_cut: 0,
            guard: 0,
            goal: 0,
            race: 1,
            best_of: 0,
            silent: 0,
        }
    }
}

impl Choices {
    /// Changes a row to its next or previous value. The values are cyclic.
    pub(crate) fn change(&mut self, row: Row, forwards: bool) {
        let (value, least, greatest) = match row {
            Row::Mode if self.players == 2 => (&mut self.mode_of_two, 0, 1),
            Row::Mode => (&mut self.mode_of_one, 0, 2),
            Row::Players => (&mut self.players, 1, 2),
            Row::Level => (&mut self.level, 1, 15),
            Row::Skin => (&mut self.skin, 0, 3),
            Row::ToSettings | Row::Defaults | Row::Scores => return,
            Row::Das => (&mut self.das, 1, 30),
            Row::Arr => (&mut self.arr, 0, 10),
            Row::DelayCut => (&mut self.delay_cut, 0, 20),
            Row::SoftDrop => (&mut self.soft_drop, 0, 4),
            Row::Guard => (&mut self.guard, 0, 20),
            Row::Lock => (&mut self.lock, 10, 60),
            Row::Resets => (&mut self.resets, 0, NO_LIMIT),
            Row::ClearDelay => (&mut self.clear_delay, 0, 40),
            Row::Next => (&mut self.next, 0, 6),
            Row::Ghost => (&mut self.ghost, 0, 1),
            Row::Hold => (&mut self.hold, 0, 1),
            Row::Speed => (&mut self.classic, 0, 1),
            Row::Goal => (&mut self.goal, 0, 1),
            Row::Race => (&mut self.race, 0, 2),
            Row::BestOf => (&mut self.best_of, 0, 3),
            Row::Music => (&mut self.music, 0, 1),
            Row::Effects => (&mut self.effects, 0, 1),
            Row::Tune => (&mut self.tune, 0, 1),
            Row::Keys => (&mut self.keys, 0, 1),
        };
        let count = greatest - least + 1;
        let step = if forwards { 1 } else { count - 1 };
        *value = least + (*value - least + step) % count;
    }

    /// Restores the settings. The rows of the menu and the muted sound stay.
    pub(super) fn restore(&mut self) {
        *self = Choices {
            mode_of_one: self.mode_of_one,
            mode_of_two: self.mode_of_two,
            players: self.players,
            level: self.level,
            skin: self.skin,
            silent: self.silent,
            ..Choices::default()
        };
    }

    /// The mode of a game of one player.
    pub(super) fn mode(&self) -> Mode {
        [Mode::Marathon, Mode::Sprint, Mode::Ultra][self.mode_of_one as usize]
    }

    /// True if two players play with garbage.
    pub(super) fn has_garbage(&self) -> bool {
        self.mode_of_two == 0
    }

    /// The values that change the rules.
    pub fn settings(&self) -> Settings {
        Settings {
            start_level: self.level,
            das: self.das,
            arr: self.arr,
            soft_drop_factor: FACTORS.get(self.soft_drop as usize).copied().unwrap_or(0),
            instant_drop: self.soft_drop as usize == FACTORS.len(),
            lock_ticks: self.lock,
            resets: (self.resets < NO_LIMIT).then_some(self.resets),
            clear_delay: self.clear_delay,
            delay_cut: self.delay_cut,
            guard: self.guard,
            marathon_goal: (self.goal == 1).then_some(MARATHON_GOAL),
            race_goal: RACES[self.race as usize],
            hold: self.hold == 1,
            curve: match self.classic {
                0 => SpeedCurve::Formula,
                _ => SpeedCurve::Nes,
            },
            ..Settings::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_goes_around_both_ways() {
        for row in Row::MENU.into_iter().chain(Row::SETTINGS) {
            for forwards in [false, true] {
                let mut choices = Choices::default();
                let mut steps = 0;
                loop {
                    choices.change(row, forwards);
                    steps += 1;
                    if choices == Choices::default() {
                        break;
                    }
                }
                let values = [
                    3, 2, 15, 4, 1, 30, 11, 21, 5, 21, 51, 17, 41, 7, 2, 2, 2, 2, 3, 4, 2, 2, 2, 2,
                    1, 1,
                ];
                assert_eq!(steps, values[row as usize], "{row:?}");
            }
        }
    }

    #[test]
    fn defaults_are_those_of_the_settings_alone() {
        let mut choices = Choices::default();
        for row in Row::MENU.into_iter().chain(Row::SETTINGS) {
            choices.change(row, true);
        }
        let menu = [choices.mode_of_two, choices.players, choices.skin];
        choices.restore();
        assert_eq!(choices.settings().lock_ticks, 30);
        assert_eq!((choices.music, choices.tune, choices.das), (1, 0, 8));
        assert_eq!([choices.mode_of_two, choices.players, choices.skin], menu);
    }

    #[test]
    fn modes_of_one_and_of_two_are_kept_apart() {
        let mut choices = Choices::default();
        choices.change(Row::Mode, false);
        choices.change(Row::Players, true);
        choices.change(Row::Mode, true);
        assert_eq!((choices.mode_of_one, choices.mode_of_two), (2, 1));
        assert!(!choices.has_garbage() && choices.mode() == Mode::Ultra);
    }

    #[test]
    fn the_cursor_goes_around_in_its_page() {
        assert_eq!(Row::ToSettings.beside(true), Row::Mode);
        assert_eq!(Row::Das.beside(false), Row::Scores);
        assert_eq!(Row::Das.beside(true), Row::Arr);
    }
}
