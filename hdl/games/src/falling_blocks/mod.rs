//! The rules of falling blocks, shared by `arcade` and `handheld`.
//!
//! ```text
//!  key presses, ticks -> engine ---> piece ---> board ---> picture
//!                          |  ^        |          |
//!                          |  |     (lock)   (full rows)
//!                          |  |        v          v
//!                          |  +----- scoring <----+ ---> digits
//!                          +-------> versus: garbage for the other player
//! ```
//!
//! `engine` holds the sequence of play. It starts operations of the other folders and waits for
//! them. `docs/rules.md` states the rules and names the module of each.

pub mod board;
pub mod engine;
pub mod piece;
pub mod scoring;
pub mod versus;
