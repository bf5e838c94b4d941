//! Locks the piece: T-spin test, stamp, full rows, score.
//!
//! A piece that locks wholly above the visible rows puts its player out (*lock out*). Otherwise the
//! rows are counted and the lock is scored. With full rows, the rows stay for the line clear delay
//! and the attack is sent; `collapse` then removes them. Without full rows the garbage that waits
//! rises. Then the next piece comes in.
//!
//! **Interface**: `begin_lock`, `collapse` and `new_game` are strobes, taken while `busy` is low.
//! All outputs but `begins`, `stamping` and `busy` are strobes or valid with them.
//!
//! **Latency**: 534 clocks from `begin_lock` to `score`, and 21 for each full row. Then the lock is
//! scored.

use super::piece_interface::{operation, PieceStatus};
use crate::falling_blocks::board::clear_line::ClearLine;
use crate::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use crate::falling_blocks::scoring::clear_scoring::ClearScoring;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Ending, Mutant, Property, Wait};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    ReadCorners,
    DetectSpin,
    Stamp,
    CountRows,
    Score,
    Collapse,
}

/// State machine of a lock.
#[derive(LogicBlock, Module)]
pub struct Lock {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Abort: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// The piece locks.
    pub begin_lock: Signal<In, Bit>,
    /// The line clear delay is over: the board removes the full rows.
    pub collapse: Signal<In, Bit>,
    /// Level: a game with garbage.
    pub versus: Signal<In, Bit>,
    /// Level: garbage waits for this player.
    pub garbage_waits: Signal<In, Bit>,
    /// Level: the goal of the mode is reached.
    pub goal_reached: Signal<In, Bit>,
    /// Full rows of the last count, 0 to 4.
    pub full_rows: Signal<In, Bits<3>>,
    /// Row of the piece's lowest cell, 0 = floor.
    pub lowest_row: Signal<In, Bits<5>>,
    /// Level: a sweep of the board runs.
    pub board_busy: Signal<In, Bit>,
    /// Level: the lock is being scored.
    pub scoring_busy: Signal<In, Bit>,
    /// State of the falling piece.
    pub piece: PieceStatus,
    /// Start an operation of `falling_piece_update`.
    #[default(false)]
    pub start: Signal<Out, Bit>,
    /// The operation; 0 without `start`.
    #[default(0)]
    pub operation: Signal<Out, Bits<3>>,
    /// Level: the first clock of a lock.
    pub begins: Signal<Out, Bit>,
    /// The corners are read: sample the T-spin.
    #[default(false)]
    pub detect_spin: Signal<Out, Bit>,
    /// Level: the piece is being written to the board.
    pub stamping: Signal<Out, Bit>,
    /// The piece is part of the board.
    #[default(false)]
    pub locked: Signal<Out, Bit>,
    /// The piece has locked above the visible rows.
    #[default(false)]
    pub enter_out: Signal<Out, Bit>,
    /// Count the full rows.
    #[default(false)]
    pub count_rows: Signal<Out, Bit>,
    /// Score the lock.
    #[default(false)]
    pub score: Signal<Out, Bit>,
    /// The lock is scored.
    #[default(false)]
    pub scored: Signal<Out, Bit>,
    /// The goal is reached.
    #[default(false)]
    pub enter_goal: Signal<Out, Bit>,
    /// Begin the line clear delay.
    #[default(false)]
    pub enter_clear: Signal<Out, Bit>,
    /// Send the attack.
    #[default(false)]
    pub attack: Signal<Out, Bit>,
    /// Garbage rises.
    #[default(false)]
    pub rise: Signal<Out, Bit>,
    /// The next piece comes in.
    #[default(false)]
    pub next_piece: Signal<Out, Bit>,
    /// Level: a lock or a collapse is under way.
    pub busy: Signal<Out, Bit>,
    #[reset(State::Idle, or = new_game)]
    state: DFF<State>,
    #[value(operation::STAMP)]
    op_stamp: Constant<Bits<3>>,
    #[value(operation::CORNERS)]
    op_corners: Constant<Bits<3>>,
    hidden_row: Constant<Bits<5>>,
}

