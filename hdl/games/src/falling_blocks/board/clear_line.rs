//! Sweeps over the board: empty it, mark full rows, remove marked rows.
//!
//! A sweep visits the cells row by row from the floor up. Each cell takes two clocks, one to read
//! and one to write. Each row takes one more.
//!
//! - *erase* writes 0 to all 32 rows.
//! - *count* finds the rows without an empty cell. It visits such a row again to set bit 4 of its
//!   cells. The picture and *collapse* recognise a full row by this bit.
//! - *collapse* copies row `source` to row `target` and skips marked rows. The rows that enter at
//!   the top are read from above row 23, where the board is empty.
//!
//! **Interface**: `erase`, `count` and `collapse` are strobes, taken while `busy` is low.
//! `full_rows` and `leftover` are valid while it is low.
//!
//! **Latency**: `busy` is high for 672 clocks (erase), 504 and 21 for each full row (count), 504
//! and 3 for each marked row (collapse).

use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Definition, Ending, FreeConstant, Mutant, Observer, Property};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    ReadCell,
    WriteCell,
    EndRow,
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Sweep {
    Count,
    Mark,
    Collapse,
    Erase,
}

/// State machine of the sweeps.
#[derive(LogicBlock, Module)]
pub struct ClearLine {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: empty the board.
    pub erase: Signal<In, Bit>,
    /// Strobe: count and mark the full rows.
    pub count: Signal<In, Bit>,
    /// Strobe: remove the marked rows.
    pub collapse: Signal<In, Bit>,
    /// Cell at the `read_address` of the clock before.
    pub board_cell: Signal<In, Bits<5>>,
    /// Row (5 bits) and column (4 bits) to read.
    pub read_address: Signal<Out, Bits<9>>,
    /// Row (5 bits) and column (4 bits) to write.
    pub write_address: Signal<Out, Bits<9>>,
    /// Cell to write. Valid with `write`.
    pub write_cell: Signal<Out, Bits<5>>,
    /// Strobe: write.
    #[default(false)]
    pub write: Signal<Out, Bit>,
    /// Level: a sweep runs.
    #[default(true)]
    pub busy: Signal<Out, Bit>,
    /// Full rows of the last count, 0 to 4.
    pub full_rows: Signal<Out, Bits<3>>,
    /// Level: the last count found cells outside of the full rows.
    pub leftover: Signal<Out, Bit>,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    #[reset(Sweep::Count)]
    sweep: DFF<Sweep>,
    source: DFF<Bits<5>>,
    target: DFF<Bits<5>>,
    column: DFF<Bits<4>>,
    /// The row has an empty cell.
    has_gap: DFF<Bit>,
    /// The row has a filled cell.
    has_filled: DFF<Bit>,
    full: DFF<Bits<3>>,
    left_over: DFF<Bit>,
    /// The row is marked; collapse skips it.
    is_marked: DFF<Bit>,
    next_column: Signal<Local, Bits<4>>,
    next_source: Signal<Local, Bits<5>>,
    next_target: Signal<Local, Bits<5>>,
    next_full: Signal<Local, Bits<3>>,
    is_full: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
}

