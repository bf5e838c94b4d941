//! Sequence of play: the state machines that carry out the rules.
//!
//! ```text
//!  key press, tick --> player_input --> fall --> lock --+-- full rows -----> attack
//!                         | hold                        +-- garbage waits -> garbage_rise --+
//!  start of a game -------+------------------+          +-- else ---------------+           |
//!                                            +--> spawn <-----------------------+-----------+
//!  end of the clear delay --> lock ----------+
//! ```
//!
//! `attack` and `garbage_rise` are in
//! [`VersusControl`](crate::falling_blocks::versus::versus_control::VersusControl).
//! At most one machine works at a time. A machine that is done starts the next one, or leaves all
//! of them idle. Then [`TurnControl`](super::turn_control::TurnControl) chooses what happens next.
//!
//! **Interface**: each unit of the engine is commanded through an interface of its own. Commands
//! are strobes. `new_game` is a strobe that may come on any clock.
//!
//! **Latency**: a machine leaves `Idle` one clock after the strobe that starts it.

use super::player_input::PlayerInput;
use crate::falling_blocks::board::board_controller::BoardControlClient;
use crate::falling_blocks::input::key_input::KeyInputClient;
use crate::falling_blocks::piece::fall::Fall;
use crate::falling_blocks::piece::gravity::GravityControlClient;
use crate::falling_blocks::piece::hold::HoldControlClient;
use crate::falling_blocks::piece::lock::Lock;
use crate::falling_blocks::piece::lock_delay::LockDelayControlClient;
use crate::falling_blocks::piece::piece_interface::{PieceControlClient, PieceStatus};
use crate::falling_blocks::piece::random_tetris::BagControlClient;
use crate::falling_blocks::piece::spawn::Spawn;
use crate::falling_blocks::scoring::lock_scoring::LockScoringClient;
use crate::falling_blocks::shell::keys::Handling;
use crate::falling_blocks::shell::sound_events::PieceEvents;
use crate::falling_blocks::versus::versus_control::VersusClient;
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Starts of the machines, and the events of a game that they report.
#[interface(client = TurnClient)]
pub struct TurnPort {
    /// Strobe: all units are idle and begin a new game.
    pub restart: Signal<In, Bit>,
    /// Level: no piece is in play until the new game has begun.
    pub clear_piece: Signal<In, Bit>,
    /// Strobe: start the game of the player at hand.
    pub start_game: Signal<In, Bit>,
    /// Strobe: carry out the oldest key press.
    pub take_press: Signal<In, Bit>,
    /// Strobe: move the piece by one tick.
    pub tick_piece: Signal<In, Bit>,
    /// Level: that tick is under way.
    pub in_tick: Signal<In, Bit>,
    /// Strobe: remove the full rows.
    pub collapse: Signal<In, Bit>,
    /// Level: a machine is not idle.
    pub busy: Signal<Out, Bit>,
    /// Level: a unit is busy that a new game has to wait for.
    pub units_busy: Signal<Out, Bit>,
    /// Strobe: a press that moves the piece down, or a tick of the piece, is complete.
    pub tick_ends: Signal<Out, Bit>,
    /// Strobe: exchange the players for an attack.
    pub exchange: Signal<Out, Bit>,
    /// Strobe: a piece has come in.
    pub enter_play: Signal<Out, Bit>,
    /// Strobe: rows are full.
    pub enter_clear: Signal<Out, Bit>,
    /// Strobe: the player has topped out.
    pub enter_out: Signal<Out, Bit>,
    /// Strobe: the player has reached the goal of the mode.
    pub enter_goal: Signal<Out, Bit>,
}

