//! Lookup of offsets and cells in the table of places, and their sum with the trial.
//!
//! The sum is the trial moved by an offset, or the position of one of its cells. For the test of
//! corners, the corners of the box stand in the place of the cells.
//!
//! **Interface**: combinational. Positions are in two's complement.

use super::pieces;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Addresses of the table, two adders, and the test for the border of the board.
#[derive(LogicBlock, Module)]
pub struct PlaceLookup {
    /// Level: walk over the corners, not the cells.
    pub walks_corners: Signal<In, Bit>,
    /// Level: a turn is counter-clockwise.
    pub counter_clockwise: Signal<In, Bit>,
    /// Shape of the piece.
    pub shape: Signal<In, Bits<3>>,
    /// Rotation of the piece.
    pub rotation: Signal<In, Bits<2>>,
    /// Rotation of the trial.
    pub trial_rotation: Signal<In, Bits<2>>,
    /// Kick test, or entry of a shift.
    pub test: Signal<In, Bits<3>>,
    /// Cell or corner, 0 to 3.
    pub index: Signal<In, Bits<2>>,
    /// Column of the trial.
    pub x: Signal<In, Bits<5>>,
    /// Row of the trial.
    pub y: Signal<In, Bits<6>>,
    /// {dy, dx}, 3 bits each in two's complement; the two upper bits are not used.
    pub place: Signal<In, Bits<8>>,
    /// Address of the offset: {1, is I, rotation, turn, test}.
    pub offset_address: Signal<Out, Bits<8>>,
    /// Address of the cell: {0, shape or 0, rotation, index}.
    pub cell_address: Signal<Out, Bits<8>>,
    /// Column of the sum.
    pub sum_x: Signal<Out, Bits<5>>,
    /// Row of the sum.
    pub sum_y: Signal<Out, Bits<6>>,
    /// Row (5 bits) and column (4 bits) of the sum in the board.
    pub board_address: Signal<Out, Bits<9>>,
    /// Level: the sum is beside or below the board.
    /// A column left of the wall is 16 or more in 5 bits, 10 to 15 are right of the wall, and a row
    /// below the floor has its sign bit set. A comparison would need a carry chain.
    pub is_outside: Signal<Out, Bit>,
    is_i: Signal<Local, Bit>,
    shape_or_corners: Signal<Local, Bits<3>>,
    dx: Signal<Local, Bits<5>>,
    dy: Signal<Local, Bits<6>>,
    #[value(pieces::I)]
    shape_i: Constant<Bits<3>>,
}

#[clocked]
impl Logic for PlaceLookup {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_i.next = self.shape.val() == self.shape_i.val();
        self.offset_address.next = (bit_cast::<8, 1>(self.is_i.val().into()) << 6)
            | (bit_cast::<8, 2>(self.rotation.val()) << 4)
            | (bit_cast::<8, 1>(self.counter_clockwise.val().into()) << 3)
            | bit_cast::<8, 3>(self.test.val())
            | 0x80;
        self.shape_or_corners.next = self.shape.val();
        if self.walks_corners.val() {
            self.shape_or_corners.next = 0.into();
        }
        self.cell_address.next = (bit_cast::<8, 3>(self.shape_or_corners.val()) << 4)
            | (bit_cast::<8, 2>(self.trial_rotation.val()) << 2)
            | bit_cast::<8, 2>(self.index.val());
        // Extend the signs.
        self.dx.next = bit_cast::<5, 3>(self.place.val().get_bits::<3>(0));
        if self.place.val().get_bit(2) {
            self.dx.next = bit_cast::<5, 3>(self.place.val().get_bits::<3>(0)) | 0x18;
        }
        self.dy.next = bit_cast::<6, 3>(self.place.val().get_bits::<3>(3));
        if self.place.val().get_bit(5) {
            self.dy.next = bit_cast::<6, 3>(self.place.val().get_bits::<3>(3)) | 0x38;
        }
        self.sum_x.next = self.x.val() + self.dx.val();
        self.sum_y.next = self.y.val() + self.dy.val();
        self.board_address.next = (bit_cast::<9, 5>(self.sum_y.val().get_bits::<5>(0)) << 4)
            | bit_cast::<9, 4>(self.sum_x.val().get_bits::<4>(0));
        self.is_outside.next = self.sum_x.val().get_bit(4)
            | (self.sum_x.val().get_bit(3) & self.sum_x.val().get_bits::<2>(1).any())
            | self.sum_y.val().get_bit(5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn a_sum_is_outside_beside_and_below_the_board_only() {
        let mut uut = Bench::new(PlaceLookup::default());
        for x in -2i64..=12 {
            for y in -3i64..=23 {
                for (dx, dy) in [(0, 0), (-4, -4), (3, 3), (-1, 2)] {
                    poke!(uut.x = (x as u64 & 31).to_bits());
                    poke!(uut.y = (y as u64 & 63).to_bits());
                    poke!(uut.place = ((dy as u64 & 7) << 3 | dx as u64 & 7).to_bits());
                    let (column, row) = (x + dx, y + dy);
                    assert_eq!(peek!(uut.sum_x), column as u64 & 31);
                    assert_eq!(peek!(uut.sum_y), row as u64 & 63);
                    let is_outside = !(0..10).contains(&column) || row < 0;
                    assert_eq!(peek!(uut.is_outside), is_outside, "({column}, {row})");
                    if !is_outside {
                        let address = (row << 4 | column) as u64;
                        assert_eq!(peek!(uut.board_address), address);
                    }
                }
            }
        }
    }
}
