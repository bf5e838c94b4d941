//! Garbage between two players.
//!
//! ```text
//!  lock with full rows ---> attack -------> garbage: cancel, exchange of the players, append
//!  lock without full rows > garbage_rise -> garbage: take a row -> board::raise_rows
//! ```
//!
//! - `attack` is the state machine of an attack: it cancels garbage of its own player, then sends
//!   the rest to the other one.
//! - `garbage_rise` is the state machine that raises the rows that wait after a lock without a
//!   clear.
//! - `garbage` is the queue of batches of each player. It draws the column of each hole.
//!   `batch_rows` computes the rows of a batch.
//! - `player_status` keeps the rows that wait and the lock delay of a player for the picture.
//! - `versus_control` connects these.
//!
//! `scoring::clear_scoring` computes the rows of an attack. `engine::play` starts the machines.

pub mod attack;
pub mod batch_rows;
pub mod garbage;
pub mod garbage_rise;
pub mod player_status;
pub mod versus_control;
