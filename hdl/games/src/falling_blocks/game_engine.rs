//! The rules of play: one state machine over the modules that do the work.
//!
//! ```text
//!  Start -> EmptyBoard -> CheckGameOver -> GeneratePiece -> Settle -> DownOrPlayer <---------+
//!                              ^   |            |                      |       |             |
//!                              |   +-> GameOver <+            a press  |       |  a tick     |
//!                              |                                       v       v             |
//!                              |      Hold <----------------------- GetInput  RepeatShift     |
//!                              |        |                              |       |             |
//!                              |        +--> GeneratePiece     PlayerOp <------+             |
//!                              |                                  |            v             |
//!                              |                                  |       NaturalDown        |
//!                              |            hard drop             v            v             |
//!                              |           GetInput -----------> Fall <-> FallStep           |
//!                              |                                  |                          |
//!                              |                                  v                          |
//!                              |    Lock <- JudgeSpin <- CheckBottom ------------------------+
//!                              |     |
//!        Collapse <- ClearLine |     +-> CheckClear -> Award --+
//!            |           ^     |                          |    |
//!            +-----------|-----+--------------------------+    |
//!                        +-------------------------------------+
//! ```
//!
//! A press acts as soon as the machine is free, in the order of arrival, and always before a tick that is due. A tick
//! drives, in this order: the repeat of a held direction, gravity or soft drop, the lock delay, the delay of a line clear.
//!
//! Score, lines and level change when a piece locks; its full rows stay, marked, for 18 ticks and go just before the next
//! piece comes in. A piece that locks wholly above the 20 visible rows, or one that finds no room to come in, ends the game.
//!
//! **Shape**: all outputs are levels except `text_write`, a strobe. From a press to the changed piece: at most about 450 cycles.

use super::award::Award;
use super::board_controller::BoardController;
use super::falling_piece_update::{operation, FallingPieceUpdate};
use super::get_input::GetInput;
use super::gravity::Gravity;
use super::hold::Hold;
use super::judge_spin::JudgeSpin;
use super::lock_delay::LockDelay;
use super::random_tetris::RandomTetris;
use super::scoreboard::{Scoreboard, TextLayout};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    GameOver,
    Start,
    EmptyBoard,
    CheckGameOver,
    GeneratePiece,
    Settle,
    SettleStep,
    DownOrPlayer,
    GetInput,
    Hold,
    PlayerOp,
    RepeatShift,
    NaturalDown,
    Fall,
    FallStep,
    CheckBottom,
    ReadCorners,
    JudgeSpin,
    Lock,
    CheckClear,
    Award,
    ClearLine,
    Collapse,
}

