//! The engine of falling-block games in lockstep: alone, or inside of a game.

mod bot;
mod gates;
mod pair;
mod probe;
mod search;
mod state;

pub use bot::{best, best_rest, Aim, Target};
pub use gates::Gates;
pub use pair::{Kind, Pair, Step};
pub use probe::{Drawn, Probe};
pub use search::{rests, way_to_kick, Move, Rest};
pub use state::State;

use std::fmt;
use thiserror::Error;

/// Where gates and model are not the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Difference {
    /// What differs, and of whom.
    pub what: String,
    /// That of the gates.
    pub gates: String,
    /// That of the model.
    pub model: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} differs\ngates: {}\nmodel: {}",
            self.what, self.gates, self.model
        )
    }
}

impl Difference {
    /// Both sides, if they are not the same.
    ///
    /// # Errors
    /// Is what it tells.
    pub fn unless_equal<T: PartialEq + fmt::Display>(
        what: &str,
        gates: &T,
        model: &T,
    ) -> Result<(), Box<Difference>> {
        if gates == model {
            return Ok(());
        }
        Err(Box::new(Difference {
            what: what.to_owned(),
            gates: gates.to_string(),
            model: model.to_string(),
        }))
    }

    /// The gates drew what cannot be drawn.
    pub fn drawn(what: &str, error: &impl fmt::Display) -> Box<Difference> {
        Box::new(Difference {
            what: format!("{what}: what is drawn at random"),
            gates: error.to_string(),
            model: "draws no such thing".to_owned(),
        })
    }
}
