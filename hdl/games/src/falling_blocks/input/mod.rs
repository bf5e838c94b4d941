//! The keys of both players.
//!
//! ```text
//!  key press ---> press_queue -----> engine::play: a press of the player in turn
//!  held keys ---> direction_keys --> engine::play: shifts that are due, soft drop
//! ```
//!
//! - `key_input` connects the two.
//! - `press_queue` stores key presses until their player is in turn, with `queue_pointers` per
//!   player.
//! - `key_pauses` counts the ticks in which a hard drop or a repeat has no effect.
//! - `direction_keys` repeats held directions, with one `auto_shift` per player and one
//!   `shift_repeat` per direction.

pub mod auto_shift;
pub mod direction_keys;
pub mod key_input;
pub mod key_pauses;
pub mod press_queue;
pub mod queue_pointers;
pub mod shift_repeat;
