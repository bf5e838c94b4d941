//! Circuits that are no games: a UART with a FIFO, a small computer, an SPI controller with a
//! filter.
//!
//! Each contains its own stimulus, so the clock is all that it needs. `gatefall bench` measures
//! the simulators with them. They also show how the modules of the games are written, in circuits
//! of a few files.

pub mod cpu;
pub mod filter;
mod random;
pub mod uart;