/// The machines, connected to each other.
#[derive(LogicBlock, Module)]
pub struct Play {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: new game.
    pub new_game: Signal<In, Bit>,
    /// Level: a game with garbage.
    pub versus: Signal<In, Bit>,
    /// When keys act on a piece.
    pub handling: Handling,
    /// Starts and events of the game.
    pub turn: TurnPort,
    /// Keys of the player at hand.
    pub keys: KeyInputClient,
    /// Level: the key for soft drop is held.
    pub soft_drop_held: Signal<In, Bit>,
    /// The falling piece.
    pub piece: PieceControlClient,
    /// State of the falling piece.
    pub piece_status: PieceStatus,
    /// The bags of pieces.
    pub bags: BagControlClient,
    /// The hold slot.
    pub hold: HoldControlClient,
    /// Gravity.
    pub gravity: GravityControlClient,
    /// The lock delay.
    pub lock_delay: LockDelayControlClient,
    /// The board.
    pub board: BoardControlClient,
    /// Scores.
    pub scoring: LockScoringClient,
    /// Garbage.
    pub garbage: VersusClient,
    /// Level: a piece is in play.
    pub in_play: Signal<Out, Bit>,
    /// Level: the piece is being written to the board.
    pub stamping: Signal<Out, Bit>,
    /// Events of the piece that its player has caused.
    pub events: PieceEvents,
    /// Strobe: the piece is dropped and will lock.
    pub dropped: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[part]
    #[context]
    player_input: PlayerInput,
    #[part]
    fall: Fall,
    #[part]
    #[given]
    lock: Lock,
    #[part]
    #[context]
    spawn: Spawn,
}

impl Play {
    /// For a board with `visible_rows` visible rows.
    pub fn new(visible_rows: u8) -> Self {
        construct!(Play {
            lock: Lock::new(visible_rows),
        })
    }
}

