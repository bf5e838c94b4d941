//! Carries out a key press, or the repeats of a held direction on a tick.
//!
//! A key press shifts or turns the piece, moves it down by one row, drops it or holds it. On a tick
//! a held direction shifts the piece once, or to the wall where that is set; then the piece falls.
//! A press that is not possible leaves the queue and has no effect. [`KeyPauses`] says when presses
//! of a hard drop and repeats have none.
//!
//! **Interface**: `take_press` and `tick_piece` are strobes, taken while `busy` is low. All outputs
//! but `busy` and `turning` are strobes or valid with them. A press is decoded one clock after
//! `take_press`.
//!
//! **Latency**: one clock from `take_press` or `tick_piece` to the start of an operation.

use crate::falling_blocks::input::key_input::KeyInputClient;
use crate::falling_blocks::input::key_pauses::KeyPauses;
use crate::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use crate::falling_blocks::piece::piece_interface::{operation, PieceStatus};
use crate::falling_blocks::shell::keys::Handling;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Ending, Mutant, Observer, Property, Wait};
use rust_hdl::prelude::*;

/// Presses that are not operations of the falling piece. The rest are codes of [`operation`].
pub mod press {
    /// Soft drop.
    pub const SOFT_DROP: u8 = 3;
    /// Hard drop.
    pub const HARD_DROP: u8 = 6;
    /// Hold.
    pub const HOLD: u8 = 7;
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    TakePress,
    MovePiece,
    RepeatShift,
}

/// State machine of key presses and repeats.
#[derive(LogicBlock, Module)]
pub struct PlayerInput {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Abort: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Carry out the oldest key press.
    pub take_press: Signal<In, Bit>,
    /// Repeat a held direction, then let the piece fall.
    pub tick_piece: Signal<In, Bit>,
    /// Level: `tick_piece` has come and the tick is not complete.
    pub in_tick: Signal<In, Bit>,
    /// Keys of the player: the oldest press, and the repeats that are due on this tick.
    pub keys: KeyInputClient,
    /// Level: the piece may be held.
    pub hold_allowed: Signal<In, Bit>,
    /// When keys act on a piece.
    pub handling: Handling,
    /// A piece has come in.
    pub spawned: Signal<In, Bit>,
    /// State of the falling piece.
    pub piece: PieceStatus,
    /// Start an operation of `falling_piece_update`.
    #[default(false)]
    pub start: Signal<Out, Bit>,
    /// The operation; 0 without `start`.
    #[default(0)]
    pub operation: Signal<Out, Bits<3>>,
    /// The player holds the piece.
    #[default(false)]
    pub hold: Signal<Out, Bit>,
    /// The player drops the piece.
    #[default(false)]
    pub hard_drop: Signal<Out, Bit>,
    /// The player moves the piece down by one row.
    #[default(false)]
    pub soft_drop: Signal<Out, Bit>,
    /// The shifts of this tick are complete: the piece falls.
    #[default(false)]
    pub fall: Signal<Out, Bit>,
    /// The piece was shifted or turned.
    #[default(false)]
    pub moved: Signal<Out, Bit>,
    /// With `moved`: it was a turn.
    pub turning: Signal<Out, Bit>,
    /// The piece rests after a shift or turn: clear the gravity.
    #[default(false)]
    pub clear_gravity: Signal<Out, Bit>,
    /// Level: a press or the repeats are being carried out.
    pub busy: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[part]
    #[context]
    key_pauses: KeyPauses,
    #[reset(State::Idle, or = new_game)]
    state: DFF<State>,
    is_turn: DFF<Bit>,
    #[value(operation::LEFT)]
    op_left: Constant<Bits<3>>,
    #[value(operation::RIGHT)]
    op_right: Constant<Bits<3>>,
    #[value(press::SOFT_DROP)]
    press_soft_drop: Constant<Bits<3>>,
    #[value(press::HARD_DROP)]
    press_hard_drop: Constant<Bits<3>>,
    #[value(press::HOLD)]
    press_hold: Constant<Bits<3>>,
}

