//! Names of clears and T-spins beside the boards.
//!
//! `clear_names` takes what is scored. A `name_timer` for each player keeps the time. `name_writer`
//! writes the two lines of a player, part by part, as `name_part` lists them.

pub mod clear_names;
pub mod name_part;
pub mod name_timer;
pub mod name_writer;
