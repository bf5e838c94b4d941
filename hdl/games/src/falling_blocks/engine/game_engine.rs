//! The rules of play: one state machine over the modules that do the work, for one player or two.
//!
//! ```text
//!  NewGame -> EmptyBoard -> CheckGameOver -> GeneratePiece -> Settle -> DownOrPlayer <-------+
//!                                 ^              |                        |      |           |
//!                                 |              +-> (out)        a press |      | a tick    |
//!                                 |                                       v      v           |
//!                                 |     Hold <----------------------- GetInput  RepeatShift  |
//!                                 |       |                              |      |            |
//!                                 |       +--> GeneratePiece     PlayerOp <-----+            |
//!                                 |                                  |          v            |
//!                                 |                                  |     NaturalDown       |
//!                                 |           hard drop              v          v            |
//!                                 |          GetInput ----------> Fall <-> FallStep          |
//!                                 |                                  |                       |
//!                                 |                                  v                       |
//!                                 |   Lock <- JudgeSpin <- CheckBottom ----------------------+
//!                                 |    |
//!                     Collapse    |    +-> CheckClear -> Award -> (clear delay) -> DownOrPlayer
//!                        |        |                       |  |
//!                        +--------+---- Raise <-----------+  +-> Attack -> (the other player)
//! ```
//!
//! A press acts as soon as the machine is free, in the order of arrival, and always before a tick that is due. A tick
//! drives, in this order: the repeat of a held direction, gravity or soft drop, the lock delay, the delay of a line clear.
//!
//! Two players share the machine: whenever it rests and the other player has a press or a tick, the states of their games are exchanged
//! ([`PlayerSwitch`]). On a tick player 1 comes first. What rests in between is a *phase*: out, starting, in play, or waiting for rows to clear.
//!
//! Score, lines and level change when a piece locks; its full rows stay, marked, for 18 ticks and go just before the next
//! piece comes in. A piece that locks wholly above the visible rows, one that finds no room to come in, or garbage that pushes a cell out
//! at the top puts its player out. That ends a game of one; a game of two is judged when both have had the tick.
//!
//! `new_game` and `reset` may come on any clock, in every state. A new game waits in `NewGame` until
//! the modules that write to memories are idle, then restarts all modules. Gravity may still add
//! up; a piece that comes in clears its sum.
//!
//! **Shape**: all outputs are levels except `text_write`, a strobe. From a press to the changed piece: at most about 700 cycles.

use super::auto_shift::AutoShift;
use super::game_memory::GameMemory;
use super::match_control::{phase, MatchControl};
use super::player_switch::PlayerSwitch;
use super::press_queue::PressQueue;
use crate::falling_blocks::board::board_controller::BoardController;
use crate::falling_blocks::piece::falling_piece_update::{self, operation, FallingPieceUpdate};
use crate::falling_blocks::piece::gravity::{self, Gravity};
use crate::falling_blocks::piece::hold::{self, Hold};
use crate::falling_blocks::piece::lock_delay::{self, LockDelay};
use crate::falling_blocks::piece::random_tetris::{self, RandomTetris};
use crate::falling_blocks::piece::rule_tables::RuleTables;
use crate::falling_blocks::scoring::award::{self, Award};
use crate::falling_blocks::scoring::judge_spin::JudgeSpin;
use crate::falling_blocks::scoring::scoreboard::{self, Scoreboard, TextLayout};
use crate::falling_blocks::versus::garbage::{self, Garbage};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    DownOrPlayer,
    NewGame,
    CopyGame,
    SwitchPlayer,
    EmptyBoard,
    CheckGameOver,
    GeneratePiece,
    Settle,
    SettleStep,
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
    Collapse,
    Attack,
    Append,
    Raise,
    RaiseRow,
}

