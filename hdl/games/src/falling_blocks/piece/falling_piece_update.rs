//! The falling piece: where it is, whether a move is legal, where it would land.
//!
//! One table and one adder do all the work. The table holds the cells of every shape in every
//! rotation, the corners of the T-spin test, and the offset of every shift and kick. An operation
//! copies the piece to a trial position, adds an offset, and walks the four cells of the trial
//! over the board, three cycles a cell; nothing in its way makes it the new piece. A turn goes
//! through its five kick tests until one fits. After a shift, a turn or a spawn the same walk
//! runs downwards to find the row of the ghost, so `grounded` is one comparison.
//!
//! **Shape**: x is the column of the left edge of the piece's box (5 bits, two's complement: -2 at
//! the left wall), y the row of its lower edge (6 bits, two's complement). Rows up to 31 are
//! legal; the board never has a cell above row 23, so higher rows read as empty.
//!
//! **Latency**: 16 cycles for a step down, at most about 420 for a turn with five kicks and a ghost
//! at the bottom. `start` is taken only while `busy` is
//! low, and all outputs are valid when it is low again.

use super::pieces;
use super::rule_tables::{TEST_DOWN, TEST_LEFT, TEST_RIGHT};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Bits of state that the players exchange.
pub(in crate::falling_blocks) const STATE_LENGTH: u64 = 30;

/// What the piece is told to do. The codes of shifts and turns are those of the key actions.
pub mod operation {
    /// One row down.
    pub const DOWN: u8 = 0;
    /// One column to the left.
    pub const LEFT: u8 = 1;
    /// One column to the right.
    pub const RIGHT: u8 = 2;
    /// Appear at the top with the shape at `spawn_shape`.
    pub const SPAWN: u8 = 3;
    /// Turn clockwise.
    pub const TURN_CLOCKWISE: u8 = 4;
    /// Turn counter-clockwise.
    pub const TURN_COUNTER_CLOCKWISE: u8 = 5;
    /// Write the four cells to the board.
    pub const STAMP: u8 = 6;
    /// Report which corners of the box are occupied, in `corners`.
    pub const CORNERS: u8 = 7;
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    LookUpOffset,
    AddOffset,
    LookUpCell,
    ReadCell,
    CheckCell,
    Judge,
}

