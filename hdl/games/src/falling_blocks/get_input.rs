//! What the player wants: a queue of presses, and the repeats of a held direction.
//!
//! A press waits in the queue until the engine takes it; while rows are being cleared up to eight wait, a ninth is
//! dropped. Left and right, kept held, repeat on the eighth game tick after their press and then on every second one
//! (DAS 133 ms, ARR 33 ms). With both held the last pressed counts; the other keeps counting from its own press, and
//! takes over when the last is released.
//!
//! **Shape**: the queue holds the low three bits of the action, which are the codes of
//! [`operation`](super::falling_piece_update::operation) for shifts and turns, 6 for a hard drop and 7 for hold.
//! `repeat_left` and `repeat_right` are valid from the cycle after `tick` until the next.

use rust_hdl::prelude::*;

/// Queue of presses, and auto shift.
#[derive(LogicBlock, Default)]
pub struct GetInput {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: a game is running, presses are queued.
    pub accept: Signal<In, Bit>,
    /// Strobe: forget the queue and how long directions have been held.
    pub flush: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// What that key means: 1 left, 2 right, 4 and 5 turns, 6 and 14 hard drop, 7 hold; others are not for the
    /// queue.
    pub action: Signal<In, Bits<4>>,
    /// Level: a key for left is down.
    pub left_held: Signal<In, Bit>,
    /// Level: a key for right is down.
    pub right_held: Signal<In, Bit>,
    /// Strobe: the engine has taken `operation`.
    pub take: Signal<In, Bit>,
    /// Level: a press waits.
    pub pending: Signal<Out, Bit>,
    /// The press that has waited longest.
    pub operation: Signal<Out, Bits<3>>,
    /// Level: shift left on this tick.
    pub repeat_left: Signal<Out, Bit>,
    /// Level: shift right on this tick.
    pub repeat_right: Signal<Out, Bit>,
    queue: DFF<Bits<32>>,
    depth: DFF<Bits<4>>,
    left_ticks: DFF<Bits<4>>,
    right_ticks: DFF<Bits<4>>,
    left_is_last: DFF<Bit>,
    left_due: DFF<Bit>,
    right_due: DFF<Bit>,
    is_queued: Signal<Local, Bit>,
    is_full: Signal<Local, Bit>,
    deeper: Signal<Local, Bits<4>>,
    shallower: Signal<Local, Bits<4>>,
    oldest: Signal<Local, Bits<5>>,
    next_left_ticks: Signal<Local, Bits<4>>,
    next_right_ticks: Signal<Local, Bits<4>>,
    left_is_active: Signal<Local, Bit>,
    right_is_active: Signal<Local, Bit>,
}

