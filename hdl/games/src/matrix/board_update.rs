//! The board, its full row, and the walks that change them.
//!
//! ```text
//! clear   (clear walk)                                 power-up, reset, `start_clear`
//! tick    (touch) -> (move) -> (scan)                  `start_tick`
//! draw    (draw the block in the construction zone)    `start_draw`
//! ```
//!
//! Every cell is read before any result of its tick is written above it, so each walk sees the
//! board of the tick before.
//!
//! **Interface**: the `start_` inputs are strobes while no walk goes on. `is_done` is a strobe at
//! the end of the last walk, `removed` at the end of the move walk.
//!
//! **Latency**: clear 70 clocks, tick 560, draw 42.

use super::board::Board;
use super::board_walk::BoardWalk;
use super::cells::{FALLING, STEERED};
use super::move_pass::MovePass;
use super::row_completion::RowCompletion;
use super::scan_pass::ScanPass;
use super::touch_pass::TouchPass;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Number of the last phase of a cell in each walk.
const CLEAR_PHASE: u8 = 0;
const TOUCH_PHASE: u8 = 2;
const MOVE_PHASE: u8 = 2;
const SCAN_PHASE: u8 = 1;
const DRAW_PHASE: u8 = 1;
/// The lowest row of the construction zone, in which a block is drawn.
const ZONE_END: u8 = 2;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Pass {
    Clear,
    Rest,
    Touch,
    Move,
    Scan,
    Draw,
}

/// The board.
#[derive(LogicBlock, Module)]
pub struct BoardUpdate {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: clears the board.
    pub reset: Signal<In, Bit>,
    /// Strobe: clear the board.
    pub start_clear: Signal<In, Bit>,
    /// Strobe: begin the walks of a tick.
    pub start_tick: Signal<In, Bit>,
    /// Strobe: draw the block.
    pub start_draw: Signal<In, Bit>,
    /// Strobe: the results of the tick are taken.
    pub taken: Signal<In, Bit>,
    /// Level: red cells can be steered.
    pub is_steered: Signal<In, Bit>,
    /// There is a cell of the block at `row` and `column` of the clock before.
    pub is_lit: Signal<In, Bit>,
    /// Id of the block.
    pub id: Signal<In, Bit>,
    /// Address at which the picture reads.
    pub picture_address: Signal<In, Bits<7>>,
    /// Cell at the `picture_address` of the clock before.
    pub picture_cell: Signal<Out, Bits<3>>,
    /// Row of the walk.
    pub row: Signal<Out, Bits<4>>,
    /// Column of the walk.
    pub column: Signal<Out, Bits<3>>,
    /// Strobe: the last walk ends.
    #[default(false)]
    pub is_done: Signal<Out, Bit>,
    /// Strobe: it was the one of a tick.
    #[default(false)]
    pub ends_tick: Signal<Out, Bit>,
    /// Strobe: a full row was removed.
    pub removed: Signal<Out, Bit>,
    /// Level: `full_row` blinks.
    pub blinks: Signal<Out, Bit>,
    /// The full row.
    pub full_row: Signal<Out, Bits<4>>,
    /// Level: a cell was fixed in this tick, and no row was removed.
    pub has_locked: Signal<Out, Bit>,
    /// Level: the board is full.
    pub board_is_full: Signal<Out, Bit>,
    /// Level: the construction zone is empty.
    pub zone_is_empty: Signal<Out, Bit>,
    #[part(clock)]
    board: Board,
    #[part]
    completion: RowCompletion,
    #[part]
    board_walk: BoardWalk,
    #[part]
    touch_pass: TouchPass,
    #[part]
    move_pass: MovePass,
    #[part]
    scan_pass: ScanPass,
    #[reset(Pass::Clear)]
    pass: DFF<Pass>,
    moved: Signal<Local, Bit>,
    looks_below: Signal<Local, Bits<1>>,
    address_row: Signal<Local, Bits<4>>,
    colour: Signal<Local, Bits<2>>,
    is_red: Signal<Local, Bit>,
    is_fixed: Signal<Local, Bit>,
    is_falling: Signal<Local, Bit>,
    #[value(STEERED)]
    steered: Constant<Bits<2>>,
    #[value(FALLING)]
    falling: Constant<Bits<2>>,
    #[value(CLEAR_PHASE)]
    clear_phase: Constant<Bits<2>>,
    #[value(TOUCH_PHASE)]
    touch_phase: Constant<Bits<2>>,
    #[value(MOVE_PHASE)]
    move_phase: Constant<Bits<2>>,
    #[value(SCAN_PHASE)]
    scan_phase: Constant<Bits<2>>,
    #[value(DRAW_PHASE)]
    draw_phase: Constant<Bits<2>>,
    #[value(ZONE_END)]
    zone_end: Constant<Bits<4>>,
}

