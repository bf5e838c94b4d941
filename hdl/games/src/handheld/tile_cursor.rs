//! Row and column of the tile at work: row by row from the top left.
//!
//! **Interface**: `restart` and `advance` are strobes. After the last tile the cursor is at the
//! first.

use super::screens;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The cursor.
#[derive(LogicBlock, Module)]
pub struct TileCursor {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: go to the first tile.
    pub restart: Signal<In, Bit>,
    /// Strobe: go to the next tile.
    pub advance: Signal<In, Bit>,
    /// Row of the tile.
    pub row: Signal<Out, Bits<4>>,
    /// Column of the tile.
    pub column: Signal<Out, Bits<5>>,
    /// Address of the tile: {row, column}.
    pub tile: Signal<Out, Bits<9>>,
    /// The tile is the last one.
    pub is_last: Signal<Out, Bit>,
    row_now: DFF<Bits<4>>,
    column_now: DFF<Bits<5>>,
    ends_row: Signal<Local, Bit>,
    #[value(screens::COLUMNS as u64 - 1)]
    last_column: Constant<Bits<5>>,
}

#[clocked]
impl Logic for TileCursor {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.row_now.q.val();
        self.column.next = self.column_now.q.val();
        self.tile.next = (bit_cast::<9, 4>(self.row_now.q.val()) << 5)
            | bit_cast::<9, 5>(self.column_now.q.val());
        self.ends_row.next = self.column_now.q.val() == self.last_column.val();
        self.is_last.next = self.ends_row.val() & self.row_now.q.val().all();
        if self.advance.val() {
            self.column_now.d.next = self.column_now.q.val() + 1;
            if self.ends_row.val() {
                self.column_now.d.next = 0.into();
                self.row_now.d.next = self.row_now.q.val() + 1;
            }
        }
        if self.restart.val() {
            self.row_now.d.next = 0.into();
            self.column_now.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn every_tile_is_visited_row_by_row() {
        let mut uut = Bench::new(TileCursor::default());
        poke!(uut.advance = true);
        for row in 0..screens::ROWS {
            for column in 0..screens::COLUMNS {
                assert_eq!(peek!(uut.tile), (row << 5 | column) as u64);
                let is_last = row == screens::ROWS - 1 && column == screens::COLUMNS - 1;
                assert_eq!(peek!(uut.is_last), is_last);
                tick!(uut);
            }
        }
        assert_eq!(peek!(uut.tile), 0u64);
    }
}
