//! Auto shift: repeats of a held direction of one player.
//!
//! A key for left or right that is held repeats first after a delay (DAS, delayed auto shift), then
//! at every interval (ARR, auto repeat rate). If both directions are held, the one pressed last is
//! active. The other one keeps its own count and becomes active when the active one is released.
//!
//! Each direction counts ticks from its press. At a count of `delay` a repeat is due and the count
//! returns to `reload`, which is `delay` minus the interval.
//!
//! A press on a tick acts before the tick: the tick is counted one clock later, when the key is
//! held.
//!
//! **Interface**: `tick`, `press_left`, `press_right` and `flush` are strobes. `left_due` and
//! `right_due` are levels, valid from the second clock after `tick` until the next `tick`.
//!
//! **Latency**: one clock from a tick to its repeats, two if a press falls on the tick.
//!
//! **Source**: `docs/rules.md`, auto shift.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Counters of both directions.
#[derive(LogicBlock, Module)]
pub struct AutoShift {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: clear the counts.
    pub flush: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Strobe: a key for left went down.
    pub press_left: Signal<In, Bit>,
    /// Strobe: a key for right went down.
    pub press_right: Signal<In, Bit>,
    /// Level: a key for left is down.
    pub left_held: Signal<In, Bit>,
    /// Level: a key for right is down.
    pub right_held: Signal<In, Bit>,
    /// Ticks from a press to the first repeat, 1 to 30.
    pub delay: Signal<In, Bits<5>>,
    /// `delay` minus the ticks from one repeat to the next, modulo 32.
    pub reload: Signal<In, Bits<5>>,
    /// Level: shift left on this tick.
    pub left_due: Signal<Out, Bit>,
    /// Level: shift right on this tick.
    pub right_due: Signal<Out, Bit>,
    #[reset(or = flush)]
    left_ticks: DFF<Bits<5>>,
    #[reset(or = flush)]
    right_ticks: DFF<Bits<5>>,
    left_is_last: DFF<Bit>,
    repeat_left: DFF<Bit>,
    repeat_right: DFF<Bit>,
    late_tick: DFF<Bit>,
    counts: Signal<Local, Bit>,
    pressing: Signal<Local, Bit>,
    next_left_ticks: Signal<Local, Bits<5>>,
    next_right_ticks: Signal<Local, Bits<5>>,
    left_over: Signal<Local, Bit>,
    right_over: Signal<Local, Bit>,
    left_is_active: Signal<Local, Bit>,
    right_is_active: Signal<Local, Bit>,
}

