//! Letters, digits and frames: 64 x 60 tiles of 8 x 8 dots in the columns 64 to 575 of the screen.
//!
//! Everything is looked up. A table of rows names, for each row of tiles of each scene, two lines of the text memory: one for the columns left of the
//! board, one for the rest. Different rows share lines, so 64 lines are enough for seven screens.
//!
//! ```text
//! cycle 0   {scene, y/8} -> row table (steady along the line)     {line, x/8} -> text memory
//! cycle 1   code -> {code, y%8} -> font
//! cycle 2   dots, x%8 -> ink
//! ```
//!
//! On the screens of two players the line changes in the middle of rows 6 to 49, so that each player has a half of the row, with a style of its own.
//!
//! The middle of a row (columns 256 to 383, on the title screen 224 to 415) can be shown at twice the size. Doubled letters and tall digits take two rows, an odd one and the next.
//!
//! **Shape**: `ink`, `colour` and `curtain` belong to the `x` of two cycles ago. Text addresses are {line, x/8 modulo 64}.
//! **Cost**: 58 LC, 5 block RAMs.

use super::font::font;
use super::screens::Screens;
use rust_hdl::prelude::*;

/// The text layer.
#[derive(LogicBlock)]
pub struct TextLayer {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the beam.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Which screen.
    pub scene: Signal<In, Bits<3>>,
    /// Where to write a character.
    pub text_address: Signal<In, Bits<12>>,
    /// The character.
    pub text_code: Signal<In, Bits<6>>,
    /// Write it.
    pub text_write: Signal<In, Bit>,
    /// The pixel belongs to a character.
    pub ink: Signal<Out, Bit>,
    /// Its colour: {right of the cards, style, class, third of the glyph}, see `palette`.
    pub colour: Signal<Out, Bits<7>>,
    /// The pixel is inside of a frame.
    pub glass: Signal<Out, Bit>,
    /// The row hides the cells behind it.
    pub curtain: Signal<Out, Bit>,
    rows: SyncROM<Bits<18>, 9>,
    text: RAM<Bits<6>, 12>,
    font: SyncROM<Bits<8>, 9>,
    window: DFF<Bits<2>>,
    rest: DFF<Bits<2>>,
    doubled: DFF<Bits<2>>,
    framed: DFF<Bit>,
    closing: DFF<Bit>,
    edge_row: DFF<Bit>,
    lower_edge: DFF<Bit>,
    stroke: DFF<Bit>,
    shade: DFF<Bits<2>>,
    row_left_line: Signal<Local, Bits<6>>,
    row_rest_line: Signal<Local, Bits<6>>,
    entering: Signal<Local, Bit>,
    pair_of_rows: Signal<Local, Bits<5>>,
    in_rest: Signal<Local, Bit>,
    below_416: Signal<Local, Bit>,
    in_doubled: Signal<Local, Bit>,
    line: Signal<Local, Bits<6>>,
    tile: Signal<Local, Bits<6>>,
    code: Signal<Local, Bits<6>>,
    lower_half: Signal<Local, Bit>,
    glyph: Signal<Local, Bits<6>>,
    glyph_line: Signal<Local, Bits<3>>,
    is_stroke: Signal<Local, Bit>,
    x_late: Signal<Local, Bits<10>>,
    dot: Signal<Local, Bits<3>>,
    style: Signal<Local, Bits<2>>,
    ink_class: Signal<Local, Bits<2>>,
}

impl TextLayer {
    /// The text layer with these screens on show.
    pub fn new(screens: &Screens) -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, x, y, scene, text_address, text_code, text_write, ink, colour, glass,
                curtain, window, rest, doubled, framed, closing, edge_row,
                lower_edge, stroke, shade, row_left_line, row_rest_line, entering, pair_of_rows, in_rest,
                below_416, in_doubled, line, tile, code, lower_half, glyph, glyph_line, is_stroke,
                x_late, dot, style, ink_class,
            }
            rows: screens.rows.iter().map(|row| row.to_bits()).into(),
            text: screens.text.iter().map(|code| code.to_bits()).into(),
            font: font().iter().map(|dots| dots.to_bits()).into(),
        }
    }
}

