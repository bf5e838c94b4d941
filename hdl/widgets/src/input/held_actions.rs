//! The actions that act while a key is held: left, right and down, of both players, and one that
//! acts when its key was held for long.
//!
//! **Interface**: as [`HeldAction`].

use super::held_action::HeldAction;
use super::key_words::{DOWN, LEFT, LONG, RIGHT};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Direction keys that are held.
#[interface(client = HeldDirectionsSource)]
pub struct HeldDirections {
    /// Level: a key for left is down; bit 0 player 1, bit 1 player 2.
    pub left: Signal<In, Bits<2>>,
    /// The same for right.
    pub right: Signal<In, Bits<2>>,
    /// The same for down.
    pub down: Signal<In, Bits<2>>,
}

/// The four actions.
#[derive(LogicBlock, Module)]
pub struct HeldActions {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; no key is down.
    pub reset: Signal<In, Bit>,
    /// Strobe: the keys that are down begin to be counted anew, but for that of [`LONG`], which
    /// acts always.
    pub counts_anew: Signal<In, Bit>,
    /// Level: they are being counted.
    pub is_counting: Signal<In, Bit>,
    /// Level: all keys are being released.
    pub is_releasing: Signal<In, Bit>,
    /// Strobe: a key that acts went down or up.
    pub changed: Signal<In, Bit>,
    /// It went up.
    pub released: Signal<In, Bit>,
    /// It is a key of player 2.
    pub of_player_two: Signal<In, Bit>,
    /// Its action.
    pub key_action: Signal<In, Bits<5>>,
    /// Keys that are down.
    pub directions: HeldDirectionsSource,
    /// Level: the key of [`LONG`] is down.
    pub long_held: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    left: HeldAction,
    #[part(clock)]
    #[given]
    right: HeldAction,
    #[part(clock)]
    #[given]
    down: HeldAction,
    #[part(clock)]
    #[given]
    long: HeldAction,
    forgets: Signal<Local, Bit>,
    #[value(LEFT)]
    action_left: Constant<Bits<5>>,
    #[value(RIGHT)]
    action_right: Constant<Bits<5>>,
    #[value(DOWN)]
    action_down: Constant<Bits<5>>,
    #[value(LONG)]
    action_long: Constant<Bits<5>>,
}

impl HeldActions {
    /// For so many keys of each action, of each player.
    pub fn new(keys: [usize; 2]) -> Self {
        construct!(HeldActions {
            left: HeldAction::new(keys),
            right: HeldAction::new(keys),
            down: HeldAction::new(keys),
            long: HeldAction::new([1, 0]),
        })
    }
}

#[clocked]
impl Logic for HeldActions {
    #[hdl_gen]
    fn update(&mut self) {
        self.forgets.next = self.reset.val() | self.counts_anew.val();
        self.left.reset.next = self.forgets.val();
        self.right.reset.next = self.forgets.val();
        self.down.reset.next = self.forgets.val();
        self.left.action.next = self.action_left.val();
        self.left.changed.next = self.changed.val();
        self.left.released.next = self.released.val();
        self.left.of_player_two.next = self.of_player_two.val();
        self.left.key_action.next = self.key_action.val();
        self.directions.left.next = self.left.held.val();
        self.right.action.next = self.action_right.val();
        self.right.changed.next = self.changed.val();
        self.right.released.next = self.released.val();
        self.right.of_player_two.next = self.of_player_two.val();
        self.right.key_action.next = self.key_action.val();
        self.directions.right.next = self.right.held.val();
        self.down.action.next = self.action_down.val();
        self.down.changed.next = self.changed.val();
        self.down.released.next = self.released.val();
        self.down.of_player_two.next = self.of_player_two.val();
        self.down.key_action.next = self.key_action.val();
        self.directions.down.next = self.down.held.val();
        self.long.reset.next = self.reset.val() | self.is_releasing.val();
        self.long.action.next = self.action_long.val();
        self.long.changed.next = self.changed.val() & !self.is_counting.val();
        self.long.released.next = self.released.val();
        self.long.of_player_two.next = self.of_player_two.val();
        self.long.key_action.next = self.key_action.val();
        self.long_held.next = self.long.held.val().get_bit(0);
    }
}
