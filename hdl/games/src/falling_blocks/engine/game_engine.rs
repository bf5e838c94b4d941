//! Rules engine of falling blocks for one or two players.
//!
//! ```text
//!  new_game, tick --> turn_control --> play --> falling_piece_update, board_controller,
//!                        ^    |          |      random_tetris, hold, gravity, lock_delay,
//!  keys --> key_input ---+----)----------+      lock_scoring, versus_control
//!                             |                             |
//!                             +-- exchange of the players ---+--> game_memory
//! ```
//!
//! `turn_control` chooses what happens next. The state machines in `play` are the rules. They
//! command the units, which hold the state of one game. In a game of two, `turn_control` exchanges
//! the registers marked `#[context]` with those of the other game, which wait in `game_memory`.
//!
//! **Interface**: strobes are high for one clock. `new_game` and `reset` may come on any clock.
//!
//! **Latency**: at most about 700 clocks from a press to the moved piece; an exchange takes 200.

use super::game_memory::{GameMemory, MemoryClient};
use super::key_input::{KeyInput, KeyInputClient};
use super::play::{Play, TurnClient};
use super::turn_control::TurnControl;
use crate::falling_blocks::board::board_controller::{BoardControlClient, BoardController};
use crate::falling_blocks::piece::falling_piece_update::{
    FallingPieceUpdate, PieceControlClient, PieceStatusSource,
};
use crate::falling_blocks::piece::gravity::{Gravity, GravityControlClient};
use crate::falling_blocks::piece::hold::{Hold, HoldControlClient};
use crate::falling_blocks::piece::lock_delay::{LockDelay, LockDelayControlClient};
use crate::falling_blocks::piece::random_tetris::{BagControlClient, RandomTetris};
use crate::falling_blocks::piece::rule_tables::{RuleTables, TableClient};
use crate::falling_blocks::scoring::lock_scoring::{LockScoring, LockScoringClient};
use crate::falling_blocks::scoring::scoreboard::TextLayout;
use crate::falling_blocks::versus::versus_control::{VersusClient, VersusControl};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// State registers: the sequencer, then the machines of play, of which at most one is not `Idle`.
pub const STATE_REGISTERS: [&str; 7] = [
    "turn_control.sequencer.state",
    "play.player_input.state",
    "play.fall.state",
    "play.lock.state",
    "play.spawn.state",
    "versus_control.attack.state",
    "versus_control.garbage_rise.state",
];

