//! The exchange of the two players.
//!
//! One set of circuits plays both games. The registers of a game are a shift register, the context
//! chain. While it shifts, the state of the other game comes in and this one goes out.
//!
//! - `context_switch` is the state machine that shifts the chain, and the player in turn.
//! - `game_memory` stores the game that waits. It also has the digits of both players and the
//!   garbage that waits, with one port for each.
//!
//! `engine::turn_control` starts an exchange between two operations. `engine/game_engine.rs` has
//! the order of the chain.

pub mod context_switch;
pub mod game_memory;
