//! The recorded game, which plays by itself when the title is idle.

use super::recorded::{Recorded, GAME_TICKS, KEYS_TICKS, TITLE_TICKS};
use super::{Arcade, Choices, Page};
use crate::{Action, Side};

impl Arcade {
    /// True in a recorded game, and on the page with the keys before it.
    pub fn is_recorded(&self) -> bool {
        self.recorded.is_some()
    }

    /// The values of menu and settings as the player has chosen them. A recorded game has some
    /// others.
    pub fn chosen(&self) -> &Choices {
        let kept = self.recorded.as_ref().map(|recorded| &recorded.kept);
        kept.unwrap_or(&self.choices)
    }

    /// Supplies a press of the recording, which comes right before the next tick.
    pub fn supply_press(&mut self, action: Action) {
        self.recorded_press = Some(action);
    }

    /// True if the next tick leads from the title to a recorded game.
    pub(super) fn begins_recorded(&self) -> bool {
        self.page() == Page::Title && self.idle + 1 == TITLE_TICKS
    }

    /// Begins a marathon of level 1 with hold.
    pub(super) fn begin_recorded(&mut self) {
        let kept = self.choices.clone();
        self.choices = Choices {
            mode_of_one: 0,
            level: 1,
            hold: 1,
            ..kept.clone()
        };
        let ticks = GAME_TICKS;
        self.recorded = Some(Recorded { kept, ticks });
        self.left_is_newer = [false; 2];
        self.begin(1);
        self.countdown = KEYS_TICKS;
    }

    /// A press of the recording. Its key is not held.
    pub(super) fn press_recorded(&mut self) {
        if let Some(action) = self.recorded_press.take() {
            self.noticing(|arcade| {
                arcade.press(Side::One, action);
                arcade.release_what_is_up();
            });
        }
    }

    /// Counts the ticks of the scenes. True if the tick is none of a game.
    pub(super) fn tick_recorded(&mut self) -> bool {
        match self.page() {
            Page::Title => self.idle += 1,
            _ => self.idle = 0,
        }
        let Some(recorded) = &mut self.recorded else {
            return false;
        };
        if self.countdown > 0 {
            self.countdown -= 1;
            if self.countdown == 0 {
                self.press(Side::One, Action::Pause);
            }
            return true;
        }
        recorded.ticks -= 1;
        let is_over = recorded.ticks == 0;
        if is_over {
            self.leave();
        }
        is_over
    }

    /// Brings the values of the player back.
    pub(super) fn end_recorded(&mut self) {
        self.idle = 0;
        if let Some(recorded) = self.recorded.take() {
            self.choices = recorded.kept;
        }
    }
}
