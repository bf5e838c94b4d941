//! Board memory: the cells and the pieces in hand, in block RAM.
//!
//! ```text
//! address   0 row column    mark of a cell: bit 3 part of a complete line, bit 2 owner
//!                           (1 = second player), bits 1 and 0 size, 0 if empty
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
    pub write_word: Signal<In, Bits<4>>,
    /// Strobe: write.
    pub write: Signal<In, Bit>,
    /// Address of `view_word`.
    pub view_address: Signal<In, Bits<5>>,
    /// Word at the `read_address` of the clock before.
    pub read_word: Signal<Out, Bits<4>>,
    /// Word at the `view_address` of the clock before.
    pub view_word: Signal<Out, Bits<4>>,
    #[part(clock)]
    #[given]
    words: TwoReadRam<4, 5>,
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
        self.words.second_address.next = self.view_address.val();
        self.view_word.next = self.words.second_data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_display_and_the_referee_read_different_words() {
        let mut uut = Bench::new(Board::default());
        for (address, word) in [(5_u64, 14_u64), (21, 2), (10, 3), (26, 1)] {
            poke!(uut.write_address = address.to_bits());
            poke!(uut.write_word = word.to_bits());
            poke!(uut.write = true);
            tick!(uut);
        }
        poke!(uut.write = false);
        for (read, word, viewed, shown) in [
            (5_u64, 14_u64, 21_u64, 2_u64),
            (21, 2, 5, 14),
            (26, 1, 10, 3),
            (10, 3, 26, 1),
            (0, 0, 15, 0),
        ] {
            poke!(uut.read_address = read.to_bits());
            poke!(uut.view_address = viewed.to_bits());
            tick!(uut);
            assert_eq!(peek!(uut.read_word), word, "word {read}");
            assert_eq!(peek!(uut.view_word), shown, "word {viewed}");
        }
    }
}
