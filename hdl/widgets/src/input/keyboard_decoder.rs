//! Turns the bytes of a PS/2 keyboard (scan code set 2) into key events of one player or two: the
//! action and the player of each press, and the actions that are held.
//!
//! ```text
//! code_valid __|~|____________________________
//! step       Idle X Read X Check X Store X Idle      without a search
//! pressed    ____________________|~~~~~|______     `action`, `presser` valid
//! left       __________________________|~~~~~~
//! ```
//!
//! One block RAM holds a word per code with its class, `down` and action, at the address
//! `{extended, code}`, and the list of set keys. Every code reads its word and writes it back with
//! `down` as it now is. So any number of keys may be down, and a code that a held key repeats is
//! recognised as a repeat, not as a press. The initial contents of the RAM give each code its kind
//! (prefix or key) and its action; the circuit never changes them. The class of a key gives the
//! maps and the players for which it acts: [`KeyClass`]. `down` is also stored for a key that does
//! not act.
//!
//! If any key is set or stale, each code is looked up in the list between reading and writing the
//! word. While `sets` is high a set key has the action that it is set to, and the default keys of
//! that action do nothing. [`KeyList`] has the words and the list. [`KeySteps`] says what is done
//! with a code, one step after the other.
//!
//! E0 makes the address of the next key extended, F0 makes it a release, E1 (the Pause key, which
//! has no release) skips the 7 codes that follow. AA (the keyboard restarted), 00 and FF (it lost
//! keys) and `code_error` release every key: a walk through all words releases each key that is
//! down. It takes 1022 clocks, and 70 for each key that is down, and runs after reset too. A change
//! of `map` or `sets` walks too, as soon as no key's codes are half in. It counts the keys that are
//! down again, by the actions that they have now: the walk causes no press and loses no key. Unlike
//! an error, that change may come at any time. So a code that arrives during the walk waits for its
//! end. With up to five keys down, at 25 MHz, that is less than the 59 us for which a receiver
//! holds a code. A second code that arrives meanwhile is an error.
//!
//! A key that acts and was down before an error or a reset is stale: its code is no press and no
//! repeat, and it is not held, until its release arrives or 36 ticks pass without its code. The
//! last four such keys are known.
//!
//! The buttons of gamepads are keys, too. [`GamepadReader`](super::GamepadReader) sends them in
//! every tick, down or up. A code of a pad is dropped while a code of the keyboard is at work or
//! between the codes of a key; the next tick brings it again. It presses and releases like a key,
//! but it repeats nothing.
//!
//! In the menus of two players the keys of one player press and repeat, too, for player 1. They are
//! not held there.
//!
//! While the screen asks for a key, one that goes down and can be chosen is given to the action in
//! question. It presses nothing.
//!
//! Other answers of a keyboard (EE, FA, FC, FE) mean nothing here. The fake shifts around some
//! extended keys (E0 12, E0 59) are keys without an action.
//!
//! **Interface**: `pressed` is a strobe three clocks after `code_valid`, 71 with a search, or one
//! clock after the end of `stall`. The `_held` outputs are levels that change one clock after it.
//! **Source**: scan code set 2, which keyboards send at power-up; Adam Chapweske, "The AT-PS/2
//! Keyboard Interface".

use crate::input::gamepad_reader;
use crate::input::held_actions::{HeldActions, HeldDirectionsSource};
use crate::input::key_events::KeyEvents;
use crate::input::key_list::KeyList;
use crate::input::key_meaning::{CodeKind, KeyMeaning};
use crate::input::key_steps::{CodeAtWork, KeySteps, Step};
use crate::input::key_words::most_held;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

pub use crate::input::key_finder::{FoundKey, DROP_TWO};
pub use crate::input::key_list::{SavedKeys, SavedKeysClient};
pub use crate::input::key_setter::{KeyChanges, KeyChangesSource, ShownKeys, ShownKeysSource};
pub use crate::input::key_words::{
    KeyClass, ListedAction, MappedKey, DOWN, LEFT, LONG, RIGHT, SPACE,
};

