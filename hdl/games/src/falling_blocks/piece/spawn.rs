//! Brings in the next piece.
//!
//! The piece comes from the bag, or from the hold slot when the player holds. It appears above the
//! visible rows. If it fits, play goes on, and it moves down by one row at once where that row is
//! free. If it does not fit, the player has topped out (*block out*).
//!
//! The start of a game first waits until the board is empty and the first bags are shuffled.
//!
//! **Interface**: `start_game`, `next_piece`, `take_held`, `locked` and `new_game` are strobes.
//! They are taken while `busy` is low. All outputs but the levels `in_play` and `busy` are strobes
//! or valid with them.
//!
//! **Latency**: about 350 clocks above an empty board of 20 rows, most of them for the ghost.

use super::piece_interface::{operation, PieceStatus};
use super::random_tetris::BagControlClient;
use crate::falling_blocks::board::clear_line::ClearLine;
use crate::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use crate::falling_blocks::piece::random_tetris::RandomTetris;
use crate::falling_blocks::scoring::scoreboard::Scoreboard;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Ending, Mutant, Property, Wait};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    EmptyBoard,
    NextPiece,
    TakeHeld,
    Spawn,
    Settle,
    SettleStep,
}

/// State machine of a spawn, and the register of a piece in play.
#[derive(LogicBlock, Module)]
pub struct Spawn {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Abort: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Strobe: all units are idle; throw the bags away.
    pub restart: Signal<In, Bit>,
    /// Level: no piece is in play until the new game has begun.
    pub clear_piece: Signal<In, Bit>,
    /// Wait for the empty board, then bring in the first piece.
    pub start_game: Signal<In, Bit>,
    /// Bring in the next piece of the bag.
    pub next_piece: Signal<In, Bit>,
    /// Hold: bring in the held piece, or the next one if none is held.
    pub take_held: Signal<In, Bit>,
    /// The piece in play has locked.
    pub locked: Signal<In, Bit>,
    /// Level: a sweep of the board or a command of the scoreboard runs.
    pub units_busy: Signal<In, Bit>,
    /// The bags of pieces.
    pub bags: BagControlClient,
    /// Shape in the hold slot, 0 if none.
    pub held_shape: Signal<In, Bits<3>>,
    /// State of the falling piece.
    pub piece: PieceStatus,
    /// Start an operation of `falling_piece_update`.
    #[default(false)]
    pub start: Signal<Out, Bit>,
    /// The operation; 0 without `start`.
    #[default(0)]
    pub operation: Signal<Out, Bits<3>>,
    /// Shape to bring in.
    pub spawn_shape: Signal<Out, Bits<3>>,
    /// The falling piece goes to the hold slot.
    #[default(false)]
    pub store: Signal<Out, Bit>,
    /// A piece has come in.
    #[default(false)]
    pub spawned: Signal<Out, Bit>,
    /// The player has topped out.
    #[default(false)]
    pub enter_out: Signal<Out, Bit>,
    /// The piece has its place: sample it for the lock delay.
    #[default(false)]
    pub settled: Signal<Out, Bit>,
    /// Level: a piece is in play.
    pub in_play: Signal<Out, Bit>,
    /// Level: a spawn is under way.
    pub busy: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[reset(State::Idle, or = new_game)]
    state: DFF<State>,
    from_bag: DFF<Bit>,
    #[context]
    #[reset(or = new_game)]
    has_piece: DFF<Bit>,
    #[value(operation::SPAWN)]
    op_spawn: Constant<Bits<3>>,
}

