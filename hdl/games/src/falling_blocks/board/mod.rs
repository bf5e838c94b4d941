//! The board of each player in block RAM.
//!
//! - `board_controller` holds the cells and is the only module that writes them. It contains the
//!   sweeps. While none runs, `falling_piece_update` reads cells and stamps the locked piece.
//! - `clear_line` is the sweep that empties the board, marks full rows and removes them. The sweep
//!   that inserts garbage is `board::raise_rows`.
//! - `danger` notes which players have a cell near the top.
//! - `cell_address` packs row and column of a cell into a memory address.
//!
//! `engine::play` starts a sweep with a strobe and receives the number of full rows. The picture
//! reads a second copy of the cells.

pub mod board_controller;
pub mod cell_address;
pub mod clear_line;
pub mod danger;
pub mod raise_rows;
