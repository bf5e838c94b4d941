//! Draws a pixel of a cell: block, ghost, garbage, or a row that is being cleared.
//!
//! A block is drawn by the parts of [`CellGrid`](super::cell_grid::CellGrid). A piece that is about
//! to lock gets brighter: in stage 1 part 6 looks like part 2, in stage 2 part 5 too, in stage 3
//! the parts 3 and 4 also look like part 1. In a skin with textures, marks are cut out of the face;
//! the well shows through.
//!
//! A row that is being cleared burns from its middle to its ends, in four steps, and then is gone:
//!
//! | ticks left + cells from the middle (4 3 2 1 0 0 1 2 3 4) | step of the glow |
//! |---|---|
//! | 16 or more | 0 |
//! | 12 to 15 | 1 |
//! | 8 to 11 | 2 |
//! | 4 to 7 | 3 |
//! | 0 to 3 | empty |
//!
//! Cells in the grey rows of a lost board look like garbage.
//!
//! Rows that were marked without a delay (no ticks are left) stay at step 0: they end a game.
//!
//! **Interface**: `index` and `shows` belong to the `column`, `cell_x` and `cell_y` of one cycle
//! ago, and to all other inputs of the same cycle.

use super::palette::index;
use super::texture::Texture;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Draws cells.
#[derive(LogicBlock, Module)]
pub struct CellPicture {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the grid, modulo 16, one cycle ahead.
    pub column: Signal<In, Bits<4>>,
    /// Column of the pixel in its cell, one cycle ahead.
    pub cell_x: Signal<In, Bits<4>>,
    /// Line of the pixel in its cell, one cycle ahead.
    pub cell_y: Signal<In, Bits<4>>,
    /// Part of the cell.
    pub shade: Signal<In, Bits<3>>,
    /// Level: pieces have textures.
    pub textured: Signal<In, Bit>,
    /// The sprite here: 0 none, 1 to 7 a piece, 8 + n the ghost of n.
    pub sprite: Signal<In, Bits<4>>,
    /// The board's cell here: 0 empty, 1 to 7 settled, 8 garbage; bit 4 in a row that is being
    /// cleared.
    pub settled: Signal<In, Bits<5>>,
    /// Lock stage of the piece here, 0 to 3.
    pub lock_stage: Signal<In, Bits<2>>,
    /// Level: settled cells and pieces look like garbage here.
    pub is_grey: Signal<In, Bit>,
    /// Ticks until the rows here go.
    pub clear_ticks: Signal<In, Bits<6>>,
    /// There is something to see.
    pub shows: Signal<Out, Bit>,
    /// Its colour.
    pub index: Signal<Out, Bits<8>>,
    #[part(clock)]
    texture: Texture,
    centre_distance: DFF<Bits<3>>,
    next_distance: Signal<Local, Bits<3>>,
    outline: Signal<Local, Bit>,
    is_face: Signal<Local, Bit>,
    is_block: Signal<Local, Bit>,
    from_sprite: Signal<Local, Bit>,
    shape: Signal<Local, Bits<3>>,
    part: Signal<Local, Bits<3>>,
    burnt: Signal<Local, Bits<6>>,
    #[default(3)]
    glow: Signal<Local, Bits<2>>,
    is_gone: Signal<Local, Bit>,
    #[value(index::CELL)]
    cell: Constant<Bits<8>>,
    #[value(index::CLEARED)]
    cleared: Constant<Bits<8>>,
}

