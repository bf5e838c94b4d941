//! The board: one cell a word in a RAM with two read ports, one for the game and one for the
//! picture.
//!
//! **Interface**: the address is `{row, column}`, row 0 at the top. A cell is `{id, colour}`; the
//! id is different for two blocks that follow each other. Reads take one clock. Row 10 is the
//! floor: fixed cells that are never overwritten, so a block lands there as on another block.

use super::cells::{COLUMNS, FIXED, ROWS};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::memory::TwoReadRam;
use rust_hdl::prelude::*;

/// The cells.
#[derive(LogicBlock, Module)]
pub struct Board {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Address at which the game reads and writes.
    pub address: Signal<In, Bits<7>>,
    /// The cell to write.
    pub new_cell: Signal<In, Bits<3>>,
    /// Strobe: write it.
    pub write: Signal<In, Bit>,
    /// The cell at the `address` of the clock before.
    pub found_cell: Signal<Out, Bits<3>>,
    /// Address at which the picture reads.
    pub picture_address: Signal<In, Bits<7>>,
    /// The cell at the `picture_address` of the clock before.
    pub picture_cell: Signal<Out, Bits<3>>,
    #[part(clock)]
    #[given]
    cells: TwoReadRam<3, 7>,
}

/// An empty board: a floor below the lowest row.
fn empty() -> Vec<u64> {
    let floor = ROWS << 3..ROWS << 3 | COLUMNS;
    (0..128)
        .map(|address| {
            if floor.contains(&address) {
                FIXED.into()
            } else {
                0
            }
        })
        .collect()
}

impl Default for Board {
    fn default() -> Self {
        construct!(Board {
            cells: TwoReadRam::new(&empty()),
        })
    }
}

#[clocked]
impl Logic for Board {
    #[hdl_gen]
    fn update(&mut self) {
        self.cells.read_address.next = self.address.val();
        self.cells.write_address.next = self.address.val();
        self.cells.write_data.next = self.new_cell.val();
        self.cells.write.next = self.write.val();
        self.found_cell.next = self.cells.read_data.val();
        self.cells.second_address.next = self.picture_address.val();
        self.picture_cell.next = self.cells.second_data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn both_copies_hold_what_was_written_and_the_floor() {
        let mut uut = Bench::new(Board::default());
        poke!(uut.address = 0x35.into());
        poke!(uut.new_cell = 6.into());
        poke!(uut.write = true);
        tick!(uut);
        poke!(uut.write = false);
        for address in 0..128_u8 {
            poke!(uut.address = address.to_bits());
            poke!(uut.picture_address = address.to_bits());
            tick!(uut);
            let expected = match address {
                0x35 => 6,
                0x50..0x57 => 3,
                _ => 0,
            };
            assert_eq!(peek!(uut.found_cell).to_u8(), expected);
            assert_eq!(peek!(uut.picture_cell).to_u8(), expected);
        }
    }
}
