//! Bar beside each board, as high as the rows of garbage that wait for the player.
//!
//! The bars are 8 pixels wide, at x 88 and at x 544. From four rows on a bar flashes.
//!
//! Combinational.

use crate::falling_blocks::shell::picture::PerPlayer;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Columns of the bars, 88 and 544, in units of 8 pixels.
const LEFT: u8 = 11;
const RIGHT: u8 = 68;

/// The bars.
#[derive(LogicBlock, Module)]
pub struct GarbageMeter {
    /// Level: the boards of two players are shown.
    pub two_players: Signal<In, Bit>,
    /// Column of the pixel.
    pub x: Signal<In, Bits<10>>,
    /// Row of the grid, modulo 32; 0 is the floor.
    pub row: Signal<In, Bits<5>>,
    /// Rows of garbage that wait.
    pub pending: PerPlayer<5>,
    /// The pixel belongs to a bar.
    pub is_bar: Signal<Out, Bit>,
    /// Level: the bar of this half of the screen flashes.
    pub is_alarm: Signal<Out, Bit>,
    at_one: Signal<Local, Bit>,
    at_two: Signal<Local, Bit>,
    is_above: Signal<Local, Bit>,
    #[value(LEFT)]
    left: Constant<Bits<7>>,
    #[value(RIGHT)]
    right: Constant<Bits<7>>,
}

#[clocked]
impl Logic for GarbageMeter {
    #[hdl_gen]
    fn update(&mut self) {
        self.at_one.next = (self.x.val().get_bits::<7>(3) == self.left.val())
            & (self.row.val() < self.pending.one.val());
        self.at_two.next = (self.x.val().get_bits::<7>(3) == self.right.val())
            & (self.row.val() < self.pending.two.val());
        // Rows 20 to 31 are not on the board.
        self.is_above.next = self.row.val().get_bit(4) & self.row.val().get_bits::<2>(2).any();
        self.is_bar.next =
            self.two_players.val() & (self.at_one.val() | self.at_two.val()) & !self.is_above.val();
        self.is_alarm.next = self.pending.one.val().get_bits::<3>(2).any();
        if self.x.val().get_bit(9) {
            self.is_alarm.next = self.pending.two.val().get_bits::<3>(2).any();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn a_bar_is_as_high_as_the_rows_that_wait() {
        let mut uut = Bench::new(GarbageMeter::default());
        poke!(uut, pending.one = 3.into());
        poke!(uut, pending.two = 25.into());
        for two_players in [false, true] {
            poke!(uut.two_players = two_players);
            for (x, rows) in [(87u64, 0), (88, 3), (95, 3), (96, 0), (544, 20), (552, 0)] {
                poke!(uut.x = x.to_bits());
                for row in 0..32u64 {
                    poke!(uut.row = row.to_bits());
                    let is_bar = two_players && row < rows;
                    assert_eq!(peek!(uut.is_bar), is_bar, "row {row} at {x}");
                    assert_eq!(peek!(uut.is_alarm), x >= 512);
                }
            }
        }
    }
}