/// Machines of play, units and the exchange of the players.
#[derive(LogicBlock, Module)]
#[context(switch = turn_control)]
pub struct GameEngine {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<In, Bit>,
    /// Level: the game has been left; the generator of the pieces steps in every clock.
    pub abandoned: Signal<In, Bit>,
    /// Level: the game runs; store key presses.
    pub running: Signal<In, Bit>,
    /// Strobe: game tick. None comes while the game is paused.
    pub tick: Signal<In, Bit>,
    /// Level: a game of two. Stable during a game, as are `versus` and `sprint`.
    pub two_players: Signal<In, Bit>,
    /// Level: clears send garbage to the other player.
    pub versus: Signal<In, Bit>,
    /// Level: forty lines end the game, and lines do not raise the level.
    pub sprint: Signal<In, Bit>,
    /// Strobe: time is up; the game ends.
    pub time_up: Signal<In, Bit>,
    /// Level at which a game starts, two decimal digits, 01 to 15.
    pub start_level: Signal<In, Bits<5>>,
    /// Setting: the classic curve of gravity.
    pub classic_speed: Signal<In, Bit>,
    /// Setting: factor of gravity while soft drop is held, 1 to 40.
    pub soft_drop_factor: Signal<In, Bits<6>>,
    /// Setting: ticks from a press to the first repeat, 1 to 30.
    pub shift_delay: Signal<In, Bits<5>>,
    /// Setting: `shift_delay` minus the ticks from one repeat to the next, modulo 32.
    pub shift_reload: Signal<In, Bits<5>>,
    /// Setting: a repeat shifts to the wall.
    pub shift_to_wall: Signal<In, Bit>,
    /// Setting: pieces may be held.
    pub hold_allowed: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Player of that key, 0 or 1.
    pub presser: Signal<In, Bit>,
    /// Action of that key.
    pub action: Signal<In, Bits<4>>,
    /// Level: a key for left is down; bit 0 player 1, bit 1 player 2.
    pub left_held: Signal<In, Bits<2>>,
    /// The same for right.
    pub right_held: Signal<In, Bits<2>>,
    /// The same for soft drop.
    pub down_held: Signal<In, Bits<2>>,
    /// Player (1 bit), row (5 bits) and column (4 bits) that the picture reads.
    pub picture_address: Signal<In, Bits<10>>,
    /// Cell at the `picture_address` of the clock before.
    pub picture_cell: Signal<Out, Bits<5>>,
    /// Player at hand, 0 or 1, of the outputs from `slot_shape` to `level`.
    pub player: Signal<Out, Bit>,
    /// Level: the picture has taken over the outputs of `player`; the players may be exchanged.
    pub published: Signal<In, Bit>,
    /// Index of the coming piece at `slot_shape`, 0 = next.
    pub slot: Signal<In, Bits<3>>,
    /// Shape at the `slot` of the clock before, 1 to 7. Valid if `slot_ready` was high then.
    pub slot_shape: Signal<Out, Bits<3>>,
    /// Level: `slot` is read. Low while a bag is shuffled or the players are exchanged.
    pub slot_ready: Signal<Out, Bit>,
    /// Shape in the hold slot, 1 to 7, or 0 if none.
    pub held: Signal<Out, Bits<3>>,
    /// Shape of the falling piece, 1 to 7, or 0 if none.
    #[default(0)]
    pub shape: Signal<Out, Bits<3>>,
    /// Rotation of the falling piece: 0, R = 1, 2, L = 3.
    pub rotation: Signal<Out, Bits<2>>,
    /// Column of the left edge of its box, two's complement.
    pub x: Signal<Out, Bits<5>>,
    /// Row of the lower edge of its box, two's complement.
    pub y: Signal<Out, Bits<6>>,
    /// Row of the lower edge of the ghost's box, two's complement.
    pub ghost_y: Signal<Out, Bits<6>>,
    /// Level: the outputs of the falling piece are not valid.
    pub piece_busy: Signal<Out, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Ticks of the line clear delay that are left for player 1, 18 to 1, or 0.
    pub clear_ticks_one: Signal<Out, Bits<5>>,
    /// The same of player 2.
    pub clear_ticks_two: Signal<Out, Bits<5>>,
    /// Rows of garbage that wait for player 1, at most 31.
    pub pending_one: Signal<Out, Bits<5>>,
    /// The same of player 2.
    pub pending_two: Signal<Out, Bits<5>>,
    /// Lock delay of the piece of player 1 in steps of eight ticks, 0 to 3.
    pub lock_stage_one: Signal<Out, Bits<2>>,
    /// The same of player 2.
    pub lock_stage_two: Signal<Out, Bits<2>>,
    /// Strobe: `player` has dropped the piece. It is at `x` and `y` and locks.
    pub dropped: Signal<Out, Bit>,
    /// Players that are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<Out, Bits<2>>,
    /// Level: the game was ended by its goal or its time.
    pub finished: Signal<Out, Bit>,
    /// Level: the game has ended, and all actions are complete.
    pub game_over: Signal<Out, Bit>,
    /// Strobe: the piece was shifted by its player.
    pub shifted: Signal<Out, Bit>,
    /// Strobe: the piece was turned by its player.
    pub turned: Signal<Out, Bit>,
    /// Strobe: the piece has gone to the hold slot.
    pub piece_held: Signal<Out, Bit>,
    /// Strobe: a lock is scored. `lines`, `t_spin` and `back_to_back` are valid.
    pub scored: Signal<Out, Bit>,
    /// Rows that the lock filled, 0 to 4.
    pub lines: Signal<Out, Bits<3>>,
    /// Level: the lock was a T-spin, full or mini.
    pub t_spin: Signal<Out, Bit>,
    /// Level: the lock was difficult, and so was the clear before.
    pub back_to_back: Signal<Out, Bit>,
    /// Strobe: an attack has arrived.
    pub attacked: Signal<Out, Bit>,
    /// Address of the text where a digit is written.
    pub text_address: Signal<Out, Bits<12>>,
    /// Glyph of the digit.
    pub text_code: Signal<Out, Bits<6>>,
    /// Number of the digit: 0 to 6 score, the lowest first, 7 to 9 lines, 10 and 11 level.
    pub text_position: Signal<Out, Bits<4>>,
    /// Strobe: write the digit.
    pub text_write: Signal<Out, Bit>,
    #[part]
    #[given]
    turn_control: TurnControl,
    #[part]
    #[context]
    #[given]
    play: Play,
    #[part]
    key_input: KeyInput,
    #[part(clock)]
    game_memory: GameMemory,
    #[part(clock)]
    rule_tables: RuleTables,
    #[part]
    board_controller: BoardController,
    #[part]
    #[context]
    #[given]
    falling_piece_update: FallingPieceUpdate,
    #[part]
    #[context]
    random_tetris: RandomTetris,
    #[part]
    #[context]
    hold: Hold,
    #[part]
    #[context]
    gravity: Gravity,
    #[part]
    #[context]
    lock_delay: LockDelay,
    #[part]
    #[context]
    #[given]
    lock_scoring: LockScoring,
    #[part]
    #[context]
    versus_control: VersusControl,
    current: Signal<Local, Bit>,
}

