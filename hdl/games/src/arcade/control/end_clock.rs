//! The first pictures after the end of a game: keys are ignored, and the loser's board turns grey
//! from its floor, one row in two pictures.
//!
//! Nobody has lost if both players have.
//!
//! **Interface**: all outputs are levels. `is_deaf` is a register, as the way of a press is long.
//! In the first clock of the scene it is still low, while the end is recorded and keys wait.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Pictures in which keys are ignored.
const TICKS: u8 = 45;

/// Counts them.
#[derive(LogicBlock, Module)]
pub struct EndClock {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the scene after a game.
    pub in_end: Signal<In, Bit>,
    /// Level: two have played.
    pub two_players: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Strobe: a picture has ended.
    pub tick: Signal<In, Bit>,
    /// Level: keys are ignored.
    pub is_deaf: Signal<Out, Bit>,
    /// Rows that are grey, 22 at the end.
    pub grey_rows: Signal<Out, Bits<5>>,
    /// Players whose board turns grey, as in `out`.
    pub losers: Signal<Out, Bits<2>>,
    ticks: DFF<Bits<6>>,
    was_deaf: DFF<Bit>,
    next_ticks: Signal<Local, Bits<6>>,
    deaf: Signal<Local, Bit>,
    one_lost: Signal<Local, Bit>,
    two_lost: Signal<Local, Bit>,
    #[value(TICKS)]
    enough: Constant<Bits<6>>,
}

#[clocked]
impl Logic for EndClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.deaf.next = self.in_end.val() & (self.ticks.q.val() != self.enough.val());
        self.was_deaf.d.next = self.deaf.val();
        self.is_deaf.next = self.was_deaf.q.val();
        self.grey_rows.next = self.ticks.q.val().get_bits::<5>(1);
        self.one_lost.next =
            self.out.val().get_bit(0) & !(self.two_players.val() & self.out.val().get_bit(1));
        self.two_lost.next = self.out.val() == 2;
        self.losers.next = (bit_cast::<2, 1>(self.two_lost.val().into()) << 1)
            | bit_cast::<2, 1>(self.one_lost.val().into());
        self.next_ticks.next = self.ticks.q.val() + 1;
        if self.tick.val() & self.deaf.val() {
            self.ticks.d.next = self.next_ticks.val();
        }
        if !self.in_end.val() {
            self.ticks.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn keys_are_ignored_for_45_pictures_while_rows_turn_grey() {
        let mut uut = Bench::new(EndClock::default());
        assert!(!peek!(uut.is_deaf));
        poke!(uut.in_end = true);
        for ticks in 0..60 {
            tick!(uut);
            assert_eq!(peek!(uut.is_deaf), ticks < 45, "after {ticks} pictures");
            assert_eq!(peek!(uut.grey_rows), (ticks / 2).min(22));
            poke!(uut.tick = true);
            tick!(uut);
            poke!(uut.tick = false);
        }
        poke!(uut.in_end = false);
        tick!(uut);
        tick!(uut);
        assert!(!peek!(uut.is_deaf) && peek!(uut.grey_rows) == 0);
    }

    #[test]
    fn a_draw_has_no_loser() {
        let mut uut = Bench::new(EndClock::default());
        for (two_players, out, losers) in [
            (false, 0, 0),
            (false, 1, 1),
            (false, 3, 1),
            (true, 1, 1),
            (true, 2, 2),
            (true, 3, 0),
        ] {
            poke!(uut.two_players = two_players);
            poke!(uut.out = u64::to_bits(out));
            assert_eq!(peek!(uut.losers), losers, "{two_players}, {out}");
        }
    }
}
