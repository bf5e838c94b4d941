//! Turns the bytes of a PS/2 keyboard (scan code set 2) into key events of one player or two: who
//! pressed or holds which action.
//!
//! ```text
//! code_valid __|~|____________________________
//! state      Idle X Read X Check X Store X Idle
//! pressed    ____________________|~~~~~|______     `action`, `presser` valid
//! left       __________________________|~~~~~~
//! ```
//!
//! One block RAM holds a word per code with its class, `down` and action, at the address
//! `{extended, code}`. Every code reads its word and writes it back with `down` as it now is, so
//! any number of keys may be down, and the codes that a held key repeats press nothing, but are
//! told apart. What a code means, prefix or key, and which action a key has are the RAM's initial
//! contents; the circuit never changes them. The class says when the key acts and for whom:
//! [`KeyClass`]. Every key remembers that it is down, also one that does not act.
//!
//! E0 makes the address of the next key extended, F0 makes it a release, E1 (the Pause key, which
//! has no release) skips the 7 codes that follow. AA (the keyboard restarted), 00 and FF (it lost
//! keys) and `code_error` release every key: a walk through all words releases each key that is
//! down. It takes 1022 clocks and runs after reset too. A change of `map` walks too, as
//! soon as no key's codes are half in, but counts the keys that are down anew, as they act now:
//! none is pressed by it, and none forgotten. Unlike an error, that change may come at any time, so
//! a code that arrives during the walk waits for its end. At 18 MHz or more that is less than the
//! 59 us for which a receiver holds a code.
//!
//! A key that acts and was down before an error or a reset is stale: its code is no press and no
//! repeat, and it is not held, until its release arrives or 36 ticks pass without its code. The
//! last four such keys are known ([`StaleFilter`]).
//!
//! The buttons of gamepads are keys, too. [`GamepadReader`](super::GamepadReader) sends them in
//! every tick, down or up. A code of a pad is dropped while a code of the keyboard is at work or
//! between the codes of a key; the next tick brings it again. It presses and releases like a key,
//! but it repeats nothing.
//!
//! In the menus of two players the keys of one player press and repeat, too, for player 1. They are
//! not held there.
//!
//! Other answers of a keyboard (EE, FA, FC, FE) mean nothing here. The fake shifts around some
//! extended keys (E0 12, E0 59) are keys without an action.
//!
//! **Interface**: `pressed` is a strobe three clocks after `code_valid`, or a clock after the end
//! of `stall`; the `_held` outputs are levels that change on the clock after it.
//! **Source**: scan code set 2, which keyboards send at power-up; Adam Chapweske, "The AT-PS/2
//! Keyboard Interface".

use crate::input::gamepad_reader;
use crate::input::held_actions::{HeldActions, HeldDirectionsSource};
use crate::input::key_events::KeyEvents;
use crate::input::key_meaning::KeyMeaning;
use crate::input::key_words::{key_words, most_held, DOWN_BIT};
use crate::input::stale_filter::StaleFilter;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

