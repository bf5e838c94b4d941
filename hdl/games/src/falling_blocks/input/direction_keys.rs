//! Held keys of both players: repeats of left and right, and soft drop.
//!
//! Each player has an [`AutoShift`]. The outputs are those of `player`.
//!
//! **Interface**: the presses are strobes, the keys are levels. `left_due` and `right_due` are
//! valid from the second clock after `tick` until the next tick.
//!
//! **Latency**: that of [`AutoShift`].

use super::auto_shift::AutoShift;
use crate::falling_blocks::piece::piece_interface::operation;
use crate::falling_blocks::shell::keys::{KeyPress, ShiftTiming};
use gatefall_macros::{clocked, Module};
use gatefall_widgets::input::held_actions::HeldDirections;
use rust_hdl::prelude::*;

/// Auto shift of two players and the choice between them.
#[derive(LogicBlock, Module)]
pub struct DirectionKeys {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the held keys count as just pressed.
    pub flush: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Key press.
    pub key: KeyPress,
    /// Direction keys that are held.
    pub directions: HeldDirections,
    /// Timing of the repeats.
    pub shift: ShiftTiming,
    /// Player whose keys are output, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level: shift left on this tick.
    pub left_due: Signal<Out, Bit>,
    /// Level: shift right on this tick.
    pub right_due: Signal<Out, Bit>,
    /// Level: the key for soft drop is down.
    pub soft_drop_held: Signal<Out, Bit>,
    #[part]
    one: AutoShift,
    #[part]
    two: AutoShift,
    is_left: Signal<Local, Bit>,
    is_right: Signal<Local, Bit>,
    #[value(operation::LEFT)]
    action_left: Constant<Bits<4>>,
    #[value(operation::RIGHT)]
    action_right: Constant<Bits<4>>,
}

#[clocked]
impl Logic for DirectionKeys {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_left.next =
            self.key.pressed.val() & (self.key.action.val() == self.action_left.val());
        self.is_right.next =
            self.key.pressed.val() & (self.key.action.val() == self.action_right.val());
        self.one.flush.next = self.flush.val();
        self.one.tick.next = self.tick.val();
        self.one.press_left.next = self.is_left.val() & !self.key.player.val();
        self.one.press_right.next = self.is_right.val() & !self.key.player.val();
        self.one.left_held.next = self.directions.left.val().get_bit(0);
        self.one.right_held.next = self.directions.right.val().get_bit(0);
        ShiftTiming::link(&mut self.shift, &mut self.one.shift);
        self.two.flush.next = self.flush.val();
        self.two.tick.next = self.tick.val();
        self.two.press_left.next = self.is_left.val() & self.key.player.val();
        self.two.press_right.next = self.is_right.val() & self.key.player.val();
        self.two.left_held.next = self.directions.left.val().get_bit(1);
        self.two.right_held.next = self.directions.right.val().get_bit(1);
        ShiftTiming::link(&mut self.shift, &mut self.two.shift);
        self.left_due.next = self.one.left_due.val();
        self.right_due.next = self.one.right_due.val();
        self.soft_drop_held.next = self.directions.down.val().get_bit(0);
        if self.player.val() {
            self.left_due.next = self.two.left_due.val();
            self.right_due.next = self.two.right_due.val();
            self.soft_drop_held.next = self.directions.down.val().get_bit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const DELAY: u8 = 3;

    fn keys() -> Bench<DirectionKeys> {
        let mut uut = Bench::new(DirectionKeys::default());
        poke!(uut, shift.delay = DELAY.to_bits());
        poke!(uut, shift.reload = (DELAY - 1).to_bits());
        uut
    }

    fn press(uut: &mut Bench<DirectionKeys>, presser: bool, action: u8) {
        poke!(uut, key.pressed = true);
        poke!(uut, key.player = presser);
        poke!(uut, key.action = action.to_bits());
        tick!(uut);
        poke!(uut, key.pressed = false);
    }

    /// Left, right and soft drop of each player.
    fn outputs(uut: &mut Bench<DirectionKeys>) -> [(bool, bool, bool); 2] {
        [false, true].map(|player| {
            poke!(uut.player = player);
            (
                peek!(uut.left_due),
                peek!(uut.right_due),
                peek!(uut.soft_drop_held),
            )
        })
    }

    fn game_ticks(uut: &mut Bench<DirectionKeys>, count: u8) {
        for _ in 0..count {
            poke!(uut.tick = true);
            tick!(uut);
            poke!(uut.tick = false);
            tick!(uut);
        }
    }

    #[test]
    fn each_player_has_repeats_of_the_own_keys() {
        let mut uut = keys();
        poke!(uut, directions.left = 0b01u8.to_bits());
        poke!(uut, directions.right = 0b10u8.to_bits());
        press(&mut uut, false, operation::LEFT);
        press(&mut uut, true, operation::RIGHT);
        game_ticks(&mut uut, DELAY - 1);
        assert_eq!(outputs(&mut uut), [(false, false, false); 2]);
        game_ticks(&mut uut, 1);
        assert_eq!(
            outputs(&mut uut),
            [(true, false, false), (false, true, false)]
        );
        poke!(uut.flush = true);
        tick!(uut);
        poke!(uut.flush = false);
        game_ticks(&mut uut, DELAY - 1);
        assert_eq!(outputs(&mut uut), [(false, false, false); 2]);
    }

    #[test]
    fn other_actions_do_not_restart_the_delay() {
        let mut uut = keys();
        poke!(uut, directions.left = 0b01u8.to_bits());
        press(&mut uut, false, operation::LEFT);
        game_ticks(&mut uut, DELAY - 1);
        press(&mut uut, false, operation::TURN_CLOCKWISE);
        press(&mut uut, true, operation::LEFT);
        game_ticks(&mut uut, 1);
        assert_eq!(outputs(&mut uut)[0], (true, false, false));
    }

    #[test]
    fn soft_drop_is_the_level_of_the_players_key() {
        let mut uut = keys();
        poke!(uut, directions.down = 0b10u8.to_bits());
        assert_eq!(
            outputs(&mut uut),
            [(false, false, false), (false, false, true)]
        );
    }
}