impl Lock {
    /// For a board with `visible_rows` visible rows.
    pub fn new(visible_rows: u8) -> Self {
        construct!(Lock {
            hidden_row: Constant::new(visible_rows.to_bits()),
        })
    }
}

#[clocked]
impl Logic for Lock {
    #[hdl_gen]
    fn update(&mut self) {
        self.begins.next = self.state.q.val() == State::ReadCorners;
        self.stamping.next = self.state.q.val() == State::Stamp;
        self.busy.next = self.state.q.val() != State::Idle;
        match self.state.q.val() {
            State::Idle => {
                if self.begin_lock.val() {
                    self.state.d.next = State::ReadCorners;
                }
                if self.collapse.val() {
                    self.state.d.next = State::Collapse;
                }
            }
            State::ReadCorners => {
                self.start.next = true;
                self.operation.next = self.op_corners.val();
                self.state.d.next = State::DetectSpin;
            }
            State::DetectSpin => {
                if !self.piece.busy.val() {
                    self.detect_spin.next = true;
                    self.start.next = true;
                    self.operation.next = self.op_stamp.val();
                    self.state.d.next = State::Stamp;
                }
            }
            State::Stamp => {
                if !self.piece.busy.val() {
                    self.locked.next = true;
                    if self.lowest_row.val() >= self.hidden_row.val() {
                        self.enter_out.next = true;
                        self.state.d.next = State::Idle;
                    } else {
                        self.count_rows.next = true;
                        self.state.d.next = State::CountRows;
                    }
                }
            }
            State::CountRows => {
                if !self.board_busy.val() {
                    self.score.next = true;
                    self.state.d.next = State::Score;
                }
            }
            State::Score => {
                if !self.scoring_busy.val() {
                    self.scored.next = true;
                    self.state.d.next = State::Idle;
                    if self.full_rows.val().any() {
                        self.enter_goal.next = self.goal_reached.val();
                        self.enter_clear.next = !self.goal_reached.val();
                        self.attack.next = !self.goal_reached.val() & self.versus.val();
                    } else {
                        self.rise.next = self.garbage_waits.val();
                        self.next_piece.next = !self.garbage_waits.val();
                    }
                }
            }
            State::Collapse => {
                if !self.board_busy.val() {
                    self.next_piece.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}

impl Lock {
    /// Longest lock: two walks over the cells, the count of the rows, and the score.
    pub const MOST_CLOCKS: u32 = 5
        + 2 * FallingPieceUpdate::TRIAL_CLOCKS
        + ClearLine::MOST_CLOCKS
        + ClearScoring::MOST_CLOCKS;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["state <= STATE_COLLAPSE"],
        waits: &[
            Wait::new("piece", "piece.busy", FallingPieceUpdate::TRIAL_CLOCKS),
            Wait::new("board", "board_busy", ClearLine::MOST_CLOCKS),
            Wait::new("scoring", "scoring_busy", ClearScoring::MOST_CLOCKS),
        ],
        ..Property::ends(
            "a lock ends within 103,740 clocks",
            Ending {
                busy: "busy",
                spent: "state == STATE_DETECT_SPIN ? 1 + piece_wait \
                            : state == STATE_STAMP ? 2 + piece_limit + piece_wait \
                            : state == STATE_COUNT_ROWS ? 3 + piece_limit * 2 + board_wait \
                            : state == STATE_SCORE \
                            ? 4 + piece_limit * 2 + board_limit + scoring_wait \
                            : state == STATE_COLLAPSE ? board_wait : 0",
                clocks: Self::MOST_CLOCKS,
            },
            Mutant::new(
                "STATE_READ_CORNERS: state <= STATE_DETECT_SPIN",
                "STATE_READ_CORNERS: state <= STATE_READ_CORNERS",
                6,
            ),
        )
    }];
}