#[clocked]
impl Logic for BoardUpdate {
    #[hdl_gen]
    fn update(&mut self) {
        self.board.picture_address.next = self.picture_address.val();
        self.picture_cell.next = self.board.picture_cell.val();
        // The cell that was read in the clock before.
        self.colour.next = self.board.found_cell.val().get_bits::<2>(0);
        self.is_red.next = self.colour.val() == self.steered.val();
        self.is_fixed.next = self.colour.val().all();
        self.is_falling.next = (self.colour.val() == self.falling.val())
            | (self.is_red.val() & !self.is_steered.val());

        self.touch_pass.is_active.next = self.pass.q.val() == Pass::Touch;
        self.touch_pass.phase.next = self.board_walk.phase.val();
        self.touch_pass.is_fixed.next = self.is_fixed.val();
        self.touch_pass.is_falling.next = self.is_falling.val();
        self.touch_pass.id.next = self.board.found_cell.val().get_bit(2);
        self.touch_pass.tick_done.next = self.taken.val();
        self.move_pass.is_active.next = self.pass.q.val() == Pass::Move;
        self.move_pass.phase.next = self.board_walk.phase.val();
        self.move_pass.row.next = self.board_walk.row.val();
        self.move_pass.is_row_end.next = self.board_walk.is_row_end.val();
        self.move_pass.is_done.next = self.board_walk.is_done.val();
        self.move_pass.found_cell.next = self.board.found_cell.val();
        self.move_pass.is_red.next = self.is_red.val();
        self.move_pass.is_falling.next = self.is_falling.val();
        self.move_pass.is_steered.next = self.is_steered.val();
        self.move_pass.has_touched.next = self.touch_pass.has_touched.val();
        self.move_pass.due.next = self.completion.due.val();
        self.move_pass.due_row.next = self.completion.row.val();
        self.move_pass.tick_done.next = self.taken.val();
        self.has_locked.next = self.move_pass.has_locked.val();
        self.board_is_full.next = self.move_pass.board_is_full.val();
        self.moved.next = (self.pass.q.val() == Pass::Move) & self.board_walk.is_done.val();
        self.scan_pass.begins.next = self.moved.val();
        self.scan_pass.is_active.next = self.pass.q.val() == Pass::Scan;
        self.scan_pass.phase.next = self.board_walk.phase.val();
        self.scan_pass.is_row_end.next = self.board_walk.is_row_end.val();
        self.scan_pass.is_fixed.next = self.is_fixed.val();
        self.scan_pass.is_red.next = self.is_red.val();
        self.completion.clear.next = self.start_clear.val();
        self.completion.found.next = self.scan_pass.found.val();
        self.completion.found_row.next = self.board_walk.row.val();
        self.completion.tick_done.next = self.moved.val();
        self.removed.next = self.moved.val() & self.completion.due.val();
        self.blinks.next = self.completion.blinks.val();
        self.full_row.next = self.completion.row.val();
        self.zone_is_empty.next = self.scan_pass.zone_is_empty.val();

        self.row.next = self.board_walk.row.val();
        self.column.next = self.board_walk.column.val();
        self.looks_below.next =
            (self.touch_pass.looks_below.val() | self.move_pass.looks_below.val()).into();
        self.address_row.next =
            self.board_walk.row.val() + bit_cast::<4, 1>(self.looks_below.val());
        self.board.address.next = (bit_cast::<7, 4>(self.address_row.val()) << 3)
            | bit_cast::<7, 3>(self.board_walk.column.val());
        self.board.write.next = self.move_pass.write.val();
        self.board.new_cell.next = self.move_pass.new_cell.val();
        self.board_walk.walks.next = self.pass.q.val() != Pass::Rest;
        self.board_walk.last_phase.next = self.clear_phase.val();
        self.board_walk.to_row.next = self.start_draw.val();
        self.board_walk.first_row.next = self.zone_end.val();
        match self.pass.q.val() {
            Pass::Clear => {
                self.board.write.next = true;
                self.is_done.next = self.board_walk.is_done.val();
            }
            Pass::Touch => {
                self.board_walk.last_phase.next = self.touch_phase.val();
                if self.board_walk.is_done.val() {
                    self.pass.d.next = Pass::Move;
                }
            }
            Pass::Move => {
                self.board_walk.last_phase.next = self.move_phase.val();
                if self.board_walk.is_done.val() {
                    self.pass.d.next = Pass::Scan;
                }
            }
            Pass::Scan => {
                self.board_walk.last_phase.next = self.scan_phase.val();
                self.is_done.next = self.board_walk.is_done.val();
                self.ends_tick.next = self.board_walk.is_done.val();
            }
            Pass::Draw => {
                self.board_walk.last_phase.next = self.draw_phase.val();
                self.is_done.next = self.board_walk.is_done.val();
                self.board.write.next = self.board_walk.phase.val() == self.draw_phase.val();
                if self.is_lit.val() {
                    self.board.new_cell.next = bit_cast::<3, 2>(self.steered.val())
                        | (bit_cast::<3, 1>(self.id.val().into()) << 2);
                }
            }
            _ => {}
        }
        if self.is_done.val() {
            self.pass.d.next = Pass::Rest;
        }
        if self.start_clear.val() {
            self.pass.d.next = Pass::Clear;
        }
        if self.start_tick.val() {
            self.pass.d.next = Pass::Touch;
        }
        if self.start_draw.val() {
            self.pass.d.next = Pass::Draw;
        }
    }
}
