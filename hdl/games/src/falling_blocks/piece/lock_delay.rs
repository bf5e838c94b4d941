//! How long a landed piece may still be moved.
//!
//! A piece locks on the 30th tick after it has landed. Each successful shift or turn starts the count
//! anew, but only 15 times; a row lower than the piece has ever been gives all 15 back.
//!
//! The count only runs on a tick which finds the piece on the ground at its beginning and at its end,
//! and which has not itself started the count anew; so a piece that comes to rest on tick N locks on
//! tick N + 30, whatever brought it there.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Bits of state that the players exchange.
pub(in crate::falling_blocks) const STATE_LENGTH: u64 = 15;

/// Decides when the piece becomes part of the board.
#[derive(LogicBlock, Module)]
pub struct LockDelay {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new piece has come in.
    pub spawned: Signal<In, Bit>,
    /// Strobe: the piece has moved; `grounded` and `lowest_row` are already those of the new place.
    pub moved: Signal<In, Bit>,
    /// With `moved`: it was a shift or a turn, not a fall.
    pub by_player: Signal<In, Bit>,
    /// Strobe: a tick begins.
    pub tick_begins: Signal<In, Bit>,
    /// Strobe: the tick has moved what it moves; count.
    pub tick_ends: Signal<In, Bit>,
    /// Level: the piece cannot move down.
    pub grounded: Signal<In, Bit>,
    /// Row of the piece's lowest cell.
    pub lowest_row: Signal<In, Bits<5>>,
    /// Level, valid with `tick_ends`: this tick locks the piece.
    pub expires: Signal<Out, Bit>,
    /// How far the count is, in steps of eight ticks.
    pub stage: Signal<Out, Bits<2>>,
    /// Level: exchange the players' states.
    pub swap: Signal<In, Bit>,
    /// The chain enters here.
    pub chain_in: Signal<In, Bit>,
    /// The chain leaves here.
    pub chain_out: Signal<Out, Bit>,
    ticks: DFF<Bits<5>>,
    restarts: DFF<Bits<4>>,
    lowest_so_far: DFF<Bits<5>>,
    has_landed: DFF<Bit>,
    is_steady: DFF<Bit>,
    next_ticks: Signal<Local, Bits<5>>,
    next_restarts: Signal<Local, Bits<4>>,
    counts: Signal<Local, Bit>,
    #[value(LOCK_TICKS - 1)]
    last_tick: Constant<Bits<5>>,
    #[value(MOST_RESTARTS)]
    most_restarts: Constant<Bits<4>>,
}

/// Ticks on the ground before the piece locks: 500 ms.
const LOCK_TICKS: u8 = 30;
/// How often a shift or turn may start the count anew.
const MOST_RESTARTS: u8 = 15;

