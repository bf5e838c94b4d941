//! Draws the moving cells over the tiles: ghost, falling piece, three next pieces, the held piece.
//!
//! ```text
//! Choose   a sprite is selected
//! ReadSlot its shape is valid
//! ReadCell read the place of a cell in its box     four times each
//! WriteCell write the tile there
//! ```
//!
//! **Interface**: `start` is a strobe before the pass; `is_active` is a level during it. `is_done`
//! is a strobe in its last clock. `reads` says that the memory of screens is read at
//! `cell_address`.
//!
//! **Latency**: 60 clocks.

use super::screens;
use crate::falling_blocks::piece::piece_interface::PiecePlaceReader;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The sprites by number; the next pieces follow the first one.
const GHOST: u8 = 0;
const FIRST_NEXT: u8 = 2;
const SECOND_NEXT: u8 = 3;
const THIRD_NEXT: u8 = 4;
const HELD: u8 = 5;
/// Columns and rows, from the floor up, of the boxes of standing pieces.
const NEXT_X: u8 = 11;
const HOLD_X: u8 = 16;
const FIRST_Y: u8 = 5;
const SECOND_Y: u8 = 2;
/// One below the floor, modulo 32.
const THIRD_Y: u8 = 31;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Choose,
    ReadSlot,
    ReadCell,
    WriteCell,
}

/// The pass.
#[derive(LogicBlock, Module)]
pub struct SpritePass {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin with the first sprite.
    pub start: Signal<In, Bit>,
    /// Level: the pass goes on.
    pub is_active: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Place of the falling piece and of its ghost.
    pub place: PiecePlaceReader,
    /// Shape in the hold slot, 0 if none.
    pub held: Signal<In, Bits<3>>,
    /// Which of the next pieces is to be valid at `slot_shape`.
    pub slot: Signal<Out, Bits<3>>,
    /// Its shape, one cycle later.
    pub slot_shape: Signal<In, Bits<3>>,
    /// {dy, dx} of a cell, one cycle after its address.
    pub box_cell: Signal<In, Bits<4>>,
    /// Address of a cell: {shape, high bit of rotation, 11, its low bit, index}.
    pub cell_address: Signal<Out, Bits<11>>,
    /// A cell is read.
    pub reads: Signal<Out, Bit>,
    /// Strobe: write the tile.
    #[default(false)]
    pub write: Signal<Out, Bit>,
    /// Address of the tile: {row, column}.
    pub tile: Signal<Out, Bits<9>>,
    /// Its code.
    pub code: Signal<Out, Bits<8>>,
    /// Strobe: the pass ends.
    #[default(false)]
    pub is_done: Signal<Out, Bit>,
    #[reset(Step::Choose)]
    step: DFF<Step>,
    sprite: DFF<Bits<3>>,
    index: DFF<Bits<2>>,
    is_standing: Signal<Local, Bit>,
    sprite_shape: Signal<Local, Bits<3>>,
    sprite_rotation: Signal<Local, Bits<2>>,
    sprite_x: Signal<Local, Bits<5>>,
    sprite_y: Signal<Local, Bits<5>>,
    cell_x: Signal<Local, Bits<5>>,
    cell_y: Signal<Local, Bits<5>>,
    #[value(GHOST)]
    ghost: Constant<Bits<3>>,
    #[value(FIRST_NEXT)]
    first_next: Constant<Bits<3>>,
    #[value(SECOND_NEXT)]
    second_next: Constant<Bits<3>>,
    #[value(THIRD_NEXT)]
    third_next: Constant<Bits<3>>,
    #[value(HELD)]
    held_piece: Constant<Bits<3>>,
    #[value(NEXT_X)]
    next_x: Constant<Bits<5>>,
    #[value(HOLD_X)]
    hold_x: Constant<Bits<5>>,
    #[value(FIRST_Y)]
    first_y: Constant<Bits<5>>,
    #[value(SECOND_Y)]
    second_y: Constant<Bits<5>>,
    #[value(THIRD_Y)]
    third_y: Constant<Bits<5>>,
    #[value(screens::SHAPES_COLUMN)]
    shapes_column: Constant<Bits<11>>,
    #[value(screens::CELL)]
    piece_code: Constant<Bits<8>>,
    #[value(screens::GHOST)]
    ghost_code: Constant<Bits<8>>,
}

