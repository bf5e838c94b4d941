//! The constants of the rules in one block RAM: where the cells of the pieces are, and how fast they fall.
//!
//! The engine never moves a piece while it adds up gravity, so both look things up here in turn.
//!
//! **Shape**: two pages of 256 words of 8 bits. `word` comes one cycle after the address.

use super::{gravity, pieces};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Entries above the five kick tests: one step left, right, down.
pub(in crate::falling_blocks) const TEST_LEFT: u8 = 5;
/// See [`TEST_LEFT`].
pub(in crate::falling_blocks) const TEST_RIGHT: u8 = 6;
/// See [`TEST_LEFT`].
pub(in crate::falling_blocks) const TEST_DOWN: u8 = 7;

/// The tables, and who may look.
#[derive(LogicBlock, Module)]
pub struct RuleTables {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Level: gravity looks.
    pub for_gravity: Signal<In, Bit>,
    /// Curve, level (5 bits), byte (2 bits) of a speed, the lowest first.
    pub speed_address: Signal<In, Bits<8>>,
    /// Cells at {0, shape, rotation, index}, offsets at {1, is I, rotation, turn, test}. Shape 0 stands for the corners of a T.
    pub place_address: Signal<In, Bits<8>>,
    /// A byte of a speed, or {dy, dx}, 3 bits each in two's complement.
    pub word: Signal<Out, Bits<8>>,
    #[part(clock)]
    #[given]
    words: SyncROM<Bits<8>, 9>,
}

/// Both coordinates in one word.
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
        let speed = gravity::speed((address >> 2) & 31, address & 128 != 0);
        u64::from(speed.to_le_bytes()[(address & 3) as usize])
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
        self.words.address.next = bit_cast::<9, 8>(self.place_address.val());
        if self.for_gravity.val() {
            self.words.address.next = bit_cast::<9, 8>(self.speed_address.val()) | 0x100;
        }
        self.word.next = self.words.data.val();
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
    fn gravity_finds_the_bytes_of_its_speed() {
        let mut uut = tables();
        poke!(uut.for_gravity = true);
        for (level, is_classic) in [(1, false), (15, false), (1, true), (29, true)] {
            let mut speed = 0;
            for byte in 0..4u64 {
                let address = u64::from(is_classic) << 7 | u64::from(level) << 2 | byte;
                poke!(uut.speed_address = address.to_bits());
                tick!(uut);
                let word: u64 = peek!(uut.word).into();
                speed |= word << (8 * byte);
            }
            assert_eq!(speed, u64::from(gravity::speed(level, is_classic)));
        }
    }

    #[test]
    fn a_piece_finds_its_cells_its_corners_and_its_steps() {
        let mut uut = tables();
        // Looked for, but not by gravity.
        poke!(uut.speed_address = 0xFF.into());
        let mut at = |address: u64| {
            poke!(uut.place_address = address.to_bits());
            tick!(uut);
            let word: u64 = peek!(uut.word).into();
            let signed = |bits: u64| (bits as i8 & 7) - (bits as i8 & 4) * 2;
            (signed(word), signed(word >> 3))
        };
        let upright_i = [0, 1, 2, 3].map(|index| at(1 << 4 | 1 << 2 | index));
        assert_eq!(upright_i, [(2, 0), (2, 1), (2, 2), (2, 3)]);
        let corners = [0, 1, 2, 3].map(&mut at);
        assert_eq!(corners, pieces::corners(0));
        let steps = [TEST_LEFT, TEST_RIGHT, TEST_DOWN].map(|test| at(0x80 | u64::from(test)));
        assert_eq!(steps, [(-1, 0), (1, 0), (0, -1)]);
        // An I from lying to upright, its fifth place: the SRS has it one to the right and two up.
        assert_eq!(at(0xC0 | 4), (1, 2));
    }
}
