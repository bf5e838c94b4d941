//! Board memory: the cells and the pieces in hand, in block RAM.
//!
//! ```text
//! address   0 row column    mark of a cell: owner (1 = second player) and size, 0 if empty
//!           1 0 player size   number of pieces of this size that the player has left
//! ```
//!
//! Only the top piece of a cell is stored. A piece never moves again, so no covered piece returns.
//!
//! The memory has two read ports, one for the referee and one for the display.
//!
//! **Interface**: `write` is a strobe. A reset leaves the words; the referee's `clear` sets them.
//!
//! **Latency**: one clock from an address to its word.
//!
//! **Source**: `docs/rules.md`, "Pieces".

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::memory::TwoReadRam;
use rust_hdl::prelude::*;

/// The memory.
#[derive(LogicBlock, Module)]
pub struct Board {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Address of `read_word`.
    pub read_address: Signal<In, Bits<5>>,
    /// Address of the write.
    pub write_address: Signal<In, Bits<5>>,
    /// Word to write: a mark or a count.
    pub write_word: Signal<In, Bits<3>>,
    /// Strobe: write.
    pub write: Signal<In, Bit>,
    /// Cell of `view_mark`, row and column.
    pub view_cell: Signal<In, Bits<4>>,
    /// Word at the `read_address` of the clock before.
    pub read_word: Signal<Out, Bits<3>>,
    /// Mark of the `view_cell` of the clock before.
    pub view_mark: Signal<Out, Bits<3>>,
    #[part(clock)]
    #[given]
    words: TwoReadRam<3, 5>,
}

impl Default for Board {
    fn default() -> Self {
        construct!(Board {
            words: TwoReadRam::new(&[]),
        })
    }
}

#[clocked]
impl Logic for Board {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.read_address.next = self.read_address.val();
        self.words.write_address.next = self.write_address.val();
        self.words.write_data.next = self.write_word.val();
        self.words.write.next = self.write.val();
        self.read_word.next = self.words.read_data.val();
        self.words.second_address.next = bit_cast::<5, 4>(self.view_cell.val());
        self.view_mark.next = self.words.second_data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_display_sees_cells_and_not_counts() {
        let mut uut = Bench::new(Board::default());
        for (address, word) in [(5_u64, 6_u64), (21, 2), (10, 3), (26, 1)] {
            poke!(uut.write_address = address.to_bits());
            poke!(uut.write_word = word.to_bits());
            poke!(uut.write = true);
            tick!(uut);
        }
        poke!(uut.write = false);
        for (address, word, mark) in [(5_u64, 6, 6), (21, 2, 6), (10, 3, 3), (26, 1, 3), (0, 0, 0)]
        {
            poke!(uut.read_address = address.to_bits());
            poke!(uut.view_cell = (address & 15).to_bits());
            tick!(uut);
            assert_eq!(peek!(uut.read_word), word, "word {address}");
            assert_eq!(peek!(uut.view_mark), mark, "cell {address}");
        }
    }
}
