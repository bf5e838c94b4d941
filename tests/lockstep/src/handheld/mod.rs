//! Lockstep of `handheld`: its engine alone, or the whole game with its buttons and its panel.

mod engine;
mod gates;
mod pair;
mod player;

pub use engine::{EngineSession, Played};
pub use gates::{Gates, CLOCK_HZ};
pub use pair::Pair;
pub use player::RandomPlayer;
