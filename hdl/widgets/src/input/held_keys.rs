//! Counts up to four keys that are down, from the events of each key; the output is high while at
//! least one is down.
//!
//! **Interface**: `held` is a level, changed on the clock after `changed`. The count is unary: as
//! many ones from bit 0 up as keys are down, so bit 0 is the output.

use crate::property::{Mutant, Observer, Property};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Most keys that [`HeldKeys`] counts.
pub const MAX_HELD_KEYS: usize = 4;

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
    keys: DFF<Bits<4>>,
    /// As many ones as keys can be down at most.
    all: Constant<Bits<4>>,
}

impl HeldKeys {
    /// The counter of `most` keys.
    ///
    /// # Panics
    /// If they are more than [`MAX_HELD_KEYS`].
    pub fn new(most: usize) -> Self {
        assert!(most <= MAX_HELD_KEYS, "{most} keys cannot be counted");
        construct!(HeldKeys {
            all: Constant::new(((1_u64 << most) - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for HeldKeys {
    #[hdl_gen]
    fn update(&mut self) {
        self.held.next = self.keys.q.val().get_bit(0);
        if self.changed.val() {
            self.keys.d.next = ((self.keys.q.val() << 1) | 1) & self.all.val();
            if self.released.val() {
                self.keys.d.next = self.keys.q.val() >> 1;
            }
        }
    }
}

impl HeldKeys {
    /// Properties that are proved, for three keys.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["down <= 3 && keys == (4'd1 << down) - 4'd1"],
        observers: &[Observer::new(
            "down",
            3,
            "!changed ? down : released ? down - (down != 0) : down + (down < 3)",
        )],
        ..Property::new(
            "the output is high while a key that went down has not gone up",
            "held == (down != 0)",
            Mutant::new("keys[3:1]", "keys[2:0]", 8),
        )
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn counter() -> Bench<HeldKeys> {
        Bench::new(HeldKeys::new(MAX_HELD_KEYS))
    }

    fn change(uut: &mut Bench<HeldKeys>, released: bool) -> bool {
        poke!(uut.changed = true);
        poke!(uut.released = released);
        tick!(uut);
        poke!(uut.changed = false);
        tick!(uut);
        let held = peek!(uut.held);
        tick!(uut);
        assert_eq!(peek!(uut.held), held);
        held
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
    fn a_single_key_is_held_from_press_to_release() {
        let mut uut = Bench::new(HeldKeys::new(1));
        for _ in 0..3 {
            assert!(change(&mut uut, false));
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
