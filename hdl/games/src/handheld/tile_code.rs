//! Code of a tile: that of the screen, with cells and digits of the game in their places.
//!
//! [`DigitStore`] keeps the digits as the engine writes them.
//!
//! **Interface**: a digit is valid one clock after its `screen_code`; the rest is combinational.

use super::digit_store::DigitStore;
use super::font;
use super::screens::{self, Extras};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The code.
#[derive(LogicBlock, Module)]
pub struct TileCode {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub new_game: Signal<In, Bit>,
    /// Level of the next game: tens (bit 4) and units.
    pub start_level: Signal<In, Bits<5>>,
    /// Code of the screen, see [`screens`].
    pub screen_code: Signal<In, Bits<8>>,
    /// Number of a digit that the engine writes.
    pub text_address: Signal<In, Bits<4>>,
    /// Its value.
    pub text_digit: Signal<In, Bits<4>>,
    /// Strobe: keep it.
    pub text_write: Signal<In, Bit>,
    /// Cell of the field: 0 empty; bit 4 in a row that is being cleared.
    pub field_cell: Signal<In, Bits<5>>,
    /// Level: rows that are being cleared shine.
    pub flash: Signal<In, Bit>,
    /// The tile belongs to the edge of a field in danger.
    pub is_edge: Signal<In, Bit>,
    /// The tile stays empty.
    pub is_blank: Signal<In, Bit>,
    /// Code of the tile.
    pub code: Signal<Out, Bits<8>>,
    #[part]
    #[given]
    digits: DigitStore,
    is_best_digit: Signal<Local, Bit>,
    is_start_level: Signal<Local, Bit>,
    digit: Signal<Local, Bits<4>>,
    has_best_score: Constant<Bit>,
    has_start_level: Constant<Bit>,
    #[value(screens::PLACEHOLDER)]
    placeholder: Constant<Bits<3>>,
    #[value(screens::EMPTY)]
    empty: Constant<Bits<8>>,
    #[value(screens::SETTLED)]
    settled: Constant<Bits<8>>,
    #[value(screens::EDGE)]
    edge_code: Constant<Bits<8>>,
    #[value(screens::CLEARED)]
    cleared: Constant<Bits<8>>,
    #[value(font::SPACE)]
    space: Constant<Bits<8>>,
    #[value(font::DIGIT_ZERO)]
    digit_zero: Constant<Bits<8>>,
}

impl TileCode {
    /// The codes of a game with these parts.
    pub fn new(extras: Extras) -> Self {
        construct!(TileCode {
            digits: DigitStore::new(extras.best_score),
            has_best_score: Constant::new(extras.best_score),
            has_start_level: Constant::new(extras.start_level),
        })
    }
}

#[clocked]
impl Logic for TileCode {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_best_digit.next = self.has_best_score.val()
            & self.screen_code.val().get_bit(3)
            & !self.screen_code.val().get_bit(4);
        self.is_start_level.next =
            self.has_start_level.val() & self.screen_code.val().get_bits::<3>(2).all();
        self.digits.new_game.next = self.new_game.val();
        self.digits.position.next = self.screen_code.val().get_bits::<4>(0);
        if self.is_best_digit.val() {
            self.digits.position.next = bit_cast::<4, 3>(self.screen_code.val().get_bits::<3>(0));
        }
        self.digits.of_best.next = self.is_best_digit.val();
        self.digits.write_position.next = self.text_address.val();
        self.digits.write_digit.next = self.text_digit.val();
        self.digits.write.next = self.text_write.val();
        self.digit.next = self.digits.digit.val();
        if self.is_start_level.val() {
            self.digit.next = self.start_level.val().get_bits::<4>(0);
            if self.screen_code.val().get_bit(0) {
                self.digit.next = bit_cast::<4, 1>(self.start_level.val().get_bits::<1>(4));
            }
        }
        self.code.next = self.screen_code.val();
        if self.screen_code.val().get_bits::<3>(5) == self.placeholder.val() {
            if self.screen_code.val().get_bit(4) | self.is_best_digit.val() {
                self.code.next = bit_cast::<8, 4>(self.digit.val()) | self.digit_zero.val();
            } else if self.field_cell.val().get_bit(4) {
                // Rows that are being cleared alternate between white and empty.
                self.code.next = self.empty.val();
                if self.flash.val() {
                    self.code.next = self.cleared.val();
                }
            } else if self.field_cell.val().any() {
                self.code.next = self.settled.val();
            } else {
                self.code.next = self.empty.val();
            }
        }
        if self.is_edge.val() {
            self.code.next = self.edge_code.val();
        }
        if self.is_blank.val() {
            self.code.next = self.space.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn placeholders_become_cells_and_digits() {
        let mut uut = Bench::new(TileCode::new(Extras::ALL));
        poke!(uut.start_level = 0x13.into());
        poke!(uut.text_address = 2.into());
        poke!(uut.text_digit = 7.into());
        poke!(uut.text_write = true);
        tick!(uut);
        poke!(uut.text_address = 6.into());
        poke!(uut.text_digit = 5.into());
        tick!(uut);
        poke!(uut.text_write = false);
        for (screen_code, cell, flash, is_blank, code) in [
            (font::glyph('A'), 0, false, false, font::glyph('A')),
            (font::glyph('A'), 0, false, true, font::SPACE),
            (screens::DIGIT | 2, 0, false, false, font::DIGIT_ZERO + 7),
            (
                screens::BEST_DIGIT | 2,
                0,
                false,
                false,
                font::DIGIT_ZERO + 7,
            ),
            (
                screens::BEST_DIGIT | 6,
                0,
                false,
                false,
                font::DIGIT_ZERO + 5,
            ),
            (screens::START_LEVEL, 5, false, false, font::DIGIT_ZERO + 3),
            (
                screens::START_LEVEL + 1,
                5,
                false,
                false,
                font::DIGIT_ZERO + 1,
            ),
            (screens::START_LEVEL, 5, false, true, font::SPACE),
            (screens::FIELD, 0, false, false, screens::EMPTY),
            (screens::FIELD, 5, true, false, screens::SETTLED),
            (screens::FIELD, 16 | 5, true, false, screens::CLEARED),
            (screens::FIELD, 16 | 5, false, false, screens::EMPTY),
        ] {
            poke!(uut.screen_code = screen_code.to_bits());
            poke!(uut.field_cell = (cell as u64).to_bits());
            poke!(uut.flash = flash);
            poke!(uut.is_blank = is_blank);
            tick!(uut);
            assert_eq!(peek!(uut.code).to_u8(), code, "{screen_code:02x}, {cell}");
        }
    }
}
