//! Selects the glyph of a character, and its line.
//!
//! A row may show the edges of frames in place of its characters: the sides of frames become
//! corners, and what is between them the edge. So a frame, or the cap of a key, is one line of the
//! text memory. Invisible sides have no stroke of their own. Tall digits are two rows tall, so a
//! row shows their upper or lower halves.
//!
//! ```text
//! 00cccc  digit or side of a frame       1ccccc  letter
//! 0i101r  side of a frame, r = 1 right   111xxx  edge, see `code`
//!         i = 1 invisible                01cccc  sign
//! ```
//!
//! Combinational.

use super::font::{ARROW, SPACE};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Bits 1 to 3 of the codes of the sides of frames; bit 0 is left or right.
const SIDES: u8 = 5;
/// Edges of frames: bit 0 right, bit 1 corner, bit 2 lower.
const EDGES: u8 = 0x38;

/// The selection.
#[derive(LogicBlock, Module)]
pub struct Glyph {
    /// The character of the text memory.
    pub said: Signal<In, Bits<6>>,
    /// Lowest bits of the line of the beam.
    pub y: Signal<In, Bits<5>>,
    /// The character is doubled.
    pub doubled: Signal<In, Bit>,
    /// It is doubled twice.
    pub quadrupled: Signal<In, Bit>,
    /// Digits are one tile tall.
    pub is_small: Signal<In, Bit>,
    /// The row is the selected one, which shows its arrow.
    pub chosen: Signal<In, Bit>,
    /// A frame is open.
    pub framed: Signal<In, Bit>,
    /// The row shows upper halves.
    pub is_upper: Signal<In, Bit>,
    /// The row shows edges only.
    pub shows_edge: Signal<In, Bit>,
    /// The edge is the lower one.
    pub is_lower_edge: Signal<In, Bit>,
    /// Address in the font: {page, glyph, line}.
    pub address: Signal<Out, Bits<10>>,
    /// Quarter of the glyph, from its top.
    pub quarter: Signal<Out, Bits<2>>,
    /// The character is part of a frame.
    pub is_stroke: Signal<Out, Bit>,
    /// The character is a side or a corner.
    pub is_end: Signal<Out, Bit>,
    /// It is a left one, which opens a frame.
    pub opens: Signal<Out, Bit>,
    /// It is a corner.
    pub is_corner: Signal<Out, Bit>,
    /// It is a lower one.
    pub is_lower: Signal<Out, Bit>,
    is_side: Signal<Local, Bit>,
    is_visible: Signal<Local, Bit>,
    is_sign: Signal<Local, Bit>,
    is_short: Signal<Local, Bit>,
    is_paged: Signal<Local, Bit>,
    is_line: Signal<Local, Bit>,
    is_hidden: Signal<Local, Bit>,
    is_right: Signal<Local, Bit>,
    is_bottom: Signal<Local, Bit>,
    is_lower_half: Signal<Local, Bit>,
    doubled_line: Signal<Local, Bits<3>>,
    begins_half: Signal<Local, Bit>,
    quadrupled_line: Signal<Local, Bits<3>>,
    #[value(4)]
    half: Constant<Bits<3>>,
    code: Signal<Local, Bits<6>>,
    glyph: Signal<Local, Bits<6>>,
    line: Signal<Local, Bits<3>>,
    stroke: Signal<Local, Bit>,
    #[value(SPACE)]
    space: Constant<Bits<6>>,
    #[value(ARROW)]
    arrow: Constant<Bits<6>>,
    #[value(SIDES)]
    sides: Constant<Bits<3>>,
    #[value(EDGES)]
    edges: Constant<Bits<6>>,
}

