//! Letters, digits and frames: 64 x 60 tiles of 8 x 8 dots in the columns 64 to 575 of the screen.
//!
//! ```text
//! cycle 0   {screen, y/128} -> {band, y/8} -> row table (steady along the line)
//!           {line, x/8} -> text memory
//! cycle 1   code -> {page, code, y%8} -> font
//! cycle 2   dots, x%8 -> ink
//! ```
//!
//! [`TextRow`] finds the character and [`Glyph`] its glyph. The middle of a row (columns 256 to
//! 383, on the title 224 to 415; in the style of the players the columns 128 to 223 and 416 to 511)
//! can be shown at twice the size: letters take two rows, an odd one and the next, tall characters
//! four. A word of an odd number of letters there, such as the name of a mode, stands half a letter
//! further left. Tall characters can also be shown at four times the size, in eight rows.
//!
//! A frame can be lit: that of the board of one player, or all strokes on the half of a player.
//!
//! **Latency**: `ink`, `colour` and `curtain` belong to the `x` of two cycles ago. Text addresses
//! are {line, x/8 modulo 64}.

use super::font::font;
use super::glyph::Glyph;
use super::screens::Screens;
use super::text_row::{TextRow, TextView};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Styles of the selected row, of doubled letters, and of the players.
const STYLE_CHOSEN: u8 = 1;
const STYLE_DOUBLED: u8 = 2;
const STYLE_PLAYER: u8 = 3;
/// Class of frames, see [`palette`](super::palette).
const CLASS_FRAME: u8 = 2;

/// Quarters of a stroke in its usual colour and in that of a lit frame.
const USUAL: u8 = 0;
const LIT: u8 = 3;

/// Writes one character of the text.
#[interface(client = TextWriteSource)]
pub struct TextWrite {
    /// Address in the text memory: {line, column}. `Screens` has the addresses of the digits.
    pub address: Signal<In, Bits<12>>,
    /// Character; digits are 0 to 9.
    pub code: Signal<In, Bits<6>>,
    /// Strobe: write.
    pub write: Signal<In, Bit>,
}

/// The text layer.
#[derive(LogicBlock, Module)]
pub struct TextLayer {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the beam.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Texts that are shown.
    pub view: TextView,
    /// Writes one character.
    pub character: TextWrite,
    /// Players whose frame is lit.
    pub lit: Signal<In, Bits<2>>,
    /// The pixel belongs to a character.
    pub ink: Signal<Out, Bit>,
    /// Its colour: {right of the cards or of the middle of the screen, style, class, quarter of the
    /// glyph}, see `palette`.
    pub colour: Signal<Out, Bits<7>>,
    /// The pixel is inside of a frame.
    pub glass: Signal<Out, Bit>,
    /// The pixel lies on the bar behind the selected row.
    pub bar: Signal<Out, Bit>,
    /// The row hides the cells behind it.
    pub curtain: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    text_row: TextRow,
    glyph: Glyph,
    #[part(clock)]
    #[given]
    text: RAM<Bits<6>, 12>,
    #[part(clock)]
    #[given]
    font: SyncROM<Bits<8>, 10>,
    window: DFF<Bits<2>>,
    side: DFF<Bits<2>>,
    doubled: DFF<Bits<2>>,
    chosen: DFF<Bits<2>>,
    menu: DFF<Bits<2>>,
    framed: DFF<Bit>,
    closing: DFF<Bit>,
    edge_row: DFF<Bit>,
    lower_edge: DFF<Bit>,
    stroke: DFF<Bit>,
    shade: DFF<Bits<2>>,
    x_late: Signal<Local, Bits<10>>,
    is_seen: Signal<Local, Bit>,
    dot: Signal<Local, Bits<3>>,
    #[default(0)]
    wide_dot: Signal<Local, Bits<3>>,
    style: Signal<Local, Bits<2>>,
    ink_class: Signal<Local, Bits<2>>,
    is_lit: Signal<Local, Bit>,
    quarter: Signal<Local, Bits<2>>,
    #[value(STYLE_CHOSEN)]
    style_chosen: Constant<Bits<2>>,
    #[value(STYLE_PLAYER)]
    style_player: Constant<Bits<2>>,
    #[value(STYLE_DOUBLED)]
    style_doubled: Constant<Bits<2>>,
    #[value(CLASS_FRAME)]
    class_frame: Constant<Bits<2>>,
    #[value(USUAL)]
    quarter_usual: Constant<Bits<2>>,
    #[value(LIT)]
    quarter_lit: Constant<Bits<2>>,
}

