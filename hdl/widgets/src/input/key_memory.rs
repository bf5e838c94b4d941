//! Memory of the keyboard decoder: a word for each key, and the list of set keys.
//!
//! ```text
//! 000 to 17F  words of keys, at {extended, code}, see `key_words`. Codes from 80 on have the same
//!             word if they are extended, but that of a pad has one of C0 to DF, where no key is.
//! 180 to 19F  set keys, at the place of their action; places 0, 8, 16 and 24 hold stale keys
//! 1A0 to 1BF  first default keys of the actions
//! 1C0 to 1DF  places of their caps on the screen
//! ```
//!
//! A key in the list is {extended, low seven bits of its code}; 0 is none. The buttons of pads,
//! which can only be stale, stand there as E0 00 to E0 0B and E0 20 to E0 2B; a stale button makes
//! such a key stale, too. F7 (83) stands there as Start of pad 1, and Alt with Print Screen (84) as
//! its up: neither has an action.
//!
//! While a word is written the read port reads the word next to it, which is not used. So the two
//! ports never have the same address, and synthesis adds no circuit for that case.
//!
//! **Latency**: a read takes one clock.

use super::key_words::key_words;
use super::keyboard_decoder::{ListedAction, MappedKey};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Words of the list: which ones, for [`KeyMemory::bank`].
pub mod bank {
    /// Set keys.
    pub const SET: u8 = 0;
    /// First default keys.
    pub const FIRST: u8 = 1;
    /// Places of caps.
    pub const CAPS: u8 = 2;
}

/// The memory.
#[derive(LogicBlock, Module)]
pub struct KeyMemory {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// `{extended, code}` of a key.
    pub key: Signal<In, Bits<9>>,
    /// Level: the list, not the word of the key.
    pub in_list: Signal<In, Bit>,
    /// Which words of it, see [`bank`].
    pub bank: Signal<In, Bits<2>>,
    /// Place in the list.
    pub place: Signal<In, Bits<5>>,
    /// Level: `write_data` is written there.
    pub write: Signal<In, Bit>,
    /// A word.
    pub write_data: Signal<In, Bits<8>>,
    /// The word of the clock before.
    pub read_data: Signal<Out, Bits<8>>,
    #[part(clock)]
    #[given]
    words: RAM<Bits<8>, 9>,
    address: Signal<Local, Bits<9>>,
    #[value(0xC0_u8)]
    no_keys: Constant<Bits<9>>,
    #[value(0x180_u16)]
    list: Constant<Bits<9>>,
}

impl KeyMemory {
    /// Of these keys and these actions.
    pub fn new(map: &[MappedKey], actions: &[ListedAction]) -> Self {
        construct!(KeyMemory {
            words: RAM::new(key_words(map, actions)),
        })
    }
}

#[clocked]
impl Logic for KeyMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.address.next = self.key.val();
        if self.key.val().get_bit(7) {
            self.address.next = bit_cast::<9, 8>(self.key.val().get_bits::<8>(0));
            // Pads have codes 9x and Bx.
            if self.key.val().get_bit(8) & !self.key.val().get_bit(6) & self.key.val().get_bit(4) {
                self.address.next = self.no_keys.val()
                    | (bit_cast::<9, 1>(self.key.val().get_bits::<1>(5)) << 4)
                    | bit_cast::<9, 4>(self.key.val().get_bits::<4>(0));
            }
        }
        if self.in_list.val() {
            self.address.next = self.list.val()
                | (bit_cast::<9, 2>(self.bank.val()) << 5)
                | bit_cast::<9, 5>(self.place.val());
        }
        self.words.write_address.next = self.address.val();
        self.words.write_data.next = self.write_data.val();
        self.words.write_enable.next = self.write.val();
        self.words.read_address.next = self.address.val();
        if self.write.val() {
            self.words.read_address.next = self.address.val() ^ 1;
        }
        self.read_data.next = self.words.read_data.val();
    }
}