/// Plays.
#[derive(LogicBlock, Module)]
pub struct GameEngine {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<In, Bit>,
    /// Level: nobody goes on with the game, so the moment of the next one decides its pieces.
    pub abandoned: Signal<In, Bit>,
    /// Level: the game runs; presses count.
    pub running: Signal<In, Bit>,
    /// Strobe: game tick; none comes while the game is paused.
    pub tick: Signal<In, Bit>,
    /// Level, as the next two for a whole game: two play.
    pub two_players: Signal<In, Bit>,
    /// Level: clears send garbage to the other player.
    pub versus: Signal<In, Bit>,
    /// Level: forty lines end the game, and the level stays.
    pub sprint: Signal<In, Bit>,
    /// Strobe: time is up.
    pub time_up: Signal<In, Bit>,
    /// The level that a game starts with, two decimal digits, 01 to 15.
    pub start_level: Signal<In, Bits<5>>,
    /// Setting: fall by the classic curve.
    pub classic_speed: Signal<In, Bit>,
    /// Setting: how many times as fast soft drop is, 1 to 40.
    pub soft_drop_factor: Signal<In, Bits<6>>,
    /// Setting: ticks from a press to the first repeat, 1 to 30.
    pub shift_delay: Signal<In, Bits<5>>,
    /// Setting: `shift_delay` less the ticks from one repeat to the next, modulo 32.
    pub shift_reload: Signal<In, Bits<5>>,
    /// Setting: a repeat goes all the way to the wall.
    pub shift_to_wall: Signal<In, Bit>,
    /// Setting: pieces may be held.
    pub hold_allowed: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Whose key: 0 is player 1.
    pub presser: Signal<In, Bit>,
    /// Action of that key.
    pub action: Signal<In, Bits<4>>,
    /// Level: a key for left is down; bit 0 player 1, bit 1 player 2.
    pub left_held: Signal<In, Bits<2>>,
    /// The same for right.
    pub right_held: Signal<In, Bits<2>>,
    /// The same for soft drop.
    pub down_held: Signal<In, Bits<2>>,
    /// Player, row and column of the board that the picture looks at.
    pub picture_address: Signal<In, Bits<10>>,
    /// The cell there, one cycle later.
    pub picture_cell: Signal<Out, Bits<5>>,
    /// Whose game the following outputs tell of, up to `level`.
    pub player: Signal<Out, Bit>,
    /// Level: the picture has taken over what the following outputs tell; the engine waits for that before it turns to the other player.
    pub published: Signal<In, Bit>,
    /// Which of the coming pieces to show at `slot_shape`.
    pub slot: Signal<In, Bits<3>>,
    /// Its shape, one cycle later.
    pub slot_shape: Signal<Out, Bits<3>>,
    /// Level: `slot_shape` will be valid; low while a bag is shuffled.
    pub slot_ready: Signal<Out, Bit>,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<Out, Bits<3>>,
    /// Shape of the falling piece, 0 if there is none.
    #[default(0)]
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
    /// Level of the game, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Ticks until player 1's marked rows go, 18 to 1, or 0.
    pub clear_ticks_one: Signal<Out, Bits<5>>,
    /// The same of player 2.
    pub clear_ticks_two: Signal<Out, Bits<5>>,
    /// Rows of garbage that wait for player 1, at most 31 are told.
    pub pending_one: Signal<Out, Bits<5>>,
    /// The same of player 2.
    pub pending_two: Signal<Out, Bits<5>>,
    /// How soon the piece of player 1 locks: 0, then 1 to 3 in the last steps of eight ticks.
    pub lock_stage_one: Signal<Out, Bits<2>>,
    /// The same of player 2.
    pub lock_stage_two: Signal<Out, Bits<2>>,
    /// Strobe: `player` has dropped the piece, which lies at `x` and `y` and will lock.
    pub dropped: Signal<Out, Bit>,
    /// Who is out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<Out, Bits<2>>,
    /// Level: the game was ended by its goal or its time.
    pub finished: Signal<Out, Bit>,
    /// Level: the game has ended.
    pub game_over: Signal<Out, Bit>,
    /// Strobe: the piece was shifted by its player.
    #[default(false)]
    pub shifted: Signal<Out, Bit>,
    /// Strobe: it was turned, and perhaps kicked.
    #[default(false)]
    pub turned: Signal<Out, Bit>,
    /// Strobe: it went to the hold slot.
    pub put_aside: Signal<Out, Bit>,
    /// Strobe: a locked piece is paid; the next three tell for what.
    pub paid: Signal<Out, Bit>,
    /// Rows that it filled.
    pub lines: Signal<Out, Bits<3>>,
    /// It was a T-spin, full or mini.
    pub t_spin: Signal<Out, Bit>,
    /// It was a difficult clear or spin, and so was the clear before.
    pub back_to_back: Signal<Out, Bit>,
    /// Strobe: an attack has arrived.
    pub attacked: Signal<Out, Bit>,
    /// Where the picture's text changes.
    pub text_address: Signal<Out, Bits<12>>,
    /// Glyph to write there.
    pub text_code: Signal<Out, Bits<6>>,
    /// Which digit that is: 0 to 6 the score's, the lowest first, then those of lines and level.
    pub text_position: Signal<Out, Bits<4>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
    #[part(idle(restart, start, copy))]
    #[given]
    player_switch: PlayerSwitch,
    #[part(idle(restart, set_phase, take_tick, rest))]
    match_control: MatchControl,
    #[part(clock)]
    game_memory: GameMemory,
    #[part(clock)]
    rule_tables: RuleTables,
    #[part(idle(erase, count, collapse, raise))]
    board_controller: BoardController,
    #[part]
    #[given]
    falling_piece_update: FallingPieceUpdate,
    #[part(idle(restart, deal, take))]
    random_tetris: RandomTetris,
    #[part(idle(take))]
    press_queue: PressQueue,
    #[part]
    auto_shift_one: AutoShift,
    #[part]
    auto_shift_two: AutoShift,
    #[part(idle(restart, put_aside, allow))]
    hold: Hold,
    #[part(idle(step, fell, clear))]
    gravity: Gravity,
    #[part(idle(spawned, moved, by_player, tick_begins, tick_ends))]
    lock_delay: LockDelay,
    judge_spin: JudgeSpin,
    #[part(idle(start))]
    award: Award,
    #[part(idle(restart, cancel, append, rise))]
    garbage: Garbage,
    #[part(idle(restart))]
    #[given]
    scoreboard: Scoreboard,
    #[reset(State::DownOrPlayer)]
    state: DFF<State>,
    in_tick: DFF<Bit>,
    dropping: DFF<Bit>,
    turning: DFF<Bit>,
    turned_last: DFF<Bit>,
    from_bag: DFF<Bit>,
    in_play: DFF<Bit>,
    spin_kind: DFF<Bits<2>>,
    #[reset(or = !self.two_players.val())]
    attacking: DFF<Bit>,
    #[reset(or = !self.two_players.val())]
    raised: DFF<Bits<4>>,
    #[reset(or = !self.two_players.val())]
    pushed_out: DFF<Bit>,
    #[reset(or = !self.two_players.val())]
    waiting_one: DFF<Bits<5>>,
    #[reset(or = !self.two_players.val())]
    waiting_two: DFF<Bits<5>>,
    stage_one: DFF<Bits<2>>,
    stage_two: DFF<Bits<2>>,
    next_raised: Signal<Local, Bits<4>>,
    soft_dropping: Signal<Local, Bit>,
    left_due: Signal<Local, Bit>,
    right_due: Signal<Local, Bit>,
    piece_idle: Signal<Local, Bit>,
    grounded: Signal<Local, Bit>,
    drop_points: Signal<Local, Bits<16>>,
    #[default(false)]
    pays_drop: Signal<Local, Bit>,
    pending: Signal<Local, Bits<5>>,
    garbage_rises: Signal<Local, Bit>,
    may_switch: Signal<Local, Bit>,
    #[value(operation::DOWN)]
    op_down: Constant<Bits<3>>,
    #[value(operation::LEFT)]
    op_left: Constant<Bits<3>>,
    #[value(operation::RIGHT)]
    op_right: Constant<Bits<3>>,
    #[value(operation::SPAWN)]
    op_spawn: Constant<Bits<3>>,
    #[value(operation::STAMP)]
    op_stamp: Constant<Bits<3>>,
    #[value(operation::CORNERS)]
    op_corners: Constant<Bits<3>>,
    #[value(3)]
    press_soft_drop: Constant<Bits<3>>,
    #[value(6)]
    press_hard_drop: Constant<Bits<3>>,
    #[value(7)]
    press_hold: Constant<Bits<3>>,
    #[value(phase::OUT)]
    phase_out: Constant<Bits<2>>,
    #[value(phase::START)]
    phase_start: Constant<Bits<2>>,
    #[value(phase::PLAY)]
    phase_play: Constant<Bits<2>>,
    #[value(phase::CLEAR)]
    phase_clear: Constant<Bits<2>>,
    #[value(MOST_RAISED)]
    most_raised: Constant<Bits<4>>,
    hidden_row: Constant<Bits<5>>,
}

