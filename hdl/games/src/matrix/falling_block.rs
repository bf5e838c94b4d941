//! The newest block: its shape, its orientation, and where it is while it can be steered.
//!
//! The window of 3 x 3 cells has a signed column, so that its blank columns may hang over the
//! edges. A shift or a turn is simply made; then `fit` is given until `fits`, each time moving the
//! window by one column back to where all of its cells are on the board. So a shift against the
//! wall is undone, and a turn at the wall moves the block by as little as possible.
//!
//! **Interface**: strobes act on the next clock. `fits` and `is_lit` follow two clocks after a
//! change and one after `row` or `column`.

use super::shapes;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The block.
#[derive(LogicBlock, Module)]
pub struct FallingBlock {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new block, out of `random`.
    pub create: Signal<In, Bit>,
    /// `{shape, column}`.
    pub random: Signal<In, Bits<6>>,
    /// Strobe: a quarter turn counter-clockwise.
    pub turn: Signal<In, Bit>,
    /// Strobe: a column to the left.
    pub shift_left: Signal<In, Bit>,
    /// Strobe: a column to the right.
    pub shift_right: Signal<In, Bit>,
    /// Strobe: a column back to the board, if it does not fit.
    pub fit: Signal<In, Bit>,
    /// All cells are on the board.
    pub fits: Signal<Out, Bit>,
    /// Row of the construction zone to look up.
    pub row: Signal<In, Bits<2>>,
    /// Column of the board to look up.
    pub column: Signal<In, Bits<3>>,
    /// There is a cell of the block.
    #[default(false)]
    pub is_lit: Signal<Out, Bit>,
    /// Changes with each new block.
    pub id: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    shapes: SyncROM<Bits<11>, 7>,
    shape: DFF<Bits<3>>,
    orientation: DFF<Bits<2>>,
    /// Column of the window's left edge, plus 8.
    #[reset(self.plus_8.val())]
    x: DFF<Bits<4>>,
    block_id: DFF<Bit>,
    is_too_far_left: Signal<Local, Bit>,
    is_too_far_right: Signal<Local, Bit>,
    goes_left: Signal<Local, Bit>,
    goes_right: Signal<Local, Bit>,
    first_column: Signal<Local, Bits<4>>,
    distance: Signal<Local, Bits<4>>,
    cells: Signal<Local, Bits<3>>,
    #[value(shapes::biased(0))]
    plus_8: Constant<Bits<4>>,
    minus_1: Constant<Bits<4>>,
}

impl Default for FallingBlock {
    fn default() -> Self {
        construct!(FallingBlock {
            shapes: shapes::table(),
            minus_1: Constant::new(Bits::mask()),
        })
    }
}