pub use crate::input::key_words::{KeyClass, MappedKey, DOWN, LEFT, LONG, RIGHT, SPACE};

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    Idle,
    Read,
    Check,
    Store,
}

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
    /// Strobe: any key went down, with `pressed` if it acts; or a code that is no key came.
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
    /// While a word is written the read port reads the word next to it, which is not used. So the
    /// two ports never have the same address, and synthesis adds no circuit for that case.
    #[part(clock)]
    #[given]
    words: RAM<Bits<8>, 9>,
    #[given]
    key_meaning: KeyMeaning,
    #[part(clock)]
    #[given]
    held_actions: HeldActions,
    #[part]
    key_events: KeyEvents,
    #[part]
    stale_filter: StaleFilter,
    #[reset(State::Read, or = release_all)]
    state: DFF<State>,
    /// `map` as the keys now act by it.
    mode: DFF<Bits<2>>,
    /// `code` arrived during a walk.
    code_waits: DFF<Bit>,
    /// `{extended, code}` of the word at work. Its top bit is where prefix E0 is remembered.
    #[reset(or = release_all)]
    key: DFF<Bits<9>>,
    /// Prefix F0 was received, or all keys are being released.
    /// Set by a reset in `update`, where a change of the key map overrides it.
    #[reset(none)]
    released: DFF<Bit>,
    #[reset(true, or = release_all)]
    releasing_all: DFF<Bit>,
    /// Counts up from E1 until it wraps.
    #[reset(or = release_all)]
    skipped_codes: DFF<Bits<3>>,
    storing: Signal<Local, Bit>,
    skipping: Signal<Local, Bit>,
    has_code: Signal<Local, Bit>,
    /// The next code begins a key.
    is_between_keys: Signal<Local, Bit>,
    /// The key map changes. It waits for the end of a key's codes, so that no key is
    /// taken for its neighbour and no release for a press.
    mode_changes: Signal<Local, Bit>,
    recounting: Signal<Local, Bit>,
    /// A release changes a key that is down, any other code one that is up.
    changed: Signal<Local, Bit>,
    counts: Signal<Local, Bit>,
    release_all: Signal<Local, Bit>,
    entering: Signal<Local, Bits<1>>,
    /// Next key of the walk: a shift register with feedback needs no carry chain. It misses word
    /// 1FF, which is no key.
    next_key: Signal<Local, Bits<9>>,
    #[value(DOWN_BIT)]
    down_bit: Constant<Bits<8>>,
    #[value(0x100_u16)]
    last_key: Constant<Bits<9>>,
}

impl KeyboardDecoder {
    /// A decoder for these keys.
    ///
    /// # Panics
    /// If the map names something that is no key, a key twice, or more than four keys of a player
    /// for one of the held actions.
    pub fn new(map: &[MappedKey]) -> Self {
        construct!(KeyboardDecoder {
            words: RAM::new(key_words(map)),
            held_actions: HeldActions::new(most_held(map)),
            key_meaning: KeyMeaning::new(map.iter().any(|key| gamepad_reader::is_code(key.0))),
        })
    }
}