#[clocked]
impl Logic for Play {
    #[hdl_gen]
    fn update(&mut self) {
        PieceStatus::link(&mut self.piece_status, &mut self.player_input.piece);
        PieceStatus::link(&mut self.piece_status, &mut self.fall.piece);
        PieceStatus::link(&mut self.piece_status, &mut self.lock.piece);
        PieceStatus::link(&mut self.piece_status, &mut self.spawn.piece);

        // A key press, or the repeats of a tick.
        self.player_input.new_game.next = self.new_game.val();
        self.player_input.take_press.next = self.turn.take_press.val();
        self.player_input.tick_piece.next = self.turn.tick_piece.val();
        self.player_input.in_tick.next = self.turn.in_tick.val();
        KeyInputClient::link(&mut self.keys, &mut self.player_input.keys);
        self.player_input.hold_allowed.next = self.hold.allowed.val();
        self.player_input.spawned.next = self.spawn.spawned.val();
        Handling::link(&mut self.handling, &mut self.player_input.handling);

        // The fall.
        self.fall.new_game.next = self.new_game.val();
        self.fall.tick_piece.next = self.player_input.fall.val();
        self.fall.hard_drop.next = self.player_input.hard_drop.val();
        self.fall.soft_drop.next = self.player_input.soft_drop.val();
        self.fall.in_tick.next = self.turn.in_tick.val();
        self.fall.soft_drop_held.next = self.soft_drop_held.val();
        self.fall.instant_drop.next = self.handling.instant_drop.val();
        self.fall.rows_due.next = self.gravity.rows_due.val();
        self.fall.gravity_busy.next = self.gravity.busy.val();
        self.fall.delay_expires.next = self.lock_delay.expires.val();
        self.fall.scoreboard_busy.next = self.scoring.scoreboard_busy.val();

        // The lock.
        self.lock.new_game.next = self.new_game.val();
        self.lock.begin_lock.next = self.fall.lock.val();
        self.lock.collapse.next = self.turn.collapse.val();
        self.lock.versus.next = self.versus.val();
        self.lock.garbage_waits.next = self.garbage.waits.val();
        self.lock.goal_reached.next = self.scoring.goal_reached.val();
        self.lock.full_rows.next = self.board.full_rows.val();
        self.lock.lowest_row.next = self.piece.lowest_row.val();
        self.lock.board_busy.next = self.board.busy.val();
        self.lock.scoring_busy.next = self.scoring.busy.val();

        // Garbage.
        self.garbage.new_game.next = self.new_game.val();
        self.garbage.restart.next = self.turn.restart.val();
        self.garbage.attack.next = self.lock.attack.val();
        self.garbage.rise.next = self.lock.rise.val();
        self.garbage.board_busy.next = self.board.busy.val();
        self.garbage.overflow.next = self.board.overflow.val();

        // The next piece.
        self.spawn.new_game.next = self.new_game.val();
        BagControlClient::link(&mut self.bags, &mut self.spawn.bags);
        self.spawn.restart.next = self.turn.restart.val();
        self.spawn.clear_piece.next = self.turn.clear_piece.val();
        self.spawn.start_game.next = self.turn.start_game.val();
        self.spawn.next_piece.next = self.lock.next_piece.val() | self.garbage.next_piece.val();
        self.spawn.take_held.next = self.player_input.hold.val();
        self.spawn.locked.next = self.lock.locked.val();
        self.spawn.units_busy.next = self.board.busy.val() | self.scoring.scoreboard_busy.val();
        self.spawn.held_shape.next = self.hold.held.val();
        self.hold.restart.next = self.turn.restart.val();
        self.hold.store.next = self.spawn.store.val();
        self.hold.allow.next = self.lock.scored.val();

        // At most one machine starts an operation; the others output 0.
        self.piece.start.next = self.player_input.start.val()
            | self.fall.start.val()
            | self.lock.start.val()
            | self.spawn.start.val();
        self.piece.operation.next = self.player_input.operation.val()
            | self.lock.operation.val()
            | self.spawn.operation.val();
        self.piece.spawn_shape.next = self.spawn.spawn_shape.val();
        self.board.erase.next = self.turn.start_game.val();
        self.board.count.next = self.lock.count_rows.val();
        self.board.collapse.next = self.turn.collapse.val();
        self.board.raise.next = self.garbage.raise_board.val();
        self.gravity.step.next = self.fall.add_gravity.val();
        self.gravity.fell.next = self.fall.fell.val() & self.turn.in_tick.val();
        self.gravity.clear.next = self.fall.clear_gravity.val()
            | self.player_input.clear_gravity.val()
            | self.spawn.spawned.val();
        self.lock_delay.spawned.next = self.spawn.spawned.val();
        self.lock_delay.moved.next =
            self.spawn.settled.val() | self.player_input.moved.val() | self.fall.fell.val();
        self.lock_delay.by_player.next = self.player_input.moved.val();
        self.lock_delay.tick_begins.next = self.turn.tick_piece.val();
        self.lock_delay.tick_ends.next = self.fall.ends.val() & self.turn.in_tick.val();
        self.events.shifted.next = self.player_input.moved.val() & !self.player_input.turning.val();
        self.events.turned.next = self.player_input.moved.val() & self.player_input.turning.val();
        self.events.held.next = self.spawn.store.val();
        self.scoring.new_game.next = self.new_game.val();
        self.scoring.restart.next = self.turn.restart.val();
        self.scoring.start_game.next = self.turn.start_game.val();
        self.scoring.turned.next = self.events.turned.val();
        self.scoring.moved.next =
            self.spawn.spawned.val() | self.events.shifted.val() | self.fall.fell.val();
        self.scoring.detect_spin.next = self.lock.detect_spin.val();
        self.scoring.score.next = self.lock.score.val();
        self.scoring.scored.next = self.lock.scored.val();
        self.scoring.score_row.next = self.fall.scores.val();
        self.scoring.is_hard_drop.next = self.fall.dropping.val();

        self.turn.busy.next = self.player_input.busy.val()
            | self.fall.busy.val()
            | self.lock.busy.val()
            | self.spawn.busy.val()
            | self.garbage.busy.val();
        self.turn.units_busy.next =
            self.piece_status.busy.val() | self.board.busy.val() | self.garbage.garbage_busy.val();
        self.turn.tick_ends.next = self.fall.ends.val();
        self.turn.exchange.next = self.garbage.exchange.val();
        self.turn.enter_play.next = self.spawn.spawned.val();
        self.turn.enter_clear.next = self.lock.enter_clear.val();
        self.turn.enter_out.next =
            self.spawn.enter_out.val() | self.lock.enter_out.val() | self.garbage.enter_out.val();
        self.turn.enter_goal.next = self.lock.enter_goal.val();
        self.in_play.next = self.spawn.in_play.val();
        self.stamping.next = self.lock.stamping.val();
        self.dropped.next = self.lock.begins.val() & self.fall.dropping.val();
    }
}
