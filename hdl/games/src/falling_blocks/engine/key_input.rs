//! Key presses and held keys of both players.
//!
//! `press_queue` stores the presses of each player until play takes them. `direction_keys` repeats
//! held directions on game ticks. The outputs are those of the player at hand.
//!
//! **Interface**: `pressed`, `tick` and `new_game` are strobes; the held keys are levels.

use super::direction_keys::DirectionKeys;
use super::press_queue::PressQueue;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Keys of the player at hand.
#[interface(client = KeyInputClient)]
pub struct KeyInputPort {
    /// Strobe: remove the oldest press.
    pub take: Signal<In, Bit>,
    /// Oldest press: a code of
    /// [`operation`](crate::falling_blocks::piece::falling_piece_update::operation) or
    /// [`press`](crate::falling_blocks::engine::player_input::press). Valid from the second clock
    /// of `pending` on.
    pub operation: Signal<Out, Bits<3>>,
    /// Level: a repeat to the left is due on this tick.
    pub left_due: Signal<Out, Bit>,
    /// Level: a repeat to the right is due on this tick.
    pub right_due: Signal<Out, Bit>,
    /// Level: the key for soft drop is held.
    pub soft_drop_held: Signal<Out, Bit>,
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
    /// Strobe: new game; empty the queues, the held keys count as just pressed.
    pub new_game: Signal<In, Bit>,
    /// Level: a game runs; store presses.
    pub running: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Player of that key, 0 or 1.
    pub presser: Signal<In, Bit>,
    /// Action of that key.
    pub action: Signal<In, Bits<4>>,
    /// Level: a key for left is down; bit 0 player 1, bit 1 player 2.
    pub left_held: Signal<In, Bits<2>>,
    /// The same for right.
    pub right_held: Signal<In, Bits<2>>,
    /// The same for soft drop.
    pub down_held: Signal<In, Bits<2>>,
    /// Ticks from a press to the first repeat, 1 to 30.
    pub shift_delay: Signal<In, Bits<5>>,
    /// `shift_delay` less the ticks between two repeats, modulo 32.
    pub shift_reload: Signal<In, Bits<5>>,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level: a press of that player waits.
    pub pending: Signal<Out, Bit>,
    /// Level: a press of the other player waits.
    pub other_pending: Signal<Out, Bit>,
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
        self.press_queue.pressed.next = self.pressed.val();
        self.press_queue.presser.next = self.presser.val();
        self.press_queue.action.next = self.action.val();
        self.press_queue.player.next = self.player.val();
        self.press_queue.take.next = self.keys.take.val();
        self.keys.operation.next = self.press_queue.operation.val();
        self.pending.next = self.press_queue.pending.val();
        self.other_pending.next = self.press_queue.other_pending.val();
        self.direction_keys.new_game.next = self.new_game.val();
        self.direction_keys.tick.next = self.tick.val();
        self.direction_keys.pressed.next = self.pressed.val();
        self.direction_keys.presser.next = self.presser.val();
        self.direction_keys.action.next = self.action.val();
        self.direction_keys.left_held.next = self.left_held.val();
        self.direction_keys.right_held.next = self.right_held.val();
        self.direction_keys.down_held.next = self.down_held.val();
        self.direction_keys.delay.next = self.shift_delay.val();
        self.direction_keys.reload.next = self.shift_reload.val();
        self.direction_keys.player.next = self.player.val();
        self.keys.left_due.next = self.direction_keys.left_due.val();
        self.keys.right_due.next = self.direction_keys.right_due.val();
        self.keys.soft_drop_held.next = self.direction_keys.soft_drop_held.val();
    }
}
