//! Benchmark circuits: a game with a key player that operates it, or a design that needs no input,
//! and a signature of the outputs.
//!
//! Key player and signature are part of the circuit, so that all engines simulate the same design
//! and do no other work.

use rust_hdl::prelude::Block;

/// A benchmark circuit. Its only input is `clock`.
pub(super) trait Circuit: Block + Send + Sized + 'static {
    /// For one or two players, in a game for two.
    fn new(players: u8) -> Self;

    /// Signature of all outputs in all cycles so far: output `signature` of the circuit.
    fn signature(&self) -> u32;

    /// Changes the level of the clock.
    fn tick(&mut self);
}
