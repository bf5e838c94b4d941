//! What can run the circuit.

use super::BenchError;
use std::time::Duration;

/// A simulation that is under way.
pub(crate) trait Engine {
    /// Runs so many cycles more.
    fn run(&mut self, cycles: u64) -> Result<(), BenchError>;
    /// The signature of all cycles so far.
    fn signature(&mut self) -> Result<u32, BenchError>;
    /// The process that runs it.
    fn process(&self) -> u32 {
        std::process::id()
    }
}

/// How long a repetition can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Millions of cycles in a second.
    Compiled,
    /// Thousands.
    Interpreted,
}

/// What is said of an engine besides its speed.
#[derive(Clone, Copy)]
pub(crate) struct About {
    pub name: &'static str,
    /// What makes it fast.
    pub flags: &'static str,
    pub pace: Pace,
}

/// An engine on its way through the comparison.
pub(crate) struct Entrant {
    pub about: About,
    pub version: String,
    /// From the circuit to the first cycle.
    pub ready: Duration,
    pub engine: Box<dyn Engine>,
    /// Cycles since power-up.
    pub cycles: u64,
    /// Cycles per second, of each repetition.
    pub speeds: Vec<f64>,
}

impl Entrant {
    pub(crate) fn new(
        about: About,
        version: String,
        ready: Duration,
        engine: Box<dyn Engine>,
    ) -> Entrant {
        Entrant {
            about,
            version,
            ready,
            engine,
            cycles: 0,
            speeds: Vec::new(),
        }
    }
}

/// An engine, or what it would need.
pub(crate) enum Found {
    Here(Entrant),
    Missing {
        about: About,
        /// A program or a file.
        what: &'static str,
        /// Where it was looked for.
        place: String,
    },
}

impl Found {
    /// A program that an engine needs is not installed.
    pub(crate) fn without(about: About, program: &'static str) -> Found {
        Found::Missing {
            about,
            what: program,
            place: String::from("on PATH"),
        }
    }

    pub(crate) fn entrant(&mut self) -> Option<&mut Entrant> {
        match self {
            Found::Here(entrant) => Some(entrant),
            Found::Missing { .. } => None,
        }
    }
}