impl Logic for TextLayer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, window, rest, doubled, framed, closing, edge_row, lower_edge, stroke,
            shade
        );
        clock!(self, clock, rows, font);
        self.text.read_clock.next = self.clock.val();
        self.text.write_clock.next = self.clock.val();
        self.text.write_address.next = self.text_address.val();
        self.text.write_data.next = self.text_code.val();
        self.text.write_enable.next = self.text_write.val();

        // Cycle 0: which line, which tile of it.
        self.rows.address.next = (bit_cast::<9, 3>(self.scene.val()) << 6)
            | bit_cast::<9, 6>(self.y.val().get_bits::<6>(3));
        self.row_left_line.next = self.rows.data.val().get_bits::<6>(0);
        self.row_rest_line.next = self.rows.data.val().get_bits::<6>(6);
        self.entering.next =
            (self.x.val().get_bits::<4>(6) != 0) & (self.x.val().get_bits::<4>(6) != 9);
        // 224 is 7 and 416 is 13 times 32: comparing bits takes a quarter of the cells of a magnitude comparison.
        self.in_rest.next = self.x.val().get_bit(9)
            | self.x.val().get_bit(8)
            | (self.x.val().get_bits::<3>(5) == 7);
        // With two players each has half of the screen, from row 6 to row 49: 320 is 10 times 32, 48 and 400 are 3 and 25 times 16.
        self.pair_of_rows.next = self.y.val().get_bits::<5>(4);
        if self.scene.val().get_bit(2)
            & (self.pair_of_rows.val() >= 3)
            & (self.pair_of_rows.val() < 25)
        {
            self.in_rest.next = self.x.val().get_bit(9)
                | (self.x.val().get_bit(8) & self.x.val().get_bits::<2>(6).any());
        }
        self.below_416.next = !self.x.val().get_bit(9)
            & ((self.x.val().get_bits::<2>(7) != 3) | (self.x.val().get_bits::<2>(5) == 0));
        self.in_doubled.next =
            self.rows.data.val().get_bit(16) & (self.x.val().get_bits::<3>(7) == 2);
        if self.scene.val() == 0 {
            self.in_doubled.next =
                self.rows.data.val().get_bit(16) & self.in_rest.val() & self.below_416.val();
        }
        self.line.next = self.row_left_line.val();
        if self.in_rest.val() {
            self.line.next = self.row_rest_line.val();
        }
        self.tile.next = self.x.val().get_bits::<6>(3);
        if self.in_doubled.val() {
            self.tile.next = bit_cast::<6, 4>(self.x.val().get_bits::<4>(4)) | 0x20;
        }
        self.text.read_address.next =
            (bit_cast::<12, 6>(self.line.val()) << 6) | bit_cast::<12, 6>(self.tile.val());

        // What the later cycles need: bit 0 belongs to cycle 1, bit 1 to cycle 2.
        self.window.d.next =
            (self.window.q.val() << 1) | bit_cast::<2, 1>(self.entering.val().into());
        self.rest.d.next = (self.rest.q.val() << 1) | bit_cast::<2, 1>(self.in_rest.val().into());
        self.doubled.d.next =
            (self.doubled.q.val() << 1) | bit_cast::<2, 1>(self.in_doubled.val().into());

        // Cycle 1: which line of which glyph. Digits take their lower half in even rows.
        self.code.next = self.text.read_data.val();
        self.lower_half.next = !self.y.val().get_bit(3);
        self.glyph.next = self.code.val();
        if !self.code.val().get_bit(5) {
            self.glyph.next = bit_cast::<6, 4>(self.code.val().get_bits::<4>(0))
                | (bit_cast::<6, 1>(self.lower_half.val().into()) << 4);
        }
        self.glyph_line.next = self.y.val().get_bits::<3>(0);
        if self.doubled.q.val().get_bit(0) {
            self.glyph_line.next = self.y.val().get_bits::<3>(1) ^ 4;
        }
        self.font.address.next =
            (bit_cast::<9, 6>(self.glyph.val()) << 3) | bit_cast::<9, 3>(self.glyph_line.val());
        self.is_stroke.next = self.code.val().get_bit(3)
            & (self.code.val().get_bit(2) | self.code.val().get_bit(1))
            & (self.code.val().get_bit(5) == self.code.val().get_bit(4));
        self.stroke.d.next = self.is_stroke.val();
        self.shade.d.next = self.glyph_line.val().get_bits::<2>(1);
        // A frame opens and closes in every row of tiles; its upper and lower edges run through the middle of theirs.
        self.closing.d.next = false;
        if self.is_stroke.val() & self.code.val().get_bit(1) {
            self.framed.d.next = !self.code.val().get_bit(0);
            self.closing.d.next = self.code.val().get_bit(0);
            self.edge_row.d.next = self.code.val().get_bit(5);
            self.lower_edge.d.next = self.code.val().get_bit(2);
        }
        if !self.window.q.val().get_bit(0) {
            self.framed.d.next = false;
            self.closing.d.next = false;
        }

        // Cycle 2: the dot of the glyph, and its colour.
        self.x_late.next = self.x.val() - 2;
        self.dot.next = !self.x_late.val().get_bits::<3>(0);
        if self.doubled.q.val().get_bit(1) {
            self.dot.next = !self.x_late.val().get_bits::<3>(1);
        }
        self.ink.next =
            self.window.q.val().get_bit(1) & self.font.data.val().get_bit(self.dot.val().index());
        self.style.next = self.rows.data.val().get_bits::<2>(12);
        if self.rest.q.val().get_bit(1) {
            self.style.next = self.rows.data.val().get_bits::<2>(14);
        }
        self.ink_class.next = bit_cast::<2, 1>(self.framed.q.val().into());
        if self.stroke.q.val() {
            self.ink_class.next = 2.into();
        }
        self.colour.next = (bit_cast::<7, 1>(self.rest.q.val().get_bits::<1>(1)) << 6)
            | (bit_cast::<7, 2>(self.style.val()) << 4)
            | (bit_cast::<7, 2>(self.ink_class.val()) << 2)
            | bit_cast::<7, 2>(self.shade.q.val());
        self.glass.next = self.window.q.val().get_bit(1)
            & (self.framed.q.val() | self.closing.q.val())
            & (!self.edge_row.q.val() | (self.shade.q.val().get_bit(1) ^ self.lower_edge.q.val()));
        self.curtain.next = self.rows.data.val().get_bit(17);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = TextLayer::new(&Screens::new());
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }
}
