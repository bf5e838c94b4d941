//! The board: one cell a word in block RAM, twice.
//!
//! The game reads and writes the first copy; the second takes the same writes and belongs to the
//! picture, whose read port therefore never waits and never disturbs the game.
//!
//! **Shape**: 32 rows (row 0 = floor) of 16 words of 4 bits. Columns 0 to 9 of rows 0 to 23 hold
//! cells: 0 is empty, 1 to 7 a settled shape, bit 3 marks a row that is being cleared. Rows 24 to 31
//! stay empty, which is what a piece above the board has to find there. Reads take one cycle.

use super::clear_line::ClearLine;
use rust_hdl::prelude::*;

/// Board memory, and the sweeps over whole rows.
#[derive(LogicBlock)]
pub struct BoardController {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset. The cells stay; `erase` empties them.
    pub reset: Signal<In, Bit>,
    /// Strobe: empty the whole board.
    pub erase: Signal<In, Bit>,
    /// Strobe: count the pieces of each row and mark the full ones.
    pub count: Signal<In, Bit>,
    /// Strobe: remove the marked rows.
    pub collapse: Signal<In, Bit>,
    /// Row (5 bits) and column (4 bits) that the falling piece looks at.
    pub piece_address: Signal<In, Bits<9>>,
    /// Shape to write at `piece_address`.
    pub stamp_shape: Signal<In, Bits<3>>,
    /// Strobe: write `stamp_shape`.
    pub stamp: Signal<In, Bit>,
    /// Row and column that the picture looks at.
    pub picture_address: Signal<In, Bits<9>>,
    /// The cell at the `piece_address` of the cycle before.
    pub piece_cell: Signal<Out, Bits<4>>,
    /// The cell at the `picture_address` of the cycle before.
    pub picture_cell: Signal<Out, Bits<4>>,
    /// Level: a sweep is running and `piece_cell` is not valid.
    pub busy: Signal<Out, Bit>,
    /// Number of full rows found by the last count, 0 to 4.
    pub full_rows: Signal<Out, Bits<3>>,
    /// The last count found cells outside of the full rows.
    pub leftover: Signal<Out, Bit>,
    game_copy: RAM<Bits<4>, 9>,
    picture_copy: RAM<Bits<4>, 9>,
    clear_line: ClearLine,
    write_address: Signal<Local, Bits<9>>,
    write_data: Signal<Local, Bits<4>>,
    write_enable: Signal<Local, Bit>,
}

/// An empty board as initial contents.
fn empty() -> RAM<Bits<4>, 9> {
    std::iter::repeat_n(Bits::<4>::default(), 512).into()
}

impl Default for BoardController {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            erase: Default::default(),
            count: Default::default(),
            collapse: Default::default(),
            piece_address: Default::default(),
            stamp_shape: Default::default(),
            stamp: Default::default(),
            picture_address: Default::default(),
            piece_cell: Default::default(),
            picture_cell: Default::default(),
            busy: Default::default(),
            full_rows: Default::default(),
            leftover: Default::default(),
            game_copy: empty(),
            picture_copy: empty(),
            clear_line: Default::default(),
            write_address: Default::default(),
            write_data: Default::default(),
            write_enable: Default::default(),
        }
    }
}

impl Logic for BoardController {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, clear_line);
        self.clear_line.reset.next = self.reset.val();
        self.clear_line.erase.next = self.erase.val();
        self.clear_line.count.next = self.count.val();
        self.clear_line.collapse.next = self.collapse.val();
        self.clear_line.board_cell.next = self.game_copy.read_data.val();
        self.busy.next = self.clear_line.busy.val();
        self.full_rows.next = self.clear_line.full_rows.val();
        self.leftover.next = self.clear_line.leftover.val();
        self.piece_cell.next = self.game_copy.read_data.val();
        self.picture_cell.next = self.picture_copy.read_data.val();
        // The falling piece owns the memory, except while a sweep runs.
        self.game_copy.read_address.next = self.piece_address.val();
        self.write_address.next = self.piece_address.val();
        self.write_data.next = bit_cast::<4, 3>(self.stamp_shape.val());
        self.write_enable.next = self.stamp.val();
        if self.clear_line.busy.val() {
            self.game_copy.read_address.next = self.clear_line.read_address.val();
            self.write_address.next = self.clear_line.write_address.val();
            self.write_data.next = self.clear_line.write_cell.val();
            self.write_enable.next = self.clear_line.write.val();
        }
        self.game_copy.read_clock.next = self.clock.val();
        self.game_copy.write_clock.next = self.clock.val();
        self.game_copy.write_address.next = self.write_address.val();
        self.game_copy.write_data.next = self.write_data.val();
        self.game_copy.write_enable.next = self.write_enable.val();
        self.picture_copy.read_clock.next = self.clock.val();
        self.picture_copy.read_address.next = self.picture_address.val();
        self.picture_copy.write_clock.next = self.clock.val();
        self.picture_copy.write_address.next = self.write_address.val();
        self.picture_copy.write_data.next = self.write_data.val();
        self.picture_copy.write_enable.next = self.write_enable.val();
    }
}
