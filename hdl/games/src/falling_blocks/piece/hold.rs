//! Hold slot: one piece, once per piece.
//!
//! A hold stores the falling piece. The piece that was held comes in instead, or the next one of
//! the bag if none was held. It starts at the top in its spawn orientation. After a hold the player
//! may hold again when a piece has locked.
//!
//! **Interface**: `restart`, `store` and `allow` are strobes.
//!
//! **Latency**: one clock.
//!
//! **Source**: `docs/rules.md`, hold.

use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Commands to the hold slot, and the held piece.
#[interface(client = HoldControlClient)]
pub struct HoldControlPort {
    /// Strobe: a new game; clear the slot.
    pub restart: Signal<In, Bit>,
    /// Strobe: store `shape`.
    pub store: Signal<In, Bit>,
    /// Strobe: the piece has locked; the next one may be held.
    pub allow: Signal<In, Bit>,
    /// Held shape, 1 to 7, or 0 if none.
    pub held: Signal<Out, Bits<3>>,
    /// Level: the falling piece may be held.
    pub allowed: Signal<Out, Bit>,
}

/// Register of the held shape.
#[derive(LogicBlock, Module)]
pub struct Hold {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Commands to the hold slot, and the held piece.
    pub control: HoldControlPort,
    /// Setting: pieces may be held.
    pub enable: Signal<In, Bit>,
    /// Shape of the falling piece, 1 to 7. Sampled with `store`.
    pub shape: Signal<In, Bits<3>>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    #[reset(or = self.control.restart.val())]
    slot: DFF<Bits<3>>,
    #[context]
    #[reset(or = self.control.restart.val())]
    is_used: DFF<Bit>,
}

#[clocked]
impl Logic for Hold {
    #[hdl_gen]
    fn update(&mut self) {
        self.control.held.next = self.slot.q.val();
        self.control.allowed.next = self.enable.val() & !self.is_used.q.val();
        if self.control.store.val() {
            self.slot.d.next = self.shape.val();
            self.is_used.d.next = true;
        }
        if self.control.allow.val() {
            self.is_used.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn strobe(uut: &mut Bench<Hold>, strobe: fn(&mut Hold) -> &mut Signal<In, Bit>) {
        uut.poke(strobe, true);
        tick!(uut);
        uut.poke(strobe, false);
    }

    fn hold() -> Bench<Hold> {
        let mut uut = Bench::new(Hold::default());
        poke!(uut.enable = true);
        strobe(&mut uut, |uut| &mut uut.control.restart);
        uut
    }

    fn seen(uut: &mut Bench<Hold>) -> (u64, bool) {
        (peek!(uut, control.held).into(), peek!(uut, control.allowed))
    }

    #[test]
    fn a_piece_is_held_once_until_the_next_one_locks() {
        let mut uut = hold();
        assert_eq!(seen(&mut uut), (0, true));
        poke!(uut.shape = 6.into());
        strobe(&mut uut, |uut| &mut uut.control.store);
        assert_eq!(seen(&mut uut), (6, false));
        poke!(uut.shape = 3.into());
        tick!(uut);
        assert_eq!(seen(&mut uut), (6, false), "the falling piece is not held");
        strobe(&mut uut, |uut| &mut uut.control.allow);
        assert_eq!(seen(&mut uut), (6, true));
        strobe(&mut uut, |uut| &mut uut.control.store);
        assert_eq!(seen(&mut uut), (3, false));
        strobe(&mut uut, |uut| &mut uut.control.restart);
        assert_eq!(seen(&mut uut), (0, true));
    }

    #[test]
    fn hold_is_refused_while_the_setting_is_off() {
        let mut uut = hold();
        poke!(uut.enable = false);
        assert_eq!(seen(&mut uut), (0, false));
    }

    #[test]
    fn the_players_exchange_what_they_hold() {
        let mut uut = hold();
        poke!(uut.shape = 5.into());
        strobe(&mut uut, |uut| &mut uut.control.store);
        // `rest` is the context of the other player.
        let mut rest = [false; Hold::CONTEXT_BITS as usize];
        let mut exchange = |uut: &mut Bench<Hold>| {
            poke!(uut.context_shift = true);
            for bit in &mut rest {
                poke!(uut.context_in = *bit);
                *bit = peek!(uut.context_out);
                tick!(uut);
            }
            poke!(uut.context_shift = false);
        };
        exchange(&mut uut);
        assert_eq!(seen(&mut uut), (0, true));
        exchange(&mut uut);
        assert_eq!(seen(&mut uut), (5, false));
    }
}
