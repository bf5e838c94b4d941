//! Key presses and held keys of both players.
//!
//! `press_queue` stores the presses of each player until play takes them. `direction_keys` repeats
//! held directions on game ticks. The outputs are those of the player at hand.
//!
//! **Interface**: `key.pressed`, `tick` and `new_game` are strobes; the held keys are levels.

use super::direction_keys::DirectionKeys;
use super::press_queue::PressQueue;
use crate::falling_blocks::shell::keys::{KeyPress, ShiftTiming};
use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::input::held_actions::HeldDirections;
use rust_hdl::prelude::*;

/// Keys of the player at hand.
#[interface(client = KeyInputClient)]
pub struct KeyInputPort {
    /// Strobe: remove the oldest press.
    pub take: Signal<In, Bit>,
    /// Oldest press: a code of
    /// [`operation`](crate::falling_blocks::piece::piece_interface::operation) or
    /// [`press`](crate::falling_blocks::engine::player_input::press). Valid from the second clock
    /// of `pending` on.
    pub operation: Signal<Out, Bits<3>>,
    /// Level: a repeat to the left is due on this tick.
    pub left_due: Signal<Out, Bit>,
    /// Level: a repeat to the right is due on this tick.
    pub right_due: Signal<Out, Bit>,
}

/// Key presses that wait.
#[interface(client = WaitingPressesReader)]
pub struct WaitingPresses {
    /// Level: a press of the player at hand waits.
    pub own: Signal<Out, Bit>,
    /// Level: a press of the other player waits.
    pub other: Signal<Out, Bit>,
}

/// Press queue and direction keys.
#[derive(LogicBlock, Module)]
pub struct KeyInput {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Keys of the player at hand.
    pub keys: KeyInputPort,
    /// Strobe: new game; empty the queues.
    pub new_game: Signal<In, Bit>,
    /// Level: a game runs; store presses. Else the held keys count as just pressed.
    pub running: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Key press of either player.
    pub key: KeyPress,
    /// Direction keys that are held.
    pub directions: HeldDirections,
    /// Timing of the repeats.
    pub shift: ShiftTiming,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level: the player at hand holds the key for soft drop.
    pub soft_drop_held: Signal<Out, Bit>,
    /// Key presses that wait.
    pub waiting: WaitingPresses,
    #[part]
    press_queue: PressQueue,
    #[part]
    direction_keys: DirectionKeys,
}

#[clocked]
impl Logic for KeyInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.press_queue.accept.next = self.running.val();
        self.press_queue.flush.next = self.new_game.val();
        KeyPress::link(&mut self.key, &mut self.press_queue.key);
        self.press_queue.player.next = self.player.val();
        self.press_queue.take.next = self.keys.take.val();
        self.keys.operation.next = self.press_queue.operation.val();
        self.waiting.own.next = self.press_queue.pending.val();
        self.waiting.other.next = self.press_queue.other_pending.val();
        self.direction_keys.flush.next = self.new_game.val() | !self.running.val();
        self.direction_keys.tick.next = self.tick.val();
        KeyPress::link(&mut self.key, &mut self.direction_keys.key);
        HeldDirections::link(&mut self.directions, &mut self.direction_keys.directions);
        ShiftTiming::link(&mut self.shift, &mut self.direction_keys.shift);
        self.direction_keys.player.next = self.player.val();
        self.keys.left_due.next = self.direction_keys.left_due.val();
        self.keys.right_due.next = self.direction_keys.right_due.val();
        self.soft_drop_held.next = self.direction_keys.soft_drop_held.val();
    }
}
