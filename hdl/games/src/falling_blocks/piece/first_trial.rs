//! First trial of an operation: position, rotation and table entry.
//!
//! A spawn begins at the top with rotation 0. A turn begins with the next rotation and kick test
//! 0. A shift or step down begins at the place of the piece with its entry of the table of offsets.
//! A stamp and a test of corners walk over the cells at the place of the piece.
//!
//! **Interface**: combinational.

use super::piece_interface::operation;
use super::pieces;
use super::rule_tables::{TEST_DOWN, TEST_LEFT, TEST_RIGHT};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Decodes an operation.
#[derive(LogicBlock, Module)]
pub struct FirstTrial {
    /// One of [`operation`].
    pub operation: Signal<In, Bits<3>>,
    /// Shape that a spawn brings in.
    pub spawn_shape: Signal<In, Bits<3>>,
    /// Column of the piece, two's complement.
    pub piece_x: Signal<In, Bits<5>>,
    /// Row of the piece, two's complement.
    pub piece_y: Signal<In, Bits<6>>,
    /// Rotation of the piece.
    pub piece_rotation: Signal<In, Bits<2>>,
    /// Level: the operation is a spawn.
    pub is_spawn: Signal<Out, Bit>,
    /// Level: the trial has no offset; its cells are walked at once. High for spawn, stamp and
    /// corners, whose codes have bit 1 and another bit.
    pub is_at_place: Signal<Out, Bit>,
    /// Column of the trial.
    pub x: Signal<Out, Bits<5>>,
    /// Row of the trial.
    pub y: Signal<Out, Bits<6>>,
    /// Rotation of the trial.
    pub rotation: Signal<Out, Bits<2>>,
    /// Kick test, or entry of a shift, in the table of offsets.
    pub test: Signal<Out, Bits<3>>,
    spawn_x: Constant<Bits<5>>,
    spawn_y: Constant<Bits<6>>,
    spawn_y_of_i: Constant<Bits<6>>,
    #[value(pieces::I)]
    shape_i: Constant<Bits<3>>,
    #[value(operation::DOWN)]
    op_down: Constant<Bits<3>>,
    #[value(operation::LEFT)]
    op_left: Constant<Bits<3>>,
    #[value(operation::RIGHT)]
    op_right: Constant<Bits<3>>,
    #[value(operation::SPAWN)]
    op_spawn: Constant<Bits<3>>,
    #[value(operation::TURN_CLOCKWISE)]
    op_clockwise: Constant<Bits<3>>,
    #[value(operation::TURN_COUNTER_CLOCKWISE)]
    op_counter_clockwise: Constant<Bits<3>>,
    #[value(TEST_DOWN)]
    test_down: Constant<Bits<3>>,
    #[value(TEST_LEFT)]
    test_left: Constant<Bits<3>>,
    #[value(TEST_RIGHT)]
    test_right: Constant<Bits<3>>,
}

impl FirstTrial {
    /// For pieces that appear above so many visible rows.
    pub fn new(visible_rows: u8) -> Self {
        let (spawn_x, spawn_y) = pieces::spawn(pieces::T, visible_rows);
        let (_, spawn_y_of_i) = pieces::spawn(pieces::I, visible_rows);
        construct!(FirstTrial {
            spawn_x: Constant::new((spawn_x as u64).to_bits()),
            spawn_y: Constant::new((spawn_y as u64).to_bits()),
            spawn_y_of_i: Constant::new((spawn_y_of_i as u64).to_bits()),
        })
    }
}

#[clocked]
impl Logic for FirstTrial {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_spawn.next = self.operation.val() == self.op_spawn.val();
        self.is_at_place.next = self.operation.val().get_bit(1)
            & (self.operation.val().get_bit(0) | self.operation.val().get_bit(2));
        self.x.next = self.piece_x.val();
        self.y.next = self.piece_y.val();
        self.rotation.next = self.piece_rotation.val();
        self.test.next = 0.into();
        if self.operation.val() == self.op_clockwise.val() {
            self.rotation.next = self.piece_rotation.val() + 1;
        }
        if self.operation.val() == self.op_counter_clockwise.val() {
            self.rotation.next = self.piece_rotation.val() - 1;
        }
        if self.operation.val() == self.op_left.val() {
            self.test.next = self.test_left.val();
        }
        if self.operation.val() == self.op_right.val() {
            self.test.next = self.test_right.val();
        }
        if self.operation.val() == self.op_down.val() {
            self.test.next = self.test_down.val();
        }
        if self.is_spawn.val() {
            self.x.next = self.spawn_x.val();
            self.y.next = self.spawn_y.val();
            if self.spawn_shape.val() == self.shape_i.val() {
                self.y.next = self.spawn_y_of_i.val();
            }
            self.rotation.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    /// Column, row, rotation, test and `is_at_place` for a piece at (4, 9) with rotation 3.
    fn trial(operation: u8, shape: u8) -> (u64, u64, u64, u64, bool) {
        let mut uut = Bench::new(FirstTrial::new(20));
        poke!(uut.operation = operation.to_bits());
        poke!(uut.spawn_shape = shape.to_bits());
        poke!(uut.piece_x = 4u8.to_bits());
        poke!(uut.piece_y = 9u8.to_bits());
        poke!(uut.piece_rotation = 3u8.to_bits());
        assert_eq!(peek!(uut.is_spawn), operation == operation::SPAWN);
        (
            peek!(uut.x).into(),
            peek!(uut.y).into(),
            peek!(uut.rotation).into(),
            peek!(uut.test).into(),
            peek!(uut.is_at_place),
        )
    }

    #[test]
    fn shifts_and_turns_begin_at_the_piece_with_their_offset() {
        let shift = |test: u8| (4, 9, 3, u64::from(test), false);
        assert_eq!(trial(operation::DOWN, 0), shift(TEST_DOWN));
        assert_eq!(trial(operation::LEFT, 0), shift(TEST_LEFT));
        assert_eq!(trial(operation::RIGHT, 0), shift(TEST_RIGHT));
        assert_eq!(trial(operation::TURN_CLOCKWISE, 0), (4, 9, 0, 0, false));
        assert_eq!(
            trial(operation::TURN_COUNTER_CLOCKWISE, 0),
            (4, 9, 2, 0, false)
        );
    }

    #[test]
    fn stamp_and_corners_walk_over_the_piece() {
        for operation in [operation::STAMP, operation::CORNERS] {
            assert_eq!(trial(operation, 0), (4, 9, 3, 0, true));
        }
    }

    #[test]
    fn a_spawn_begins_at_the_top() {
        for shape in 1..=pieces::SHAPES {
            let (x, y) = pieces::spawn(shape, 20);
            assert_eq!(
                trial(operation::SPAWN, shape),
                (x as u64 & 31, y as u64 & 63, 0, 0, true)
            );
        }
    }
}
