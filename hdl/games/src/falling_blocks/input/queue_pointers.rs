//! Pointers of a queue of eight key presses.
//!
//! **Interface**: `enter` and `leave` are strobes; the outputs change on the next clock. Both may
//! be high at once. `enter` is ignored while the queue is full. `leave` is only given while the
//! queue is not empty.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::property::{Mutant, Property};
use rust_hdl::prelude::*;

/// Head and depth of one player's queue.
#[derive(LogicBlock, Module)]
pub struct QueuePointers {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: empty the queue.
    pub flush: Signal<In, Bit>,
    /// Strobe: a press for this queue.
    pub enter: Signal<In, Bit>,
    /// Strobe: the oldest press leaves.
    pub leave: Signal<In, Bit>,
    /// Level, with `enter`: store the press at `tail`.
    pub stores: Signal<Out, Bit>,
    /// Level: a press waits.
    pub pending: Signal<Out, Bit>,
    /// Word of the oldest press.
    pub head: Signal<Out, Bits<3>>,
    /// Word of the next press.
    pub tail: Signal<Out, Bits<3>>,
    first: DFF<Bits<3>>,
    #[reset(or = flush)]
    depth: DFF<Bits<4>>,
}

#[clocked]
impl Logic for QueuePointers {
    #[hdl_gen]
    fn update(&mut self) {
        self.stores.next = self.enter.val() & !self.depth.q.val().get_bit(3);
        self.pending.next = self.depth.q.val().any();
        self.head.next = self.first.q.val();
        self.tail.next = self.first.q.val() + self.depth.q.val().get_bits::<3>(0);
        if self.leave.val() {
            self.first.d.next = self.first.q.val() + 1;
        }
        if self.stores.val() & !self.leave.val() {
            self.depth.d.next = self.depth.q.val() + 1;
        } else if self.leave.val() & !self.stores.val() {
            self.depth.d.next = self.depth.q.val() - 1;
        }
    }
}

impl QueuePointers {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        assumed: &["!leave || pending"],
        ..Property::new(
            "at most eight presses wait",
            "depth <= 8",
            Mutant::new("enter && !depth[3]", "enter", 12),
        )
    }];
}
