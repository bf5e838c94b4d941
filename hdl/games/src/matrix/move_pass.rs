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

use super::{FALLING, FIXED, STEERED};
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