/// Rows of garbage that a lock lets in at most.
const MOST_RAISED: u8 = 10;
/// Bits of state of the engine itself that the players exchange, and of all its modules.
const OWN_STATE: u64 = 2;
const STATE_LENGTH: u64 = OWN_STATE
    + falling_piece_update::STATE_LENGTH
    + hold::STATE_LENGTH
    + gravity::STATE_LENGTH
    + lock_delay::STATE_LENGTH
    + award::STATE_LENGTH
    + scoreboard::STATE_LENGTH
    + random_tetris::STATE_LENGTH
    + garbage::STATE_LENGTH;

impl GameEngine {
    /// An engine that shows its digits where `layouts` say: of a game of one, then of each of two players. Of the 24 rows that it keeps, so many are
    /// visible.
    ///
    /// # Panics
    /// If there are not four rows above the visible ones, in which a piece comes in.
    pub fn new(layouts: &[TextLayout; 3], visible_rows: u8) -> Self {
        assert!(visible_rows <= 20, "{visible_rows} of 24 rows are visible");
        construct!(GameEngine {
            player_switch: PlayerSwitch::new(STATE_LENGTH),
            falling_piece_update: FallingPieceUpdate::new(visible_rows),
            scoreboard: Scoreboard::new(layouts),
            hidden_row: Constant::new(visible_rows.to_bits()),
        })
    }
}