/// The decoder.
#[derive(LogicBlock, Module)]
pub struct KeyboardDecoder {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; releases every key.
    pub reset: Signal<In, Bit>,
    /// The key map: bit 0 two players with the keypad, bit 1 split; none with one player.
    pub map: Signal<In, Bits<2>>,
    /// Level: keys of one player act also with two.
    pub in_menus: Signal<In, Bit>,
    /// Level: set keys act. Not with the keypad, and not `in_menus`.
    pub sets: Signal<In, Bit>,
    /// Changes of the set keys.
    pub changes: KeyChanges,
    /// Strobe: all set keys are removed.
    pub clears: Signal<In, Bit>,
    /// Level: the drop of player 2 has a set key. Valid with `pressed` of a key that is not set.
    pub drop_two_set: Signal<Out, Bit>,
    /// The list of set keys.
    pub saved: SavedKeys,
    /// Keys on the screen.
    pub caps: ShownKeysSource,
    /// The byte received, from `code_valid` to the end of a walk.
    pub code: Signal<In, Bits<8>>,
    /// Strobe: a byte was received.
    pub code_valid: Signal<In, Bit>,
    /// Strobe: a byte was lost.
    pub code_error: Signal<In, Bit>,
    /// Code of a button of a gamepad.
    pub pad_code: Signal<In, Bits<8>>,
    /// That button is up; valid with `pad_valid`.
    pub pad_released: Signal<In, Bit>,
    /// Strobe: a button was read.
    pub pad_valid: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// Level: from the next clock on nothing is pressed; what comes waits.
    pub stall: Signal<In, Bit>,
    /// Strobe: a key that acts went down.
    pub pressed: Signal<Out, Bit>,
    /// Strobe: a key that acts and is down sent its code again.
    pub repeated: Signal<Out, Bit>,
    /// Strobe: any key went down, with `pressed` if it acts; or a prefix or an answer came.
    pub typed: Signal<Out, Bit>,
    /// `{extended, code}` of that key; valid with `typed` and `repeated`.
    pub typed_key: Signal<Out, Bits<9>>,
    /// The action of that key; valid with `pressed` and `repeated`.
    pub action: Signal<Out, Bits<5>>,
    /// Whose key it is, 0 player 1; valid with `pressed`.
    pub presser: Signal<Out, Bit>,
    /// Direction keys that are held.
    pub directions: HeldDirectionsSource,
    /// Level: the key of action [`LONG`] is down.
    pub long_held: Signal<Out, Bit>,
    #[part]
    key_steps: KeySteps,
    #[part]
    #[given]
    key_list: KeyList,
    #[given]
    key_meaning: KeyMeaning,
    #[part]
    #[given]
    held_actions: HeldActions,
    #[part]
    key_events: KeyEvents,
    storing: Signal<Local, Bit>,
    /// The code is that of a stale key.
    ignores: Signal<Local, Bit>,
    /// A release changes a key that is down, any other code one that is up.
    changed: Signal<Local, Bit>,
    counts: Signal<Local, Bit>,
    /// The key is given to the target.
    gives: Signal<Local, Bit>,
}

impl KeyboardDecoder {
    /// A decoder for these keys, of which those of `actions` can be set.
    ///
    /// # Panics
    /// If the map names something that is no key, a key twice, or more than four keys of a player
    /// for one of the held actions.
    pub fn new(map: &[MappedKey], actions: &[ListedAction]) -> Self {
        construct!(KeyboardDecoder {
            key_list: KeyList::new(map, actions),
            held_actions: HeldActions::new(most_held(map)),
            key_meaning: KeyMeaning::new(map.iter().any(|key| gamepad_reader::is_code(key.0))),
        })
    }
}

