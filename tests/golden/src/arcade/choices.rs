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
    /// Factor of soft drop.
    SoftDrop,
    /// Number of pieces in the preview.
    Next,
    /// Ghost on or off.
    Ghost,
    /// Hold on or off.
    Hold,
    /// Speed curve.
    Speed,
    /// Music on or off.
    Music,
    /// Sound effects on or off.
    Effects,
    /// Number of the tune.
    Tune,
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
    pub const SETTINGS: [Row; 10] = [
        Row::Das,
        Row::Arr,
        Row::SoftDrop,
        Row::Next,
        Row::Ghost,
        Row::Hold,
        Row::Speed,
        Row::Music,
        Row::Effects,
        Row::Tune,
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

/// Factors of soft drop.
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
            silent: 0,
        }
    }
}

impl Choices {
    /// Changes a row to its next or previous value. The values are cyclic.
    pub(super) fn change(&mut self, row: Row, forwards: bool) {
        let (value, least, greatest) = match row {
            Row::Mode if self.players == 2 => (&mut self.mode_of_two, 0, 1),
            Row::Mode => (&mut self.mode_of_one, 0, 2),
            Row::Players => (&mut self.players, 1, 2),
            Row::Level => (&mut self.level, 1, 15),
            Row::Skin => (&mut self.skin, 0, 3),
            Row::ToSettings => return,
            Row::Das => (&mut self.das, 1, 30),
            Row::Arr => (&mut self.arr, 0, 10),
            Row::SoftDrop => (&mut self.soft_drop, 0, 3),
            Row::Next => (&mut self.next, 0, 6),
            Row::Ghost => (&mut self.ghost, 0, 1),
            Row::Hold => (&mut self.hold, 0, 1),
            Row::Speed => (&mut self.classic, 0, 1),
            Row::Music => (&mut self.music, 0, 1),
            Row::Effects => (&mut self.effects, 0, 1),
            Row::Tune => (&mut self.tune, 0, 1),
        };
        let count = greatest - least + 1;
        let step = if forwards { 1 } else { count - 1 };
        *value = least + (*value - least + step) % count;
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
            soft_drop_factor: FACTORS[self.soft_drop as usize],
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
                let values = [3, 2, 15, 4, 1, 30, 11, 4, 7, 2, 2, 2, 2, 2, 2];
                assert_eq!(steps, values[row as usize], "{row:?}");
            }
        }
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
        assert_eq!(Row::Das.beside(false), Row::Tune);
        assert_eq!(Row::Das.beside(true), Row::Arr);
    }
}
