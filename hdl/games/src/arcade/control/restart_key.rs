//! Begins a game of one again when its key is held for thirty pictures.
//!
//! **Interface**: `restarts` is a strobe with `tick`, one for each time that the key goes down.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Pictures for which the key is held.
const TICKS: u8 = 30;

/// Counts them.
#[derive(LogicBlock, Module)]
pub struct RestartKey {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the key is down.
    pub held: Signal<In, Bit>,
    /// Level: there is a game to begin again.
    pub allowed: Signal<In, Bit>,
    /// Strobe: a picture has ended.
    pub tick: Signal<In, Bit>,
    /// Strobe: begin again.
    pub restarts: Signal<Out, Bit>,
    ticks: DFF<Bits<5>>,
    next_ticks: Signal<Local, Bits<5>>,
    counts: Signal<Local, Bit>,
    #[value(TICKS)]
    enough: Constant<Bits<5>>,
}

#[clocked]
impl Logic for RestartKey {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_ticks.next = self.ticks.q.val() + 1;
        self.counts.next = self.held.val() & self.allowed.val();
        self.restarts.next =
            self.tick.val() & self.counts.val() & (self.next_ticks.val() == self.enough.val());
        if self.tick.val() & (self.ticks.q.val() != self.enough.val()) {
            self.ticks.d.next = self.next_ticks.val();
        }
        if !self.counts.val() {
            self.ticks.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Ticks, counted from 1, in which the game begins again.
    fn restarts(uut: &mut Bench<RestartKey>, ticks: u32) -> Vec<u32> {
        let mut found = vec![];
        for number in 1..=ticks {
            poke!(uut.tick = true);
            if peek!(uut.restarts) {
                found.push(number);
            }
            tick!(uut);
            poke!(uut.tick = false);
            tick!(uut);
            assert!(!peek!(uut.restarts));
        }
        found
    }

    #[test]
    fn a_held_key_restarts_once_after_thirty_ticks() {
        let mut uut = Bench::new(RestartKey::default());
        poke!(uut.held = true);
        assert_eq!(restarts(&mut uut, 40), []);
        poke!(uut.allowed = true);
        assert_eq!(restarts(&mut uut, 100), [30]);
        poke!(uut.held = false);
        tick!(uut);
        poke!(uut.held = true);
        assert_eq!(restarts(&mut uut, 29), []);
        poke!(uut.held = false);
        tick!(uut);
        poke!(uut.held = true);
        assert_eq!(restarts(&mut uut, 31), [30], "a release counts anew");
    }
}
