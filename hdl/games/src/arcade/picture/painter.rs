//! Keeps the layer of moving cells: falling pieces, ghosts, next and held pieces of both players, and the title's.
//!
//! The layer is a block RAM with one word for each 15 x 15 pixel cell of the screen, addressed in the
//! board's own coordinates (row and column modulo 32; row 0 is the floor). It changes in horizontal blankings only, so
//! nothing is ever seen half drawn: when the engine has worked, or the title's pieces turn, the falling pieces are erased and drawn again in the next one, and in each
//! of those that follow one of the standing sprites, until all have had their turn. Then the painter rests. A change therefore shows on the next
//! scan of its cells, for the standing ones at most fourteen lines later.
//!
//! Everything painted is a *sprite*: a place, and a run of words in one [table](super::sprite_cells) that lists its cells. The shapes are there in
//! every rotation, and so is the logo. Piece and ghost are erased by their own run; a standing sprite by an empty 4 x 4 box.
//!
//! **Shape**: 32 x 32 words of 4 bits: 0 nothing, 1 to 7 a shape, 9 to 15 its ghost. In a game of two the upper half of the columns is player 2's. Sprites are those
//! of [`SpriteTable`](super::sprite_table::SpriteTable); on the title 8 is the logo and 9 to 15 the seven shapes.
//!
//! **Latency**: `sprite_code` one cycle after `sprite_address`. A player's piece takes 42 cycles and a standing sprite 44 of a blanking of
//! 160; the logo, which never moves, 160. Between screens the layer is emptied in 1,024 cycles.

use super::sprite_cells::{
    table, BOX_ADDRESS, DENSE_ADDRESS, HALVES_ADDRESS, LOGO_ADDRESS, PLACES_ADDRESS,
};
use gatefall_macros::{clocked, construct, Module};
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

/// Paints the layer of moving cells.
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
    /// Level: the engine is about to change what the table of sprites tells.
    pub busy: Signal<In, Bit>,
    /// Level: the table tells everything.
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
    /// What is there, one cycle later.
    pub sprite_code: Signal<Out, Bits<4>>,
    #[given]
    layer: RAM<Bits<4>, 10>,
    #[part(clock)]
    #[given]
    cells: SyncROM<Bits<15>, 8>,
    #[reset(Step::Idle)]
    step: DFF<Step>,
    is_stale: DFF<Bit>,
    is_awake: DFF<Bit>,
    is_erasing: DFF<Bit>,
    screen: DFF<Bits<3>>,
    painting: DFF<Bit>,
    sprite: DFF<Bits<4>>,
    base_x: DFF<Bits<5>>,
    base_y: DFF<Bits<5>>,
    cell_address: DFF<Bits<8>>,
    empty_address: DFF<Bits<10>>,
    frames: DFF<Bits<6>>,
    title_rotation: DFF<Bits<2>>,
    standing: DFF<Bits<4>>,
    standing_player: DFF<Bit>,
    screen_now: Signal<Local, Bits<3>>,
    is_dense: Signal<Local, Bit>,
    is_piece: Signal<Local, Bit>,
    is_ghost: Signal<Local, Bit>,
    is_hidden: Signal<Local, Bit>,
    sprite_shape: Signal<Local, Bits<3>>,
    #[default(0)]
    sprite_rotation: Signal<Local, Bits<2>>,
    column: Signal<Local, Bits<5>>,
    row: Signal<Local, Bits<5>>,
    colour: Signal<Local, Bits<4>>,
    next_cell_address: Signal<Local, Bits<8>>,
    next_empty_address: Signal<Local, Bits<10>>,
    next_frames: Signal<Local, Bits<6>>,
    next_rotation: Signal<Local, Bits<2>>,
    next_standing: Signal<Local, Bits<4>>,
    is_last_standing: Signal<Local, Bit>,
    is_second_half: Signal<Local, Bit>,
    paints_pieces: Signal<Local, Bit>,
    place_address: Signal<Local, Bits<8>>,
    #[value(60)]
    frames_per_turn: Constant<Bits<6>>,
    #[value(LOGO_ADDRESS)]
    logo: Constant<Bits<8>>,
    #[value(PLACES_ADDRESS)]
    places: Constant<Bits<8>>,
    #[value(HALVES_ADDRESS)]
    halves: Constant<Bits<8>>,
    #[value(DENSE_ADDRESS)]
    dense: Constant<Bits<8>>,
    #[value(BOX_ADDRESS)]
    empty_box: Constant<Bits<8>>,
}

