//! The picture of the arcade: 640 x 480 pixels at 60 Hz.
//!
//! Four layers, the first that has something to show wins: pieces and board cells, text and frames, the empty well of the board, the backdrop. Each layer only
//! forms an index; the palette of the skin turns it into a colour.
//!
//! ```text
//! cycle 0  beam x, y     -> row table, text memory
//! cycle 1  grid column   -> sprites, board, trail     code -> font
//! cycle 2  dots, sky     -> what lies under the cells
//! cycle 3  cells         -> palette
//! cycle 4  colour        -> with the sync pulses into the output registers
//! ```
//!
//! **Shape**: `sprite_code` and `board_cell` come one cycle after their addresses. All outputs are registers or change with them.

use super::backdrop::Backdrop;
use super::cell_grid::CellGrid;
use super::cell_picture::CellPicture;
use super::flashes::Flashes;
use super::palette;
use super::screens::Screens;
use super::text_layer::TextLayer;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::video::{ScanLine, VgaTiming, VGA_640X480_60};
use rust_hdl::prelude::*;

/// Cycles from the beam to the palette's colour.
const LEAD: u64 = 4;

/// The picture, with `N` bits per colour channel.
#[derive(LogicBlock, Module)]
pub struct PixelGenerator<const N: usize> {
    /// Pixel clock, 25.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the beam returns to the top left corner.
    pub reset: Signal<In, Bit>,
    /// Which screen, as `screens` numbers them.
    pub scene: Signal<In, Bits<4>>,
    /// Level: the word at the top has an odd number of letters.
    pub odd_headline: Signal<In, Bit>,
    /// Level: a row of the menu is chosen.
    pub selecting: Signal<In, Bit>,
    /// Its number.
    pub selected: Signal<In, Bits<4>>,
    /// Which skin; it changes between two frames.
    pub skin: Signal<In, Bits<2>>,
    /// The sprite at the address: 0 none, 1 to 7 a piece's colour, 8 + n the ghost of n.
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
    /// How soon the piece of player 1 locks: 0, then 1 to 3.
    pub lock_stage_one: Signal<In, Bits<2>>,
    /// The same of player 2.
    pub lock_stage_two: Signal<In, Bits<2>>,
    /// Strobe: `player` has dropped the piece that the next four tell of.
    pub dropped: Signal<In, Bit>,
    /// Its shape.
    pub shape: Signal<In, Bits<3>>,
    /// Its rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Column of the left edge of its box.
    pub x: Signal<In, Bits<5>>,
    /// Row of the lower edge of its box.
    pub y: Signal<In, Bits<6>>,
    /// Strobe: the level of `player` rises.
    pub level_up: Signal<In, Bit>,
    /// Who has dropped a piece or reached a level.
    pub player: Signal<In, Bit>,
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
    #[part]
    #[given]
    timing: VgaTiming,
    #[part(clock)]
    #[given]
    text: TextLayer,
    #[part]
    grid: CellGrid,
    #[part(clock)]
    cells: CellPicture,
    #[part]
    flashes: Flashes,
    #[part]
    backdrop: Backdrop,
    #[part(clock)]
    #[given]
    palette: SyncROM<Bits<12>, 10>,
    red_line: ScanLine<N>,
    green_line: ScanLine<N>,
    blue_line: ScanLine<N>,
    #[reset(self.skin.val(), or = self.timing.frame_start.val())]
    skin_shown: DFF<Bits<2>>,
    #[reset(none)]
    column: DFF<Bits<4>>,
    #[reset(none)]
    cell_x: DFF<Bits<4>>,
    #[reset(none)]
    cell_y: DFF<Bits<4>>,
    #[reset(none)]
    shade: DFF<Bits<3>>,
    #[reset(none)]
    settled: DFF<Bits<5>>,
    #[reset(none)]
    sprite: DFF<Bits<4>>,
    #[reset(none)]
    clear_ticks: DFF<Bits<5>>,
    #[reset(none)]
    lock_stage: DFF<Bits<2>>,
    #[reset(none)]
    under: DFF<Bits<8>>,
    #[reset(none)]
    h_sync_pin: DFF<Bit>,
    #[reset(none)]
    v_sync_pin: DFF<Bit>,
    #[reset(none)]
    red_pin: DFF<Bits<N>>,
    #[reset(none)]
    green_pin: DFF<Bits<N>>,
    #[reset(none)]
    blue_pin: DFF<Bits<N>>,
    title: Signal<Local, Bit>,
    paused: Signal<Local, Bit>,
    two_players: Signal<Local, Bit>,
    beside: Signal<Local, Bit>,
    x_late: Signal<Local, Bits<10>>,
    trail_threshold: Signal<Local, Bits<5>>,
    ground: Signal<Local, Bits<8>>,
    hides: Signal<Local, Bit>,
    grid_lit: Signal<Local, Bit>,
    meter: Signal<Local, Bit>,
    alarm: Signal<Local, Bit>,
    index: Signal<Local, Bits<8>>,
    is_dim: Signal<Local, Bit>,
    #[value(2 * N)]
    red_bit: Constant<Bits<4>>,
    #[value(N)]
    green_bit: Constant<Bits<4>>,
}

