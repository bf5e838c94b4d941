//! Tells whether any of up to three keys is down, from the moments at which they change.
//!
//! **Interface**: `held` is a level, changed on the clock after `changed`. The count is a row of
//! ones that grows and shrinks at its far end, so bit 0 is the answer.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Most keys that [`HeldKeys`] counts.
pub const MAX_HELD_KEYS: usize = 3;

/// The counter of one action's keys.
#[derive(LogicBlock, Module)]
pub struct HeldKeys {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; no key is down.
    pub reset: Signal<In, Bit>,
    /// Strobe: a key went down or up.
    pub changed: Signal<In, Bit>,
    /// With `changed`: it went up.
    pub released: Signal<In, Bit>,
    /// At least one key is down.
    pub held: Signal<Out, Bit>,
    /// As many ones, from bit 0 up, as keys are down.
    keys: DFF<Bits<3>>,
}

#[clocked]
impl Logic for HeldKeys {
    #[hdl_gen]
    fn update(&mut self) {
        self.held.next = self.keys.q.val().get_bit(0);
        if self.changed.val() {
            self.keys.d.next = (self.keys.q.val() << 1) | 1;
            if self.released.val() {
                self.keys.d.next = self.keys.q.val() >> 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn counter() -> Bench<HeldKeys> {
        Bench::new(HeldKeys::default())
    }

    fn change(uut: &mut Bench<HeldKeys>, released: bool) -> bool {
        poke!(uut.changed = true);
        poke!(uut.released = released);
        tick!(uut);
        poke!(uut.changed = false);
        tick!(uut);
        peek!(uut.held)
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(counter().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn held_until_as_many_went_up_as_went_down() {
        let mut uut = counter();
        for keys in 1..=MAX_HELD_KEYS {
            for _ in 0..keys {
                assert!(change(&mut uut, false));
            }
            for _ in 1..keys {
                assert!(change(&mut uut, true));
            }
            assert!(!change(&mut uut, true));
        }
    }

    #[test]
    fn reset_forgets_all_keys() {
        let mut uut = counter();
        change(&mut uut, false);
        change(&mut uut, false);
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        assert!(!peek!(uut.held));
        assert!(change(&mut uut, false));
        assert!(!change(&mut uut, true));
    }
}
