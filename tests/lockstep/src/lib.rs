//! Lockstep comparison of games in simulated hardware with golden models.
//!
//! This is a crate of its own, because `gatefall verify` plays many more games than the tests have
//! time for.

pub mod arcade;
pub mod falling_blocks;
pub mod fault;
pub mod handheld;
pub mod matrix;
pub mod tape;
pub mod tictactoe;
