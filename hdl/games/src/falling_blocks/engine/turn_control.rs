//! Turns of the game: the sequencer, the phases of both players, and their exchange.
//!
//! The sequencer chooses the next action from the phases in `match_control`. Where that action is
//! the other player's, `context_switch` exchanges the two games first.
//!
//! **Interface**: `new_game`, `tick` and `time_up` are strobes that may come on any clock. `player`
//! is a level.
//!
//! **Latency**: an exchange takes the clocks that [`ContextSwitch`] states.

use super::match_control::{MatchControl, PhaseClient};
use super::play::TurnClient;
use super::sequencer::Sequencer;
use crate::falling_blocks::exchange::context_switch::{ContextSwitch, ExchangeState};
use crate::falling_blocks::exchange::game_memory::MemoryClient;
use crate::falling_blocks::input::key_input::WaitingPressesReader;
use crate::falling_blocks::shell::picture::PerPlayerSource;
use crate::falling_blocks::shell::scenes::GameResult;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Sequencer, match control and context switch.
#[derive(LogicBlock, Module)]
pub struct TurnControl {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: new game.
    pub new_game: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Line clear delay in ticks, 0 to 40.
    pub clear_delay: Signal<In, Bits<6>>,
    /// Strobe: time is up.
    pub time_up: Signal<In, Bit>,
    /// Level: a game of two.
    pub two_players: Signal<In, Bit>,
    /// Level: a game with garbage.
    pub versus: Signal<In, Bit>,
    /// Level: the picture has taken over the state of the player at hand.
    pub published: Signal<In, Bit>,
    /// Level: the bags are shuffled.
    pub bags_ready: Signal<In, Bit>,
    /// Level: the scoreboard is busy.
    pub scoreboard_busy: Signal<In, Bit>,
    /// Key presses that wait.
    pub presses: WaitingPressesReader,
    /// The machines of play.
    pub play: TurnClient,
    /// The memory of the games.
    pub memory: MemoryClient,
    /// Player at hand: 0 is player 1.
    pub player: Signal<Out, Bit>,
    /// Exchange of the players.
    pub exchange_state: ExchangeState,
    /// Level: no action is under way.
    pub at_rest: Signal<Out, Bit>,
    /// Ticks of the line clear delay that are left, 40 to 1, or 0.
    pub clear_ticks: PerPlayerSource<6>,
    /// End of a game and its result.
    pub result: GameResult,
    /// Strobe: raise the level of the player at hand.
    pub raise_level: Signal<Out, Bit>,
    /// Level: no player plays, before a game or after its end.
    pub nobody_plays: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<Out, Bit>,
    /// First link of the context chain.
    pub context_in: Signal<Out, Bit>,
    /// Last link of the context chain.
    pub context_out: Signal<In, Bit>,
    #[part]
    sequencer: Sequencer,
    #[part]
    match_control: MatchControl,
    #[part]
    #[given]
    context_switch: ContextSwitch,
    may_exchange: Signal<Local, Bit>,
    has_ended: Signal<Local, Bit>,
}

impl TurnControl {
    /// For a context of `context_bits` bits.
    pub fn new(context_bits: u64) -> Self {
        construct!(TurnControl {
            context_switch: ContextSwitch::new(context_bits),
        })
    }
}

#[clocked]
impl Logic for TurnControl {
    #[hdl_gen]
    fn update(&mut self) {
        // Low in a game of one. In a one-player build it is constant, so synthesis removes the
        // exchange.
        self.may_exchange.next = self.two_players.val()
            & self.published.val()
            & self.bags_ready.val()
            & !self.scoreboard_busy.val();
        self.sequencer.new_game.next = self.new_game.val();
        self.sequencer.two_players.next = self.two_players.val();
        self.sequencer.play_busy.next = self.play.busy.val();
        self.sequencer.units_busy.next =
            self.play.units_busy.val() | self.scoreboard_busy.val() | !self.bags_ready.val();
        self.sequencer.context_busy.next = self.context_switch.control.busy.val();
        self.sequencer.may_exchange.next = self.may_exchange.val();
        self.sequencer.press_pending.next = self.presses.own.val();
        self.sequencer.scoreboard_busy.next = self.scoreboard_busy.val();
        self.raise_level.next = self.sequencer.raise_level.val();
        self.sequencer.tick_ends.next = self.play.tick_ends.val();
        PhaseClient::join(&mut self.sequencer.phase, &mut self.match_control.phase);
        self.play.restart.next = self.sequencer.restart.val();
        self.play.clear_piece.next = self.sequencer.begins.val() & self.two_players.val();
        self.play.start_game.next = self.sequencer.start_game.val();
        self.play.take_press.next = self.sequencer.take_press.val();
        self.play.tick_piece.next = self.sequencer.tick_piece.val();
        self.play.in_tick.next = self.sequencer.in_tick.val();
        self.play.collapse.next = self.sequencer.collapse.val();
        self.exchange_state.may_exchange.next = self.may_exchange.val();
        self.exchange_state.exchanging.next = self.context_switch.control.busy.val();
        self.exchange_state.other_out.next = self.match_control.other_out.val();
        self.at_rest.next = self.sequencer.at_rest.val();

        self.match_control.two_players.next = self.two_players.val();
        self.match_control.tick.next = self.tick.val();
        self.match_control.player.next = self.context_switch.player.val();
        self.match_control.other_pending.next = self.presses.other.val();
        self.match_control.enter_play.next = self.play.enter_play.val();
        self.match_control.enter_clear.next = self.play.enter_clear.val();
        self.match_control.enter_out.next = self.play.enter_out.val();
        self.match_control.enter_goal.next = self.play.enter_goal.val();
        self.match_control.time_up.next = self.time_up.val();
        self.match_control.clear_delay.next = self.clear_delay.val();
        self.match_control.versus.next = self.versus.val();
        PerPlayerSource::<6>::link(&mut self.clear_ticks, &mut self.match_control.clear_ticks);
        self.result.out.next = self.match_control.out.val();
        self.result.finished.next = self.match_control.finished.val();
        self.has_ended.next = self.match_control.phase.game_over.val();
        self.nobody_plays.next = self.has_ended.val() | self.result.out.val().all();
        // Actions that began before the end are completed and scored.
        self.result.game_over.next =
            self.has_ended.val() & self.at_rest.val() & !self.scoreboard_busy.val();

        self.context_switch.control.restart.next = self.sequencer.restart.val();
        self.context_switch.control.start.next =
            self.sequencer.exchange.val() | self.play.exchange.val();
        self.context_switch.control.copy.next = self.sequencer.copy.val();
        self.player.next = self.context_switch.player.val();
        self.context_shift.next = self.context_switch.context_shift.val();
        self.context_in.next = self.context_switch.context_in.val();
        self.context_switch.context_out.next = self.context_out.val();
        MemoryClient::link(&mut self.memory, &mut self.context_switch.memory);
    }
}