#[clocked]
impl Logic for KeyboardDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.storing.next = self.key_steps.work.step.val() == Step::Store;
        self.ignores.next = self.key_list.found.is_stale.val()
            & !self.key_steps.work.released.val()
            & !self.key_steps.work.in_walk.val();
        self.changed.next = (self.key_meaning.code.is_down.val()
            == self.key_steps.work.released.val())
            & !self.key_steps.work.skipping.val()
            & !self.ignores.val();
        self.gives.next = self.storing.val()
            & !self.key_steps.work.in_walk.val()
            & self.changes.asks.val()
            & self.changed.val()
            & !self.key_steps.work.released.val()
            & self.key_meaning.is_choosable.val();

        self.key_steps.mode.next =
            (bit_cast::<3, 1>(self.sets.val().into()) << 2) | bit_cast::<3, 2>(self.map.val());
        self.key_steps.code.next = self.code.val();
        self.key_steps.code_valid.next = self.code_valid.val();
        self.key_steps.code_error.next = self.code_error.val();
        self.key_steps.pad_code.next = self.pad_code.val();
        self.key_steps.pad_released.next = self.pad_released.val();
        self.key_steps.pad_valid.next = self.pad_valid.val();
        self.key_steps.stall.next = self.stall.val();
        CodeKind::join(&mut self.key_meaning.code, &mut self.key_steps.kind);
        self.key_steps.gives.next = self.gives.val();
        self.key_steps.searches.next = self.key_list.searches.val();
        self.key_steps.rests.next = self.key_list.rests.val();
        self.key_steps.ends.next = self.key_list.ends.val();
        self.key_steps.is_open.next = self.saved.open.val();
        self.key_steps.wants.next = self.key_list.wants.val();
        self.key_steps.is_done.next = self.key_list.is_done.val();

        self.key_list.tick.next = self.tick.val();
        CodeAtWork::join(&mut self.key_steps.work, &mut self.key_list.work);
        self.key_list.changed.next = self.changed.val();
        self.key_list.default_place.next = self.key_meaning.default_place.val();
        self.key_list.gives.next = self.gives.val();
        self.key_list.has_owner.next = self.key_meaning.is_owned.val();
        KeyChanges::link(&mut self.changes, &mut self.key_list.changes);
        self.key_list.clears.next = self.clears.val();
        SavedKeys::link(&mut self.saved, &mut self.key_list.saved);
        ShownKeysSource::link(&mut self.caps, &mut self.key_list.caps);
        self.drop_two_set.next = self.key_list.found.drop_two_set.val();

        self.key_meaning.word.next = self.key_list.word.val();
        self.key_meaning.map.next = self.key_steps.work.mode.val().get_bits::<2>(0);
        self.key_meaning.in_menus.next = self.in_menus.val();
        self.key_meaning.key.next = self.key_steps.work.key.val();
        FoundKey::join(&mut self.key_list.found, &mut self.key_meaning.found);

        self.counts.next = self.storing.val()
            & self.key_meaning.acts.val()
            & ((self.changed.val() & !self.key_steps.work.in_walk.val())
                | self.key_steps.work.recounting.val());
        self.held_actions.counts_anew.next = self.key_steps.work.begins_walk.val();
        self.held_actions.is_counting.next = self.key_steps.work.recounting.val();
        self.held_actions.is_releasing.next =
            self.key_steps.work.in_walk.val() & self.key_steps.work.released.val();
        self.held_actions.changed.next = self.counts.val();
        self.held_actions.released.next = self.key_steps.work.released.val();
        self.held_actions.of_player_two.next = self.key_meaning.of_player_two.val();
        self.held_actions.key_action.next = self.key_meaning.action.val();
        HeldDirectionsSource::link(&mut self.directions, &mut self.held_actions.directions);
        self.long_held.next = self.held_actions.long_held.val();

        self.key_events.check.next = (self.key_steps.work.step.val() == Step::Check)
            & !self.stall.val()
            & !self.key_steps.work.in_walk.val();
        self.key_events.changed.next =
            self.changed.val() & !self.key_meaning.code.releases_all.val();
        self.key_events.released.next = self.key_steps.work.released.val();
        self.key_events.ignored.next =
            self.ignores.val() | self.key_steps.work.skipping.val() | self.key_meaning.is_pad.val();
        self.key_events.acts.next = self.key_meaning.acts_now.val()
            & !(self.changes.asks.val() & self.key_meaning.is_choosable.val());
        self.key_events.key_action.next = self.key_meaning.action.val();
        self.key_events.of_player_two.next = self.key_meaning.of_player_two.val();
        self.pressed.next = self.key_events.pressed.val();
        self.typed.next = self.key_events.typed.val();
        self.typed_key.next = self.key_steps.work.key.val();
        self.repeated.next = self.key_events.repeated.val();
        self.action.next = self.key_events.action.val();
        self.presser.next = self.key_events.presser.val();
    }
}

#[cfg(test)]
mod tests;
