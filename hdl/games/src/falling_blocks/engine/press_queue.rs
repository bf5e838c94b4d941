//! Presses wait here until the engine takes them, in the order of their arrival.
//!
//! Each player has a queue of eight in one block RAM; while rows are being cleared or the engine works, presses wait, and a
//! ninth is dropped.
//!
//! **Shape**: what waits is the low three bits of the action, which are the codes of
//! [`operation`](crate::falling_blocks::piece::falling_piece_update::operation) for shifts and turns, 3 for a soft drop, 6 for a hard drop and 7 for hold.
//! `operation` is valid from the second cycle of `pending`, and from the second after a `take`.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The queues of both players.
#[derive(LogicBlock, Module)]
pub struct PressQueue {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: forget all presses.
    pub flush: Signal<In, Bit>,
    /// Level: a game is running, presses are kept.
    pub accept: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Whose key it is.
    pub presser: Signal<In, Bit>,
    /// What that key means: 1 left, 2 right, 3 soft drop, 4 and 5 turns, 6 and 14 hard drop, 7 hold; others are not for the
    /// queue.
    pub action: Signal<In, Bits<4>>,
    /// Whose queue the engine looks at.
    pub player: Signal<In, Bit>,
    /// Strobe: the engine has taken `operation`.
    pub take: Signal<In, Bit>,
    /// Level: a press of `player` waits.
    pub pending: Signal<Out, Bit>,
    /// Level: a press of the other player waits.
    pub other_pending: Signal<Out, Bit>,
    /// The press of `player` that has waited longest.
    pub operation: Signal<Out, Bits<3>>,
    #[given]
    presses: RAM<Bits<3>, 4>,
    head_one: DFF<Bits<3>>,
    head_two: DFF<Bits<3>>,
    #[reset(or = flush)]
    depth_one: DFF<Bits<4>>,
    #[reset(or = flush)]
    depth_two: DFF<Bits<4>>,
    is_play: Signal<Local, Bit>,
    enters_one: Signal<Local, Bit>,
    enters_two: Signal<Local, Bit>,
    leaves_one: Signal<Local, Bit>,
    leaves_two: Signal<Local, Bit>,
    head: Signal<Local, Bits<3>>,
    tail: Signal<Local, Bits<3>>,
}

impl Default for PressQueue {
    fn default() -> Self {
        construct!(PressQueue {
            presses: std::iter::repeat_n(Bits::<3>::default(), 16).into(),
        })
    }
}

