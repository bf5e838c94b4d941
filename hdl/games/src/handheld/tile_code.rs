//! Code of a tile: that of the screen, with cells and digits of the game in their places.
//!
//! A memory keeps the digits as the engine writes them.
//!
//! **Interface**: a digit is valid one clock after its `screen_code`; the rest is combinational.

use super::{font, screens};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The code.
#[derive(LogicBlock, Module)]
pub struct TileCode {
    /// Core clock.
    pub clock: Signal<In, Clock>,
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
    /// The tile stays empty.
    pub is_blank: Signal<In, Bit>,
    /// Code of the tile.
    pub code: Signal<Out, Bits<8>>,
    #[part(clock)]
    #[given]
    digits: RAM<Bits<4>, 4>,
    #[value(screens::PLACEHOLDER)]
    placeholder: Constant<Bits<3>>,
    #[value(screens::EMPTY)]
    empty: Constant<Bits<8>>,
    #[value(screens::SETTLED)]
    settled: Constant<Bits<8>>,
    #[value(screens::CLEARED)]
    cleared: Constant<Bits<8>>,
    #[value(font::SPACE)]
    space: Constant<Bits<8>>,
    #[value(font::DIGIT_ZERO)]
    digit_zero: Constant<Bits<8>>,
}

impl Default for TileCode {
    fn default() -> Self {
        construct!(TileCode {
            digits: std::iter::repeat_n(Bits::<4>::default(), 16).into(),
        })
    }
}

#[clocked]
impl Logic for TileCode {
    #[hdl_gen]
    fn update(&mut self) {
        self.digits.read_address.next = self.screen_code.val().get_bits::<4>(0);
        self.digits.write_address.next = self.text_address.val();
        self.digits.write_data.next = self.text_digit.val();
        self.digits.write_enable.next = self.text_write.val();
        self.code.next = self.screen_code.val();
        if self.screen_code.val().get_bits::<3>(5) == self.placeholder.val() {
            if self.screen_code.val().get_bit(4) {
                self.code.next =
                    bit_cast::<8, 4>(self.digits.read_data.val()) | self.digit_zero.val();
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
        } else if self.is_blank.val() {
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
        let mut uut = Bench::new(TileCode::default());
        poke!(uut.text_address = 2.into());
        poke!(uut.text_digit = 7.into());
        poke!(uut.text_write = true);
        tick!(uut);
        poke!(uut.text_write = false);
        for (screen_code, cell, flash, is_blank, code) in [
            (font::glyph('A'), 0, false, false, font::glyph('A')),
            (font::glyph('A'), 0, false, true, font::SPACE),
            (screens::DIGIT | 2, 0, false, false, font::DIGIT_ZERO + 7),
            (screens::FIELD, 0, false, true, screens::EMPTY),
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
