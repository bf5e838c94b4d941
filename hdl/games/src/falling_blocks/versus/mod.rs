//! Garbage between two players.
//!
//! `garbage` queues the rows that wait for each player, cancels them and chooses the holes.
//! `raise_rows` is the sweep that pushes the board up and inserts a row.

pub mod garbage;
pub mod raise_rows;