#[clocked]
impl Logic for Glyph {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_side.next =
            !self.said.val().get_bit(5) & (self.said.val().get_bits::<3>(1) == self.sides.val());
        self.is_visible.next = self.is_side.val() & !self.said.val().get_bit(4);
        self.is_line.next = self.is_side.val() | self.framed.val();
        self.is_right.next = self.is_visible.val() & self.said.val().get_bit(0);
        // Between the visible sides, the edge has the code of a lower one.
        self.is_bottom.next = !self.is_visible.val() | self.is_lower_edge.val();
        self.is_lower_half.next = !self.is_upper.val();
        self.is_sign.next = !self.said.val().get_bit(5) & self.said.val().get_bit(4);
        self.is_short.next =
            self.said.val().get_bit(5) | self.said.val().get_bit(4) | self.is_small.val();
        // Rows of upper halves show nothing but those and frames.
        self.is_hidden.next = ((self.said.val() == self.arrow.val()) & !self.chosen.val())
            | (self.is_sign.val() & self.is_side.val())
            | (self.is_upper.val()
                & self.is_short.val()
                & !self.is_side.val()
                & (!self.said.val().get_bit(5)
                    | (self.said.val().get_bits::<2>(3) != 3)
                    | (self.said.val().get_bits::<2>(1) == 0)));
        self.code.next = self.said.val();
        if self.shows_edge.val() {
            self.code.next = self.space.val();
            if self.is_line.val() {
                self.code.next = bit_cast::<6, 1>(self.is_right.val().into())
                    | (bit_cast::<6, 1>(self.is_visible.val().into()) << 1)
                    | (bit_cast::<6, 1>(self.is_bottom.val().into()) << 2)
                    | self.edges.val();
            }
        } else if self.is_hidden.val() {
            self.code.next = self.space.val();
        }
        // Doubled letters begin in an odd row, quadrupled ones in the last of four.
        self.doubled_line.next = self.y.val().get_bits::<3>(1) ^ self.half.val();
        self.begins_half.next = !self.y.val().get_bit(3);
        self.quadrupled_line.next = bit_cast::<3, 1>(self.y.val().get_bits::<1>(2))
            | (bit_cast::<3, 1>(self.begins_half.val().into()) << 1)
            | (bit_cast::<3, 1>((self.y.val().get_bit(3) ^ self.y.val().get_bit(4)).into()) << 2);
        if self.quadrupled.val() {
            self.doubled_line.next = self.quadrupled_line.val();
        }
        self.line.next = self.y.val().get_bits::<3>(0);
        if self.doubled.val() {
            self.line.next = self.doubled_line.val();
        }
        self.glyph.next = self.code.val();
        self.quarter.next = self.line.val().get_bits::<2>(1);
        if !self.code.val().get_bit(5) & !self.is_short.val() {
            self.glyph.next = bit_cast::<6, 4>(self.code.val().get_bits::<4>(0))
                | (bit_cast::<6, 1>(self.is_lower_half.val().into()) << 4);
            self.quarter.next = bit_cast::<2, 1>(self.line.val().get_bits::<1>(2))
                | (bit_cast::<2, 1>(self.is_lower_half.val().into()) << 1);
        }
        self.is_paged.next = !self.code.val().get_bit(5) & self.is_short.val();
        self.address.next = (bit_cast::<10, 1>(self.is_paged.val().into()) << 9)
            | (bit_cast::<10, 6>(self.glyph.val()) << 3)
            | bit_cast::<10, 3>(self.line.val());
        self.stroke.next = self.code.val().get_bit(3)
            & (self.code.val().get_bit(5) == self.code.val().get_bit(4))
            & ((self.code.val().get_bit(5) & self.code.val().get_bit(2))
                | (self.code.val().get_bit(1)
                    & (self.code.val().get_bit(5) | !self.code.val().get_bit(2))));
        self.is_stroke.next = self.stroke.val();
        self.is_end.next = self.is_side.val() | (self.stroke.val() & self.code.val().get_bit(1));
        self.opens.next = !self.said.val().get_bit(0);
        self.is_corner.next = self.code.val().get_bit(5);
        self.is_lower.next = self.code.val().get_bit(2);
        if self.shows_edge.val() {
            self.is_lower.next = self.is_lower_edge.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::picture::font::code;
    use gatefall_bench::{peek, poke, Bench};

    /// Page 1 of the font, in numbers of glyphs.
    const PAGE: u64 = 64;
    const BLANK: u64 = PAGE | SPACE as u64;

    /// The glyph of a character and the line of it.
    fn glyph(uut: &mut Bench<Glyph>, character: char) -> (u64, u64) {
        poke!(uut.said = code(character).to_bits());
        let address: u64 = peek!(uut.address).into();
        (address >> 3, address & 7)
    }

    #[test]
    fn digits_have_two_halves_and_letters_stand_in_the_lower_row() {
        let mut uut = Bench::new(Glyph::default());
        poke!(uut.y = 5.into());
        let (digit, letter) = (u64::from(code('7')), u64::from(code('Q')));
        assert_eq!(glyph(&mut uut, '7'), (digit | 16, 5));
        assert_eq!(glyph(&mut uut, 'Q'), (letter, 5));
        poke!(uut.is_upper = true);
        assert_eq!(glyph(&mut uut, '7'), (digit, 5));
        assert_eq!(glyph(&mut uut, 'Q').0, BLANK);
    }

    #[test]
    fn small_digits_and_signs_are_on_the_second_page() {
        let mut uut = Bench::new(Glyph::default());
        assert_eq!(glyph(&mut uut, '!').0, PAGE | u64::from(code('!')));
        poke!(uut.is_small = true);
        assert_eq!(glyph(&mut uut, '7').0, PAGE | u64::from(code('7')));
        poke!(uut.is_upper = true);
        assert_eq!(glyph(&mut uut, '7').0, BLANK, "in the lower row only");
        assert_eq!(glyph(&mut uut, '!').0, BLANK);
    }

    #[test]
    fn an_invisible_side_opens_a_frame_without_a_stroke() {
        let mut uut = Bench::new(Glyph::default());
        assert_eq!(glyph(&mut uut, '╎').0, BLANK);
        assert!(peek!(uut.is_end) && peek!(uut.opens) && !peek!(uut.is_stroke));
        assert_eq!(glyph(&mut uut, '╏').0, BLANK);
        assert!(peek!(uut.is_end) && !peek!(uut.opens) && !peek!(uut.is_corner));
        poke!(uut.shows_edge = true);
        assert_eq!(glyph(&mut uut, '╎').0, u64::from(EDGES | 4), "the edge");
        assert!(peek!(uut.is_end) && peek!(uut.is_corner) && !peek!(uut.is_lower));
    }

    #[test]
    fn doubled_glyphs_have_lines_of_two_pixels_and_quadrupled_of_four() {
        let mut uut = Bench::new(Glyph::default());
        poke!(uut.doubled = true);
        // They begin in odd rows of tiles, or in the last of four.
        for (quadrupled, line, first) in [(false, 2, 8), (true, 4, 24)] {
            poke!(uut.quadrupled = quadrupled);
            for (y, expected) in [(0, 0), (line, 1), (3 * line, 3)] {
                poke!(uut.y = ((first + y) & 31u64).to_bits());
                assert_eq!(glyph(&mut uut, 'A').1, expected);
            }
        }
    }

    #[test]
    fn sides_become_corners_in_the_rows_of_edges() {
        let mut uut = Bench::new(Glyph::default());
        poke!(uut.said = (SIDES << 1 | 1).to_bits());
        assert!(peek!(uut.is_end) && !peek!(uut.opens) && !peek!(uut.is_corner));
        poke!(uut.shows_edge = true);
        poke!(uut.is_lower_edge = true);
        let address: u64 = peek!(uut.address).into();
        assert_eq!(address >> 3, u64::from(EDGES | 7), "lower right corner");
        assert!(peek!(uut.is_end) && !peek!(uut.opens) && peek!(uut.is_corner));
        assert_eq!(glyph(&mut uut, 'A').0, BLANK, "outside");
        poke!(uut.framed = true);
        assert_eq!(glyph(&mut uut, 'A').0, u64::from(EDGES | 4), "the edge");
        assert!(peek!(uut.is_stroke) && !peek!(uut.is_end));
    }

    #[test]
    fn only_the_chosen_row_shows_its_arrow() {
        let mut uut = Bench::new(Glyph::default());
        poke!(uut.said = ARROW.to_bits());
        let glyph = |uut: &mut Bench<Glyph>| u64::from(peek!(uut.address)) >> 3;
        assert_eq!(glyph(&mut uut), BLANK);
        poke!(uut.chosen = true);
        assert_eq!(glyph(&mut uut), PAGE | u64::from(ARROW));
    }
}
