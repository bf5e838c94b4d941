//! The cells of boards and pieces.
//!
//! Samples the cell under the beam, which a message or a pause may hide, and draws it with
//! [`CellPicture`]. Sampling takes a clock of its own: the drawing is too long for one clock of an
//! UltraPlus.
//!
//! **Latency**: `index` and `shows` belong to the inputs of one clock ago.

use super::cell_picture::CellPicture;
use super::sprite_cells::MARK;
use crate::falling_blocks::shell::picture::PerPlayer;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Boards that turn grey after their game.
#[interface(client = LostBoardsSource)]
pub struct LostBoards {
    /// Players whose board does: bit 0 player 1, bit 1 player 2.
    pub players: Signal<In, Bits<2>>,
    /// Grey rows, from the floor.
    pub rows: Signal<In, Bits<5>>,
}

/// The cells.
#[derive(LogicBlock, Module)]
pub struct CellLayer {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Column of the grid, modulo 16; with `cell_x` and `cell_y` one clock ahead of the rest.
    pub column: Signal<In, Bits<4>>,
    /// Column of the pixel in its cell.
    pub cell_x: Signal<In, Bits<4>>,
    /// Line of the pixel in its cell.
    pub cell_y: Signal<In, Bits<4>>,
    /// Part of the cell.
    pub shade: Signal<In, Bits<3>>,
    /// Row of the grid, modulo 32.
    pub row: Signal<In, Bits<5>>,
    /// Boards that turn grey.
    pub lost: LostBoards,
    /// The pixel is on the board.
    pub on_board: Signal<In, Bit>,
    /// The pixel is where cells are shown.
    pub visible: Signal<In, Bit>,
    /// The pixel belongs to player 2.
    pub second: Signal<In, Bit>,
    /// No cell is shown here.
    pub hides: Signal<In, Bit>,
    /// Level: the skin has textures.
    pub textured: Signal<In, Bit>,
    /// The board's cell: 0 empty, 1 to 7 settled, 8 garbage; bit 4 in a row that is being cleared.
    pub board_cell: Signal<In, Bits<5>>,
    /// The sprite: 0 none, 1 to 7 a piece, 8 a mark, 8 + n the ghost of n.
    pub sprite_code: Signal<In, Bits<4>>,
    /// Ticks until the cleared rows go, 40 to 1, or 0.
    pub clear_delay: PerPlayer<6>,
    /// Lock stage of the piece, 0 to 3.
    pub lock_stages: PerPlayer<2>,
    /// A cell is shown.
    pub shows: Signal<Out, Bit>,
    /// Index of its colour.
    pub index: Signal<Out, Bits<8>>,
    #[part(clock)]
    cells: CellPicture,
    column_now: DFF<Bits<4>>,
    x: DFF<Bits<4>>,
    y: DFF<Bits<4>>,
    shade_now: DFF<Bits<3>>,
    settled: DFF<Bits<5>>,
    sprite: DFF<Bits<4>>,
    clear_ticks: DFF<Bits<6>>,
    lock_stage: DFF<Bits<2>>,
    is_grey: DFF<Bit>,
    has_lost: Signal<Local, Bit>,
    #[value(MARK)]
    mark: Constant<Bits<4>>,
}

