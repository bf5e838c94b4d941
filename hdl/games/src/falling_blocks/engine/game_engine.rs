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
//! **Latency**: at most about 700 clocks from a press to the moved piece; an exchange takes
//! one clock more than the context has bits. `hdl/macros` explains `#[context]`, `link` and `join`.

mod properties;
mod rest;

use super::play::{Play, TurnClient};
use super::turn_control::TurnControl;
use crate::falling_blocks::board::board_controller::{
    BoardClient, BoardControlClient, BoardController, PicturePort,
};
use crate::falling_blocks::exchange::context_switch::ExchangeState;
use crate::falling_blocks::exchange::game_memory::{GameMemory, MemoryClient};
use crate::falling_blocks::input::key_input::{KeyInput, KeyInputClient, WaitingPressesReader};
use crate::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use crate::falling_blocks::piece::gravity::{Gravity, GravityControlClient};
use crate::falling_blocks::piece::hold::{Hold, HoldControlClient};
use crate::falling_blocks::piece::lock_delay::{LockDelay, LockDelayControlClient};
use crate::falling_blocks::piece::piece_interface::{
    PieceControlClient, PiecePlace, PieceStatusSource, SpinPlaceSource,
};
use crate::falling_blocks::piece::random_tetris::{BagControlClient, NextPieces, RandomTetris};
use crate::falling_blocks::piece::rule_tables::{RuleTables, TableClient};
use crate::falling_blocks::scoring::lock_scoring::{LockScoring, LockScoringClient};
use crate::falling_blocks::shell::keys::{
    EngineSettings, Handling, KeyPress, LockTiming, ShiftTiming,
};
use crate::falling_blocks::shell::picture::PerPlayerSource;
use crate::falling_blocks::shell::scenes::GameResult;
use crate::falling_blocks::shell::sound_events::{ClearDetail, ClearKind, PieceEvents, ScoredLock};
use crate::falling_blocks::shell::text::{DigitWrite, TextLayout};
use crate::falling_blocks::versus::versus_control::{VersusClient, VersusControl};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::held_actions::HeldDirections;
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
    /// Level: a game of two. Stable during a game, as are `versus` and `goal`.
    pub two_players: Signal<In, Bit>,
    /// Settings of the game.
    pub settings: EngineSettings,
    /// Strobe: time is up; the game ends.
    pub time_up: Signal<In, Bit>,
    /// Timing of auto shift.
    pub shift: ShiftTiming,
    /// When keys act on a piece.
    pub handling: Handling,
    /// Lock delay.
    pub lock_timing: LockTiming,
    /// Key press.
    pub key: KeyPress,
    /// Direction keys that are held.
    pub directions: HeldDirections,
    /// The cells, for the picture.
    pub picture: PicturePort,
    /// Player at hand, 0 or 1, of the outputs from `slots` to `level`.
    pub player: Signal<Out, Bit>,
    /// Level: the picture has taken over the outputs of `player`; the players may be exchanged.
    pub published: Signal<In, Bit>,
    /// The pieces to come.
    pub slots: NextPieces,
    /// Shape in the hold slot, 1 to 7, or 0 if none.
    pub held: Signal<Out, Bits<3>>,
    /// Shape of the falling piece, 1 to 7, or 0 if none.
    #[default(0)]
    pub shape: Signal<Out, Bits<3>>,
    /// Place of the falling piece and of its ghost.
    pub place: PiecePlace,
    /// Level: the outputs of the falling piece are not valid.
    pub piece_busy: Signal<Out, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<Out, Bits<5>>,
    /// Ticks of the line clear delay that are left, 40 to 1, or 0.
    pub clear_ticks: PerPlayerSource<6>,
    /// Rows of garbage that wait, at most 31.
    pub pending: PerPlayerSource<5>,
    /// Lock delay of the piece in steps of eight ticks, 0 to 3.
    pub lock_stage: PerPlayerSource<2>,
    /// Strobe: `player` has dropped the piece. It is at `x` and `y` and locks.
    pub dropped: Signal<Out, Bit>,
    /// End of the game and its result.
    pub result: GameResult,
    /// Events of the piece that its player has caused.
    pub events: PieceEvents,
    /// A lock, when it is scored.
    pub lock: ScoredLock,
    /// Its kind.
    pub kind: ClearKind,
    /// Details of its name.
    pub detail: ClearDetail,
    /// Strobe: an attack has arrived.
    pub attacked: Signal<Out, Bit>,
    /// Players with a settled cell in one of the four highest visible rows or above.
    pub danger: Signal<Out, Bits<2>>,
    /// Writes the digits of score, lines and level to the text.
    pub digit: DigitWrite,
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
    #[given]
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
}

