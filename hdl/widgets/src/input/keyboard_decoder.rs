//! Turns the bytes of a PS/2 keyboard (scan code set 2) into key events of one player or two: who pressed or holds which action.
//!
//! ```text
//! code_valid __|~|____________________________
//! state      Idle X Read X Check X Store X Idle
//! pressed    ____________________|~~~~~|______     `action`, `presser` valid
//! left_held  __________________________|~~~~~~
//! ```
//!
//! One block RAM holds a word per code, `{class, down, action}`, at the address `{extended, code}`. Every code reads its word and writes it
//! back with `down` as it now is, so any number of keys may be down, and the codes that a held key repeats press nothing, but are told apart. What a code
//! means, prefix or key, and which action a key has are the RAM's initial contents; the circuit never changes them. The class says when
//! the key acts and for whom: [`KeyClass`]. Every key remembers that it is down, also one that does not act.
//!
//! E0 makes the address of the next key extended, F0 makes it a release, E1 (the Pause key, which has no release) skips the 7 codes that
//! follow. AA (the keyboard restarted), 00 and FF (it lost keys) and `code_error` release every key: a walk through all words releases
//! each key that is down. It takes 1022 clocks and runs after reset too. A change of `two_players` walks too, as soon as no
//! key's codes are half in, but counts the keys that are down anew, as they act now: none is pressed by it, and none forgotten. Unlike an error, that
//! change may come at any time, so a code that arrives during the walk waits for its end. At 18 MHz or more that is less than the 59 us
//! for which a receiver holds a code.
//!
//! A key that acts and was down before an error or a reset is stale: its code is no press and no
//! repeat, and it is not held, until its release arrives or 36 ticks pass without its code. The last
//! four such keys are known ([`StaleKeys`]).
//!
//! Other answers of a keyboard (EE, FA, FC, FE) mean nothing here. The fake shifts around some
//! extended keys (E0 12, E0 59) are keys without an action.
//!
//! **Shape**: `pressed` is a strobe three clocks after `code_valid`, or a clock after the end of `stall`; the `_held` outputs are levels that change on the clock after it.
//! **Cost**: 1 block RAM.
//! **Source**: scan code set 2, which keyboards send at power-up; Adam Chapweske, "The AT-PS/2 Keyboard Interface".

use crate::input::held_keys::HeldKeys;
use crate::input::key_words::{key_words, DOWN_BIT};
use crate::input::stale_keys::StaleKeys;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

pub use crate::input::key_words::{KeyClass, MappedKey, DOWN, LEFT, RIGHT};

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
    /// Level: two players share the keyboard.
    pub two_players: Signal<In, Bit>,
    /// The byte received, from `code_valid` to the end of a walk.
    pub code: Signal<In, Bits<8>>,
    /// Strobe: a byte was received.
    pub code_valid: Signal<In, Bit>,
    /// Strobe: a byte was lost.
    pub code_error: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// Level: from the next clock on nothing is pressed; what comes waits.
    pub stall: Signal<In, Bit>,
    /// Strobe: a key that acts went down.
    pub pressed: Signal<Out, Bit>,
    /// Strobe: a key that acts and is down sent its code again.
    pub repeated: Signal<Out, Bit>,
    /// The action of that key; valid with `pressed` and `repeated`.
    pub action: Signal<Out, Bits<5>>,
    /// Whose key it is, 0 player 1; valid with `pressed`.
    pub presser: Signal<Out, Bit>,
    /// A key of action [`LEFT`] is down; bit 0 player 1, bit 1 player 2.
    pub left_held: Signal<Out, Bits<2>>,
    /// The same for [`RIGHT`].
    pub right_held: Signal<Out, Bits<2>>,
    /// The same for [`DOWN`].
    pub down_held: Signal<Out, Bits<2>>,
    #[given]
    words: RAM<Bits<8>, 9>,
    #[part(clock)]
    left: HeldKeys,
    #[part(clock)]
    right: HeldKeys,
    #[part(clock)]
    down: HeldKeys,
    #[part]
    stale_keys: StaleKeys,
    #[reset(or = mode_changes)]
    left_two: DFF<Bit>,
    #[reset(or = mode_changes)]
    right_two: DFF<Bit>,
    #[reset(or = mode_changes)]
    down_two: DFF<Bit>,
    #[reset(State::Read, or = release_all)]
    state: DFF<State>,
    /// `two_players` as the keys now act by it.
    mode: DFF<Bit>,
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
    went_down: DFF<Bit>,
    repeats: DFF<Bit>,
    /// What the word says, kept: what follows a press is long, and so is the way out of the block RAM.
    action_now: DFF<Bits<5>>,
    presser_now: DFF<Bit>,
    storing: Signal<Local, Bit>,
    skipping: Signal<Local, Bit>,
    has_code: Signal<Local, Bit>,
    mode_changes: Signal<Local, Bit>,
    recounting: Signal<Local, Bit>,
    class: Signal<Local, Bits<2>>,
    #[default(0)]
    kind: Signal<Local, Bits<5>>,
    acts: Signal<Local, Bit>,
    key_action: Signal<Local, Bits<5>>,
    of_player_two: Signal<Local, Bit>,
    changed: Signal<Local, Bit>,
    /// The code of a stale key.
    ignored: Signal<Local, Bit>,
    counts_one: Signal<Local, Bit>,
    counts_two: Signal<Local, Bit>,
    release_all: Signal<Local, Bit>,
    entering: Signal<Local, Bits<1>>,
    next_key: Signal<Local, Bits<9>>,
    #[value(DOWN_BIT)]
    down_bit: Constant<Bits<8>>,
    #[value(0x100_u16)]
    last_key: Constant<Bits<9>>,
}

