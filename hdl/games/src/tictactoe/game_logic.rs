//! Whose turn it is, what the player is doing, and how the game ends.
//!
//! ```text
//!           any button            confirm                  confirm, no line, not stuck
//!   Start ------------> P1Turn <------------> P1Placing ------------------------------> P2Turn ...
//!     ^                        left or right      |
//!     +------- confirm ------- End <--------------+ line, or the other player is stuck
//! ```
//!
//! The first player begins, every turn begins in the middle. A confirm on a cell that takes no size is refused. Of several buttons at
//! once one counts: confirm, up, down, left, right, in this order; buttons while the referee walks are dropped (at most 35 us at
//! 12 MHz, so they were pressed at once).

use super::cursor::Cursor;
use super::referee::Referee;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// What the player to move is doing.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Phase {
    /// Nobody plays.
    Start,
    /// The first player selects a cell.
    P1Turn,
    /// The first player chooses a size.
    P1Placing,
    /// The second player selects a cell.
    P2Turn,
    /// The second player chooses a size.
    P2Placing,
    /// Somebody has won, or the game is drawn.
    End,
}

/// The game without its looks.
#[derive(LogicBlock, Module)]
pub struct GameLogic {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the start.
    pub reset: Signal<In, Bit>,
    /// Strobe: the button went down, like the next four.
    pub left: Signal<In, Bit>,
    /// Right.
    pub right: Signal<In, Bit>,
    /// Up.
    pub up: Signal<In, Bit>,
    /// Down.
    pub down: Signal<In, Bit>,
    /// Confirm.
    pub confirm: Signal<In, Bit>,
    /// Cell that the display looks at.
    pub view_cell: Signal<In, Bits<4>>,
    /// The mark on the `view_cell` of the cycle before: owner (1 = second player) and size, 0 if nothing.
    pub view_mark: Signal<Out, Bits<3>>,
    /// What the player to move is doing.
    pub phase: Signal<Out, Phase>,
    /// At the end: bit 0 the first player has won, bit 1 the second; none if the game is drawn.
    pub winner: Signal<Out, Bits<2>>,
    /// Selected cell, row and column.
    pub selection: Signal<Out, Bits<4>>,
    /// Size being placed, 0 if none.
    pub size: Signal<Out, Bits<2>>,
    /// Strobe: a button has done something short of a placement.
    pub moved: Signal<Out, Bit>,
    /// Strobe: a piece lies, and the game goes on.
    pub placed: Signal<Out, Bit>,
    /// Strobe: the selected cell takes no size.
    pub refused: Signal<Out, Bit>,
    /// Strobe: a piece lies, and its player has won.
    pub won: Signal<Out, Bit>,
    /// Strobe: a piece lies, and the game is drawn.
    pub drawn: Signal<Out, Bit>,
    #[part]
    referee: Referee,
    #[part]
    cursor: Cursor,
    #[reset(Phase::Start)]
    state: DFF<Phase>,
    choice: DFF<Bits<2>>,
    winners: DFF<Bits<2>>,
    confirms: Signal<Local, Bit>,
    goes_up: Signal<Local, Bit>,
    goes_down: Signal<Local, Bit>,
    goes_left: Signal<Local, Bit>,
    goes_right: Signal<Local, Bit>,
    goes_aside: Signal<Local, Bit>,
    any_button: Signal<Local, Bit>,
    #[default(false)]
    is_second: Signal<Local, Bit>,
    #[default(false)]
    is_turn: Signal<Local, Bit>,
    #[default(false)]
    is_placing: Signal<Local, Bit>,
    #[default(false)]
    begins: Signal<Local, Bit>,
    #[default(false)]
    returns: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
}

