//! Sweep over the board that inserts a row of garbage at the floor.
//!
//! The sweep visits the cells column by column from the floor up. Each cell takes the value of the
//! cell below it. The lowest cell takes garbage, or 0 in the column of the hole. Row 23 is pushed
//! out, and `overflow` reports an occupied cell in it.
//!
//! **Interface**: `start` is a strobe, taken while `busy` is low. `overflow` is valid while it is
//! low.
//!
//! **Latency**: `busy` is high for 480 clocks, 2 for each of 240 cells.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Ending, Mutant, Property};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    ReadCell,
    WriteCell,
}

/// State machine of the sweep.
#[derive(LogicBlock, Module)]
pub struct RaiseRows {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin.
    pub start: Signal<In, Bit>,
    /// Level: a game of two. Low holds the module in reset. Constant 0 in a one-player build, so
    /// synthesis removes the module.
    pub two_players: Signal<In, Bit>,
    /// Column that stays empty, 0 to 9. Stable while `busy` is high.
    pub hole: Signal<In, Bits<4>>,
    /// Cell at the `address` of the clock before.
    pub board_cell: Signal<In, Bits<5>>,
    /// Row (5 bits) and column (4 bits) to read, then to write.
    pub address: Signal<Out, Bits<9>>,
    /// Cell to write. Valid with `write`.
    pub write_cell: Signal<Out, Bits<5>>,
    /// Strobe: write.
    pub write: Signal<Out, Bit>,
    /// Level: the sweep runs.
    pub busy: Signal<Out, Bit>,
    /// Level: the last sweep pushed a cell out at the top.
    pub overflow: Signal<Out, Bit>,
    #[reset(Step::Idle, or = !self.two_players.val())]
    step: DFF<Step>,
    #[reset(or = !self.two_players.val())]
    row: DFF<Bits<5>>,
    #[reset(or = !self.two_players.val())]
    column: DFF<Bits<4>>,
    #[reset(or = !self.two_players.val())]
    below: DFF<Bits<5>>,
    #[reset(or = !self.two_players.val())]
    pushed_out: DFF<Bit>,
    next_row: Signal<Local, Bits<5>>,
    next_column: Signal<Local, Bits<4>>,
    #[value(GARBAGE)]
    garbage: Constant<Bits<5>>,
}

/// Cell code of garbage.
const GARBAGE: u8 = 8;

#[clocked]
impl Logic for RaiseRows {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_row.next = self.row.q.val() + 1;
        self.next_column.next = self.column.q.val() + 1;
        self.address.next =
            (bit_cast::<9, 5>(self.row.q.val()) << 4) | bit_cast::<9, 4>(self.column.q.val());
        self.write_cell.next = self.below.q.val();
        if self.row.q.val() == 0 {
            self.write_cell.next = self.garbage.val();
            if self.column.q.val() == self.hole.val() {
                self.write_cell.next = 0.into();
            }
        }
        self.write.next = self.step.q.val() == Step::WriteCell;
        self.busy.next = self.step.q.val() != Step::Idle;
        self.overflow.next = self.pushed_out.q.val();
        match self.step.q.val() {
            Step::Idle => {
                self.row.d.next = 0.into();
                self.column.d.next = 0.into();
                if self.start.val() {
                    self.pushed_out.d.next = false;
                    self.step.d.next = Step::ReadCell;
                }
            }
            Step::ReadCell => {
                self.step.d.next = Step::WriteCell;
            }
            Step::WriteCell => {
                self.below.d.next = self.board_cell.val();
                self.row.d.next = self.next_row.val();
                self.step.d.next = Step::ReadCell;
                if self.row.q.val() == 23 {
                    self.row.d.next = 0.into();
                    self.column.d.next = self.next_column.val();
                    if self.board_cell.val().any() {
                        self.pushed_out.d.next = true;
                    }
                    if self.column.q.val() == 9 {
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
    }
}

impl RaiseRows {
    /// A sweep: two clocks for each of 240 cells.
    pub const MOST_CLOCKS: u32 = 2 * 240;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["step != 2'd3", "!busy || column <= 9", "row <= 23"],
        ..Property::ends(
            "a raise ends within 480 clocks",
            Ending {
                busy: "busy",
                spent: "(column * 24 + row) * 2 + (step == STEP_WRITE_CELL)",
                clocks: Self::MOST_CLOCKS,
            },
            Mutant::new(
                "STEP_READ_CELL: step <= STEP_WRITE_CELL",
                "STEP_READ_CELL: step <= STEP_READ_CELL",
                8,
            ),
        )
    }];
}