impl GameEngine {
    /// Writes the digits to `layouts`: of a game of one, then of players 1 and 2.
    ///
    /// # Panics
    /// If fewer than four of the 24 rows are visible, or above the visible ones. A piece spawns
    /// there.
    pub fn new(layouts: &[TextLayout; 3], visible_rows: u8) -> Self {
        assert!(
            (4..=20).contains(&visible_rows),
            "{visible_rows} of 24 rows are visible"
        );
        construct!(GameEngine {
            turn_control: TurnControl::new(Self::CONTEXT_BITS),
            play: Play::new(visible_rows),
            board_controller: BoardController::new(visible_rows),
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
        ExchangeState::join(
            &mut self.turn_control.exchange_state,
            &mut self.versus_control.exchange_state,
        );
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
        self.player.next = self.turn_control.player.val();
        self.turn_control.new_game.next = self.new_game.val();
        self.turn_control.tick.next = self.tick.val();
        self.turn_control.time_up.next = self.time_up.val();
        self.turn_control.two_players.next = self.two_players.val();
        self.turn_control.versus.next = self.settings.versus.val();
        self.turn_control.clear_delay.next = self.settings.clear_delay.val();
        self.turn_control.published.next = self.published.val();
        self.turn_control.bags_ready.next = self.random_tetris.control.ready.val();
        self.turn_control.scoreboard_busy.next = self.lock_scoring.control.scoreboard_busy.val();
        WaitingPressesReader::join(&mut self.turn_control.presses, &mut self.key_input.waiting);
        PerPlayerSource::<6>::link(&mut self.clear_ticks, &mut self.turn_control.clear_ticks);
        GameResult::link(&mut self.result, &mut self.turn_control.result);
        // Keys.
        self.key_input.new_game.next = self.new_game.val();
        self.key_input.running.next = self.running.val();
        self.key_input.tick.next = self.tick.val();
        KeyPress::link(&mut self.key, &mut self.key_input.key);
        HeldDirections::link(&mut self.directions, &mut self.key_input.directions);
        ShiftTiming::link(&mut self.shift, &mut self.key_input.shift);
        self.key_input.player.next = self.player.val();
        self.play.new_game.next = self.new_game.val();
        self.play.versus.next = self.settings.versus.val();
        self.play.soft_drop_held.next = self.key_input.soft_drop_held.val();
        Handling::link(&mut self.handling, &mut self.play.handling);
        // The piece and the board.
        BoardClient::join(
            &mut self.falling_piece_update.board,
            &mut self.board_controller.piece,
        );
        self.board_controller.player.next = self.player.val();
        self.board_controller.two_players.next = self.two_players.val();
        self.board_controller.stamp_shape.next = self.falling_piece_update.shape.val();
        self.board_controller.hole.next = self.versus_control.hole.val();
        PicturePort::link(&mut self.picture, &mut self.board_controller.picture);
        self.danger.next = self.board_controller.danger.val();
        self.random_tetris.player.next = self.player.val();
        NextPieces::link(&mut self.slots, &mut self.random_tetris.slots);
        self.random_tetris.exchanging.next = self.turn_control.exchange_state.exchanging.val();
        self.random_tetris.free.next = self.turn_control.nobody_plays.val() | self.abandoned.val();
        self.hold.enable.next = self.settings.hold_allowed.val();
        self.hold.shape.next = self.falling_piece_update.shape.val();
        self.held.next = self.hold.control.held.val();
        if self.play.in_play.val() {
            self.shape.next = self.falling_piece_update.shape.val();
        }
        PiecePlace::link(&mut self.place, &mut self.falling_piece_update.place);
        self.piece_busy.next = self.falling_piece_update.status.busy.val()
            | self.turn_control.exchange_state.exchanging.val()
            | self.play.stamping.val();
        PieceEvents::link(&mut self.events, &mut self.play.events);
        self.dropped.next = self.play.dropped.val();
        // Gravity and lock delay.
        self.gravity.classic.next = self.settings.classic_speed.val();
        self.gravity.level.next = self.lock_scoring.level.val();
        self.gravity.soft_drop_held.next = self.key_input.soft_drop_held.val();
        self.gravity.soft_drop_factor.next = self.settings.soft_drop_factor.val();
        LockTiming::link(&mut self.lock_timing, &mut self.lock_delay.timing);
        self.lock_delay.level.next = self.lock_scoring.level.val();
        self.lock_delay.classic.next = self.settings.classic_speed.val();
        self.lock_delay.grounded.next = self.falling_piece_update.status.grounded.val();
        self.lock_delay.lowest_row.next = self.falling_piece_update.control.lowest_row.val();
        // Scores.
        self.lock_scoring.two_players.next = self.two_players.val();
        self.lock_scoring.player.next = self.player.val();
        self.lock_scoring.start_level.next = self.settings.start_level.val();
        self.lock_scoring.fixed_level.next = self.settings.fixed_level.val();
        self.lock_scoring.goal.next = self.settings.goal.val();
        self.lock_scoring.raise_level.next = self.turn_control.raise_level.val();
        self.lock_scoring.shape.next = self.falling_piece_update.shape.val();
        SpinPlaceSource::join(
            &mut self.falling_piece_update.spin,
            &mut self.lock_scoring.spin,
        );
        self.lock_scoring.full_rows.next = self.board_controller.control.full_rows.val();
        self.lock_scoring.leftover.next = self.board_controller.leftover.val();
        self.level.next = self.lock_scoring.level.val();
        ScoredLock::link(&mut self.lock, &mut self.lock_scoring.lock);
        ClearKind::link(&mut self.kind, &mut self.lock_scoring.kind);
        ClearDetail::link(&mut self.detail, &mut self.lock_scoring.detail);
        DigitWrite::link(&mut self.digit, &mut self.lock_scoring.digit);
        // Garbage, and the status of each player for the picture.
        self.versus_control.two_players.next = self.two_players.val();
        self.versus_control.versus.next = self.settings.versus.val();
        self.versus_control.player.next = self.player.val();
        self.versus_control.lines.next = self.lock_scoring.attack.val();
        self.versus_control.stage.next = self.lock_delay.stage.val();
        self.attacked.next = self.versus_control.attacked.val();
        PerPlayerSource::<5>::link(&mut self.pending, &mut self.versus_control.pending);
        PerPlayerSource::<2>::link(&mut self.lock_stage, &mut self.versus_control.lock_stage);
    }
}

#[cfg(test)]
mod tests;
