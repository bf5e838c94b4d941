//! Referee: finds sizes that fit on a cell, places pieces, finds lines and the end of the game.
//!
//! Every command reads and writes one word of the board after the other:
//!
//! - `seek` finds the next larger size after the present one that is in hand and larger than the
//!   piece on the cell; with `downwards`, the next smaller one.
//! - `place` writes the piece, takes it out of the hand and checks the eight lines. A complete line
//!   is walked once more, to mark its cells. If none is complete, it seeks a size for the other
//!   player on one cell after the other.
//! - `clear` empties the cells and gives both players two pieces of each size.
//!
//! Only the mover can have completed a line: a placement turns one cell to the mover's colour and
//! uncovers nothing.
//!
//! **Interface**: commands are strobes while `ready`. Each ends with one strobe, but `clear` with
//! none. `selection`, `size` and `second` hold their values while `ready` is low.
//!
//! **Latency**: `seek` takes at most 9 clocks, `clear` 32, `place` at most 420. 420 clocks are 35
//! us at 12 MHz.
//!
//! **Source**: `docs/rules.md`, "Pieces" and "States and buttons".

use super::board::Board;
use super::cell_view::CellView;
use super::line_check::LineCheck;
use super::lines::line_cells;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Wait,
    Clear,
    WriteMark,
    ReadCount,
    TakePiece,
    ReadLine,
    ReadLineMark,
    CheckMark,
    ReadMark,
    Cover,
    NextSize,
    TrySize,
}

/// The referee and the board.
#[derive(LogicBlock, Module)]
pub struct Referee {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset. The board needs a `clear` afterwards.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game.
    pub clear: Signal<In, Bit>,
    /// Strobe: find another size.
    pub seek: Signal<In, Bit>,
    /// With `seek`: a smaller one.
    pub downwards: Signal<In, Bit>,
    /// Strobe: place a piece of `size` on the selected cell. A seek has found this size there.
    pub place: Signal<In, Bit>,
    /// Selected cell, row and column.
    pub selection: Signal<In, Bits<4>>,
    /// Present size: 1 small, 2 medium, 3 large, 0 none yet.
    pub size: Signal<In, Bits<2>>,
    /// Level: it is the second player's turn.
    pub second: Signal<In, Bit>,
    /// Address of `view_word` in the board.
    pub view_address: Signal<In, Bits<5>>,
    /// Level: a command is accepted.
    #[default(false)]
    pub ready: Signal<Out, Bit>,
    /// Strobe: the seek has found `candidate`.
    #[default(false)]
    pub found: Signal<Out, Bit>,
    /// Strobe: the seek has found nothing.
    #[default(false)]
    pub missing: Signal<Out, Bit>,
    /// Strobe: the placement has made a line, or several. Their cells are marked.
    pub won: Signal<Out, Bit>,
    /// Strobe: no line, and the other player has no placement.
    #[default(false)]
    pub stuck: Signal<Out, Bit>,
    /// Strobe: no line, and the other player has a placement.
    #[default(false)]
    pub goes_on: Signal<Out, Bit>,
    /// Size that was found. Valid with `found`.
    pub candidate: Signal<Out, Bits<2>>,
    /// Word of the board at the `view_address` of the clock before.
    pub view_word: Signal<Out, Bits<4>>,
    #[part(clock, idle(write))]
    board: Board,
    #[part(clock)]
    #[given]
    line_cells: SyncROM<Bits<4>, 5>,
    cells: CellView,
    #[part(idle(check))]
    line_check: LineCheck,
    #[reset(Step::Wait)]
    step: DFF<Step>,
    walk: DFF<Bits<5>>,
    tried: DFF<Bits<2>>,
    covered: DFF<Bits<2>>,
    goes_down: DFF<Bit>,
    is_walking: DFF<Bit>,
    is_judging: DFF<Bit>,
    next_walk: Signal<Local, Bits<5>>,
    next_tried: Signal<Local, Bits<2>>,
    #[value(PIECES)]
    pieces: Constant<Bits<4>>,
    #[value(LINE)]
    line_bit: Constant<Bits<4>>,
}

/// Bit of a mark: the cell is part of a complete line.
const LINE: u8 = 8;

/// Pieces of each size that a player begins with.
const PIECES: u8 = 2;

