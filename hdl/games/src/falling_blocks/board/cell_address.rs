//! Memory address of a cell of the board.
//!
//! Each player has 256 words. The 24 rows of 10 columns use 240 of them. Columns 0 to 7 of a row
//! are adjacent. Columns 8 and 9 use the words that rows from 24 on would have. All rows above row
//! 23 share the other 16 words: they are empty during a game, because a piece that locks there ends
//! it.
//!
//! ```text
//!                     bit  7   6   5   4   3   2   1   0
//! row < 24, column < 8     r4  r3  r2  r1  r0  c2  c1  c0
//! row < 24, column > 7     1   1   r2  r1  r0  r4  r3  c0
//! row > 23                 1   1   r2  r1  r0  1   1   c0
//! ```
//!
//! **Interface**: combinational. The word of a column above 9 is not defined.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Combinational mapping of row and column.
#[derive(LogicBlock, Module)]
pub struct CellAddress {
    /// Row (5 bits) and column (4 bits).
    pub place: Signal<In, Bits<9>>,
    /// Word of the cell among the 256 of its player.
    pub word: Signal<Out, Bits<8>>,
    row: Signal<Local, Bits<5>>,
    column: Signal<Local, Bits<4>>,
    is_high: Signal<Local, Bit>,
    is_right: Signal<Local, Bit>,
    upper: Signal<Local, Bits<2>>,
    lower: Signal<Local, Bits<2>>,
}

#[clocked]
impl Logic for CellAddress {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.place.val().get_bits::<5>(4);
        self.column.next = self.place.val().get_bits::<4>(0);
        self.is_high.next = self.row.val().get_bits::<2>(3) == 3;
        self.is_right.next = self.column.val().get_bit(3);
        self.upper.next = self.row.val().get_bits::<2>(3);
        self.lower.next = self.column.val().get_bits::<2>(1);
        if self.is_right.val() {
            self.upper.next = 3.into();
        }
        if self.is_right.val() | self.is_high.val() {
            self.lower.next = self.row.val().get_bits::<2>(3);
        }
        self.word.next = (bit_cast::<8, 2>(self.upper.val()) << 6)
            | (bit_cast::<8, 3>(self.row.val().get_bits::<3>(0)) << 3)
            | (bit_cast::<8, 2>(self.lower.val()) << 1)
            | bit_cast::<8, 1>(self.column.val().get_bits::<1>(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};
    use std::collections::BTreeSet;

    #[test]
    fn each_cell_has_its_own_word_and_the_rows_above_share_the_rest() {
        let mut uut = Bench::new(CellAddress::default());
        let (mut board, mut above) = (BTreeSet::new(), BTreeSet::new());
        for row in 0..32u64 {
            for column in 0..10 {
                poke!(uut.place = (row << 4 | column).to_bits());
                let word = peek!(uut.word).to_u64();
                match row {
                    0..24 => assert!(board.insert(word), "row {row}, column {column}"),
                    _ => drop(above.insert(word)),
                }
            }
        }
        assert_eq!((board.len(), above.len()), (240, 16));
        assert!(board.is_disjoint(&above));
    }
}