impl GameEngine {
    /// Writes the digits to `layouts`: of a game of one, then of players 1 and 2.
    ///
    /// # Panics
    /// If fewer than four of the 24 rows are above the visible ones. A piece spawns there.
    pub fn new(layouts: &[TextLayout; 3], visible_rows: u8) -> Self {
        assert!(visible_rows <= 20, "{visible_rows} of 24 rows are visible");
        construct!(GameEngine {
            turn_control: TurnControl::new(Self::CONTEXT_BITS),
            play: Play::new(visible_rows),
            falling_piece_update: FallingPieceUpdate::new(visible_rows),
            lock_scoring: LockScoring::new(layouts),
        })
    }
}

#[clocked]
impl Logic for GameEngine {
    #[hdl_gen]
    fn update(&mut self) {
        // The sequence of play commands the units.
        TurnClient::join(&mut self.turn_control.play, &mut self.play.turn);
        KeyInputClient::join(&mut self.play.keys, &mut self.key_input.keys);
        PieceControlClient::join(&mut self.play.piece, &mut self.falling_piece_update.control);
        PieceStatusSource::join(
            &mut self.falling_piece_update.status,
            &mut self.play.piece_status,
        );
        BagControlClient::join(&mut self.play.bags, &mut self.random_tetris.control);
        HoldControlClient::join(&mut self.play.hold, &mut self.hold.control);
        GravityControlClient::join(&mut self.play.gravity, &mut self.gravity.control);
        LockDelayControlClient::join(&mut self.play.lock_delay, &mut self.lock_delay.control);
        BoardControlClient::join(&mut self.play.board, &mut self.board_controller.control);
        LockScoringClient::join(&mut self.play.scoring, &mut self.lock_scoring.control);
        VersusClient::join(&mut self.play.garbage, &mut self.versus_control.control);
        MemoryClient::join(&mut self.turn_control.memory, &mut self.game_memory.context);
        MemoryClient::join(
            &mut self.versus_control.memory,
            &mut self.game_memory.garbage,
        );
        MemoryClient::join(&mut self.lock_scoring.memory, &mut self.game_memory.digits);
        TableClient::join(&mut self.gravity.table, &mut self.rule_tables.speeds);
        TableClient::join(
            &mut self.falling_piece_update.table,
            &mut self.rule_tables.places,
        );

        // Turns.
        self.current.next = self.turn_control.player.val();
        self.player.next = self.current.val();
        self.turn_control.new_game.next = self.new_game.val();
        self.turn_control.tick.next = self.tick.val();
        self.turn_control.time_up.next = self.time_up.val();
        self.turn_control.two_players.next = self.two_players.val();
        self.turn_control.published.next = self.published.val();
        self.turn_control.bags_ready.next = self.random_tetris.control.ready.val();
        self.turn_control.scoreboard_busy.next = self.lock_scoring.control.scoreboard_busy.val();
        self.turn_control.press_pending.next = self.key_input.pending.val();
        self.turn_control.other_pending.next = self.key_input.other_pending.val();
        self.turn_control.units_busy.next = self.falling_piece_update.status.busy.val()
            | self.board_controller.control.busy.val()
            | self.lock_scoring.control.scoreboard_busy.val()
            | self.versus_control.control.garbage_busy.val()
            | !self.random_tetris.control.ready.val();
        self.clear_ticks_one.next = self.turn_control.clear_ticks_one.val();
        self.clear_ticks_two.next = self.turn_control.clear_ticks_two.val();
        self.out.next = self.turn_control.out.val();
        self.finished.next = self.turn_control.finished.val();
        // Actions that began before the end are completed and scored.
        self.game_over.next = self.turn_control.has_ended.val()
            & self.turn_control.at_rest.val()
            & !self.lock_scoring.control.scoreboard_busy.val();

        // Keys.
        self.key_input.new_game.next = self.new_game.val();
        self.key_input.running.next = self.running.val();
        self.key_input.tick.next = self.tick.val();
        self.key_input.pressed.next = self.pressed.val();
        self.key_input.presser.next = self.presser.val();
        self.key_input.action.next = self.action.val();
        self.key_input.left_held.next = self.left_held.val();
        self.key_input.right_held.next = self.right_held.val();
        self.key_input.down_held.next = self.down_held.val();
        self.key_input.shift_delay.next = self.shift_delay.val();
        self.key_input.shift_reload.next = self.shift_reload.val();
        self.key_input.player.next = self.current.val();
        self.play.new_game.next = self.new_game.val();
        self.play.two_players.next = self.two_players.val();
        self.play.versus.next = self.versus.val();
        self.play.sprint.next = self.sprint.val();
        self.play.shift_to_wall.next = self.shift_to_wall.val();

        // The piece and the board.
        self.falling_piece_update.board_cell.next = self.board_controller.piece_cell.val();
        self.board_controller.player.next = self.current.val();
        self.board_controller.two_players.next = self.two_players.val();
        self.board_controller.piece_address.next = self.falling_piece_update.board_address.val();
        self.board_controller.stamp.next = self.falling_piece_update.stamp.val();
        self.board_controller.stamp_shape.next = self.falling_piece_update.shape.val();
        self.board_controller.hole.next = self.versus_control.hole.val();
        self.board_controller.picture_address.next = self.picture_address.val();
        self.picture_cell.next = self.board_controller.picture_cell.val();
        self.random_tetris.player.next = self.current.val();
        self.random_tetris.slot.next = self.slot.val();
        self.random_tetris.free.next = self.turn_control.has_ended.val()
            | self.turn_control.out.val().all()
            | self.abandoned.val();
        self.slot_shape.next = self.random_tetris.slot_shape.val();
        self.slot_ready.next =
            self.random_tetris.control.ready.val() & !self.turn_control.exchanging.val();
        self.hold.enable.next = self.hold_allowed.val();
        self.hold.shape.next = self.falling_piece_update.shape.val();
        self.held.next = self.hold.control.held.val();
        if self.play.in_play.val() {
            self.shape.next = self.falling_piece_update.shape.val();
        }
        self.rotation.next = self.falling_piece_update.rotation.val();
        self.x.next = self.falling_piece_update.x.val();
        self.y.next = self.falling_piece_update.y.val();
        self.ghost_y.next = self.falling_piece_update.ghost_y.val();
        self.piece_busy.next = self.falling_piece_update.status.busy.val()
            | self.turn_control.exchanging.val()
            | self.play.stamping.val();
        self.shifted.next = self.play.shifted.val();
        self.turned.next = self.play.turned.val();
        self.dropped.next = self.play.dropped.val();
        self.piece_held.next = self.play.hold.store.val();

        // Gravity and lock delay.
        self.gravity.classic.next = self.classic_speed.val();
        self.gravity.level.next = self.lock_scoring.level.val();
        self.gravity.factor.next = 1.into();
        if self.key_input.keys.soft_drop_held.val() {
            self.gravity.factor.next = self.soft_drop_factor.val();
        }
        self.lock_delay.grounded.next = self.falling_piece_update.status.grounded.val();
        self.lock_delay.lowest_row.next = self.falling_piece_update.control.lowest_row.val();

        // Scores.
        self.lock_scoring.two_players.next = self.two_players.val();
        self.lock_scoring.player.next = self.current.val();
        self.lock_scoring.start_level.next = self.start_level.val();
        self.lock_scoring.fixed_level.next = self.sprint.val();
        self.lock_scoring.shape.next = self.falling_piece_update.shape.val();
        self.lock_scoring.corners.next = self.falling_piece_update.corners.val();
        self.lock_scoring.kick.next = self.falling_piece_update.kick.val();
        self.lock_scoring.full_rows.next = self.board_controller.control.full_rows.val();
        self.lock_scoring.leftover.next = self.board_controller.leftover.val();
        self.level.next = self.lock_scoring.level.val();
        self.scored.next = self.play.scored.val();
        self.lines.next = self.board_controller.control.full_rows.val();
        self.t_spin.next = self.lock_scoring.t_spin.val();
        self.back_to_back.next = self.lock_scoring.back_to_back.val();
        self.text_address.next = self.lock_scoring.text_address.val();
        self.text_code.next = self.lock_scoring.text_code.val();
        self.text_position.next = self.lock_scoring.text_position.val();
        self.text_write.next = self.lock_scoring.text_write.val();

        // Garbage, and the status of each player for the picture.
        self.versus_control.two_players.next = self.two_players.val();
        self.versus_control.versus.next = self.versus.val();
        self.versus_control.player.next = self.current.val();
        self.versus_control.lines.next = self.lock_scoring.attack.val();
        self.versus_control.stage.next = self.lock_delay.stage.val();
        self.attacked.next = self.versus_control.attacked.val();
        self.pending_one.next = self.versus_control.pending_one.val();
        self.pending_two.next = self.versus_control.pending_two.val();
        self.lock_stage_one.next = self.versus_control.lock_stage_one.val();
        self.lock_stage_two.next = self.versus_control.lock_stage_two.val();
    }
}

#[cfg(test)]
mod tests;
