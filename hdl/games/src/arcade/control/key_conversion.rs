//! Meaning of the keys that depends on the scene. Up on a gamepad drops the piece or moves in a
//! list, and its Start pauses or enters. When two players split the keys, Enter is the hard drop of
//! player 2 in play, unless that has another key. Every other action passes.
//!
//! **Interface**: combinational.

use super::keys::action;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Converts actions.
#[derive(LogicBlock, Module)]
pub struct KeyConversion {
    /// Action of a key, see [`keys::action`](super::keys::action).
    pub key_action: Signal<In, Bits<5>>,
    /// Player of the key, 0 player 1.
    pub key_player: Signal<In, Bit>,
    /// Level: two players split the keys.
    pub split: Signal<In, Bit>,
    /// Level: the hard drop of player 2 has another key.
    pub drop_is_set: Signal<In, Bit>,
    /// Level: title, or a page with a list.
    pub in_list: Signal<In, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<In, Bit>,
    /// The action in this scene.
    pub action: Signal<Out, Bits<5>>,
    /// The player in this scene.
    pub player: Signal<Out, Bit>,
    has_pads: Constant<Bit>,
    pad_up: Constant<Bits<5>>,
    pad_start: Constant<Bits<5>>,
    hard_drop: Constant<Bits<5>>,
    turn: Constant<Bits<5>>,
    pause: Constant<Bits<5>>,
    start: Constant<Bits<5>>,
}

impl KeyConversion {
    /// For this number of gamepads. Without any, their actions pass.
    pub fn new(gamepads: u8) -> Self {
        let action = |number: u8| Constant::new(number.to_bits());
        construct!(KeyConversion {
            has_pads: Constant::new(gamepads > 0),
            pad_up: action(action::PAD_UP),
            pad_start: action(action::PAD_START),
            hard_drop: action(action::HARD_DROP),
            turn: action(action::TURN_CLOCKWISE),
            pause: action(action::PAUSE),
            start: action(action::START),
        })
    }
}

#[clocked]
impl Logic for KeyConversion {
    #[hdl_gen]
    fn update(&mut self) {
        self.action.next = self.key_action.val();
        self.player.next = self.key_player.val();
        if self.split.val()
            & self.in_play.val()
            & !self.drop_is_set.val()
            & (self.key_action.val() == self.start.val())
        {
            self.action.next = self.hard_drop.val();
            self.player.next = true;
        }
        if self.has_pads.val() & (self.key_action.val() == self.pad_up.val()) {
            self.action.next = self.hard_drop.val();
            if self.in_list.val() {
                self.action.next = self.turn.val();
            }
        }
        if self.has_pads.val() & (self.key_action.val() == self.pad_start.val()) {
            self.action.next = self.start.val();
            if self.in_play.val() {
                self.action.next = self.pause.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn up_and_start_follow_the_scene_and_other_actions_pass() {
        let mut uut = Bench::with_rust_hdl(KeyConversion::new(1));
        for key_action in 0..32u8 {
            for (in_list, in_play) in [(true, false), (false, false), (false, true)] {
                poke!(uut.key_action = key_action.to_bits());
                poke!(uut.in_list = in_list);
                poke!(uut.in_play = in_play);
                let expected = match (key_action, in_list, in_play) {
                    (action::PAD_UP, true, _) => action::TURN_CLOCKWISE,
                    (action::PAD_UP, false, _) => action::HARD_DROP,
                    (action::PAD_START, _, true) => action::PAUSE,
                    (action::PAD_START, _, false) => action::START,
                    (other, ..) => other,
                };
                assert_eq!(peek!(uut.action), expected.to_bits(), "{key_action}");
            }
        }
    }

    #[test]
    fn enter_is_the_drop_of_player_2_in_play_if_the_keys_are_split_and_none_is_set() {
        let mut uut = Bench::with_rust_hdl(KeyConversion::new(0));
        for key_action in 0..32_u8 {
            for (split, in_play, is_set) in [
                (true, false, false),
                (false, true, false),
                (true, true, true),
                (true, true, false),
            ] {
                poke!(uut.key_action = key_action.to_bits());
                poke!(uut.drop_is_set = is_set);
                poke!(uut.split = split);
                poke!(uut.in_play = in_play);
                let drops = split && in_play && !is_set && key_action == action::START;
                let expected = if drops { action::HARD_DROP } else { key_action };
                assert_eq!(peek!(uut.action), expected.to_bits(), "{key_action}");
                assert_eq!(peek!(uut.player), drops, "{key_action}");
            }
        }
    }

    #[test]
    fn without_a_pad_every_action_passes() {
        let mut uut = Bench::new(KeyConversion::new(0));
        poke!(uut.in_list = true);
        for key_action in 0..32_u8 {
            poke!(uut.key_action = key_action.to_bits());
            assert_eq!(peek!(uut.action), key_action.to_bits());
        }
    }
}
