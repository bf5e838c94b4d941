//! Chooses the next action of the engine.
//!
//! While all machines of play are idle, the first of these that applies is started:
//!
//! 1. the start of this player's game;
//! 2. the oldest key press of this player, while a piece falls;
//! 3. the removal of full rows, if the delay before it is 0;
//! 4. a game tick of this player: while a piece falls it moves the piece, while rows wait to clear
//!    it counts the delay, whose last tick removes the rows;
//! 5. the exchange of the two players, if one of these waits for the other one.
//!
//! A key press therefore acts before a tick that is due. No action starts after the end of a game.
//!
//! `new_game` may come on any clock. It aborts the machines of play. The state `NewGame` waits for
//! the units that write to memories, then restarts all units. A game of two copies the context of
//! player 1 to player 2, so both have the same random numbers.
//!
//! **Interface**: `rest`, `start_game`, `take_press`, `take_tick`, `tick_piece`, `collapse`,
//! `exchange`, `restart` and `copy` are strobes.
//!
//! **Latency**: an action starts on the first clock on which all machines are idle and it applies.
//! An exchange also waits for `may_exchange`.

use super::match_control::PhaseClient;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Rest,
    NewGame,
    CopyContext,
    Exchange,
}

/// State machine that starts the others.
#[derive(LogicBlock, Module)]
pub struct Sequencer {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: new game.
    pub new_game: Signal<In, Bit>,
    /// Level: a game of two.
    pub two_players: Signal<In, Bit>,
    /// Level: a machine of play is not idle.
    pub play_busy: Signal<In, Bit>,
    /// Level: a unit is busy that a new game has to wait for.
    pub units_busy: Signal<In, Bit>,
    /// Level: the context is being shifted.
    pub context_busy: Signal<In, Bit>,
    /// Level: the players may be exchanged now.
    pub may_exchange: Signal<In, Bit>,
    /// Phase of the player at hand.
    pub phase: PhaseClient,
    /// Level: a key press of this player waits.
    pub press_pending: Signal<In, Bit>,
    /// Level: the scoreboard is busy.
    pub scoreboard_busy: Signal<In, Bit>,
    /// Strobe: the tick of the piece is complete.
    pub tick_ends: Signal<In, Bit>,
    /// Level: no action is under way.
    pub at_rest: Signal<Out, Bit>,
    /// Level: a new game waits for the units.
    pub begins: Signal<Out, Bit>,
    /// Level: the tick of the piece is under way.
    pub in_tick: Signal<Out, Bit>,
    /// Start this player's game.
    #[default(false)]
    pub start_game: Signal<Out, Bit>,
    /// Carry out the oldest key press.
    #[default(false)]
    pub take_press: Signal<Out, Bit>,
    /// Move the piece by one tick.
    #[default(false)]
    pub tick_piece: Signal<Out, Bit>,
    /// Raise the level, before the tick acts.
    #[default(false)]
    pub raise_level: Signal<Out, Bit>,
    /// Remove the full rows.
    #[default(false)]
    pub collapse: Signal<Out, Bit>,
    /// Exchange the players.
    #[default(false)]
    pub exchange: Signal<Out, Bit>,
    /// Restart all units.
    #[default(false)]
    pub restart: Signal<Out, Bit>,
    /// Copy the context to the other player.
    #[default(false)]
    pub copy: Signal<Out, Bit>,
    #[reset(State::Rest)]
    state: DFF<State>,
    #[reset(or = new_game)]
    ticking: DFF<Bit>,
}

#[clocked]
impl Logic for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.phase.restart.next = false;
        self.phase.take_tick.next = false;
        self.phase.rest.next = false;
        self.at_rest.next = (self.state.q.val() == State::Rest) & !self.play_busy.val();
        self.begins.next = self.state.q.val() == State::NewGame;
        self.in_tick.next = self.ticking.q.val();
        if self.tick_ends.val() {
            self.ticking.d.next = false;
        }
        match self.state.q.val() {
            State::Rest => {
                // The scoreboard raises a level only when it has no other command.
                if !self.play_busy.val()
                    & !(self.phase.raise_due.val() & self.scoreboard_busy.val())
                {
                    if self.phase.game_over.val() {
                        self.phase.rest.next = true;
                    } else if self.phase.is_starting.val() {
                        self.start_game.next = true;
                    } else if self.press_pending.val() & self.phase.is_playing.val() {
                        self.take_press.next = true;
                    } else if self.phase.delay_over.val() {
                        // A delay of 0.
                        self.collapse.next = true;
                    } else if self.phase.tick_due.val() {
                        self.phase.take_tick.next = true;
                        self.raise_level.next = self.phase.raise_due.val();
                        self.tick_piece.next = self.phase.is_playing.val();
                        self.ticking.d.next = self.phase.is_playing.val();
                        self.collapse.next =
                            self.phase.is_clearing.val() & self.phase.delay_ends.val();
                    } else if self.phase.other_due.val() {
                        if self.may_exchange.val() {
                            self.exchange.next = true;
                            self.state.d.next = State::Exchange;
                        }
                    } else {
                        self.phase.rest.next = true;
                    }
                }
            }
            State::NewGame => {
                if !self.units_busy.val() & !self.context_busy.val() {
                    self.phase.restart.next = true;
                    self.restart.next = true;
                    self.state.d.next = State::Rest;
                    if self.two_players.val() {
                        self.state.d.next = State::CopyContext;
                    }
                }
            }
            State::CopyContext => {
                self.copy.next = self.two_players.val();
                self.state.d.next = State::Exchange;
            }
            State::Exchange => {
                if !self.context_busy.val() {
                    self.state.d.next = State::Rest;
                }
            }
            _ => {
                self.state.d.next = State::Rest;
            }
        }
        if self.new_game.val() {
            self.state.d.next = State::NewGame;
        }
    }
}
