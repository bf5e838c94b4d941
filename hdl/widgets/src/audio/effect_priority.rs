//! Which effect sounds: the last one started, but none cuts off one with a higher number.
//!
//! **Interface**: `pending` is high from the clock after a start until `taken`. A start that meets
//! `taken` or `ended` counts as new.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Keeps the number of the sounding effect.
#[derive(LogicBlock, Module)]
pub struct EffectPriority {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; effect 0, silence, is pending.
    pub reset: Signal<In, Bit>,
    /// Strobe: start `effect`.
    pub start: Signal<In, Bit>,
    /// From 1; a higher number has a higher priority.
    pub effect: Signal<In, Bits<5>>,
    /// Strobe: `current` is begun.
    pub taken: Signal<In, Bit>,
    /// Strobe: what was begun has come to its end.
    pub ended: Signal<In, Bit>,
    /// The effect that sounds or is pending, 0 for none.
    pub current: Signal<Out, Bits<5>>,
    /// Level: `current` is yet to begin.
    pub pending: Signal<Out, Bit>,
    number: DFF<Bits<5>>,
    #[reset(true)]
    waits: DFF<Bit>,
}

#[clocked]
impl Logic for EffectPriority {
    #[hdl_gen]
    fn update(&mut self) {
        self.current.next = self.number.q.val();
        self.pending.next = self.waits.q.val();
        if self.taken.val() {
            self.waits.d.next = false;
        }
        if self.ended.val() & !self.waits.q.val() {
            self.number.d.next = 0.into();
        }
        if self.start.val() & (self.effect.val() >= self.number.q.val()) {
            self.number.d.next = self.effect.val();
            self.waits.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// `current` and `pending` after a clock with these strobes.
    fn after(uut: &mut Bench<EffectPriority>, start: u8, taken: bool, ended: bool) -> (u8, bool) {
        poke!(uut.start = start > 0);
        poke!(uut.effect = start.to_bits());
        poke!(uut.taken = taken);
        poke!(uut.ended = ended);
        tick!(uut);
        (peek!(uut.current).to_u8(), peek!(uut.pending))
    }

    fn uut() -> Bench<EffectPriority> {
        Bench::new(EffectPriority::default())
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(uut().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn the_higher_number_sounds() {
        let mut uut = uut();
        for running in 0..32 {
            for new in 1..32 {
                poke!(uut.reset = true);
                assert_eq!(after(&mut uut, 0, false, false), (0, true), "reset");
                poke!(uut.reset = false);
                assert_eq!(after(&mut uut, 0, true, false), (0, false));
                after(&mut uut, running, false, false);
                after(&mut uut, 0, true, false);
                let expected = if new >= running {
                    (new, true)
                } else {
                    (running, false)
                };
                assert_eq!(after(&mut uut, new, false, false), expected);
            }
        }
    }

    #[test]
    fn after_its_end_a_lower_one_may_start() {
        let mut uut = uut();
        assert_eq!(after(&mut uut, 9, false, false), (9, true));
        assert_eq!(
            after(&mut uut, 0, false, true),
            (9, true),
            "it has not begun"
        );
        assert_eq!(after(&mut uut, 0, true, false), (9, false));
        assert_eq!(after(&mut uut, 2, false, false), (9, false));
        assert_eq!(after(&mut uut, 0, false, true), (0, false));
        assert_eq!(after(&mut uut, 2, false, false), (2, true));
    }

    #[test]
    fn a_start_is_not_lost_when_another_is_taken_or_ends() {
        let mut uut = uut();
        after(&mut uut, 3, false, false);
        assert_eq!(after(&mut uut, 3, true, false), (3, true));
        after(&mut uut, 0, true, false);
        assert_eq!(after(&mut uut, 5, false, true), (5, true));
    }
}
