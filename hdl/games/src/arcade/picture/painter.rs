//! Keeps the layer of moving cells: falling pieces, ghosts, next and held pieces of both players,
//! and the title's.
//!
//! The layer is a block RAM with one word for each 15 x 15 pixel cell of the screen, addressed in
//! the board's own coordinates (row and column modulo 32; row 0 is the floor). On a screen it
//! changes in horizontal blankings only, so nothing is seen half drawn: when the engine has worked,
//! or the title's pieces turn, the falling pieces are erased and drawn again in the next one, and
//! in each of those that follow one of the standing sprites, until all have had their turn. Then
//! the painter rests. A change therefore shows on the next scan of its cells, for the standing ones
//! at most fourteen lines later.
//!
//! Everything painted is a *sprite*: a place, and a run of words in one
//! [table](super::sprite_cells) that lists its cells. The shapes are there in every rotation, and
//! so is the logo. Piece and ghost are erased by their own run; a standing sprite by an empty
//! box. Left of a next or held piece with an even number of columns there are marks, so that the
//! picture shows it half a cell further left: all pieces stand in the middle of their frame.
//!
//! **Interface**: 32 x 32 words of 4 bits: 0 nothing, 1 to 7 a shape, 8 a mark, 9 to 15 a ghost. In
//! a game of two the upper half of the columns is player 2's. Sprites are those of
//! [`SpriteTable`](super::sprite_table::SpriteTable); on the title 8 is the logo and 9 to 15 the
//! seven shapes.
//!
//! **Latency**: `sprite_code` one cycle after `sprite_address`. A player's piece takes 42 cycles
//! and a standing sprite 46 of a blanking of 160; the logo, which never moves, 160. Between screens
//! the layer is emptied in 1,024 cycles.

use super::sprite_cells::sprite;
use super::sprite_source::SpriteSource;
use super::sprite_walk::SpriteWalk;
use super::standing_sprites::StandingSprites;
use super::title_rotation::TitleRotation;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Mutant, Observer, Property};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    EmptyLayer,
    FindPlace,
    LoadPlace,
    FindCell,
    PaintCell,
}

/// Painter of the layer of moving cells.
#[derive(LogicBlock, Module)]
pub struct Painter {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the title is on the screen.
    pub title: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Setting: how many next pieces are shown; six stand closer.
    pub next_count: Signal<In, Bits<3>>,
    /// Strobe: the last visible line has ended.
    pub frame_start: Signal<In, Bit>,
    /// Strobe: a horizontal blanking begins.
    pub line_blank: Signal<In, Bit>,
    /// Level: the engine may change the sprites.
    pub busy: Signal<In, Bit>,
    /// Level: the table of sprites is complete.
    pub published: Signal<In, Bit>,
    /// The word of the table that is looked at: {painted, player, sprite}.
    pub word_address: Signal<Out, Bits<6>>,
    /// That word, one cycle later.
    pub word: Signal<In, Bits<15>>,
    /// Strobe: `word` is being painted.
    #[default(false)]
    pub painted: Signal<Out, Bit>,
    /// Row and column the picture looks at.
    pub sprite_address: Signal<In, Bits<10>>,
    /// The sprite there, one cycle later.
    pub sprite_code: Signal<Out, Bits<4>>,
    #[part(clock)]
    #[given]
    layer: RAM<Bits<4>, 10>,
    #[part]
    title_rotation: TitleRotation,
    #[part(idle(advance))]
    standing_sprites: StandingSprites,
    sprite_source: SpriteSource,
    #[part(idle(find_place, load, advance))]
    sprite_walk: SpriteWalk,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    is_stale: DFF<Bit>,
    is_erasing: DFF<Bit>,
    /// The kind of screen for which the layer was emptied.
    screen: DFF<Bits<3>>,
    player: DFF<Bit>,
    sprite: DFF<Bits<4>>,
    empty_address: DFF<Bits<10>>,
    paints_pieces: Signal<Local, Bit>,
    #[default(false)]
    is_emptied: Signal<Local, Bit>,
    #[default(false)]
    begins_round: Signal<Local, Bit>,
    #[value(sprite::GHOST)]
    sprite_ghost: Constant<Bits<4>>,
    #[value(sprite::PIECE)]
    sprite_piece: Constant<Bits<4>>,
}

impl Default for Painter {
    fn default() -> Self {
        construct!(Painter {
            layer: std::iter::repeat_n(Bits::<4>::default(), 1024).into(),
        })
    }
}

