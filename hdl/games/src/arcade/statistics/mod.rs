//! Time, counts and score tables, in decimal.
//!
//! `statistics_control` runs the steps that `steps` lists: what changes, when, and its place on the
//! screen. `pending_events` chooses the next steps, `step_sequence` goes through them, and
//! `step_walk` does one: `step_table` is the list as a ROM; `step_condition`, `step_operation` and
//! `step_place` evaluate a step. `settings_rows` shows the settings. `score_table` goes through the
//! entries of a table, `name_entry` enters a name into one, through `entry_port`,
//! with letters from `next_letter`. `cap_writer` writes the keys that are set.
//!
//! `decimal_unit` does the work: it counts, compares, copies and shows decimal numbers and words in
//! two block RAMs, a digit at a time (`digit_counter`). `text_rom` lists the items of that memory.
//! `stopwatch` divides the clock into hundredths of a second.

pub mod cap_writer;
pub mod decimal_unit;
pub mod digit_counter;
pub mod entry_port;
pub mod item_memory;
pub mod name_entry;
pub mod next_letter;
pub mod pending_events;
pub mod score_table;
pub mod settings_rows;
pub mod statistics_control;
pub mod step_condition;
pub mod step_operation;
pub mod step_place;
pub mod step_sequence;
pub mod step_table;
pub mod step_walk;
pub mod steps;
pub mod stopwatch;
pub mod text_rom;
