//! Sends the attack of a line clear to the other player.
//!
//! An attack first cancels the garbage that waits for its own player. The rows that are left go to
//! the other player, unless that player is out: the players are exchanged, and the rows become a
//! batch of the other player's garbage.
//!
//! **Interface**: `attack` and `new_game` are strobes. `attack` is taken while `busy` is low,
//! together with the `cancel` of [`Garbage`]. `exchange`, `append` and `attacked` are strobes.
//!
//! **Latency**: one *cancel* of the garbage; if rows are left, also an exchange of the players and
//! one *append*.

use crate::falling_blocks::exchange::context_switch::ContextSwitch;
use crate::falling_blocks::exchange::context_switch::ExchangeStateReader;
use crate::falling_blocks::piece::random_tetris::RandomTetris;
use crate::falling_blocks::scoring::scoreboard::Scoreboard;
use crate::falling_blocks::versus::garbage::Garbage;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Ending, Mutant, Property, Wait};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    Cancel,
    ExchangePlayers,
    Append,
}

/// State machine of an attack.
#[derive(LogicBlock, Module)]
pub struct Attack {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Abort: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: a game of two with garbage. Low holds the machine in reset.
    pub versus: Signal<In, Bit>,
    /// Rows are full; garbage is being cancelled.
    pub begin_attack: Signal<In, Bit>,
    /// Rows of the attack that cancelled nothing, 0 to 15.
    pub left_over: Signal<In, Bits<4>>,
    /// Exchange of the players.
    pub exchange_state: ExchangeStateReader,
    /// Level: a command of `garbage` runs.
    pub garbage_busy: Signal<In, Bit>,
    /// Exchange the players.
    #[default(false)]
    pub exchange: Signal<Out, Bit>,
    /// Add the rows to the garbage of the player at hand.
    #[default(false)]
    pub append: Signal<Out, Bit>,
    /// The attack has arrived.
    #[default(false)]
    pub attacked: Signal<Out, Bit>,
    /// Level: an attack is under way.
    pub busy: Signal<Out, Bit>,
    #[reset(State::Idle, or = self.new_game.val() | !self.versus.val())]
    state: DFF<State>,
}

#[clocked]
impl Logic for Attack {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = self.state.q.val() != State::Idle;
        match self.state.q.val() {
            State::Idle => {
                if self.begin_attack.val() {
                    self.state.d.next = State::Cancel;
                }
            }
            State::Cancel => {
                if !self.garbage_busy.val() & self.exchange_state.may_exchange.val() {
                    self.state.d.next = State::Idle;
                    if self.left_over.val().any() & !self.exchange_state.other_out.val() {
                        self.exchange.next = true;
                        self.state.d.next = State::ExchangePlayers;
                    }
                }
            }
            State::ExchangePlayers => {
                if !self.exchange_state.exchanging.val() {
                    self.append.next = true;
                    self.state.d.next = State::Append;
                }
            }
            State::Append => {
                if !self.garbage_busy.val() {
                    self.attacked.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}

impl Attack {
    /// Level: the attack waits for *cancel* and for the exchange.
    const WAITING: &'static str =
        "state == STATE_CANCEL && (garbage_busy || !exchange_state.may_exchange)";

    /// Longest such wait, if garbage, bags, scoreboard and picture were waited for one by one.
    const MOST_WAIT: u32 = Garbage::MOST_CLOCKS
        + RandomTetris::MOST_CLOCKS
        + Scoreboard::MOST_CLOCKS
        + ContextSwitch::MOST_UNPUBLISHED;

    /// Longest attack: *cancel*, the exchange, and *append*.
    pub const MOST_CLOCKS: u32 =
        3 + Self::MOST_WAIT + Garbage::MOST_CLOCKS + ContextSwitch::MOST_CLOCKS;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        waits: &[
            Wait::new("garbage", "garbage_busy", Garbage::MOST_CLOCKS),
            Wait::new("permit", Self::WAITING, Self::MOST_WAIT),
            Wait::new(
                "exchange",
                "exchange_state.exchanging",
                ContextSwitch::MOST_CLOCKS,
            ),
        ],
        ..Property::ends(
            "an attack ends within 710 clocks",
            Ending {
                busy: "busy",
                spent: "state == STATE_CANCEL ? permit_wait \
                            : state == STATE_EXCHANGE_PLAYERS ? permit_limit + 1 + exchange_wait \
                            : permit_limit + 2 + exchange_limit + garbage_wait",
                clocks: Self::MOST_CLOCKS,
            },
            Mutant::new("state <= STATE_APPEND;", "state <= STATE_CANCEL;", 8),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Strobes of an attack with rows left: exchange, append, attacked.
    fn strobes(uut: &mut Bench<Attack>) -> [bool; 3] {
        let strobes = [peek!(uut.exchange), peek!(uut.append), peek!(uut.attacked)];
        tick!(uut);
        strobes
    }

    #[test]
    fn rows_that_are_left_arrive_once_at_the_other_player() {
        let mut uut = Bench::new(Attack::default());
        poke!(uut.left_over = 4u8.to_bits());
        poke!(uut, exchange_state.may_exchange = true);
        poke!(uut.begin_attack = true);
        assert_eq!(strobes(&mut uut), [false; 3]);
        assert!(!peek!(uut.busy), "not in a game without garbage");
        poke!(uut.versus = true);
        assert_eq!(strobes(&mut uut), [false; 3]);
        poke!(uut.begin_attack = false);
        poke!(uut.garbage_busy = true);
        assert_eq!(strobes(&mut uut), [false; 3]);
        poke!(uut.garbage_busy = false);
        assert_eq!(strobes(&mut uut), [true, false, false]);
        poke!(uut, exchange_state.exchanging = true);
        assert_eq!(strobes(&mut uut), [false; 3]);
        poke!(uut, exchange_state.exchanging = false);
        assert_eq!(strobes(&mut uut), [false, true, false]);
        poke!(uut.garbage_busy = true);
        assert_eq!(strobes(&mut uut), [false; 3]);
        poke!(uut.garbage_busy = false);
        assert_eq!(strobes(&mut uut), [false, false, true]);
        assert!(!peek!(uut.busy));
        assert_eq!(strobes(&mut uut), [false; 3]);
    }
}
