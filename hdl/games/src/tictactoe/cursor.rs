//! Cursor: row and column of the selected cell, 0 to 2, without wrapping.
//!
//! **Interface**: moves are strobes, at most one in a clock. `moved` comes in the clock of the
//! move.
//!
//! **Latency**: one clock from a move to `selection`.
//!
//! **Source**: `docs/rules.md`, "States and buttons".

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The selection.
#[derive(LogicBlock, Module)]
pub struct Cursor {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the middle.
    pub reset: Signal<In, Bit>,
    /// Strobe: return to the middle.
    pub recentre: Signal<In, Bit>,
    /// Strobe: a column to the left.
    pub left: Signal<In, Bit>,
    /// Strobe: a column to the right.
    pub right: Signal<In, Bit>,
    /// Strobe: a row up.
    pub up: Signal<In, Bit>,
    /// Strobe: a row down.
    pub down: Signal<In, Bit>,
    /// Row (2 bits) and column (2 bits), row 0 at the top.
    pub selection: Signal<Out, Bits<4>>,
    /// Strobe: the cursor moves.
    #[default(false)]
    pub moved: Signal<Out, Bit>,
    #[reset(1, or = recentre)]
    row: DFF<Bits<2>>,
    #[reset(1, or = recentre)]
    column: DFF<Bits<2>>,
    row_bits: Signal<Local, Bits<4>>,
}

#[clocked]
impl Logic for Cursor {
    #[hdl_gen]
    fn update(&mut self) {
        self.row_bits.next = bit_cast::<4, 2>(self.row.q.val()) << 2;
        self.selection.next = self.row_bits.val() | bit_cast::<4, 2>(self.column.q.val());
        if self.left.val() & self.column.q.val().any() {
            self.column.d.next = self.column.q.val() - 1;
            self.moved.next = true;
        }
        if self.right.val() & !self.column.q.val().get_bit(1) {
            self.column.d.next = self.column.q.val() + 1;
            self.moved.next = true;
        }
        if self.up.val() & self.row.q.val().any() {
            self.row.d.next = self.row.q.val() - 1;
            self.moved.next = true;
        }
        if self.down.val() & !self.row.q.val().get_bit(1) {
            self.row.d.next = self.row.q.val() + 1;
            self.moved.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn it_walks_to_the_edges_and_stays_there() {
        let mut uut = Bench::new(Cursor::default());
        poke!(uut.recentre = true);
        tick!(uut);
        poke!(uut.recentre = false);
        let (mut row, mut column) = (1_i64, 1_i64);
        for moves in ["llrrrlrl", "uuuddddu", "lluurrrrddddl"] {
            for key in moves.chars() {
                poke!(uut.left = key == 'l');
                poke!(uut.right = key == 'r');
                poke!(uut.up = key == 'u');
                poke!(uut.down = key == 'd');
                let before = (row, column);
                match key {
                    'l' => column = (column - 1).max(0),
                    'r' => column = (column + 1).min(2),
                    'u' => row = (row - 1).max(0),
                    _ => row = (row + 1).min(2),
                }
                assert_eq!(peek!(uut.moved), before != (row, column));
                tick!(uut);
                assert_eq!(peek!(uut.selection), (4 * row + column) as u64);
            }
        }
    }
}
