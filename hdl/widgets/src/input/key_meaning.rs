//! Decodes a word of the keyboard decoder: a key with an action, or one of the other codes.
//!
//! Combinational. `key_words` lists the fields of the word.

use super::key_words::KeyClass;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The decoder of words.
#[derive(LogicBlock, Module)]
pub struct KeyMeaning {
    /// The word.
    pub word: Signal<In, Bits<8>>,
    /// Level: two players share the keyboard.
    pub two_players: Signal<In, Bit>,
    /// The key is down.
    pub is_down: Signal<Out, Bit>,
    /// The code is that of a key with an action.
    pub has_action: Signal<Out, Bit>,
    /// The key acts with so many players.
    pub acts: Signal<Out, Bit>,
    /// The key belongs to player 2.
    pub of_player_two: Signal<Out, Bit>,
    /// Its action.
    pub action: Signal<Out, Bits<5>>,
    /// The code makes the next one extended.
    pub is_extended: Signal<Out, Bit>,
    /// The code makes the next one a release.
    pub is_release: Signal<Out, Bit>,
    /// The code begins those of the Pause key.
    pub is_pause: Signal<Out, Bit>,
    /// The code releases all keys.
    pub releases_all: Signal<Out, Bit>,
    /// The code is an answer of the keyboard.
    pub is_answer: Signal<Out, Bit>,
    class: Signal<Local, Bits<2>>,
    fields: Signal<Local, Bits<5>>,
    #[default(0)]
    kind: Signal<Local, Bits<5>>,
    #[value(KeyClass::OnePlayer as u8)]
    one_player: Constant<Bits<2>>,
    #[value(KeyClass::PlayerTwo as u8)]
    player_two: Constant<Bits<2>>,
}

#[clocked]
impl Logic for KeyMeaning {
    #[hdl_gen]
    fn update(&mut self) {
        self.class.next = self.word.val().get_bits::<2>(6);
        self.is_down.next = self.word.val().get_bit(5);
        self.fields.next = self.word.val().get_bits::<5>(0);
        if !self.class.val().any() {
            self.kind.next = self.fields.val();
        }
        self.is_extended.next = self.kind.val().get_bit(0);
        self.is_release.next = self.kind.val().get_bit(1);
        self.is_pause.next = self.kind.val().get_bit(2);
        self.releases_all.next = self.kind.val().get_bit(3);
        self.is_answer.next = self.kind.val().get_bit(4);
        self.has_action.next = self.class.val().any();
        self.of_player_two.next = self.class.val() == self.player_two.val();
        self.acts.next = self.class.val().any();
        self.action.next = self.fields.val();
        if self.class.val() == self.player_two.val() {
            self.acts.next = self.two_players.val();
        }
        // A key of one player has two meanings if bit 4 is set.
        if self.class.val() == self.one_player.val() {
            self.acts.next = !self.two_players.val() | self.fields.val().get_bit(4);
            if !self.two_players.val() {
                self.action.next = self.fields.val() & 0xF;
            }
        }
    }
}
