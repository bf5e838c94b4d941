//! The picture of the arcade: 640 x 480 pixels at 60 Hz.
//!
//! Four layers, the first that has something to show wins: pieces and board cells, text and frames, the empty well of the board, the sky. Each layer only
//! forms an index; one palette turns it into a colour, and dithering into `N` bits per channel.
//!
//! ```text
//! cycle 0  beam x, y     -> row table, text memory
//! cycle 1  grid column   -> sprites, board         code -> font
//! cycle 2  cells, dots   -> palette
//! cycle 3  levels        -> dithered, with the sync pulses into the output registers
//! ```
//!
//! **Shape**: `sprite_code` and `board_cell` come one cycle after their addresses. All outputs are registers or change with them.
//! **Cost**: 262 LC, 7 block RAMs, at least 95 MHz on the HX8K.

use super::cell_grid::CellGrid;
use super::palette::colours;
use super::screens::Screens;
use super::text_layer::TextLayer;
use gatefall_widgets::video::{full_scale, Dither, VgaTiming, VGA_640X480_60};
use rust_hdl::prelude::*;

/// Cycles from the beam to the palette's colour.
const LEAD: u64 = 3;

/// The picture, with `N` bits per colour channel.
#[derive(LogicBlock)]
pub struct PixelGenerator<const N: usize> {
    /// Pixel clock, 25.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the beam returns to the top left corner.
    pub reset: Signal<In, Bit>,
    /// Which screen, as `screens` numbers them.
    pub scene: Signal<In, Bits<3>>,
    /// The sprite at the address: 0 none, 1 to 7 a piece's colour, 8 white, 8 + n the ghost of n.
    pub sprite_code: Signal<In, Bits<4>>,
    /// The board's cell at the address: 0 empty, 1 to 7 settled, 8 garbage; bit 4 in a row that is being cleared.
    pub board_cell: Signal<In, Bits<5>>,
    /// How long the cleared rows of player 1 still flash, 18 to 1 ticks.
    pub clear_ticks_one: Signal<In, Bits<5>>,
    /// The same of player 2.
    pub clear_ticks_two: Signal<In, Bits<5>>,
    /// Rows of garbage that wait for player 1.
    pub pending_one: Signal<In, Bits<5>>,
    /// The same of player 2.
    pub pending_two: Signal<In, Bits<5>>,
    /// Where to write a character: {line, column}; `Screens` knows the addresses of the digits.
    pub text_address: Signal<In, Bits<12>>,
    /// The character; digits are 0 to 9.
    pub text_code: Signal<In, Bits<6>>,
    /// Write it.
    pub text_write: Signal<In, Bit>,
    /// The sprite on the beam's way: {row, column} of the grid, modulo 32.
    pub sprite_address: Signal<Out, Bits<10>>,
    /// The board's cell on the beam's way: {player, row, column modulo 16}.
    pub board_address: Signal<Out, Bits<10>>,
    /// One tick of the game: below the last visible line.
    pub frame_start: Signal<Out, Bit>,
    /// After the last visible pixel of every line: the sprites are not read for 150 cycles.
    pub line_blank: Signal<Out, Bit>,
    /// Horizontal sync, low when active.
    pub h_sync: Signal<Out, Bit>,
    /// Vertical sync, low when active.
    pub v_sync: Signal<Out, Bit>,
    /// Red, 0 outside of the picture, as the other two.
    pub red: Signal<Out, Bits<N>>,
    /// Green.
    pub green: Signal<Out, Bits<N>>,
    /// Blue.
    pub blue: Signal<Out, Bits<N>>,
    timing: VgaTiming,
    text: TextLayer,
    grid: CellGrid,
    palette: SyncROM<Bits<24>, 8>,
    red_dither: Dither<N>,
    green_dither: Dither<N>,
    blue_dither: Dither<N>,
    h_sync_pin: DFF<Bit>,
    v_sync_pin: DFF<Bit>,
    red_pin: DFF<Bits<N>>,
    green_pin: DFF<Bits<N>>,
    blue_pin: DFF<Bits<N>>,
    title: Signal<Local, Bit>,
    paused: Signal<Local, Bit>,
    two_players: Signal<Local, Bit>,
    clear_ticks: Signal<Local, Bits<5>>,
    stone: Signal<Local, Bits<2>>,
    meter: Signal<Local, Bit>,
    x_late: Signal<Local, Bits<10>>,
    covered: Signal<Local, Bit>,
    shade: Signal<Local, Bits<3>>,
    glow: Signal<Local, Bits<2>>,
    sprite: Signal<Local, Bits<4>>,
    settled: Signal<Local, Bits<5>>,
    outline: Signal<Local, Bit>,
    index: Signal<Local, Bits<8>>,
    x_phase: Signal<Local, Bits<2>>,
    y_phase: Signal<Local, Bits<2>>,
}