#[clocked]
impl Logic for GameLogic {
    #[hdl_gen]
    fn update(&mut self) {
        // One button at a time.
        self.confirms.next = self.referee.ready.val() & self.confirm.val();
        self.goes_up.next = self.referee.ready.val() & self.up.val() & !self.confirm.val();
        self.goes_down.next =
            self.referee.ready.val() & self.down.val() & !(self.confirm.val() | self.up.val());
        self.goes_aside.next =
            self.referee.ready.val() & !(self.confirm.val() | self.up.val() | self.down.val());
        self.goes_left.next = self.goes_aside.val() & self.left.val();
        self.goes_right.next = self.goes_aside.val() & self.right.val() & !self.left.val();
        self.any_button.next = self.confirms.val()
            | self.goes_up.val()
            | self.goes_down.val()
            | self.goes_left.val()
            | self.goes_right.val();

        self.ends.next = self.referee.won.val() | self.referee.stuck.val();
        self.leaves.next = self.goes_left.val() | self.goes_right.val();
        match self.state.q.val() {
            Phase::Start => {
                if self.any_button.val() {
                    self.begins.next = true;
                    self.state.d.next = Phase::P1Turn;
                }
            }
            Phase::P1Turn => {
                self.is_turn.next = true;
                if self.referee.found.val() {
                    self.state.d.next = Phase::P1Placing;
                }
            }
            Phase::P1Placing => {
                self.is_placing.next = true;
                if self.leaves.val() {
                    self.state.d.next = Phase::P1Turn;
                }
                if self.referee.goes_on.val() {
                    self.state.d.next = Phase::P2Turn;
                }
                if self.ends.val() {
                    self.state.d.next = Phase::End;
                }
            }
            Phase::P2Turn => {
                self.is_second.next = true;
                self.is_turn.next = true;
                if self.referee.found.val() {
                    self.state.d.next = Phase::P2Placing;
                }
            }
            Phase::P2Placing => {
                self.is_second.next = true;
                self.is_placing.next = true;
                if self.leaves.val() {
                    self.state.d.next = Phase::P2Turn;
                }
                if self.referee.goes_on.val() {
                    self.state.d.next = Phase::P1Turn;
                }
                if self.ends.val() {
                    self.state.d.next = Phase::End;
                }
            }
            _ => {
                if self.confirms.val() {
                    self.returns.next = true;
                    self.state.d.next = Phase::Start;
                }
            }
        }
        self.referee.clear.next = self.begins.val();
        self.referee.second.next = self.is_second.val();
        // A first size is the next larger one than none.
        self.referee.seek.next = (self.is_turn.val() & self.confirms.val())
            | (self.is_placing.val() & (self.goes_up.val() | self.goes_down.val()));
        self.referee.downwards.next = self.goes_down.val();
        self.referee.place.next = self.is_placing.val() & self.confirms.val();
        self.referee.selection.next = self.cursor.selection.val();
        self.referee.size.next = self.choice.q.val();
        self.referee.view_cell.next = self.view_cell.val();
        self.cursor.recentre.next = self.begins.val() | self.referee.goes_on.val();
        self.cursor.left.next = self.is_turn.val() & self.goes_left.val();
        self.cursor.right.next = self.is_turn.val() & self.goes_right.val();
        self.cursor.up.next = self.is_turn.val() & self.goes_up.val();
        self.cursor.down.next = self.is_turn.val() & self.goes_down.val();
        if self.referee.found.val() {
            self.choice.d.next = self.referee.candidate.val();
        }
        if (self.is_placing.val() & self.leaves.val())
            | self.referee.goes_on.val()
            | self.ends.val()
        {
            self.choice.d.next = 0.into();
        }
        if self.referee.stuck.val() {
            self.winners.d.next = 0.into();
        }
        if self.referee.won.val() {
            self.winners.d.next = 1.into();
            if self.is_second.val() {
                self.winners.d.next = 2.into();
            }
        }

        self.view_mark.next = self.referee.view_mark.val();
        self.phase.next = self.state.q.val();
        self.winner.next = self.winners.q.val();
        self.selection.next = self.cursor.selection.val();
        self.size.next = self.choice.q.val();
        self.moved.next = self.begins.val()
            | self.returns.val()
            | self.cursor.moved.val()
            | self.referee.found.val()
            | (self.is_placing.val() & self.leaves.val());
        self.placed.next = self.referee.goes_on.val();
        self.refused.next = self.is_turn.val() & self.referee.missing.val();
        self.won.next = self.referee.won.val();
        self.drawn.next = self.referee.stuck.val();
    }
}

#[cfg(test)]
mod tests;
