//! Auto shift: repeats of a held direction of one player.
//!
//! A key for left or right that is held repeats first after a delay (DAS, delayed auto shift), then
//! at every interval (ARR, auto repeat rate). If both directions are held, the one pressed last is
//! active. The other one keeps its own count and becomes active when the active one is released.
//!
//! Each direction has a [`ShiftRepeat`], which counts ticks from its press.
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

use super::shift_repeat::ShiftRepeat;
use crate::falling_blocks::shell::keys::ShiftTiming;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Mutant, Property};
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
    /// Timing of the repeats.
    pub shift: ShiftTiming,
    /// Level: shift left on this tick.
    pub left_due: Signal<Out, Bit>,
    /// Level: shift right on this tick.
    pub right_due: Signal<Out, Bit>,
    #[part]
    left: ShiftRepeat,
    #[part]
    right: ShiftRepeat,
    left_is_last: DFF<Bit>,
    late_tick: DFF<Bit>,
    counts: Signal<Local, Bit>,
    pressing: Signal<Local, Bit>,
}

#[clocked]
impl Logic for AutoShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.pressing.next = self.press_left.val() | self.press_right.val();
        self.late_tick.d.next = self.tick.val() & self.pressing.val();
        self.counts.next = (self.tick.val() & !self.pressing.val()) | self.late_tick.q.val();
        self.left.flush.next = self.flush.val();
        self.left.step.next = self.counts.val();
        self.left.press.next = self.press_left.val();
        self.left.is_active.next =
            self.left_held.val() & (self.left_is_last.q.val() | !self.right_held.val());
        ShiftTiming::link(&mut self.shift, &mut self.left.shift);
        self.left_due.next = self.left.due.val();
        self.right.flush.next = self.flush.val();
        self.right.step.next = self.counts.val();
        self.right.press.next = self.press_right.val();
        self.right.is_active.next =
            self.right_held.val() & (!self.left_is_last.q.val() | !self.left_held.val());
        ShiftTiming::link(&mut self.shift, &mut self.right.shift);
        self.right_due.next = self.right.due.val();
        if self.press_left.val() {
            self.left_is_last.d.next = true;
        }
        if self.press_right.val() {
            self.left_is_last.d.next = false;
        }
    }
}

impl AutoShift {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property::new(
        "left and right are never due at once",
        "!(left_due && right_due)",
        Mutant::new("(left_is_last || !right_held)", "1'b1", 6),
    )];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn auto_shift(delay: u8, interval: u8) -> Bench<AutoShift> {
        let mut uut = Bench::new(AutoShift::default());
        poke!(uut, shift.delay = delay.to_bits());
        poke!(
            uut,
            shift.reload = (delay.wrapping_sub(interval) & 31).to_bits()
        );
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
