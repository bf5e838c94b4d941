//! The screen: moving cells and pixels.
//!
//! ```text
//! engine --> SpriteTable --word--> Painter --sprite_code--> PixelGenerator --> VGA
//!    \______________________ board_cell ________________________/
//! ```
//!
//! **Interface**: as the three parts.

use super::cell_layer::LostBoards;
use super::painter::Painter;
use super::pixel_generator::PixelGenerator;
use super::screens::Screens;
use super::sprite_table::SpriteTable;
use super::text_layer::TextWrite;
use super::text_row::TextView;
use super::vga_output::VgaPort;
use crate::falling_blocks::board::board_controller::PictureClient;
use crate::falling_blocks::piece::piece_interface::PiecePlaceReader;
use crate::falling_blocks::piece::random_tetris::NextPiecesReader;
use crate::falling_blocks::shell::picture::PerPlayer;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The screen, with `N` bits for each colour.
#[derive(LogicBlock, Module)]
pub struct Screen<const N: usize> {
    /// Pixel clock, 25.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Texts that are shown.
    pub view: TextView,
    /// Level: the game is paused.
    pub paused: Signal<In, Bit>,
    /// Level: the end of a game of one.
    pub statistics: Signal<In, Bit>,
    /// Number of the skin.
    pub skin: Signal<In, Bits<2>>,
    /// Boards that turn grey.
    pub lost: LostBoards,
    /// Number of next pieces.
    pub next_count: Signal<In, Bits<3>>,
    /// Level: the ghost is shown.
    pub ghost_shown: Signal<In, Bit>,
    /// Player of the falling piece and of the strobes.
    pub player: Signal<In, Bit>,
    /// Level: the falling piece is about to change.
    pub busy: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Place of the falling piece and of its ghost.
    pub place: PiecePlaceReader,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<In, Bits<3>>,
    /// Ticks until the cleared rows go, 40 to 1, or 0.
    pub clear_ticks: PerPlayer<6>,
    /// Rows of garbage that wait.
    pub pending: PerPlayer<5>,
    /// Lock stage of the piece, 0 to 3.
    pub lock_stage: PerPlayer<2>,
    /// Strobe: the falling piece was dropped.
    pub dropped: Signal<In, Bit>,
    /// Strobe: lines raise the level.
    pub level_up: Signal<In, Bit>,
    /// Strobe: a loud drum of the tune begins.
    pub drum_starts: Signal<In, Bit>,
    /// Level: the tune is muted.
    pub music_muted: Signal<In, Bit>,
    /// Players whose frame is lit in play.
    pub lit: Signal<In, Bits<2>>,
    /// The cells of the boards.
    pub picture: PictureClient,
    /// Writes one character of the text.
    pub character: TextWrite,
    /// The pieces to come.
    pub slots: NextPiecesReader,
    /// Level: the sprite table is complete.
    pub published: Signal<Out, Bit>,
    /// Strobe, once a frame.
    pub frame_start: Signal<Out, Bit>,
    /// The signals of the screen.
    pub vga: VgaPort<N>,
    #[part]
    sprite_table: SpriteTable,
    #[part]
    painter: Painter,
    #[part]
    #[given]
    pixel_generator: PixelGenerator<N>,
}

impl<const N: usize> Screen<N> {
    /// The screen with these texts.
    pub fn new(screens: &Screens) -> Self {
        construct!(Screen {
            pixel_generator: PixelGenerator::new(screens),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for Screen<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.sprite_table.ghost_shown.next = self.ghost_shown.val();
        self.sprite_table.next_count.next = self.next_count.val();
        self.sprite_table.player.next = self.player.val();
        self.sprite_table.busy.next = self.busy.val();
        self.sprite_table.shape.next = self.shape.val();
        PiecePlaceReader::link(&mut self.place, &mut self.sprite_table.place);
        NextPiecesReader::link(&mut self.slots, &mut self.sprite_table.slots);
        self.sprite_table.held.next = self.held.val();
        self.sprite_table.address.next = self.painter.word_address.val();
        self.sprite_table.painted.next = self.painter.painted.val();
        self.painter.title.next = self.view.title.val();
        self.painter.next_count.next = self.next_count.val();
        self.painter.two_players.next = self.view.two_boards.val();
        self.painter.frame_start.next = self.pixel_generator.frame_start.val();
        self.painter.line_blank.next = self.pixel_generator.line_blank.val();
        self.painter.busy.next = self.busy.val();
        self.painter.published.next = self.sprite_table.published.val();
        self.painter.word.next = self.sprite_table.word.val();
        self.painter.sprite_address.next = self.pixel_generator.sprite_address.val();
        self.pixel_generator.skin.next = self.skin.val();
        LostBoards::link(&mut self.lost, &mut self.pixel_generator.lost);
        TextView::link(&mut self.view, &mut self.pixel_generator.view);
        self.pixel_generator.paused.next = self.paused.val();
        self.pixel_generator.statistics.next = self.statistics.val();
        PerPlayer::<6>::link(&mut self.clear_ticks, &mut self.pixel_generator.clear_ticks);
        PerPlayer::<5>::link(&mut self.pending, &mut self.pixel_generator.pending);
        PerPlayer::<2>::link(&mut self.lock_stage, &mut self.pixel_generator.lock_stage);
        self.pixel_generator.events.dropped.next = self.dropped.val();
        self.pixel_generator.events.shape.next = self.shape.val();
        self.pixel_generator.events.rotation.next = self.place.rotation.val();
        self.pixel_generator.events.x.next = self.place.x.val();
        self.pixel_generator.events.y.next = self.place.y.val();
        self.pixel_generator.events.level_up.next = self.level_up.val();
        self.pixel_generator.events.drum_starts.next = self.drum_starts.val();
        self.pixel_generator.events.music_muted.next = self.music_muted.val();
        self.pixel_generator.events.player.next = self.player.val();
        self.pixel_generator.lit.next = self.lit.val();
        self.pixel_generator.sprite_code.next = self.painter.sprite_code.val();
        PictureClient::link(&mut self.picture, &mut self.pixel_generator.picture);
        TextWrite::link(&mut self.character, &mut self.pixel_generator.character);
        self.published.next = self.sprite_table.published.val();
        self.frame_start.next = self.pixel_generator.frame_start.val();
        VgaPort::<N>::link(&mut self.vga, &mut self.pixel_generator.vga);
    }
}
