//! Times for which the last four keys stay stale that were down when the keyboard lost a byte.
//!
//! A damaged byte may have been the release of any key, so all keys count as released. A key that
//! is still down repeats its code; that is no press. The key is stale until its release arrives, or
//! until 36 ticks (600 ms) have passed without its code. The key itself is in the list of the
//! keyboard decoder.
//!
//! Nothing is sent to the keyboard, so a held key repeats as after power-up: the first time after
//! 500 ms, then every 92 ms.
//!
//! **Interface**: `is_live` is combinational, for the `slot`. `add`, `renew` and `forget` are
//! strobes that concern the `slot`.
//! **Source**: power-up values of PS/2 keyboards: a first delay of 500 ms, 10.9 repeats a second.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks for which a key stays stale without its code.
pub const STALE_TICKS: u8 = 36;
/// The state from which a timer takes [`STALE_TICKS`] steps to 0.
const FIRST_STATE: u8 = 5;

/// One timer: a shift register of six bits. The new bit is 1 if the two highest are equal.
#[derive(LogicBlock, Module)]
struct StaleTimer {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the time is over.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// Strobe: the time begins.
    pub begins: Signal<In, Bit>,
    /// Strobe: the time is over.
    pub ends: Signal<In, Bit>,
    /// Level: it is not.
    pub is_live: Signal<Out, Bit>,
    state: DFF<Bits<6>>,
    entering: Signal<Local, Bits<1>>,
    #[value(FIRST_STATE)]
    first_state: Constant<Bits<6>>,
}

#[clocked]
impl Logic for StaleTimer {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_live.next = self.state.q.val().any();
        self.entering.next =
            (self.state.q.val().get_bit(5) == self.state.q.val().get_bit(4)).into();
        if self.tick.val() & self.is_live.val() {
            self.state.d.next = (self.state.q.val() << 1) | bit_cast::<6, 1>(self.entering.val());
        }
        if self.begins.val() {
            self.state.d.next = self.first_state.val();
        }
        if self.ends.val() {
            self.state.d.next = 0.into();
        }
    }
}

/// The timers.
#[derive(LogicBlock, Module)]
pub struct StaleTimers {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no key is stale.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// A slot.
    pub slot: Signal<In, Bits<2>>,
    /// Level: its key is stale.
    pub is_live: Signal<Out, Bit>,
    /// Level: any key is stale.
    pub any_live: Signal<Out, Bit>,
    /// Strobe: the time of the slot begins anew.
    pub renew: Signal<In, Bit>,
    /// Strobe: the time of the slot ends.
    pub forget: Signal<In, Bit>,
    /// Strobe: a key is put into the slot, which is `oldest`.
    pub add: Signal<In, Bit>,
    /// The slot of the oldest key.
    pub oldest: Signal<Out, Bits<2>>,
    oldest_now: DFF<Bits<2>>,
    timers: [StaleTimer; 4],
    begins: Signal<Local, Bit>,
}

#[clocked]
impl Logic for StaleTimers {
    #[hdl_gen]
    fn update(&mut self) {
        self.oldest.next = self.oldest_now.q.val();
        if self.add.val() {
            self.oldest_now.d.next = self.oldest_now.q.val() + 1;
        }
        self.begins.next = self.add.val() | self.renew.val();
        self.is_live.next = false;
        self.any_live.next = self.timers[0].is_live.val()
            | self.timers[1].is_live.val()
            | self.timers[2].is_live.val()
            | self.timers[3].is_live.val();
        for i in 0..4 {
            self.timers[i].clock.next = self.clock.val();
            self.timers[i].reset.next = self.reset.val();
            self.timers[i].tick.next = self.tick.val();
            self.timers[i].begins.next = self.begins.val() & (self.slot.val() == i.to_bits());
            self.timers[i].ends.next = self.forget.val() & (self.slot.val() == i.to_bits());
            if self.slot.val() == i.to_bits() {
                self.is_live.next = self.timers[i].is_live.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Timers after so many keys.
    fn timers(keys: usize) -> Bench<StaleTimers> {
        let mut uut = Bench::with_rust_hdl(StaleTimers::default());
        for _ in 0..keys {
            poke!(uut.add = true);
            poke!(uut.slot = peek!(uut.oldest));
            tick!(uut);
        }
        poke!(uut.add = false);
        uut
    }

    fn live(uut: &mut Bench<StaleTimers>) -> [bool; 4] {
        [0_u8, 1, 2, 3].map(|slot| {
            poke!(uut.slot = slot.to_bits());
            peek!(uut.is_live)
        })
    }

    fn pass(uut: &mut Bench<StaleTimers>, ticks: u8) {
        for _ in 0..ticks {
            poke!(uut.tick = true);
            tick!(uut);
            poke!(uut.tick = false);
            tick!(uut);
        }
    }

    #[test]
    fn the_oldest_slot_gets_the_next_key() {
        for keys in 0..6 {
            let mut uut = timers(keys);
            assert_eq!(usize::from(peek!(uut.oldest).to_u8()), keys % 4);
            assert_eq!(live(&mut uut), [0, 1, 2, 3].map(|slot| slot < keys));
        }
    }

    #[test]
    fn a_key_is_stale_until_36_ticks_after_its_last_code() {
        let mut uut = timers(2);
        pass(&mut uut, 35);
        assert_eq!(live(&mut uut), [true, true, false, false]);
        poke!(uut.slot = 1.into());
        poke!(uut.renew = true);
        tick!(uut);
        poke!(uut.renew = false);
        pass(&mut uut, 1);
        assert_eq!(live(&mut uut), [false, true, false, false]);
        pass(&mut uut, 34);
        assert_eq!(live(&mut uut), [false, true, false, false]);
        pass(&mut uut, 1);
        assert_eq!(live(&mut uut), [false; 4]);
    }

    #[test]
    fn a_release_ends_the_time_of_a_key_and_a_reset_of_all() {
        let mut uut = timers(4);
        poke!(uut.slot = 2.into());
        poke!(uut.forget = true);
        tick!(uut);
        poke!(uut.forget = false);
        assert_eq!(live(&mut uut), [true, true, false, true]);
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        assert_eq!(live(&mut uut), [false; 4]);
    }
}
