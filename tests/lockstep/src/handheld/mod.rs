//! Lockstep of `handheld`, with its buttons and its panel.

mod gates;
mod pair;
mod player;

pub use gates::{Gates, CLOCK_HZ};
pub use pair::Pair;
pub use player::RandomPlayer;
