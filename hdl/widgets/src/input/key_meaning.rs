//! Decodes a word of the keyboard decoder: a key with an action, or one of the other codes. A key
//! that is set to an action has that one instead.
//!
//! Combinational. `key_words` lists the fields of the word.

use super::key_finder::FoundKeyReader;
use super::key_words::{DROP, PLAYERS, SPACE};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Kind of a code.
#[interface(client = CodeKindReader)]
pub struct CodeKind {
    /// It is that of a key with an action.
    pub has_action: Signal<Out, Bit>,
    /// Its key is down.
    pub is_down: Signal<Out, Bit>,
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
}

/// The decoder of words.
#[derive(LogicBlock, Module)]
pub struct KeyMeaning {
    /// The word.
    pub word: Signal<In, Bits<8>>,
    /// The key map: bit 0 two players with the keypad, bit 1 split; none with one player.
    pub map: Signal<In, Bits<2>>,
    /// Level: keys of one player act also with two, as those of player 1.
    pub in_menus: Signal<In, Bit>,
    /// `{extended, code}` of the key.
    pub key: Signal<In, Bits<9>>,
    /// The key in the list.
    pub found: FoundKeyReader,
    /// {split, player 2, action 1 to 7} of its default action.
    pub default_place: Signal<Out, Bits<5>>,
    /// The key does an action that can have another key.
    pub is_owned: Signal<Out, Bit>,
    /// The key can be set to an action.
    pub is_choosable: Signal<Out, Bit>,
    /// The key is a button of a gamepad: 90 to BF. The highest code of a key is 83, that of F7.
    pub is_pad: Signal<Out, Bit>,
    /// Kind of the code.
    pub code: CodeKind,
    /// The key acts in the map.
    pub acts: Signal<Out, Bit>,
    /// A press of the key acts, in the map or in the menus.
    pub acts_now: Signal<Out, Bit>,
    /// The key belongs to player 2.
    pub of_player_two: Signal<Out, Bit>,
    /// Its action.
    pub action: Signal<Out, Bits<5>>,
    fields: Signal<Local, Bits<5>>,
    class: Signal<Local, Bits<3>>,
    #[default(0)]
    kind: Signal<Local, Bits<5>>,
    is_mapped: Signal<Local, Bit>,
    is_second_pad: Signal<Local, Bit>,
    /// The map has buttons of pads.
    has_pads: Constant<Bit>,
    of_one: Signal<Local, Bit>,
    of_keypad: Signal<Local, Bit>,
    of_split: Signal<Local, Bit>,
    /// The default action is one of player 2.
    is_of_two: Signal<Local, Bit>,
    /// The low bits of the action of a key of players.
    moves: Signal<Local, Bits<3>>,
    has_class: Signal<Local, Bit>,
    #[value(SPACE)]
    space: Constant<Bits<5>>,
    #[value(DROP)]
    drop: Constant<Bits<3>>,
    /// The numbers of players, two actions that differ in the last bit.
    #[value(PLAYERS)]
    players: Constant<Bits<5>>,
}

impl KeyMeaning {
    /// With or without gamepads.
    pub fn new(has_pads: bool) -> Self {
        construct!(KeyMeaning {
            has_pads: Constant::new(has_pads),
        })
    }
}

#[clocked]
impl Logic for KeyMeaning {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_pad.next = self.has_pads.val() & ((self.key.val() & 0x190) == 0x90);
        self.is_second_pad.next = self.is_pad.val() & self.key.val().get_bit(5);
        self.is_mapped.next = self.word.val().get_bit(7);
        self.code.is_down.next = self.word.val().get_bit(5);
        self.fields.next = self.word.val().get_bits::<5>(0);
        self.class.next = (bit_cast::<3, 1>(self.word.val().get_bits::<1>(6)) << 2)
            | bit_cast::<3, 2>(self.word.val().get_bits::<2>(3));
        if !self.word.val().get_bits::<2>(6).any() {
            self.kind.next = self.fields.val();
        }
        self.code.is_extended.next = self.kind.val().get_bit(0);
        self.code.is_release.next = self.kind.val().get_bit(1);
        self.code.is_pause.next = self.kind.val().get_bit(2);
        self.code.releases_all.next = self.kind.val().get_bit(3);
        self.code.is_answer.next = self.kind.val().get_bit(4);
        self.has_class.next = self.class.val().any();
        self.code.has_action.next = self.found.is_set.val()
            | (self.word.val().get_bits::<2>(6).any()
                & (self.has_class.val() | !self.is_mapped.val()));
        self.of_one.next = self.class.val().get_bit(2);
        self.of_split.next = self.class.val().get_bit(1) & self.map.val().get_bit(1);
        self.of_keypad.next = (self.class.val().get_bits::<2>(0) == 1) & self.map.val().get_bit(0);
        self.is_of_two.next = self.class.val().get_bit(0)
            & (self.of_split.val() | (self.of_keypad.val() & !self.of_one.val()));
        self.moves.next = self.fields.val().get_bits::<3>(0);
        if !self.moves.val().any() {
            self.moves.next = self.drop.val();
        }
        self.is_choosable.next = !self.key.val().get_bit(7)
            & ((self.is_mapped.val() & self.has_class.val())
                | !self.word.val().get_bits::<2>(6).any()
                | (!self.is_mapped.val() & ((self.fields.val() | 1) == self.players.val())));
        self.default_place.next = (bit_cast::<5, 1>(self.map.val().get_bits::<1>(1)) << 4)
            | (bit_cast::<5, 1>(self.is_of_two.val().into()) << 3)
            | bit_cast::<5, 3>(self.moves.val());
        if self.is_mapped.val() {
            self.acts.next = ((self.of_one.val() & !self.map.val().any())
                | self.of_split.val()
                | self.of_keypad.val())
                & !self.found.is_off.val();
            self.acts_now.next = self.acts.val() | (self.of_one.val() & self.in_menus.val());
            self.of_player_two.next = self.is_of_two.val();
            self.action.next = self.fields.val() & 7;
            if !self.fields.val().get_bits::<3>(0).any() {
                self.action.next = self.space.val();
            }
        } else {
            self.acts.next =
                self.code.has_action.val() & (!self.is_second_pad.val() | self.map.val().any());
            self.acts_now.next = self.acts.val();
            self.of_player_two.next = self.is_second_pad.val();
            self.action.next = self.fields.val();
        }
        self.is_owned.next = self.found.is_set.val() | (self.is_mapped.val() & self.acts.val());
        if self.found.is_set.val() {
            self.acts.next = true;
            self.acts_now.next = true;
            self.of_player_two.next = self.found.set_action.val().get_bit(3);
            self.action.next = bit_cast::<5, 3>(self.found.set_action.val().get_bits::<3>(0));
        }
    }
}
