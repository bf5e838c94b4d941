//! The code at work: its key, whether it is a release, and what its prefixes leave for the next
//! one.
//!
//! E0 is remembered in the top bit of `key`, F0 in `released`. After E1, which begins the codes of
//! the Pause key, 7 codes are skipped. In a walk the keys follow each other in the order of a shift
//! register with feedback, which needs no carry chain. It misses word 1FF, which is no key.
//!
//! **Interface**: all inputs but codes and kind are strobes; `key`, `released` and `skipping`
//! follow them one clock later.

use super::key_meaning::CodeKindReader;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The code.
#[derive(LogicBlock, Module)]
pub struct KeyCode {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: a walk begins.
    pub reset: Signal<In, Bit>,
    /// The byte received.
    pub code: Signal<In, Bits<8>>,
    /// Strobe: it is at work now.
    pub takes_code: Signal<In, Bit>,
    /// Code of a button of a gamepad.
    pub pad_code: Signal<In, Bits<8>>,
    /// That button is up.
    pub pad_released: Signal<In, Bit>,
    /// Strobe: it is at work now.
    pub takes_pad: Signal<In, Bit>,
    /// Kind of the code. Valid with `stores`.
    pub kind: CodeKindReader,
    /// Strobe: the code has acted.
    pub stores: Signal<In, Bit>,
    /// Level, with `stores`: the key is still needed.
    pub keeps: Signal<In, Bit>,
    /// Strobe: it is not needed any more.
    pub drops: Signal<In, Bit>,
    /// Strobe: the next key of a walk.
    pub advances: Signal<In, Bit>,
    /// Strobe: a walk begins at the first key.
    pub walks: Signal<In, Bit>,
    /// Level, with `walks`: it releases no key.
    pub recounts: Signal<In, Bit>,
    /// `{extended, code}`.
    pub key: Signal<Out, Bits<9>>,
    /// Level: prefix F0 was received, or a walk releases all keys.
    pub released: Signal<Out, Bit>,
    /// Level: the code is one of the Pause key.
    pub skipping: Signal<Out, Bit>,
    /// Level: the next code begins a key.
    pub is_between_keys: Signal<Out, Bit>,
    /// Level: the key is the last one of a walk.
    pub is_last: Signal<Out, Bit>,
    #[reset(or = walks)]
    key_now: DFF<Bits<9>>,
    /// Set by a reset in `update`, where a recount overrides it.
    #[reset(none)]
    released_now: DFF<Bit>,
    /// Counts up from E1 until it wraps.
    #[reset(or = walks)]
    skipped_codes: DFF<Bits<3>>,
    entering: Signal<Local, Bits<1>>,
    next_key: Signal<Local, Bits<9>>,
    #[value(0x100_u16)]
    last_key: Constant<Bits<9>>,
}

#[clocked]
impl Logic for KeyCode {
    #[hdl_gen]
    fn update(&mut self) {
        self.key.next = self.key_now.q.val();
        self.released.next = self.released_now.q.val();
        self.skipping.next = self.skipped_codes.q.val().any();
        self.is_between_keys.next =
            !self.key.val().get_bit(8) & !self.released.val() & !self.skipping.val();
        self.is_last.next = self.key.val() == self.last_key.val();
        self.entering.next = (self.key.val().get_bit(8) == self.key.val().get_bit(4)).into();
        self.next_key.next = (self.key.val() << 1) | bit_cast::<9, 1>(self.entering.val());
        if self.takes_code.val() {
            self.key_now.d.next = (self.key.val() & 0x100) | bit_cast::<9, 8>(self.code.val());
        }
        if self.takes_pad.val() {
            self.key_now.d.next = bit_cast::<9, 8>(self.pad_code.val());
            self.released_now.d.next = self.pad_released.val();
        }
        if self.stores.val() {
            if self.skipping.val() | self.kind.is_pause.val() {
                self.skipped_codes.d.next = self.skipped_codes.q.val() + 1;
            } else if self.kind.is_extended.val() {
                self.key_now.d.next = 0x100.into();
            } else if self.kind.is_release.val() {
                self.released_now.d.next = true;
            } else if !self.kind.is_answer.val() {
                self.released_now.d.next = false;
                if !self.keeps.val() {
                    self.key_now.d.next = 0.into();
                }
            }
        }
        if self.drops.val() {
            self.key_now.d.next = 0.into();
        }
        if self.advances.val() {
            self.key_now.d.next = self.next_key.val();
            if self.is_last.val() {
                self.key_now.d.next = 0.into();
                self.released_now.d.next = false;
            }
        }
        if self.walks.val() | self.reset.val() {
            self.released_now.d.next = !self.recounts.val();
        }
    }
}
