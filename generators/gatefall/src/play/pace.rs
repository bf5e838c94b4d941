//! Synchronises simulated time with real time.

use std::time::{Duration, Instant};

/// Largest delay that is caught up. After a longer one, because the machine was asleep or is too
/// slow, the lost time is skipped.
const LATEST: Duration = Duration::from_millis(100);

/// Relation between simulated time and real time.
pub(crate) struct Pace {
    /// Real time of power-up, plus all skipped time.
    power_up: Instant,
}

impl Pace {
    /// Synchronises at this moment.
    pub(crate) fn new(on_board: Duration, now: Instant) -> Self {
        Pace {
            power_up: now - on_board,
        }
    }

    /// Real time of a simulated time. Skips time that cannot be caught up.
    pub(crate) fn due(&mut self, on_board: Duration, now: Instant) -> Instant {
        let due = self.power_up + on_board;
        if now <= due + LATEST {
            return due;
        }
        self.power_up += now - due;
        now
    }

    /// True if the real time of a simulated time has passed.
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