impl Logic for GetInput {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            queue,
            depth,
            left_ticks,
            right_ticks,
            left_is_last,
            left_due,
            right_due
        );
        self.pending.next = self.depth.q.val().any();
        self.repeat_left.next = self.left_due.q.val();
        self.repeat_right.next = self.right_due.q.val();
        self.deeper.next = self.depth.q.val() + 1;
        self.shallower.next = self.depth.q.val() - 1;
        self.is_full.next = self.depth.q.val().get_bit(3);
        self.is_queued.next = self.pressed.val()
            & self.accept.val()
            & ((!self.action.val().get_bit(3)
                & (self.action.val().get_bit(2)
                    | (self.action.val().get_bit(1) ^ self.action.val().get_bit(0))))
                | (self.action.val() == 14));
        // A new press enters at the bottom, so the oldest lies `depth - 1` places up.
        self.oldest.next = bit_cast::<5, 3>(self.shallower.val().get_bits::<3>(0)) << 2;
        self.operation.next = self.queue.q.val().get_bits::<3>(self.oldest.val().index());
        if self.is_queued.val() & (!self.is_full.val() | self.take.val()) {
            self.queue.d.next =
                (self.queue.q.val() << 4) | bit_cast::<32, 3>(self.action.val().get_bits::<3>(0));
            if !self.take.val() {
                self.depth.d.next = self.deeper.val();
            }
        } else if self.take.val() {
            self.depth.d.next = self.shallower.val();
        }
        // Held directions count ticks: 0 to 7 the delay, then 8 and 9 for ever.
        self.next_left_ticks.next = self.left_ticks.q.val() + 1;
        if self.left_ticks.q.val() == 9 {
            self.next_left_ticks.next = 8.into();
        }
        self.next_right_ticks.next = self.right_ticks.q.val() + 1;
        if self.right_ticks.q.val() == 9 {
            self.next_right_ticks.next = 8.into();
        }
        self.left_is_active.next =
            self.left_held.val() & (self.left_is_last.q.val() | !self.right_held.val());
        self.right_is_active.next =
            self.right_held.val() & (!self.left_is_last.q.val() | !self.left_held.val());
        if self.tick.val() {
            self.left_due.d.next = self.left_is_active.val() & (self.next_left_ticks.val() == 8);
            self.right_due.d.next = self.right_is_active.val() & (self.next_right_ticks.val() == 8);
            self.left_ticks.d.next = self.next_left_ticks.val();
            self.right_ticks.d.next = self.next_right_ticks.val();
        }
        if self.pressed.val() & (self.action.val() == 1) {
            self.left_ticks.d.next = 0.into();
            self.left_is_last.d.next = true;
        }
        if self.pressed.val() & (self.action.val() == 2) {
            self.right_ticks.d.next = 0.into();
            self.left_is_last.d.next = false;
        }
        if self.flush.val() {
            self.depth.d.next = 0.into();
            self.left_ticks.d.next = 0.into();
            self.right_ticks.d.next = 0.into();
        }
        if self.reset.val() {
            self.queue.d.next = 0.into();
            self.depth.d.next = 0.into();
            self.left_ticks.d.next = 0.into();
            self.right_ticks.d.next = 0.into();
            self.left_is_last.d.next = false;
            self.left_due.d.next = false;
            self.right_due.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    fn running() -> GetInput {
        let mut uut = GetInput::default();
        uut.connect_all();
        uut.accept.next = true;
        tick!(uut);
        uut
    }

    fn press(uut: &mut GetInput, action: u64) {
        uut.pressed.next = true;
        uut.action.next = action.to_bits();
        tick!(*uut);
        uut.pressed.next = false;
        tick!(*uut);
    }

    fn take_all(uut: &mut GetInput) -> Vec<u64> {
        let mut taken = Vec::new();
        while uut.pending.val() {
            taken.push(uut.operation.val().into());
            uut.take.next = true;
            tick!(*uut);
            uut.take.next = false;
        }
        taken
    }

    /// Ticks on which left (-1) or right (1) repeats, of the next `count`.
    fn repeats(uut: &mut GetInput, count: usize) -> Vec<(usize, i8)> {
        let mut due = Vec::new();
        for number in 1..=count {
            uut.tick.next = true;
            tick!(*uut);
            uut.tick.next = false;
            tick!(*uut);
            if uut.repeat_left.val() {
                due.push((number, -1));
            }
            if uut.repeat_right.val() {
                due.push((number, 1));
            }
        }
        due
    }

    #[test]
    fn presses_come_out_in_order_and_the_ninth_is_dropped() {
        let mut uut = running();
        for action in [1, 4, 2, 7, 5, 14, 1, 2, 4] {
            press(&mut uut, action);
        }
        assert_eq!(take_all(&mut uut), [1, 4, 2, 7, 5, 6, 1, 2]);
        press(&mut uut, 6);
        assert_eq!(take_all(&mut uut), [6]);
    }

    #[test]
    fn a_press_that_comes_while_another_is_taken_is_kept() {
        let mut uut = running();
        press(&mut uut, 1);
        press(&mut uut, 2);
        uut.take.next = true;
        uut.pressed.next = true;
        uut.action.next = 4u8.to_bits();
        tick!(uut);
        uut.take.next = false;
        uut.pressed.next = false;
        tick!(uut);
        assert_eq!(take_all(&mut uut), [2, 4]);
    }

    #[test]
    fn keys_that_are_not_play_and_keys_outside_of_play_are_not_queued() {
        let mut uut = running();
        for action in [0, 3, 8, 9, 10, 11, 12] {
            press(&mut uut, action);
        }
        uut.accept.next = false;
        press(&mut uut, 1);
        assert!(!uut.pending.val());
    }

    #[test]
    fn a_held_direction_repeats_on_the_eighth_tick_and_then_every_second() {
        let mut uut = running();
        uut.left_held.next = true;
        press(&mut uut, 1);
        assert_eq!(repeats(&mut uut, 13), [(8, -1), (10, -1), (12, -1)]);
        uut.left_held.next = false;
        assert_eq!(repeats(&mut uut, 13), []);
    }

    #[test]
    fn the_last_pressed_direction_wins_and_the_other_keeps_its_charge() {
        let mut uut = running();
        uut.left_held.next = true;
        press(&mut uut, 1);
        assert_eq!(repeats(&mut uut, 9), [(8, -1)]);
        uut.right_held.next = true;
        press(&mut uut, 2);
        assert_eq!(repeats(&mut uut, 9), [(8, 1)]);
        uut.right_held.next = false;
        // Left was pressed 18 ticks ago, so it is charged: its next even tick is the second.
        assert_eq!(repeats(&mut uut, 4), [(2, -1), (4, -1)]);
    }
}
