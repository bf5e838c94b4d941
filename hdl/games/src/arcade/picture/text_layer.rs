//! Letters, digits and frames: 64 x 60 tiles of 8 x 8 dots in the columns 64 to 575 of the screen.
//!
//! Everything is looked up. A small table names the four bands of 16 rows of each screen; a table of rows names, for each row of tiles of each band, three lines of
//! the text memory: for the columns at the left (to 223), in the middle (to 415) and at the right. Different rows share lines, so 64 lines are
//! enough for fourteen screens.
//!
//! ```text
//! cycle 0   {screen, y/128} -> {band, y/8} -> row table (steady along the line)     {line, x/8} -> text memory
//! cycle 1   code -> {code, y%8} -> font
//! cycle 2   dots, x%8 -> ink
//! ```
//!
//! A row may show the edges of frames in place of what it says: their sides become corners, what is between them the line. So a frame, or a key's cap, is one line.
//!
//! The middle of a row (columns 256 to 383, on the title 224 to 415) can be shown at twice the size: letters take two rows, an odd one and the next,
//! tall characters four. Where that is a word of an odd number of letters, as the name of a mode can be, it stands half a letter further left.
//!
//! **Shape**: `ink`, `colour` and `curtain` belong to the `x` of two cycles ago. Text addresses are {line, x/8 modulo 64}.
//! **Cost**: 218 LC in the arcade, 10 block RAMs.

use super::font::{font, ARROW, SPACE};
use super::screens::Screens;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The text layer.
#[derive(LogicBlock, Module)]
pub struct TextLayer {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the beam.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Which screen.
    pub scene: Signal<In, Bits<4>>,
    /// Level: it is the title, its menu or the settings.
    pub title: Signal<In, Bit>,
    /// Level: it has two boards.
    pub two_players: Signal<In, Bit>,
    /// Level: the word at the top has an odd number of letters.
    pub odd_headline: Signal<In, Bit>,
    /// Level: a row of the menu is chosen.
    pub selecting: Signal<In, Bit>,
    /// The line of its middle, which alone shows its arrow.
    pub selected: Signal<In, Bits<4>>,
    /// Where to write a character.
    pub text_address: Signal<In, Bits<12>>,
    /// The character.
    pub text_code: Signal<In, Bits<6>>,
    /// Write it.
    pub text_write: Signal<In, Bit>,
    /// The pixel belongs to a character.
    pub ink: Signal<Out, Bit>,
    /// Its colour: {right of the cards or of the middle of the screen, style, class, quarter of the glyph}, see `palette`.
    pub colour: Signal<Out, Bits<7>>,
    /// The pixel is inside of a frame.
    pub glass: Signal<Out, Bit>,
    /// The row hides the cells behind it.
    pub curtain: Signal<Out, Bit>,
    #[given]
    bands: ROM<Bits<5>, 6>,
    #[part(clock)]
    #[given]
    rows: SyncROM<Bits<24>, 9>,
    #[given]
    text: RAM<Bits<6>, 12>,
    #[part(clock)]
    #[given]
    font: SyncROM<Bits<8>, 9>,
    window: DFF<Bits<2>>,
    side: DFF<Bits<2>>,
    doubled: DFF<Bits<2>>,
    chosen: DFF<Bits<2>>,
    framed: DFF<Bit>,
    closing: DFF<Bit>,
    edge_row: DFF<Bit>,
    lower_edge: DFF<Bit>,
    stroke: DFF<Bit>,
    shade: DFF<Bits<2>>,
    left_line: Signal<Local, Bits<6>>,
    middle_line: Signal<Local, Bits<6>>,
    right_line: Signal<Local, Bits<6>>,
    is_doubled: Signal<Local, Bit>,
    is_upper: Signal<Local, Bit>,
    outline: Signal<Local, Bits<2>>,
    shows_edge: Signal<Local, Bit>,
    is_shifted: Signal<Local, Bit>,
    entering: Signal<Local, Bit>,
    from_224: Signal<Local, Bit>,
    from_320: Signal<Local, Bit>,
    below_416: Signal<Local, Bit>,
    in_doubled: Signal<Local, Bit>,
    is_right: Signal<Local, Bit>,
    is_chosen: Signal<Local, Bit>,
    line: Signal<Local, Bits<6>>,
    letter: Signal<Local, Bits<5>>,
    tile: Signal<Local, Bits<6>>,
    said: Signal<Local, Bits<6>>,
    is_side: Signal<Local, Bit>,
    is_line: Signal<Local, Bit>,
    is_hidden: Signal<Local, Bit>,
    code: Signal<Local, Bits<6>>,
    glyph: Signal<Local, Bits<6>>,
    glyph_line: Signal<Local, Bits<3>>,
    is_stroke: Signal<Local, Bit>,
    opens: Signal<Local, Bit>,
    x_late: Signal<Local, Bits<10>>,
    dot: Signal<Local, Bits<3>>,
    style: Signal<Local, Bits<2>>,
    ink_class: Signal<Local, Bits<2>>,
    #[value(SPACE)]
    space: Constant<Bits<6>>,
    #[value(ARROW)]
    arrow: Constant<Bits<6>>,
}

