//! Key steps for a piece: a path to a target, or random keys.

use super::super::keys::{Control, PLAY};
use super::RandomPlayer;
use crate::falling_blocks::Move;
use gatefall_golden::{Action, Arcade, Side};

impl RandomPlayer {
    /// Plans a hard drop before a tick, on it, or at any time.
    pub(super) fn drop(&mut self, arcade: &Arcade, side: Side) {
        let key = self.key_of(arcade, side, Action::HardDrop);
        let press = match self.random.u64(0..16) {
            clocks @ 0..=3 => key.meet(clocks),
            _ => key.press(),
        };
        self.plan(side, [press, key.release()]);
    }

    /// Plans a path with taps, and with held keys where a move repeats.
    pub(super) fn go(&mut self, arcade: &Arcade, side: Side, path: &[Move]) {
        // The final fall is left to the drop.
        let end = path
            .iter()
            .rposition(|&step| step != Move::Down)
            .map_or(0, |last| last + 1);
        for run in path[..end].chunk_by(|a, b| a == b) {
            let action = match run[0] {
                Move::Left => Action::Left,
                Move::Right => Action::Right,
                Move::Down => Action::SoftDrop,
                Move::Turn(turn) => Action::Turn(turn),
            };
            let count = run.len() as u32;
            let key = self.key_of(arcade, side, action);
            match run[0] {
                Move::Left | Move::Right if count > 3 && self.random.bool() => {
                    self.plan(side, [key.press()]);
                    let choices = arcade.choices();
                    self.ticks(side, choices.das + choices.arr * (count - 2));
                    self.plan(side, [key.release()]);
                }
                Move::Down if count > 2 => {
                    self.plan(side, [key.press()]);
                    self.ticks(side, 3 * count);
                    self.plan(side, [key.release()]);
                }
                _ => {
                    for _ in 0..count {
                        self.plan(side, [key.press(), key.release()]);
                    }
                }
            }
        }
    }

    /// Presses, holds and releases random keys, several at once, some on a tick.
    pub(super) fn fumble(&mut self, arcade: &Arcade, side: Side) {
        for _ in 0..self.random.u32(1..20) {
            let action = self.any(&PLAY);
            let key = self.key_of(arcade, side, action);
            match self.random.u32(0..8) {
                0 | 1 => self.plan(side, [key.press(), key.release()]),
                2 => self.plan(side, [key.press()]),
                3 => {
                    let clocks = self.random.u64(0..4);
                    self.plan(side, [key.meet(clocks)]);
                }
                4 => self.plan(side, [key.release()]),
                _ => {
                    let count = self.random.u32(1..10);
                    self.ticks(side, count);
                }
            }
        }
        self.release_all();
        let keys = PLAY.map(|action| self.key_of(arcade, side, action));
        self.plan(side, keys.map(Control::release));
    }

    /// Moves a piece to the ground and resets its lock timer, longer than the rules allow.
    pub(super) fn stall(&mut self, arcade: &Arcade, side: Side) {
        let down = self.key_of(arcade, side, Action::SoftDrop);
        self.plan(side, [down.press()]);
        self.ticks(side, 64);
        self.plan(side, [down.release()]);
        for _ in 0..18 {
            let action = self.any(&PLAY[..5]);
            self.tap(arcade, side, action);
            let count = self.any(&[1, 2, 5, 28, 29]);
            self.ticks(side, count);
        }
    }
}
