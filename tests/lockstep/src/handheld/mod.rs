//! Lockstep of `handheld`, with its buttons and its panel.

mod gates;
mod pair;
mod player;
mod session;

pub use gates::{Gates, CLOCK_HZ};
pub use pair::Pair;
pub use player::RandomPlayer;
pub use session::RandomSession;
