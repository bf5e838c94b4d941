//! Garbage and lock delay of one player, as the picture shows them.
//!
//! The engine holds the game of one player at a time. This register keeps both values while the
//! engine holds the other game.
//!
//! **Interface**: `sample` is a level.
//!
//! **Latency**: one clock.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Registers of both values.
#[derive(LogicBlock, Module)]
pub struct PlayerStatus {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: a game of two. Low clears the rows that wait.
    pub two_players: Signal<In, Bit>,
    /// Level: the inputs are those of this player.
    pub sample: Signal<In, Bit>,
    /// Rows of garbage that wait, 0 to 120.
    pub rows_waiting: Signal<In, Bits<7>>,
    /// Progress of the lock delay, 0 to 3.
    pub stage: Signal<In, Bits<2>>,
    /// Rows of garbage that wait, at most 31.
    pub pending: Signal<Out, Bits<5>>,
    /// Progress of the lock delay in steps of eight ticks.
    pub lock_stage: Signal<Out, Bits<2>>,
    #[reset(or = !self.two_players.val())]
    rows: DFF<Bits<5>>,
    last_stage: DFF<Bits<2>>,
}

#[clocked]
impl Logic for PlayerStatus {
    #[hdl_gen]
    fn update(&mut self) {
        self.pending.next = self.rows.q.val();
        self.lock_stage.next = self.last_stage.q.val();
        if self.sample.val() {
            self.last_stage.d.next = self.stage.val();
            self.rows.d.next = self.rows_waiting.val().get_bits::<5>(0);
            if self.rows_waiting.val().get_bits::<2>(5).any() {
                self.rows.d.next = 31.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_rows_that_wait_saturate_and_are_kept() {
        let mut uut = Bench::new(PlayerStatus::default());
        poke!(uut.two_players = true);
        for (rows, shown) in [
            (0u64, 0u64),
            (30, 30),
            (31, 31),
            (32, 31),
            (64, 31),
            (120, 31),
        ] {
            poke!(uut.rows_waiting = rows.to_bits());
            poke!(uut.stage = (rows % 4).to_bits());
            poke!(uut.sample = true);
            tick!(uut);
            poke!(uut.sample = false);
            poke!(uut.rows_waiting = 5u8.to_bits());
            poke!(uut.stage = ((rows % 4) ^ 1).to_bits());
            tick!(uut);
            assert_eq!(peek!(uut.pending), shown);
            assert_eq!(peek!(uut.lock_stage), rows % 4);
        }
        poke!(uut.two_players = false);
        tick!(uut);
        assert_eq!(peek!(uut.pending), 0u64);
    }
}