impl KeyboardDecoder {
    /// A decoder for the key map `map`. An action of 16 or more on a key of [`KeyClass::OnePlayer`] means: 16 less with one player, and
    /// with two players the action itself.
    ///
    /// # Panics
    /// If the map names something that is no key, a key twice, or more keys for one of the held actions than three of player 1 and one
    /// of player 2.
    pub fn new(map: &[MappedKey]) -> Self {
        construct!(KeyboardDecoder {
            words: RAM::new(key_words(map)),
        })
    }
}

#[clocked]
impl Logic for KeyboardDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.skipping.next = self.skipped_codes.q.val().any();
        // A change of players waits for the end of a key's codes, lest a key be taken for its neighbour or a release for a press.
        self.has_code.next = self.code_valid.val() | self.code_waits.q.val();
        self.mode_changes.next = (self.state.q.val() == State::Idle)
            & (self.mode.q.val() != self.two_players.val())
            & !self.has_code.val()
            & !self.key.q.val().get_bit(8)
            & !self.released.q.val()
            & !self.skipping.val()
            & !self.code_error.val();
        self.left.reset.next = self.reset.val() | self.mode_changes.val();
        self.right.reset.next = self.reset.val() | self.mode_changes.val();
        self.down.reset.next = self.reset.val() | self.mode_changes.val();
        // The word. While it is written the read port looks at the word next door, which nobody needs: so synthesis sees that the two
        // ports never meet in one word, and adds no circuit for what the reader would find there.
        self.storing.next = self.state.q.val() == State::Store;
        self.words.read_address.next = self.key.q.val();
        if self.storing.val() {
            self.words.read_address.next = self.key.q.val() ^ 1;
        }
        self.class.next = self.words.read_data.val().get_bits::<2>(6);
        self.of_player_two.next = self.class.val().all();
        if !self.class.val().any() {
            self.kind.next = self.words.read_data.val().get_bits::<5>(0);
        }
        // A key of one player has two meanings if bit 4 is set.
        self.acts.next = self.class.val().any();
        self.key_action.next = self.words.read_data.val().get_bits::<5>(0);
        if self.of_player_two.val() {
            self.acts.next = self.mode.q.val();
        }
        if self.class.val() == 2 {
            self.acts.next = !self.mode.q.val() | self.words.read_data.val().get_bit(4);
            if !self.mode.q.val() {
                self.key_action.next = self.words.read_data.val().get_bits::<5>(0) & 0xF;
            }
        }
        self.stale_keys.tick.next = self.tick.val();
        self.stale_keys.key.next = self.key.q.val();
        self.ignored.next =
            self.stale_keys.is_stale.val() & !self.released.q.val() & !self.releasing_all.q.val();
        // A release changes a key that is down, anything else one that is up.
        self.changed.next = (self.words.read_data.val().get_bit(5) == self.released.q.val())
            & !self.skipping.val()
            & !self.ignored.val();
        self.stale_keys.add.next = self.storing.val()
            & self.releasing_all.q.val()
            & self.released.q.val()
            & self.changed.val()
            & self.class.val().any();
        self.stale_keys.renew.next = self.storing.val()
            & !self.releasing_all.q.val()
            & !self.released.q.val()
            & !self.skipping.val();
        self.stale_keys.forget.next = self.storing.val()
            & !self.releasing_all.q.val()
            & self.released.q.val()
            & !self.skipping.val();
        self.words.write_address.next = self.key.q.val();
        self.recounting.next = self.releasing_all.q.val() & !self.released.q.val();
        self.words.write_enable.next = self.storing.val() & !self.recounting.val();
        self.words.write_data.next = self.words.read_data.val();
        if self.changed.val() {
            self.words.write_data.next = self.words.read_data.val() ^ self.down_bit.val();
        }
        self.counts_one.next = (self.changed.val() != self.recounting.val())
            & self.storing.val()
            & self.acts.val()
            & !self.of_player_two.val();
        self.left.changed.next = self.counts_one.val() & (self.key_action.val() == 1);
        self.left.released.next = self.released.q.val();
        self.right.changed.next = self.counts_one.val() & (self.key_action.val() == 2);
        self.right.released.next = self.released.q.val();
        self.down.changed.next = self.counts_one.val() & (self.key_action.val() == 3);
        self.down.released.next = self.released.q.val();
        // Player 2 has one key for each, so there is nothing to count.
        self.counts_two.next = (self.changed.val() != self.recounting.val())
            & self.storing.val()
            & self.acts.val()
            & self.of_player_two.val();
        if self.counts_two.val() & (self.key_action.val() == 1) {
            self.left_two.d.next = !self.released.q.val();
        }
        if self.counts_two.val() & (self.key_action.val() == 2) {
            self.right_two.d.next = !self.released.q.val();
        }
        if self.counts_two.val() & (self.key_action.val() == 3) {
            self.down_two.d.next = !self.released.q.val();
        }
        self.left_held.next = (bit_cast::<2, 1>(self.left_two.q.val().into()) << 1)
            | bit_cast::<2, 1>(self.left.held.val().into());
        self.right_held.next = (bit_cast::<2, 1>(self.right_two.q.val().into()) << 1)
            | bit_cast::<2, 1>(self.right.held.val().into());
        self.down_held.next = (bit_cast::<2, 1>(self.down_two.q.val().into()) << 1)
            | bit_cast::<2, 1>(self.down.held.val().into());
        self.pressed.next = self.went_down.q.val();
        self.repeated.next = self.repeats.q.val();
        self.action_now.d.next = self.key_action.val();
        self.presser_now.d.next = self.of_player_two.val();
        self.action.next = self.action_now.q.val();
        self.presser.next = self.presser_now.q.val();
        // The walk: a shift register with feedback needs no carry chain. It misses word 1FF, which is no key.
        self.entering.next = (self.key.q.val().get_bit(8) == self.key.q.val().get_bit(4)).into();
        self.next_key.next = (self.key.q.val() << 1) | bit_cast::<9, 1>(self.entering.val());
        self.release_all.next = self.code_error.val()
            | self.mode_changes.val()
            | (self.storing.val() & !self.releasing_all.q.val() & self.kind.val().get_bit(3));
        self.went_down.d.next = false;
        self.repeats.d.next = false;
        self.code_waits.d.next = self.has_code.val();
        match self.state.q.val() {
            State::Idle => {
                self.code_waits.d.next = false;
                if self.has_code.val() {
                    self.key.d.next =
                        (self.key.q.val() & 0x100) | bit_cast::<9, 8>(self.code.val());
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
                    self.went_down.d.next =
                        self.changed.val() & !self.released.q.val() & self.acts.val();
                    self.repeats.d.next = !self.changed.val()
                        & !self.ignored.val()
                        & !self.released.q.val()
                        & self.acts.val()
                        & !self.skipping.val();
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
                } else if self.skipping.val() | self.kind.val().get_bit(2) {
                    self.skipped_codes.d.next = self.skipped_codes.q.val() + 1;
                } else if self.kind.val().get_bit(0) {
                    self.key.d.next = 0x100.into();
                } else if self.kind.val().get_bit(1) {
                    self.released.d.next = true;
                } else if !self.kind.val().get_bit(4) {
                    self.key.d.next = 0.into();
                    self.released.d.next = false;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
        if self.release_all.val() | self.reset.val() {
            self.released.d.next = true;
        }
        if self.mode_changes.val() {
            self.released.d.next = false;
            self.mode.d.next = self.two_players.val();
        }
    }
}

#[cfg(test)]
mod tests;