#[clocked]
impl Logic for ClearLine {
    #[hdl_gen]
    fn update(&mut self) {
        self.read_address.next =
            (bit_cast::<9, 5>(self.source.q.val()) << 4) | bit_cast::<9, 4>(self.column.q.val());
        self.write_address.next =
            (bit_cast::<9, 5>(self.target.q.val()) << 4) | bit_cast::<9, 4>(self.column.q.val());
        self.write_cell.next = self.board_cell.val();
        self.full_rows.next = self.full.q.val();
        self.leftover.next = self.left_over.q.val();
        self.next_column.next = self.column.q.val() + 1;
        self.next_source.next = self.source.q.val() + 1;
        self.next_target.next = self.target.q.val() + 1;
        self.next_full.next = self.full.q.val() + 1;
        self.is_full.next = (self.sweep.q.val() == Sweep::Count) & !self.has_gap.q.val();
        // Only `erase` goes on to row 31.
        self.is_last.next = (self.target.q.val() == 31)
            | ((self.target.q.val() == 23) & (self.sweep.q.val() != Sweep::Erase));
        match self.step.q.val() {
            Step::Idle => {
                self.busy.next = false;
                self.source.d.next = 0.into();
                self.target.d.next = 0.into();
                self.column.d.next = 0.into();
                self.has_gap.d.next = false;
                self.has_filled.d.next = false;
                self.is_marked.d.next = false;
                if self.erase.val() {
                    self.sweep.d.next = Sweep::Erase;
                    self.step.d.next = Step::ReadCell;
                } else if self.count.val() {
                    self.full.d.next = 0.into();
                    self.left_over.d.next = false;
                    self.sweep.d.next = Sweep::Count;
                    self.step.d.next = Step::ReadCell;
                } else if self.collapse.val() {
                    self.sweep.d.next = Sweep::Collapse;
                    self.step.d.next = Step::ReadCell;
                }
            }
            Step::ReadCell => {
                self.step.d.next = Step::WriteCell;
            }
            Step::WriteCell => {
                self.column.d.next = self.next_column.val();
                self.step.d.next = Step::ReadCell;
                if self.column.q.val() == 9 {
                    self.step.d.next = Step::EndRow;
                }
                if self.board_cell.val().any() {
                    self.has_filled.d.next = true;
                } else {
                    self.has_gap.d.next = true;
                }
                match self.sweep.q.val() {
                    Sweep::Mark => {
                        self.write.next = true;
                        self.write_cell.next = self.board_cell.val() | 16;
                    }
                    Sweep::Collapse => {
                        self.write.next = true;
                        if self.board_cell.val().get_bit(4) {
                            self.write.next = false;
                            self.is_marked.d.next = true;
                            self.step.d.next = Step::EndRow;
                        }
                    }
                    Sweep::Erase => {
                        self.write.next = true;
                        self.write_cell.next = 0.into();
                    }
                    _ => {}
                }
            }
            Step::EndRow => {
                self.column.d.next = 0.into();
                self.has_gap.d.next = false;
                self.has_filled.d.next = false;
                self.is_marked.d.next = false;
                self.step.d.next = Step::ReadCell;
                if self.is_full.val() {
                    // Visit the row again to mark it.
                    self.sweep.d.next = Sweep::Mark;
                    self.full.d.next = self.next_full.val();
                } else {
                    self.source.d.next = self.next_source.val();
                    if !self.is_marked.q.val() {
                        self.target.d.next = self.next_target.val();
                        if self.is_last.val() {
                            self.step.d.next = Step::Idle;
                        }
                    }
                    if self.sweep.q.val() == Sweep::Mark {
                        self.sweep.d.next = Sweep::Count;
                    }
                    if (self.sweep.q.val() == Sweep::Count) & self.has_filled.q.val() {
                        self.left_over.d.next = true;
                    }
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
    }
}

/// Marked rows that were met.
const SKIPPED: Definition = Definition::new("skipped", 5, "source - target");
/// At most four rows are marked.
const AT_MOST_FOUR: &str = "sweep != SWEEP_COLLAPSE || skipped < 4 || !board_cell[4]";

impl ClearLine {
    /// Longest sweep: 32 rows of two visits.
    pub const MOST_CLOCKS: u32 = 32 * 42;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            lemmas: &[
                "column <= 9 || step == STEP_END_ROW && column == 10",
                "!busy || (sweep == SWEEP_COLLAPSE ? source >= target && skipped <= 4 \
                 : source == target)",
                "!busy || sweep == SWEEP_ERASE || target <= 23",
                "!is_marked || step == STEP_END_ROW && sweep == SWEEP_COLLAPSE && skipped < 4",
            ],
            assumed: &[AT_MOST_FOUR],
            definitions: &[SKIPPED],
            ..Property::ends(
                "a sweep ends within 1,344 clocks",
                Ending {
                    busy: "busy",
                    spent: "source * 42 + (sweep == SWEEP_MARK ? 21 : 0) + column * 2 \
                            + (step == STEP_WRITE_CELL)",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new(
                    "STEP_READ_CELL: step <= STEP_WRITE_CELL",
                    "STEP_READ_CELL: step <= STEP_READ_CELL",
                    8,
                ),
            )
        },
        // `row` and `at` are of any cell. A row that is not marked is copied as a whole, down by
        // the marked rows below it.
        Property {
            lemmas: &[
                "column <= 9 || step == STEP_END_ROW && column == 10",
                "!busy || (sweep == SWEEP_COLLAPSE ? source >= target && skipped <= 4 \
                 : source == target)",
                "!busy || sweep == SWEEP_ERASE || target <= 23",
                "!is_marked || step == STEP_END_ROW && sweep == SWEEP_COLLAPSE && skipped < 4",
                "!busy || sweep != SWEEP_COLLAPSE || marks == skipped",
                "!removes || source != row || column <= at || is_visited || is_removed",
                "!removes || source != row || !is_marked || is_removed",
                "step != STEP_END_ROW || is_marked || column == 10",
            ],
            assumed: &[AT_MOST_FOUR],
            constants: &[FreeConstant::new("row", 5), FreeConstant::new("at", 4)],
            definitions: &[
                SKIPPED,
                Definition::new("removes", 1, "busy && sweep == SWEEP_COLLAPSE"),
                Definition::new(
                    "is_copied",
                    1,
                    "write_cell == board_cell && write_address == read_address - {marks, 4'd0}",
                ),
            ],
            observers: &[
                Observer::new(
                    "marks",
                    5,
                    "busy ? marks + (step == STEP_END_ROW && is_marked) : 0",
                ),
                Observer::new(
                    "is_visited",
                    1,
                    "busy && (is_visited || write && read_address == {row, at})",
                ),
                Observer::new(
                    "is_removed",
                    1,
                    "busy && (is_removed || step == STEP_WRITE_CELL && source == row \
                     && board_cell[4])",
                ),
            ],
            ..Property::new(
                "each cell but those of marked rows comes down by the marked rows below it",
                "!removes || (!write || is_copied) \
                 && (source <= row || at > 9 || is_visited || is_removed)",
                Mutant::new("column == 4'd9", "column == 4'd8", 28),
            )
        },
    ];
}
