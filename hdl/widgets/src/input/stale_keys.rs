//! The last four keys that were down when the keyboard lost a byte.
//!
//! A damaged byte may have been the release of any key, so all keys count as released. A key that
//! is still down repeats its code; that is no press. Each entry of the list is such a key. It stays
//! until the key's release arrives, or until 36 ticks (600 ms) have passed without its code.
//!
//! A keyboard repeats a held key at least twice a second, after a first delay of a second at most.
//!
//! **Interface**: `is_stale` is combinational, for the `key` as it stands. `add`, `renew` and
//! `forget` are strobes that concern that key.
//! **Source**: the 36 ticks cover the slowest repeat of a PS/2 keyboard, 2 a second.

use crate::counting::Countdown;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks for which an entry stays without its key's code.
pub const STALE_TICKS: u8 = 36;

/// One entry of the list.
#[derive(LogicBlock, Module)]
struct StaleKey {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no key.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// Strobe: take the next two over.
    pub load: Signal<In, Bit>,
    /// Key of the entry before.
    pub next_key: Signal<In, Bits<9>>,
    /// Ticks for which it stays.
    pub next_ticks: Signal<In, Bits<6>>,
    /// The key that is asked for.
    pub key: Signal<In, Bits<9>>,
    /// Strobe: that key's ticks are these.
    pub set: Signal<In, Bit>,
    /// 0 or [`STALE_TICKS`].
    pub set_ticks: Signal<In, Bits<6>>,
    /// This entry's key.
    pub kept_key: Signal<Out, Bits<9>>,
    /// Ticks for which it stays; 0: no key.
    pub kept_ticks: Signal<Out, Bits<6>>,
    /// Level: this entry is `key`.
    pub is_match: Signal<Out, Bit>,
    key_now: DFF<Bits<9>>,
    #[part]
    countdown: Countdown<6>,
}

#[clocked]
impl Logic for StaleKey {
    #[hdl_gen]
    fn update(&mut self) {
        self.kept_key.next = self.key_now.q.val();
        self.kept_ticks.next = self.countdown.left.val();
        self.is_match.next = (self.key_now.q.val() == self.key.val()) & self.countdown.counts.val();
        self.countdown.step.next = self.tick.val();
        self.countdown.load.next = self.load.val() | (self.set.val() & self.is_match.val());
        self.countdown.from.next = self.set_ticks.val();
        if self.load.val() {
            self.key_now.d.next = self.next_key.val();
            self.countdown.from.next = self.next_ticks.val();
        }
    }
}

/// The list.
#[derive(LogicBlock, Module)]
pub struct StaleKeys {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no key is stale.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// `{extended, code}` of a key.
    pub key: Signal<In, Bits<9>>,
    /// Strobe: an error released that key; the oldest entry leaves the list.
    pub add: Signal<In, Bit>,
    /// Strobe: its code arrived; if it is stale, its ticks begin anew.
    pub renew: Signal<In, Bit>,
    /// Strobe: its release arrived.
    pub forget: Signal<In, Bit>,
    /// Level: the key is in the list.
    pub is_stale: Signal<Out, Bit>,
    entries: [StaleKey; 4],
    set: Signal<Local, Bit>,
    #[default(0)]
    set_ticks: Signal<Local, Bits<6>>,
    #[value(STALE_TICKS)]
    most_ticks: Constant<Bits<6>>,
}

#[clocked]
impl Logic for StaleKeys {
    #[hdl_gen]
    fn update(&mut self) {
        self.set.next = self.renew.val() | self.forget.val();
        if self.renew.val() {
            self.set_ticks.next = self.most_ticks.val();
        }
        for i in 0..4 {
            self.entries[i].clock.next = self.clock.val();
            self.entries[i].reset.next = self.reset.val();
            self.entries[i].tick.next = self.tick.val();
            self.entries[i].load.next = self.add.val();
            self.entries[i].key.next = self.key.val();
            self.entries[i].set.next = self.set.val();
            self.entries[i].set_ticks.next = self.set_ticks.val();
        }
        self.entries[0].next_key.next = self.key.val();
        self.entries[0].next_ticks.next = self.most_ticks.val();
        self.entries[1].next_key.next = self.entries[0].kept_key.val();
        self.entries[1].next_ticks.next = self.entries[0].kept_ticks.val();
        self.entries[2].next_key.next = self.entries[1].kept_key.val();
        self.entries[2].next_ticks.next = self.entries[1].kept_ticks.val();
        self.entries[3].next_key.next = self.entries[2].kept_key.val();
        self.entries[3].next_ticks.next = self.entries[2].kept_ticks.val();
        self.is_stale.next = self.entries[0].is_match.val()
            | self.entries[1].is_match.val()
            | self.entries[2].is_match.val()
            | self.entries[3].is_match.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn list(keys: &[u64]) -> Bench<StaleKeys> {
        let mut uut = Bench::with_rust_hdl(StaleKeys::default());
        for key in keys {
            poke!(uut.key = key.to_bits());
            poke!(uut.add = true);
            tick!(uut);
        }
        poke!(uut.add = false);
        uut
    }

    fn is_stale(uut: &mut Bench<StaleKeys>, key: u64) -> bool {
        poke!(uut.key = key.to_bits());
        peek!(uut.is_stale)
    }

    fn pass(uut: &mut Bench<StaleKeys>, ticks: u8) {
        for _ in 0..ticks {
            poke!(uut.tick = true);
            tick!(uut);
            poke!(uut.tick = false);
            tick!(uut);
        }
    }

    #[test]
    fn the_last_four_keys_are_kept() {
        let mut uut = list(&[0x1C, 0x16B, 0x6B, 0x3B, 0x4B]);
        let stale = [0x1C, 0x16B, 0x6B, 0x3B, 0x4B, 0x14B, 0].map(|key| is_stale(&mut uut, key));
        assert_eq!(stale, [false, true, true, true, true, false, false]);
    }

    #[test]
    fn an_entry_ends_36_ticks_after_the_last_code() {
        let mut uut = list(&[0x34, 0x3B]);
        pass(&mut uut, 35);
        assert!(is_stale(&mut uut, 0x34));
        poke!(uut.renew = true);
        tick!(uut);
        poke!(uut.renew = false);
        pass(&mut uut, 1);
        assert!(is_stale(&mut uut, 0x34));
        assert!(!is_stale(&mut uut, 0x3B), "its code has not come");
        pass(&mut uut, 34);
        assert!(is_stale(&mut uut, 0x34));
        pass(&mut uut, 1);
        assert!(!is_stale(&mut uut, 0x34));
    }

    #[test]
    fn a_release_or_a_reset_ends_an_entry() {
        let mut uut = list(&[0x34, 0x3B, 0x4B]);
        assert!(is_stale(&mut uut, 0x34));
        poke!(uut.forget = true);
        tick!(uut);
        poke!(uut.forget = false);
        assert!(!is_stale(&mut uut, 0x34));
        assert!(is_stale(&mut uut, 0x3B));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        assert!(!is_stale(&mut uut, 0x3B) && !is_stale(&mut uut, 0x4B));
    }
}
