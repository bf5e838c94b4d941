//! Games in which undefined values are random, beside their golden models.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod play;
mod power_up;
mod random_reads;