#[clocked]
impl Logic for CellLayer {
    #[hdl_gen]
    fn update(&mut self) {
        self.column_now.d.next = self.column.val();
        self.x.d.next = self.cell_x.val();
        self.y.d.next = self.cell_y.val();
        self.shade_now.d.next = self.shade.val();
        self.settled.d.next = self.board_cell.val();
        if self.hides.val() | !self.on_board.val() {
            self.settled.d.next = 0.into();
        }
        self.sprite.d.next = self.sprite_code.val();
        if self.hides.val() | !self.visible.val() | (self.sprite_code.val() == self.mark.val()) {
            self.sprite.d.next = 0.into();
        }
        self.clear_ticks.d.next = self.clear_delay.one.val();
        self.lock_stage.d.next = self.lock_stages.one.val();
        if self.second.val() {
            self.clear_ticks.d.next = self.clear_delay.two.val();
            self.lock_stage.d.next = self.lock_stages.two.val();
        }
        self.has_lost.next = (self.lost.players.val().get_bit(0) & !self.second.val())
            | (self.lost.players.val().get_bit(1) & self.second.val());
        self.is_grey.d.next =
            self.on_board.val() & self.has_lost.val() & (self.row.val() < self.lost.rows.val());
        // Of the sprites only the falling piece is on the board.
        if !self.on_board.val() {
            self.lock_stage.d.next = 0.into();
        }
        self.cells.column.next = self.column_now.q.val();
        self.cells.cell_x.next = self.x.q.val();
        self.cells.cell_y.next = self.y.q.val();
        self.cells.shade.next = self.shade_now.q.val();
        self.cells.settled.next = self.settled.q.val();
        self.cells.sprite.next = self.sprite.q.val();
        self.cells.clear_ticks.next = self.clear_ticks.q.val();
        self.cells.lock_stage.next = self.lock_stage.q.val();
        self.cells.is_grey.next = self.is_grey.q.val();
        self.cells.textured.next = self.textured.val();
        self.shows.next = self.cells.shows.val();
        self.index.next = self.cells.index.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::picture::palette::index;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Index of the colour, if a cell is shown.
    fn seen(uut: &mut Bench<CellLayer>) -> Option<u8> {
        tick!(uut);
        peek!(uut.shows).then(|| peek!(uut.index).to_u8())
    }

    #[test]
    fn cells_are_shown_where_nothing_hides_them() {
        let mut uut = Bench::new(CellLayer::default());
        let [settled, sprite] = [3, 2].map(|piece| Some(index::CELL | piece << 3 | 1));
        poke!(uut.shade = 1.into());
        poke!(uut.board_cell = 3.into());
        assert_eq!(seen(&mut uut), None, "not on the board");
        poke!(uut.on_board = true);
        assert_eq!(seen(&mut uut), settled);
        poke!(uut.sprite_code = 2.into());
        assert_eq!(seen(&mut uut), settled, "not in the window");
        poke!(uut.visible = true);
        assert_eq!(seen(&mut uut), sprite);
        poke!(uut.hides = true);
        assert_eq!(seen(&mut uut), None);
    }

    #[test]
    fn the_lower_rows_of_a_lost_board_are_grey() {
        let mut uut = Bench::new(CellLayer::default());
        let colour = |shape: u8| Some(index::CELL | shape << 3 | 1);
        poke!(uut.on_board = true);
        poke!(uut.visible = true);
        poke!(uut.shade = 1.into());
        poke!(uut.row = 3.into());
        poke!(uut, lost.players = 2.into());
        for (rows, second, shape) in [(3, true, 5), (4, true, 0), (4, false, 5)] {
            poke!(uut, lost.rows = u64::to_bits(rows));
            poke!(uut.second = second);
            for [board, sprite] in [[5u64, 0], [0, 5], [2, 5]] {
                poke!(uut.board_cell = board.to_bits());
                poke!(uut.sprite_code = sprite.to_bits());
                assert_eq!(seen(&mut uut), colour(shape), "{rows} rows, {second}");
            }
            poke!(uut.board_cell = 0.into());
            poke!(uut.sprite_code = 13.into());
            poke!(uut.shade = 2.into());
            assert_eq!(seen(&mut uut), Some(index::CELL | 5 << 3 | 7), "ghost");
            poke!(uut.shade = 1.into());
        }
    }

    #[test]
    fn the_lock_stage_is_that_of_the_player() {
        let mut uut = Bench::new(CellLayer::default());
        poke!(uut.visible = true);
        poke!(uut.on_board = true);
        poke!(uut.sprite_code = 1.into());
        poke!(uut.shade = 6.into());
        poke!(uut, lock_stages.two = 1.into());
        assert_eq!(seen(&mut uut), Some(index::CELL | 1 << 3 | 6));
        poke!(uut.second = true);
        assert_eq!(seen(&mut uut), Some(index::CELL | 1 << 3 | 2));
        poke!(uut.on_board = false);
        assert_eq!(
            seen(&mut uut),
            Some(index::CELL | 1 << 3 | 6),
            "a next piece"
        );
    }
}
