//! Chooses the key map of a game, or of the page that sets the keys.
//!
//! **Interface**: `keypad_chosen` is sampled with the strobe `new_game`, and acts in the same
//! clock. All other signals are levels.

use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// The keys of the players.
#[interface(client = PlayerKeysReader)]
pub struct PlayerKeys {
    /// The map: bit 0 two players with the keypad, bit 1 split; none with one player.
    pub map: Signal<Out, Bits<2>>,
    /// Level: neither countdown, play nor wait, nor the page that sets the keys. The keys of one
    /// player act also with two.
    pub in_menus: Signal<Out, Bit>,
    /// Level: set keys act.
    pub sets: Signal<Out, Bit>,
}

/// The choice.
#[derive(LogicBlock, Module)]
pub struct KeyMap {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub new_game: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Level: countdown, play or wait.
    pub under_way: Signal<In, Bit>,
    /// Level: the page that sets the keys.
    pub in_keys: Signal<In, Bit>,
    /// Level: two players are chosen; their keys are set.
    pub two_chosen: Signal<In, Bit>,
    /// Level: player 2 shall have the keypad.
    pub keypad_chosen: Signal<In, Bit>,
    /// The keys.
    pub keys: PlayerKeys,
    /// Level: the screen shows the keys of a game with the keypad.
    pub shows_keypad: Signal<Out, Bit>,
    has_keypad: DFF<Bit>,
    keypad: Signal<Local, Bit>,
    #[default(0)]
    map: Signal<Local, Bits<2>>,
}

#[clocked]
impl Logic for KeyMap {
    #[hdl_gen]
    fn update(&mut self) {
        self.keypad.next = self.has_keypad.q.val();
        if self.new_game.val() {
            self.keypad.next = self.keypad_chosen.val();
            self.has_keypad.d.next = self.keypad_chosen.val();
        }
        if self.two_players.val() {
            self.map.next = 2.into();
            if self.keypad.val() {
                self.map.next = 1.into();
            }
        }
        if self.in_keys.val() {
            self.map.next = 0.into();
            if self.two_chosen.val() {
                self.map.next = 2.into();
            }
        }
        self.keys.map.next = self.map.val();
        self.keys.in_menus.next = !self.under_way.val() & !self.in_keys.val();
        self.keys.sets.next = !self.keys.in_menus.val() & !self.map.val().get_bit(0);
        self.shows_keypad.next = self.map.val().get_bit(0) & self.under_way.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn set_keys_act_in_a_game_without_the_keypad_and_on_their_page() {
        let mut uut = Bench::new(KeyMap::default());
        for (keypad, under_way, in_keys, two_chosen, map, sets) in [
            (false, false, false, true, 2, false),
            (false, true, false, true, 2, true),
            (true, true, false, true, 1, false),
            (true, false, true, true, 2, true),
            (true, false, true, false, 0, true),
        ] {
            poke!(uut.two_players = true);
            poke!(uut.keypad_chosen = keypad);
            poke!(uut.new_game = true);
            poke!(uut.under_way = under_way);
            poke!(uut.in_keys = in_keys);
            poke!(uut.two_chosen = two_chosen);
            assert_eq!(peek!(uut, keys.map), map);
            assert_eq!(peek!(uut, keys.sets), sets);
            assert_eq!(peek!(uut, keys.in_menus), !under_way && !in_keys);
        }
    }

    #[test]
    fn a_game_keeps_the_keys_with_which_it_began() {
        let mut uut = Bench::with_rust_hdl(KeyMap::default());
        poke!(uut.keypad_chosen = true);
        assert_eq!(peek!(uut, keys.map), 0, "one player");
        for (chosen, map) in [(true, 1), (false, 2), (true, 1)] {
            poke!(uut.two_players = true);
            poke!(uut.keypad_chosen = chosen);
            poke!(uut.new_game = true);
            assert_eq!(peek!(uut, keys.map), map);
            tick!(uut);
            poke!(uut.new_game = false);
            poke!(uut.keypad_chosen = !chosen);
            tick!(uut);
            for under_way in [true, false] {
                poke!(uut.under_way = under_way);
                assert_eq!(peek!(uut, keys.map), map);
                assert_eq!(peek!(uut, keys.in_menus), !under_way);
                assert_eq!(peek!(uut.shows_keypad), under_way && chosen);
            }
            poke!(uut.two_players = false);
            assert_eq!(peek!(uut, keys.map), 0);
        }
    }
}
