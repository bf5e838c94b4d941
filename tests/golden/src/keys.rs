//! Held keys: repeat of the directions, and the soft drop.

/// Ticks from a press to the first repeat.
const DELAY: u32 = 8;
/// Ticks between repeats.
const PERIOD: u32 = 2;

#[derive(Debug, Clone, Default)]
struct Direction {
    held: bool,
    ticks: u32,
}

/// Which keys are held and for how long.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    left: Direction,
    right: Direction,
    /// The last press of the two was to the right.
    right_is_newer: bool,
    /// Soft drop is held.
    pub(crate) soft_drop: bool,
}

impl Keys {
    pub(crate) fn press_left(&mut self) {
        self.left = Direction {
            held: true,
            ticks: 0,
        };
        self.right_is_newer = false;
    }

    pub(crate) fn press_right(&mut self) {
        self.right = Direction {
            held: true,
            ticks: 0,
        };
        self.right_is_newer = true;
    }

    pub(crate) fn release_left(&mut self) {
        self.left.held = false;
    }

    pub(crate) fn release_right(&mut self) {
        self.right.held = false;
    }

    /// A new game charges from its start.
    pub(crate) fn discharge(&mut self) {
        self.left.ticks = 0;
        self.right.ticks = 0;
    }

    /// Counts one tick; the shift of the active direction, or 0.
    pub(crate) fn tick(&mut self) -> i32 {
        let left = self.left.repeats();
        let right = self.right.repeats();
        let right_is_active = self.right.held && (self.right_is_newer || !self.left.held);
        match right_is_active {
            true if right => 1,
            false if left => -1,
            _ => 0,
        }
    }
}

impl Direction {
    /// Counts one tick; whether a repeat is due.
    fn repeats(&mut self) -> bool {
        if !self.held {
            return false;
        }
        self.ticks += 1;
        self.ticks >= DELAY && (self.ticks - DELAY).is_multiple_of(PERIOD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts(keys: &mut Keys, ticks: usize) -> Vec<i32> {
        (0..ticks).map(|_| keys.tick()).collect()
    }

    #[test]
    fn repeats_on_the_eighth_tick_then_on_every_second() {
        let mut keys = Keys::default();
        keys.press_left();
        assert_eq!(
            shifts(&mut keys, 13),
            [0, 0, 0, 0, 0, 0, 0, -1, 0, -1, 0, -1, 0]
        );
        keys.release_left();
        assert_eq!(shifts(&mut keys, 4), [0; 4]);
    }

    #[test]
    fn last_pressed_direction_wins_and_releasing_it_returns_to_the_charged_other() {
        let mut keys = Keys::default();
        keys.press_left();
        assert_eq!(shifts(&mut keys, 5), [0; 5]);
        keys.press_right();
        // Left would repeat here, but right is active and still charging.
        assert_eq!(shifts(&mut keys, 4), [0; 4]);
        keys.release_right();
        assert_eq!(shifts(&mut keys, 4), [-1, 0, -1, 0]);
    }

    #[test]
    fn releasing_the_older_direction_changes_nothing() {
        let mut keys = Keys::default();
        keys.press_right();
        keys.press_left();
        keys.release_right();
        assert_eq!(shifts(&mut keys, 8)[7], -1);
    }

    #[test]
    fn second_press_of_a_held_direction_charges_anew() {
        let mut keys = Keys::default();
        keys.press_right();
        assert_eq!(shifts(&mut keys, 8)[7], 1);
        keys.press_right();
        assert_eq!(shifts(&mut keys, 8), [0, 0, 0, 0, 0, 0, 0, 1]);
    }
}
