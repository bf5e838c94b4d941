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
//! **Interface**: `sprite_code` and `picture.cell` are valid one cycle after their addresses.
//! `h_sync`, `v_sync` and the colours are registers.

use super::backdrop::Backdrop;
use super::cell_grid::CellGrid;
use super::cell_layer::{CellLayer, LostBoards};
use super::garbage_meter::GarbageMeter;
use super::ground_layer::GroundLayer;
use super::palette;
use super::screen_effects::{ScreenEffects, ScreenEvents};
use super::screens::{screen, Screens};
use super::sprite_cells::MARK;
use super::text_layer::{TextLayer, TextWrite};
use super::text_row::TextView;
use super::vga_output::{VgaOutput, VgaPort};
use crate::falling_blocks::board::board_controller::PictureClient;
use crate::falling_blocks::shell::picture::PerPlayer;
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
    /// Texts that are shown.
    pub view: TextView,
    /// Level: a pause, which hides all cells.
    pub paused: Signal<In, Bit>,
    /// Level: the end of a game of one; statistics take the place of the next pieces.
    pub statistics: Signal<In, Bit>,
    /// Which skin; it changes between two frames.
    pub skin: Signal<In, Bits<2>>,
    /// The sprite at the address: 0 none, 1 to 7 a piece's colour, 8 a mark, 8 + n the ghost of n.
    pub sprite_code: Signal<In, Bits<4>>,
    /// The board's cell on the beam's way. The address is {player, row, column modulo 16}; the cell
    /// is 0 empty, 1 to 7 settled, 8 garbage, with bit 4 in a row that is being cleared.
    pub picture: PictureClient,
    /// Ticks until the cleared rows go, 40 to 1, or 0.
    pub clear_ticks: PerPlayer<6>,
    /// Boards that turn grey.
    pub lost: LostBoards,
    /// Rows of garbage that wait.
    pub pending: PerPlayer<5>,
    /// Lock stage of the piece, 0 to 3.
    pub lock_stage: PerPlayer<2>,
    /// Events that have an effect.
    pub events: ScreenEvents,
    /// Players whose frame is lit in play.
    pub lit: Signal<In, Bits<2>>,
    /// Writes one character of the text.
    pub character: TextWrite,
    /// The sprite on the beam's way: {row, column} of the grid, modulo 32.
    pub sprite_address: Signal<Out, Bits<10>>,
    /// One tick of the game: below the last visible line.
    pub frame_start: Signal<Out, Bit>,
    /// After the last visible pixel of every line: the sprites are not read for 150 cycles.
    pub line_blank: Signal<Out, Bit>,
    /// The signals of the screen.
    pub vga: VgaPort<N>,
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
    /// That of play, without the bit for two players.
    #[value(screen::PLAY >> 1)]
    screen_play: Constant<Bits<3>>,
    #[value(screen::KEYS)]
    screen_keys: Constant<Bits<4>>,
    #[value(MARK)]
    mark: Constant<Bits<4>>,
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
        TextView::link(&mut self.view, &mut self.text.view);
        TextWrite::link(&mut self.character, &mut self.text.character);
        self.text.lit.next = 0.into();
        if self.view.screen.val().get_bits::<3>(1) == self.screen_play.val() {
            self.text.lit.next = self.lit.val();
        }
        self.grid.title.next = self.view.title.val();
        self.grid.two_players.next = self.view.two_boards.val();
        self.grid.moves.next = self.timing.moves.val();
        self.grid.is_mark.next = self.sprite_code.val() == self.mark.val();
        self.grid.beam.next = self.timing.x.val();
        self.grid.line_blank.next = self.timing.line_blank.val();
        self.grid.v_blank.next = self.timing.v_blank.val();
        self.sprite_address.next = (bit_cast::<10, 5>(self.grid.row.val()) << 5)
            | bit_cast::<10, 5>(self.grid.column.val());
        self.picture.address.next = (bit_cast::<10, 1>(
            (self.view.two_boards.val() & self.grid.column.val().get_bit(4)).into(),
        ) << 9)
            | (bit_cast::<10, 5>(self.grid.row.val()) << 4)
            | bit_cast::<10, 4>(self.grid.column.val().get_bits::<4>(0));
        self.screen_effects.frame_start.next = self.timing.frame_start.val();
        ScreenEvents::link(&mut self.events, &mut self.screen_effects.events);
        self.screen_effects.column.next = self.grid.column.val();
        self.screen_effects.row.next = self.grid.row.val();
        self.x_late.next = self.timing.x.val() - 2;
        self.backdrop.moves.next = self.timing.moves.val();
        self.backdrop.x.next = self.x_late.val();
        self.backdrop.y.next = self.timing.y.val();
        self.backdrop.pulse.next = self.screen_effects.pulse.val();
        self.garbage_meter.two_players.next = self.view.two_boards.val();
        self.garbage_meter.x.next = self.x_late.val();
        self.garbage_meter.row.next = self.grid.row.val();
        PerPlayer::<5>::link(&mut self.pending, &mut self.garbage_meter.pending);

        self.is_textured.next = self.skin_shown.q.val().get_bit(1);
        self.cell_layer.column.next = self.grid.column.val().get_bits::<4>(0);
        self.cell_layer.cell_x.next = self.grid.cell_x.val();
        self.cell_layer.cell_y.next = self.grid.cell_y.val();
        self.cell_layer.shade.next = self.grid.shade.val();
        self.cell_layer.row.next = self.grid.row.val();
        LostBoards::link(&mut self.lost, &mut self.cell_layer.lost);
        self.cell_layer.on_board.next = self.grid.on_board.val();
        self.cell_layer.visible.next = self.grid.visible.val();
        self.cell_layer.second.next = self.grid.second.val();
        self.cell_layer.textured.next = self.is_textured.val();
        self.cell_layer.board_cell.next = self.picture.cell.val();
        self.cell_layer.sprite_code.next = self.sprite_code.val();
        PerPlayer::<6>::link(&mut self.clear_ticks, &mut self.cell_layer.clear_delay);
        PerPlayer::<2>::link(&mut self.lock_stage, &mut self.cell_layer.lock_stages);
        // The statistics stand from x 416 on.
        self.beside.next = self.statistics.val()
            & (self.x_late.val().get_bit(9)
                | (self.x_late.val().get_bit(8)
                    & self.x_late.val().get_bit(7)
                    & self.x_late.val().get_bits::<2>(5).any()));
        // A message hides the board, a pause the next pieces, too. Keys of play take the place of
        // logo and pieces.
        self.cell_layer.hides.next = self.paused.val()
            | (self.view.screen.val() == self.screen_keys.val())
            | self.beside.val()
            | ((self.grid.on_board.val() | self.view.title.val()) & self.text.curtain.val());

        self.ground_layer.sky.next = self.backdrop.index.val();
        self.ground_layer.in_sun.next = self.backdrop.in_sun.val();
        self.ground_layer.band.next = self.backdrop.band.val();
        self.ground_layer.threshold.next = self.backdrop.threshold.val();
        self.ground_layer.glass.next = self.text.glass.val();
        self.ground_layer.bar.next = self.text.bar.val();
        self.ground_layer.curtain.next = self.text.curtain.val();
        self.ground_layer.ink.next = self.text.ink.val();
        self.ground_layer.text_colour.next = self.text.colour.val();
        self.ground_layer.on_grid.next = self.grid.on_grid.val();
        self.ground_layer.on_board.next = self.grid.on_board.val();
        self.ground_layer.on_line.next = self.grid.shade.val() == 0;
        self.ground_layer.row.next = self.grid.row.val();
        self.ground_layer.grid_lit.next = self.screen_effects.grid_lit.val();
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
        VgaPort::<N>::link(&mut self.vga, &mut self.vga_output.vga);
    }
}