/// Moves, turns and drops the falling piece.
#[derive(LogicBlock, Module)]
pub struct FallingPieceUpdate {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin `operation`.
    pub start: Signal<In, Bit>,
    /// One of [`operation`].
    pub operation: Signal<In, Bits<3>>,
    /// Shape that a spawn brings in, 1 to 7.
    pub spawn_shape: Signal<In, Bits<3>>,
    /// The board's cell at the `board_address` of the cycle before; 0 is empty.
    pub board_cell: Signal<In, Bits<5>>,
    /// Row (5 bits) and column (4 bits) of the cell being looked at.
    pub board_address: Signal<Out, Bits<9>>,
    /// What to look up in the table of places, see [`RuleTables`](super::rule_tables::RuleTables).
    pub table_address: Signal<Out, Bits<8>>,
    /// {dy, dx} there, one cycle later.
    pub place: Signal<In, Bits<6>>,
    /// Strobe: write `shape` to `board_address`.
    #[default(false)]
    pub stamp: Signal<Out, Bit>,
    /// Level: an operation is running.
    #[default(true)]
    pub busy: Signal<Out, Bit>,
    /// Level while not `busy`: the last shift, turn, step or spawn was legal.
    pub accepted: Signal<Out, Bit>,
    /// Kick test that made the last turn fit, 0 to 4.
    pub kick: Signal<Out, Bits<3>>,
    /// Occupied corners: bits 0 and 1 beside the pointing cell of a T, 2 and 3 behind.
    pub corners: Signal<Out, Bits<4>>,
    /// Shape, 1 to 7.
    pub shape: Signal<Out, Bits<3>>,
    /// Rotation: 0, R = 1, 2, L = 3.
    pub rotation: Signal<Out, Bits<2>>,
    /// Column of the box's left edge.
    pub x: Signal<Out, Bits<5>>,
    /// Row of the box's lower edge.
    pub y: Signal<Out, Bits<6>>,
    /// `y` of the ghost: the lowest legal row below the piece.
    pub ghost_y: Signal<Out, Bits<6>>,
    /// Row of the piece's lowest cell.
    pub lowest_row: Signal<Out, Bits<5>>,
    /// Level while not `busy`: the piece cannot move down.
    pub grounded: Signal<Out, Bit>,
    /// Level: exchange the players' states.
    pub swap: Signal<In, Bit>,
    /// The chain enters here.
    pub chain_in: Signal<In, Bit>,
    /// The chain leaves here.
    pub chain_out: Signal<Out, Bit>,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    running: DFF<Bits<3>>,
    seeking_ghost: DFF<Bit>,
    accepted_now: DFF<Bit>,
    test: DFF<Bits<3>>,
    fitting_test: DFF<Bits<3>>,
    index: DFF<Bits<2>>,
    outside: DFF<Bit>,
    hits: DFF<Bits<4>>,
    shape_now: DFF<Bits<3>>,
    x_now: DFF<Bits<5>>,
    y_now: DFF<Bits<6>>,
    rotation_now: DFF<Bits<2>>,
    ghost_row: DFF<Bits<6>>,
    lowest: DFF<Bits<5>>,
    trial_x: DFF<Bits<5>>,
    trial_y: DFF<Bits<6>>,
    trial_rotation: DFF<Bits<2>>,
    trial_lowest: DFF<Bits<5>>,
    is_turn: Signal<Local, Bit>,
    is_walk: Signal<Local, Bit>,
    is_corners: Signal<Local, Bit>,
    is_i: Signal<Local, Bit>,
    shape_or_corners: Signal<Local, Bits<3>>,
    sum_x: Signal<Local, Bits<5>>,
    sum_y: Signal<Local, Bits<6>>,
    next_test: Signal<Local, Bits<3>>,
    next_index: Signal<Local, Bits<2>>,
    next_rotation: Signal<Local, Bits<2>>,
    offset_address: Signal<Local, Bits<8>>,
    cell_address: Signal<Local, Bits<8>>,
    occupied: Signal<Local, Bit>,
    dx: Signal<Local, Bits<5>>,
    dy: Signal<Local, Bits<6>>,
    spawn_x: Constant<Bits<5>>,
    spawn_y: Constant<Bits<6>>,
    spawn_y_of_i: Constant<Bits<6>>,
    #[value(pieces::I)]
    shape_i: Constant<Bits<3>>,
    #[value(TEST_DOWN)]
    test_down: Constant<Bits<3>>,
    #[value(TEST_LEFT)]
    test_left: Constant<Bits<3>>,
    #[value(TEST_RIGHT)]
    test_right: Constant<Bits<3>>,
    #[value(4)]
    last_kick: Constant<Bits<3>>,
}

impl FallingPieceUpdate {
    /// Pieces that appear above so many visible rows.
    pub fn new(visible_rows: u8) -> Self {
        let (spawn_x, spawn_y) = pieces::spawn(pieces::T, visible_rows);
        let (_, spawn_y_of_i) = pieces::spawn(pieces::I, visible_rows);
        construct!(FallingPieceUpdate {
            spawn_x: Constant::new((spawn_x as u64).to_bits()),
            spawn_y: Constant::new((spawn_y as u64).to_bits()),
            spawn_y_of_i: Constant::new((spawn_y_of_i as u64).to_bits()),
        })
    }
}