#[clocked]
impl Logic for Spawn {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_play.next = self.has_piece.q.val();
        self.busy.next = self.state.q.val() != State::Idle;
        self.bags.restart.next = self.restart.val();
        self.bags.deal.next = self.start_game.val();
        self.bags.take.next = false;
        self.spawn_shape.next = self.bags.next_shape.val();
        if self.locked.val() | self.clear_piece.val() {
            self.has_piece.d.next = false;
        }
        match self.state.q.val() {
            State::Idle => {
                if self.start_game.val() {
                    self.state.d.next = State::EmptyBoard;
                }
                if self.next_piece.val() {
                    self.state.d.next = State::NextPiece;
                }
                if self.take_held.val() {
                    self.state.d.next = State::TakeHeld;
                }
            }
            State::EmptyBoard => {
                if !self.units_busy.val() & self.bags.ready.val() {
                    self.state.d.next = State::NextPiece;
                }
            }
            State::NextPiece => {
                if self.bags.ready.val() {
                    self.start.next = true;
                    self.operation.next = self.op_spawn.val();
                    self.from_bag.d.next = true;
                    self.state.d.next = State::Spawn;
                }
            }
            State::TakeHeld => {
                if self.bags.ready.val() {
                    self.store.next = true;
                    self.from_bag.d.next = true;
                    if self.held_shape.val().any() {
                        self.from_bag.d.next = false;
                        self.spawn_shape.next = self.held_shape.val();
                    }
                    self.start.next = true;
                    self.operation.next = self.op_spawn.val();
                    self.state.d.next = State::Spawn;
                }
            }
            State::Spawn => {
                if !self.piece.busy.val() {
                    self.enter_out.next = !self.piece.accepted.val();
                    self.spawned.next = self.piece.accepted.val();
                    self.bags.take.next = self.piece.accepted.val() & self.from_bag.q.val();
                    self.has_piece.d.next = self.piece.accepted.val();
                    self.state.d.next = State::Idle;
                    if self.piece.accepted.val() {
                        self.state.d.next = State::Settle;
                    }
                }
            }
            State::Settle => {
                self.settled.next = true;
                self.state.d.next = State::Idle;
                if !self.piece.grounded.val() {
                    // Down by one row: operation 0.
                    self.start.next = true;
                    self.state.d.next = State::SettleStep;
                }
            }
            State::SettleStep => {
                if !self.piece.busy.val() {
                    self.settled.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}

impl Spawn {
    /// Level: the start of a game waits for board, score and bags.
    const EMPTYING: &'static str = "state == STATE_EMPTY_BOARD && (units_busy || !bags.ready)";

    /// Longest such wait, if one began after the other.
    const MOST_EMPTYING: u32 =
        ClearLine::MOST_CLOCKS + Scoreboard::MOST_CLOCKS + RandomTetris::MOST_CLOCKS;

    /// Longest spawn, at the start of a game: the bags are shuffled, the piece comes in and moves
    /// down.
    pub const MOST_CLOCKS: u32 =
        5 + Self::MOST_EMPTYING + RandomTetris::MOST_CLOCKS + 2 * FallingPieceUpdate::MOST_CLOCKS;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["state <= STATE_SETTLE_STEP"],
        waits: &[
            Wait::new("piece", "piece.busy", FallingPieceUpdate::MOST_CLOCKS),
            Wait::new("bags", "!bags.ready", RandomTetris::MOST_CLOCKS),
            Wait::new("emptying", Self::EMPTYING, Self::MOST_EMPTYING),
        ],
        ..Property::ends(
            "a spawn ends within 3,163 clocks",
            Ending {
                busy: "busy",
                spent: "state == STATE_EMPTY_BOARD ? emptying_wait \
                            : 1 + emptying_limit \
                            + (state == STATE_NEXT_PIECE || state == STATE_TAKE_HELD ? bags_wait \
                            : state == STATE_SPAWN ? 1 + bags_limit + piece_wait \
                            : state == STATE_SETTLE ? 2 + bags_limit + piece_limit \
                            : 3 + bags_limit + piece_limit + piece_wait)",
                clocks: Self::MOST_CLOCKS,
            },
            Mutant::new("state <= STATE_SETTLE;", "state <= STATE_NEXT_PIECE;", 8),
        )
    }];
}
