//! Lights the LEDs of a matrix one after the other, in one colour after the other.
//!
//! Lit LEDs stay lit until the last one is reached. So a dark LED in the lit part is broken, and a
//! wrong order is visible. A button inverts its LED in the first row.
//!
//! **Interface**: combinational from `row` and `column` to `colour`. The LEDs are in the order of
//! the chain, seven to a row. Buttons have the order of [`Button`](crate::Button); the first seven
//! are shown.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Rows of the matrix.
pub const ROWS: u8 = 10;
/// Columns of the matrix.
pub const COLUMNS: u8 = 7;
/// Colours `0xRRGGBB` of the numbers that the walk gives.
pub const PALETTE: [u32; 5] = [0, 0xFF_00_00, 0x00_FF_00, 0x00_00_FF, 0xFF_FF_FF];
/// The same for LEDs of two colours.
pub const LIGHTS: [[bool; 2]; 5] = [
    [false, false],
    [true, false],
    [false, true],
    [true, false],
    [true, true],
];

/// The walk.
#[derive(LogicBlock, Module)]
pub struct LedWalk {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the walk begins.
    pub reset: Signal<In, Bit>,
    /// Strobe: one more LED.
    pub advance: Signal<In, Bit>,
    /// The buttons, high while pressed.
    pub buttons: Signal<In, Bits<9>>,
    /// Row of the LED to look up, 0 at the top.
    pub row: Signal<In, Bits<4>>,
    /// Column of the LED to look up, 0 at the left.
    pub column: Signal<In, Bits<3>>,
    /// Number of its colour, 0 = dark.
    #[default(0)]
    pub colour: Signal<Out, Bits<3>>,
    /// The last lit LED.
    last_row: DFF<Bits<4>>,
    last_column: DFF<Bits<3>>,
    /// Number of the colour, less 1.
    walk_colour: DFF<Bits<2>>,
    place: Signal<Local, Bits<7>>,
    last_place: Signal<Local, Bits<7>>,
    is_lit: Signal<Local, Bit>,
    #[value(ROWS - 1)]
    end_row: Constant<Bits<4>>,
    #[value(COLUMNS - 1)]
    end_column: Constant<Bits<3>>,
}

#[clocked]
impl Logic for LedWalk {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next =
            (bit_cast::<7, 4>(self.row.val()) << 3) | bit_cast::<7, 3>(self.column.val());
        self.last_place.next = (bit_cast::<7, 4>(self.last_row.q.val()) << 3)
            | bit_cast::<7, 3>(self.last_column.q.val());
        self.is_lit.next = self.place.val() <= self.last_place.val();
        if !self.row.val().any() & self.buttons.val().get_bit(self.column.val().index()) {
            self.is_lit.next = self.place.val() > self.last_place.val();
        }
        if self.is_lit.val() {
            self.colour.next = bit_cast::<3, 2>(self.walk_colour.q.val()) + 1;
        }
        if self.advance.val() {
            self.last_column.d.next = self.last_column.q.val() + 1;
            if self.last_column.q.val() == self.end_column.val() {
                self.last_column.d.next = 0.into();
                self.last_row.d.next = self.last_row.q.val() + 1;
                if self.last_row.q.val() == self.end_row.val() {
                    self.last_row.d.next = 0.into();
                    self.walk_colour.d.next = self.walk_colour.q.val() + 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn walk() -> Bench<LedWalk> {
        let mut uut = Bench::new(LedWalk::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// Colour numbers in the order of the chain.
    fn colours(uut: &mut Bench<LedWalk>) -> Vec<u8> {
        let places = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        places
            .map(|(row, column)| {
                poke!(uut.row = row.to_bits());
                poke!(uut.column = column.to_bits());
                peek!(uut.colour).to_u8()
            })
            .collect()
    }

    fn advance(uut: &mut Bench<LedWalk>) {
        poke!(uut.advance = true);
        tick!(uut);
        poke!(uut.advance = false);
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(walk().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn every_led_lights_in_its_turn_in_every_colour() {
        let mut uut = walk();
        let count = usize::from(ROWS) * usize::from(COLUMNS);
        for colour in [1, 2, 3, 4, 1] {
            for last in 0..count {
                let mut expected = vec![colour; last + 1];
                expected.resize(count, 0);
                assert_eq!(colours(&mut uut), expected);
                advance(&mut uut);
            }
        }
    }

    #[test]
    fn a_button_inverts_its_led_in_the_first_row() {
        let mut uut = walk();
        for _ in 0..3 {
            advance(&mut uut);
        }
        let without = colours(&mut uut);
        for button in 0..9 {
            poke!(uut.buttons = (1_u16 << button).to_bits());
            let with = colours(&mut uut);
            let changed: Vec<usize> = (0..with.len())
                .filter(|&led| with[led] != without[led])
                .collect();
            let expected = if button < 7 { vec![button] } else { vec![] };
            assert_eq!(changed, expected);
            assert!(with.iter().all(|colour| [0, 1].contains(colour)));
        }
    }

    #[test]
    fn each_colour_number_has_a_colour() {
        assert_eq!(PALETTE.len(), LIGHTS.len());
        assert_eq!([PALETTE[0], PALETTE[4]], [0, 0xFF_FF_FF]);
    }
}
