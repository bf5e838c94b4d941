//! Composes the picture of tiles and has the changed ones painted.
//!
//! Three passes follow each other without end:
//!
//! 1. every tile gets the code of its screen, a cell of the field, or a digit ([`TileCode`]);
//! 2. the moving cells are drawn over them ([`SpritePass`]);
//! 3. every tile is compared with the one that the panel shows, and painted if it differs.
//!
//! After a change of the screen all tiles are painted. If the engine changes a piece before the
//! last moving cell is drawn, the passes begin anew, so no picture with parts of both is painted.
//!
//! Two memories hold codes of [`screens`] at {row, column}: `wanted` the picture as it is to be,
//! [`ShownTiles`] the picture that the panel shows.
//!
//! **Latency**: the passes take 1,700 clocks if no tile has changed.

use super::screens::{self, Extras};
use super::shown_tiles::ShownTiles;
use super::sprite_pass::SpritePass;
use super::tile_code::TileCode;
use super::tile_cursor::TileCursor;
use crate::falling_blocks::piece::piece_interface::PiecePlaceReader;
use crate::falling_blocks::piece::pieces;
use crate::falling_blocks::piece::random_tetris::NextPiecesReader;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Begin,
    ReadScreen,
    ReadDigit,
    WriteTile,
    DrawSprites,
    ReadTile,
    CompareTile,
    PaintTile,
}

/// Keeps the tiles.
#[derive(LogicBlock, Module)]
pub struct TileComposer {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the panel shows nothing that is known.
    pub reset: Signal<In, Bit>,
    /// Which screen.
    pub screen: Signal<In, Bits<2>>,
    /// Level: pieces are shown.
    pub in_play: Signal<In, Bit>,
    /// Level: the lowest four rows stay empty.
    pub in_splash: Signal<In, Bit>,
    /// Level: the field is in danger, and its edge is lit.
    pub lit: Signal<In, Bit>,
    /// Level: rows that are being cleared shine.
    pub flash: Signal<In, Bit>,
    /// Row (5 bits) and column (4 bits) of the field.
    pub field_address: Signal<Out, Bits<9>>,
    /// The cell there, one cycle later.
    pub field_cell: Signal<In, Bits<5>>,
    /// Which digit the engine writes.
    pub text_address: Signal<In, Bits<4>>,
    /// Its new value.
    pub text_digit: Signal<In, Bits<4>>,
    /// Strobe: write it.
    pub text_write: Signal<In, Bit>,
    /// Strobe: a game begins.
    pub new_game: Signal<In, Bit>,
    /// Level of the next game: tens (bit 4) and units.
    pub start_level: Signal<In, Bits<5>>,
    /// Level: the following inputs may change.
    pub busy: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Place of the falling piece and of its ghost.
    pub place: PiecePlaceReader,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<In, Bits<3>>,
    /// The pieces to come.
    pub slots: NextPiecesReader,
    /// Level: the painter is free.
    pub painter_ready: Signal<In, Bit>,
    /// Strobe: paint; the next three stay until the painter is free again.
    #[default(false)]
    pub paint: Signal<Out, Bit>,
    /// The tile's code.
    pub code: Signal<Out, Bits<8>>,
    /// Its row, from the top.
    pub row: Signal<Out, Bits<4>>,
    /// Its column.
    pub column: Signal<Out, Bits<5>>,
    /// Codes at {screen, row, column}, {dy, dx} at {shape, high bit of rotation, 11, its low bit,
    /// index}.
    #[part(clock)]
    #[given]
    screens: SyncROM<Bits<8>, 11>,
    #[part(clock)]
    #[given]
    wanted: RAM<Bits<8>, 9>,
    #[part(clock, idle(replace))]
    shown_tiles: ShownTiles,
    #[part(idle(restart, advance))]
    tile_cursor: TileCursor,
    #[part]
    #[given]
    tile_code: TileCode,
    #[part(idle(start))]
    sprite_pass: SpritePass,
    #[reset(Step::Begin)]
    step: DFF<Step>,
    screen_now: DFF<Bits<2>>,
    #[reset(true)]
    paints_all: DFF<Bit>,
    /// The engine has changed a piece since the passes began.
    has_changed: DFF<Bit>,
    #[default(false)]
    advances: Signal<Local, Bit>,
    is_stale: Signal<Local, Bit>,
    changes: Signal<Local, Bit>,
    row_from_bottom: Signal<Local, Bits<4>>,
    #[value(screens::EDGE_COLUMN)]
    edge_column: Constant<Bits<5>>,
}

/// The screens, and the cells of the shapes in columns that no screen has.
fn words(extras: Extras) -> impl Iterator<Item = Bits<8>> {
    const { assert!(screens::COLUMNS <= screens::SHAPES_COLUMN as usize) };
    let mut words = screens::codes(extras);
    for shape in 1..8 {
        for rotation in 0..4 {
            for (index, (dx, dy)) in pieces::cells(shape, rotation).into_iter().enumerate() {
                let row = usize::from(shape << 1 | rotation >> 1);
                let column =
                    usize::from(screens::SHAPES_COLUMN) | usize::from(rotation & 1) << 2 | index;
                words[row << 5 | column] = (dy << 2 | dx) as u8;
            }
        }
    }
    words.into_iter().map(|word| word.to_bits())
}

