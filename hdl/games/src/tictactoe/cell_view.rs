//! Addresses and marks for the reads of the referee.
//!
//! The mark is that of the selected cell. During the check of lines it is that of a cell of a line.
//! The counts are those of the player. While the placements of the other player are tried, they are
//! those of the other player.
//!
//! **Interface**: levels.
//!
//! **Latency**: none; all outputs are combinational.
//!
//! **Source**: the address map of [`Board`](super::board::Board).

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Chooses addresses and decodes a mark.
#[derive(LogicBlock, Module)]
pub struct CellView {
    /// Selected cell, row and column.
    pub selection: Signal<In, Bits<4>>,
    /// Cell of the line.
    pub line_cell: Signal<In, Bits<4>>,
    /// Level: lines are checked.
    pub is_walking: Signal<In, Bit>,
    /// Level: it is the second player's turn.
    pub second: Signal<In, Bit>,
    /// Level: the placements of the other player are tried.
    pub is_judging: Signal<In, Bit>,
    /// Size that is tried or placed, 1 small to 3 large.
    pub size: Signal<In, Bits<2>>,
    /// Mark read from the board: owner and size, see [`Board`](super::board::Board).
    pub mark: Signal<In, Bits<4>>,
    /// Address of the mark.
    pub mark_address: Signal<Out, Bits<5>>,
    /// Address of the count of size 0. The size is added to it.
    pub count_address: Signal<Out, Bits<5>>,
    /// Mark of the player with that size.
    pub own_mark: Signal<Out, Bits<4>>,
    /// Size of the mark, 0 if the cell is empty.
    pub shown_size: Signal<Out, Bits<2>>,
    /// Level: the mark belongs to the player.
    pub is_mine: Signal<Out, Bit>,
    second_bit: Constant<Bits<4>>,
    first_counts: Constant<Bits<5>>,
    second_counts: Constant<Bits<5>>,
}

impl Default for CellView {
    fn default() -> Self {
        construct!(CellView {
            second_bit: Constant::new(4.into()),
            first_counts: Constant::new(16.into()),
            second_counts: Constant::new(20.into()),
        })
    }
}

#[clocked]
impl Logic for CellView {
    #[hdl_gen]
    fn update(&mut self) {
        self.mark_address.next = bit_cast::<5, 4>(self.selection.val());
        if self.is_walking.val() {
            self.mark_address.next = bit_cast::<5, 4>(self.line_cell.val());
        }
        self.count_address.next = self.first_counts.val();
        if self.second.val() ^ self.is_judging.val() {
            self.count_address.next = self.second_counts.val();
        }
        self.own_mark.next = bit_cast::<4, 2>(self.size.val());
        if self.second.val() {
            self.own_mark.next = bit_cast::<4, 2>(self.size.val()) | self.second_bit.val();
        }
        self.shown_size.next = self.mark.val().get_bits::<2>(0);
        self.is_mine.next =
            self.shown_size.val().any() & (self.mark.val().get_bit(2) == self.second.val());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn a_mark_belongs_to_its_owner_and_an_empty_cell_to_nobody() {
        let mut uut = Bench::new(CellView::default());
        for mark in 0..16u64 {
            for second in [false, true] {
                poke!(uut.mark = mark.to_bits());
                poke!(uut.second = second);
                let is_mine = mark & 3 != 0 && (mark >> 2 & 1 == 1) == second;
                assert_eq!(peek!(uut.is_mine), is_mine, "{mark:04b}");
                assert_eq!(peek!(uut.shown_size), mark & 3);
            }
        }
    }

    #[test]
    fn the_counts_are_the_other_players_while_judging() {
        let mut uut = Bench::new(CellView::default());
        for (second, is_judging, address) in [
            (false, false, 16u64),
            (true, false, 20),
            (false, true, 20),
            (true, true, 16),
        ] {
            poke!(uut.second = second);
            poke!(uut.is_judging = is_judging);
            poke!(uut.size = 3u8.to_bits());
            assert_eq!(peek!(uut.count_address), address);
            assert_eq!(peek!(uut.own_mark), 3 + 4 * u64::from(second));
        }
    }

    #[test]
    fn the_mark_is_that_of_the_line_while_lines_are_walked() {
        let mut uut = Bench::new(CellView::default());
        poke!(uut.selection = 5u8.to_bits());
        poke!(uut.line_cell = 9u8.to_bits());
        assert_eq!(peek!(uut.mark_address), 5u64);
        poke!(uut.is_walking = true);
        assert_eq!(peek!(uut.mark_address), 9u64);
    }
}
