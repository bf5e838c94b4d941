//! The sequence of play, and the exchange of the two players' games.
//!
//! `game_engine` is the state machine. It takes key presses from `press_queue` and `auto_shift`,
//! and starts operations of the modules in `piece`, `board`, `scoring` and `versus`.
//! `match_control` holds the phase of each player and decides whose tick comes next.
//! `player_switch` exchanges the two players' states through `game_memory`.

pub mod auto_shift;
pub mod game_engine;
pub mod game_memory;
pub mod match_control;
pub mod player_switch;
pub mod press_queue;
