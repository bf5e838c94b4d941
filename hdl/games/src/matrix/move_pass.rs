//! Second walk of a tick: fixes blocks, moves the others down, and removes a row that is due.
//!
//! ```text
//! phase 0   read the cell
//! phase 1   clear or fix it, keep what moves
//! phase 2   write what moves to the cell below
//! ```
//!
//! A row that is due is removed, and everything above it moves down with it: blocks that have
//! touched, too, which are not fixed on such a tick. Cells that can still be steered stay. A block
//! that has touched but cannot leave the construction zone fills the board.

use super::cells::{FALLING, FIXED, STEERED};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct MovePass {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: this walk goes on.
    pub is_active: Signal<In, Bit>,
    /// Phase of the cell.
    pub phase: Signal<In, Bits<2>>,
    /// Row of the cell.
    pub row: Signal<In, Bits<4>>,
    /// The cell is the last of its row.
    pub is_row_end: Signal<In, Bit>,
    /// The clock is the last of the walk.
    pub is_done: Signal<In, Bit>,
    /// The cell that was read.
    pub found_cell: Signal<In, Bits<3>>,
    /// It is red.
    pub is_red: Signal<In, Bit>,
    /// It falls.
    pub is_falling: Signal<In, Bit>,
    /// Level: red cells can be steered.
    pub is_steered: Signal<In, Bit>,
    /// The block of the cell has touched.
    pub has_touched: Signal<In, Bit>,
    /// Level: a row is due.
    pub due: Signal<In, Bit>,
    /// That row.
    pub due_row: Signal<In, Bits<4>>,
    /// Strobe: the tick is over.
    pub tick_done: Signal<In, Bit>,
    /// The address is that of the cell below.
    pub looks_below: Signal<Out, Bit>,
    /// Write `new_cell`.
    #[default(false)]
    pub write: Signal<Out, Bit>,
    /// The new cell.
    #[default(0)]
    pub new_cell: Signal<Out, Bits<3>>,
    /// Level: a cell was fixed in this tick, and no row was removed.
    pub has_locked: Signal<Out, Bit>,
    /// Level: the board is full.
    pub board_is_full: Signal<Out, Bit>,
    /// The walk has passed the row that is due.
    is_above: DFF<Bit>,
    /// The cell that moves down, or 0.
    carried: DFF<Bits<3>>,
    #[reset(or = tick_done)]
    locked: DFF<Bit>,
    #[reset(or = tick_done)]
    is_full: DFF<Bit>,
    is_forced: Signal<Local, Bit>,
    is_due_row: Signal<Local, Bit>,
    is_first: Signal<Local, Bit>,
    is_second: Signal<Local, Bit>,
    #[value(STEERED)]
    steered: Constant<Bits<2>>,
    #[value(STEERED ^ FALLING)]
    from_steered_to_falling: Constant<Bits<3>>,
    #[value(FIXED)]
    fixed_cell: Constant<Bits<3>>,
}