#[clocked]
impl Logic for LockDelay {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_ticks.next = self.ticks.q.val() + 1;
        self.next_restarts.next = self.restarts.q.val() + 1;
        self.stage.next = self.ticks.q.val().get_bits::<2>(3);
        self.counts.next = self.is_steady.q.val() & self.grounded.val();
        self.expires.next = self.counts.val() & (self.ticks.q.val() == self.last_tick.val());
        if self.tick_begins.val() {
            self.is_steady.d.next = self.grounded.val();
        }
        if self.tick_ends.val() & self.counts.val() {
            self.ticks.d.next = self.next_ticks.val();
        }
        if self.moved.val() {
            if self.by_player.val()
                & self.has_landed.q.val()
                & (self.restarts.q.val() != self.most_restarts.val())
            {
                self.restarts.d.next = self.next_restarts.val();
                self.ticks.d.next = 0.into();
                self.is_steady.d.next = false;
            }
            self.has_landed.d.next = self.has_landed.q.val() | self.grounded.val();
            if self.lowest_row.val() < self.lowest_so_far.q.val() {
                self.lowest_so_far.d.next = self.lowest_row.val();
                self.restarts.d.next = 0.into();
                self.ticks.d.next = 0.into();
                self.is_steady.d.next = false;
                self.has_landed.d.next = self.grounded.val();
            }
        }
        if self.spawned.val() {
            // Higher than any piece, so that the first `moved` starts everything anew.
            self.lowest_so_far.d.next = 31.into();
            self.ticks.d.next = 0.into();
            self.restarts.d.next = 0.into();
            self.has_landed.d.next = false;
            self.is_steady.d.next = false;
        }
        self.chain_out.next = self.has_landed.q.val();
        if self.swap.val() {
            self.ticks.d.next =
                (self.ticks.q.val() << 1) | bit_cast::<5, 1>(self.chain_in.val().into());
            self.restarts.d.next = (self.restarts.q.val() << 1)
                | bit_cast::<4, 1>(self.ticks.q.val().get_bits::<1>(4));
            self.lowest_so_far.d.next = (self.lowest_so_far.q.val() << 1)
                | bit_cast::<5, 1>(self.restarts.q.val().get_bits::<1>(3));
            self.has_landed.d.next = self.lowest_so_far.q.val().get_bit(4);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A piece that has just come in, its lowest cell on row 19.
    fn spawned() -> Bench<LockDelay> {
        let mut uut = Bench::new(LockDelay::default());
        poke!(uut.spawned = true);
        tick!(uut);
        poke!(uut.spawned = false);
        moved(&mut uut, false, 19, false);
        uut
    }

    fn moved(uut: &mut Bench<LockDelay>, by_player: bool, row: u64, grounded: bool) {
        poke!(uut.by_player = by_player);
        poke!(uut.lowest_row = row.to_bits());
        poke!(uut.grounded = grounded);
        poke!(uut.moved = true);
        tick!(uut);
        poke!(uut.moved = false);
    }

    /// Runs ticks until the piece locks, at most `limit`; returns how many it took.
    fn ticks_to_lock(uut: &mut Bench<LockDelay>, limit: usize) -> Option<usize> {
        for number in 1..=limit {
            poke!(uut.tick_begins = true);
            tick!(uut);
            poke!(uut.tick_begins = false);
            poke!(uut.tick_ends = true);
            let locks = peek!(uut.expires);
            tick!(uut);
            poke!(uut.tick_ends = false);
            if locks {
                return Some(number);
            }
        }
        None
    }

    #[test]
    fn a_landed_piece_locks_on_the_thirtieth_tick() {
        let mut uut = spawned();
        assert_eq!(ticks_to_lock(&mut uut, 100), None);
        moved(&mut uut, false, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn the_stage_rises_every_eight_ticks() {
        let mut uut = spawned();
        moved(&mut uut, false, 3, true);
        let mut stages = String::new();
        for _ in 0..30 {
            stages += &peek!(uut.stage).to_u64().to_string();
            ticks_to_lock(&mut uut, 1);
        }
        assert_eq!(stages, "000000001111111122222222333333");
    }

    #[test]
    fn the_tick_on_which_it_lands_does_not_count() {
        let mut uut = spawned();
        poke!(uut.tick_begins = true);
        tick!(uut);
        poke!(uut.tick_begins = false);
        moved(&mut uut, false, 3, true);
        poke!(uut.tick_ends = true);
        tick!(uut);
        poke!(uut.tick_ends = false);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn a_shift_starts_the_count_anew_fifteen_times() {
        let mut uut = spawned();
        moved(&mut uut, false, 3, true);
        for _ in 0..15 {
            assert_eq!(ticks_to_lock(&mut uut, 20), None);
            moved(&mut uut, true, 3, true);
        }
        assert_eq!(ticks_to_lock(&mut uut, 20), None);
        moved(&mut uut, true, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 20), Some(10));
    }

    #[test]
    fn shifts_before_the_landing_are_free() {
        let mut uut = spawned();
        for _ in 0..20 {
            moved(&mut uut, true, 19, false);
        }
        moved(&mut uut, false, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 20), None);
        moved(&mut uut, true, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn a_new_lowest_row_gives_all_resets_back() {
        let mut uut = spawned();
        moved(&mut uut, false, 5, true);
        for _ in 0..15 {
            moved(&mut uut, true, 5, true);
        }
        moved(&mut uut, false, 4, true);
        assert_eq!(ticks_to_lock(&mut uut, 29), None);
        moved(&mut uut, true, 4, true);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn in_the_air_the_count_stands_still() {
        let mut uut = spawned();
        moved(&mut uut, false, 5, true);
        for _ in 0..15 {
            moved(&mut uut, true, 5, true);
        }
        assert_eq!(ticks_to_lock(&mut uut, 12), None);
        moved(&mut uut, true, 6, false);
        assert_eq!(ticks_to_lock(&mut uut, 40), None);
        moved(&mut uut, false, 5, true);
        assert_eq!(ticks_to_lock(&mut uut, 40), Some(18));
    }
}
