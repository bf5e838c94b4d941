//! Differences between hardware and model.

use std::fmt;
use thiserror::Error;

/// A difference between hardware and model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Difference {
    /// Name of the differing state, with its player.
    pub what: String,
    /// Value of the hardware.
    pub gates: String,
    /// Value of the model.
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
    /// Compares two values.
    ///
    /// # Errors
    /// If they differ.
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

    /// A random value of the hardware that the rules exclude.
    pub fn drawn(what: &str, error: &impl fmt::Display) -> Box<Difference> {
        Box::new(Difference {
            what: format!("{what}: what is drawn at random"),
            gates: error.to_string(),
            model: "draws no such thing".to_owned(),
        })
    }
}
