//! Games in gates and golden models, playing the same games at the same time.
//!
//! Here, and not among the tests, as `gatefall verify` plays many more of them than tests have time for.

pub mod arcade;
pub mod falling_blocks;
pub mod handheld;
pub mod matrix;