impl Default for Referee {
    fn default() -> Self {
        construct!(Referee {
            line_cells: line_cells().map(|cell| cell.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for Referee {
    #[hdl_gen]
    fn update(&mut self) {
        self.line_cells.address.next = self.walk.q.val();
        self.board.view_address.next = self.view_address.val();
        self.view_word.next = self.board.view_word.val();
        self.candidate.next = self.tried.q.val();
        self.next_walk.next = self.walk.q.val() + 1;
        // Both directions end at 0: the count is modulo 4, and there are three sizes.
        self.next_tried.next = self.tried.q.val() + 1;
        if self.goes_down.q.val() {
            self.next_tried.next = self.tried.q.val() - 1;
        }
        self.cells.selection.next = self.selection.val();
        self.cells.line_cell.next = self.line_cells.data.val();
        self.cells.is_walking.next = self.is_walking.q.val();
        self.cells.second.next = self.second.val();
        self.cells.is_judging.next = self.is_judging.q.val();
        self.cells.size.next = self.tried.q.val();
        self.cells.mark.next = self.board.read_word.val();
        self.line_check.is_idle.next = self.step.q.val() == Step::Wait;
        self.line_check.walk.next = self.walk.q.val();
        self.won.next = self.line_check.won.val();
        self.line_check.is_mine.next = self.cells.is_mine.val();
        self.board.read_address.next = self.cells.mark_address.val();
        self.board.write_address.next = self.cells.mark_address.val();
        self.board.write_word.next = self.cells.own_mark.val();
        match self.step.q.val() {
            Step::Wait => {
                self.ready.next = true;
                self.walk.d.next = 0.into();
                self.tried.d.next = self.size.val();
                self.goes_down.d.next = self.downwards.val();
                self.is_walking.d.next = false;
                self.is_judging.d.next = false;
                if self.clear.val() {
                    self.step.d.next = Step::Clear;
                }
                if self.seek.val() {
                    self.step.d.next = Step::ReadMark;
                }
                if self.place.val() {
                    self.step.d.next = Step::WriteMark;
                }
            }
            Step::Clear => {
                self.board.write_address.next = self.walk.q.val();
                self.board.write_word.next = 0.into();
                if self.walk.q.val().get_bit(4) {
                    self.board.write_word.next = self.pieces.val();
                }
                self.board.write.next = true;
                self.walk.d.next = self.next_walk.val();
                if self.walk.q.val().all() {
                    self.step.d.next = Step::Wait;
                }
            }
            Step::WriteMark => {
                self.board.write.next = true;
                self.step.d.next = Step::ReadCount;
            }
            Step::ReadCount => {
                self.board.read_address.next =
                    self.cells.count_address.val() | bit_cast::<5, 2>(self.tried.q.val());
                self.step.d.next = Step::TakePiece;
            }
            Step::TakePiece => {
                self.board.write_address.next =
                    self.cells.count_address.val() | bit_cast::<5, 2>(self.tried.q.val());
                self.board.write_word.next = self.board.read_word.val() >> 1; // 2 to 1, 1 to 0
                self.board.write.next = true;
                self.is_walking.d.next = true;
                self.step.d.next = Step::ReadLine;
            }
            Step::ReadLine => {
                self.tried.d.next = 0.into();
                self.step.d.next = Step::ReadLineMark;
                if self.is_judging.q.val() {
                    self.step.d.next = Step::ReadMark;
                }
            }
            Step::ReadLineMark => self.step.d.next = Step::CheckMark,
            Step::CheckMark => {
                self.line_check.check.next = true;
                self.board.write_word.next = self.board.read_word.val() | self.line_bit.val();
                self.board.write.next = self.line_check.is_marking.val();
                self.walk.d.next = self.line_check.next_walk.val();
                self.is_judging.d.next = self.line_check.ends.val();
                self.step.d.next = Step::ReadLine;
                if self.line_check.won.val() {
                    self.step.d.next = Step::Wait;
                }
            }
            Step::ReadMark => self.step.d.next = Step::Cover,
            Step::Cover => {
                self.covered.d.next = self.cells.shown_size.val();
                self.step.d.next = Step::NextSize;
            }
            Step::NextSize => {
                self.board.read_address.next =
                    self.cells.count_address.val() | bit_cast::<5, 2>(self.next_tried.val());
                self.tried.d.next = self.next_tried.val();
                self.step.d.next = Step::TrySize;
                if !self.next_tried.val().any() {
                    self.walk.d.next = self.next_walk.val();
                    self.step.d.next = Step::ReadLine;
                    if !self.is_judging.q.val() | self.walk.q.val().all() {
                        self.missing.next = !self.is_judging.q.val();
                        self.stuck.next = self.is_judging.q.val();
                        self.step.d.next = Step::Wait;
                    }
                }
            }
            _ => {
                // TrySize: `read_word` is the count.
                self.step.d.next = Step::NextSize;
                if (self.tried.q.val() > self.covered.q.val()) & self.board.read_word.val().any() {
                    self.found.next = !self.is_judging.q.val();
                    self.goes_on.next = self.is_judging.q.val();
                    self.step.d.next = Step::Wait;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
