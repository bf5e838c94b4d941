//! The board in block RAM.
//!
//! `board_controller` is its only writer. It reads the cells that the piece asks for, stamps a
//! locked piece, and runs the sweep over the rows: `clear_line` finds, marks and removes full rows.
//! `cell_address` packs row and column into an address. A copy of the board serves the picture.

pub mod board_controller;
pub mod cell_address;
pub mod clear_line;
