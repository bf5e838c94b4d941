//! Tables of the text layer: the row of tiles under the beam, and the character of the text memory.
//!
//! Two tables are looked up. The first names the four bands of 16 rows of each screen. The second
//! names, for each row of tiles of a band, three lines of the text memory: for the columns at the
//! left (to 223), in the middle (to 415) and at the right. Different rows share lines, so 64 lines
//! are enough for fourteen screens. [`screens`](super::screens) lists the fields of a row.
//!
//! **Interface**: the fields of the row are steady along a line of the screen. All other outputs
//! belong to `x` in the same clock.

use super::screens::Screens;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The tables.
#[derive(LogicBlock, Module)]
pub struct TextRow {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the beam.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Number of the screen.
    pub scene: Signal<In, Bits<4>>,
    /// Level: title, menu or settings.
    pub title: Signal<In, Bit>,
    /// Level: two boards are shown.
    pub two_players: Signal<In, Bit>,
    /// Level: the headline has an odd number of letters.
    pub odd_headline: Signal<In, Bit>,
    /// Level: a row of a list is selected.
    pub selecting: Signal<In, Bit>,
    /// The line of its middle.
    pub selected: Signal<In, Bits<4>>,
    /// Style of the row.
    pub style: Signal<Out, Bits<2>>,
    /// The row shows the upper halves of letters.
    pub is_upper: Signal<Out, Bit>,
    /// The row shows edges of frames, bit 0 upper, bit 1 lower.
    pub outline: Signal<Out, Bits<2>>,
    /// The row shows edges only.
    pub shows_edge: Signal<Out, Bit>,
    /// Doubled letters stand 8 pixels further left.
    pub is_shifted: Signal<Out, Bit>,
    /// The row hides the cells behind it.
    pub curtain: Signal<Out, Bit>,
    /// Address of the character: {line, tile}.
    pub address: Signal<Out, Bits<12>>,
    /// The character is doubled.
    pub in_doubled: Signal<Out, Bit>,
    /// The pixel is right of the cards, or of the middle of the screen.
    pub is_right: Signal<Out, Bit>,
    /// The row is the selected one.
    pub is_chosen: Signal<Out, Bit>,
    /// The pixel is in the text window.
    pub in_window: Signal<Out, Bit>,
    #[given]
    bands: ROM<Bits<5>, 6>,
    #[part(clock)]
    #[given]
    rows: SyncROM<Bits<24>, 9>,
    left_line: Signal<Local, Bits<6>>,
    middle_line: Signal<Local, Bits<6>>,
    right_line: Signal<Local, Bits<6>>,
    is_doubled: Signal<Local, Bit>,
    edges: Signal<Local, Bits<2>>,
    has_shift: Signal<Local, Bit>,
    from_224: Signal<Local, Bit>,
    from_320: Signal<Local, Bit>,
    below_416: Signal<Local, Bit>,
    doubles: Signal<Local, Bit>,
    line: Signal<Local, Bits<6>>,
    letter: Signal<Local, Bits<5>>,
    tile: Signal<Local, Bits<6>>,
}

impl TextRow {
    /// The tables of these screens.
    pub fn new(screens: &Screens) -> Self {
        construct!(TextRow {
            bands: screens.bands.iter().map(|band| band.to_bits()).into(),
            rows: screens.rows.iter().map(|row| row.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for TextRow {
    #[hdl_gen]
    fn update(&mut self) {
        self.bands.address.next = (bit_cast::<6, 4>(self.scene.val()) << 2)
            | bit_cast::<6, 2>(self.y.val().get_bits::<2>(7));
        self.rows.address.next = (bit_cast::<9, 5>(self.bands.data.val()) << 4)
            | bit_cast::<9, 4>(self.y.val().get_bits::<4>(3));
        self.left_line.next = self.rows.data.val().get_bits::<6>(0);
        self.middle_line.next = self.rows.data.val().get_bits::<6>(6);
        self.right_line.next = self.rows.data.val().get_bits::<6>(12);
        self.style.next = self.rows.data.val().get_bits::<2>(18);
        self.is_doubled.next = self.rows.data.val().get_bit(20);
        self.is_upper.next = self.rows.data.val().get_bit(21);
        self.edges.next = self.rows.data.val().get_bits::<2>(22);
        self.outline.next = self.edges.val();
        self.shows_edge.next = self.edges.val().get_bit(0) != self.edges.val().get_bit(1);
        // Only the headline is doubled in the first 32 lines.
        self.has_shift.next = self.is_doubled.val()
            & (self.edges.val().get_bit(0)
                | (self.odd_headline.val() & !self.y.val().get_bits::<4>(5).any()));
        self.is_shifted.next = self.has_shift.val();
        self.curtain.next =
            self.is_doubled.val() != (self.edges.val().get_bit(0) & self.edges.val().get_bit(1));

        self.in_window.next =
            (self.x.val().get_bits::<4>(6) != 0) & (self.x.val().get_bits::<4>(6) != 9);
        // 224 is 7, 320 is 10 and 416 is 13 times 32: comparing bits takes a quarter of the cells
        // of a magnitude comparison.
        self.from_224.next = self.x.val().get_bit(9)
            | self.x.val().get_bit(8)
            | (self.x.val().get_bits::<3>(5) == 7);
        self.from_320.next = self.x.val().get_bit(9)
            | (self.x.val().get_bit(8) & self.x.val().get_bits::<2>(6).any());
        self.below_416.next = !self.x.val().get_bit(9)
            & ((self.x.val().get_bits::<2>(7) != 3) | (self.x.val().get_bits::<2>(5) == 0));
        self.doubles.next = self.is_doubled.val() & (self.x.val().get_bits::<3>(7) == 2);
        if self.title.val() {
            self.doubles.next = self.is_doubled.val() & self.from_224.val() & self.below_416.val();
        }
        self.in_doubled.next = self.doubles.val();
        self.line.next = self.right_line.val();
        if !self.from_224.val() {
            self.line.next = self.left_line.val();
        } else if self.below_416.val() {
            self.line.next = self.middle_line.val();
        }
        self.letter.next =
            self.x.val().get_bits::<5>(3) + bit_cast::<5, 1>(self.has_shift.val().into());
        self.tile.next = self.x.val().get_bits::<6>(3);
        if self.doubles.val() {
            self.tile.next = bit_cast::<6, 4>(self.letter.val().get_bits::<4>(1)) | 0x20;
        }
        self.address.next =
            (bit_cast::<12, 6>(self.line.val()) << 6) | bit_cast::<12, 6>(self.tile.val());
        // With two players each has half of the screen, but big letters are one word.
        self.is_right.next = self.from_224.val();
        if self.two_players.val() {
            self.is_right.next = self.from_320.val() | self.doubles.val();
        }
        self.is_chosen.next = self.selecting.val()
            & (self.middle_line.val() == bit_cast::<6, 4>(self.selected.val()));
    }
}
