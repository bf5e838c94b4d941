//! Holds a reset back until no number and no score table is being written, so that none is half
//! written.
//!
//! **Latency**: none without a number, otherwise the time of its walk, some 50 clocks. An entry of
//! a score table takes some 700 clocks, and emptying the tables 2,100. Both wait while a save reads
//! the tables. With that the latency is below 40,000 clocks, 1.6 ms.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The guard.
#[derive(LogicBlock, Module)]
pub struct ResetGuard {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, also for one clock.
    pub reset: Signal<In, Bit>,
    /// Level: a number is being written.
    pub is_writing: Signal<In, Bit>,
    /// Level: reset of all parts.
    pub resets: Signal<Out, Bit>,
    /// A reset waits, so it is not reset.
    #[reset(none)]
    is_due: DFF<Bit>,
    is_wanted: Signal<Local, Bit>,
}

#[clocked]
impl Logic for ResetGuard {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_wanted.next = self.reset.val() | self.is_due.q.val();
        self.resets.next = self.is_wanted.val() & !self.is_writing.val();
        self.is_due.d.next = self.is_wanted.val() & self.is_writing.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn a_reset_of_one_clock_waits_for_the_end_of_a_number() {
        let mut uut = Bench::new(ResetGuard::default());
        poke!(uut.reset = true);
        assert!(peek!(uut.resets));
        poke!(uut.is_writing = true);
        assert!(!peek!(uut.resets));
        tick!(uut);
        poke!(uut.reset = false);
        for _ in 0..3 {
            assert!(!peek!(uut.resets));
            tick!(uut);
        }
        poke!(uut.is_writing = false);
        assert!(peek!(uut.resets));
        tick!(uut);
        assert!(!peek!(uut.resets));
    }
}