/// Plays one player's game.
#[derive(LogicBlock)]
pub struct GameEngine {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<In, Bit>,
    /// Level: the game runs; presses count.
    pub running: Signal<In, Bit>,
    /// Strobe: game tick; none comes while the game is paused.
    pub tick: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Action of that key.
    pub action: Signal<In, Bits<4>>,
    /// Level: a key for left is down.
    pub left_held: Signal<In, Bit>,
    /// Level: a key for right is down.
    pub right_held: Signal<In, Bit>,
    /// Level: a key for soft drop is down.
    pub down_held: Signal<In, Bit>,
    /// Row and column of the board that the picture looks at.
    pub picture_address: Signal<In, Bits<9>>,
    /// The cell there, one cycle later.
    pub picture_cell: Signal<Out, Bits<4>>,
    /// Which of the coming pieces to show at `slot_shape`.
    pub slot: Signal<In, Bits<3>>,
    /// Its shape, one cycle later.
    pub slot_shape: Signal<Out, Bits<3>>,
    /// Level: `slot_shape` will be valid; low while a bag is shuffled.
    pub slot_ready: Signal<Out, Bit>,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<Out, Bits<3>>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<Out, Bits<3>>,
    /// Rotation of the falling piece.
    pub rotation: Signal<Out, Bits<2>>,
    /// Column of the left edge of its box.
    pub x: Signal<Out, Bits<5>>,
    /// Row of the lower edge of its box.
    pub y: Signal<Out, Bits<6>>,
    /// The same for its ghost.
    pub ghost_y: Signal<Out, Bits<6>>,
    /// Level: the outputs of the falling piece are about to change.
    pub piece_busy: Signal<Out, Bit>,
    /// Ticks until the marked rows go, 18 to 1, or 0.
    pub clear_ticks: Signal<Out, Bits<5>>,
    /// Level of the game, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Level: the game has ended.
    pub game_over: Signal<Out, Bit>,
    /// Strobe: a locked piece is paid; the next three tell for what.
    pub paid: Signal<Out, Bit>,
    /// Rows that it filled.
    pub lines: Signal<Out, Bits<3>>,
    /// It was a T-spin, full or mini.
    pub t_spin: Signal<Out, Bit>,
    /// It was a difficult clear or spin, and so was the clear before.
    pub back_to_back: Signal<Out, Bit>,
    /// Where the picture's text changes.
    pub text_address: Signal<Out, Bits<11>>,
    /// Glyph to write there.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
    board_controller: BoardController,
    falling_piece_update: FallingPieceUpdate,
    random_tetris: RandomTetris,
    get_input: GetInput,
    hold: Hold,
    gravity: Gravity,
    lock_delay: LockDelay,
    judge_spin: JudgeSpin,
    award: Award,
    scoreboard: Scoreboard,
    state: DFF<State>,
    tick_due: DFF<Bit>,
    in_tick: DFF<Bit>,
    dropping: DFF<Bit>,
    turning: DFF<Bit>,
    turned_last: DFF<Bit>,
    from_bag: DFF<Bit>,
    in_play: DFF<Bit>,
    spin_kind: DFF<Bits<2>>,
    clear_ticks_left: DFF<Bits<5>>,
    fewer_clear_ticks: Signal<Local, Bits<5>>,
    piece_idle: Signal<Local, Bit>,
    grounded: Signal<Local, Bit>,
    drop_points: Signal<Local, Bits<16>>,
    pays_drop: Signal<Local, Bit>,
    op_down: Constant<Bits<3>>,
    op_left: Constant<Bits<3>>,
    op_right: Constant<Bits<3>>,
    op_spawn: Constant<Bits<3>>,
    op_stamp: Constant<Bits<3>>,
    op_corners: Constant<Bits<3>>,
    press_hard_drop: Constant<Bits<3>>,
    press_hold: Constant<Bits<3>>,
    clear_delay: Constant<Bits<5>>,
    hidden_row: Constant<Bits<5>>,
}

/// 300 ms between a clearing lock and the next piece.
const CLEAR_TICKS: u8 = 18;
/// The first row above the visible ones.
const HIDDEN_ROW: u8 = 20;

impl GameEngine {
    /// An engine that shows its digits where `layout` says.
    pub fn new(layout: &TextLayout) -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, new_game, running, tick, pressed, action, left_held, right_held,
                down_held, picture_address, picture_cell, slot, slot_shape, slot_ready, held,
                shape, rotation, x, y, ghost_y, piece_busy, clear_ticks, level, game_over,
                paid, lines, t_spin, back_to_back, text_address, text_code, text_write, board_controller, falling_piece_update,
                random_tetris, get_input, hold, gravity, lock_delay, judge_spin, award, state,
                tick_due, in_tick, dropping, turning, turned_last, from_bag, in_play, spin_kind,
                clear_ticks_left, fewer_clear_ticks, piece_idle, grounded, drop_points, pays_drop,
            }
            scoreboard: Scoreboard::new(layout),
            op_down: Constant::new(operation::DOWN.to_bits()),
            op_left: Constant::new(operation::LEFT.to_bits()),
            op_right: Constant::new(operation::RIGHT.to_bits()),
            op_spawn: Constant::new(operation::SPAWN.to_bits()),
            op_stamp: Constant::new(operation::STAMP.to_bits()),
            op_corners: Constant::new(operation::CORNERS.to_bits()),
            press_hard_drop: Constant::new(6u8.to_bits()),
            press_hold: Constant::new(7u8.to_bits()),
            clear_delay: Constant::new(CLEAR_TICKS.to_bits()),
            hidden_row: Constant::new(HIDDEN_ROW.to_bits()),
        }
    }
}