#[clocked]
impl Logic for MovePass {
    #[hdl_gen]
    fn update(&mut self) {
        self.has_locked.next = self.locked.q.val();
        self.board_is_full.next = self.is_full.q.val();
        self.is_first.next = self.is_active.val() & (self.phase.val() == 1);
        self.is_second.next = self.is_active.val() & (self.phase.val() == 2);
        self.looks_below.next = self.is_second.val();
        self.is_forced.next = self.due.val() & self.is_above.q.val();
        self.is_due_row.next = self.due.val() & (self.row.val() == self.due_row.val());
        if self.is_first.val() {
            self.carried.d.next = 0.into();
            if self.is_forced.val() | self.is_due_row.val() {
                if !(self.is_red.val() & self.is_steered.val()) {
                    self.write.next = true;
                    if self.is_forced.val() {
                        self.carried.d.next = self.found_cell.val();
                    }
                }
            } else if self.is_falling.val() {
                if !self.has_touched.val() {
                    self.write.next = true;
                    self.carried.d.next = self.found_cell.val();
                } else if self.is_red.val() {
                    self.is_full.d.next = true;
                } else {
                    self.write.next = true;
                    self.new_cell.next = self.fixed_cell.val();
                    self.locked.d.next = true;
                }
            }
        }
        if self.is_second.val() {
            self.write.next = self.carried.q.val().get_bits::<2>(0).any();
            self.new_cell.next = self.carried.q.val();
            // Out of the lowest row of the construction zone, red becomes yellow.
            if (self.carried.q.val().get_bits::<2>(0) == self.steered.val())
                & self.row.val().get_bit(1)
            {
                self.new_cell.next = self.carried.q.val() ^ self.from_steered_to_falling.val();
            }
            if self.is_row_end.val() & self.is_due_row.val() {
                self.is_above.d.next = true;
            }
        }
        if self.is_active.val() & self.is_done.val() {
            self.is_above.d.next = false;
            if self.due.val() {
                self.locked.d.next = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A cell as the walk finds it.
    #[derive(Clone, Copy, Default)]
    struct Cell {
        code: u8,
        row: u8,
        is_red: bool,
        is_falling: bool,
        has_touched: bool,
        is_row_end: bool,
    }

    /// Visits a cell. Returns what is written in its place and to the cell below.
    fn visit(uut: &mut Bench<MovePass>, cell: Cell) -> [Option<u64>; 2] {
        poke!(uut.is_active = true);
        poke!(uut.row = cell.row.to_bits());
        poke!(uut.found_cell = cell.code.to_bits());
        poke!(uut.is_red = cell.is_red);
        poke!(uut.is_falling = cell.is_falling);
        poke!(uut.has_touched = cell.has_touched);
        poke!(uut.is_row_end = cell.is_row_end);
        [0u8, 1, 2].map(|phase| {
            poke!(uut.phase = phase.to_bits());
            assert_eq!(peek!(uut.looks_below), phase == 2);
            let written = peek!(uut.write).then(|| peek!(uut.new_cell).into());
            tick!(uut);
            written
        })[1..]
            .try_into()
            .expect("two of three phases")
    }

    fn falling(row: u8) -> Cell {
        Cell {
            code: FALLING,
            row,
            is_falling: true,
            ..Cell::default()
        }
    }

    #[test]
    fn a_falling_cell_moves_to_the_cell_below() {
        let mut uut = Bench::new(MovePass::default());
        let moved = [Some(0), Some(u64::from(FALLING))];
        assert_eq!(visit(&mut uut, falling(5)), moved);
        let fixed = Cell {
            code: FIXED,
            row: 5,
            ..Cell::default()
        };
        assert_eq!(visit(&mut uut, fixed), [None, None]);
        assert!(!peek!(uut.has_locked));
    }

    #[test]
    fn a_cell_that_has_touched_is_fixed_until_the_end_of_the_tick() {
        let mut uut = Bench::new(MovePass::default());
        let mut cell = falling(5);
        cell.has_touched = true;
        assert_eq!(visit(&mut uut, cell), [Some(u64::from(FIXED)), None]);
        assert!(peek!(uut.has_locked) && !peek!(uut.board_is_full));
        poke!(uut.tick_done = true);
        tick!(uut);
        assert!(!peek!(uut.has_locked));
    }

    #[test]
    fn a_red_cell_that_has_touched_fills_the_board() {
        let mut uut = Bench::new(MovePass::default());
        let mut cell = falling(1);
        cell.has_touched = true;
        cell.is_red = true;
        assert_eq!(visit(&mut uut, cell), [None, None]);
        assert!(peek!(uut.board_is_full) && !peek!(uut.has_locked));
    }

    #[test]
    fn a_steered_cell_becomes_yellow_when_it_leaves_the_construction_zone() {
        for (row, code) in [(1, STEERED), (2, FALLING)] {
            let mut uut = Bench::new(MovePass::default());
            let mut cell = falling(row);
            cell.code = STEERED;
            cell.is_red = true;
            let moved = [Some(0), Some(u64::from(code))];
            assert_eq!(visit(&mut uut, cell), moved, "row {row}");
        }
    }

    #[test]
    fn a_row_that_is_due_is_removed_and_all_above_it_moves_down() {
        let mut uut = Bench::new(MovePass::default());
        poke!(uut.due = true);
        poke!(uut.due_row = 7u8.to_bits());
        let cell = |row: u8| Cell {
            code: FIXED,
            row,
            is_row_end: true,
            ..Cell::default()
        };
        // The walk visits the lowest row first, which has the highest number.
        assert_eq!(visit(&mut uut, cell(8)), [None, None]);
        assert_eq!(visit(&mut uut, cell(7)), [Some(0), None]);
        assert_eq!(visit(&mut uut, cell(6)), [Some(0), Some(u64::from(FIXED))]);
        let mut touched = falling(5);
        touched.has_touched = true;
        assert_eq!(
            visit(&mut uut, touched),
            [Some(0), Some(u64::from(FALLING))]
        );
        poke!(uut.is_done = true);
        tick!(uut);
        poke!(uut.is_done = false);
        poke!(uut.due = false);
        assert_eq!(visit(&mut uut, cell(6)), [None, None], "the next walk");
    }

    #[test]
    fn cells_that_can_be_steered_stay_above_a_row_that_is_removed() {
        let mut uut = Bench::new(MovePass::default());
        poke!(uut.due = true);
        poke!(uut.due_row = 7u8.to_bits());
        poke!(uut.is_steered = true);
        let cell = Cell {
            code: STEERED,
            row: 7,
            is_red: true,
            ..Cell::default()
        };
        assert_eq!(visit(&mut uut, cell), [None, None]);
    }
}
