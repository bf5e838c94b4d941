//! Game logic: turns, the state of the player to move, and the end of the game.
//!
//! ```text
//!           any button            confirm                  confirm, no line, not stuck
//!   Start ------------> P1Turn <------------> P1Placing ------------------------------> P2Turn ...
//!     ^                        left or right      |
//!     +------- confirm ------- End <--------------+ line, or the other player is stuck
//! ```
//!
//! The first player begins. Each turn begins in the middle. A confirm on a cell on which no piece
//! fits is refused.
//!
//! **Interface**: buttons are strobes. Of several in one clock only the first of this list acts:
//! confirm, up, down, left, right. Buttons while the referee is busy are ignored. That lasts at
//! most 35 us at 12 MHz, and the buttons are sampled at 64 Hz.
//!
//! **Latency**: one clock from a button to `phase`; with a command of the referee, its latency too.
//!
//! **Source**: `docs/rules.md`, "States and buttons".

use super::cursor::Cursor;
use super::referee::Referee;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// State of the game.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Phase {
    /// No game is played.
    Start,
    /// The first player selects a cell.
    P1Turn,
    /// The first player chooses a size.
    P1Placing,
    /// The second player selects a cell.
    P2Turn,
    /// The second player chooses a size.
    P2Placing,
    /// A player has won, or the game is drawn.
    End,
}

/// The game without its display.
#[derive(LogicBlock, Module)]
pub struct GameLogic {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to the start.
    pub reset: Signal<In, Bit>,
    /// Strobe: left pressed.
    pub left: Signal<In, Bit>,
    /// Strobe: right pressed.
    pub right: Signal<In, Bit>,
    /// Strobe: up pressed.
    pub up: Signal<In, Bit>,
    /// Strobe: down pressed.
    pub down: Signal<In, Bit>,
    /// Strobe: confirm pressed.
    pub confirm: Signal<In, Bit>,
    /// Address of `view_word` in the [`Board`](super::board::Board).
    pub view_address: Signal<In, Bits<5>>,
    /// Word at the `view_address` of the clock before: a mark or a count.
    pub view_word: Signal<Out, Bits<4>>,
    /// State of the game.
    pub phase: Signal<Out, Phase>,
    /// Winner, valid at the end: bit 0 the first player, bit 1 the second. 0 is a draw.
    pub winner: Signal<Out, Bits<2>>,
    /// Selected cell, row and column.
    pub selection: Signal<Out, Bits<4>>,
    /// Size being placed, 0 if none.
    pub size: Signal<Out, Bits<2>>,
    /// Strobe: a button has changed the cursor, the size or the state, without a placement.
    pub moved: Signal<Out, Bit>,
    /// Strobe: a piece is placed, and the game continues.
    pub placed: Signal<Out, Bit>,
    /// Strobe: no piece fits on the selected cell.
    pub refused: Signal<Out, Bit>,
    /// Strobe: a piece is placed, and its player has won.
    pub won: Signal<Out, Bit>,
    /// Strobe: a piece is placed, and the game is drawn.
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
        // The first size is the one after 0.
        self.referee.seek.next = (self.is_turn.val() & self.confirms.val())
            | (self.is_placing.val() & (self.goes_up.val() | self.goes_down.val()));
        self.referee.downwards.next = self.goes_down.val();
        self.referee.place.next = self.is_placing.val() & self.confirms.val();
        self.referee.selection.next = self.cursor.selection.val();
        self.referee.size.next = self.choice.q.val();
        self.referee.view_address.next = self.view_address.val();
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

        self.view_word.next = self.referee.view_word.val();
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
