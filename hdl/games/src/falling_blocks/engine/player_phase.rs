//! Phase of one player's game: out, starting, in play, or waiting for full rows to clear.
//!
//! A game tick stays due until the engine has served it. While rows wait to clear, the served ticks
//! count the line clear delay, 18 ticks (300 ms) for example. A delay of 0 is over at once.
//!
//! **Interface**: all inputs but `takes_part` are strobes. At most one of the three `enter` strobes
//! is high. A tick that arrives with `take_tick` is kept.
//!
//! **Latency**: one clock.
//!
//! **Source**: `docs/rules.md`, from the lock to the next piece.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::counting::{Countdown, PendingEvent};
use rust_hdl::prelude::*;

/// Phase of a game between two operations of the engine.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Phase {
    Out,
    Start,
    Play,
    Clear,
}

/// Phase register, due tick and line clear delay.
#[derive(LogicBlock, Module)]
pub struct PlayerPhase {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: out.
    pub reset: Signal<In, Bit>,
    /// New game.
    pub restart: Signal<In, Bit>,
    /// Level: the player takes part in a new game.
    pub takes_part: Signal<In, Bit>,
    /// Game tick of this player.
    pub tick: Signal<In, Bit>,
    /// The tick raises the level.
    pub raise: Signal<In, Bit>,
    /// The engine serves the tick.
    pub take_tick: Signal<In, Bit>,
    /// A piece has come in.
    pub enter_play: Signal<In, Bit>,
    /// Line clear delay in ticks, 0 to 40.
    pub clear_delay: Signal<In, Bits<6>>,
    /// Rows are full: begin the delay.
    pub enter_clear: Signal<In, Bit>,
    /// The player has topped out.
    pub enter_out: Signal<In, Bit>,
    /// Level: out.
    pub is_out: Signal<Out, Bit>,
    /// Level: the game has to be started.
    pub is_starting: Signal<Out, Bit>,
    /// Level: a piece falls.
    pub is_playing: Signal<Out, Bit>,
    /// Level: rows wait to clear.
    pub is_clearing: Signal<Out, Bit>,
    /// Level: a tick has to be served.
    pub tick_due: Signal<Out, Bit>,
    /// Level: that tick raises the level first.
    pub raise_due: Signal<Out, Bit>,
    /// Level: the next served tick ends the delay.
    pub delay_ends: Signal<Out, Bit>,
    /// Level: the delay is over, but the rows are not removed.
    pub delay_over: Signal<Out, Bit>,
    /// Ticks of the delay that are left, 40 to 1, or 0.
    pub clear_ticks: Signal<Out, Bits<6>>,
    #[reset(Phase::Out)]
    phase: DFF<Phase>,
    #[part(clock)]
    due: PendingEvent,
    #[part(clock)]
    rise: PendingEvent,
    #[part(clock)]
    delay: Countdown<6>,
    restarts: Signal<Local, Bit>,
}

#[clocked]
impl Logic for PlayerPhase {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_out.next = self.phase.q.val() == Phase::Out;
        self.is_starting.next = self.phase.q.val() == Phase::Start;
        self.is_playing.next = self.phase.q.val() == Phase::Play;
        self.is_clearing.next = self.phase.q.val() == Phase::Clear;
        self.restarts.next = self.restart.val() | self.reset.val();
        self.due.reset.next = self.restarts.val();
        self.due.store.next = self.tick.val();
        self.due.take.next = self.take_tick.val();
        self.tick_due.next = self.due.pending.val();
        self.rise.reset.next = self.restarts.val();
        self.rise.store.next = self.raise.val();
        self.rise.take.next = self.take_tick.val();
        self.raise_due.next = self.rise.pending.val();
        self.delay.reset.next = self.restarts.val();
        self.delay.load.next = self.enter_clear.val();
        self.delay.from.next = self.clear_delay.val();
        self.delay.step.next = self.take_tick.val() & self.is_clearing.val();
        self.delay_ends.next = self.delay.left.val() == 1;
        self.delay_over.next = self.is_clearing.val() & !self.delay.counts.val();
        self.clear_ticks.next = self.delay.left.val();
        if self.enter_play.val() {
            self.phase.d.next = Phase::Play;
        }
        if self.enter_out.val() {
            self.phase.d.next = Phase::Out;
        }
        if self.enter_clear.val() {
            self.phase.d.next = Phase::Clear;
        }
        if self.restart.val() {
            self.phase.d.next = Phase::Out;
            if self.takes_part.val() {
                self.phase.d.next = Phase::Start;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Out, starting, in play, clearing.
    fn phase(uut: &mut Bench<PlayerPhase>) -> [bool; 4] {
        [
            peek!(uut.is_out),
            peek!(uut.is_starting),
            peek!(uut.is_playing),
            peek!(uut.is_clearing),
        ]
    }

    fn strobe(uut: &mut Bench<PlayerPhase>, strobe: fn(&mut PlayerPhase) -> &mut Signal<In, Bit>) {
        uut.poke(strobe, true);
        tick!(uut);
        uut.poke(strobe, false);
    }

    #[test]
    fn a_new_game_starts_for_those_who_take_part() {
        let mut uut = Bench::new(PlayerPhase::default());
        assert_eq!(phase(&mut uut), [true, false, false, false]);
        poke!(uut.takes_part = true);
        strobe(&mut uut, |uut| &mut uut.restart);
        assert_eq!(phase(&mut uut), [false, true, false, false]);
        strobe(&mut uut, |uut| &mut uut.enter_play);
        assert_eq!(phase(&mut uut), [false, false, true, false]);
        strobe(&mut uut, |uut| &mut uut.enter_out);
        assert_eq!(phase(&mut uut), [true, false, false, false]);
        poke!(uut.takes_part = false);
        strobe(&mut uut, |uut| &mut uut.restart);
        assert_eq!(phase(&mut uut), [true, false, false, false]);
    }

    #[test]
    fn served_ticks_count_the_delay_of_a_clear_only() {
        let mut uut = Bench::new(PlayerPhase::default());
        strobe(&mut uut, |uut| &mut uut.enter_play);
        strobe(&mut uut, |uut| &mut uut.take_tick);
        assert_eq!(peek!(uut.clear_ticks), 0u64);
        for delay in [0, 1, 18, 40] {
            poke!(uut.clear_delay = u64::to_bits(delay));
            strobe(&mut uut, |uut| &mut uut.enter_clear);
            for left in (1..=delay).rev() {
                assert_eq!(phase(&mut uut), [false, false, false, true]);
                assert_eq!(peek!(uut.clear_ticks), left);
                assert_eq!(peek!(uut.delay_ends), left == 1);
                assert!(!peek!(uut.delay_over));
                strobe(&mut uut, |uut| &mut uut.take_tick);
            }
            assert_eq!(peek!(uut.clear_ticks), 0u64);
            assert!(peek!(uut.delay_over));
        }
    }

    #[test]
    fn a_tick_is_due_until_it_is_served() {
        let mut uut = Bench::new(PlayerPhase::default());
        strobe(&mut uut, |uut| &mut uut.tick);
        tick!(uut);
        assert!(peek!(uut.tick_due));
        poke!(uut.tick = true);
        strobe(&mut uut, |uut| &mut uut.take_tick);
        poke!(uut.tick = false);
        assert!(peek!(uut.tick_due), "the tick that arrives is kept");
        strobe(&mut uut, |uut| &mut uut.take_tick);
        assert!(!peek!(uut.tick_due));
        strobe(&mut uut, |uut| &mut uut.tick);
        strobe(&mut uut, |uut| &mut uut.restart);
        assert!(!peek!(uut.tick_due));
    }
}