#[clocked]
impl Logic for FallingBlock {
    #[hdl_gen]
    fn update(&mut self) {
        self.id.next = self.block_id.q.val();
        self.shapes.address.next = (bit_cast::<7, 3>(self.shape.q.val()) << 4)
            | (bit_cast::<7, 2>(self.orientation.q.val()) << 2)
            | bit_cast::<7, 2>(self.row.val());
        self.cells.next = self.shapes.data.val().get_bits::<3>(0);
        self.is_too_far_left.next = self.x.q.val() < self.shapes.data.val().get_bits::<4>(3);
        self.is_too_far_right.next = self.x.q.val() > self.shapes.data.val().get_bits::<4>(7);
        self.fits.next = !self.is_too_far_left.val() & !self.is_too_far_right.val();
        // Distance of the column from the left edge; columns left of it give a large number.
        self.distance.next =
            (bit_cast::<4, 3>(self.column.val()) | self.plus_8.val()) - self.x.q.val();
        if self.distance.val() == 0 {
            self.is_lit.next = self.cells.val().get_bit(0);
        } else if self.distance.val() == 1 {
            self.is_lit.next = self.cells.val().get_bit(1);
        } else if self.distance.val() == 2 {
            self.is_lit.next = self.cells.val().get_bit(2);
        }
        // Three numbers of eight mean a column that others mean as well: those near the edges come
        // up less often.
        self.first_column.next =
            bit_cast::<4, 2>(self.random.val().get_bits::<2>(0)) | self.plus_8.val();
        if self.random.val().get_bits::<3>(0) == 4 {
            self.first_column.next = 12.into();
        }
        self.goes_left.next =
            self.shift_left.val() | (self.fit.val() & self.is_too_far_right.val());
        self.goes_right.next =
            self.shift_right.val() | (self.fit.val() & self.is_too_far_left.val());
        if self.goes_right.val() {
            self.x.d.next = self.x.q.val() + 1;
        }
        if self.goes_left.val() {
            self.x.d.next = self.x.q.val() + self.minus_1.val();
        }
        if self.turn.val() {
            self.orientation.d.next = self.orientation.q.val() + 1;
        }
        if self.create.val() {
            self.shape.d.next = self.random.val().get_bits::<3>(3);
            self.orientation.d.next = 0.into();
            self.x.d.next = self.first_column.val();
            self.block_id.d.next = !self.block_id.q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn created(shape: u8, position: u8) -> Bench<FallingBlock> {
        let mut uut = Bench::with_rust_hdl(FallingBlock::default());
        poke!(uut.random = (shape << 3 | position).to_bits());
        poke!(uut.create = true);
        tick!(uut);
        poke!(uut.create = false);
        uut
    }

    fn picture(uut: &mut Bench<FallingBlock>) -> [String; 3] {
        std::array::from_fn(|row| {
            poke!(uut.row = (row as u8).to_bits());
            (0..7_u8)
                .map(|column| {
                    poke!(uut.column = column.to_bits());
                    tick!(uut);
                    if peek!(uut.is_lit) {
                        '#'
                    } else {
                        '.'
                    }
                })
                .collect()
        })
    }

    fn fit(uut: &mut Bench<FallingBlock>) {
        tick!(uut);
        while !peek!(uut.fits) {
            poke!(uut.fit = true);
            tick!(uut);
        }
        poke!(uut.fit = false);
    }

    fn turn(uut: &mut Bench<FallingBlock>) {
        poke!(uut.turn = true);
        tick!(uut);
        poke!(uut.turn = false);
        fit(uut);
    }

    fn shift(uut: &mut Bench<FallingBlock>, right: bool) {
        poke!(uut.shift_left = !right);
        poke!(uut.shift_right = right);
        tick!(uut);
        poke!(uut.shift_left = false);
        poke!(uut.shift_right = false);
        fit(uut);
    }

    #[test]
    fn eight_numbers_mean_five_columns() {
        let columns: Vec<usize> = (0..8)
            .map(|position| {
                let top = &picture(&mut created(1, position))[0];
                top.find('#').expect("the bar is lit")
            })
            .collect();
        assert_eq!(columns, [0, 1, 2, 3, 4, 1, 2, 3]);
    }

    #[test]
    fn shifts_stop_at_the_walls() {
        let mut uut = created(3, 2);
        for _ in 0..9 {
            shift(&mut uut, true);
        }
        assert_eq!(picture(&mut uut), [".......", "....##.", ".....##"]);
        for _ in 0..9 {
            shift(&mut uut, false);
        }
        assert_eq!(picture(&mut uut), [".......", "##.....", ".##...."]);
    }

    /// The bar, turned twice and pushed to the left wall: its window hangs over by two columns.
    #[test]
    fn a_turn_at_the_wall_comes_back_by_as_little_as_possible() {
        let mut uut = created(1, 0);
        turn(&mut uut);
        turn(&mut uut);
        assert_eq!(picture(&mut uut), ["..#....", "..#....", "..#...."]);
        shift(&mut uut, false);
        shift(&mut uut, false);
        assert_eq!(picture(&mut uut), ["#......", "#......", "#......"]);
        turn(&mut uut);
        assert_eq!(picture(&mut uut), ["###....", ".......", "......."]);
        turn(&mut uut);
        for _ in 0..9 {
            shift(&mut uut, true);
        }
        assert_eq!(picture(&mut uut), ["......#", "......#", "......#"]);
        turn(&mut uut);
        assert_eq!(picture(&mut uut), [".......", ".......", "....###"]);
    }

    #[test]
    fn every_block_has_another_id_than_the_one_before() {
        let mut uut = created(0, 0);
        let first = peek!(uut.id);
        poke!(uut.create = true);
        tick!(uut);
        assert_eq!(peek!(uut.id), !first);
    }
}