impl<const N: usize> PixelGenerator<N> {
    /// The picture with these screens.
    pub fn new(screens: &Screens) -> Self {
        construct!(PixelGenerator {
            timing: VgaTiming::new(&VGA_640X480_60, LEAD),
            text: TextLayer::new(screens),
            palette: palette::words::<N>().map(|word| word.to_bits()).into(),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for PixelGenerator<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.frame_start.next = self.timing.frame_start.val();
        self.line_blank.next = self.timing.line_blank.val();
        // By the numbers of the screens: title, menu and settings; pauses; games of two.
        self.title.next = !self.scene.val().get_bits::<2>(2).any() & (self.scene.val() != 3);
        self.paused.next = self.scene.val().get_bit(2) & self.scene.val().get_bit(1);
        self.two_players.next =
            (self.scene.val() == 3) | (self.scene.val().get_bit(2) & self.scene.val().get_bit(0));

        self.text.x.next = self.timing.x.val();
        self.text.y.next = self.timing.y.val();
        self.text.scene.next = self.scene.val();
        self.text.title.next = self.title.val();
        self.text.two_players.next = self.two_players.val();
        self.text.odd_headline.next = self.odd_headline.val();
        self.text.selecting.next = self.selecting.val();
        self.text.selected.next = self.selected.val();
        self.text.text_address.next = self.text_address.val();
        self.text.text_code.next = self.text_code.val();
        self.text.text_write.next = self.text_write.val();
        self.grid.title.next = self.title.val();
        self.grid.two_players.next = self.two_players.val();
        self.grid.moves.next = self.timing.moves.val();
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
        self.flashes.frame_start.next = self.timing.frame_start.val();
        self.flashes.dropped.next = self.dropped.val();
        self.flashes.shape.next = self.shape.val();
        self.flashes.rotation.next = self.rotation.val();
        self.flashes.x.next = self.x.val();
        self.flashes.y.next = self.y.val();
        self.flashes.level_up.next = self.level_up.val();
        self.flashes.player.next = self.player.val();
        self.flashes.column.next = self.grid.column.val();
        self.flashes.row.next = self.grid.row.val();
        self.x_late.next = self.timing.x.val() - 2;
        self.backdrop.moves.next = self.timing.moves.val();
        self.backdrop.x.next = self.x_late.val();
        self.backdrop.y.next = self.timing.y.val();
        // A trail gets thinner to the top.
        self.trail_threshold.next = bit_cast::<5, 4>(self.backdrop.threshold.val())
            + bit_cast::<5, 4>(self.grid.row.val().get_bits::<4>(1));

        // The cells. A message hides the board, a pause the coming pieces too.
        // Their drawing takes a cycle of its own: an UltraPlus does not reach through all of it in one.
        self.column.d.next = self.grid.column.val().get_bits::<4>(0);
        self.cell_x.d.next = self.grid.cell_x.val();
        self.cell_y.d.next = self.grid.cell_y.val();
        self.shade.d.next = self.grid.shade.val();
        // After a game of one the coming pieces make room for its statistics, from x 416 on.
        self.beside.next = (self.scene.val().get_bits::<2>(2) == 2)
            & (self.x_late.val().get_bit(9)
                | (self.x_late.val().get_bit(8)
                    & self.x_late.val().get_bit(7)
                    & self.x_late.val().get_bits::<2>(5).any()));
        self.hides.next = self.paused.val()
            | self.beside.val()
            | ((self.grid.on_board.val() | self.title.val()) & self.text.curtain.val());
        self.settled.d.next = self.board_cell.val();
        if self.hides.val() | !self.grid.on_board.val() {
            self.settled.d.next = 0.into();
        }
        self.sprite.d.next = self.sprite_code.val();
        if self.hides.val() | !self.grid.visible.val() {
            self.sprite.d.next = 0.into();
        }
        self.clear_ticks.d.next = self.clear_ticks_one.val();
        self.lock_stage.d.next = self.lock_stage_one.val();
        self.grid_lit.next = self.flashes.grid_lit.val().get_bit(0);
        if self.grid.second.val() {
            self.clear_ticks.d.next = self.clear_ticks_two.val();
            self.lock_stage.d.next = self.lock_stage_two.val();
            self.grid_lit.next = self.flashes.grid_lit.val().get_bit(1);
        }
        // Of the sprites only the falling piece is on the board.
        if !self.grid.on_board.val() {
            self.lock_stage.d.next = 0.into();
        }

        self.cells.column.next = self.column.q.val();
        self.cells.cell_x.next = self.cell_x.q.val();
        self.cells.cell_y.next = self.cell_y.q.val();
        self.cells.shade.next = self.shade.q.val();
        self.cells.settled.next = self.settled.q.val();
        self.cells.sprite.next = self.sprite.q.val();
        self.cells.clear_ticks.next = self.clear_ticks.q.val();
        self.cells.lock_stage.next = self.lock_stage.q.val();
        self.cells.textured.next = self.skin_shown.q.val().get_bit(1);

        // Beside each board a bar as high as the rows that wait, eight pixels at 88 and at 544. From four rows on it flashes.
        self.meter.next = self.two_players.val()
            & (((self.x_late.val().get_bits::<7>(3) == 11)
                & (self.grid.row.val() < self.pending_one.val()))
                | ((self.x_late.val().get_bits::<7>(3) == 68)
                    & (self.grid.row.val() < self.pending_two.val())))
            & !(self.grid.row.val().get_bit(4) & self.grid.row.val().get_bits::<2>(2).any());
        self.alarm.next = self.pending_one.val().get_bits::<3>(2).any();
        if self.x_late.val().get_bit(9) {
            self.alarm.next = self.pending_two.val().get_bits::<3>(2).any();
        }

        // The layers, from the back to the front.
        // The sun shines through glass and well.
        self.ground.next = 0x47.into();
        if self.backdrop.in_sun.val() {
            self.ground.next = bit_cast::<8, 2>(self.backdrop.band.val()) | 0xFC;
        }
        self.under.d.next = bit_cast::<8, 6>(self.backdrop.index.val());
        if self.text.glass.val() {
            self.under.d.next = self.ground.val();
            // Frames, but not those of keys, glow inwards.
            if (self.text.colour.val().get_bits::<4>(2) != 6)
                & (self.text.colour.val().get_bits::<2>(2) == 2)
                & (self.backdrop.threshold.val() < 6)
            {
                self.under.d.next =
                    bit_cast::<8, 1>(self.text.colour.val().get_bits::<1>(6)) | 0x32;
            }
        }
        if self.grid.on_grid.val() & !self.text.curtain.val() {
            self.under.d.next = self.ground.val();
            if self.grid.shade.val() == 0 {
                self.under.d.next = 0x40.into();
                if self.grid_lit.val() {
                    self.under.d.next = 0x38.into();
                }
            }
            if self.flashes.in_trail.val()
                & self.grid.on_board.val()
                & (self.trail_threshold.val() < bit_cast::<5, 4>(self.flashes.trail_density.val()))
            {
                self.under.d.next = bit_cast::<8, 3>(self.flashes.trail_shape.val()) | 0x38;
            }
        }
        if self.text.ink.val() {
            self.under.d.next = bit_cast::<8, 7>(self.text.colour.val()) | 0x80;
        }
        if self.meter.val() {
            self.under.d.next = 0x7D.into();
            if self.alarm.val() & self.flashes.beat.val() {
                self.under.d.next = 0x79.into();
            }
        }
        self.index.next = self.under.q.val();
        if self.cells.shows.val() {
            self.index.next = self.cells.index.val();
        }
        self.palette.address.next =
            (bit_cast::<10, 2>(self.skin_shown.q.val()) << 8) | bit_cast::<10, 8>(self.index.val());

        // To the pins, with scan lines in skins without textures.
        self.is_dim.next = self.timing.y.val().get_bit(0) & !self.skin_shown.q.val().get_bit(1);
        self.red_line.dim.next = self.is_dim.val();
        self.green_line.dim.next = self.is_dim.val();
        self.blue_line.dim.next = self.is_dim.val();
        self.red_line.level.next = self
            .palette
            .data
            .val()
            .get_bits::<N>(self.red_bit.val().index());
        self.green_line.level.next = self
            .palette
            .data
            .val()
            .get_bits::<N>(self.green_bit.val().index());
        self.blue_line.level.next = self.palette.data.val().get_bits::<N>(0);
        self.red_pin.d.next = self.red_line.shown.val();
        self.green_pin.d.next = self.green_line.shown.val();
        self.blue_pin.d.next = self.blue_line.shown.val();
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
