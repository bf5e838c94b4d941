//! Turns the bytes of a PS/2 keyboard (scan code set 2) into key events: which action was pressed, which are held.
//!
//! ```text
//! code_valid __|~|____________________________
//! state      Idle X Read X Check X Store X Idle
//! pressed    ____________________|~~~~~|______     `action` valid
//! left_held  __________________________|~~~~~~
//! ```
//!
//! One block RAM holds a word per code, `{kind, down, action}`, at the address `{extended, code}`. Every code reads its word and writes it
//! back with `down` as it now is, so any number of keys may be down, and the codes that a held key repeats change nothing. What a code
//! means, prefix or key, and which action a key has are the RAM's initial contents; the circuit never changes them.
//!
//! E0 makes the address of the next key extended, F0 makes it a release, E1 (the Pause key, which has no release) skips the 7 codes that
//! follow. AA (the keyboard restarted), 00 and FF (it lost keys) and `code_error` release every key: a walk through all words releases
//! each key that is down. It takes 1533 clocks and runs after reset too; at 3 MHz or more it is over before the next code is in, since
//! none takes less than 600 us. Other answers of a keyboard (EE, FA, FC, FE) mean nothing here. The fake shifts around some extended
//! keys (E0 12, E0 59) are keys without an action.
//!
//! **Shape**: `pressed` is a strobe three clocks after `code_valid`, the `_held` outputs are levels that change on the clock after it.
//! **Cost**: 62 LC with its three `HeldKeys`, 1 block RAM.
//! **Source**: scan code set 2, which keyboards send at power-up; Adam Chapweske, "The AT-PS/2 Keyboard Interface".

use crate::input::held_keys::HeldKeys;
use crate::input::key_words::{key_words, Kind, DOWN_BIT};
use rust_hdl::prelude::*;

pub use crate::input::key_words::{DOWN, LEFT, RIGHT};

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    Idle,
    Read,
    Check,
    Store,
}

/// The decoder.
#[derive(LogicBlock)]
pub struct KeyboardDecoder {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; releases every key.
    pub reset: Signal<In, Bit>,
    /// The byte received, with `code_valid`.
    pub code: Signal<In, Bits<8>>,
    /// Strobe: a byte was received.
    pub code_valid: Signal<In, Bit>,
    /// Strobe: a byte was lost.
    pub code_error: Signal<In, Bit>,
    /// Strobe: a key with an action went down.
    pub pressed: Signal<Out, Bit>,
    /// The action of that key; valid with `pressed`.
    pub action: Signal<Out, Bits<4>>,
    /// At least one key of action [`LEFT`] is down.
    pub left_held: Signal<Out, Bit>,
    /// At least one key of action [`RIGHT`] is down.
    pub right_held: Signal<Out, Bit>,
    /// At least one key of action [`DOWN`] is down.
    pub down_held: Signal<Out, Bit>,
    words: RAM<Bits<8>, 9>,
    left: HeldKeys,
    right: HeldKeys,
    down: HeldKeys,
    state: DFF<State>,
    /// `{extended, code}` of the word at work. Its top bit is where prefix E0 is remembered.
    key: DFF<Bits<9>>,
    /// Prefix F0 was received, or all keys are being released.
    released: DFF<Bit>,
    releasing_all: DFF<Bit>,
    /// Counts up from E1 until it wraps.
    skipped_codes: DFF<Bits<3>>,
    went_down: DFF<Bit>,
    storing: Signal<Local, Bit>,
    skipping: Signal<Local, Bit>,
    kind: Signal<Local, Bits<3>>,
    key_action: Signal<Local, Bits<4>>,
    changed: Signal<Local, Bit>,
    stored_change: Signal<Local, Bit>,
    release_all: Signal<Local, Bit>,
    entering: Signal<Local, Bits<1>>,
    next_key: Signal<Local, Bits<9>>,
    down_bit: Constant<Bits<8>>,
    last_key: Constant<Bits<9>>,
    is_key: Constant<Bits<3>>,
    is_extended: Constant<Bits<3>>,
    is_released: Constant<Bits<3>>,
    is_pause: Constant<Bits<3>>,
    is_release_all: Constant<Bits<3>>,
}

