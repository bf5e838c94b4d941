//! Held keys of both players: repeats of left and right, and soft drop.
//!
//! Each player has an [`AutoShift`]. The outputs are those of `player`.
//!
//! **Interface**: the presses are strobes, the keys are levels. `left_due` and `right_due` are
//! valid from the second clock after `tick` until the next tick.
//!
//! **Latency**: that of [`AutoShift`].

use super::auto_shift::AutoShift;
use crate::falling_blocks::piece::falling_piece_update::operation;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Auto shift of two players and the choice between them.
#[derive(LogicBlock, Module)]
pub struct DirectionKeys {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game begins; the keys count as just pressed.
    pub new_game: Signal<In, Bit>,
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
    pub delay: Signal<In, Bits<5>>,
    /// `delay` less the ticks between two repeats, modulo 32.
    pub reload: Signal<In, Bits<5>>,
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
        self.is_left.next = self.pressed.val() & (self.action.val() == self.action_left.val());
        self.is_right.next = self.pressed.val() & (self.action.val() == self.action_right.val());
        self.one.flush.next = self.new_game.val();
        self.one.tick.next = self.tick.val();
        self.one.press_left.next = self.is_left.val() & !self.presser.val();
        self.one.press_right.next = self.is_right.val() & !self.presser.val();
        self.one.left_held.next = self.left_held.val().get_bit(0);
        self.one.right_held.next = self.right_held.val().get_bit(0);
        self.one.delay.next = self.delay.val();
        self.one.reload.next = self.reload.val();
        self.two.flush.next = self.new_game.val();
        self.two.tick.next = self.tick.val();
        self.two.press_left.next = self.is_left.val() & self.presser.val();
        self.two.press_right.next = self.is_right.val() & self.presser.val();
        self.two.left_held.next = self.left_held.val().get_bit(1);
        self.two.right_held.next = self.right_held.val().get_bit(1);
        self.two.delay.next = self.delay.val();
        self.two.reload.next = self.reload.val();
        self.left_due.next = self.one.left_due.val();
        self.right_due.next = self.one.right_due.val();
        self.soft_drop_held.next = self.down_held.val().get_bit(0);
        if self.player.val() {
            self.left_due.next = self.two.left_due.val();
            self.right_due.next = self.two.right_due.val();
            self.soft_drop_held.next = self.down_held.val().get_bit(1);
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
        poke!(uut.delay = DELAY.to_bits());
        poke!(uut.reload = (DELAY - 1).to_bits());
        uut
    }

    fn press(uut: &mut Bench<DirectionKeys>, presser: bool, action: u8) {
        poke!(uut.pressed = true);
        poke!(uut.presser = presser);
        poke!(uut.action = action.to_bits());
        tick!(uut);
        poke!(uut.pressed = false);
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
        poke!(uut.left_held = 0b01u8.to_bits());
        poke!(uut.right_held = 0b10u8.to_bits());
        press(&mut uut, false, operation::LEFT);
        press(&mut uut, true, operation::RIGHT);
        game_ticks(&mut uut, DELAY - 1);
        assert_eq!(outputs(&mut uut), [(false, false, false); 2]);
        game_ticks(&mut uut, 1);
        assert_eq!(
            outputs(&mut uut),
            [(true, false, false), (false, true, false)]
        );
        poke!(uut.new_game = true);
        tick!(uut);
        poke!(uut.new_game = false);
        game_ticks(&mut uut, DELAY - 1);
        assert_eq!(outputs(&mut uut), [(false, false, false); 2]);
    }

    #[test]
    fn other_actions_do_not_restart_the_delay() {
        let mut uut = keys();
        poke!(uut.left_held = 0b01u8.to_bits());
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
        poke!(uut.down_held = 0b10u8.to_bits());
        assert_eq!(
            outputs(&mut uut),
            [(false, false, false), (false, false, true)]
        );
    }
}
