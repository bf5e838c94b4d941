//! Events of a key: pressed, typed, or repeated by the keyboard.
//!
//! **Interface**: `check` is a strobe with the other inputs. The outputs are registers: strobes one
//! clock later, and action and player with them.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The events.
#[derive(LogicBlock, Module)]
pub struct KeyEvents {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a code has arrived.
    pub check: Signal<In, Bit>,
    /// The key goes down or up.
    pub changed: Signal<In, Bit>,
    /// The code is a release.
    pub released: Signal<In, Bit>,
    /// The code belongs to a stale key, or to the Pause key.
    pub ignored: Signal<In, Bit>,
    /// The key acts.
    pub acts: Signal<In, Bit>,
    /// Its action.
    pub key_action: Signal<In, Bits<5>>,
    /// It is a key of player 2.
    pub of_player_two: Signal<In, Bit>,
    /// Strobe: a key that acts went down.
    pub pressed: Signal<Out, Bit>,
    /// Strobe: a key went down, or a prefix or an answer came.
    pub typed: Signal<Out, Bit>,
    /// Strobe: a key that acts and is down sent its code again.
    pub repeated: Signal<Out, Bit>,
    /// Its action.
    pub action: Signal<Out, Bits<5>>,
    /// Its player, 0 player 1.
    pub presser: Signal<Out, Bit>,
    went_down: DFF<Bit>,
    is_typed: DFF<Bit>,
    repeats: DFF<Bit>,
    /// Registered because the paths before and after are long.
    action_now: DFF<Bits<5>>,
    presser_now: DFF<Bit>,
    is_make: Signal<Local, Bit>,
}

#[clocked]
impl Logic for KeyEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_make.next = self.check.val() & !self.released.val() & self.acts.val();
        self.is_typed.d.next = self.check.val() & !self.released.val() & self.changed.val();
        self.went_down.d.next = self.is_make.val() & self.changed.val();
        self.repeats.d.next = self.is_make.val() & !self.changed.val() & !self.ignored.val();
        self.action_now.d.next = self.key_action.val();
        self.presser_now.d.next = self.of_player_two.val();
        self.pressed.next = self.went_down.q.val();
        self.typed.next = self.is_typed.q.val();
        self.repeated.next = self.repeats.q.val();
        self.action.next = self.action_now.q.val();
        self.presser.next = self.presser_now.q.val();
    }
}
