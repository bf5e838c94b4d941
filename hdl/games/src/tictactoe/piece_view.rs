//! Piece at an LED: decides whether a piece or a piece in hand lights it, and its owner.
//!
//! A piece in hand is an LED of its own: the first of a pair for one or two pieces, the second for
//! two. While the piece to place is shown on the selected cell, it is missing in the hand.
//!
//! **Interface**: levels. `word` is the word of the board at the address of the LED.
//!
//! **Latency**: none; all outputs are combinational.
//!
//! **Source**: `docs/rules.md`, "LEDs".

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Finds the piece at an LED.
#[derive(LogicBlock, Module)]
pub struct PieceView {
    /// Address of the LED in the board: a cell, or a size in a hand.
    pub address: Signal<In, Bits<5>>,
    /// The LED belongs to a large piece (bit 0), a medium one (1), a small one (2).
    pub sizes: Signal<In, Bits<3>>,
    /// Word of the board: mark of a cell, or number of pieces in hand.
    pub word: Signal<In, Bits<4>>,
    /// Selected cell, row and column.
    pub selection: Signal<In, Bits<4>>,
    /// Size of the piece to place, 0 if none is chosen.
    pub size: Signal<In, Bits<2>>,
    /// Level: it is the second player's turn.
    pub is_second: Signal<In, Bit>,
    /// Level: the piece to place is shown on its cell.
    pub is_on: Signal<In, Bit>,
    /// Level: the LED belongs to the selected cell.
    pub is_selected: Signal<Out, Bit>,
    /// Level: the LED belongs to the size in hand that is to be placed.
    pub is_picked: Signal<Out, Bit>,
    /// Level: the LED belongs to a hand.
    pub is_hand: Signal<Out, Bit>,
    /// Level: a piece lights the LED.
    pub is_covered: Signal<Out, Bit>,
    /// Owner of this piece: 1 is the second player.
    pub owner: Signal<Out, Bit>,
    shown: Signal<Local, Bits<3>>,
    candidate: Signal<Local, Bits<3>>,
    picked_address: Signal<Local, Bits<5>>,
    second_bit: Constant<Bits<3>>,
    first_counts: Constant<Bits<5>>,
}

impl Default for PieceView {
    fn default() -> Self {
        construct!(PieceView {
            second_bit: Constant::new(4.into()),
            first_counts: Constant::new(16.into()),
        })
    }
}

#[clocked]
impl Logic for PieceView {
    #[hdl_gen]
    fn update(&mut self) {
        self.candidate.next = bit_cast::<3, 2>(self.size.val());
        if self.is_second.val() {
            self.candidate.next = bit_cast::<3, 2>(self.size.val()) | self.second_bit.val();
        }
        self.picked_address.next = bit_cast::<5, 3>(self.candidate.val()) | self.first_counts.val();
        self.is_selected.next = self.address.val() == bit_cast::<5, 4>(self.selection.val());
        self.is_hand.next = self.address.val().get_bit(4);
        self.is_picked.next =
            self.size.val().any() & (self.address.val() == self.picked_address.val());

        self.shown.next = self.word.val().get_bits::<3>(0);
        if self.size.val().any() & self.is_on.val() {
            if self.is_selected.val() {
                self.shown.next = self.candidate.val();
            }
            if self.is_picked.val() {
                // One less: 2 becomes 1, 1 becomes 0.
                self.shown.next = self.word.val().get_bits::<3>(1);
            }
        }
        self.is_covered.next = (self.shown.val().get_bit(0) & self.sizes.val().get_bit(2))
            | (self.shown.val().get_bit(1) & self.sizes.val().get_bit(1))
            | (self.shown.val().get_bit(0)
                & self.shown.val().get_bit(1)
                & self.sizes.val().get_bit(0));
        self.owner.next = self.shown.val().get_bit(2);
        if self.is_hand.val() {
            self.owner.next = self.address.val().get_bit(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    /// Sizes of an LED that the smallest piece of this size lights; of the LEDs in hand, 1 is the
    /// first of a pair and 2 the second.
    fn sizes(least: u64) -> u64 {
        [0b111, 0b011, 0b001][least as usize - 1]
    }

    #[test]
    fn a_piece_covers_the_leds_of_its_size_and_of_smaller_ones() {
        let mut uut = Bench::new(PieceView::default());
        poke!(uut.address = 5.into());
        poke!(uut.selection = 6.into());
        for mark in 0..16_u64 {
            for least in 1..=3 {
                poke!(uut.word = mark.to_bits());
                poke!(uut.sizes = sizes(least).to_bits());
                assert_eq!(peek!(uut.is_covered), mark & 3 >= least, "{mark}, {least}");
                assert_eq!(peek!(uut.owner), mark >> 2 & 1 == 1);
            }
        }
    }

    #[test]
    fn the_piece_to_place_is_on_its_cell_or_in_the_hand() {
        let mut uut = Bench::new(PieceView::default());
        poke!(uut.selection = 6.into());
        poke!(uut.is_second = true);
        for (size, count, is_on) in [(2_u64, 2_u64, true), (2, 1, true), (3, 2, false)] {
            poke!(uut.size = size.to_bits());
            poke!(uut.is_on = is_on);
            poke!(uut.address = 6.into());
            poke!(uut.word = 1.into());
            poke!(uut.sizes = sizes(size).to_bits());
            assert_eq!((peek!(uut.is_covered), peek!(uut.owner)), (is_on, is_on));
            poke!(uut.address = (20 + size).to_bits());
            poke!(uut.word = count.to_bits());
            let lit = [1, 2].map(|led| {
                poke!(uut.sizes = sizes(led).to_bits());
                assert!(peek!(uut.is_picked) && peek!(uut.is_hand) && peek!(uut.owner));
                u64::from(peek!(uut.is_covered))
            });
            assert_eq!(lit.iter().sum::<u64>(), count - u64::from(is_on));
        }
    }

    #[test]
    fn other_sizes_and_the_other_hand_stay() {
        let mut uut = Bench::new(PieceView::default());
        poke!(uut.size = 2.into());
        poke!(uut.is_on = true);
        poke!(uut.word = 2.into());
        poke!(uut.sizes = sizes(2).to_bits());
        for (address, is_picked) in [(17_u64, false), (18, true), (19, false), (22, false)] {
            poke!(uut.address = address.to_bits());
            assert_eq!(peek!(uut.is_picked), is_picked, "{address}");
            assert_eq!(peek!(uut.is_covered), !is_picked);
            assert_eq!(peek!(uut.owner), address >= 20);
        }
    }
}
