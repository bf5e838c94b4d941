//! Danger: a settled cell of a player is in one of the four highest visible rows or above.
//!
//! **Interface**: strobes belong to the board of `player`. While rows are removed, `danger` may be
//! low for a moment.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The flags of both players.
#[derive(LogicBlock, Module)]
pub struct Danger {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no danger.
    pub reset: Signal<In, Bit>,
    /// Player at hand, 0 or 1.
    pub player: Signal<In, Bit>,
    /// Level: a game of two.
    pub two_players: Signal<In, Bit>,
    /// Strobe: all cells of the board are about to be written.
    pub rewrites: Signal<In, Bit>,
    /// Strobe: a cell of these rows is filled.
    pub fills_high: Signal<In, Bit>,
    /// Players in danger: bit 0 player 1, bit 1 player 2.
    pub danger: Signal<Out, Bits<2>>,
    one: DFF<Bit>,
    two: DFF<Bit>,
}

#[clocked]
impl Logic for Danger {
    #[hdl_gen]
    fn update(&mut self) {
        self.danger.next = bit_cast::<2, 1>(self.one.q.val().into())
            | (bit_cast::<2, 1>((self.two.q.val() & self.two_players.val()).into()) << 1);
        if self.rewrites.val() | self.fills_high.val() {
            if self.player.val() {
                self.two.d.next = self.fills_high.val();
            } else {
                self.one.d.next = self.fills_high.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn each_player_has_a_flag() {
        let mut uut = Bench::new(Danger::default());
        assert!(uut.rust_hdl_verilog().contains("module top"));
        poke!(uut.two_players = true);
        let danger_after = |uut: &mut Bench<Danger>, player, fills: bool| {
            poke!(uut.player = player);
            poke!(uut.fills_high = fills);
            poke!(uut.rewrites = !fills);
            tick!(uut);
            poke!(uut.fills_high = false);
            poke!(uut.rewrites = false);
            tick!(uut);
            peek!(uut.danger).to_u8()
        };
        assert_eq!(danger_after(&mut uut, false, false), 0b00);
        assert_eq!(danger_after(&mut uut, true, true), 0b10);
        assert_eq!(danger_after(&mut uut, false, true), 0b11);
        assert_eq!(danger_after(&mut uut, true, false), 0b01);
        assert_eq!(danger_after(&mut uut, false, false), 0b00);
        assert_eq!(danger_after(&mut uut, true, true), 0b10);
        // A game of one after it.
        poke!(uut.two_players = false);
        assert_eq!(peek!(uut.danger).to_u8(), 0b00);
    }
}
