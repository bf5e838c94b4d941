//! Knows the rules: which sizes fit on a cell, what a placement changes, whether it makes a line, whether the other player is stuck.
//!
//! Everything is a walk over words of the board, one read at a time:
//!
//! - `seek` looks for the next larger (or smaller) size than the present one that is in hand and larger than what the cell shows.
//! - `place` puts the piece down, takes it out of the hand, walks over the eight lines, and unless one is complete seeks a
//!   size for the other player on one cell after the other.
//! - `clear` empties the cells and gives both players two pieces of each size.
//!
//! Only the mover can have completed a line: a placement turns one cell to the mover's colour and uncovers nothing.
//!
//! **Shape**: commands are strobes while `ready`; each ends with one strobe out (`clear` with none). A seek takes at most 9 cycles,
//! a clear 32, a placement at most 420: 35 us at 12 MHz, less than any two presses are apart.
//! **Cost**: 3 block RAMs with the board.

use super::board::Board;
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
    /// Synchronous reset; the board needs a `clear` afterwards.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game.
    pub clear: Signal<In, Bit>,
    /// Strobe: look for another size.
    pub seek: Signal<In, Bit>,
    /// With `seek`: a smaller one.
    pub downwards: Signal<In, Bit>,
    /// Strobe: put a piece of `size` on the selected cell. It has to be a size that a seek has found there.
    pub place: Signal<In, Bit>,
    /// Selected cell, row and column; steady while not `ready`, like the next two.
    pub selection: Signal<In, Bits<4>>,
    /// Present size: 1 small, 2 medium, 3 large, 0 none yet.
    pub size: Signal<In, Bits<2>>,
    /// Whose turn it is: the second player's.
    pub second: Signal<In, Bit>,
    /// Cell that the display looks at.
    pub view_cell: Signal<In, Bits<4>>,
    /// Level: takes a command.
    #[default(false)]
    pub ready: Signal<Out, Bit>,
    /// Strobe: the seek has found `candidate`.
    #[default(false)]
    pub found: Signal<Out, Bit>,
    /// Strobe: the seek has found nothing.
    #[default(false)]
    pub missing: Signal<Out, Bit>,
    /// Strobe: the placement has made a line.
    #[default(false)]
    pub won: Signal<Out, Bit>,
    /// Strobe: no line, and the other player has no placement.
    #[default(false)]
    pub stuck: Signal<Out, Bit>,
    /// Strobe: no line, and the other player has a placement.
    #[default(false)]
    pub goes_on: Signal<Out, Bit>,
    /// With `found`: the size.
    pub candidate: Signal<Out, Bits<2>>,
    /// The mark on the `view_cell` of the cycle before.
    pub view_mark: Signal<Out, Bits<3>>,
    #[part(clock, idle(write))]
    board: Board,
    #[given]
    line_cells: SyncROM<Bits<4>, 5>,
    #[reset(Step::Wait)]
    step: DFF<Step>,
    walk: DFF<Bits<5>>,
    tried: DFF<Bits<2>>,
    covered: DFF<Bits<2>>,
    goes_down: DFF<Bit>,
    is_walking: DFF<Bit>,
    is_judging: DFF<Bit>,
    is_line: DFF<Bit>,
    next_walk: Signal<Local, Bits<5>>,
    next_tried: Signal<Local, Bits<2>>,
    mark_address: Signal<Local, Bits<5>>,
    count_owner: Signal<Local, Bit>,
    count_address: Signal<Local, Bits<5>>,
    own_mark: Signal<Local, Bits<3>>,
    shown_size: Signal<Local, Bits<2>>,
    is_mine: Signal<Local, Bit>,
    still_line: Signal<Local, Bit>,
    #[value(PIECES)]
    pieces: Constant<Bits<3>>,
    second_bit: Constant<Bits<3>>,
    first_counts: Constant<Bits<5>>,
    second_counts: Constant<Bits<5>>,
}

/// Pieces of each size that a player begins with.
const PIECES: u8 = 2;

impl Default for Referee {
    fn default() -> Self {
        construct!(Referee {
            line_cells: line_cells().map(|cell| cell.to_bits()).into(),
            second_bit: Constant::new(4.into()),
            first_counts: Constant::new(16.into()),
            second_counts: Constant::new(20.into()),
        })
    }
}

#[clocked]
impl Logic for Referee {
    #[hdl_gen]
    fn update(&mut self) {
        self.line_cells.clock.next = self.clock.val();
        self.line_cells.address.next = self.walk.q.val();
        self.board.view_cell.next = self.view_cell.val();
        self.view_mark.next = self.board.view_mark.val();
        self.candidate.next = self.tried.q.val();

        self.next_walk.next = self.walk.q.val() + 1;
        // Both ways end at 0, because there are four numbers and three sizes.
        self.next_tried.next = self.tried.q.val() + 1;
        if self.goes_down.q.val() {
            self.next_tried.next = self.tried.q.val() - 1;
        }
        self.mark_address.next = bit_cast::<5, 4>(self.selection.val());
        if self.is_walking.q.val() {
            self.mark_address.next = bit_cast::<5, 4>(self.line_cells.data.val());
        }
        // While judging, the pieces of the player who is next count.
        self.count_owner.next = self.second.val() ^ self.is_judging.q.val();
        self.count_address.next = self.first_counts.val();
        if self.count_owner.val() {
            self.count_address.next = self.second_counts.val();
        }
        self.own_mark.next = bit_cast::<3, 2>(self.tried.q.val());
        if self.second.val() {
            self.own_mark.next = bit_cast::<3, 2>(self.tried.q.val()) | self.second_bit.val();
        }
        self.shown_size.next = self.board.read_word.val().get_bits::<2>(0);
        self.is_mine.next = self.shown_size.val().any()
            & (self.board.read_word.val().get_bit(2) == self.second.val());
        self.still_line.next =
            self.is_mine.val() & (self.is_line.q.val() | !self.walk.q.val().get_bits::<2>(0).any());
        self.board.read_address.next = self.mark_address.val();
        self.board.write_address.next = self.mark_address.val();
        self.board.write_word.next = self.own_mark.val();
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
                    self.count_address.val() | bit_cast::<5, 2>(self.tried.q.val());
                self.step.d.next = Step::TakePiece;
            }
            Step::TakePiece => {
                self.board.write_address.next =
                    self.count_address.val() | bit_cast::<5, 2>(self.tried.q.val());
                // One less of two or one.
                self.board.write_word.next = self.board.read_word.val() >> 1;
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
                self.is_line.d.next = self.still_line.val();
                self.walk.d.next = self.next_walk.val();
                self.step.d.next = Step::ReadLine;
                if self.walk.q.val().all() {
                    self.is_judging.d.next = true;
                }
                if self.still_line.val() & self.walk.q.val().get_bits::<2>(0).all() {
                    self.won.next = true;
                    self.step.d.next = Step::Wait;
                }
            }
            Step::ReadMark => self.step.d.next = Step::Cover,
            Step::Cover => {
                self.covered.d.next = self.shown_size.val();
                self.step.d.next = Step::NextSize;
            }
            Step::NextSize => {
                self.board.read_address.next =
                    self.count_address.val() | bit_cast::<5, 2>(self.next_tried.val());
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
                // TrySize: the count is here.
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
