//! The falling piece: its place, its moves, and its ghost.
//!
//! An operation copies the piece to a trial position and adds an offset from the table. Then it
//! visits the four cells of the trial. If all of them are free, the trial becomes the piece. A turn
//! tries its five kick tests until one fits. After a legal shift, turn or spawn the trial moves
//! down row by row to find the row of the ghost. So `grounded` is one comparison. *Stamp* and
//! *corners* visit four cells and do not move the piece.
//!
//! x is the column of the left edge of the piece's box, 5 bits in two's complement: -2 is the
//! lowest legal value. y is the row of its lower edge, 6 bits in two's complement. Rows up to 31
//! are legal; rows above 23 are empty.
//!
//! **Interface**: `start` is a strobe, taken while `busy` is low. All outputs are valid while it is
//! low.
//!
//! **Latency**: 16 clocks for a step down from `start` until `busy` is low, 3 for each cell and 4
//! more. A turn with five kick tests and a ghost at the floor takes about 420.
//!
//! **Source**: the Super Rotation System, see [`pieces`](super::pieces).

use super::first_trial::FirstTrial;
use super::piece_interface::{PieceControlPort, PiecePlace, PieceStatusSource, SpinPlaceSource};
use super::piece_registers::PieceRegisters;
use super::place_lookup::PlaceLookup;
use super::rule_tables::{TableClient, TEST_DOWN};
use crate::falling_blocks::board::board_controller::BoardClient;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Definition, Ending, FreeConstant, Mutant, Observer, Property};
use rust_hdl::prelude::*;

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

/// State machine of the operations, and the trial.
#[derive(LogicBlock, Module)]
pub struct FallingPieceUpdate {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Operations of the falling piece and their results.
    pub control: PieceControlPort,
    /// State of the piece.
    pub status: PieceStatusSource,
    /// The board.
    pub board: BoardClient,
    /// Table of places: cells, corners and offsets.
    pub table: TableClient,
    /// Corners and kick of the last turn. `corners` is valid after *corners* until the next
    /// operation.
    pub spin: SpinPlaceSource,
    /// Shape, 1 to 7.
    pub shape: Signal<Out, Bits<3>>,
    /// Place of the piece and of its ghost.
    pub place: PiecePlace,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[given]
    first: FirstTrial,
    lookup: PlaceLookup,
    #[part(idle(bring_in, store, store_ghost))]
    #[context]
    registers: PieceRegisters,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    running: DFF<Bits<3>>,
    seeking_ghost: DFF<Bit>,
    accepted_now: DFF<Bit>,
    test: DFF<Bits<3>>,
    index: DFF<Bits<2>>,
    outside: DFF<Bit>,
    hits: DFF<Bits<4>>,
    trial_x: DFF<Bits<5>>,
    trial_y: DFF<Bits<6>>,
    trial_rotation: DFF<Bits<2>>,
    trial_lowest: DFF<Bits<5>>,
    is_turn: Signal<Local, Bit>,
    is_walk: Signal<Local, Bit>,
    is_corners: Signal<Local, Bit>,
    next_test: Signal<Local, Bits<3>>,
    next_index: Signal<Local, Bits<2>>,
    occupied: Signal<Local, Bit>,
    #[value(TEST_DOWN)]
    test_down: Constant<Bits<3>>,
    #[value(4)]
    last_kick: Constant<Bits<3>>,
}

impl FallingPieceUpdate {
    /// For a board with `visible_rows` visible rows.
    pub fn new(visible_rows: u8) -> Self {
        construct!(FallingPieceUpdate {
            first: FirstTrial::new(visible_rows),
        })
    }
}

