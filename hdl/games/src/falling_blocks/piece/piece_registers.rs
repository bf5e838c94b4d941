//! Registers of the falling piece and of its ghost.
//!
//! **Interface**: `bring_in`, `store` and `store_ghost` are strobes. The outputs change on the next
//! clock.
//!
//! **Latency**: one clock.

use super::piece_interface::{PiecePlace, Trial};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Shape, place, ghost, and the kick test that fitted.
#[derive(LogicBlock, Module)]
pub struct PieceRegisters {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: `spawn_shape` becomes the shape.
    pub bring_in: Signal<In, Bit>,
    /// Shape of a spawn, 1 to 7.
    pub spawn_shape: Signal<In, Bits<3>>,
    /// Strobe: the trial becomes the place of the piece.
    pub store: Signal<In, Bit>,
    /// Strobe: the row of the trial becomes that of the ghost.
    pub store_ghost: Signal<In, Bit>,
    /// The trial.
    pub trial: Trial,
    /// Place of the piece and of its ghost.
    pub place: PiecePlace,
    /// Shape, 1 to 7.
    pub shape: Signal<Out, Bits<3>>,
    /// Kick test of the last turn, 0 to 4. Valid until the next legal move.
    pub kick: Signal<Out, Bits<3>>,
    /// Row of the piece's lowest cell.
    pub lowest_row: Signal<Out, Bits<5>>,
    /// Level: the piece cannot move down.
    pub grounded: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    fitting_test: DFF<Bits<3>>,
    #[context]
    shape_now: DFF<Bits<3>>,
    #[context]
    x_now: DFF<Bits<5>>,
    #[context]
    y_now: DFF<Bits<6>>,
    #[context]
    rotation_now: DFF<Bits<2>>,
    #[context]
    ghost_row: DFF<Bits<6>>,
    #[context]
    lowest: DFF<Bits<5>>,
}

#[clocked]
impl Logic for PieceRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.kick.next = self.fitting_test.q.val();
        self.shape.next = self.shape_now.q.val();
        self.place.rotation.next = self.rotation_now.q.val();
        self.place.x.next = self.x_now.q.val();
        self.place.y.next = self.y_now.q.val();
        self.place.ghost_y.next = self.ghost_row.q.val();
        self.lowest_row.next = self.lowest.q.val();
        self.grounded.next = self.ghost_row.q.val() == self.y_now.q.val();
        if self.bring_in.val() {
            self.shape_now.d.next = self.spawn_shape.val();
        }
        if self.store.val() {
            self.x_now.d.next = self.trial.x.val();
            self.y_now.d.next = self.trial.y.val();
            self.rotation_now.d.next = self.trial.rotation.val();
            self.lowest.d.next = self.trial.lowest_row.val();
            self.fitting_test.d.next = self.trial.test.val();
        }
        if self.store_ghost.val() {
            self.ghost_row.d.next = self.trial.y.val();
        }
    }
}