#[clocked]
impl Logic for GameEngine {
    #[hdl_gen]
    fn update(&mut self) {
        // The players take turns. The state of a game hangs on a chain through all modules.
        self.player.next = self.player_switch.player.val();
        // Where one plays alone, this is all that keeps the second player's circuits alive: synthesis sweeps them away.
        self.may_switch.next = self.two_players.val()
            & self.published.val()
            & self.random_tetris.ready.val()
            & !self.scoreboard.busy.val();
        self.match_control.two_players.next = self.two_players.val();
        self.match_control.tick.next = self.tick.val();
        self.match_control.finish.next = self.time_up.val();
        self.match_control.player.next = self.player_switch.player.val();
        self.match_control.new_phase.next = self.phase_out.val();
        self.match_control.other_pending.next = self.press_queue.other_pending.val();
        self.clear_ticks_one.next = self.match_control.clear_ticks_one.val();
        self.clear_ticks_two.next = self.match_control.clear_ticks_two.val();
        self.out.next = self.match_control.out.val();
        self.finished.next = self.match_control.finished.val();
        // What was begun when time was up is brought to its end, and its points are counted. A new game, which waits for the same, is no longer over.
        self.game_over.next = self.match_control.game_over.val()
            & (self.state.q.val() == State::DownOrPlayer)
            & !self.scoreboard.busy.val();
        self.board_controller.player.next = self.player_switch.player.val();
        self.random_tetris.player.next = self.player_switch.player.val();
        self.press_queue.player.next = self.player_switch.player.val();
        self.garbage.player.next = self.player_switch.player.val();
        self.scoreboard.two_players.next = self.two_players.val();
        self.scoreboard.player.next = self.player_switch.player.val();
        self.falling_piece_update.swap.next = self.player_switch.swap.val();
        self.hold.swap.next = self.player_switch.swap.val();
        self.gravity.swap.next = self.player_switch.swap.val();
        self.lock_delay.swap.next = self.player_switch.swap.val();
        self.award.swap.next = self.player_switch.swap.val();
        self.scoreboard.swap.next = self.player_switch.swap.val();
        self.random_tetris.swap.next = self.player_switch.swap.val();
        self.garbage.swap.next = self.player_switch.swap.val();
        self.falling_piece_update.chain_in.next = self.player_switch.chain_in.val();
        self.hold.chain_in.next = self.falling_piece_update.chain_out.val();
        self.gravity.chain_in.next = self.hold.chain_out.val();
        self.lock_delay.chain_in.next = self.gravity.chain_out.val();
        self.award.chain_in.next = self.lock_delay.chain_out.val();
        self.scoreboard.chain_in.next = self.award.chain_out.val();
        self.random_tetris.chain_in.next = self.scoreboard.chain_out.val();
        self.garbage.chain_in.next = self.random_tetris.chain_out.val();
        self.player_switch.chain_out.next = self.in_play.q.val();
        if self.player_switch.swap.val() {
            self.turned_last.d.next = self.garbage.chain_out.val();
            self.in_play.d.next = self.turned_last.q.val();
        }

        // One memory for what is never needed at the same time, and one table.
        self.game_memory.for_states.next = self.player_switch.busy.val();
        self.game_memory.state_read_address.next = self.player_switch.read_address.val();
        self.game_memory.state_write_address.next = self.player_switch.write_address.val();
        self.game_memory.state_bit.next = self.in_play.q.val();
        self.game_memory.state_write.next = self.player_switch.swap.val();
        self.player_switch.state_bit.next = self.game_memory.word.val().get_bit(0);
        self.game_memory.for_batches.next = self.garbage.busy.val();
        self.game_memory.batch_address.next = self.garbage.batch_address.val();
        self.game_memory.batch.next = self.garbage.new_batch.val();
        self.game_memory.batch_write.next = self.garbage.batch_write.val();
        self.garbage.batch.next = self.game_memory.word.val();
        self.game_memory.digit_address.next = self.scoreboard.digit_address.val();
        self.game_memory.digit.next = self.scoreboard.digit.val();
        self.game_memory.digit_write.next = self.scoreboard.digit_write.val();
        self.scoreboard.old_digit.next = self.game_memory.word.val().get_bits::<4>(0);
        self.rule_tables.for_gravity.next = self.gravity.busy.val();
        self.rule_tables.speed_address.next = self.gravity.table_address.val();
        self.rule_tables.place_address.next = self.falling_piece_update.table_address.val();
        self.gravity.speed_byte.next = self.rule_tables.word.val();
        self.falling_piece_update.place.next = self.rule_tables.word.val().get_bits::<6>(0);

        // The picture's side.
        self.board_controller.picture_address.next = self.picture_address.val();
        self.picture_cell.next = self.board_controller.picture_cell.val();
        self.random_tetris.slot.next = self.slot.val();
        self.slot_shape.next = self.random_tetris.slot_shape.val();
        self.slot_ready.next = self.random_tetris.ready.val() & !self.player_switch.busy.val();
        self.held.next = self.hold.held.val();
        if self.in_play.q.val() {
            self.shape.next = self.falling_piece_update.shape.val();
        }
        self.rotation.next = self.falling_piece_update.rotation.val();
        self.x.next = self.falling_piece_update.x.val();
        self.y.next = self.falling_piece_update.y.val();
        self.ghost_y.next = self.falling_piece_update.ghost_y.val();
        self.piece_busy.next = self.falling_piece_update.busy.val()
            | self.player_switch.busy.val()
            | (self.state.q.val() == State::Lock);
        self.level.next = self.scoreboard.level.val();
        self.paid.next = (self.state.q.val() == State::Award) & !self.award.busy.val();
        self.lines.next = self.board_controller.full_rows.val();
        self.t_spin.next = self.spin_kind.q.val().any();
        self.back_to_back.next = self.award.back_to_back.val();
        self.text_address.next = self.scoreboard.text_address.val();
        self.text_code.next = self.scoreboard.text_code.val();
        self.text_position.next = self.scoreboard.digit_address.val().get_bits::<4>(0);
        self.text_write.next = self.scoreboard.text_write.val();
        self.attacked.next = (self.state.q.val() == State::Append) & !self.garbage.busy.val();
        self.pending_one.next = self.waiting_one.q.val();
        self.pending_two.next = self.waiting_two.q.val();
        self.lock_stage_one.next = self.stage_one.q.val();
        self.lock_stage_two.next = self.stage_two.q.val();
        self.dropped.next = (self.state.q.val() == State::ReadCorners) & self.dropping.q.val();
        self.pending.next = self.garbage.pending.val().get_bits::<5>(0);
        if self.garbage.pending.val().get_bits::<2>(5) != 0 {
            self.pending.next = 31.into();
        }
        if !self.player_switch.busy.val() {
            if self.player_switch.player.val() {
                self.waiting_two.d.next = self.pending.val();
                self.stage_two.d.next = self.lock_delay.stage.val();
            } else {
                self.waiting_one.d.next = self.pending.val();
                self.stage_one.d.next = self.lock_delay.stage.val();
            }
        }

        // The players' side.
        self.press_queue.accept.next = self.running.val();
        self.press_queue.flush.next = self.new_game.val();
        self.press_queue.pressed.next = self.pressed.val();
        self.press_queue.presser.next = self.presser.val();
        self.press_queue.action.next = self.action.val();
        self.auto_shift_one.flush.next = self.new_game.val();
        self.auto_shift_one.tick.next = self.tick.val();
        self.auto_shift_one.press_left.next =
            self.pressed.val() & !self.presser.val() & (self.action.val() == 1);
        self.auto_shift_one.press_right.next =
            self.pressed.val() & !self.presser.val() & (self.action.val() == 2);
        self.auto_shift_one.left_held.next = self.left_held.val().get_bit(0);
        self.auto_shift_one.right_held.next = self.right_held.val().get_bit(0);
        self.auto_shift_one.delay.next = self.shift_delay.val();
        self.auto_shift_one.reload.next = self.shift_reload.val();
        self.auto_shift_two.flush.next = self.new_game.val();
        self.auto_shift_two.tick.next = self.tick.val();
        self.auto_shift_two.press_left.next =
            self.pressed.val() & self.presser.val() & (self.action.val() == 1);
        self.auto_shift_two.press_right.next =
            self.pressed.val() & self.presser.val() & (self.action.val() == 2);
        self.auto_shift_two.left_held.next = self.left_held.val().get_bit(1);
        self.auto_shift_two.right_held.next = self.right_held.val().get_bit(1);
        self.auto_shift_two.delay.next = self.shift_delay.val();
        self.auto_shift_two.reload.next = self.shift_reload.val();
        self.left_due.next = self.auto_shift_one.left_due.val();
        self.right_due.next = self.auto_shift_one.right_due.val();
        self.soft_dropping.next = self.down_held.val().get_bit(0);
        if self.player_switch.player.val() {
            self.left_due.next = self.auto_shift_two.left_due.val();
            self.right_due.next = self.auto_shift_two.right_due.val();
            self.soft_dropping.next = self.down_held.val().get_bit(1);
        }

        // The piece and the board.
        self.falling_piece_update.start.next = false;
        self.falling_piece_update.operation.next = self.op_down.val();
        self.falling_piece_update.spawn_shape.next = self.random_tetris.next_shape.val();
        self.falling_piece_update.board_cell.next = self.board_controller.piece_cell.val();
        self.board_controller.piece_address.next = self.falling_piece_update.board_address.val();
        self.board_controller.stamp.next = self.falling_piece_update.stamp.val();
        self.board_controller.stamp_shape.next = self.falling_piece_update.shape.val();
        self.board_controller.two_players.next = self.two_players.val();
        self.board_controller.hole.next = self.garbage.hole.val();
        self.piece_idle.next = !self.falling_piece_update.busy.val();
        self.grounded.next = self.falling_piece_update.grounded.val();
        self.random_tetris.free.next = self.match_control.game_over.val()
            | self.match_control.out.val().all()
            | self.abandoned.val();
        self.hold.shape.next = self.falling_piece_update.shape.val();

        // Timing of the fall.
        self.gravity.classic.next = self.classic_speed.val();
        self.gravity.level.next = self.scoreboard.level.val();
        self.gravity.factor.next = 1.into();
        if self.soft_dropping.val() {
            self.gravity.factor.next = self.soft_drop_factor.val();
        }
        self.lock_delay.grounded.next = self.grounded.val();
        self.lock_delay.lowest_row.next = self.falling_piece_update.lowest_row.val();

        // Points: one for a row of soft drop, two for a row of hard drop, the rest from `award`.
        self.drop_points.next = 1.into();
        if self.dropping.q.val() {
            self.drop_points.next = 2.into();
        }
        // An award that goes on would hand the scoreboard one more command after `NewGame`.
        self.award.restart.next = self.new_game.val();
        self.award.lines.next = self.board_controller.full_rows.val();
        self.award.perfect.next =
            !self.board_controller.leftover.val() & self.board_controller.full_rows.val().any();
        self.award.spin.next = self.spin_kind.q.val();
        self.award.level.next = self.scoreboard.level.val();
        self.award.scoreboard_busy.next = self.scoreboard.busy.val();
        self.scoreboard.start_level.next = self.start_level.val();
        self.scoreboard.fixed_level.next = self.sprint.val();
        self.scoreboard.add_line.next = self.award.add_line.val();
        self.garbage.two_players.next = self.two_players.val();
        self.garbage.lines.next = self.award.attack.val();
        self.garbage_rises.next = self.versus.val() & self.garbage.pending.val().any();
        self.next_raised.next = self.raised.q.val() + 1;

        self.judge_spin.corners.next = self.falling_piece_update.corners.val();
        self.judge_spin.shape.next = self.falling_piece_update.shape.val();
        self.judge_spin.turned_last.next = self.turned_last.q.val();
        self.judge_spin.kick.next = self.falling_piece_update.kick.val();

        match self.state.q.val() {
            State::DownOrPlayer => {
                if self.match_control.game_over.val() {
                    // All stands still, for everybody to see.
                    self.match_control.rest.next = true;
                } else if self.match_control.phase.val() == self.phase_start.val() {
                    self.board_controller.erase.next = true;
                    self.random_tetris.deal.next = true;
                    self.scoreboard.restart.next = true;
                    self.state.d.next = State::EmptyBoard;
                } else if self.press_queue.pending.val()
                    & (self.match_control.phase.val() == self.phase_play.val())
                {
                    self.state.d.next = State::GetInput;
                } else if self.match_control.tick_due.val() {
                    self.match_control.take_tick.next = true;
                    if self.match_control.phase.val() == self.phase_play.val() {
                        self.in_tick.d.next = true;
                        self.lock_delay.tick_begins.next = true;
                        self.state.d.next = State::RepeatShift;
                    } else if self.match_control.delay_ends.val()
                        & (self.match_control.phase.val() == self.phase_clear.val())
                    {
                        self.board_controller.collapse.next = true;
                        self.state.d.next = State::Collapse;
                    }
                } else if self.match_control.other_due.val() {
                    if self.may_switch.val() {
                        self.player_switch.start.next = true;
                        self.state.d.next = State::SwitchPlayer;
                    }
                } else {
                    self.match_control.rest.next = true;
                }
            }
            State::NewGame => {
                // An exchange of the players may just have brought this bit in.
                if self.two_players.val() {
                    self.in_play.d.next = false;
                }
                if self.piece_idle.val()
                    & !self.board_controller.busy.val()
                    & !self.scoreboard.busy.val()
                    & !self.garbage.busy.val()
                    & !self.player_switch.busy.val()
                    & self.random_tetris.ready.val()
                {
                    self.random_tetris.restart.next = true;
                    self.hold.restart.next = true;
                    // Its state, too, may be the other player's; alone, it has restarted.
                    self.award.restart.next = self.two_players.val();
                    self.garbage.restart.next = true;
                    self.player_switch.restart.next = true;
                    self.match_control.restart.next = true;
                    self.state.d.next = State::DownOrPlayer;
                    if self.two_players.val() {
                        self.state.d.next = State::CopyGame;
                    }
                }
            }
            State::CopyGame => {
                self.player_switch.copy.next = self.two_players.val();
                self.state.d.next = State::SwitchPlayer;
            }
            State::SwitchPlayer => {
                if !self.player_switch.busy.val() {
                    self.state.d.next = State::DownOrPlayer;
                    if self.attacking.q.val() {
                        self.attacking.d.next = false;
                        self.garbage.append.next = self.versus.val();
                        self.state.d.next = State::Append;
                    }
                }
            }
            State::EmptyBoard => {
                if !self.board_controller.busy.val()
                    & !self.scoreboard.busy.val()
                    & self.random_tetris.ready.val()
                {
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
                    self.match_control.set_phase.next = true;
                    self.in_play.d.next = false;
                    self.state.d.next = State::DownOrPlayer;
                    if self.falling_piece_update.accepted.val() {
                        self.match_control.new_phase.next = self.phase_play.val();
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
            State::GetInput => {
                self.press_queue.take.next = true;
                self.state.d.next = State::DownOrPlayer;
                if self.press_queue.operation.val() == self.press_hold.val() {
                    if self.hold.allowed.val() & self.hold_allowed.val() {
                        self.state.d.next = State::Hold;
                    }
                } else if self.press_queue.operation.val() == self.press_hard_drop.val() {
                    self.dropping.d.next = true;
                    self.state.d.next = State::Fall;
                } else if self.press_queue.operation.val() == self.press_soft_drop.val() {
                    if !self.grounded.val() {
                        self.falling_piece_update.start.next = true;
                        self.state.d.next = State::FallStep;
                    }
                } else {
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.press_queue.operation.val();
                    self.turning.d.next = self.press_queue.operation.val().get_bit(2);
                    self.state.d.next = State::PlayerOp;
                }
            }
            State::Hold => {
                if self.random_tetris.ready.val() {
                    self.hold.put_aside.next = true;
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
                        self.shifted.next = !self.turning.q.val();
                        self.turned.next = self.turning.q.val();
                        self.turned_last.d.next = self.turning.q.val();
                    }
                    self.gravity.clear.next = self.grounded.val();
                    self.state.d.next = State::DownOrPlayer;
                    if self.in_tick.q.val() {
                        self.state.d.next = State::NaturalDown;
                        if self.falling_piece_update.accepted.val() & self.shift_to_wall.val() {
                            self.state.d.next = State::RepeatShift;
                        }
                    }
                }
            }
            State::RepeatShift => {
                self.turning.d.next = false;
                self.state.d.next = State::PlayerOp;
                if self.left_due.val() {
                    self.falling_piece_update.start.next = true;
                    self.falling_piece_update.operation.next = self.op_left.val();
                } else if self.right_due.val() {
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
                    if !self.gravity.busy.val() {
                        self.gravity.clear.next = true;
                        self.state.d.next = State::CheckBottom;
                    }
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
                    // Outside of a tick it is a press that moves the piece.
                    self.pays_drop.next = !self.in_tick.q.val() | self.soft_dropping.val();
                    self.gravity.fell.next = self.in_tick.q.val();
                    self.state.d.next = State::Fall;
                }
            }
            State::CheckBottom => {
                self.lock_delay.tick_ends.next = self.in_tick.q.val();
                self.in_tick.d.next = false;
                self.state.d.next = State::DownOrPlayer;
                if self.dropping.q.val() | (self.in_tick.q.val() & self.lock_delay.expires.val()) {
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
                    if self.falling_piece_update.lowest_row.val() >= self.hidden_row.val() {
                        self.match_control.set_phase.next = true;
                        self.state.d.next = State::DownOrPlayer;
                    } else {
                        self.board_controller.count.next = true;
                        self.state.d.next = State::CheckClear;
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
                    self.raised.d.next = 0.into();
                    self.pushed_out.d.next = false;
                    if self.board_controller.full_rows.val().any() {
                        self.state.d.next = State::DownOrPlayer;
                        if self.sprint.val() & self.scoreboard.forty_lines.val() {
                            self.match_control.finish.next = true;
                        } else {
                            self.match_control.set_phase.next = true;
                            self.match_control.new_phase.next = self.phase_clear.val();
                            if self.versus.val() {
                                self.garbage.cancel.next = true;
                                self.state.d.next = State::Attack;
                            }
                        }
                    } else {
                        self.state.d.next = State::CheckGameOver;
                        if self.garbage_rises.val() {
                            self.garbage.rise.next = true;
                            self.state.d.next = State::Raise;
                        }
                    }
                }
            }
            State::Collapse => {
                if !self.board_controller.busy.val() {
                    self.state.d.next = State::CheckGameOver;
                }
            }
            State::Attack => {
                if !self.garbage.busy.val() & self.may_switch.val() {
                    self.state.d.next = State::DownOrPlayer;
                    if self.garbage.left_over.val().any() & !self.match_control.other_out.val() {
                        self.attacking.d.next = true;
                        self.player_switch.start.next = true;
                        self.state.d.next = State::SwitchPlayer;
                    }
                }
            }
            State::Append => {
                if !self.garbage.busy.val() {
                    self.state.d.next = State::DownOrPlayer;
                }
            }
            State::Raise => {
                if !self.garbage.busy.val() {
                    self.board_controller.raise.next = self.versus.val();
                    self.raised.d.next = self.next_raised.val();
                    self.state.d.next = State::RaiseRow;
                }
            }
            State::RaiseRow => {
                if !self.board_controller.busy.val() {
                    self.pushed_out.d.next =
                        self.pushed_out.q.val() | self.board_controller.overflow.val();
                    self.state.d.next = State::CheckGameOver;
                    if self.garbage_rises.val() & (self.raised.q.val() != self.most_raised.val()) {
                        self.garbage.rise.next = true;
                        self.state.d.next = State::Raise;
                    } else if self.pushed_out.q.val() | self.board_controller.overflow.val() {
                        self.match_control.set_phase.next = true;
                        self.state.d.next = State::DownOrPlayer;
                    }
                }
            }
            _ => {
                self.state.d.next = State::DownOrPlayer;
            }
        }
        self.put_aside.next = self.hold.put_aside.val();
        self.scoreboard.add_points.next = self.award.add_points.val() | self.pays_drop.val();
        self.scoreboard.points.next = self.award.points.val();
        if self.pays_drop.val() {
            self.scoreboard.points.next = self.drop_points.val();
        }
        if self.new_game.val() {
            self.in_tick.d.next = false;
            self.dropping.d.next = false;
            self.in_play.d.next = false;
            self.attacking.d.next = false;
            self.state.d.next = State::NewGame;
        }
    }
}

#[cfg(test)]
mod tests;
