//! Interfaces to the engine and parts that the shells of `arcade` and `handheld` share.
//!
//! ```text
//!  keys, settings --> engine --> sound_events, scenes --> game_over_strobe --> sounds of a game
//!                           \--> text, picture
//! ```
//!
//! - `alarm` says when danger is heard and seen.
//! - `keys` are key presses and settings.
//! - `scenes` is the end of a game and its result. `game_over_strobe` detects the end.
//! - `sound_events` are the events of pieces and locks that have a sound.
//! - `text` writes the digits of score, lines and level; it also reads drawings of characters.
//! - `picture` shows values of both players.

pub mod alarm;
pub mod game_over_strobe;
pub mod keys;
pub mod picture;
pub mod scenes;
pub mod sound_events;
pub mod text;
