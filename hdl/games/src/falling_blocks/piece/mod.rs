//! The falling piece, the pieces to come and the timing of the fall.
//!
//! `random_tetris` deals shapes and `hold` keeps one back. `falling_piece_update` spawns, moves,
//! turns and stamps the piece. It reads shapes and kicks from `rule_tables`, and the board cells
//! from the folder `board`. `gravity` counts the rows that are due; `lock_delay` counts the ticks
//! on the ground. `pieces` holds the tables of shapes and kicks as Rust data.

pub mod falling_piece_update;
pub mod gravity;
pub mod hold;
pub mod lock_delay;
pub mod pieces;
pub mod random_tetris;
pub mod rule_tables;
