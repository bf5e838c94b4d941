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
    /// Its rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Column of the left edge of its box.
    pub x: Signal<In, Bits<5>>,
    /// Row of the lower edge of its box, modulo 32.
    pub y: Signal<In, Bits<5>>,
    /// The same for its ghost.
    pub ghost_y: Signal<In, Bits<5>>,
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
        self.sprite_rotation.next = self.rotation.val();
        self.sprite_x.next = self.x.val();
        self.sprite_y.next = self.y.val();
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
            self.sprite_y.next = self.ghost_y.val();
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
