//! Interfaces of the falling piece: operations, state, place, and a trial of an operation.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// Operations of the falling piece. The codes of shifts and turns are those of the key actions.
pub mod operation {
    /// One row down.
    pub const DOWN: u8 = 0;
    /// One column to the left.
    pub const LEFT: u8 = 1;
    /// One column to the right.
    pub const RIGHT: u8 = 2;
    /// Spawn above the visible rows with the shape at `spawn_shape`.
    pub const SPAWN: u8 = 3;
    /// Turn clockwise.
    pub const TURN_CLOCKWISE: u8 = 4;
    /// Turn counter-clockwise.
    pub const TURN_COUNTER_CLOCKWISE: u8 = 5;
    /// Write the four cells to the board.
    pub const STAMP: u8 = 6;
    /// Read the corners of the box to `corners`.
    pub const CORNERS: u8 = 7;
}

/// State of the falling piece, as the machines of play read it.
#[interface(client = PieceStatusSource)]
pub struct PieceStatus {
    /// Level: an operation is running.
    pub busy: Signal<In, Bit>,
    /// Level while not `busy`: the last shift, turn, step or spawn was legal.
    pub accepted: Signal<In, Bit>,
    /// Level while not `busy`: the piece cannot move down.
    pub grounded: Signal<In, Bit>,
}

/// Operations of the falling piece and their results.
#[interface(client = PieceControlClient)]
pub struct PieceControlPort {
    /// Strobe: start `operation`.
    pub start: Signal<In, Bit>,
    /// One of [`operation`]. Valid with `start`.
    pub operation: Signal<In, Bits<3>>,
    /// Shape of a spawn, 1 to 7. Valid with `start`.
    pub spawn_shape: Signal<In, Bits<3>>,
    /// Row of the piece's lowest cell.
    pub lowest_row: Signal<Out, Bits<5>>,
}

/// Corners and kick of the last turn, from which a T-spin is detected.
#[interface(client = SpinPlaceSource)]
pub struct SpinPlace {
    /// Occupied corners of the box: bits 0 and 1 beside the pointing cell of a T, 2 and 3 behind.
    pub corners: Signal<In, Bits<4>>,
    /// Kick test of the turn: 0 to 4 for the tests 1 to 5 of the rules. Valid until the next legal
    /// move.
    pub kick: Signal<In, Bits<3>>,
}

/// Place of the falling piece and of its ghost.
#[interface(client = PiecePlaceReader)]
pub struct PiecePlace {
    /// Rotation: 0, R = 1, 2, L = 3.
    pub rotation: Signal<Out, Bits<2>>,
    /// Column of the left edge of the box, two's complement.
    pub x: Signal<Out, Bits<5>>,
    /// Row of the lower edge of the box, two's complement.
    pub y: Signal<Out, Bits<6>>,
    /// `y` of the ghost: the lowest row that the piece reaches by falling.
    pub ghost_y: Signal<Out, Bits<6>>,
}

/// Trial of an operation.
#[interface(client = TrialSource)]
pub struct Trial {
    /// Column of the left edge of the box, two's complement.
    pub x: Signal<In, Bits<5>>,
    /// Row of the lower edge of the box, two's complement.
    pub y: Signal<In, Bits<6>>,
    /// Rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Row of the lowest cell.
    pub lowest_row: Signal<In, Bits<5>>,
    /// Kick test, or entry of a shift.
    pub test: Signal<In, Bits<3>>,
}
