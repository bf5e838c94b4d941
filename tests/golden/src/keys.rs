//! Held keys: repeat of directions, and soft drop.

use crate::{Action, Event, Settings, COLUMNS};

/// A number of columns that always reaches the wall.
const TO_THE_WALL: i32 = COLUMNS as i32;

#[derive(Debug, Clone, Default)]
struct Direction {
    held: bool,
    ticks: u32,
}

/// State of the held keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    left: Direction,
    right: Direction,
    /// True if the last pressed direction is right.
    right_is_newer: bool,
    /// True while soft drop is held.
    pub(crate) soft_drop: bool,
}

impl Keys {
    /// Presses a key of this action.
    pub(crate) fn press(&mut self, action: Action) {
        let pressed = Direction {
            held: true,
            ticks: 0,
        };
        match action {
            Action::Left => (self.left, self.right_is_newer) = (pressed, false),
            Action::Right => (self.right, self.right_is_newer) = (pressed, true),
            Action::SoftDrop => self.soft_drop = true,
            _ => {}
        }
    }

    /// Releases the last held key of this action.
    pub(crate) fn release(&mut self, action: Action) {
        match action {
            Action::Left => self.left.held = false,
            Action::Right => self.right.held = false,
            Action::SoftDrop => self.soft_drop = false,
            _ => {}
        }
    }

    /// Clears the repeat counters at the start of a game.
    pub(crate) fn discharge(&mut self) {
        self.left.ticks = 0;
        self.right.ticks = 0;
    }

    /// Counts a tick. Returns the columns that the active direction shifts, negative to the left.
    pub(crate) fn tick(&mut self, settings: &Settings) -> i32 {
        let left = self.left.repeat(settings);
        let right = self.right.repeat(settings);
        let right_is_active = self.right.held && (self.right_is_newer || !self.left.held);
        if right_is_active {
            right
        } else {
            -left
        }
    }

    /// Event of the last tick's repeat, which shifted `columns`.
    pub(crate) fn repeated(&self, settings: &Settings, columns: i32) -> Event {
        let to_right = columns > 0;
        let active = if to_right { &self.right } else { &self.left };
        Event::Repeated {
            again: active.ticks > settings.das,
            to_wall: settings.arr == 0,
            is_older: to_right != self.right_is_newer,
        }
    }
}

impl Direction {
    /// Counts a tick. Returns the columns of a repeat that is due.
    fn repeat(&mut self, settings: &Settings) -> i32 {
        if !self.held {
            return 0;
        }
        self.ticks += 1;
        match self.ticks.checked_sub(settings.das) {
            None => 0,
            Some(_) if settings.arr == 0 => TO_THE_WALL,
            Some(charged) => i32::from(charged.is_multiple_of(settings.arr)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts(keys: &mut Keys, ticks: usize) -> Vec<i32> {
        shifts_by(&Settings::default(), keys, ticks)
    }

    fn shifts_by(settings: &Settings, keys: &mut Keys, ticks: usize) -> Vec<i32> {
        (0..ticks).map(|_| keys.tick(settings)).collect()
    }

    fn repeats(das: u32, arr: u32) -> Settings {
        Settings {
            das,
            arr,
            ..Settings::default()
        }
    }

    #[test]
    fn repeats_on_the_eighth_tick_then_on_every_second() {
        let mut keys = Keys::default();
        keys.press(Action::Left);
        assert_eq!(
            shifts(&mut keys, 13),
            [0, 0, 0, 0, 0, 0, 0, -1, 0, -1, 0, -1, 0]
        );
        keys.release(Action::Left);
        assert_eq!(shifts(&mut keys, 4), [0; 4]);
    }

    #[test]
    fn last_pressed_direction_wins_and_releasing_it_returns_to_the_charged_other() {
        let mut keys = Keys::default();
        keys.press(Action::Left);
        assert_eq!(shifts(&mut keys, 5), [0; 5]);
        keys.press(Action::Right);
        // Left would repeat here, but right is active and before its first repeat.
        assert_eq!(shifts(&mut keys, 4), [0; 4]);
        keys.release(Action::Right);
        assert_eq!(shifts(&mut keys, 4), [-1, 0, -1, 0]);
    }

    #[test]
    fn releasing_the_older_direction_changes_nothing() {
        let mut keys = Keys::default();
        keys.press(Action::Right);
        keys.press(Action::Left);
        keys.release(Action::Right);
        assert_eq!(shifts(&mut keys, 8)[7], -1);
    }

    #[test]
    fn second_press_of_a_held_direction_charges_anew() {
        let mut keys = Keys::default();
        keys.press(Action::Right);
        assert_eq!(shifts(&mut keys, 8)[7], 1);
        keys.press(Action::Right);
        assert_eq!(shifts(&mut keys, 8), [0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn delay_and_period_are_settings() {
        let mut keys = Keys::default();
        keys.press(Action::Right);
        assert_eq!(
            shifts_by(&repeats(1, 1), &mut keys, 4),
            [1, 1, 1, 1],
            "from the first tick on every one"
        );
        keys.press(Action::Left);
        assert_eq!(
            shifts_by(&repeats(3, 4), &mut keys, 11),
            [0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1]
        );
        keys.press(Action::Left);
        let slowest = shifts_by(&repeats(30, 10), &mut keys, 50);
        let due: Vec<usize> = (1..=50).filter(|&tick| slowest[tick - 1] != 0).collect();
        assert_eq!(due, [30, 40, 50]);
    }

    #[test]
    fn period_of_none_goes_to_the_wall_on_every_tick_after_the_delay() {
        let mut keys = Keys::default();
        keys.press(Action::Left);
        assert_eq!(
            shifts_by(&repeats(3, 0), &mut keys, 5),
            [0, 0, -10, -10, -10]
        );
    }
}