impl Default for Painter {
    fn default() -> Self {
        construct!(Painter {
            layer: std::iter::repeat_n(Bits::<4>::default(), 1024).into(),
            cells: table().into(),
        })
    }
}

#[clocked]
impl Logic for Painter {
    #[hdl_gen]
    fn update(&mut self) {
        self.layer.read_clock.next = self.clock.val();
        self.layer.write_clock.next = self.clock.val();
        self.layer.read_address.next = self.sprite_address.val();
        self.sprite_code.next = self.layer.read_data.val();

        // What the sprite looks like. A piece is erased as it was painted.
        self.is_piece.next = !self.title.val() & (self.sprite.q.val() < 2);
        self.is_ghost.next = !self.title.val() & (self.sprite.q.val() == 0);
        self.word_address.next =
            (bit_cast::<6, 1>((self.is_erasing.q.val() & self.is_piece.val()).into()) << 5)
                | (bit_cast::<6, 1>(self.painting.q.val().into()) << 4)
                | bit_cast::<6, 4>(self.sprite.q.val());
        self.sprite_shape.next = self.word.val().get_bits::<3>(12);
        if self.is_piece.val() {
            self.sprite_rotation.next = self.word.val().get_bits::<2>(10);
        } else if self.title.val() {
            self.sprite_shape.next = self.sprite.q.val().get_bits::<3>(0);
            self.sprite_rotation.next = self.title_rotation.q.val();
        }
        self.is_dense.next = self.next_count.val() == 6;
        self.place_address.next = (bit_cast::<8, 1>(self.title.val().into()) << 3)
            | bit_cast::<8, 3>(self.sprite.q.val().get_bits::<3>(0))
            | self.places.val();
        if !self.title.val() & self.is_dense.val() {
            self.place_address.next =
                bit_cast::<8, 3>(self.sprite.q.val().get_bits::<3>(0)) | self.dense.val();
        }
        if self.two_players.val() & !self.title.val() {
            self.place_address.next = (bit_cast::<8, 1>(self.painting.q.val().into()) << 3)
                | bit_cast::<8, 3>(self.sprite.q.val().get_bits::<3>(0))
                | self.halves.val();
        }
        // Where its current cell lies.
        self.column.next = self.base_x.q.val() + self.cells.data.val().get_bits::<5>(0);
        self.row.next = self.base_y.q.val() + self.cells.data.val().get_bits::<5>(5);
        self.is_hidden.next = !self.title.val() & (self.row.val() >= 20);
        self.colour.next = self.cells.data.val().get_bits::<4>(10);
        if self.is_ghost.val() & self.colour.val().any() {
            self.colour.next = self.cells.data.val().get_bits::<4>(10) | 8;
        }
        if self.is_erasing.q.val() {
            self.colour.next = 0.into();
        }
        self.next_cell_address.next = self.cell_address.q.val() + 1;
        self.next_empty_address.next = self.empty_address.q.val() + 1;
        self.next_frames.next = self.frames.q.val() + 1;
        self.next_rotation.next = self.title_rotation.q.val() + 1;
        self.next_standing.next = self.standing.q.val() + 1;
        // The standing sprites of a game are 2 to 8, those of the title 8 to 15.
        self.is_last_standing.next = self.standing.q.val() == 8;
        if self.title.val() {
            self.is_last_standing.next = self.standing.q.val() == 15;
        }
        self.is_second_half.next = self.two_players.val() & !self.title.val();
        // Title, game of one, game of two, and where the next pieces stand: whenever that changes, the layer is emptied.
        self.screen_now.next = (bit_cast::<3, 1>(self.is_dense.val().into()) << 2)
            | (bit_cast::<3, 1>(self.two_players.val().into()))
            | 2;
        if self.title.val() {
            self.screen_now.next = 1.into();
        }
        // Pieces are painted again when the engine has worked, and all it had to tell is known.
        if self.busy.val() {
            self.is_stale.d.next = true;
        }
        self.paints_pieces.next = self.is_stale.q.val() & self.published.val() & !self.title.val();
        self.layer.write_address.next =
            (bit_cast::<10, 5>(self.row.val()) << 5) | bit_cast::<10, 5>(self.column.val());
        self.layer.write_data.next = self.colour.val();
        self.layer.write_enable.next = false;
        self.cells.address.next = self.cell_address.q.val();
        match self.step.q.val() {
            Step::Idle => {
                self.sprite.d.next = self.standing.q.val();
                self.painting.d.next = self.standing_player.q.val();
                self.is_erasing.d.next = true;
                if self.line_blank.val() {
                    if self.screen_now.val() != self.screen.q.val() {
                        self.step.d.next = Step::EmptyLayer;
                    } else if self.paints_pieces.val() {
                        self.is_stale.d.next = false;
                        self.is_awake.d.next = true;
                        self.standing.d.next = 2.into();
                        self.standing_player.d.next = false;
                        self.sprite.d.next = 0.into();
                        self.painting.d.next = false;
                        self.step.d.next = Step::FindPlace;
                    } else if self.is_awake.q.val() {
                        self.step.d.next = Step::FindPlace;
                    }
                }
            }
            Step::EmptyLayer => {
                self.layer.write_address.next = self.empty_address.q.val();
                self.layer.write_data.next = 0.into();
                self.layer.write_enable.next = true;
                self.empty_address.d.next = self.next_empty_address.val();
                if self.empty_address.q.val().all() {
                    self.screen.d.next = self.screen_now.val();
                    self.is_stale.d.next = true;
                    self.is_awake.d.next = self.title.val();
                    self.standing_player.d.next = false;
                    self.standing.d.next = 2.into();
                    if self.title.val() {
                        self.standing.d.next = 8.into();
                    }
                    self.step.d.next = Step::Idle;
                }
            }
            Step::FindPlace => {
                self.cells.address.next = self.place_address.val();
                self.step.d.next = Step::LoadPlace;
            }
            Step::LoadPlace => {
                self.base_x.d.next = self.cells.data.val().get_bits::<5>(0);
                self.base_y.d.next = self.cells.data.val().get_bits::<5>(5);
                self.cell_address.d.next = (bit_cast::<8, 3>(self.sprite_shape.val()) << 4)
                    | (bit_cast::<8, 2>(self.sprite_rotation.val()) << 2);
                if self.is_piece.val() {
                    self.painted.next = !self.is_erasing.q.val();
                    self.base_x.d.next = self.word.val().get_bits::<5>(5)
                        ^ (bit_cast::<5, 1>(self.painting.q.val().into()) << 4);
                    self.base_y.d.next = self.word.val().get_bits::<5>(0);
                } else if self.is_erasing.q.val() {
                    self.cell_address.d.next = self.empty_box.val();
                } else if self.title.val() & (self.sprite.q.val() == 8) {
                    self.cell_address.d.next = self.logo.val();
                }
                self.step.d.next = Step::FindCell;
            }
            Step::FindCell => {
                self.step.d.next = Step::PaintCell;
            }
            Step::PaintCell => {
                self.layer.write_enable.next = !self.is_hidden.val();
                self.cell_address.d.next = self.next_cell_address.val();
                self.step.d.next = Step::FindCell;
                if self.cells.data.val().get_bit(14) {
                    self.step.d.next = Step::FindPlace;
                    if self.is_ghost.val() {
                        self.sprite.d.next = 1.into();
                    } else if self.is_piece.val() {
                        // Ghost and piece are erased together, then painted together; then the other player's, then one standing sprite.
                        self.sprite.d.next = 0.into();
                        self.is_erasing.d.next = !self.is_erasing.q.val();
                        if !self.is_erasing.q.val() {
                            self.painting.d.next = true;
                            if self.painting.q.val() | !self.two_players.val() {
                                self.painting.d.next = self.standing_player.q.val();
                                self.sprite.d.next = self.standing.q.val();
                            }
                        }
                    } else if self.is_erasing.q.val() {
                        self.is_erasing.d.next = false;
                    } else {
                        // After a round over all of them there is nothing to do until something changes.
                        self.standing.d.next = self.next_standing.val();
                        if self.is_last_standing.val() {
                            self.standing.d.next = 2.into();
                            if self.title.val() {
                                self.standing.d.next = 8.into();
                            }
                            self.standing_player.d.next =
                                self.is_second_half.val() & !self.standing_player.q.val();
                            self.is_awake.d.next =
                                self.is_second_half.val() & !self.standing_player.q.val();
                        }
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            _ => {
                self.step.d.next = Step::Idle;
            }
        }
        if self.frame_start.val() {
            self.frames.d.next = self.next_frames.val();
            if self.next_frames.val() == self.frames_per_turn.val() {
                self.frames.d.next = 0.into();
                self.title_rotation.d.next = self.next_rotation.val();
                if self.title.val() {
                    self.standing.d.next = 8.into();
                    self.is_awake.d.next = true;
                }
            }
        }
    }
}