#[clocked]
impl Logic for SpritePass {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_standing.next = self.sprite.q.val().get_bits::<2>(1).any();
        self.slot.next = self.sprite.q.val() - self.first_next.val();
        self.sprite_shape.next = self.shape.val();
        self.sprite_rotation.next = self.place.rotation.val();
        self.sprite_x.next = self.place.x.val();
        self.sprite_y.next = self.place.y.val().get_bits::<5>(0);
        if self.is_standing.val() {
            self.sprite_shape.next = self.slot_shape.val();
            self.sprite_rotation.next = 0.into();
            self.sprite_x.next = self.next_x.val();
            self.sprite_y.next = self.first_y.val();
            if self.sprite.q.val() == self.second_next.val() {
                self.sprite_y.next = self.second_y.val();
            } else if self.sprite.q.val() == self.third_next.val() {
                self.sprite_y.next = self.third_y.val();
            } else if self.sprite.q.val() == self.held_piece.val() {
                self.sprite_shape.next = self.held.val();
                self.sprite_x.next = self.hold_x.val();
            }
        } else if !self.sprite.q.val().get_bit(0) {
            self.sprite_y.next = self.place.ghost_y.val().get_bits::<5>(0);
        }
        self.code.next = bit_cast::<8, 3>(self.sprite_shape.val()) | self.piece_code.val();
        if self.sprite.q.val() == self.ghost.val() {
            self.code.next = bit_cast::<8, 3>(self.sprite_shape.val()) | self.ghost_code.val();
        }
        self.cell_address.next = (bit_cast::<11, 3>(self.sprite_shape.val()) << 6)
            | (bit_cast::<11, 1>(self.sprite_rotation.val().get_bits::<1>(1)) << 5)
            | (bit_cast::<11, 1>(self.sprite_rotation.val().get_bits::<1>(0)) << 2)
            | bit_cast::<11, 2>(self.index.q.val())
            | self.shapes_column.val();
        self.reads.next = self.step.q.val() == Step::ReadCell;
        self.cell_x.next =
            self.sprite_x.val() + bit_cast::<5, 2>(self.box_cell.val().get_bits::<2>(0));
        self.cell_y.next =
            self.sprite_y.val() + bit_cast::<5, 2>(self.box_cell.val().get_bits::<2>(2));
        self.tile.next = (bit_cast::<9, 4>(!self.cell_y.val().get_bits::<4>(0)) << 5)
            | bit_cast::<9, 5>(self.cell_x.val());
        if self.start.val() {
            self.sprite.d.next = 0.into();
        }
        match self.step.q.val() {
            Step::Choose => {
                self.index.d.next = 0.into();
                if self.is_active.val() {
                    self.step.d.next = Step::ReadSlot;
                }
            }
            Step::ReadSlot => {
                self.step.d.next = Step::ReadCell;
            }
            Step::ReadCell => {
                self.step.d.next = Step::WriteCell;
            }
            _ => {
                // Rows from 16 on are above the field.
                self.write.next = self.sprite_shape.val().any() & !self.cell_y.val().get_bit(4);
                self.index.d.next = self.index.q.val() + 1;
                self.step.d.next = Step::ReadCell;
                if self.index.q.val().all() {
                    self.sprite.d.next = self.sprite.q.val() + 1;
                    self.is_done.next = self.sprite.q.val() == self.held_piece.val();
                    self.step.d.next = Step::Choose;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::piece::pieces;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A tile that is written: column, row from the top, code.
    type Tile = (u64, u64, u64);
    const FALLING: (u8, u8) = (pieces::T, 1);
    /// O, S and J.
    const NEXT: [u8; 3] = [pieces::O, 5, 2];
    const SLOT_OF_I: u8 = pieces::I;

    /// A falling T, turned to the right, at this place, and its ghost. I is held.
    fn pass(x: u8, y: u8, ghost_y: u8) -> Bench<SpritePass> {
        let mut uut = Bench::new(SpritePass::default());
        poke!(uut.shape = FALLING.0.to_bits());
        poke!(uut, place.rotation = FALLING.1.to_bits());
        poke!(uut, place.x = (x & 31).to_bits());
        poke!(uut, place.y = (y & 63).to_bits());
        poke!(uut, place.ghost_y = (ghost_y & 63).to_bits());
        poke!(uut.held = SLOT_OF_I.to_bits());
        uut
    }

    /// Runs the pass. Returns the tiles, and the clocks that it took.
    fn run(uut: &mut Bench<SpritePass>) -> (Vec<Tile>, usize) {
        poke!(uut.start = true);
        tick!(uut);
        poke!(uut.start = false);
        poke!(uut.is_active = true);
        let mut tiles = Vec::new();
        for clocks in 1.. {
            if peek!(uut.write) {
                let tile: u64 = peek!(uut.tile).into();
                tiles.push((tile & 31, tile >> 5, peek!(uut.code).into()));
            }
            let is_done = peek!(uut.is_done);
            let slot: u64 = peek!(uut.slot).into();
            let address: u64 = peek!(uut.cell_address).into();
            let reads = peek!(uut.reads);
            tick!(uut);
            if is_done {
                return (tiles, clocks);
            }
            let shape = NEXT.get(slot as usize).copied().unwrap_or_default();
            poke!(uut.slot_shape = shape.to_bits());
            if reads {
                poke!(uut.box_cell = cell(address).to_bits());
            }
        }
        unreachable!("the pass ends")
    }

    /// The word of the memory of screens at the address of a cell.
    fn cell(address: u64) -> u8 {
        let rotation = (address >> 5 & 1) << 1 | (address >> 2 & 1);
        match (address >> 6) as u8 {
            0 => 0,
            shape => {
                let (dx, dy) = pieces::cells(shape, rotation as u8)[(address & 3) as usize];
                (dy << 2 | dx) as u8
            }
        }
    }

    /// The tiles of a piece at a place; rows from 16 on are above the field.
    fn tiles(shape: u8, rotation: u8, (x, y): (i8, i8), code: u8) -> Vec<Tile> {
        let cells = pieces::cells(shape, rotation).into_iter();
        let placed = cells.map(|(dx, dy)| (x + dx, y + dy));
        let visible = placed.filter(|(_, y)| (0..16).contains(y));
        let code = u64::from(code | shape);
        visible
            .map(|(x, y)| (x as u64, 15 - y as u64, code))
            .collect()
    }

    fn all(place: (i8, i8), ghost_y: i8) -> Vec<Tile> {
        let (shape, rotation) = FALLING;
        let ghost = (place.0, ghost_y);
        [
            tiles(shape, rotation, ghost, screens::GHOST),
            tiles(shape, rotation, place, screens::CELL),
            tiles(NEXT[0], 0, (11, 5), screens::CELL),
            tiles(NEXT[1], 0, (11, 2), screens::CELL),
            tiles(NEXT[2], 0, (11, -1), screens::CELL),
            tiles(SLOT_OF_I, 0, (16, 5), screens::CELL),
        ]
        .concat()
    }

    #[test]
    fn ghost_piece_next_and_held_pieces_are_drawn_in_this_order() {
        let (tiles, clocks) = run(&mut pass(3, 9, 0));
        assert_eq!(tiles, all((3, 9), 0));
        assert_eq!(clocks, 60);
    }

    #[test]
    fn cells_above_the_field_are_not_drawn() {
        let (tiles, _) = run(&mut pass(4, 14, 2));
        assert_eq!(tiles, all((4, 14), 2));
        assert!(tiles.len() < 24, "a cell is above row 15");
    }

    #[test]
    fn without_a_shape_a_sprite_draws_nothing() {
        let mut uut = pass(3, 9, 0);
        poke!(uut.shape = 0.into());
        poke!(uut.held = 0.into());
        let (tiles, _) = run(&mut uut);
        assert_eq!(tiles.len(), 12, "three next pieces");
    }
}
