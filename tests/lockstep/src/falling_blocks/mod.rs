//! Lockstep of the engine of falling-block games, alone or inside a game.

mod bot;
mod difference;
mod engine_session;
mod gates;
mod pair;
mod probe;
mod search;
mod state;
mod waiting_game;

pub use bot::{best, best_drop, best_rest, most_lines, Aim, Target};
pub use difference::Difference;
pub use engine_session::{EngineSession, Played};
pub use gates::Gates;
pub use pair::{Kind, Pair, Step};
pub use probe::{Drawn, EngineProbe};
pub use search::{rests, way_to_kick, Move, Rest};
pub use state::State;