#[clocked]
impl Logic for KeyboardDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.skipping.next = self.skipped_codes.q.val().any();
        self.has_code.next = self.code_valid.val() | self.code_waits.q.val();
        self.is_between_keys.next =
            !self.key.q.val().get_bit(8) & !self.released.q.val() & !self.skipping.val();
        self.mode_changes.next = (self.state.q.val() == State::Idle)
            & (self.mode.q.val() != self.map.val())
            & !self.has_code.val()
            & self.is_between_keys.val()
            & !self.code_error.val();
        self.storing.next = self.state.q.val() == State::Store;
        self.words.read_address.next = self.key.q.val();
        if self.storing.val() {
            self.words.read_address.next = self.key.q.val() ^ 1;
        }
        self.key_meaning.word.next = self.words.read_data.val();
        self.key_meaning.map.next = self.mode.q.val();
        self.key_meaning.in_menus.next = self.in_menus.val();
        self.key_meaning.key.next = self.key.q.val();
        self.stale_filter.tick.next = self.tick.val();
        self.stale_filter.key.next = self.key.q.val();
        self.stale_filter.storing.next = self.storing.val();
        self.stale_filter.walking.next = self.releasing_all.q.val();
        self.stale_filter.released.next = self.released.q.val();
        self.stale_filter.has_action.next = self.key_meaning.has_action.val();
        self.stale_filter.skipping.next = self.skipping.val();
        self.changed.next = (self.key_meaning.is_down.val() == self.released.q.val())
            & !self.skipping.val()
            & !self.stale_filter.ignores.val();
        self.stale_filter.changed.next = self.changed.val();
        self.words.write_address.next = self.key.q.val();
        self.recounting.next = self.releasing_all.q.val() & !self.released.q.val();
        self.words.write_enable.next = self.storing.val() & !self.recounting.val();
        self.words.write_data.next = self.words.read_data.val();
        if self.changed.val() {
            self.words.write_data.next = self.words.read_data.val() ^ self.down_bit.val();
        }
        self.counts.next = (self.changed.val() != self.recounting.val())
            & self.storing.val()
            & self.key_meaning.acts.val();
        self.held_actions.reset.next = self.reset.val() | self.mode_changes.val();
        self.held_actions.changed.next = self.counts.val();
        self.held_actions.released.next = self.released.q.val();
        self.held_actions.of_player_two.next = self.key_meaning.of_player_two.val();
        self.held_actions.key_action.next = self.key_meaning.action.val();
        HeldDirectionsSource::link(&mut self.directions, &mut self.held_actions.directions);
        self.long_held.next = self.held_actions.long_held.val();
        self.key_events.check.next = (self.state.q.val() == State::Check) & !self.stall.val();
        self.key_events.changed.next = self.changed.val();
        self.key_events.released.next = self.released.q.val();
        self.key_events.ignored.next =
            self.stale_filter.ignores.val() | self.skipping.val() | self.key_meaning.is_pad.val();
        self.key_events.acts.next = self.key_meaning.acts_now.val();
        self.key_events.key_action.next = self.key_meaning.action.val();
        self.key_events.of_player_two.next = self.key_meaning.of_player_two.val();
        self.pressed.next = self.key_events.pressed.val();
        self.typed.next = self.key_events.typed.val();
        self.typed_key.next = self.key.q.val();
        self.repeated.next = self.key_events.repeated.val();
        self.action.next = self.key_events.action.val();
        self.presser.next = self.key_events.presser.val();
        self.entering.next = (self.key.q.val().get_bit(8) == self.key.q.val().get_bit(4)).into();
        self.next_key.next = (self.key.q.val() << 1) | bit_cast::<9, 1>(self.entering.val());
        self.release_all.next = self.code_error.val()
            | self.mode_changes.val()
            | (self.storing.val()
                & !self.releasing_all.q.val()
                & self.key_meaning.releases_all.val());
        self.code_waits.d.next = self.has_code.val() & (self.state.q.val() != State::Idle);
        match self.state.q.val() {
            State::Idle => {
                if self.has_code.val() {
                    self.key.d.next =
                        (self.key.q.val() & 0x100) | bit_cast::<9, 8>(self.code.val());
                    self.state.d.next = State::Read;
                } else if self.pad_valid.val() & self.is_between_keys.val() {
                    self.key.d.next = bit_cast::<9, 8>(self.pad_code.val());
                    self.released.d.next = self.pad_released.val();
                    self.state.d.next = State::Read;
                }
            }
            State::Read => {
                self.state.d.next = State::Check;
                if self.releasing_all.q.val() {
                    self.state.d.next = State::Store;
                }
            }
            State::Check => {
                if !self.stall.val() {
                    self.state.d.next = State::Store;
                }
            }
            State::Store => {
                self.state.d.next = State::Idle;
                if self.releasing_all.q.val() {
                    self.key.d.next = self.next_key.val();
                    if self.key.q.val() == self.last_key.val() {
                        self.releasing_all.d.next = false;
                        self.released.d.next = false;
                    } else {
                        self.state.d.next = State::Read;
                    }
                } else if self.skipping.val() | self.key_meaning.is_pause.val() {
                    self.skipped_codes.d.next = self.skipped_codes.q.val() + 1;
                } else if self.key_meaning.is_extended.val() {
                    self.key.d.next = 0x100.into();
                } else if self.key_meaning.is_release.val() {
                    self.released.d.next = true;
                } else if !self.key_meaning.is_answer.val() {
                    self.key.d.next = 0.into();
                    self.released.d.next = false;
                }
            }
        }
        if self.release_all.val() | self.reset.val() {
            self.released.d.next = !self.mode_changes.val();
        }
        if self.mode_changes.val() {
            self.mode.d.next = self.map.val();
        }
    }
}

#[cfg(test)]
mod tests;