impl<const N: usize> PixelGenerator<N> {
    /// The picture with these screens.
    pub fn new(screens: &Screens) -> Self {
        let level = |channel: u8| u64::from(channel) * full_scale::<N>() / 255;
        let levels = colours().map(|rgb| rgb.iter().fold(0, |word, &c| word << 8 | level(c)));
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, scene, sprite_code, board_cell, clear_ticks_one, clear_ticks_two, pending_one, pending_two, text_address,
                text_code, text_write, sprite_address, board_address, frame_start, line_blank,
                h_sync, v_sync, red, green, blue, grid, red_dither, green_dither, blue_dither,
                h_sync_pin, v_sync_pin, red_pin, green_pin, blue_pin, title, paused, two_players, clear_ticks, stone, meter, x_late, covered,
                shade, glow, sprite, settled, outline, index, x_phase, y_phase,
            }
            timing: VgaTiming::new(&VGA_640X480_60, LEAD),
            text: TextLayer::new(screens),
            palette: levels.iter().map(|level| level.to_bits()).into(),
        }
    }
}

impl<const N: usize> Logic for PixelGenerator<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, h_sync_pin, v_sync_pin, red_pin, green_pin, blue_pin);
        clock!(self, clock, timing, text, grid, palette);
        self.timing.reset.next = self.reset.val();
        self.frame_start.next = self.timing.frame_start.val();
        self.line_blank.next = self.timing.line_blank.val();
        self.title.next = self.scene.val() == 0;
        self.paused.next = (self.scene.val() == 2) | (self.scene.val() == 5);
        self.two_players.next = self.scene.val().get_bit(2);

        self.text.x.next = self.timing.x.val();
        self.text.y.next = self.timing.y.val();
        self.text.scene.next = self.scene.val();
        self.text.text_address.next = self.text_address.val();
        self.text.text_code.next = self.text_code.val();
        self.text.text_write.next = self.text_write.val();

        self.grid.reset.next = self.reset.val();
        self.grid.title.next = self.title.val();
        self.grid.two_players.next = self.two_players.val();
        self.grid.beam.next = self.timing.x.val();
        self.grid.line_blank.next = self.timing.line_blank.val();
        self.grid.v_blank.next = self.timing.v_blank.val();
        self.sprite_address.next = (bit_cast::<10, 5>(self.grid.row.val()) << 5)
            | bit_cast::<10, 5>(self.grid.column.val());
        self.board_address.next = (bit_cast::<10, 1>(
            (self.two_players.val() & self.grid.column.val().get_bit(4)).into(),
        ) << 9)
            | (bit_cast::<10, 5>(self.grid.row.val()) << 4)
            | bit_cast::<10, 4>(self.grid.column.val().get_bits::<4>(0));

        // What the cells show here. A message hides the board, a pause the coming pieces too.
        self.settled.next = self.board_cell.val();
        self.covered.next = self.grid.on_board.val() & self.text.curtain.val();
        if self.paused.val() | self.covered.val() | !self.grid.on_board.val() {
            self.settled.next = 0.into();
        }
        self.sprite.next = self.sprite_code.val();
        if self.paused.val() | self.covered.val() | !self.grid.visible.val() {
            self.sprite.next = 0.into();
        }
        self.shade.next = self.grid.shade.val();
        self.outline.next =
            (self.shade.val() == 4) | ((self.shade.val() != 0) & !self.shade.val().get_bit(2));
        self.clear_ticks.next = self.clear_ticks_one.val();
        if self.grid.second.val() {
            self.clear_ticks.next = self.clear_ticks_two.val();
        }
        // Garbage: gap, lit, dark, face.
        self.stone.next = 3.into();
        if self.shade.val() == 0 {
            self.stone.next = 0.into();
        } else if (self.shade.val() == 1) | (self.shade.val() == 2) {
            self.stone.next = 1.into();
        } else if (self.shade.val() == 3) | (self.shade.val() == 4) {
            self.stone.next = 2.into();
        }
        // Beside each board a bar as high as the rows that wait, eight pixels at 88 and at 544.
        self.x_late.next = self.timing.x.val() - 2;
        self.meter.next = self.two_players.val()
            & (((self.x_late.val().get_bits::<7>(3) == 11)
                & (self.grid.row.val() < self.pending_one.val()))
                | ((self.x_late.val().get_bits::<7>(3) == 68)
                    & (self.grid.row.val() < self.pending_two.val())))
            & !(self.grid.row.val().get_bit(4) & self.grid.row.val().get_bits::<2>(2).any());
        // The glow of cleared rows: 3, 4, 4 and 7 of their 18 ticks.
        self.glow.next = 3.into();
        if self.clear_ticks.val().get_bits::<3>(2) == 4 {
            self.glow.next = 0.into();
        } else if self.clear_ticks.val().get_bits::<3>(2) == 3 {
            self.glow.next = 1.into();
        } else if self.clear_ticks.val().get_bits::<3>(2) == 2 {
            self.glow.next = 2.into();
        }

        // The layers, from the back to the front.
        self.index.next = bit_cast::<8, 6>(self.timing.y.val().get_bits::<6>(3));
        if self.text.glass.val() {
            self.index.next = 0x45.into();
        }
        if self.grid.on_grid.val() & !self.text.curtain.val() {
            self.index.next = bit_cast::<8, 3>(self.shade.val()) | 0x40;
        }
        if self.text.ink.val() {
            self.index.next = bit_cast::<8, 7>(self.text.colour.val()) | 0x80;
        }
        if self.meter.val() {
            self.index.next = 0x7D.into();
        }
        if self.settled.val().get_bit(4) {
            self.index.next = (bit_cast::<8, 3>(self.shade.val()) << 4)
                | bit_cast::<8, 2>(self.glow.val())
                | 0x8C;
        } else if self.settled.val().get_bit(3) {
            self.index.next = bit_cast::<8, 2>(self.stone.val()) | 0x3C;
        } else if self.settled.val() != 0 {
            self.index.next = (bit_cast::<8, 3>(self.settled.val().get_bits::<3>(0)) << 3)
                | bit_cast::<8, 3>(self.shade.val())
                | 0x40;
        }
        if self.sprite.val() == 8 {
            self.index.next = (bit_cast::<8, 3>(self.shade.val()) << 4) | 0x8C;
        } else if self.sprite.val().get_bit(3) {
            if self.outline.val() {
                self.index.next =
                    (bit_cast::<8, 3>(self.sprite.val().get_bits::<3>(0)) << 3) | 0x47;
            }
        } else if self.sprite.val() != 0 {
            self.index.next = (bit_cast::<8, 3>(self.sprite.val().get_bits::<3>(0)) << 3)
                | bit_cast::<8, 3>(self.shade.val())
                | 0x40;
        }
        self.palette.address.next = self.index.val();

        // To the pins.
        self.x_phase.next = self.timing.x.val().get_bits::<2>(0);
        self.y_phase.next = self.timing.y.val().get_bits::<2>(0);
        self.red_dither.x.next = self.x_phase.val();
        self.red_dither.y.next = self.y_phase.val();
        self.red_dither.level.next = self.palette.data.val().get_bits::<8>(16);
        self.green_dither.x.next = self.x_phase.val();
        self.green_dither.y.next = self.y_phase.val();
        self.green_dither.level.next = self.palette.data.val().get_bits::<8>(8);
        self.blue_dither.x.next = self.x_phase.val();
        self.blue_dither.y.next = self.y_phase.val();
        self.blue_dither.level.next = self.palette.data.val().get_bits::<8>(0);
        self.red_pin.d.next = self.red_dither.shown.val();
        self.green_pin.d.next = self.green_dither.shown.val();
        self.blue_pin.d.next = self.blue_dither.shown.val();
        if !self.timing.active.val() {
            self.red_pin.d.next = 0.into();
            self.green_pin.d.next = 0.into();
            self.blue_pin.d.next = 0.into();
        }
        self.h_sync_pin.d.next = self.timing.h_sync.val();
        self.v_sync_pin.d.next = self.timing.v_sync.val();
        self.h_sync.next = self.h_sync_pin.q.val();
        self.v_sync.next = self.v_sync_pin.q.val();
        self.red.next = self.red_pin.q.val();
        self.green.next = self.green_pin.q.val();
        self.blue.next = self.blue_pin.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = PixelGenerator::<4>::new(&Screens::new());
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }
}
