//! Decodes a press into a request of the player. On the title the keys for soft drop also start a
//! game of one, those for turning clockwise a game of two, and those for moving open the menu.
//!
//! **Interface**: combinational; the outputs are strobes with `pressed`.

use super::keys::action;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// From an action to a wish.
#[derive(LogicBlock, Module)]
pub struct Wishes {
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Action of that key, see [`keys::action`](super::keys::action).
    pub action: Signal<In, Bits<5>>,
    /// Level: the title.
    pub on_title: Signal<In, Bit>,
    /// Start a game, or enter what is selected.
    pub start: Signal<Out, Bit>,
    /// The same, by a key that does nothing else.
    pub only_start: Signal<Out, Bit>,
    /// A game of one.
    pub one: Signal<Out, Bit>,
    /// A game of two.
    pub two: Signal<Out, Bit>,
    /// Open the menu.
    pub menu: Signal<Out, Bit>,
    /// Pause or resume.
    pub pause: Signal<Out, Bit>,
    /// Go back.
    pub escape: Signal<Out, Bit>,
    is_shortcut: Signal<Local, Bit>,
    action_left: Constant<Bits<5>>,
    action_right: Constant<Bits<5>>,
    action_soft_drop: Constant<Bits<5>>,
    action_turn: Constant<Bits<5>>,
    action_one: Constant<Bits<5>>,
    action_two: Constant<Bits<5>>,
    action_start: Constant<Bits<5>>,
    action_pause: Constant<Bits<5>>,
    action_escape: Constant<Bits<5>>,
}

impl Default for Wishes {
    fn default() -> Self {
        let action = |number: u8| Constant::new(number.to_bits());
        construct!(Wishes {
            action_left: action(action::LEFT),
            action_right: action(action::RIGHT),
            action_soft_drop: action(action::SOFT_DROP),
            action_turn: action(action::TURN_CLOCKWISE),
            action_one: action(action::ONE),
            action_two: action(action::TWO),
            action_start: action(action::START),
            action_pause: action(action::PAUSE),
            action_escape: action(action::ESCAPE),
        })
    }
}

#[clocked]
impl Logic for Wishes {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_shortcut.next = self.pressed.val() & self.on_title.val();
        // The actions that start a game are those with bits 3 and 2.
        self.start.next = self.pressed.val() & self.action.val().get_bits::<2>(2).all();
        self.only_start.next = self.pressed.val() & (self.action.val() == self.action_start.val());
        self.one.next = (self.pressed.val() & (self.action.val() == self.action_one.val()))
            | (self.is_shortcut.val() & (self.action.val() == self.action_soft_drop.val()));
        self.two.next = (self.pressed.val() & (self.action.val() == self.action_two.val()))
            | (self.is_shortcut.val() & (self.action.val() == self.action_turn.val()));
        self.menu.next = self.is_shortcut.val()
            & ((self.action.val() == self.action_left.val())
                | (self.action.val() == self.action_right.val()));
        self.pause.next = self.pressed.val() & (self.action.val() == self.action_pause.val());
        self.escape.next = self.pressed.val() & (self.action.val() == self.action_escape.val());
    }
}
