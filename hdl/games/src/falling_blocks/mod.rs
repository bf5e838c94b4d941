//! Rules of falling blocks, shared by `arcade` and `handheld`.
//!
//! ```text
//!  keys ---> input ---> engine ---> piece ---> board ---> picture
//!  ticks ----------------^ |  ^        |          |
//!                          |  |     (lock)   (full rows)
//!                          |  |        v          v
//!                          |  +----- scoring <----+ ---> digits
//!                          +-------> versus: garbage for the other player
//!                          +-------> exchange: the other player is in turn
//! ```
//!
//! - `engine` holds the sequence of play.
//! - `input` holds the key presses and the keys that are held.
//! - `exchange` exchanges the games of the two players, which share the circuits.
//! - `piece` holds the falling piece: bags, hold, spawn, moves, fall, lock delay and lock.
//! - `board` holds the cells and the sweeps over its rows.
//! - `scoring` computes the points, rows and level of a lock.
//! - `versus` sends, queues and raises garbage.
//! - `shell` is shared by everything around the engine: keys, scenes, sounds, text, picture.
//!
//! Begin with `engine/game_engine.rs`. `engine/play.rs` connects the state machines of the rules.
//! `docs/rules.md` states each rule and the modules that implement it.

pub mod board;
pub mod engine;
pub mod exchange;
pub mod input;
pub mod piece;
pub mod scoring;
pub mod shell;
pub mod versus;
