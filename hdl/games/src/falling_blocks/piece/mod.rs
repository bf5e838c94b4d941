//! The falling piece, from the bag to the lock.
//!
//! ```text
//!  random_tetris, hold -> spawn -> falling_piece_update <-> board
//!  gravity -> fall -> lock_delay -> lock -> spawn
//!  pieces, speed -> rule_tables -> falling_piece_update, gravity
//! ```
//!
//! - `spawn`, `fall` and `lock` are state machines of `engine::play`: they hold the rules.
//! - `falling_piece_update` holds the piece. It spawns, moves, turns and stamps it.
//!   `first_trial` decodes its operations, `place_lookup` addresses its table and adds, and
//!   `piece_registers` stores the piece.
//! - `random_tetris` deals shapes in bags of seven; `hold` stores one shape.
//! - `gravity` counts the rows that are due. `lock_delay` counts the ticks on the ground.
//! - `pieces` holds shapes, corners and kicks as Rust data, `speed` the speeds of the levels;
//!   `rule_tables` is the ROM made of both.
//! - `piece_interface` declares the operations of the piece and its signals.

pub mod fall;
pub mod falling_piece_update;
pub mod first_trial;
pub mod gravity;
pub mod hold;
pub mod lock;
pub mod lock_delay;
pub mod piece_interface;
pub mod piece_registers;
pub mod pieces;
pub mod place_lookup;
pub mod random_tetris;
pub mod rule_tables;
pub mod spawn;
pub mod speed;
