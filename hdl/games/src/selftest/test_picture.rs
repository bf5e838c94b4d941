//! Test picture of 160 x 128 points, the same for every screen.
//!
//! | rows | contents |
//! |---|---|
//! | 0 to 63 | eight bars: white, yellow, cyan, green, magenta, red, blue, black |
//! | 64 to 95 | 16 steps from dark to bright: red, green, blue, all three; eight rows each |
//! | 96 to 127 | four rows of text, 20 characters of 8 x 8 points each |
//!
//! A VGA screen shows each point as 4 x 4 pixels, and has no place for the last row of text.
//!
//! **Latency**: two clocks from `x` to `colour`. `y` must not change from one clock before `x` to
//! two clocks after it.

use super::text;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Columns of points.
pub const WIDTH: u8 = 160;
/// Rows of points.
pub const HEIGHT: u8 = 128;

/// The picture.
#[derive(LogicBlock, Module)]
pub struct TestPicture {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Column of the point.
    pub x: Signal<In, Bits<8>>,
    /// Row of the point.
    pub y: Signal<In, Bits<7>>,
    /// The digits of the text, the first in the highest bits: bytes of the keyboard, errors, flash
    /// id.
    pub values: Signal<In, Bits<64>>,
    /// Number of saves, the next two digits.
    pub saves: Signal<In, Bits<8>>,
    /// The buttons, high while pressed.
    pub buttons: Signal<In, Bits<9>>,
    /// Red, green and blue, four bits each; blue in the lowest bits.
    pub colour: Signal<Out, Bits<12>>,
    /// Sixteenth of the row to which a column belongs.
    #[part(clock)]
    #[given]
    sixteenths: SyncROM<Bits<4>, 8>,
    #[part(clock)]
    #[given]
    text: SyncROM<Bits<7>, 7>,
    #[part(clock)]
    #[given]
    dots: SyncROM<Bits<8>, 8>,
    /// Not reset, like all registers here: they follow the beam within two clocks.
    #[reset(none)]
    step: DFF<Bits<4>>,
    #[reset(none)]
    x_in_text: DFF<Bits<3>>,
    #[reset(none)]
    x_in_dots: DFF<Bits<3>>,
    /// The button of the column is pressed.
    #[reset(none)]
    is_pressed: DFF<Bit>,
    #[reset(none)]
    is_inverted: DFF<Bit>,
    /// A button for each place of a line of text, 0 where there is none.
    places: Signal<Local, Bits<16>>,
    shift: Signal<Local, Bits<6>>,
    code: Signal<Local, Bits<5>>,
    is_lit: Signal<Local, Bit>,
    #[default(0)]
    red: Signal<Local, Bits<4>>,
    #[default(0)]
    green: Signal<Local, Bits<4>>,
    #[default(0)]
    blue: Signal<Local, Bits<4>>,
    #[value(15)]
    full: Constant<Bits<4>>,
}

impl Default for TestPicture {
    fn default() -> Self {
        let sixteenth = |x: u64| (x * 16 / u64::from(WIDTH)).min(15);
        construct!(TestPicture {
            sixteenths: (0..256).map(|x| sixteenth(x).to_bits()).into(),
            text: text::words().map(|word| word.to_bits()).into_iter().into(),
            dots: text::dots().map(|line| line.to_bits()).into_iter().into(),
        })
    }
}