#[clocked]
impl Logic for FallingPieceUpdate {
    #[hdl_gen]
    fn update(&mut self) {
        self.accepted.next = self.accepted_now.q.val();
        self.kick.next = self.fitting_test.q.val();
        self.corners.next = self.hits.q.val();
        self.shape.next = self.shape_now.q.val();
        self.rotation.next = self.rotation_now.q.val();
        self.x.next = self.x_now.q.val();
        self.y.next = self.y_now.q.val();
        self.ghost_y.next = self.ghost_row.q.val();
        self.lowest_row.next = self.lowest.q.val();
        self.grounded.next = self.ghost_row.q.val() == self.y_now.q.val();
        self.is_turn.next = self.running.q.val().get_bit(2);
        self.is_walk.next = self.running.q.val().get_bit(2) & self.running.q.val().get_bit(1);
        self.is_corners.next = self.is_walk.val() & self.running.q.val().get_bit(0);
        self.is_i.next = self.shape_now.q.val() == self.shape_i.val();
        // With their signs.
        self.dx.next = bit_cast::<5, 3>(self.place.val().get_bits::<3>(0));
        if self.place.val().get_bit(2) {
            self.dx.next = bit_cast::<5, 3>(self.place.val().get_bits::<3>(0)) | 0x18;
        }
        self.dy.next = bit_cast::<6, 3>(self.place.val().get_bits::<3>(3));
        if self.place.val().get_bit(5) {
            self.dy.next = bit_cast::<6, 3>(self.place.val().get_bits::<3>(3)) | 0x38;
        }
        self.sum_x.next = self.trial_x.q.val() + self.dx.val();
        self.sum_y.next = self.trial_y.q.val() + self.dy.val();
        self.next_test.next = self.test.q.val() + 1;
        self.next_index.next = self.index.q.val() + 1;
        self.next_rotation.next = self.rotation_now.q.val() + 1;
        if self.operation.val().get_bit(0) {
            self.next_rotation.next = self.rotation_now.q.val() - 1;
        }
        self.shape_or_corners.next = self.shape_now.q.val();
        if self.is_corners.val() {
            self.shape_or_corners.next = 0.into();
        }
        // The table is asked for an offset or for a cell; which one, the step says.
        self.offset_address.next = (bit_cast::<8, 1>(self.is_i.val().into()) << 6)
            | (bit_cast::<8, 2>(self.rotation_now.q.val()) << 4)
            | (bit_cast::<8, 1>(self.running.q.val().get_bits::<1>(0)) << 3)
            | bit_cast::<8, 3>(self.test.q.val());
        self.cell_address.next = (bit_cast::<8, 3>(self.shape_or_corners.val()) << 4)
            | (bit_cast::<8, 2>(self.trial_rotation.q.val()) << 2)
            | bit_cast::<8, 2>(self.index.q.val());
        self.table_address.next = self.cell_address.val();
        self.board_address.next = (bit_cast::<9, 5>(self.sum_y.val().get_bits::<5>(0)) << 4)
            | bit_cast::<9, 4>(self.sum_x.val().get_bits::<4>(0));
        // A column left of the wall wraps to 30 or 31, 10 to 15 are right of it; a row below the floor has the sign bit set. A comparison would cost a carry
        // chain.
        self.outside.d.next = self.sum_x.val().get_bit(4)
            | (self.sum_x.val().get_bit(3) & self.sum_x.val().get_bits::<2>(1).any())
            | self.sum_y.val().get_bit(5);
        self.occupied.next = self.outside.q.val() | self.board_cell.val().any();
        match self.step.q.val() {
            Step::Idle => {
                self.busy.next = false;
                if self.start.val() {
                    self.running.d.next = self.operation.val();
                    self.seeking_ghost.d.next = false;
                    self.accepted_now.d.next = false;
                    self.index.d.next = 0.into();
                    self.trial_x.d.next = self.x_now.q.val();
                    self.trial_y.d.next = self.y_now.q.val();
                    self.trial_rotation.d.next = self.rotation_now.q.val();
                    self.step.d.next = Step::LookUpOffset;
                    if self.operation.val().get_bit(2) {
                        self.test.d.next = 0.into();
                        if self.operation.val().get_bit(1) {
                            self.step.d.next = Step::LookUpCell;
                        } else {
                            self.trial_rotation.d.next = self.next_rotation.val();
                        }
                    } else if self.operation.val().get_bits::<2>(0) == 3 {
                        self.shape_now.d.next = self.spawn_shape.val();
                        self.trial_x.d.next = self.spawn_x.val();
                        self.trial_y.d.next = self.spawn_y.val();
                        if self.spawn_shape.val() == self.shape_i.val() {
                            self.trial_y.d.next = self.spawn_y_of_i.val();
                        }
                        self.trial_rotation.d.next = 0.into();
                        self.step.d.next = Step::LookUpCell;
                    } else if self.operation.val().get_bit(0) {
                        self.test.d.next = self.test_left.val();
                    } else if self.operation.val().get_bit(1) {
                        self.test.d.next = self.test_right.val();
                    } else {
                        self.test.d.next = self.test_down.val();
                    }
                }
            }
            Step::LookUpOffset => {
                self.table_address.next = self.offset_address.val() | 0x80;
                self.step.d.next = Step::AddOffset;
            }
            Step::AddOffset => {
                self.trial_x.d.next = self.sum_x.val();
                self.trial_y.d.next = self.sum_y.val();
                self.step.d.next = Step::LookUpCell;
            }
            Step::LookUpCell => {
                self.step.d.next = Step::ReadCell;
            }
            Step::ReadCell => {
                self.stamp.next = self.is_walk.val() & !self.is_corners.val();
                if self.index.q.val() == 0 {
                    self.trial_lowest.d.next = self.sum_y.val().get_bits::<5>(0);
                }
                self.step.d.next = Step::CheckCell;
            }
            Step::CheckCell => {
                self.hits.d.next =
                    (self.hits.q.val() >> 1) | (bit_cast::<4, 1>(self.occupied.val().into()) << 3);
                self.index.d.next = self.next_index.val();
                self.step.d.next = Step::LookUpCell;
                if self.index.q.val() == 3 {
                    self.step.d.next = Step::Judge;
                }
            }
            Step::Judge => {
                self.step.d.next = Step::LookUpOffset;
                if self.is_walk.val() {
                    self.step.d.next = Step::Idle;
                } else if !self.hits.q.val().any() {
                    if !self.running.q.val().any() {
                        self.step.d.next = Step::Idle;
                    } else {
                        self.ghost_row.d.next = self.trial_y.q.val();
                    }
                    if !self.seeking_ghost.q.val() {
                        self.x_now.d.next = self.trial_x.q.val();
                        self.y_now.d.next = self.trial_y.q.val();
                        self.rotation_now.d.next = self.trial_rotation.q.val();
                        self.lowest.d.next = self.trial_lowest.q.val();
                        self.fitting_test.d.next = self.test.q.val();
                        self.accepted_now.d.next = true;
                    }
                    self.seeking_ghost.d.next = true;
                    self.test.d.next = self.test_down.val();
                } else if self.seeking_ghost.q.val()
                    | !self.is_turn.val()
                    | (self.test.q.val() == self.last_kick.val())
                {
                    self.step.d.next = Step::Idle;
                } else {
                    self.trial_x.d.next = self.x_now.q.val();
                    self.trial_y.d.next = self.y_now.q.val();
                    self.test.d.next = self.next_test.val();
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        self.chain_out.next = self.fitting_test.q.val().get_bit(2);
        if self.swap.val() {
            self.shape_now.d.next =
                (self.shape_now.q.val() << 1) | bit_cast::<3, 1>(self.chain_in.val().into());
            self.x_now.d.next = (self.x_now.q.val() << 1)
                | bit_cast::<5, 1>(self.shape_now.q.val().get_bits::<1>(2));
            self.y_now.d.next =
                (self.y_now.q.val() << 1) | bit_cast::<6, 1>(self.x_now.q.val().get_bits::<1>(4));
            self.rotation_now.d.next = (self.rotation_now.q.val() << 1)
                | bit_cast::<2, 1>(self.y_now.q.val().get_bits::<1>(5));
            self.ghost_row.d.next = (self.ghost_row.q.val() << 1)
                | bit_cast::<6, 1>(self.rotation_now.q.val().get_bits::<1>(1));
            self.lowest.d.next = (self.lowest.q.val() << 1)
                | bit_cast::<5, 1>(self.ghost_row.q.val().get_bits::<1>(5));
            self.fitting_test.d.next = (self.fitting_test.q.val() << 1)
                | bit_cast::<3, 1>(self.lowest.q.val().get_bits::<1>(4));
        }
    }
}

#[cfg(test)]
mod tests;
