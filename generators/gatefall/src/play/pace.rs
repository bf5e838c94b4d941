//! Keeps the board's time in step with the clock on the wall.

use std::time::{Duration, Instant};

/// Who is later than this gives up to catch up: the machine was asleep, or is too slow.
const LATEST: Duration = Duration::from_millis(100);

/// When what happens on the board should happen.
pub(crate) struct Pace {
    /// The wall clock's time of power-up; later than it was if time was lost.
    power_up: Instant,
}

impl Pace {
    /// In step now, so long after power-up on the board.
    pub(crate) fn new(on_board: Duration, now: Instant) -> Self {
        Pace {
            power_up: now - on_board,
        }
    }

    /// When the board's time comes. Time that nobody catches up with is given up.
    pub(crate) fn due(&mut self, on_board: Duration, now: Instant) -> Instant {
        let due = self.power_up + on_board;
        if now <= due + LATEST {
            return due;
        }
        self.power_up += now - due;
        now
    }

    /// Whether the board's time has passed.
    pub(crate) fn is_late(&self, on_board: Duration, now: Instant) -> bool {
        now > self.power_up + on_board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: Duration = Duration::from_millis(16);

    #[test]
    fn a_short_delay_is_caught_up_with() {
        let now = Instant::now();
        let mut pace = Pace::new(PICTURE, now);
        let later = now + Duration::from_millis(90);
        assert_eq!(pace.due(2 * PICTURE, later), now + PICTURE);
        assert!(pace.is_late(2 * PICTURE, later));
    }

    #[test]
    fn a_long_delay_is_given_up_once_however_often_one_asks() {
        let now = Instant::now();
        let mut pace = Pace::new(PICTURE, now);
        let later = now + Duration::from_secs(3);
        for _key in 0..8 {
            assert_eq!(pace.due(PICTURE, later), later);
        }
        assert_eq!(pace.due(2 * PICTURE, later), later + PICTURE);
    }
}