#[clocked]
impl Logic for TestPicture {
    #[hdl_gen]
    fn update(&mut self) {
        self.sixteenths.address.next = self.x.val();
        self.text.address.next = (bit_cast::<7, 2>(self.y.val().get_bits::<2>(3)) << 5)
            | bit_cast::<7, 5>(self.x.val().get_bits::<5>(3));
        self.x_in_text.d.next = self.x.val().get_bits::<3>(0);
        self.places.next = bit_cast::<16, 9>(self.buttons.val());
        self.is_pressed.d.next = self
            .places
            .val()
            .get_bit(self.x.val().get_bits::<4>(3).index());

        self.step.d.next = self.sixteenths.data.val();
        // The first digit has the highest bits.
        self.shift.next = bit_cast::<6, 4>(!self.text.data.val().get_bits::<4>(0)) << 2;
        self.code.next = self.text.data.val().get_bits::<5>(0);
        if self.text.data.val().get_bit(5) {
            self.code.next =
                bit_cast::<5, 4>(self.values.val().get_bits::<4>(self.shift.val().index()));
            if self.text.data.val().get_bit(4) {
                self.code.next = bit_cast::<5, 4>(self.saves.val().get_bits::<4>(4));
                if self.text.data.val().get_bit(0) {
                    self.code.next = bit_cast::<5, 4>(self.saves.val().get_bits::<4>(0));
                }
            }
        }
        self.dots.address.next = (bit_cast::<8, 5>(self.code.val()) << 3)
            | bit_cast::<8, 3>(self.y.val().get_bits::<3>(0));
        self.x_in_dots.d.next = !self.x_in_text.q.val();
        self.is_inverted.d.next = self.text.data.val().get_bit(6) & self.is_pressed.q.val();

        self.is_lit.next =
            self.is_inverted.q.val() ^ self.dots.data.val().get_bit(self.x_in_dots.q.val().index());
        if !self.y.val().get_bit(6) {
            if !self.step.q.val().get_bit(2) {
                self.red.next = self.full.val();
            }
            if !self.step.q.val().get_bit(3) {
                self.green.next = self.full.val();
            }
            if !self.step.q.val().get_bit(1) {
                self.blue.next = self.full.val();
            }
        } else if !self.y.val().get_bit(5) {
            if (self.y.val().get_bits::<2>(3) == 0) | self.y.val().get_bits::<2>(3).all() {
                self.red.next = self.step.q.val();
            }
            if (self.y.val().get_bits::<2>(3) == 1) | self.y.val().get_bits::<2>(3).all() {
                self.green.next = self.step.q.val();
            }
            if self.y.val().get_bit(4) {
                self.blue.next = self.step.q.val();
            }
        } else if self.is_lit.val() {
            self.red.next = self.full.val();
            self.green.next = self.full.val();
            self.blue.next = self.full.val();
        }
        self.colour.next = (bit_cast::<12, 4>(self.red.val()) << 8)
            | (bit_cast::<12, 4>(self.green.val()) << 4)
            | bit_cast::<12, 4>(self.blue.val());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn picture() -> Bench<TestPicture> {
        let mut uut = Bench::new(TestPicture::default());
        poke!(uut.values = 0x1234_5678_9ABC_DEF0_u64.to_bits());
        poke!(uut.saves = 0x5A_u8.to_bits());
        uut
    }

    /// A row of points.
    fn row(uut: &mut Bench<TestPicture>, y: u8) -> Vec<u16> {
        poke!(uut.y = y.to_bits());
        let mut points = vec![];
        for x in 0..u16::from(WIDTH) + 2 {
            if x >= 2 {
                points.push(peek!(uut.colour).to_u16());
            }
            poke!(uut.x = (x as u8).to_bits());
            tick!(uut);
        }
        points
    }

    /// The text in a row, by the dots of its characters.
    fn read(uut: &mut Bench<TestPicture>, text_row: u8) -> String {
        let lines: Vec<Vec<u16>> = (0..8).map(|y| row(uut, 96 + 8 * text_row + y)).collect();
        let dots = text::dots();
        let known = text::CHARACTERS.chars().zip(dots.chunks(8));
        let known: Vec<(char, &[u8])> = known.collect();
        (0..text::COLUMNS)
            .map(|column| {
                let drawing: Vec<u8> = lines
                    .iter()
                    .map(|line| {
                        let dots = &line[8 * column..8 * column + 8];
                        assert!(dots.iter().all(|dot| [0, 0xFFF].contains(dot)));
                        dots.iter()
                            .fold(0, |bits, dot| bits << 1 | u8::from(*dot != 0))
                    })
                    .collect();
                let mut known = known.iter();
                known
                    .find(|(_, dots)| **dots == *drawing)
                    .map_or('?', |(character, _)| *character)
            })
            .collect()
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(picture().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn the_bars_have_the_eight_colours_and_equal_widths() {
        let bars = [0xFFF, 0xFF0, 0x0FF, 0x0F0, 0xF0F, 0xF00, 0x00F, 0];
        let expected: Vec<u16> = bars.into_iter().flat_map(|bar| [bar; 20]).collect();
        let mut uut = picture();
        for y in [0, 1, 31, 63] {
            assert_eq!(row(&mut uut, y), expected);
        }
    }

    #[test]
    fn each_channel_has_its_16_steps() {
        let mut uut = picture();
        for (y, weight) in [(64, 0x100), (79, 0x10), (80, 1), (88, 0x111), (95, 0x111)] {
            let expected: Vec<u16> = (0..16).flat_map(|step| [step * weight; 10]).collect();
            assert_eq!(row(&mut uut, y), expected, "row {y}");
        }
    }

    #[test]
    fn the_text_shows_the_values() {
        let mut uut = picture();
        let rows: Vec<String> = (0..4).map(|row| read(&mut uut, row)).collect();
        let expected = [
            "KEYS 12345678 BAD 9A",
            "FLASH BCDEF0 SAVE 5A",
            "UDLRCAB12 BUTTONS   ",
            "GATEFALL SELF TEST  ",
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn a_pressed_button_has_its_name_inverted() {
        let mut uut = picture();
        for button in 0..9_usize {
            poke!(uut.buttons = (1_u16 << button).to_bits());
            let expected: String = "UDLRCAB12 BUTTONS   "
                .chars()
                .enumerate()
                .map(|(column, name)| if column == button { '?' } else { name })
                .collect();
            assert_eq!(read(&mut uut, 2), expected);
            let top = row(&mut uut, 96 + 16 + 7);
            // The line below the letters is lit only where it is inverted.
            let lit: Vec<usize> = (0..top.len()).filter(|&x| top[x] != 0).collect();
            assert_eq!(lit, (8 * button..8 * button + 8).collect::<Vec<_>>());
            assert_eq!(read(&mut uut, 3), "GATEFALL SELF TEST  ");
        }
    }
}