#[clocked]
impl Logic for AutoShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.pressing.next = self.press_left.val() | self.press_right.val();
        self.late_tick.d.next = self.tick.val() & self.pressing.val();
        self.counts.next = (self.tick.val() & !self.pressing.val()) | self.late_tick.q.val();
        self.left_due.next = self.repeat_left.q.val();
        self.right_due.next = self.repeat_right.q.val();
        self.next_left_ticks.next = self.left_ticks.q.val() + 1;
        self.next_right_ticks.next = self.right_ticks.q.val() + 1;
        self.left_over.next = self.next_left_ticks.val() == self.delay.val();
        self.right_over.next = self.next_right_ticks.val() == self.delay.val();
        self.left_is_active.next =
            self.left_held.val() & (self.left_is_last.q.val() | !self.right_held.val());
        self.right_is_active.next =
            self.right_held.val() & (!self.left_is_last.q.val() | !self.left_held.val());
        if self.counts.val() {
            self.repeat_left.d.next = self.left_is_active.val() & self.left_over.val();
            self.repeat_right.d.next = self.right_is_active.val() & self.right_over.val();
            self.left_ticks.d.next = self.next_left_ticks.val();
            self.right_ticks.d.next = self.next_right_ticks.val();
            if self.left_over.val() {
                self.left_ticks.d.next = self.reload.val();
            }
            if self.right_over.val() {
                self.right_ticks.d.next = self.reload.val();
            }
        }
        if self.press_left.val() {
            self.left_ticks.d.next = 0.into();
            self.left_is_last.d.next = true;
        }
        if self.press_right.val() {
            self.right_ticks.d.next = 0.into();
            self.left_is_last.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn auto_shift(delay: u8, interval: u8) -> Bench<AutoShift> {
        let mut uut = Bench::new(AutoShift::default());
        poke!(uut.delay = delay.to_bits());
        poke!(uut.reload = (delay.wrapping_sub(interval) & 31).to_bits());
        uut
    }

    fn press_left(uut: &mut Bench<AutoShift>) {
        poke!(uut.left_held = true);
        poke!(uut.press_left = true);
        tick!(uut);
        poke!(uut.press_left = false);
    }

    fn press_right(uut: &mut Bench<AutoShift>) {
        poke!(uut.right_held = true);
        poke!(uut.press_right = true);
        tick!(uut);
        poke!(uut.press_right = false);
    }

    /// Ticks on which left (-1) or right (1) repeats, of the next `count`.
    fn repeats(uut: &mut Bench<AutoShift>, count: usize) -> Vec<(usize, i8)> {
        let mut due = Vec::new();
        for number in 1..=count {
            poke!(uut.tick = true);
            tick!(uut);
            poke!(uut.tick = false);
            tick!(uut);
            if peek!(uut.left_due) {
                due.push((number, -1));
            }
            if peek!(uut.right_due) {
                due.push((number, 1));
            }
        }
        due
    }

    #[test]
    fn a_held_direction_repeats_on_the_eighth_tick_and_then_every_second() {
        let mut uut = auto_shift(8, 2);
        press_left(&mut uut);
        assert_eq!(repeats(&mut uut, 13), [(8, -1), (10, -1), (12, -1)]);
        poke!(uut.left_held = false);
        assert_eq!(repeats(&mut uut, 13), []);
    }

    #[test]
    fn delay_and_interval_are_those_of_the_settings() {
        let mut uut = auto_shift(30, 10);
        press_left(&mut uut);
        assert_eq!(repeats(&mut uut, 55), [(30, -1), (40, -1), (50, -1)]);
        let mut uut = auto_shift(1, 10);
        press_right(&mut uut);
        assert_eq!(repeats(&mut uut, 25), [(1, 1), (11, 1), (21, 1)]);
        let mut uut = auto_shift(3, 1);
        press_right(&mut uut);
        assert_eq!(repeats(&mut uut, 5), [(3, 1), (4, 1), (5, 1)]);
    }

    #[test]
    fn the_last_pressed_direction_is_active_and_the_other_keeps_its_count() {
        let mut uut = auto_shift(8, 2);
        press_left(&mut uut);
        assert_eq!(repeats(&mut uut, 9), [(8, -1)]);
        press_right(&mut uut);
        assert_eq!(repeats(&mut uut, 9), [(8, 1)]);
        poke!(uut.right_held = false);
        // Left was pressed 18 ticks ago and repeats on its even ticks: the next is the second.
        assert_eq!(repeats(&mut uut, 4), [(2, -1), (4, -1)]);
    }

    #[test]
    fn a_press_on_a_tick_acts_before_it() {
        for (delay, due) in [
            (8, vec![(7, -1), (9, -1)]),
            (1, vec![(2, -1), (4, -1), (6, -1), (8, -1)]),
        ] {
            let mut uut = auto_shift(delay, 2);
            poke!(uut.tick = true);
            poke!(uut.press_left = true);
            tick!(uut);
            poke!(uut.tick = false);
            poke!(uut.press_left = false);
            poke!(uut.left_held = true);
            tick!(uut);
            assert_eq!(peek!(uut.left_due), delay == 1, "delay {delay}");
            assert_eq!(repeats(&mut uut, 9), due, "delay {delay}");
        }
    }
}
