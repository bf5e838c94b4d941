//! A full row: blinks for two ticks and then goes.
//!
//! ```text
//! tick      t        t+1       t+2
//! full  ____/~~~~~~~~~~~~~~~~~~\____     the row blinks
//! due   ______________/~~~~~~~~\____     the tick t+2 removes it
//! ```
//!
//! One row at a time: which one is decided when it starts to blink, and a deeper row that fills
//! meanwhile waits.
//!
//! **Interface**: `found` and `tick_done` are strobes, in that order or far apart, never together;
//! the outputs are registers.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The row that is going.
#[derive(LogicBlock, Module)]
pub struct RowCompletion {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; no row is full.
    pub reset: Signal<In, Bit>,
    /// Strobe: no row is full.
    pub clear: Signal<In, Bit>,
    /// Strobe: the board has made its step; a row that was due is gone.
    pub tick_done: Signal<In, Bit>,
    /// Strobe: `found_row` is full. Only the first one counts.
    pub found: Signal<In, Bit>,
    /// Which one.
    pub found_row: Signal<In, Bits<4>>,
    /// Level: `row` blinks.
    pub blinks: Signal<Out, Bit>,
    /// Level: the next step of the board removes `row`.
    pub due: Signal<Out, Bit>,
    /// The row.
    pub row: Signal<Out, Bits<4>>,
    #[reset(or = clear)]
    is_full: DFF<Bit>,
    #[reset(or = clear)]
    is_due: DFF<Bit>,
    #[reset(or = clear)]
    full_row: DFF<Bits<4>>,
}

#[clocked]
impl Logic for RowCompletion {
    #[hdl_gen]
    fn update(&mut self) {
        self.blinks.next = self.is_full.q.val();
        self.due.next = self.is_due.q.val();
        self.row.next = self.full_row.q.val();
        if self.found.val() & !self.is_full.q.val() {
            self.is_full.d.next = true;
            self.full_row.d.next = self.found_row.val();
        }
        if self.tick_done.val() {
            self.is_due.d.next = self.is_full.q.val() & !self.is_due.q.val();
            self.is_full.d.next = self.is_full.q.val() & !self.is_due.q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn none_full() -> Bench<RowCompletion> {
        Bench::new(RowCompletion::default())
    }

    fn find(uut: &mut Bench<RowCompletion>, row: u8) {
        poke!(uut.found = true);
        poke!(uut.found_row = row.to_bits());
        tick!(uut);
        poke!(uut.found = false);
    }

    fn finish_tick(uut: &mut Bench<RowCompletion>) -> (bool, bool, u8) {
        poke!(uut.tick_done = true);
        tick!(uut);
        poke!(uut.tick_done = false);
        (peek!(uut.blinks), peek!(uut.due), peek!(uut.row).to_u8())
    }

    #[test]
    fn a_row_blinks_for_two_ticks() {
        let mut uut = none_full();
        assert!(!finish_tick(&mut uut).0);
        find(&mut uut, 7);
        assert!(peek!(uut.blinks) && !peek!(uut.due));
        assert_eq!(finish_tick(&mut uut), (true, true, 7));
        assert!(!finish_tick(&mut uut).0);
        find(&mut uut, 6);
        assert_eq!(finish_tick(&mut uut), (true, true, 6));
    }

    #[test]
    fn a_row_that_fills_meanwhile_waits() {
        let mut uut = none_full();
        find(&mut uut, 7);
        find(&mut uut, 9);
        assert_eq!(finish_tick(&mut uut), (true, true, 7));
        find(&mut uut, 9);
        assert!(!finish_tick(&mut uut).0);
        find(&mut uut, 9);
        assert_eq!(finish_tick(&mut uut), (true, true, 9));
    }

    #[test]
    fn a_new_game_has_no_full_row() {
        for way in 0..2 {
            let mut uut = none_full();
            find(&mut uut, 7);
            finish_tick(&mut uut);
            poke!(uut.clear = way == 0);
            poke!(uut.reset = way == 1);
            tick!(uut);
            assert!(!peek!(uut.blinks) && !peek!(uut.due));
        }
    }
}
