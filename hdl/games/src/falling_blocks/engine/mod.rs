//! The sequence of play, the key presses, and the exchange of the two players.
//!
//! ```text
//!  key_input: press_queue, direction_keys -------+
//!                                                v
//!  tick -> turn_control: sequencer, --------> play: player_input, fall, lock, spawn, ... -> units
//!          match_control, context_switch <-> game_memory
//! ```
//!
//! - `game_engine` connects the sequence of play with the units that hold the state of a game.
//! - `turn_control` chooses what happens next. `sequencer` decides from the phases in
//!   `match_control`, which has one `player_phase` per player. `context_switch` exchanges the games
//!   of the two players through `game_memory`, which also has the digits and the garbage that
//!   waits.
//! - `play` connects the state machines of the rules. `player_input` carries out a key press. The
//!   other machines are in `piece` and `versus`.
//! - `key_input` holds the keys. `press_queue` stores key presses, with `queue_pointers` per
//!   player. `direction_keys` repeats held directions with one `auto_shift` per player and one
//!   `shift_repeat` per direction.

pub mod auto_shift;
pub mod context_switch;
pub mod direction_keys;
pub mod game_engine;
pub mod game_memory;
pub mod key_input;
pub mod match_control;
pub mod play;
pub mod player_input;
pub mod player_phase;
pub mod press_queue;
pub mod queue_pointers;
pub mod sequencer;
pub mod shift_repeat;
pub mod turn_control;
