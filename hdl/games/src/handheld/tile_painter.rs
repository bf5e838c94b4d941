//! Paints a tile on the panel: 8 x 8 pixels in two colours.
//!
//! Characters of double size are bold: their dots are drawn twice, one pixel apart.
//!
//! **Interface**: `start` while `ready`; code, row and column stay until `ready` returns. A tile
//! takes 139 bytes.

use super::font;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::display::{Panel, St7735};
use rust_hdl::prelude::*;

/// Draws with the panel's driver.
#[derive(LogicBlock, Module)]
pub struct TilePainter {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a slot of the panel's pauses is over.
    pub slot: Signal<In, Bit>,
    /// Strobe: paint.
    pub start: Signal<In, Bit>,
    /// The tile's code, see [`screens`](super::screens).
    pub code: Signal<In, Bits<8>>,
    /// Its row, from the top.
    pub row: Signal<In, Bits<4>>,
    /// Its column.
    pub column: Signal<In, Bits<5>>,
    /// Level: it is painted.
    pub ready: Signal<Out, Bit>,
    /// To the panel, as the next four.
    pub lcd_clock: Signal<Out, Bit>,
    /// Data.
    pub lcd_data: Signal<Out, Bit>,
    /// Command or data.
    pub lcd_dc: Signal<Out, Bit>,
    /// Low while bytes are sent.
    pub lcd_cs: Signal<Out, Bit>,
    /// Low: reset.
    pub lcd_reset: Signal<Out, Bit>,
    #[part]
    #[given]
    panel: St7735,
    #[part(clock)]
    #[given]
    font: SyncROM<Bits<8>, 9>,
    /// Row and column of the pixel.
    place: DFF<Bits<6>>,
    is_double: Signal<Local, Bit>,
    is_message: Signal<Local, Bit>,
    glyph: Signal<Local, Bits<6>>,
    line: Signal<Local, Bits<3>>,
    dot: Signal<Local, Bits<3>>,
    dots: Signal<Local, Bits<8>>,
    bold: Signal<Local, Bits<8>>,
    at_dot: Signal<Local, Bits<8>>,
    colour: Signal<Local, Bits<4>>,
    #[value(font::CELL)]
    cell_glyph: Constant<Bits<6>>,
    #[value(font::GHOST)]
    ghost_glyph: Constant<Bits<6>>,
    #[value(TEXT)]
    text_colour: Constant<Bits<4>>,
    #[value(GROUND)]
    ground_colour: Constant<Bits<4>>,
    #[value(NAME)]
    name_colour: Constant<Bits<4>>,
    #[value(MESSAGE)]
    message_colour: Constant<Bits<4>>,
    #[value(MESSAGE_GROUND)]
    message_ground: Constant<Bits<4>>,
}

/// Colours of text and of what is behind it.
const TEXT: u8 = 4;
const GROUND: u8 = 10;
const NAME: u8 = 13;
const MESSAGE: u8 = 12;
const MESSAGE_GROUND: u8 = 11;

/// Red, green and blue: an empty cell, the seven shapes by number, settled cells, those of rows on
/// their way out, then text.
const COLOURS: [[u8; 3]; 16] = [
    [48, 48, 48],
    [232, 232, 64],
    [232, 64, 232],
    [232, 64, 64],
    [232, 232, 232],
    [64, 232, 64],
    [64, 64, 232],
    [64, 232, 232],
    [192, 192, 192],
    [248, 252, 248],
    [0, 0, 0],
    [232, 0, 0],
    [232, 232, 0],
    [64, 232, 232],
    [0, 0, 0],
    [0, 0, 0],
];

/// A colour as the panel takes it.
fn rgb565([red, green, blue]: [u8; 3]) -> u16 {
    u16::from(red >> 3) << 11 | u16::from(green >> 2) << 5 | u16::from(blue >> 3)
}

impl TilePainter {
    /// A painter with this clock for this panel.
    pub fn new(clock_hz: u64, panel: Panel) -> Self {
        construct!(TilePainter {
            panel: St7735::new(clock_hz, panel, &COLOURS.map(rgb565)),
            font: font::font().into_iter().map(|dots| dots.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for TilePainter {
    #[hdl_gen]
    fn update(&mut self) {
        self.panel.slot.next = self.slot.val();
        self.panel.start.next = self.start.val();
        self.panel.x_first.next = bit_cast::<8, 5>(self.column.val()) << 3;
        self.panel.x_last.next = (bit_cast::<8, 5>(self.column.val()) << 3) | 7;
        self.panel.y_first.next = bit_cast::<8, 4>(self.row.val()) << 3;
        self.panel.y_last.next = (bit_cast::<8, 4>(self.row.val()) << 3) | 7;
        self.panel.is_last.next = self.place.q.val().all();
        self.ready.next = self.panel.ready.val();
        self.lcd_clock.next = self.panel.lcd_clock.val();
        self.lcd_data.next = self.panel.lcd_data.val();
        self.lcd_dc.next = self.panel.lcd_dc.val();
        self.lcd_cs.next = self.panel.lcd_cs.val();
        self.lcd_reset.next = self.panel.lcd_reset.val();
        // 64 pixels bring it back to the first.
        if self.panel.taken.val() {
            self.place.d.next = self.place.q.val() + 1;
        }

        self.is_double.next = self.code.val().get_bit(7);
        self.is_message.next = self.code.val().get_bit(6);
        self.glyph.next = self.code.val().get_bits::<6>(0);
        self.line.next = self.place.q.val().get_bits::<3>(3);
        self.dot.next = self.place.q.val().get_bits::<3>(0);
        if self.is_double.val() {
            self.line.next = (bit_cast::<3, 1>((!self.row.val().get_bit(0)).into()) << 2)
                | bit_cast::<3, 2>(self.place.q.val().get_bits::<2>(4));
            self.dot.next =
                (bit_cast::<3, 1>((self.column.val().get_bit(0) ^ self.is_message.val()).into())
                    << 2)
                    | bit_cast::<3, 2>(self.place.q.val().get_bits::<2>(1));
        } else if self.is_message.val() {
            self.glyph.next = self.cell_glyph.val();
            if self.code.val().get_bit(4) {
                self.glyph.next = self.ghost_glyph.val();
            }
        }
        self.font.address.next =
            (bit_cast::<9, 6>(self.glyph.val()) << 3) | bit_cast::<9, 3>(self.line.val());
        self.dots.next = self.font.data.val();
        self.bold.next = self.dots.val();
        if self.is_double.val() & !self.place.q.val().get_bit(0) {
            self.bold.next = self.dots.val() | (self.dots.val() >> 1);
        }
        self.at_dot.next = self.bold.val() << bit_cast::<8, 3>(self.dot.val());

        self.colour.next = self.ground_colour.val();
        if self.is_double.val() & self.is_message.val() {
            self.colour.next = self.message_ground.val();
        }
        if self.at_dot.val().get_bit(7) {
            self.colour.next = self.text_colour.val();
            if self.is_double.val() {
                self.colour.next = self.name_colour.val();
                if self.is_message.val() {
                    self.colour.next = self.message_colour.val();
                }
            } else if self.is_message.val() {
                self.colour.next = self.code.val().get_bits::<4>(0);
            }
        }
        self.panel.colour.next = self.colour.val();
    }
}
