//! `handheld` in lockstep: its engine alone, or the whole game, played with its buttons and seen on its panel.

mod engine;
mod gates;
mod pair;
mod player;

pub use engine::{Played, Session};
pub use gates::{Gates, CLOCK_HZ};
pub use pair::Pair;
pub use player::Player;
