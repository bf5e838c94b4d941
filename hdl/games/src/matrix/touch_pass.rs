//! First walk of a tick: finds the falling blocks that rest on a fixed cell.
//!
//! ```text
//! phase 0   read the cell below
//! phase 1   keep it, read the cell
//! phase 2   a falling cell above a fixed one: its block has touched
//! ```
//!
//! Two blocks can fall at a time; the id of a cell says to which of them it belongs.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct TouchPass {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no block has touched.
    pub reset: Signal<In, Bit>,
    /// Level: this walk goes on.
    pub is_active: Signal<In, Bit>,
    /// Phase of the cell.
    pub phase: Signal<In, Bits<2>>,
    /// The cell that was read is fixed.
    pub is_fixed: Signal<In, Bit>,
    /// The cell that was read falls.
    pub is_falling: Signal<In, Bit>,
    /// Id of the cell that was read.
    pub id: Signal<In, Bit>,
    /// Strobe: the tick is over.
    pub tick_done: Signal<In, Bit>,
    /// The address is that of the cell below.
    pub looks_below: Signal<Out, Bit>,
    /// The block `id` has touched.
    pub has_touched: Signal<Out, Bit>,
    is_fixed_below: DFF<Bit>,
    #[reset(or = tick_done)]
    even_has_touched: DFF<Bit>,
    #[reset(or = tick_done)]
    odd_has_touched: DFF<Bit>,
    touches: Signal<Local, Bit>,
    #[value(0)]
    read_below: Constant<Bits<2>>,
    #[value(1)]
    read_cell: Constant<Bits<2>>,
    #[value(2)]
    judge: Constant<Bits<2>>,
}

#[clocked]
impl Logic for TouchPass {
    #[hdl_gen]
    fn update(&mut self) {
        self.looks_below.next = self.is_active.val() & (self.phase.val() == self.read_below.val());
        self.has_touched.next = self.even_has_touched.q.val();
        if self.id.val() {
            self.has_touched.next = self.odd_has_touched.q.val();
        }
        if self.is_active.val() & (self.phase.val() == self.read_cell.val()) {
            self.is_fixed_below.d.next = self.is_fixed.val();
        }
        self.touches.next = self.is_active.val()
            & (self.phase.val() == self.judge.val())
            & self.is_falling.val()
            & self.is_fixed_below.q.val();
        if self.touches.val() & self.id.val() {
            self.odd_has_touched.d.next = true;
        }
        if self.touches.val() & !self.id.val() {
            self.even_has_touched.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A falling cell of a block above a cell.
    fn cell(uut: &mut Bench<TouchPass>, id: bool, is_fixed_below: bool) {
        poke!(uut.is_active = true);
        poke!(uut.phase = 0.into());
        assert!(peek!(uut.looks_below));
        tick!(uut);
        poke!(uut.phase = 1.into());
        poke!(uut.is_fixed = is_fixed_below);
        assert!(!peek!(uut.looks_below));
        tick!(uut);
        poke!(uut.phase = 2.into());
        poke!(uut.is_fixed = false);
        poke!(uut.is_falling = true);
        poke!(uut.id = id);
        tick!(uut);
        poke!(uut.is_falling = false);
        poke!(uut.is_active = false);
    }

    #[test]
    fn a_block_touches_with_one_cell_and_the_other_does_not() {
        let mut uut = Bench::new(TouchPass::default());
        cell(&mut uut, true, false);
        assert!(!peek!(uut.has_touched));
        cell(&mut uut, true, true);
        cell(&mut uut, true, false);
        assert!(peek!(uut.has_touched));
        poke!(uut.id = false);
        assert!(!peek!(uut.has_touched));
        poke!(uut.id = true);
        poke!(uut.tick_done = true);
        tick!(uut);
        assert!(!peek!(uut.has_touched));
    }
}
