//! Time, counts and records, in decimal.
//!
//! `statistics_control` runs the steps that `steps` lists: what changes, when, and its place on the
//! screen. `pending_events` chooses the next steps, `step_sequence` goes through them. `step_table`
//! is the list as a ROM; `step_condition`, `step_operation` and `step_place` evaluate a step.
//! `settings_rows` shows the settings.
//! `decimal_unit` does the work: it counts, compares, copies and shows decimal numbers and words in
//! one block RAM, a digit at a time (`digit_counter`). `text_rom` lists the items of that memory.
//! `stopwatch` divides the clock into hundredths of a second.

pub mod decimal_unit;
pub mod digit_counter;
pub mod item_memory;
pub mod pending_events;
pub mod settings_rows;
pub mod statistics_control;
pub mod step_condition;
pub mod step_operation;
pub mod step_place;
pub mod step_sequence;
pub mod step_table;
pub mod steps;
pub mod stopwatch;
pub mod text_rom;