#[clocked]
impl Logic for FallingPieceUpdate {
    #[hdl_gen]
    fn update(&mut self) {
        self.status.busy.next = true;
        self.status.accepted.next = self.accepted_now.q.val();
        self.board.stamp.next = false;
        self.spin.kick.next = self.registers.kick.val();
        PiecePlace::link(&mut self.place, &mut self.registers.place);
        self.registers.spawn_shape.next = self.control.spawn_shape.val();
        self.registers.trial.x.next = self.trial_x.q.val();
        self.registers.trial.y.next = self.trial_y.q.val();
        self.registers.trial.rotation.next = self.trial_rotation.q.val();
        self.registers.trial.lowest_row.next = self.trial_lowest.q.val();
        self.registers.trial.test.next = self.test.q.val();
        self.spin.corners.next = self.hits.q.val();
        self.shape.next = self.registers.shape.val();
        self.control.lowest_row.next = self.registers.lowest_row.val();
        self.status.grounded.next = self.registers.grounded.val();
        self.is_turn.next = self.running.q.val().get_bit(2);
        self.is_walk.next = self.running.q.val().get_bit(2) & self.running.q.val().get_bit(1);
        self.is_corners.next = self.is_walk.val() & self.running.q.val().get_bit(0);
        self.lookup.x.next = self.trial_x.q.val();
        self.lookup.y.next = self.trial_y.q.val();
        self.lookup.place.next = self.table.data.val();
        self.board.address.next = self.lookup.board_address.val();
        self.outside.d.next = self.lookup.is_outside.val();
        self.first.operation.next = self.control.operation.val();
        self.first.spawn_shape.next = self.control.spawn_shape.val();
        self.first.piece_x.next = self.place.x.val();
        self.first.piece_y.next = self.place.y.val();
        self.first.piece_rotation.next = self.place.rotation.val();
        self.next_test.next = self.test.q.val() + 1;
        self.next_index.next = self.index.q.val() + 1;
        self.lookup.walks_corners.next = self.is_corners.val();
        self.lookup.counter_clockwise.next = self.running.q.val().get_bit(0);
        self.lookup.shape.next = self.registers.shape.val();
        self.lookup.rotation.next = self.place.rotation.val();
        self.lookup.trial_rotation.next = self.trial_rotation.q.val();
        self.lookup.test.next = self.test.q.val();
        self.lookup.index.next = self.index.q.val();
        self.table.select.next = true;
        self.table.address.next = self.lookup.cell_address.val();
        self.occupied.next = self.outside.q.val() | self.board.cell.val().any();
        match self.step.q.val() {
            Step::Idle => {
                self.status.busy.next = false;
                if self.control.start.val() {
                    self.running.d.next = self.control.operation.val();
                    self.seeking_ghost.d.next = false;
                    self.accepted_now.d.next = false;
                    self.index.d.next = 0.into();
                    self.trial_x.d.next = self.first.x.val();
                    self.trial_y.d.next = self.first.y.val();
                    self.trial_rotation.d.next = self.first.rotation.val();
                    self.test.d.next = self.first.test.val();
                    self.step.d.next = Step::LookUpOffset;
                    if self.first.is_at_place.val() {
                        self.step.d.next = Step::LookUpCell;
                    }
                    if self.first.is_spawn.val() {
                        self.registers.bring_in.next = true;
                    }
                }
            }
            Step::LookUpOffset => {
                self.table.address.next = self.lookup.offset_address.val();
                self.step.d.next = Step::AddOffset;
            }
            Step::AddOffset => {
                self.trial_x.d.next = self.lookup.sum_x.val();
                self.trial_y.d.next = self.lookup.sum_y.val();
                self.step.d.next = Step::LookUpCell;
            }
            Step::LookUpCell => {
                self.step.d.next = Step::ReadCell;
            }
            Step::ReadCell => {
                self.board.stamp.next = self.is_walk.val() & !self.is_corners.val();
                if self.index.q.val() == 0 {
                    self.trial_lowest.d.next = self.lookup.sum_y.val().get_bits::<5>(0);
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
                        self.registers.store_ghost.next = true;
                    }
                    if !self.seeking_ghost.q.val() {
                        self.registers.store.next = true;
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
                    self.trial_x.d.next = self.place.x.val();
                    self.trial_y.d.next = self.place.y.val();
                    self.test.d.next = self.next_test.val();
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
    }
}

/// Steps of a cell.
const WALKS: Definition = Definition::new(
    "walks",
    1,
    "step == STEP_LOOK_UP_CELL || step == STEP_READ_CELL || step == STEP_CHECK_CELL",
);

/// Clocks of this trial.
const CLOCKS: Definition = Definition::new(
    "clocks",
    12,
    "step == STEP_LOOK_UP_OFFSET ? 0 : step == STEP_ADD_OFFSET ? 1 \
     : step == STEP_JUDGE ? 14 : index * 3 + (step == STEP_LOOK_UP_CELL ? 2 \
     : step == STEP_READ_CELL ? 3 : 4)",
);

impl FallingPieceUpdate {
    /// Longest trial, with its offset.
    pub const TRIAL_CLOCKS: u32 = 15;

    /// Longest operation: five kicks, and a ghost that goes down from row 31 to row -4.
    pub const MOST_CLOCKS: u32 = Self::TRIAL_CLOCKS * (5 + 36);

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // `entry` is any word of the table, `spot` any cell of the board. If the table has the cell
        // of the trial, then `column` and `row` are its place.
        Property {
            lemmas: &[
                "walks || index == 0",
                "!walks || is_walk || !is_tracked || index <= number \
                 || hits[3'd4 - index + number] || fits",
                "step != STEP_JUDGE || is_walk || !is_tracked || hits[number] || fits",
                "step != STEP_READ_CELL || is_walk || !is_tracked || index != number \
                 || reads_entry",
                "step != STEP_CHECK_CELL || is_walk || !is_tracked || index != number || outside \
                 || is_inside && (!is_at_spot || reads_spot)",
            ],
            // The board does not change during an operation, and no exchange comes.
            assumed: &[
                "!reads_entry || table.data == entry",
                "!reads_spot || !is_read || (board.cell != 0) == is_filled",
                "!context_shift || !status.busy",
            ],
            constants: &[
                FreeConstant::new("entry_address", 8),
                FreeConstant::new("entry", 8),
                FreeConstant::new("spot", 9),
            ],
            definitions: &[
                WALKS,
                Definition::new(
                    "is_tracked",
                    1,
                    "entry_address[7:2] == {1'b0, registers.shape, trial_rotation}",
                ),
                Definition::new("number", 2, "entry_address[1:0]"),
                Definition::new("column", 5, "trial_x + {{2{entry[2]}}, entry[2:0]}"),
                Definition::new("row", 6, "trial_y + {{3{entry[5]}}, entry[5:3]}"),
                Definition::new("is_inside", 1, "column < 5'd10 && !row[5]"),
                Definition::new("is_at_spot", 1, "spot == {row[4:0], column[3:0]}"),
                Definition::new(
                    "fits",
                    1,
                    "is_inside && (!is_at_spot || is_read && !is_filled)",
                ),
            ],
            observers: &[
                Observer::new("reads_entry", 1, "table.address == entry_address"),
                Observer::new("reads_spot", 1, "board.address == spot"),
                Observer::new("is_filled", 1, "reads_spot ? board.cell != 0 : is_filled"),
                Observer::new("is_read", 1, "status.busy && (is_read || reads_spot)"),
            ],
            ..Property::new(
                "no cell of the piece or its ghost is outside or on a filled cell",
                "!registers.store && !registers.store_ghost || !is_tracked || fits",
                Mutant::new("outside || (|board_cell)", "outside && (|board_cell)", 20),
            )
        },
        // A trial has 15 clocks. There are five kicks, and a ghost in each row from 31 to -4.
        Property {
            lemmas: &[
                "step != 3'd7",
                "walks || index == 0",
                "!is_turn || seeking_ghost || is_walk || test <= 4",
                "!seeking_ghost || test == TEST_DOWN",
                "!is_walk || !status.busy || !seeking_ghost",
                "!seeking_ghost || step == STEP_IDLE || may_fit || trial_y == 60 && !offsets",
                "step != STEP_CHECK_CELL || outside || may_fit",
                "(!walks || index == 0) && step != STEP_JUDGE || hits[3] || may_fit",
                "step != STEP_ADD_OFFSET || !seeking_ghost || reads_down",
                "step != STEP_READ_CELL || reads_cell",
            ],
            // In the table no cell is below its box, and down is (0, -1).
            assumed: &[
                "!reads_cell || !table.data[5]",
                "!reads_down || table.data[5:0] == 6'b111000",
            ],
            definitions: &[
                WALKS,
                Definition::new(
                    "offsets",
                    1,
                    "step == STEP_LOOK_UP_OFFSET || step == STEP_ADD_OFFSET",
                ),
                Definition::new("may_fit", 1, "!trial_y[5] || trial_y >= 61"),
                Definition::new(
                    "trials",
                    12,
                    "seeking_ghost ? 12'd36 - {{6{trial_y[5]}}, trial_y} + offsets \
                     : is_turn ? {9'd0, test} : 12'd0",
                ),
                CLOCKS,
            ],
            observers: &[
                Observer::new("reads_cell", 1, "!table.address[7]"),
                Observer::new(
                    "reads_down",
                    1,
                    "table.address[7] && table.address[2:0] == TEST_DOWN",
                ),
            ],
            ..Property::ends(
                "an operation ends within 615 clocks",
                Ending {
                    busy: "status.busy",
                    spent: "trials * 15 + clocks",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new("step <= STEP_JUDGE", "step <= STEP_LOOK_UP_CELL", 24),
            )
        },
        // Operation 0 is the step down.
        Property {
            lemmas: &["step != 3'd7", "walks || index == 0"],
            definitions: &[WALKS, CLOCKS],
            ..Property::ends(
                "a step down or a walk over the cells ends within 15 clocks",
                Ending {
                    busy: "status.busy && (running == 0 || is_walk)",
                    spent: "clocks",
                    clocks: Self::TRIAL_CLOCKS,
                },
                Mutant::new("step <= STEP_JUDGE", "step <= STEP_LOOK_UP_CELL", 24),
            )
        },
    ];
}

#[cfg(test)]
mod tests;
