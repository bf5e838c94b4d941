//! Third walk of a tick: looks for full rows and for cells in the construction zone.
//!
//! ```text
//! phase 0   read the cell
//! phase 1   judge it
//! ```

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct ScanPass {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: the walk is about to begin.
    pub begins: Signal<In, Bit>,
    /// Level: this walk goes on.
    pub is_active: Signal<In, Bit>,
    /// Phase of the cell.
    pub phase: Signal<In, Bits<2>>,
    /// The cell is the last of its row.
    pub is_row_end: Signal<In, Bit>,
    /// The cell that was read is fixed.
    pub is_fixed: Signal<In, Bit>,
    /// The cell that was read is red.
    pub is_red: Signal<In, Bit>,
    /// Strobe: the row is full.
    #[default(false)]
    pub found: Signal<Out, Bit>,
    /// Level: the construction zone is empty.
    pub zone_is_empty: Signal<Out, Bit>,
    /// All cells of the row so far are fixed.
    row_is_full: DFF<Bit>,
    /// No cell so far is red.
    no_red: DFF<Bit>,
}

#[clocked]
impl Logic for ScanPass {
    #[hdl_gen]
    fn update(&mut self) {
        self.zone_is_empty.next = self.no_red.q.val();
        if self.is_active.val() & (self.phase.val() == 1) {
            if !self.is_fixed.val() {
                self.row_is_full.d.next = false;
            }
            if self.is_red.val() {
                self.no_red.d.next = false;
            }
            if self.is_row_end.val() {
                self.found.next = self.row_is_full.q.val() & self.is_fixed.val();
                self.row_is_full.d.next = true;
            }
        }
        if self.begins.val() {
            self.row_is_full.d.next = true;
            self.no_red.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// True if a row of such cells is found full.
    fn row(uut: &mut Bench<ScanPass>, fixed: &[bool]) -> bool {
        let mut found = false;
        for (cell, is_fixed) in fixed.iter().enumerate() {
            poke!(uut.is_active = true);
            poke!(uut.phase = 0.into());
            tick!(uut);
            poke!(uut.phase = 1.into());
            poke!(uut.is_fixed = *is_fixed);
            poke!(uut.is_row_end = cell + 1 == fixed.len());
            found |= peek!(uut.found);
            tick!(uut);
        }
        found
    }

    #[test]
    fn only_rows_of_fixed_cells_are_full() {
        let mut uut = Bench::new(ScanPass::default());
        poke!(uut.begins = true);
        tick!(uut);
        poke!(uut.begins = false);
        for (cells, is_full) in [
            ([true; 3], true),
            ([true, false, true], false),
            ([true, true, false], false),
            ([true; 3], true),
        ] {
            assert_eq!(row(&mut uut, &cells), is_full);
        }
        assert!(peek!(uut.zone_is_empty));
        poke!(uut.is_red = true);
        row(&mut uut, &[false]);
        assert!(!peek!(uut.zone_is_empty));
    }
}