#[clocked]
impl Logic for CellPicture {
    #[hdl_gen]
    fn update(&mut self) {
        self.texture.x.next = self.cell_x.val();
        self.texture.y.next = self.cell_y.val();
        // 4 - column, or column - 5.
        self.next_distance.next = 4 - self.column.val().get_bits::<3>(0);
        if self.column.val() >= 5 {
            self.next_distance.next = self.column.val().get_bits::<3>(0) - 5;
        }
        self.centre_distance.d.next = self.next_distance.val();

        self.burnt.next = self.clear_ticks.val() + bit_cast::<6, 3>(self.centre_distance.q.val());
        if self.burnt.val().get_bits::<2>(2) == 3 {
            self.glow.next = 1.into();
        } else if self.burnt.val().get_bits::<2>(2) == 2 {
            self.glow.next = 2.into();
        }
        self.is_gone.next = self.burnt.val().get_bits::<3>(2) == 0;
        if (self.clear_ticks.val() == 0) | self.burnt.val().get_bits::<2>(4).any() {
            self.glow.next = 0.into();
            self.is_gone.next = false;
        }

        self.outline.next =
            (self.shade.val() == 4) | ((self.shade.val() != 0) & !self.shade.val().get_bit(2));
        self.is_face.next = (self.shade.val() == 5) | (self.shade.val() == 6);
        self.is_block.next = self.sprite.val().any() & !self.sprite.val().get_bit(3);
        self.from_sprite.next =
            self.is_block.val() | (self.sprite.val().get_bit(3) & self.outline.val());
        self.shape.next = self.settled.val().get_bits::<3>(0);
        if self.from_sprite.val() {
            self.shape.next = self.sprite.val().get_bits::<3>(0);
        }
        if self.is_grey.val() & !(self.sprite.val().get_bit(3) & self.from_sprite.val()) {
            self.shape.next = 0.into();
        }
        self.part.next = self.shade.val();
        if self.is_face.val() {
            if self.is_block.val()
                & (self.lock_stage.val().get_bit(1)
                    | (self.lock_stage.val().get_bit(0) & self.shade.val().get_bit(1)))
            {
                self.part.next = 2.into();
            }
            if self.textured.val() & self.texture.marks.val().get_bit(self.shape.val().index()) {
                self.part.next = 0.into();
            }
        } else if self.is_block.val()
            & self.lock_stage.val().all()
            & ((self.shade.val() == 3) | (self.shade.val() == 4))
        {
            self.part.next = 1.into();
        }
        if self.sprite.val().get_bit(3) & self.from_sprite.val() {
            self.part.next = 7.into();
        }
        // Garbage is a block of shape 0, whose part 0 is the grid: its gap is part 7, the well.
        if (self.shape.val() == 0) & (self.shade.val() == 0) {
            self.part.next = 7.into();
        }
        self.index.next = (bit_cast::<8, 3>(self.shape.val()) << 3)
            | bit_cast::<8, 3>(self.part.val())
            | self.cell.val();
        self.shows.next = self.from_sprite.val() | self.settled.val().any();
        if self.settled.val().get_bit(4) & !self.from_sprite.val() {
            self.index.next = (bit_cast::<8, 3>(self.shade.val()) << 4)
                | bit_cast::<8, 2>(self.glow.val())
                | self.cleared.val();
            self.shows.next = !self.is_gone.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The colour of part `shade`, if a cell is shown.
    fn seen(uut: &mut Bench<CellPicture>, shade: u64) -> Option<u64> {
        poke!(uut.shade = shade.to_bits());
        peek!(uut.shows).then(|| peek!(uut.index).into())
    }

    fn parts(uut: &mut Bench<CellPicture>) -> Vec<Option<u64>> {
        (0..7).map(|shade| seen(uut, shade)).collect()
    }

    fn cell_picture() -> Bench<CellPicture> {
        Bench::new(CellPicture::default())
    }

    #[test]
    fn a_block_has_its_parts_and_a_ghost_its_outline() {
        let mut uut = cell_picture();
        assert_eq!(parts(&mut uut), [None; 7]);
        poke!(uut.settled = 5u8.to_bits());
        assert_eq!(
            parts(&mut uut),
            [0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E].map(Some)
        );
        poke!(uut.settled = 8u8.to_bits());
        assert_eq!(
            parts(&mut uut),
            [0x47, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46].map(Some)
        );
        poke!(uut.settled = 0u8.to_bits());
        poke!(uut.sprite = 0b1010u8.to_bits());
        let outline = Some(0x57);
        assert_eq!(
            parts(&mut uut),
            [None, outline, outline, outline, outline, None, None]
        );
    }

    #[test]
    fn a_piece_gets_brighter_before_it_locks() {
        let mut uut = cell_picture();
        poke!(uut.sprite = 1u8.to_bits());
        let stages = [0u8, 1, 2, 3].map(|stage| {
            poke!(uut.lock_stage = stage.to_bits());
            let parts = parts(&mut uut).into_iter();
            parts
                .map(|index| (index.unwrap() & 7).to_string())
                .collect::<String>()
        });
        assert_eq!(stages, ["0123456", "0123452", "0123422", "0121122"]);
        // Settled cells stay as they are.
        poke!(uut.settled = 2u8.to_bits());
        poke!(uut.sprite = 0u8.to_bits());
        assert_eq!(seen(&mut uut, 6), Some(0x56));
    }

    #[test]
    fn a_texture_is_cut_out_of_the_face() {
        let mut uut = cell_picture();
        poke!(uut.sprite = 1u8.to_bits());
        poke!(uut.cell_x = 5u8.to_bits());
        tick!(uut);
        assert_eq!(seen(&mut uut, 5), Some(0x4D));
        poke!(uut.textured = true);
        assert_eq!(seen(&mut uut, 5), Some(0x48));
        assert_eq!(seen(&mut uut, 4), Some(0x4C));
        poke!(uut.cell_x = 7u8.to_bits());
        tick!(uut);
        assert_eq!(seen(&mut uut, 5), Some(0x4D));
    }

    #[test]
    fn a_cleared_row_burns_from_its_middle() {
        let mut uut = cell_picture();
        poke!(uut.settled = 0b1_0011u8.to_bits());
        let mut row = |ticks: u64| -> String {
            poke!(uut.clear_ticks = ticks.to_bits());
            let steps = (0..10u64).map(|column| {
                poke!(uut.column = column.to_bits());
                tick!(uut);
                match seen(&mut uut, 6) {
                    Some(index) => {
                        assert_eq!(index & !3, 0xEC);
                        (index & 3).to_string()
                    }
                    None => ".".to_string(),
                }
            });
            steps.collect()
        };
        assert_eq!(row(18), "0000000000");
        assert_eq!(row(40), "0000000000");
        assert_eq!(row(13), "0011111100");
        assert_eq!(row(7), "2222332222");
        assert_eq!(row(2), "333....333");
        assert_eq!(row(0), "0000000000");
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(cell_picture().rust_hdl_verilog().contains("module top"));
    }
}
