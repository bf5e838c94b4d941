//! Walk over the cells of the board: from right to left, from the lowest row to the highest.
//!
//! Each cell takes `last_phase` + 1 clocks. After the last cell the walk returns to the lowest row.
//!
//! **Interface**: `walks` is a level; while it is low the walk stands. `to_row` is a strobe that
//! sets the row. `is_done` is high in the last clock of the last cell.

use super::cells::{COLUMNS, ROWS};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct BoardWalk {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: to the first cell.
    pub reset: Signal<In, Bit>,
    /// Level: go on.
    pub walks: Signal<In, Bit>,
    /// Number of the last phase of each cell.
    pub last_phase: Signal<In, Bits<2>>,
    /// Strobe: go to the last column of `first_row`.
    pub to_row: Signal<In, Bit>,
    /// Row for `to_row`.
    pub first_row: Signal<In, Bits<4>>,
    /// Row of the cell, 0 at the top.
    pub row: Signal<Out, Bits<4>>,
    /// Column of the cell, 0 at the left.
    pub column: Signal<Out, Bits<3>>,
    /// Phase of the cell.
    pub phase: Signal<Out, Bits<2>>,
    /// The cell is the last of its row.
    pub is_row_end: Signal<Out, Bit>,
    /// The cell is the last one.
    pub is_last: Signal<Out, Bit>,
    /// The clock is the last of the walk.
    pub is_done: Signal<Out, Bit>,
    #[reset(self.last_row.val())]
    row_now: DFF<Bits<4>>,
    #[reset(self.last_column.val())]
    column_now: DFF<Bits<3>>,
    phase_now: DFF<Bits<2>>,
    ends_cell: Signal<Local, Bit>,
    ends_row: Signal<Local, Bit>,
    ends_board: Signal<Local, Bit>,
    #[value(ROWS - 1)]
    last_row: Constant<Bits<4>>,
    #[value(COLUMNS - 1)]
    last_column: Constant<Bits<3>>,
}

#[clocked]
impl Logic for BoardWalk {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.row_now.q.val();
        self.column.next = self.column_now.q.val();
        self.phase.next = self.phase_now.q.val();
        self.ends_cell.next = self.walks.val() & (self.phase_now.q.val() == self.last_phase.val());
        self.ends_row.next = !self.column_now.q.val().any();
        self.ends_board.next = self.ends_row.val() & !self.row_now.q.val().any();
        self.is_row_end.next = self.ends_row.val();
        self.is_last.next = self.ends_board.val();
        self.is_done.next = self.ends_cell.val() & self.ends_board.val();
        if self.walks.val() {
            self.phase_now.d.next = self.phase_now.q.val() + 1;
        }
        if self.ends_cell.val() {
            self.phase_now.d.next = 0.into();
            self.column_now.d.next = self.column_now.q.val() - 1;
            if self.ends_row.val() {
                self.column_now.d.next = self.last_column.val();
                self.row_now.d.next = self.row_now.q.val() - 1;
            }
            if self.ends_board.val() {
                self.row_now.d.next = self.last_row.val();
            }
        }
        if self.to_row.val() {
            self.row_now.d.next = self.first_row.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The cells of a walk, as {row, column}.
    fn walk(uut: &mut Bench<BoardWalk>) -> Vec<(u8, u8)> {
        let mut cells = vec![];
        poke!(uut.walks = true);
        loop {
            let is_done = peek!(uut.is_done);
            if peek!(uut.phase).to_u8() == 0 {
                cells.push((peek!(uut.row).to_u8(), peek!(uut.column).to_u8()));
            }
            tick!(uut);
            if is_done {
                break cells;
            }
        }
    }

    #[test]
    fn every_cell_is_visited_once_from_below() {
        let mut uut = Bench::new(BoardWalk::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        let rows = |rows: u8| {
            let columns = |row| (0..COLUMNS as u8).rev().map(move |column| (row, column));
            (0..rows).rev().flat_map(columns).collect::<Vec<_>>()
        };
        for last_phase in 0..3u64 {
            poke!(uut.last_phase = last_phase.to_bits());
            assert_eq!(walk(&mut uut), rows(ROWS as u8));
        }
        poke!(uut.walks = false);
        poke!(uut.first_row = 2.into());
        poke!(uut.to_row = true);
        tick!(uut);
        poke!(uut.to_row = false);
        assert_eq!(walk(&mut uut), rows(3));
    }
}
