//! Tables of the rules in one ROM: cells, corners and kicks of the pieces, and speeds.
//!
//! The ROM has two pages of 256 words of 8 bits. `falling_piece_update` reads the page of places,
//! `gravity` that of speeds. The engine never moves a piece while `gravity` adds, so one read port
//! serves both.
//!
//! **Interface**: `select` is a level. `speeds` has priority.
//!
//! **Latency**: `data` is valid one clock after the address.

use super::pieces;
use super::speed::speed;
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Index of the offset one column left. Indices 0 to 4 are the kick tests.
pub(in crate::falling_blocks) const TEST_LEFT: u8 = 5;
/// See [`TEST_LEFT`].
pub(in crate::falling_blocks) const TEST_RIGHT: u8 = 6;
/// See [`TEST_LEFT`].
pub(in crate::falling_blocks) const TEST_DOWN: u8 = 7;

/// Read port of one unit.
#[interface(client = TableClient)]
pub struct TablePort {
    /// Level: the unit reads.
    pub select: Signal<In, Bit>,
    /// Word of the page of the unit.
    pub address: Signal<In, Bits<8>>,
    /// Word at the `address` of the clock before.
    pub data: Signal<Out, Bits<8>>,
}

/// ROM with two ports, of which one is served.
#[derive(LogicBlock, Module)]
pub struct RuleTables {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Speeds, for `gravity`. Address: {classic curve, level (5 bits), byte (2 bits)}, the lowest
    /// byte first.
    pub speeds: TablePort,
    /// Places, for `falling_piece_update`; its `select` is not used. Cells are at {0, shape,
    /// rotation, index}; shape 0 has the corners of a T. Offsets are at {1, is I, rotation, is
    /// counter-clockwise, test}. Data: {dy, dx}, 3 bits each in two's complement.
    pub places: TablePort,
    #[part(clock)]
    #[given]
    words: SyncROM<Bits<8>, 9>,
}

/// Word of one place.
fn place((dx, dy): pieces::Cell) -> u64 {
    assert!((-4..4).contains(&dx) && (-4..4).contains(&dy));
    ((dy as u64) & 7) << 3 | (dx as u64) & 7
}

/// The page of places.
fn places() -> impl Iterator<Item = u64> {
    (0u8..=255).map(|address| {
        let rotation = (address >> 2) & 3;
        if address < 128 {
            let index = usize::from(address & 3);
            match (address >> 4) & 7 {
                0 => place(pieces::corners(rotation)[index]),
                shape => place(pieces::cells(shape, rotation)[index]),
            }
        } else {
            let is_i = address & 0x40 != 0;
            let rotation = (address >> 4) & 3;
            let clockwise = address & 8 == 0;
            place(match address & 7 {
                TEST_LEFT => (-1, 0),
                TEST_RIGHT => (1, 0),
                TEST_DOWN => (0, -1),
                test => pieces::kick(is_i, rotation, clockwise, test),
            })
        }
    })
}

/// The page of speeds.
pub(in crate::falling_blocks) fn speeds() -> impl Iterator<Item = u64> {
    (0u32..=255).map(|address| {
        let rows = speed((address >> 2) & 31, address & 128 != 0);
        u64::from(rows.to_le_bytes()[(address & 3) as usize])
    })
}

impl Default for RuleTables {
    fn default() -> Self {
        let words = places().chain(speeds()).map(|word| word.to_bits());
        construct!(RuleTables {
            words: words.into(),
        })
    }
}

#[clocked]
impl Logic for RuleTables {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.address.next = bit_cast::<9, 8>(self.places.address.val());
        if self.speeds.select.val() {
            self.words.address.next = bit_cast::<9, 8>(self.speeds.address.val()) | 0x100;
        }
        self.speeds.data.next = self.words.data.val();
        self.places.data.next = self.words.data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn tables() -> Bench<RuleTables> {
        Bench::with_rust_hdl(RuleTables::default())
    }

    #[test]
    fn speeds_are_read_byte_by_byte() {
        let mut uut = tables();
        poke!(uut, speeds.select = true);
        for (level, is_classic) in [(1, false), (15, false), (1, true), (29, true)] {
            let mut rows = 0;
            for byte in 0..4u64 {
                let address = u64::from(is_classic) << 7 | u64::from(level) << 2 | byte;
                poke!(uut, speeds.address = address.to_bits());
                tick!(uut);
                let word: u64 = peek!(uut, speeds.data).into();
                rows |= word << (8 * byte);
            }
            assert_eq!(rows, u64::from(speed(level, is_classic)));
        }
    }

    #[test]
    fn places_are_cells_corners_steps_and_kicks() {
        let mut uut = tables();
        // The address of `speeds` has no effect without its `select`.
        poke!(uut, speeds.address = 0xFF.into());
        let mut at = |address: u64| {
            poke!(uut, places.address = address.to_bits());
            tick!(uut);
            let word: u64 = peek!(uut, places.data).into();
            let signed = |bits: u64| (bits as i8 & 7) - (bits as i8 & 4) * 2;
            (signed(word), signed(word >> 3))
        };
        let upright_i = [0, 1, 2, 3].map(|index| at(1 << 4 | 1 << 2 | index));
        assert_eq!(upright_i, [(2, 0), (2, 1), (2, 2), (2, 3)]);
        let corners = [0, 1, 2, 3].map(&mut at);
        assert_eq!(corners, pieces::corners(0));
        let steps = [TEST_LEFT, TEST_RIGHT, TEST_DOWN].map(|test| at(0x80 | u64::from(test)));
        assert_eq!(steps, [(-1, 0), (1, 0), (0, -1)]);
        // Test 5 of an I from 0 to R: one column right and two rows up in the SRS.
        assert_eq!(at(0xC0 | 4), (1, 2));
    }
}
