//! Stores an event until it is taken.
//!
//! **Interface**: `store` and `take` are strobes. An event that comes with `take` is stored.
//!
//! **Latency**: one clock.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Flag of one event.
#[derive(LogicBlock, Module)]
pub struct PendingEvent {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no event is stored.
    pub reset: Signal<In, Bit>,
    /// Strobe: store the event.
    pub store: Signal<In, Bit>,
    /// Strobe: the event is taken.
    pub take: Signal<In, Bit>,
    /// Level: an event is stored.
    pub pending: Signal<Out, Bit>,
    is_stored: DFF<Bit>,
}

#[clocked]
impl Logic for PendingEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.pending.next = self.is_stored.q.val();
        if self.take.val() {
            self.is_stored.d.next = false;
        }
        if self.store.val() {
            self.is_stored.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// One clock with these strobes. Returns `pending` after it.
    fn clock(uut: &mut Bench<PendingEvent>, event: bool, take: bool) -> bool {
        poke!(uut.store = event);
        poke!(uut.take = take);
        tick!(uut);
        peek!(uut.pending)
    }

    #[test]
    fn an_event_stays_until_it_is_taken() {
        let mut uut = Bench::new(PendingEvent::default());
        assert!(!clock(&mut uut, false, false));
        assert!(clock(&mut uut, true, false));
        assert!(clock(&mut uut, false, false));
        assert!(!clock(&mut uut, false, true));
        assert!(!clock(&mut uut, false, false));
    }

    #[test]
    fn an_event_that_comes_with_take_is_kept() {
        let mut uut = Bench::new(PendingEvent::default());
        assert!(clock(&mut uut, true, false));
        assert!(clock(&mut uut, true, true));
        poke!(uut.reset = true);
        assert!(!clock(&mut uut, true, false));
    }
}
