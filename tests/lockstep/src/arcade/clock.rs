//! Expected time of play, from the clocks that the harness has counted.
//!
//! Play begins and ends within a step, so the time is known as an interval. Its ends are a few
//! thousand clocks apart for every time that play was entered or left. A hundredth of a second has
//! 250,000 clocks.

use super::gates::{Gates, CLOCK_HZ};
use crate::falling_blocks::Difference;
use gatefall_golden::arcade::{MAX_TIME, ULTRA};
use gatefall_golden::{Arcade, Mode, Page};

/// Clocks until the display shows a new hundredth of a second.
const WRITE_CLOCKS: u64 = 2_000;
const HUNDREDTH: u64 = CLOCK_HZ / 100;
/// Upper bound of the clocks of a step.
const LONGEST_STEP: u64 = 2_000_000;
const WAIT: u64 = 100_000;

/// Clocks of play since a game began.
#[derive(Default)]
pub(super) struct Clock {
    /// Lower and upper bound.
    played: [u64; 2],
    in_play: bool,
    seen: u64,
}

impl Clock {
    /// A game begins.
    pub fn restart(&mut self) {
        self.played = [0; 2];
    }

    /// Updates the bounds after the hardware ran.
    pub fn follow(&mut self, gates: &mut Gates) {
        let now = gates.machine().cycles();
        let in_play = gates.in_play();
        let passed = now - self.seen;
        self.played[0] += if self.in_play && in_play { passed } else { 0 };
        self.played[1] += if self.in_play || in_play { passed } else { 0 };
        self.in_play = in_play;
        self.seen = now;
    }

    /// Resets the bounds after power-up.
    pub fn switch_on(&mut self, gates: &mut Gates) {
        *self = Clock {
            seen: gates.machine().cycles(),
            ..Clock::default()
        };
    }

    /// Hundredths of a second of play on the hardware's clock in this mode.
    ///
    /// # Errors
    /// If the value is outside the bounds.
    pub fn check(&self, gates: &mut Gates, mode: Mode) -> Result<u32, Box<Difference>> {
        let [shown, exact] = gates.clock();
        let played = match mode {
            Mode::Ultra => ULTRA.saturating_sub(shown),
            _ => shown,
        };
        let [least, most] = self.played;
        let least = least.saturating_sub(WRITE_CLOCKS) / HUNDREDTH;
        let most = most / HUNDREDTH;
        // The clock stops at its highest value.
        let [least, most] = [least, most].map(|played| played.min(MAX_TIME.into()));
        // The time of play has more digits.
        let is_same = exact == played || (played == MAX_TIME && exact > played);
        if (least..=most).contains(&u64::from(played)) && is_same {
            return Ok(exact);
        }
        Difference::unless_equal(
            "hundredths of play",
            &exact.to_string(),
            &played.to_string(),
        )?;
        let expected = format!("{least} to {most}");
        Difference::unless_equal("hundredths of play", &played.to_string(), &expected)?;
        Ok(played)
    }

    /// True if an ultra may end within the next step.
    pub fn runs_out(&self, arcade: &Arcade) -> bool {
        let is_ultra = !arcade.is_two() && arcade.mode_of_one() == Mode::Ultra;
        let end = u64::from(ULTRA) * HUNDREDTH;
        is_ultra && arcade.page() == Page::Play && self.played[1] + LONGEST_STEP > end
    }

    /// Waits, without a tick, until the time of an ultra must be up.
    pub fn run_out(&mut self, gates: &mut Gates) {
        let end = u64::from(ULTRA) * HUNDREDTH + WRITE_CLOCKS;
        while self.in_play && self.played[0] < end {
            gates.wait(WAIT);
            self.follow(gates);
        }
    }

    /// Sets the time of play. Waits, without a tick, until the display shows it.
    pub fn set(&mut self, gates: &mut Gates, mode: Mode, hundredths: u32) {
        let shown = match mode {
            Mode::Ultra => ULTRA.saturating_sub(hundredths),
            _ => hundredths,
        };
        gates.set_clock(shown, hundredths);
        // The next hundredth has begun already.
        self.played = [0, 1].map(|more| (u64::from(hundredths) + more) * HUNDREDTH);
        for _ in 0..2 * HUNDREDTH / WAIT {
            gates.wait(WAIT);
            self.follow(gates);
        }
    }
}
