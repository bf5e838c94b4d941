//! Moves the piece down: gravity and soft drop on a tick, soft drop on a press, hard drop.
//!
//! On a tick [`Gravity`] adds the rows that the piece falls. A hard drop moves it down until it
//! rests, and so does a soft drop with the setting `instant_drop`. Each row of soft drop scores one
//! point, each row of hard drop two. A row scores if the key is held in the clock after its fall; a
//! tick is over long before a key can change twice. A dropped piece locks at once. A piece that
//! rests locks when its lock delay has run out.
//!
//! The piece moves only while gravity is not adding, since both read the same table.
//!
//! **Interface**: `tick_piece`, `hard_drop`, `soft_drop` and `new_game` are strobes, taken while
//! `busy` is low. All outputs but `dropping` and `busy` are strobes.
//!
//! **Latency**: 17 clocks for each row, 25 for each row that scores.

use super::piece_interface::PieceStatus;
use crate::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use crate::falling_blocks::piece::gravity::Gravity;
use crate::falling_blocks::scoring::scoreboard::Scoreboard;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Definition, Ending, Mutant, Observer, Property, Wait};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    AddGravity,
    Fall,
    FallStep,
    CheckLock,
}

/// State machine of the fall.
#[derive(LogicBlock, Module)]
pub struct Fall {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Abort: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// The shifts of a tick are complete.
    pub tick_piece: Signal<In, Bit>,
    /// Drop the piece.
    pub hard_drop: Signal<In, Bit>,
    /// Move the piece down by one row, or to the ground; it does not rest.
    pub soft_drop: Signal<In, Bit>,
    /// Level: a tick of the piece is under way.
    pub in_tick: Signal<In, Bit>,
    /// Setting: a soft drop goes to the ground at once.
    pub instant_drop: Signal<In, Bit>,
    /// Level: the key for soft drop is held.
    pub soft_drop_held: Signal<In, Bit>,
    /// Level: `gravity` has rows that the piece has not fallen yet.
    pub rows_due: Signal<In, Bit>,
    /// Level: `gravity` is adding.
    pub gravity_busy: Signal<In, Bit>,
    /// Level: this tick ends the lock delay; valid with `tick_ends`.
    pub delay_expires: Signal<In, Bit>,
    /// Level: the scoreboard is busy.
    pub scoreboard_busy: Signal<In, Bit>,
    /// State of the falling piece.
    pub piece: PieceStatus,
    /// Move the piece down by one row.
    #[default(false)]
    pub start: Signal<Out, Bit>,
    /// Add the gravity of one tick.
    #[default(false)]
    pub add_gravity: Signal<Out, Bit>,
    /// The piece rests: clear the gravity.
    #[default(false)]
    pub clear_gravity: Signal<Out, Bit>,
    /// The piece has moved down by one row.
    #[default(false)]
    pub fell: Signal<Out, Bit>,
    /// With `fell`: the row scores.
    #[default(false)]
    pub scores: Signal<Out, Bit>,
    /// Level: a hard drop is under way. High for one more clock after `lock`.
    pub dropping: Signal<Out, Bit>,
    /// The press or tick is complete.
    #[default(false)]
    pub ends: Signal<Out, Bit>,
    /// The piece locks.
    #[default(false)]
    pub lock: Signal<Out, Bit>,
    /// Level: the piece is being moved.
    pub busy: Signal<Out, Bit>,
    #[reset(State::Idle, or = new_game)]
    state: DFF<State>,
    #[reset(or = new_game)]
    is_dropping: DFF<Bit>,
    goes_to_ground: Signal<Local, Bit>,
}

#[clocked]
impl Logic for Fall {
    #[hdl_gen]
    fn update(&mut self) {
        self.dropping.next = self.is_dropping.q.val();
        self.busy.next = self.state.q.val() != State::Idle;
        self.goes_to_ground.next =
            self.instant_drop.val() & (!self.in_tick.val() | self.soft_drop_held.val());
        match self.state.q.val() {
            State::Idle => {
                self.is_dropping.d.next = self.hard_drop.val();
                if self.tick_piece.val() {
                    self.state.d.next = State::AddGravity;
                }
                if self.hard_drop.val() {
                    self.state.d.next = State::Fall;
                }
                if self.soft_drop.val() {
                    self.start.next = true;
                    self.state.d.next = State::FallStep;
                }
            }
            State::AddGravity => {
                // A piece at rest gains no speed; `Fall` sees that it is grounded.
                self.add_gravity.next = !self.piece.grounded.val();
                self.state.d.next = State::Fall;
            }
            State::Fall => {
                if self.piece.grounded.val() {
                    if !self.gravity_busy.val() {
                        self.clear_gravity.next = true;
                        self.state.d.next = State::CheckLock;
                    }
                } else if self.is_dropping.q.val()
                    | (!self.gravity_busy.val() & (self.rows_due.val() | self.goes_to_ground.val()))
                {
                    self.start.next = true;
                    self.state.d.next = State::FallStep;
                } else if !self.gravity_busy.val() {
                    self.state.d.next = State::CheckLock;
                }
            }
            State::FallStep => {
                if !self.piece.busy.val() & !self.scoreboard_busy.val() {
                    self.fell.next = true;
                    // Outside of a tick a key press moves the piece.
                    self.scores.next = !self.in_tick.val() | self.soft_drop_held.val();
                    self.state.d.next = State::Fall;
                }
            }
            State::CheckLock => {
                self.ends.next = true;
                self.lock.next =
                    self.is_dropping.q.val() | (self.in_tick.val() & self.delay_expires.val());
                self.state.d.next = State::Idle;
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}

impl Fall {
    /// Level: the fall waits for a step of the piece, and for the points of the row before.
    const STEPPING: &'static str = "state == STATE_FALL_STEP && (piece.busy || scoreboard_busy)";

    /// Longest such wait, if the one came after the other.
    const MOST_STEPPING: u32 = FallingPieceUpdate::TRIAL_CLOCKS + Scoreboard::MOST_CLOCKS;

    /// Longest fall: from row 31 to row -4, each after gravity and a step, and the end.
    pub const MOST_CLOCKS: u32 =
        36 * (Gravity::MOST_CLOCKS + Self::MOST_STEPPING + 2) + Gravity::MOST_CLOCKS + 3;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // A piece falls by 35 rows at most.
        Property {
            lemmas: &[
                "rows <= 36",
                "state <= STATE_CHECK_LOCK",
                "state != STATE_FALL_STEP || rows < 36",
                "state != STATE_ADD_GRAVITY || rows == 0",
            ],
            assumed: &["rows < 36 || piece.grounded"],
            observers: &[Observer::new(
                "rows",
                6,
                "state == STATE_IDLE ? 0 : rows + fell",
            )],
            waits: &[
                Wait::new("gravity", "gravity_busy", Gravity::MOST_CLOCKS),
                Wait::new("step", Self::STEPPING, Self::MOST_STEPPING),
            ],
            definitions: &[Definition::new("row", 20, "gravity_limit + step_limit + 2")],
            ..Property::ends(
                "a fall ends within 8,263 clocks",
                Ending {
                    busy: "busy",
                    spent: "rows * row + (state == STATE_FALL ? 1 + gravity_wait \
                            : state == STATE_FALL_STEP ? 2 + gravity_limit + step_wait \
                            : state == STATE_CHECK_LOCK ? 2 + gravity_limit : 0)",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new(
                    "STATE_ADD_GRAVITY: state <= STATE_FALL",
                    "STATE_ADD_GRAVITY: state <= STATE_ADD_GRAVITY",
                    8,
                ),
            )
        },
    ];
}
