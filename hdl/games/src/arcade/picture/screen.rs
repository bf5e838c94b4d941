//! The screen: moving cells and pixels.
//!
//! ```text
//! engine --> SpriteTable --word--> Painter --sprite_code--> PixelGenerator --> VGA
//!    \______________________ board_cell ________________________/
//! ```
//!
//! **Interface**: as the three parts.

use super::painter::Painter;
use super::pixel_generator::PixelGenerator;
use super::screens::Screens;
use super::sprite_table::SpriteTable;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The screen, with `N` bits for each colour.
#[derive(LogicBlock, Module)]
pub struct Screen<const N: usize> {
    /// Pixel clock, 25.0 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: title, menu or settings.
    pub title: Signal<In, Bit>,
    /// Level: the game is paused.
    pub paused: Signal<In, Bit>,
    /// Level: the end of a game of one.
    pub statistics: Signal<In, Bit>,
    /// Level: two boards are shown.
    pub two_players: Signal<In, Bit>,
    /// Number of the screen.
    pub scene: Signal<In, Bits<4>>,
    /// Level: the headline has an odd number of letters.
    pub odd_headline: Signal<In, Bit>,
    /// Level: a row of a list is selected.
    pub selecting: Signal<In, Bit>,
    /// Its number.
    pub selected: Signal<In, Bits<4>>,
    /// Number of the skin.
    pub skin: Signal<In, Bits<2>>,
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
    /// Its rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Column of the left edge of its box.
    pub x: Signal<In, Bits<5>>,
    /// Row of the lower edge of its box.
    pub y: Signal<In, Bits<6>>,
    /// The same for its ghost.
    pub ghost_y: Signal<In, Bits<6>>,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<In, Bits<3>>,
    /// Shape of the next piece `slot`, one cycle later.
    pub slot_shape: Signal<In, Bits<3>>,
    /// Level: `slot_shape` will be valid.
    pub slot_ready: Signal<In, Bit>,
    /// Ticks until the cleared rows of player 1 go.
    pub clear_ticks_one: Signal<In, Bits<5>>,
    /// The same of player 2.
    pub clear_ticks_two: Signal<In, Bits<5>>,
    /// Rows of garbage that wait for player 1.
    pub pending_one: Signal<In, Bits<5>>,
    /// The same of player 2.
    pub pending_two: Signal<In, Bits<5>>,
    /// Lock stage of the piece of player 1, 0 to 3.
    pub lock_stage_one: Signal<In, Bits<2>>,
    /// The same of player 2.
    pub lock_stage_two: Signal<In, Bits<2>>,
    /// Strobe: the falling piece was dropped.
    pub dropped: Signal<In, Bit>,
    /// Strobe: the level rises.
    pub level_up: Signal<In, Bit>,
    /// Cell of the board, one cycle after `board_address`.
    pub board_cell: Signal<In, Bits<5>>,
    /// Address in the text memory: {line, column}.
    pub text_address: Signal<In, Bits<12>>,
    /// Character for that address.
    pub text_code: Signal<In, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<In, Bit>,
    /// Which of the next pieces is to be valid at `slot_shape`.
    pub slot: Signal<Out, Bits<3>>,
    /// Level: the sprite table is complete.
    pub published: Signal<Out, Bit>,
    /// Address of a cell of the board: {player, row, column modulo 16}.
    pub board_address: Signal<Out, Bits<10>>,
    /// Strobe, once a frame.
    pub frame_start: Signal<Out, Bit>,
    /// Horizontal sync, low when active.
    pub h_sync: Signal<Out, Bit>,
    /// Vertical sync, low when active.
    pub v_sync: Signal<Out, Bit>,
    /// Red.
    pub red: Signal<Out, Bits<N>>,
    /// Green.
    pub green: Signal<Out, Bits<N>>,
    /// Blue.
    pub blue: Signal<Out, Bits<N>>,
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
        self.sprite_table.rotation.next = self.rotation.val();
        self.sprite_table.x.next = self.x.val();
        self.sprite_table.y.next = self.y.val();
        self.sprite_table.ghost_y.next = self.ghost_y.val();
        self.sprite_table.held.next = self.held.val();
        self.sprite_table.slot_shape.next = self.slot_shape.val();
        self.sprite_table.slot_ready.next = self.slot_ready.val();
        self.sprite_table.address.next = self.painter.word_address.val();
        self.sprite_table.painted.next = self.painter.painted.val();
        self.painter.title.next = self.title.val();
        self.painter.next_count.next = self.next_count.val();
        self.painter.two_players.next = self.two_players.val();
        self.painter.frame_start.next = self.pixel_generator.frame_start.val();
        self.painter.line_blank.next = self.pixel_generator.line_blank.val();
        self.painter.busy.next = self.busy.val();
        self.painter.published.next = self.sprite_table.published.val();
        self.painter.word.next = self.sprite_table.word.val();
        self.painter.sprite_address.next = self.pixel_generator.sprite_address.val();
        self.pixel_generator.scene.next = self.scene.val();
        self.pixel_generator.skin.next = self.skin.val();
        self.pixel_generator.odd_headline.next = self.odd_headline.val();
        self.pixel_generator.title.next = self.title.val();
        self.pixel_generator.paused.next = self.paused.val();
        self.pixel_generator.two_players.next = self.two_players.val();
        self.pixel_generator.statistics.next = self.statistics.val();
        self.pixel_generator.selecting.next = self.selecting.val();
        self.pixel_generator.selected.next = self.selected.val();
        self.pixel_generator.clear_ticks_one.next = self.clear_ticks_one.val();
        self.pixel_generator.clear_ticks_two.next = self.clear_ticks_two.val();
        self.pixel_generator.pending_one.next = self.pending_one.val();
        self.pixel_generator.pending_two.next = self.pending_two.val();
        self.pixel_generator.lock_stage_one.next = self.lock_stage_one.val();
        self.pixel_generator.lock_stage_two.next = self.lock_stage_two.val();
        self.pixel_generator.dropped.next = self.dropped.val();
        self.pixel_generator.shape.next = self.shape.val();
        self.pixel_generator.rotation.next = self.rotation.val();
        self.pixel_generator.x.next = self.x.val();
        self.pixel_generator.y.next = self.y.val();
        self.pixel_generator.level_up.next = self.level_up.val();
        self.pixel_generator.player.next = self.player.val();
        self.pixel_generator.sprite_code.next = self.painter.sprite_code.val();
        self.pixel_generator.board_cell.next = self.board_cell.val();
        self.pixel_generator.text_address.next = self.text_address.val();
        self.pixel_generator.text_code.next = self.text_code.val();
        self.pixel_generator.text_write.next = self.text_write.val();
        self.slot.next = self.sprite_table.slot.val();
        self.published.next = self.sprite_table.published.val();
        self.board_address.next = self.pixel_generator.board_address.val();
        self.frame_start.next = self.pixel_generator.frame_start.val();
        self.h_sync.next = self.pixel_generator.h_sync.val();
        self.v_sync.next = self.pixel_generator.v_sync.val();
        self.red.next = self.pixel_generator.red.val();
        self.green.next = self.pixel_generator.green.val();
        self.blue.next = self.pixel_generator.blue.val();
    }
}