#[clocked]
impl Logic for PlayerInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.keys.take.next = false;
        self.turning.next = self.is_turn.q.val();
        self.busy.next = self.state.q.val() != State::Idle;
        self.key_pauses.guard.next = self.handling.guard.val();
        self.key_pauses.cut.next = self.handling.delay_cut.val();
        self.key_pauses.spawned.next = self.spawned.val();
        match self.state.q.val() {
            State::Idle => {
                if self.take_press.val() {
                    self.state.d.next = State::TakePress;
                }
                if self.tick_piece.val() {
                    self.state.d.next = State::RepeatShift;
                }
            }
            State::TakePress => {
                self.keys.take.next = true;
                self.state.d.next = State::Idle;
                if self.keys.operation.val() == self.press_hold.val() {
                    self.hold.next = self.hold_allowed.val();
                } else if self.keys.operation.val() == self.press_hard_drop.val() {
                    self.hard_drop.next = !self.key_pauses.is_guarded.val();
                } else if self.keys.operation.val() == self.press_soft_drop.val() {
                    self.soft_drop.next = !self.piece.grounded.val();
                } else {
                    self.start.next = true;
                    self.operation.next = self.keys.operation.val();
                    self.is_turn.d.next = self.keys.operation.val().get_bit(2);
                    self.state.d.next = State::MovePiece;
                }
            }
            State::MovePiece => {
                if !self.piece.busy.val() {
                    self.moved.next = self.piece.accepted.val();
                    self.clear_gravity.next = self.piece.grounded.val();
                    self.state.d.next = State::Idle;
                    if self.in_tick.val() {
                        if self.piece.accepted.val() & self.handling.shift_to_wall.val() {
                            self.state.d.next = State::RepeatShift;
                        } else {
                            self.fall.next = true;
                        }
                    }
                }
            }
            State::RepeatShift => {
                self.is_turn.d.next = false;
                self.state.d.next = State::MovePiece;
                if self.keys.left_due.val() & !self.key_pauses.is_cut.val() {
                    self.start.next = true;
                    self.operation.next = self.op_left.val();
                } else if self.keys.right_due.val() & !self.key_pauses.is_cut.val() {
                    self.start.next = true;
                    self.operation.next = self.op_right.val();
                } else {
                    self.fall.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
        self.key_pauses.turned.next = self.moved.val() & self.is_turn.q.val();
        // Once in each tick of the piece.
        self.key_pauses.tick.next = self.fall.val();
    }
}

impl PlayerInput {
    /// Longest input: a shift over the whole board, which finds out at the wall that it is there.
    pub const MOST_CLOCKS: u32 = 11 * (FallingPieceUpdate::MOST_CLOCKS + 2);

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // A piece moves by nine columns at most.
        Property {
            lemmas: &["shifts <= 10", "state != STATE_REPEAT_SHIFT || shifts < 10"],
            assumed: &["shifts < 10 || !piece.accepted"],
            observers: &[Observer::new(
                "shifts",
                4,
                "state == STATE_IDLE ? 0 : shifts + (state == STATE_REPEAT_SHIFT)",
            )],
            waits: &[Wait::new(
                "piece",
                "piece.busy",
                FallingPieceUpdate::MOST_CLOCKS,
            )],
            ..Property::ends(
                "input ends within 6,787 clocks",
                Ending {
                    busy: "busy",
                    spent: "shifts * (piece_limit + 2) \
                            + (state == STATE_MOVE_PIECE ? 1 + piece_wait \
                            : state == STATE_REPEAT_SHIFT ? piece_limit + 2 : 0)",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new(
                    "state <= STATE_MOVE_PIECE;",
                    "state <= STATE_TAKE_PRESS;",
                    8,
                ),
            )
        },
    ];
}
