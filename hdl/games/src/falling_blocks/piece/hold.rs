//! The hold slot: one piece put aside, once per piece.
//!
//! The first hold takes the next piece from the bag; later ones swap. What comes out starts at the
//! top in its spawn orientation.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Bits of state that the players exchange.
pub(in crate::falling_blocks) const STATE_LENGTH: u64 = 4;

/// Keeps the held piece.
#[derive(LogicBlock, Module)]
pub struct Hold {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game, nothing is held.
    pub restart: Signal<In, Bit>,
    /// Strobe: put `shape` aside.
    pub put_aside: Signal<In, Bit>,
    /// Strobe: the piece has locked, the next may be held.
    pub allow: Signal<In, Bit>,
    /// Shape of the falling piece.
    pub shape: Signal<In, Bits<3>>,
    /// Held shape, 0 if none.
    pub held: Signal<Out, Bits<3>>,
    /// Level: the falling piece may be held.
    pub allowed: Signal<Out, Bit>,
    /// Level: exchange the players' states.
    pub swap: Signal<In, Bit>,
    /// The chain enters here.
    pub chain_in: Signal<In, Bit>,
    /// The chain leaves here.
    pub chain_out: Signal<Out, Bit>,
    #[reset(or = restart)]
    slot: DFF<Bits<3>>,
    #[reset(or = restart)]
    is_used: DFF<Bit>,
}

#[clocked]
impl Logic for Hold {
    #[hdl_gen]
    fn update(&mut self) {
        self.held.next = self.slot.q.val();
        self.allowed.next = !self.is_used.q.val();
        if self.put_aside.val() {
            self.slot.d.next = self.shape.val();
            self.is_used.d.next = true;
        }
        if self.allow.val() {
            self.is_used.d.next = false;
        }
        self.chain_out.next = self.is_used.q.val();
        if self.swap.val() {
            self.slot.d.next =
                (self.slot.q.val() << 1) | bit_cast::<3, 1>(self.chain_in.val().into());
            self.is_used.d.next = self.slot.q.val().get_bit(2);
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
        strobe(&mut uut, |uut| &mut uut.restart);
        uut
    }

    fn seen(uut: &mut Bench<Hold>) -> (u64, bool) {
        (peek!(uut.held).into(), peek!(uut.allowed))
    }

    #[test]
    fn a_piece_is_put_aside_once_until_the_next_one_locks() {
        let mut uut = hold();
        assert_eq!(seen(&mut uut), (0, true));
        poke!(uut.shape = 6.into());
        strobe(&mut uut, |uut| &mut uut.put_aside);
        assert_eq!(seen(&mut uut), (6, false));
        poke!(uut.shape = 3.into());
        tick!(uut);
        assert_eq!(seen(&mut uut), (6, false), "what falls is not what is held");
        strobe(&mut uut, |uut| &mut uut.allow);
        assert_eq!(seen(&mut uut), (6, true));
        strobe(&mut uut, |uut| &mut uut.put_aside);
        assert_eq!(seen(&mut uut), (3, false));
        strobe(&mut uut, |uut| &mut uut.restart);
        assert_eq!(seen(&mut uut), (0, true));
    }

    #[test]
    fn the_players_exchange_what_they_hold() {
        let mut uut = hold();
        poke!(uut.shape = 5.into());
        strobe(&mut uut, |uut| &mut uut.put_aside);
        // The bits that leave come back after those of the other player have.
        let mut rest = [false; STATE_LENGTH as usize];
        let mut exchange = |uut: &mut Bench<Hold>| {
            poke!(uut.swap = true);
            for bit in &mut rest {
                poke!(uut.chain_in = *bit);
                *bit = peek!(uut.chain_out);
                tick!(uut);
            }
            poke!(uut.swap = false);
        };
        exchange(&mut uut);
        assert_eq!(seen(&mut uut), (0, true));
        exchange(&mut uut);
        assert_eq!(seen(&mut uut), (5, false));
    }
}