impl TextLayer {
    /// The text layer with these screens on show.
    pub fn new(screens: &Screens) -> Self {
        construct!(TextLayer {
            bands: screens.bands.iter().map(|band| band.to_bits()).into(),
            rows: screens.rows.iter().map(|row| row.to_bits()).into(),
            text: screens.text.iter().map(|code| code.to_bits()).into(),
            font: font().iter().map(|dots| dots.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for TextLayer {
    #[hdl_gen]
    fn update(&mut self) {
        self.text.read_clock.next = self.clock.val();
        self.text.write_clock.next = self.clock.val();
        self.text.write_address.next = self.text_address.val();
        self.text.write_data.next = self.text_code.val();
        self.text.write_enable.next = self.text_write.val();

        // Cycle 0: which line, which tile of it.
        self.bands.address.next = (bit_cast::<6, 4>(self.scene.val()) << 2)
            | bit_cast::<6, 2>(self.y.val().get_bits::<2>(7));
        self.rows.address.next = (bit_cast::<9, 5>(self.bands.data.val()) << 4)
            | bit_cast::<9, 4>(self.y.val().get_bits::<4>(3));
        self.left_line.next = self.rows.data.val().get_bits::<6>(0);
        self.middle_line.next = self.rows.data.val().get_bits::<6>(6);
        self.right_line.next = self.rows.data.val().get_bits::<6>(12);
        self.is_doubled.next = self.rows.data.val().get_bit(20);
        self.is_upper.next = self.rows.data.val().get_bit(21);
        self.outline.next = self.rows.data.val().get_bits::<2>(22);
        self.shows_edge.next = self.outline.val().get_bit(0) != self.outline.val().get_bit(1);
        // Only the headline is doubled in the first 32 lines.
        self.is_shifted.next = self.is_doubled.val()
            & (self.outline.val().get_bit(0)
                | (self.odd_headline.val() & !self.y.val().get_bits::<4>(5).any()));
        self.curtain.next = self.is_doubled.val()
            != (self.outline.val().get_bit(0) & self.outline.val().get_bit(1));
        self.entering.next =
            (self.x.val().get_bits::<4>(6) != 0) & (self.x.val().get_bits::<4>(6) != 9);
        // 224 is 7, 320 is 10 and 416 is 13 times 32: comparing bits takes a quarter of the cells of a magnitude comparison.
        self.from_224.next = self.x.val().get_bit(9)
            | self.x.val().get_bit(8)
            | (self.x.val().get_bits::<3>(5) == 7);
        self.from_320.next = self.x.val().get_bit(9)
            | (self.x.val().get_bit(8) & self.x.val().get_bits::<2>(6).any());
        self.below_416.next = !self.x.val().get_bit(9)
            & ((self.x.val().get_bits::<2>(7) != 3) | (self.x.val().get_bits::<2>(5) == 0));
        self.in_doubled.next = self.is_doubled.val() & (self.x.val().get_bits::<3>(7) == 2);
        if self.title.val() {
            self.in_doubled.next =
                self.is_doubled.val() & self.from_224.val() & self.below_416.val();
        }
        self.line.next = self.right_line.val();
        if !self.from_224.val() {
            self.line.next = self.left_line.val();
        } else if self.below_416.val() {
            self.line.next = self.middle_line.val();
        }
        self.letter.next =
            self.x.val().get_bits::<5>(3) + bit_cast::<5, 1>(self.is_shifted.val().into());
        self.tile.next = self.x.val().get_bits::<6>(3);
        if self.in_doubled.val() {
            self.tile.next = bit_cast::<6, 4>(self.letter.val().get_bits::<4>(1)) | 0x20;
        }
        self.text.read_address.next =
            (bit_cast::<12, 6>(self.line.val()) << 6) | bit_cast::<12, 6>(self.tile.val());
        // With two players each has half of the screen, but big letters are one word.
        self.is_right.next = self.from_224.val();
        if self.two_players.val() {
            self.is_right.next = self.from_320.val() | self.in_doubled.val();
        }
        self.is_chosen.next = self.selecting.val()
            & (self.middle_line.val() == bit_cast::<6, 4>(self.selected.val()));

        // What the later cycles need: bit 0 belongs to cycle 1, bit 1 to cycle 2.
        self.window.d.next =
            (self.window.q.val() << 1) | bit_cast::<2, 1>(self.entering.val().into());
        self.side.d.next = (self.side.q.val() << 1) | bit_cast::<2, 1>(self.is_right.val().into());
        self.doubled.d.next =
            (self.doubled.q.val() << 1) | bit_cast::<2, 1>(self.in_doubled.val().into());
        self.chosen.d.next =
            (self.chosen.q.val() << 1) | bit_cast::<2, 1>(self.is_chosen.val().into());

        // Cycle 1: what is shown of what the row says.
        self.said.next = self.text.read_data.val();
        self.is_side.next = self.said.val().get_bits::<5>(1) == 5;
        self.is_line.next = self.is_side.val() | self.framed.q.val();
        self.is_hidden.next = ((self.said.val() == self.arrow.val())
            & !self.chosen.q.val().get_bit(0))
            | (self.is_upper.val()
                & self.said.val().get_bit(5)
                & ((self.said.val().get_bits::<2>(3) != 3)
                    | (self.said.val().get_bits::<2>(1) == 0)));
        self.code.next = self.said.val();
        if self.shows_edge.val() {
            self.code.next = self.space.val();
            if self.is_line.val() {
                self.code.next =
                    bit_cast::<6, 1>((self.is_side.val() & self.said.val().get_bit(0)).into())
                        | (bit_cast::<6, 1>(self.is_side.val().into()) << 1)
                        | (bit_cast::<6, 1>(
                            (!self.is_side.val() | self.outline.val().get_bit(1)).into(),
                        ) << 2)
                        | 0x38;
            }
        } else if self.is_hidden.val() {
            self.code.next = self.space.val();
        }
        // Which line of which glyph.
        self.glyph.next = self.code.val();
        if !self.code.val().get_bit(5) {
            self.glyph.next = bit_cast::<6, 4>(self.code.val().get_bits::<4>(0))
                | (bit_cast::<6, 1>((!self.is_upper.val()).into()) << 4);
        }
        self.glyph_line.next = self.y.val().get_bits::<3>(0);
        if self.doubled.q.val().get_bit(0) {
            self.glyph_line.next = self.y.val().get_bits::<3>(1) ^ 4;
        }
        self.font.address.next =
            (bit_cast::<9, 6>(self.glyph.val()) << 3) | bit_cast::<9, 3>(self.glyph_line.val());
        self.is_stroke.next = self.code.val().get_bit(3)
            & (self.code.val().get_bit(5) == self.code.val().get_bit(4))
            & ((self.code.val().get_bit(5) & self.code.val().get_bit(2))
                | (self.code.val().get_bit(1)
                    & (self.code.val().get_bit(5) | !self.code.val().get_bit(2))));
        self.stroke.d.next = self.is_stroke.val();
        self.shade.d.next = self.glyph_line.val().get_bits::<2>(1);
        if !self.code.val().get_bit(5) {
            self.shade.d.next = bit_cast::<2, 1>(self.glyph_line.val().get_bits::<1>(2))
                | (bit_cast::<2, 1>((!self.is_upper.val()).into()) << 1);
        }
        // A frame opens and closes in every row of tiles; its upper and lower edges run through the middle of theirs.
        self.opens.next = !self.code.val().get_bit(0);
        self.closing.d.next = false;
        if self.is_stroke.val() & self.code.val().get_bit(1) {
            self.framed.d.next = self.opens.val();
            self.closing.d.next = !self.opens.val();
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
            if self.is_shifted.val() {
                self.dot.next = !self.x_late.val().get_bits::<3>(1) ^ 4;
            }
        }
        self.ink.next =
            self.window.q.val().get_bit(1) & self.font.data.val().get_bit(self.dot.val().index());
        self.style.next = self.rows.data.val().get_bits::<2>(18);
        if self.doubled.q.val().get_bit(1) | self.chosen.q.val().get_bit(1) {
            self.style.next = 2.into();
        }
        self.ink_class.next = bit_cast::<2, 1>(self.framed.q.val().into());
        if self.stroke.q.val() {
            self.ink_class.next = 2.into();
        }
        self.colour.next = (bit_cast::<7, 1>(self.side.q.val().get_bits::<1>(1)) << 6)
            | (bit_cast::<7, 2>(self.style.val()) << 4)
            | (bit_cast::<7, 2>(self.ink_class.val()) << 2)
            | bit_cast::<7, 2>(self.shade.q.val());
        self.glass.next = self.window.q.val().get_bit(1)
            & (self.framed.q.val() | self.closing.q.val())
            & (!self.edge_row.q.val() | (self.y.val().get_bit(2) ^ self.lower_edge.q.val()));
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
