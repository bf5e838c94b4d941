//! The sequence of play.
//!
//! ```text
//!  input::key_input -----------------------------+
//!                                                v
//!  tick -> turn_control: sequencer, --------> play: player_input, fall, lock, spawn, ... -> units
//!          match_control <-> exchange
//! ```
//!
//! - `game_engine` connects the sequence of play with the units that hold the state of a game.
//! - `turn_control` chooses what happens next: a key press, a tick, or the exchange of the players.
//!   `sequencer` decides from the phases in `match_control`, which has one `player_phase` per
//!   player.
//! - `play` connects the state machines of the rules. `player_input` carries out a key press. The
//!   other machines are in `piece` and `versus`.

pub mod game_engine;
pub mod level_clock;
pub mod match_control;
pub mod play;
pub mod player_input;
pub mod player_phase;
pub mod sequencer;
pub mod turn_control;
