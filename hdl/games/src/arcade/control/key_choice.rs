//! The action whose key is asked for, on the page that sets the keys.
//!
//! It begins with left of player 1 when the page opens. A key that is given, and the start key,
//! lead to the next one, in the order of the screen: soft drop comes after the turns. Of two
//! players those of player 2 follow; after the last action comes the first again. On the hard drop
//! of player 2 the start key removes the set key, if there is one, so that it is Enter itself
//! again; `given` follows.
//!
//! **Interface**: the target follows `given` and the start key one clock later.

use super::keys::action;
use super::scene_levels::SceneLevelsReader;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::input::keyboard_decoder::{KeyChangesSource, DROP_TWO};
use rust_hdl::prelude::*;

/// The choice.
#[derive(LogicBlock, Module)]
pub struct KeyChoice {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Scenes.
    pub scenes: SceneLevelsReader,
    /// Level: the keys are those of two players.
    pub two_chosen: Signal<In, Bit>,
    /// Level: the drop of player 2 has a set key. Valid with the start key.
    pub drop_is_set: Signal<In, Bit>,
    /// The action, and what becomes of its key.
    pub changes: KeyChangesSource,
    /// Strobe: the next action follows.
    pub moved: Signal<Out, Bit>,
    /// {player 2, action}.
    action_now: DFF<Bits<4>>,
    was_open: DFF<Bit>,
    has_moved: DFF<Bit>,
    has_removable: Signal<Local, Bit>,
    next_action: Signal<Local, Bits<4>>,
    #[value(DROP_TWO)]
    drop_two: Constant<Bits<5>>,
    #[value(action::RIGHT)]
    right: Constant<Bits<3>>,
    #[value(action::TURN_COUNTER_CLOCKWISE)]
    turn_back: Constant<Bits<3>>,
    #[value(action::SOFT_DROP)]
    soft_drop: Constant<Bits<3>>,
}

#[clocked]
impl Logic for KeyChoice {
    #[hdl_gen]
    fn update(&mut self) {
        self.changes.asks.next = self.scenes.in_keys.val();
        self.changes.target.next = (bit_cast::<5, 1>(self.two_chosen.val().into()) << 4)
            | bit_cast::<5, 4>(self.action_now.q.val());
        self.has_removable.next =
            (self.changes.target.val() == self.drop_two.val()) & self.drop_is_set.val();
        self.changes.removes.next = self.scenes.starts_key.val() & self.has_removable.val();
        self.moved.next = (self.scenes.in_keys.val() & self.changes.given.val())
            | (self.scenes.starts_key.val() & !self.has_removable.val());
        self.was_open.d.next = self.scenes.in_keys.val();
        self.has_moved.d.next = self.moved.val();
        self.changes.renews.next =
            self.has_moved.q.val() | (self.was_open.q.val() != self.scenes.in_keys.val());
        self.next_action.next = self.action_now.q.val() + 1;
        if self.action_now.q.val().get_bits::<3>(0) == self.right.val() {
            self.next_action.next = self.action_now.q.val() + 2;
        } else if self.action_now.q.val().get_bits::<3>(0) == self.turn_back.val() {
            self.next_action.next = self.action_now.q.val() - 2;
        } else if self.action_now.q.val().get_bits::<3>(0) == self.soft_drop.val() {
            self.next_action.next = self.action_now.q.val() + 3;
        } else if self.action_now.q.val().get_bits::<3>(0).all() {
            self.next_action.next = 1.into();
            if self.two_chosen.val() & !self.action_now.q.val().get_bit(3) {
                self.next_action.next = 9.into();
            }
        }
        if self.moved.val() {
            self.action_now.d.next = self.next_action.val();
        }
        if !self.scenes.in_keys.val() {
            self.action_now.d.next = 1.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const ASKED: [u8; 7] = [
        action::LEFT,
        action::RIGHT,
        action::TURN_CLOCKWISE,
        action::TURN_COUNTER_CLOCKWISE,
        action::SOFT_DROP,
        action::HARD_DROP,
        action::HOLD,
    ];

    fn opened(two_chosen: bool) -> Bench<KeyChoice> {
        let mut uut = Bench::with_rust_hdl(KeyChoice::default());
        poke!(uut.two_chosen = two_chosen);
        tick!(uut);
        poke!(uut, scenes.in_keys = true);
        assert!(peek!(uut, changes.renews));
        tick!(uut);
        assert!(!peek!(uut, changes.renews));
        uut
    }

    #[test]
    fn keys_and_starts_lead_through_the_actions_and_around() {
        for (two_chosen, players) in [(false, &[0b00][..]), (true, &[0b10, 0b11])] {
            let mut uut = opened(two_chosen);
            let around = [(); 2].iter().flat_map(|()| players);
            let actions = around.flat_map(|player| ASKED.map(|action| (player, action)));
            for (player, action) in actions {
                let place = player << 3 | action;
                assert_eq!(peek!(uut, changes.target).to_u8(), place);
                let is_given = place % 2 == 0;
                poke!(uut, changes.given = is_given);
                poke!(uut, scenes.starts_key = !is_given);
                assert!(peek!(uut.moved) && !peek!(uut, changes.removes), "{place}");
                tick!(uut);
                poke!(uut, changes.given = false);
                poke!(uut, scenes.starts_key = false);
                assert!(peek!(uut, changes.renews) && !peek!(uut.moved));
                tick!(uut);
                assert!(!peek!(uut, changes.renews));
            }
        }
    }

    #[test]
    fn the_drop_of_player_2_loses_its_key_by_a_start() {
        let mut uut = opened(true);
        poke!(uut, changes.given = true);
        for _ in 0..12 {
            tick!(uut);
        }
        poke!(uut, changes.given = false);
        assert_eq!(peek!(uut, changes.target).to_u8(), DROP_TWO);
        poke!(uut, scenes.starts_key = true);
        assert!(!peek!(uut, changes.removes) && peek!(uut.moved), "Enter");
        poke!(uut.drop_is_set = true);
        assert!(peek!(uut, changes.removes) && !peek!(uut.moved));
        tick!(uut);
        poke!(uut, scenes.starts_key = false);
        poke!(uut, changes.given = true);
        assert!(peek!(uut.moved));
    }

    #[test]
    fn a_closed_page_begins_anew_and_ignores_strobes() {
        let mut uut = opened(false);
        poke!(uut, changes.given = true);
        tick!(uut);
        assert_eq!(peek!(uut, changes.target), 2);
        poke!(uut, scenes.in_keys = false);
        assert!(peek!(uut, changes.renews) && !peek!(uut.moved) && !peek!(uut, changes.removes));
        tick!(uut);
        assert_eq!(peek!(uut, changes.target), 1);
    }
}
