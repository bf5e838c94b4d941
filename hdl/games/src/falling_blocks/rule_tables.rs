//! The constants of the rules in one block RAM: where the cells of the pieces are, and how fast they fall.
//!
//! The engine never moves a piece while it adds up gravity, so both look things up here in turn.
//!
//! **Shape**: two pages of 256 words of 8 bits. `word` comes one cycle after the address.

use super::{gravity, pieces};
use rust_hdl::prelude::*;

/// Entries above the five kick tests: one step left, right, down.
pub(super) const TEST_LEFT: u8 = 5;
/// See [`TEST_LEFT`].
pub(super) const TEST_RIGHT: u8 = 6;
/// See [`TEST_LEFT`].
pub(super) const TEST_DOWN: u8 = 7;

/// The tables, and who may look.
#[derive(LogicBlock)]
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
pub(super) fn speeds() -> impl Iterator<Item = u64> {
    (0u32..=255).map(|address| {
        let speed = gravity::speed((address >> 2) & 31, address & 128 != 0);
        u64::from(speed.to_le_bytes()[(address & 3) as usize])
    })
}

impl Default for RuleTables {
    fn default() -> Self {
        let words = places().chain(speeds()).map(|word| word.to_bits());
        gatefall_widgets::with_defaults! {
            default { clock, for_gravity, speed_address, place_address, word }
            words: words.into(),
        }
    }
}

impl Logic for RuleTables {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, words);
        self.words.address.next = bit_cast::<9, 8>(self.place_address.val());
        if self.for_gravity.val() {
            self.words.address.next = bit_cast::<9, 8>(self.speed_address.val()) | 0x100;
        }
        self.word.next = self.words.data.val();
    }
}