impl Logic for GameEngine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            tick_due,
            in_tick,
            dropping,
            turning,
            turned_last,
            from_bag,
            in_play,
            spin_kind,
            clear_ticks_left
        );
        clock!(
            self,
            clock,
            board_controller,
            falling_piece_update,
            random_tetris,
            get_input,
            hold,
            gravity,
            lock_delay,
            award,
            scoreboard
        );
        self.board_controller.reset.next = self.reset.val();
        self.falling_piece_update.reset.next = self.reset.val();
        self.random_tetris.reset.next = self.reset.val();
        self.get_input.reset.next = self.reset.val();
        self.hold.reset.next = self.reset.val();
        self.gravity.reset.next = self.reset.val();
        self.lock_delay.reset.next = self.reset.val();
        self.award.reset.next = self.reset.val();
        self.scoreboard.reset.next = self.reset.val();

        // The picture's side.
        self.board_controller.picture_address.next = self.picture_address.val();
        self.picture_cell.next = self.board_controller.picture_cell.val();
        self.random_tetris.slot.next = self.slot.val();
        self.slot_shape.next = self.random_tetris.slot_shape.val();
        self.slot_ready.next = self.random_tetris.ready.val();
        self.held.next = self.hold.held.val();
        self.shape.next = 0.into();
        if self.in_play.q.val() {
            self.shape.next = self.falling_piece_update.shape.val();
        }
        self.rotation.next = self.falling_piece_update.rotation.val();
        self.x.next = self.falling_piece_update.x.val();
        self.y.next = self.falling_piece_update.y.val();
        self.ghost_y.next = self.falling_piece_update.ghost_y.val();
        self.piece_busy.next = self.falling_piece_update.busy.val();
        self.clear_ticks.next = self.clear_ticks_left.q.val();
        self.level.next = self.scoreboard.level.val();
        self.game_over.next = self.state.q.val() == State::GameOver;
        self.paid.next = (self.state.q.val() == State::Award) & !self.award.busy.val();
        self.lines.next = self.board_controller.full_rows.val();
        self.t_spin.next = self.spin_kind.q.val().any();
        self.back_to_back.next = self.award.back_to_back.val();
        self.text_address.next = self.scoreboard.text_address.val();
        self.text_code.next = self.scoreboard.text_code.val();
        self.text_write.next = self.scoreboard.text_write.val();

        // The player's side.
        self.get_input.accept.next = self.running.val();
        self.get_input.flush.next = self.new_game.val();
        self.get_input.tick.next = self.tick.val();
        self.get_input.pressed.next = self.pressed.val();
        self.get_input.action.next = self.action.val();
        self.get_input.left_held.next = self.left_held.val();
        self.get_input.right_held.next = self.right_held.val();
        self.get_input.take.next = false;

        // The piece and the board.
        self.falling_piece_update.start.next = false;
        self.falling_piece_update.operation.next = self.op_down.val();
        self.falling_piece_update.spawn_shape.next = self.random_tetris.next_shape.val();
        self.falling_piece_update.board_cell.next = self.board_controller.piece_cell.val();
        self.board_controller.piece_address.next = self.falling_piece_update.board_address.val();
        self.board_controller.stamp.next = self.falling_piece_update.stamp.val();
        self.board_controller.stamp_shape.next = self.falling_piece_update.shape.val();
        self.board_controller.erase.next = false;
        self.board_controller.count.next = false;
        self.board_controller.collapse.next = false;
        self.piece_idle.next = !self.falling_piece_update.busy.val();
        self.grounded.next = self.falling_piece_update.grounded.val();
        self.random_tetris.restart.next = false;
        self.random_tetris.take.next = false;
        self.hold.restart.next = false;
        self.hold.swap.next = false;
        self.hold.allow.next = false;
        self.hold.shape.next = self.falling_piece_update.shape.val();

        // Timing of the fall.
        self.gravity.level.next = self.scoreboard.level.val();
        self.gravity.soft_drop.next = self.down_held.val();
        self.gravity.step.next = false;
        self.gravity.fell.next = false;
        self.gravity.clear.next = false;
        self.lock_delay.spawned.next = false;
        self.lock_delay.moved.next = false;
        self.lock_delay.by_player.next = false;
        self.lock_delay.tick_begins.next = false;
        self.lock_delay.tick_ends.next = false;
        self.lock_delay.grounded.next = self.grounded.val();
        self.lock_delay.lowest_row.next = self.falling_piece_update.lowest_row.val();

        // Points: one for a row of soft drop, two for a row of hard drop, the rest from `award`.
        self.drop_points.next = 1.into();
        if self.dropping.q.val() {
            self.drop_points.next = 2.into();
        }
        self.pays_drop.next = false;
        self.award.restart.next = false;
        self.award.start.next = false;
        self.award.lines.next = self.board_controller.full_rows.val();
        self.award.perfect.next =
            !self.board_controller.leftover.val() & self.board_controller.full_rows.val().any();
        self.award.spin.next = self.spin_kind.q.val();
        self.award.level.next = self.scoreboard.level.val();
        self.award.scoreboard_busy.next = self.scoreboard.busy.val();
        self.scoreboard.restart.next = false;
        self.scoreboard.add_line.next = self.award.add_line.val();

        self.judge_spin.corners.next = self.falling_piece_update.corners.val();
        self.judge_spin.shape.next = self.falling_piece_update.shape.val();
        self.judge_spin.turned_last.next = self.turned_last.q.val();
        self.judge_spin.kick.next = self.falling_piece_update.kick.val();

        self.fewer_clear_ticks.next = self.clear_ticks_left.q.val() - 1;
        if self.tick.val() {
            self.tick_due.d.next = true;
        }
        match self.state.q.val() {
            State::Start => {
                if self.piece_idle.val()
                    & !self.board_controller.busy.val()
                    & !self.scoreboard.busy.val()
                {
                    self.board_controller.erase.next = true;
                    self.random_tetris.restart.next = true;
                    self.hold.restart.next = true;
                    self.award.restart.next = true;
                    self.scoreboard.restart.next = true;
                    self.tick_due.d.next = false;
                    self.state.d.next = State::EmptyBoard;
                }
            }
            State::EmptyBoard => {
                if !self.board_controller.busy.val() & self.random_tetris.ready.val() {
                    self.state.d.next = State::CheckGameOver;
                }
            }
            State::CheckGameOver => {
                if self.random_tetris.ready.val() {
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.op_spawn.val();
                    self.from_bag.d.next = true;
                    self.state.d.next = State::GeneratePiece;
                }
            }
            State::GeneratePiece => {
                if self.piece_idle.val() {
                    self.state.d.next = State::GameOver;
                    if self.falling_piece_update.accepted.val() {
                        self.random_tetris.take.next = self.from_bag.q.val();
                        self.in_play.d.next = true;
                        self.turned_last.d.next = false;
                        self.lock_delay.spawned.next = true;
                        self.gravity.clear.next = true;
                        self.state.d.next = State::Settle;
                    }
                }
            }
            State::Settle => {
                self.lock_delay.moved.next = true;
                self.state.d.next = State::DownOrPlayer;
                if !self.grounded.val() {
                    self.falling_piece_update.start.next = true;
                    self.state.d.next = State::SettleStep;
                }
            }
            State::SettleStep => {
                if self.piece_idle.val() {
                    self.lock_delay.moved.next = true;
                    self.state.d.next = State::DownOrPlayer;
                }
            }
            State::DownOrPlayer => {
                if self.get_input.pending.val() {
                    self.state.d.next = State::GetInput;
                } else if self.tick_due.q.val() {
                    self.tick_due.d.next = false;
                    self.in_tick.d.next = true;
                    self.lock_delay.tick_begins.next = true;
                    self.state.d.next = State::RepeatShift;
                }
            }
            State::GetInput => {
                self.get_input.take.next = true;
                if self.get_input.operation.val() == self.press_hold.val() {
                    self.state.d.next = State::DownOrPlayer;
                    if self.hold.allowed.val() {
                        self.state.d.next = State::Hold;
                    }
                } else if self.get_input.operation.val() == self.press_hard_drop.val() {
                    self.dropping.d.next = true;
                    self.state.d.next = State::Fall;
                } else {
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.get_input.operation.val();
                    self.turning.d.next = self.get_input.operation.val().get_bit(2);
                    self.state.d.next = State::PlayerOp;
                }
            }
            State::Hold => {
                if self.random_tetris.ready.val() {
                    self.hold.swap.next = true;
                    self.from_bag.d.next = true;
                    if self.hold.held.val().any() {
                        self.from_bag.d.next = false;
                        self.falling_piece_update.spawn_shape.next = self.hold.held.val();
                    }
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.op_spawn.val();
                    self.state.d.next = State::GeneratePiece;
                }
            }
            State::PlayerOp => {
                if self.piece_idle.val() {
                    if self.falling_piece_update.accepted.val() {
                        self.lock_delay.moved.next = true;
                        self.lock_delay.by_player.next = true;
                        self.turned_last.d.next = self.turning.q.val();
                    }
                    self.gravity.clear.next = self.grounded.val();
                    self.state.d.next = State::DownOrPlayer;
                    if self.in_tick.q.val() {
                        self.state.d.next = State::NaturalDown;
                    }
                }
            }
            State::RepeatShift => {
                self.turning.d.next = false;
                self.state.d.next = State::PlayerOp;
                if self.get_input.repeat_left.val() {
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.op_left.val();
                } else if self.get_input.repeat_right.val() {
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.op_right.val();
                } else {
                    self.state.d.next = State::NaturalDown;
                }
            }
            State::NaturalDown => {
                self.state.d.next = State::Fall;
                // A piece at rest gathers no speed; `Fall` sees that it is grounded.
                self.gravity.step.next = !self.grounded.val();
            }
            State::Fall => {
                if self.grounded.val() {
                    self.gravity.clear.next = true;
                    self.state.d.next = State::CheckBottom;
                } else if self.dropping.q.val()
                    | (self.gravity.rows_due.val() & !self.gravity.busy.val())
                {
                    self.falling_piece_update.start.next = true;
                    self.state.d.next = State::FallStep;
                } else if !self.gravity.busy.val() {
                    self.state.d.next = State::CheckBottom;
                }
            }
            State::FallStep => {
                if self.piece_idle.val() & !self.scoreboard.busy.val() {
                    self.lock_delay.moved.next = true;
                    self.turned_last.d.next = false;
                    self.pays_drop.next = self.dropping.q.val() | self.down_held.val();
                    self.gravity.fell.next = !self.dropping.q.val();
                    self.state.d.next = State::Fall;
                }
            }
            State::CheckBottom => {
                self.lock_delay.tick_ends.next = self.in_tick.q.val();
                self.in_tick.d.next = false;
                self.state.d.next = State::DownOrPlayer;
                if self.dropping.q.val() | self.lock_delay.expires.val() {
                    self.state.d.next = State::ReadCorners;
                }
            }
            State::ReadCorners => {
                self.dropping.d.next = false;
                self.falling_piece_update.start.next = true;
                self.falling_piece_update.operation.next = self.op_corners.val();
                self.state.d.next = State::JudgeSpin;
            }
            State::JudgeSpin => {
                if self.piece_idle.val() {
                    self.spin_kind.d.next = self.judge_spin.kind.val();
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.op_stamp.val();
                    self.state.d.next = State::Lock;
                }
            }
            State::Lock => {
                if self.piece_idle.val() {
                    self.in_play.d.next = false;
                    self.board_controller.count.next = true;
                    self.state.d.next = State::CheckClear;
                    if self.falling_piece_update.lowest_row.val() >= self.hidden_row.val() {
                        self.state.d.next = State::GameOver;
                    }
                }
            }
            State::CheckClear => {
                if !self.board_controller.busy.val() {
                    self.award.start.next = true;
                    self.state.d.next = State::Award;
                }
            }
            State::Award => {
                if !self.award.busy.val() {
                    self.hold.allow.next = true;
                    self.state.d.next = State::CheckGameOver;
                    if self.board_controller.full_rows.val().any() {
                        self.clear_ticks_left.d.next = self.clear_delay.val();
                        self.state.d.next = State::ClearLine;
                    }
                }
            }
            State::ClearLine => {
                if self.tick_due.q.val() {
                    self.tick_due.d.next = false;
                    self.clear_ticks_left.d.next = self.fewer_clear_ticks.val();
                    if self.clear_ticks_left.q.val() == 1 {
                        self.board_controller.collapse.next = true;
                        self.state.d.next = State::Collapse;
                    }
                }
            }
            State::Collapse => {
                if !self.board_controller.busy.val() {
                    self.state.d.next = State::CheckGameOver;
                }
            }
            _ => {
                self.in_play.d.next = false;
            }
        }
        self.scoreboard.add_points.next = self.award.add_points.val() | self.pays_drop.val();
        self.scoreboard.points.next = self.award.points.val();
        if self.pays_drop.val() {
            self.scoreboard.points.next = self.drop_points.val();
        }
        if self.new_game.val() {
            self.in_tick.d.next = false;
            self.dropping.d.next = false;
            self.in_play.d.next = false;
            self.clear_ticks_left.d.next = 0.into();
            self.state.d.next = State::Start;
        }
        if self.reset.val() {
            self.state.d.next = State::GameOver;
            self.tick_due.d.next = false;
            self.in_tick.d.next = false;
            self.dropping.d.next = false;
            self.turning.d.next = false;
            self.turned_last.d.next = false;
            self.from_bag.d.next = false;
            self.in_play.d.next = false;
            self.spin_kind.d.next = 0.into();
            self.clear_ticks_left.d.next = 0.into();
        }
    }
}
