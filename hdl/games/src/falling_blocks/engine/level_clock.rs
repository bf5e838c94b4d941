//! Raises the level of a match by time: one level for each 30 seconds of play.
//!
//! **Interface**: `tick` is a strobe. `raise` is high with the tick that completes 30 seconds.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks from one level to the next: 30 seconds.
pub(super) const TICKS_PER_LEVEL: u16 = 1800;

/// Counter of ticks.
#[derive(LogicBlock, Module)]
pub struct LevelClock {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin anew.
    pub restart: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Strobe: this tick raises the level.
    pub raise: Signal<Out, Bit>,
    #[reset(or = self.restart.val() | self.raise.val())]
    ticks: DFF<Bits<11>>,
    next_ticks: Signal<Local, Bits<11>>,
    #[value(TICKS_PER_LEVEL - 1)]
    last_tick: Constant<Bits<11>>,
}

#[clocked]
impl Logic for LevelClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.raise.next = self.tick.val() & (self.ticks.q.val() == self.last_tick.val());
        self.next_ticks.next = self.ticks.q.val() + 1;
        if self.tick.val() {
            self.ticks.d.next = self.next_ticks.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn every_1800th_tick_raises_the_level() {
        let mut uut = Bench::new(LevelClock::default());
        for start in [0, 100] {
            poke!(uut.tick = true);
            for _ in 0..start {
                tick!(uut);
            }
            poke!(uut.restart = true);
            tick!(uut);
            poke!(uut.restart = false);
            for number in 1..=3600 {
                assert_eq!(peek!(uut.raise), number % 1800 == 0, "tick {number}");
                tick!(uut);
            }
            poke!(uut.tick = false);
            assert!(!peek!(uut.raise));
        }
    }
}
