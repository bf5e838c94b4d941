//! Queue of the key presses of each player.
//!
//! A press that belongs to play is stored until the engine takes it, in the order of arrival.
//! Presses wait while rows are cleared and while the engine is busy. Each player has room for eight
//! presses in one block RAM. A ninth is dropped.
//!
//! **Interface**: `key.pressed`, `flush` and `take` are strobes. `operation` holds the lowest three
//! bits of the action: a code of
//! [`operation`](crate::falling_blocks::piece::piece_interface::operation) or of
//! [`press`](crate::falling_blocks::engine::player_input::press). It is valid from the second clock
//! of `pending`, from the second clock after a `take`, and from the first clock after a change of
//! `player`.
//!
//! **Latency**: two clocks from `key.pressed` to a valid `operation` of an empty queue.

use super::queue_pointers::QueuePointers;
use crate::falling_blocks::shell::keys::KeyPress;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Definition, FreeConstant, Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Both queues in one memory.
#[derive(LogicBlock, Module)]
pub struct PressQueue {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: empty both queues.
    pub flush: Signal<In, Bit>,
    /// Level: a game runs; store presses.
    pub accept: Signal<In, Bit>,
    /// Key press. Actions 1 to 7 and 14 are stored: 1 left, 2 right, 3 soft drop, 4 and 5
    /// turns, 6 and 14 hard drop, 7 hold.
    pub key: KeyPress,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Strobe: remove the oldest press of `player`.
    pub take: Signal<In, Bit>,
    /// Level: a press of `player` waits.
    pub pending: Signal<Out, Bit>,
    /// Oldest press of `player`.
    pub operation: Signal<Out, Bits<3>>,
    /// Level: a press of the other player waits.
    pub other_pending: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    presses: RAM<Bits<3>, 4>,
    #[part]
    one: QueuePointers,
    #[part]
    two: QueuePointers,
    is_play: Signal<Local, Bit>,
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
        // Actions 1 to 7, and 14.
        self.is_play.next = self.key.pressed.val()
            & self.accept.val()
            & ((!self.key.action.val().get_bit(3) & self.key.action.val().any())
                | (self.key.action.val() == 14));
        self.one.flush.next = self.flush.val();
        self.one.enter.next = self.is_play.val() & !self.key.player.val();
        self.one.leave.next = self.take.val() & !self.player.val();
        self.two.flush.next = self.flush.val();
        self.two.enter.next = self.is_play.val() & self.key.player.val();
        self.two.leave.next = self.take.val() & self.player.val();
        self.head.next = self.one.head.val();
        self.pending.next = self.one.pending.val();
        self.other_pending.next = self.two.pending.val();
        if self.player.val() {
            self.head.next = self.two.head.val();
            self.pending.next = self.two.pending.val();
            self.other_pending.next = self.one.pending.val();
        }
        self.tail.next = self.one.tail.val();
        if self.key.player.val() {
            self.tail.next = self.two.tail.val();
        }
        self.operation.next = self.presses.read_data.val();
        self.presses.read_address.next =
            (bit_cast::<4, 1>(self.player.val().into()) << 3) | bit_cast::<4, 3>(self.head.val());
        self.presses.write_address.next = (bit_cast::<4, 1>(self.key.player.val().into()) << 3)
            | bit_cast::<4, 3>(self.tail.val());
        self.presses.write_data.next = self.key.action.val().get_bits::<3>(0);
        self.presses.write_enable.next = self.one.stores.val() | self.two.stores.val();
    }
}

impl PressQueue {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // The observers are a queue of the player `who`, which has the youngest press at its low
        // end.
        Property {
            constants: &[FreeConstant::new("who", 1)],
            definitions: &[
                Definition::new("oldest_word", 3, "who ? two.first : one.first"),
                Definition::new("depth", 4, "who ? two.depth : one.depth"),
                Definition::new("enters", 1, "is_play && key.player == who && waiting < 8"),
                Definition::new("leaves", 1, "take && player == who"),
            ],
            lemmas: &[
                "waiting <= 8 && depth == waiting",
                "waiting <= 0 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd1}] == expected[2:0]",
                "waiting <= 1 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd2}] == expected[5:3]",
                "waiting <= 2 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd3}] == expected[8:6]",
                "waiting <= 3 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd4}] == expected[11:9]",
                "waiting <= 4 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd5}] == expected[14:12]",
                "waiting <= 5 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd6}] == expected[17:15]",
                "waiting <= 6 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd7}] == expected[20:18]",
                "waiting <= 7 || \
                 presses[{who, oldest_word + waiting[2:0] - 3'd0}] == expected[23:21]",
            ],
            assumed: &["!take || pending"],
            observers: &[
                Observer::new("waiting", 4, "flush ? 0 : waiting + enters - leaves"),
                Observer::new(
                    "expected",
                    24,
                    "enters ? {expected[20:0], key.action[2:0]} : expected",
                ),
                Observer::new("oldest", 3, "expected[3 * (waiting - 4'd1) +: 3]"),
                Observer::new("is_read", 1, "pending && player == who"),
            ],
            ..Property::new(
                "eight presses leave in the order in which they came",
                "!is_read || operation == oldest",
                Mutant::new("first + 3'd1;", "first + 3'd2;", 8),
            )
        },
    ];
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
        poke!(uut, key.pressed = true);
        poke!(uut, key.player = presser);
        poke!(uut, key.action = action.to_bits());
        tick!(uut);
        poke!(uut, key.pressed = false);
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
    fn presses_are_taken_in_order_and_the_ninth_is_dropped() {
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
    fn a_press_on_the_clock_of_a_take_is_stored() {
        let mut uut = running();
        press(&mut uut, false, 1);
        press(&mut uut, false, 2);
        poke!(uut.take = true);
        poke!(uut, key.pressed = true);
        poke!(uut, key.action = 4u8.to_bits());
        tick!(uut);
        poke!(uut.take = false);
        poke!(uut, key.pressed = false);
        tick!(uut);
        assert_eq!(take_all(&mut uut, false), [2, 4]);
    }

    #[test]
    fn other_actions_and_presses_outside_of_play_are_dropped() {
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
