//! The picture of the arcade: 640 x 480 pixels at 60 Hz.
//!
//! Every layer makes an index of a colour, and the palette of the skin turns the index of the
//! frontmost layer into the colour. `cell_layer` draws the cells of boards and pieces, and
//! `ground_layer` everything behind them.
//!
//! ```text
//! cycle 0  beam x, y     -> row table, text memory
//! cycle 1  grid column   -> sprites, board, trail     code -> font
//! cycle 2  dots, sky     -> what lies under the cells
//! cycle 3  cells         -> palette
//! cycle 4  colour        -> output registers, with the sync pulses
//! ```
//!
//! **Interface**: `sprite_code` and `board_cell` are valid one cycle after their addresses.
//! `h_sync`, `v_sync` and the colours are registers.

use super::backdrop::Backdrop;
use super::cell_grid::CellGrid;
use super::cell_layer::CellLayer;
use super::garbage_meter::GarbageMeter;
use super::ground_layer::GroundLayer;
use super::palette;
use super::screen_effects::ScreenEffects;
use super::screens::Screens;
use super::text_layer::TextLayer;
use super::vga_output::VgaOutput;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::video::{VgaTiming, VGA_640X480_60};
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
    /// Number of the screen, see [`screen`](super::screens::screen).
    pub scene: Signal<In, Bits<4>>,
    /// Level: title, menu or settings.
    pub title: Signal<In, Bit>,
    /// Level: a pause, which hides all cells.
    pub paused: Signal<In, Bit>,
    /// Level: two boards are shown.
    pub two_players: Signal<In, Bit>,
    /// Level: the end of a game of one; statistics take the place of the next pieces.
    pub statistics: Signal<In, Bit>,
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
    /// The board's cell at the address: 0 empty, 1 to 7 settled, 8 garbage; bit 4 in a row that is
    /// being cleared.
    pub board_cell: Signal<In, Bits<5>>,
    /// Ticks until the cleared rows of player 1 go, 18 to 1.
    pub clear_ticks_one: Signal<In, Bits<5>>,
    /// The same of player 2.
    pub clear_ticks_two: Signal<In, Bits<5>>,
    /// Rows of garbage that wait for player 1.
    pub pending_one: Signal<In, Bits<5>>,
    /// The same of player 2.
    pub pending_two: Signal<In, Bits<5>>,
    /// Lock stage of the piece of player 1: 0, then 1 to 3.
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
    /// Player who has dropped a piece or reached a level.
    pub player: Signal<In, Bit>,
    /// Address in the text memory: {line, column}; `Screens` has the addresses of the digits.
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
    cell_layer: CellLayer,
    #[part]
    screen_effects: ScreenEffects,
    #[part]
    backdrop: Backdrop,
    garbage_meter: GarbageMeter,
    #[part(clock)]
    ground_layer: GroundLayer,
    #[part(clock)]
    #[given]
    palette: SyncROM<Bits<12>, 10>,
    #[part(clock)]
    vga_output: VgaOutput<N>,
    #[reset(self.skin.val(), or = self.timing.frame_start.val())]
    skin_shown: DFF<Bits<2>>,
    is_textured: Signal<Local, Bit>,
    x_late: Signal<Local, Bits<10>>,
    beside: Signal<Local, Bit>,
    index: Signal<Local, Bits<8>>,
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
        self.screen_effects.frame_start.next = self.timing.frame_start.val();
        self.screen_effects.dropped.next = self.dropped.val();
        self.screen_effects.shape.next = self.shape.val();
        self.screen_effects.rotation.next = self.rotation.val();
        self.screen_effects.x.next = self.x.val();
        self.screen_effects.y.next = self.y.val();
        self.screen_effects.level_up.next = self.level_up.val();
        self.screen_effects.player.next = self.player.val();
        self.screen_effects.column.next = self.grid.column.val();
        self.screen_effects.row.next = self.grid.row.val();
        self.x_late.next = self.timing.x.val() - 2;
        self.backdrop.moves.next = self.timing.moves.val();
        self.backdrop.x.next = self.x_late.val();
        self.backdrop.y.next = self.timing.y.val();
        self.garbage_meter.two_players.next = self.two_players.val();
        self.garbage_meter.x.next = self.x_late.val();
        self.garbage_meter.row.next = self.grid.row.val();
        self.garbage_meter.pending_one.next = self.pending_one.val();
        self.garbage_meter.pending_two.next = self.pending_two.val();

        self.is_textured.next = self.skin_shown.q.val().get_bit(1);
        self.cell_layer.column.next = self.grid.column.val().get_bits::<4>(0);
        self.cell_layer.cell_x.next = self.grid.cell_x.val();
        self.cell_layer.cell_y.next = self.grid.cell_y.val();
        self.cell_layer.shade.next = self.grid.shade.val();
        self.cell_layer.on_board.next = self.grid.on_board.val();
        self.cell_layer.visible.next = self.grid.visible.val();
        self.cell_layer.second.next = self.grid.second.val();
        self.cell_layer.textured.next = self.is_textured.val();
        self.cell_layer.board_cell.next = self.board_cell.val();
        self.cell_layer.sprite_code.next = self.sprite_code.val();
        self.cell_layer.clear_ticks_one.next = self.clear_ticks_one.val();
        self.cell_layer.clear_ticks_two.next = self.clear_ticks_two.val();
        self.cell_layer.lock_stage_one.next = self.lock_stage_one.val();
        self.cell_layer.lock_stage_two.next = self.lock_stage_two.val();
        // The statistics stand from x 416 on.
        self.beside.next = self.statistics.val()
            & (self.x_late.val().get_bit(9)
                | (self.x_late.val().get_bit(8)
                    & self.x_late.val().get_bit(7)
                    & self.x_late.val().get_bits::<2>(5).any()));
        // A message hides the board, a pause the next pieces, too.
        self.cell_layer.hides.next = self.paused.val()
            | self.beside.val()
            | ((self.grid.on_board.val() | self.title.val()) & self.text.curtain.val());

        self.ground_layer.sky.next = self.backdrop.index.val();
        self.ground_layer.in_sun.next = self.backdrop.in_sun.val();
        self.ground_layer.band.next = self.backdrop.band.val();
        self.ground_layer.threshold.next = self.backdrop.threshold.val();
        self.ground_layer.glass.next = self.text.glass.val();
        self.ground_layer.curtain.next = self.text.curtain.val();
        self.ground_layer.ink.next = self.text.ink.val();
        self.ground_layer.text_colour.next = self.text.colour.val();
        self.ground_layer.on_grid.next = self.grid.on_grid.val();
        self.ground_layer.on_board.next = self.grid.on_board.val();
        self.ground_layer.on_line.next = self.grid.shade.val() == 0;
        self.ground_layer.row.next = self.grid.row.val();
        self.ground_layer.grid_lit.next = self.screen_effects.grid_lit.val().get_bit(0);
        if self.grid.second.val() {
            self.ground_layer.grid_lit.next = self.screen_effects.grid_lit.val().get_bit(1);
        }
        self.ground_layer.in_trail.next = self.screen_effects.in_trail.val();
        self.ground_layer.trail_shape.next = self.screen_effects.trail_shape.val();
        self.ground_layer.trail_density.next = self.screen_effects.trail_density.val();
        self.ground_layer.is_bar.next = self.garbage_meter.is_bar.val();
        self.ground_layer.is_bright.next =
            self.garbage_meter.is_alarm.val() & self.screen_effects.beat.val();

        self.index.next = self.ground_layer.index.val();
        if self.cell_layer.shows.val() {
            self.index.next = self.cell_layer.index.val();
        }
        self.palette.address.next =
            (bit_cast::<10, 2>(self.skin_shown.q.val()) << 8) | bit_cast::<10, 8>(self.index.val());
        self.vga_output.colour.next = self.palette.data.val();
        self.vga_output.is_dim.next = self.timing.y.val().get_bit(0) & !self.is_textured.val();
        self.vga_output.active.next = self.timing.active.val();
        self.vga_output.h_sync_in.next = self.timing.h_sync.val();
        self.vga_output.v_sync_in.next = self.timing.v_sync.val();
        self.h_sync.next = self.vga_output.h_sync.val();
        self.v_sync.next = self.vga_output.v_sync.val();
        self.red.next = self.vga_output.red.val();
        self.green.next = self.vga_output.green.val();
        self.blue.next = self.vga_output.blue.val();
    }
}
