//! Time, counts and records, in decimal.
//!
//! `clerk` decides which value changes and when. `ledger` does it: it adds, compares, copies and
//! shows decimal numbers and words in one block RAM. `book` lists the items of that memory.
//! `stopwatch` divides the clock into hundredths of a second.

pub mod book;
pub mod clerk;
pub mod ledger;
pub mod stopwatch;