impl KeyboardDecoder {
    /// A decoder for the key map `map`: pairs of a key's `{extended, code}` and its action, 1 to 15.
    ///
    /// # Panics
    /// If the map names something that is no key, a key twice, or more than three keys for one of the held actions.
    pub fn new(map: &[(u16, u8)]) -> Self {
        crate::with_defaults! {
            default {
                clock, reset, code, code_valid, code_error, pressed, action, left_held,
                right_held, down_held, left, right, down, state, key, released, releasing_all,
                skipped_codes, went_down, storing, skipping, kind, key_action, changed,
                stored_change, release_all, entering, next_key,
            }
            words: RAM::new(key_words(map)),
            down_bit: Constant::new(DOWN_BIT.to_bits()),
            last_key: Constant::new(0x100_u16.to_bits()),
            is_key: Kind::Key.constant(),
            is_extended: Kind::Extended.constant(),
            is_released: Kind::Released.constant(),
            is_pause: Kind::Pause.constant(),
            is_release_all: Kind::ReleaseAll.constant(),
        }
    }
}

impl Logic for KeyboardDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            key,
            released,
            releasing_all,
            skipped_codes,
            went_down
        );
        clock!(self, clock, left, right, down);
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.left.reset.next = self.reset.val();
        self.right.reset.next = self.reset.val();
        self.down.reset.next = self.reset.val();
        // The word. While it is written the read port looks at the word next door, which nobody needs: so synthesis sees that the two
        // ports never meet in one word, and adds no circuit for what the reader would find there.
        self.storing.next = self.state.q.val() == State::Store;
        self.words.read_address.next = self.key.q.val();
        if self.storing.val() {
            self.words.read_address.next = self.key.q.val() ^ 1;
        }
        self.kind.next = self.words.read_data.val().get_bits::<3>(5);
        self.key_action.next = self.words.read_data.val().get_bits::<4>(0);
        // A release changes a key that is down, anything else one that is up.
        self.skipping.next = self.skipped_codes.q.val().any();
        self.changed.next =
            (self.words.read_data.val().get_bit(4) == self.released.q.val()) & !self.skipping.val();
        self.words.write_address.next = self.key.q.val();
        self.words.write_enable.next = self.storing.val();
        self.words.write_data.next = self.words.read_data.val();
        if self.changed.val() {
            self.words.write_data.next = self.words.read_data.val() ^ self.down_bit.val();
        }
        self.stored_change.next = self.changed.val() & self.storing.val();
        self.left.changed.next = self.stored_change.val() & (self.key_action.val() == 1);
        self.left.released.next = self.released.q.val();
        self.left_held.next = self.left.held.val();
        self.right.changed.next = self.stored_change.val() & (self.key_action.val() == 2);
        self.right.released.next = self.released.q.val();
        self.right_held.next = self.right.held.val();
        self.down.changed.next = self.stored_change.val() & (self.key_action.val() == 3);
        self.down.released.next = self.released.q.val();
        self.down_held.next = self.down.held.val();
        self.pressed.next = self.went_down.q.val();
        self.action.next = self.key_action.val();
        // The walk: a shift register with feedback needs no carry chain. It misses word 1FF, which is no key.
        self.entering.next = (self.key.q.val().get_bit(8) == self.key.q.val().get_bit(4)).into();
        self.next_key.next = (self.key.q.val() << 1) | bit_cast::<9, 1>(self.entering.val());
        self.release_all.next = self.code_error.val()
            | (self.storing.val()
                & !self.releasing_all.q.val()
                & (self.kind.val() == self.is_release_all.val()));
        self.went_down.d.next = false;
        match self.state.q.val() {
            State::Idle => {
                if self.code_valid.val() {
                    self.key.d.next =
                        (self.key.q.val() & 0x100) | bit_cast::<9, 8>(self.code.val());
                    self.state.d.next = State::Read;
                }
            }
            State::Read => {
                self.state.d.next = State::Check;
            }
            State::Check => {
                self.went_down.d.next =
                    self.changed.val() & !self.released.q.val() & self.key_action.val().any();
                self.state.d.next = State::Store;
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
                } else if self.skipping.val() | (self.kind.val() == self.is_pause.val()) {
                    self.skipped_codes.d.next = self.skipped_codes.q.val() + 1;
                } else if self.kind.val() == self.is_extended.val() {
                    self.key.d.next = 0x100.into();
                } else if self.kind.val() == self.is_released.val() {
                    self.released.d.next = true;
                } else if self.kind.val() == self.is_key.val() {
                    self.key.d.next = 0.into();
                    self.released.d.next = false;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
        if self.release_all.val() | self.reset.val() {
            self.state.d.next = State::Read;
            self.key.d.next = 0.into();
            self.released.d.next = true;
            self.releasing_all.d.next = true;
            self.skipped_codes.d.next = 0.into();
        }
        if self.reset.val() {
            self.went_down.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;