impl TextLayer {
    /// The text layer with these screens on show.
    pub fn new(screens: &Screens) -> Self {
        construct!(TextLayer {
            text_row: TextRow::new(screens),
            text: screens.text.iter().map(|code| code.to_bits()).into(),
            font: font().iter().map(|dots| dots.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for TextLayer {
    #[hdl_gen]
    fn update(&mut self) {
        self.text.write_address.next = self.character.address.val();
        self.text.write_data.next = self.character.code.val();
        self.text.write_enable.next = self.character.write.val();

        // Cycle 0: the row and the character.
        self.text_row.x.next = self.x.val();
        self.text_row.y.next = self.y.val();
        TextView::link(&mut self.view, &mut self.text_row.view);
        self.curtain.next = self.text_row.curtain.val();
        self.text.read_address.next = self.text_row.address.val();
        // For the later cycles: bit 0 belongs to cycle 1, bit 1 to cycle 2.
        self.window.d.next =
            (self.window.q.val() << 1) | bit_cast::<2, 1>(self.text_row.in_window.val().into());
        self.side.d.next =
            (self.side.q.val() << 1) | bit_cast::<2, 1>(self.text_row.is_right.val().into());
        self.doubled.d.next =
            (self.doubled.q.val() << 1) | bit_cast::<2, 1>(self.text_row.in_doubled.val().into());
        self.chosen.d.next =
            (self.chosen.q.val() << 1) | bit_cast::<2, 1>(self.text_row.is_chosen.val().into());
        self.menu.d.next =
            (self.menu.q.val() << 1) | bit_cast::<2, 1>(self.text_row.in_pause_menu.val().into());

        // Cycle 1: the glyph. A frame opens and closes in every row of tiles; its upper and lower
        // edges run through the middle of theirs.
        self.glyph.said.next = self.text.read_data.val();
        self.glyph.y.next = self.y.val().get_bits::<5>(0);
        self.glyph.doubled.next = self.doubled.q.val().get_bit(0);
        self.glyph.quadrupled.next = self.text_row.is_quadrupled.val();
        self.glyph.is_small.next =
            !self.text_row.style.val().get_bit(1) & !self.text_row.is_quadrupled.val();
        self.glyph.chosen.next = self.chosen.q.val().get_bit(0);
        self.glyph.framed.next = self.framed.q.val();
        self.glyph.is_upper.next = self.text_row.is_upper.val();
        self.glyph.shows_edge.next = self.text_row.shows_edge.val();
        self.glyph.is_lower_edge.next = self.text_row.outline.val().get_bit(1);
        self.font.address.next = self.glyph.address.val();
        self.stroke.d.next = self.glyph.is_stroke.val();
        self.shade.d.next = self.glyph.quarter.val();
        self.closing.d.next = false;
        if self.glyph.is_end.val() {
            self.framed.d.next = self.glyph.opens.val();
            self.closing.d.next = !self.glyph.opens.val();
            self.edge_row.d.next = self.glyph.is_corner.val();
            self.lower_edge.d.next = self.glyph.is_lower.val();
        }
        if !self.window.q.val().get_bit(0) {
            self.framed.d.next = false;
            self.closing.d.next = false;
            self.edge_row.d.next = false;
            self.lower_edge.d.next = false;
        }

        // Cycle 2: the dot of the glyph, and its colour.
        self.x_late.next = self.x.val() - 2;
        self.dot.next = !self.x_late.val().get_bits::<3>(0);
        if self.doubled.q.val().get_bit(1) {
            self.wide_dot.next = !self.x_late.val().get_bits::<3>(1);
            if self.text_row.is_quadrupled.val() {
                self.wide_dot.next = !self.x_late.val().get_bits::<3>(2);
            }
            self.dot.next = self.wide_dot.val();
            if self.text_row.is_shifted.val() {
                self.dot.next = self.wide_dot.val() ^ 4;
            }
        }
        // The headline stays, whose row has keys beside it.
        self.is_seen.next = self.window.q.val().get_bit(1)
            & (!self.text_row.is_hidden.val() | self.doubled.q.val().get_bit(1));
        self.ink.next = self.is_seen.val()
            & !(self.doubled.q.val().get_bit(1) & self.text_row.hides_count.val())
            & self.font.data.val().get_bit(self.dot.val().index());
        self.style.next = self.text_row.style.val();
        // The whole menu of a pause, and the text of a selected row.
        if self.menu.q.val().get_bit(1) | (self.chosen.q.val().get_bit(1) & !self.stroke.q.val()) {
            self.style.next = self.style_chosen.val();
        }
        if self.doubled.q.val().get_bit(1) & (self.text_row.style.val() != self.style_player.val())
        {
            self.style.next = self.style_doubled.val();
        }
        // The bar begins two pixels above the row, in a row that shows nothing else.
        self.bar.next = self.chosen.q.val().get_bit(1)
            & (!self.text_row.is_upper.val() | (self.y.val().get_bits::<2>(1) == 3));
        // With one board, only its frame stands between x 224 and 415.
        self.is_lit.next = self.lit.val().get_bit(0)
            & self.side.q.val().get_bit(1)
            & !self.x_late.val().get_bit(9)
            & ((self.x_late.val().get_bits::<2>(7) != 3)
                | !self.x_late.val().get_bits::<2>(5).any());
        if self.view.two_boards.val() {
            self.is_lit.next = self.lit.val().get_bit(0);
            if self.side.q.val().get_bit(1) {
                self.is_lit.next = self.lit.val().get_bit(1);
            }
        }
        self.ink_class.next = bit_cast::<2, 1>(self.framed.q.val().into());
        self.quarter.next = self.shade.q.val();
        if self.stroke.q.val() {
            self.ink_class.next = self.class_frame.val();
            self.quarter.next = self.quarter_usual.val();
            if self.is_lit.val() {
                self.quarter.next = self.quarter_lit.val();
            }
        }
        self.colour.next = (bit_cast::<7, 1>(self.side.q.val().get_bits::<1>(1)) << 6)
            | (bit_cast::<7, 2>(self.style.val()) << 4)
            | (bit_cast::<7, 2>(self.ink_class.val()) << 2)
            | bit_cast::<7, 2>(self.quarter.val());
        // Edges of a frame have glass in their inner halves. On two boards the menu of a pause has
        // it in both, or the sun would show between the menu and the panels.
        self.glass.next = self.is_seen.val()
            & (self.framed.q.val() | self.closing.q.val())
            & (!self.edge_row.q.val()
                | (self.y.val().get_bit(2) ^ self.lower_edge.q.val())
                | (self.menu.q.val().get_bit(1) & self.view.two_boards.val()));
    }
}