impl TileComposer {
    /// The composer of a game with these parts.
    pub fn new(extras: Extras) -> Self {
        construct!(TileComposer {
            tile_code: TileCode::new(extras),
            screens: words(extras).into(),
            wanted: std::iter::repeat_n(Bits::<8>::default(), 512).into(),
        })
    }
}

#[clocked]
impl Logic for TileComposer {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.tile_cursor.row.val();
        self.column.next = self.tile_cursor.column.val();
        self.is_stale.next = self.screen_now.q.val() != self.screen.val();

        // A tile of the screen.
        self.screens.address.next = (bit_cast::<11, 2>(self.screen_now.q.val()) << 9)
            | bit_cast::<11, 9>(self.tile_cursor.tile.val());
        if self.sprite_pass.reads.val() {
            self.screens.address.next = self.sprite_pass.cell_address.val();
        }
        self.row_from_bottom.next = !self.tile_cursor.row.val();
        self.field_address.next = (bit_cast::<9, 4>(self.row_from_bottom.val()) << 4)
            | bit_cast::<9, 4>(self.tile_cursor.column.val().get_bits::<4>(0));
        self.tile_code.text_address.next = self.text_address.val();
        self.tile_code.text_digit.next = self.text_digit.val();
        self.tile_code.text_write.next = self.text_write.val();
        self.tile_code.new_game.next = self.new_game.val();
        self.tile_code.start_level.next = self.start_level.val();
        self.tile_code.screen_code.next = self.screens.data.val();
        self.tile_code.field_cell.next = self.field_cell.val();
        self.tile_code.flash.next = self.flash.val();
        self.tile_code.is_edge.next = self.lit.val()
            & self.in_play.val()
            & (self.tile_cursor.column.val() == self.edge_column.val());
        self.tile_code.is_blank.next =
            self.in_splash.val() & (self.tile_cursor.row.val().get_bits::<2>(2) == 3);

        // The moving cells.
        self.changes.next = self.has_changed.q.val() | self.busy.val() | !self.slots.ready.val();
        self.has_changed.d.next = self.changes.val() & (self.step.q.val() != Step::Begin);
        self.sprite_pass.is_active.next = self.step.q.val() == Step::DrawSprites;
        self.sprite_pass.shape.next = self.shape.val();
        PiecePlaceReader::link(&mut self.place, &mut self.sprite_pass.place);
        self.sprite_pass.held.next = self.held.val();
        self.sprite_pass.slot_shape.next = self.slots.shape.val();
        self.sprite_pass.box_cell.next = self.screens.data.val().get_bits::<4>(0);
        self.slots.index.next = self.sprite_pass.slot.val();

        self.wanted.read_address.next = self.tile_cursor.tile.val();
        self.wanted.write_address.next = self.tile_cursor.tile.val();
        self.wanted.write_data.next = self.tile_code.code.val();
        self.wanted.write_enable.next = false;
        self.code.next = self.wanted.read_data.val();
        self.shown_tiles.tile.next = self.tile_cursor.tile.val();
        self.shown_tiles.code.next = self.wanted.read_data.val();
        match self.step.q.val() {
            Step::Begin => {
                self.screen_now.d.next = self.screen.val();
                if self.is_stale.val() {
                    self.paints_all.d.next = true;
                }
                self.tile_cursor.restart.next = true;
                self.step.d.next = Step::ReadScreen;
            }
            Step::ReadScreen => {
                self.step.d.next = Step::ReadDigit;
            }
            Step::ReadDigit => {
                self.step.d.next = Step::WriteTile;
            }
            Step::WriteTile => {
                self.wanted.write_enable.next = true;
                self.advances.next = true;
                self.step.d.next = Step::ReadScreen;
                if self.tile_cursor.is_last.val() {
                    self.sprite_pass.start.next = true;
                    self.step.d.next = Step::ReadTile;
                    if self.in_play.val() {
                        self.step.d.next = Step::DrawSprites;
                    }
                }
            }
            Step::DrawSprites => {
                self.wanted.write_address.next = self.sprite_pass.tile.val();
                self.wanted.write_data.next = self.sprite_pass.code.val();
                self.wanted.write_enable.next = self.sprite_pass.write.val();
                if self.sprite_pass.is_done.val() {
                    self.step.d.next = Step::ReadTile;
                    if self.changes.val() {
                        self.step.d.next = Step::Begin;
                    }
                }
            }
            Step::ReadTile => {
                self.step.d.next = Step::CompareTile;
            }
            Step::CompareTile => {
                if self.shown_tiles.differs.val() | self.paints_all.q.val() {
                    if self.painter_ready.val() {
                        self.paint.next = true;
                        self.shown_tiles.replace.next = true;
                        self.step.d.next = Step::PaintTile;
                    }
                } else {
                    self.advances.next = true;
                }
            }
            Step::PaintTile => {
                self.advances.next = self.painter_ready.val();
            }
            _ => {
                self.step.d.next = Step::Begin;
            }
        }
        if self.advances.val() {
            self.tile_cursor.advance.next = true;
            if (self.step.q.val() == Step::CompareTile) | (self.step.q.val() == Step::PaintTile) {
                self.step.d.next = Step::ReadTile;
                // If the screen has changed, the remaining tiles of the old one are skipped.
                if self.tile_cursor.is_last.val() | self.is_stale.val() {
                    self.paints_all.d.next = false;
                    self.step.d.next = Step::Begin;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
