//! Repeats of one held direction.
//!
//! Counts ticks from the press. At a count of `shift.delay` a repeat is due, and the count returns
//! to `shift.reload`, which is the delay minus the interval.
//!
//! **Interface**: `flush`, `step` and `press` are strobes. `due` is a level, valid from the clock
//! after `step` until the next `step`.
//!
//! **Latency**: one clock.

use crate::falling_blocks::shell::keys::ShiftTiming;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Counter of one direction.
#[derive(LogicBlock, Module)]
pub struct ShiftRepeat {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: clear the count.
    pub flush: Signal<In, Bit>,
    /// Strobe: count a tick.
    pub step: Signal<In, Bit>,
    /// Strobe: a key for this direction went down.
    pub press: Signal<In, Bit>,
    /// Level: the direction is held, and the other one is not active.
    pub is_active: Signal<In, Bit>,
    /// Timing of the repeats.
    pub shift: ShiftTiming,
    /// Level: shift on this tick.
    pub due: Signal<Out, Bit>,
    #[reset(or = flush)]
    ticks: DFF<Bits<5>>,
    repeats: DFF<Bit>,
    next_ticks: Signal<Local, Bits<5>>,
    is_over: Signal<Local, Bit>,
}

#[clocked]
impl Logic for ShiftRepeat {
    #[hdl_gen]
    fn update(&mut self) {
        self.due.next = self.repeats.q.val();
        self.next_ticks.next = self.ticks.q.val() + 1;
        self.is_over.next = self.next_ticks.val() == self.shift.delay.val();
        if self.step.val() {
            self.repeats.d.next = self.is_active.val() & self.is_over.val();
            self.ticks.d.next = self.next_ticks.val();
            if self.is_over.val() {
                self.ticks.d.next = self.shift.reload.val();
            }
        }
        if self.press.val() {
            self.ticks.d.next = 0.into();
        }
    }
}

impl ShiftRepeat {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            observers: &[Observer::new(
                "was_active",
                1,
                "step ? is_active : was_active",
            )],
            ..Property::new(
                "a repeat is due only if the direction was held on the tick",
                "!due || was_active",
                Mutant::new("is_active && is_over", "is_over", 6),
            )
        },
        Property {
            lemmas: &["held <= 32", "held >= shift.delay || ticks == held"],
            assumed: &["shift.delay >= 1 && shift.delay <= 30"],
            stable: &["shift.delay"],
            observers: &[
                Observer::new("held", 6, "press || flush ? 0 : held + (step && held < 32)"),
                Observer::new("held_on_tick", 6, "held + 1"),
                Observer::new("stepped", 1, "step"),
            ],
            ..Property::new(
                "a repeat is due only after the delay",
                "!(stepped && due) || held_on_tick >= shift.delay",
                Mutant::new("ticks + 5'd1", "ticks + 5'd2", 6),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A direction with a delay of 5 and an interval of 2.
    fn held() -> Bench<ShiftRepeat> {
        let mut uut = Bench::new(ShiftRepeat::default());
        poke!(uut, shift.delay = 5u8.to_bits());
        poke!(uut, shift.reload = 3u8.to_bits());
        poke!(uut.is_active = true);
        uut
    }

    /// Ticks of the next twelve on which a repeat is due, from 1.
    fn repeats(uut: &mut Bench<ShiftRepeat>) -> Vec<usize> {
        let ticks = (1..=12).filter(|_| {
            poke!(uut.step = true);
            tick!(uut);
            poke!(uut.step = false);
            tick!(uut);
            peek!(uut.due)
        });
        ticks.collect()
    }

    #[test]
    fn repeats_come_after_the_delay_and_then_at_the_interval() {
        assert_eq!(repeats(&mut held()), [5, 7, 9, 11]);
    }

    #[test]
    fn a_direction_that_is_not_active_counts_and_does_not_repeat() {
        let mut uut = held();
        poke!(uut.is_active = false);
        assert!(repeats(&mut uut).is_empty());
        poke!(uut.is_active = true);
        assert_eq!(repeats(&mut uut), [1, 3, 5, 7, 9, 11]);
    }

    #[test]
    fn a_press_and_a_flush_begin_the_delay_again() {
        type Strobe = fn(&mut Bench<ShiftRepeat>, bool);
        let strobes: [Strobe; 2] = [
            |uut, value| poke!(uut.press = value),
            |uut, value| poke!(uut.flush = value),
        ];
        for strobe in strobes {
            let mut uut = held();
            repeats(&mut uut);
            strobe(&mut uut, true);
            tick!(uut);
            strobe(&mut uut, false);
            assert_eq!(repeats(&mut uut), [5, 7, 9, 11]);
        }
    }
}
