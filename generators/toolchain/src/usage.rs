//! Use of the resources of a part.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// Use of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Number that the design uses.
    pub used: u64,
    /// Number on the part.
    pub available: u64,
}

/// A resource of which the design needs more than the part has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverUse {
    /// Name in messages, such as `block RAMs`.
    pub name: &'static str,
    /// Number that the design needs, and number on the part.
    pub usage: Usage,
}

impl Display for OverUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Usage { used, available } = self.usage;
        write!(f, "{used} {} of {available}", self.name)
    }
}