#[clocked]
impl Logic for PressQueue {
    #[hdl_gen]
    fn update(&mut self) {
        // 1 to 7, and 14.
        self.is_play.next = self.pressed.val()
            & self.accept.val()
            & ((!self.action.val().get_bit(3) & self.action.val().any())
                | (self.action.val() == 14));
        self.enters_one.next =
            self.is_play.val() & !self.presser.val() & !self.depth_one.q.val().get_bit(3);
        self.enters_two.next =
            self.is_play.val() & self.presser.val() & !self.depth_two.q.val().get_bit(3);
        self.leaves_one.next = self.take.val() & !self.player.val();
        self.leaves_two.next = self.take.val() & self.player.val();
        self.head.next = self.head_one.q.val();
        self.pending.next = self.depth_one.q.val().any();
        self.other_pending.next = self.depth_two.q.val().any();
        if self.player.val() {
            self.head.next = self.head_two.q.val();
            self.pending.next = self.depth_two.q.val().any();
            self.other_pending.next = self.depth_one.q.val().any();
        }
        self.tail.next = self.head_one.q.val() + self.depth_one.q.val().get_bits::<3>(0);
        if self.presser.val() {
            self.tail.next = self.head_two.q.val() + self.depth_two.q.val().get_bits::<3>(0);
        }
        self.operation.next = self.presses.read_data.val();
        self.presses.read_clock.next = self.clock.val();
        self.presses.read_address.next =
            (bit_cast::<4, 1>(self.player.val().into()) << 3) | bit_cast::<4, 3>(self.head.val());
        self.presses.write_clock.next = self.clock.val();
        self.presses.write_address.next =
            (bit_cast::<4, 1>(self.presser.val().into()) << 3) | bit_cast::<4, 3>(self.tail.val());
        self.presses.write_data.next = self.action.val().get_bits::<3>(0);
        self.presses.write_enable.next = self.enters_one.val() | self.enters_two.val();
        if self.leaves_one.val() {
            self.head_one.d.next = self.head_one.q.val() + 1;
        }
        if self.leaves_two.val() {
            self.head_two.d.next = self.head_two.q.val() + 1;
        }
        if self.enters_one.val() & !self.leaves_one.val() {
            self.depth_one.d.next = self.depth_one.q.val() + 1;
        } else if self.leaves_one.val() & !self.enters_one.val() {
            self.depth_one.d.next = self.depth_one.q.val() - 1;
        }
        if self.enters_two.val() & !self.leaves_two.val() {
            self.depth_two.d.next = self.depth_two.q.val() + 1;
        } else if self.leaves_two.val() & !self.enters_two.val() {
            self.depth_two.d.next = self.depth_two.q.val() - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn running() -> Bench<PressQueue> {
        let mut uut = Bench::new(PressQueue::default());
        poke!(uut.accept = true);
        tick!(uut);
        uut
    }

    fn press(uut: &mut Bench<PressQueue>, presser: bool, action: u64) {
        poke!(uut.pressed = true);
        poke!(uut.presser = presser);
        poke!(uut.action = action.to_bits());
        tick!(uut);
        poke!(uut.pressed = false);
        tick!(uut);
    }

    fn take_all(uut: &mut Bench<PressQueue>, player: bool) -> Vec<u64> {
        let mut taken = Vec::new();
        poke!(uut.player = player);
        tick!(uut);
        while peek!(uut.pending) {
            taken.push(peek!(uut.operation).into());
            poke!(uut.take = true);
            tick!(uut);
            poke!(uut.take = false);
            tick!(uut);
        }
        taken
    }

    #[test]
    fn presses_come_out_in_order_and_the_ninth_is_dropped() {
        let mut uut = running();
        for action in [1, 4, 2, 7, 3, 14, 1, 2, 4] {
            press(&mut uut, false, action);
        }
        assert_eq!(take_all(&mut uut, false), [1, 4, 2, 7, 3, 6, 1, 2]);
        press(&mut uut, false, 6);
        assert_eq!(take_all(&mut uut, false), [6]);
    }

    #[test]
    fn each_player_has_a_queue() {
        let mut uut = running();
        for (presser, action) in [(false, 1), (true, 4), (true, 2), (false, 7), (true, 6)] {
            press(&mut uut, presser, action);
        }
        assert!(peek!(uut.other_pending));
        assert_eq!(take_all(&mut uut, true), [4, 2, 6]);
        assert!(peek!(uut.other_pending));
        assert_eq!(take_all(&mut uut, false), [1, 7]);
        assert!(!peek!(uut.other_pending));
    }

    #[test]
    fn a_press_that_comes_while_another_is_taken_is_kept() {
        let mut uut = running();
        press(&mut uut, false, 1);
        press(&mut uut, false, 2);
        poke!(uut.take = true);
        poke!(uut.pressed = true);
        poke!(uut.action = 4u8.to_bits());
        tick!(uut);
        poke!(uut.take = false);
        poke!(uut.pressed = false);
        tick!(uut);
        assert_eq!(take_all(&mut uut, false), [2, 4]);
    }

    #[test]
    fn keys_that_are_not_play_and_keys_outside_of_play_are_not_kept() {
        let mut uut = running();
        for action in [0, 8, 9, 10, 11, 12] {
            press(&mut uut, false, action);
        }
        poke!(uut.accept = false);
        press(&mut uut, false, 1);
        press(&mut uut, true, 1);
        assert!(!peek!(uut.pending));
        assert!(!peek!(uut.other_pending));
    }
}