#[clocked]
impl Logic for Painter {
    #[hdl_gen]
    fn update(&mut self) {
        self.layer.read_address.next = self.sprite_address.val();
        self.sprite_code.next = self.layer.read_data.val();

        self.title_rotation.frame_start.next = self.frame_start.val();
        self.sprite_source.title.next = self.title.val();
        self.sprite_source.two_players.next = self.two_players.val();
        self.sprite_source.next_count.next = self.next_count.val();
        self.sprite_source.title_rotation.next = self.title_rotation.rotation.val();
        self.sprite_source.sprite.next = self.sprite.q.val();
        self.sprite_source.player.next = self.player.q.val();
        self.sprite_source.is_erasing.next = self.is_erasing.q.val();
        self.sprite_source.word.next = self.word.val();
        self.word_address.next = self.sprite_source.word_address.val();
        self.sprite_walk.title.next = self.title.val();
        self.sprite_walk.place_address.next = self.sprite_source.place_address.val();
        self.sprite_walk.first_address.next = self.sprite_source.cell_address.val();
        self.sprite_walk.is_piece.next = self.sprite_source.is_piece.val();
        self.sprite_walk.is_ghost.next = self.sprite_source.is_ghost.val();
        self.sprite_walk.is_logo.next = self.sprite_source.is_logo.val();
        self.sprite_walk.is_marked.next = self.sprite_source.is_marked.val();
        self.sprite_walk.is_erasing.next = self.is_erasing.q.val();
        self.sprite_walk.player.next = self.player.q.val();
        self.sprite_walk.word.next = self.word.val();
        // Pieces are painted after each change by the engine, when the table is complete.
        if self.busy.val() {
            self.is_stale.d.next = true;
        }
        self.paints_pieces.next = self.is_stale.q.val() & self.published.val() & !self.title.val();
        self.layer.write_address.next = self.sprite_walk.layer_address.val();
        self.layer.write_data.next = self.sprite_walk.colour.val();
        self.layer.write_enable.next = false;
        match self.step.q.val() {
            Step::Idle => {
                self.sprite.d.next = self.standing_sprites.sprite.val();
                self.player.d.next = self.standing_sprites.player.val();
                self.is_erasing.d.next = true;
                if self.line_blank.val() {
                    if self.sprite_source.screen_kind.val() != self.screen.q.val() {
                        self.step.d.next = Step::EmptyLayer;
                    } else if self.paints_pieces.val() {
                        self.is_stale.d.next = false;
                        self.begins_round.next = true;
                        self.sprite.d.next = self.sprite_ghost.val();
                        self.player.d.next = false;
                        self.step.d.next = Step::FindPlace;
                    } else if self.standing_sprites.is_due.val() {
                        self.step.d.next = Step::FindPlace;
                    }
                }
            }
            Step::EmptyLayer => {
                self.layer.write_address.next = self.empty_address.q.val();
                self.layer.write_data.next = 0.into();
                self.layer.write_enable.next = true;
                self.empty_address.d.next = self.empty_address.q.val() + 1;
                if self.empty_address.q.val().all() {
                    self.screen.d.next = self.sprite_source.screen_kind.val();
                    self.is_stale.d.next = true;
                    self.is_emptied.next = true;
                    self.step.d.next = Step::Idle;
                }
            }
            Step::FindPlace => {
                self.sprite_walk.find_place.next = true;
                self.step.d.next = Step::LoadPlace;
            }
            Step::LoadPlace => {
                self.sprite_walk.load.next = true;
                self.painted.next = self.sprite_source.is_piece.val() & !self.is_erasing.q.val();
                self.step.d.next = Step::FindCell;
            }
            Step::FindCell => {
                self.step.d.next = Step::PaintCell;
            }
            Step::PaintCell => {
                self.layer.write_enable.next = !self.sprite_walk.is_hidden.val();
                self.sprite_walk.advance.next = true;
                self.step.d.next = Step::FindCell;
                if self.sprite_walk.is_last.val() {
                    self.step.d.next = Step::FindPlace;
                    if self.sprite_source.is_ghost.val() {
                        self.sprite.d.next = self.sprite_piece.val();
                    } else if self.sprite_source.is_piece.val() {
                        // Ghost and piece are erased together, then painted together; then those of
                        // the other player, then one standing sprite.
                        self.sprite.d.next = self.sprite_ghost.val();
                        self.is_erasing.d.next = !self.is_erasing.q.val();
                        if !self.is_erasing.q.val() {
                            self.player.d.next = true;
                            if self.player.q.val() | !self.two_players.val() {
                                self.player.d.next = self.standing_sprites.player.val();
                                self.sprite.d.next = self.standing_sprites.sprite.val();
                            }
                        }
                    } else if self.is_erasing.q.val() {
                        self.is_erasing.d.next = false;
                    } else {
                        self.standing_sprites.advance.next = true;
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        // A round of the standing sprites begins with new pieces, and on the title with each turn.
        self.standing_sprites.title.next = self.title.val();
        self.standing_sprites.two_players.next = self.two_players.val();
        self.standing_sprites.restart.next = self.is_emptied.val()
            | self.begins_round.val()
            | (self.title_rotation.turns.val() & self.title.val());
        self.standing_sprites.paints.next = self.begins_round.val() | self.title.val();
    }
}

impl Painter {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        observers: &[Observer::new("was_painted", 1, "painted")],
        ..Property::new(
            "two words are not painted in clocks in a row",
            "!painted || !was_painted",
            Mutant::new("painted = 1'b0", "painted = 1'b1", 4),
        )
    }];
}
