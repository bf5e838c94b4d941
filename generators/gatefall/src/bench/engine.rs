//! Interface of simulation engines.

use super::BenchError;
use std::time::Duration;

/// A running simulation.
pub(crate) trait Engine {
    /// Runs `cycles` more cycles.
    fn run(&mut self, cycles: u64) -> Result<(), BenchError>;
    /// Signature of all cycles so far.
    fn signature(&mut self) -> Result<u32, BenchError>;
    /// Instructions per cycle in the next `cycles` cycles, without running them. `None` for an
    /// engine that cannot count them.
    fn instructions(&mut self, _cycles: u32) -> Result<Option<f64>, BenchError> {
        Ok(None)
    }
    /// Id of the process that runs it.
    fn process(&self) -> u32 {
        std::process::id()
    }
}

/// Speed class of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Millions of cycles per second.
    Compiled,
    /// Thousands of cycles per second.
    Interpreted,
}

/// Description of an engine.
#[derive(Clone, Copy)]
pub(crate) struct About {
    pub name: &'static str,
    /// Compiler and optimisation flags.
    pub flags: &'static str,
    pub pace: Pace,
}

/// A running engine and its measurements.
pub(crate) struct Entrant {
    pub about: About,
    pub version: String,
    /// Time from the circuit to the first cycle.
    pub ready: Duration,
    /// Processor time of the cycles before the measurement. None for an interpreter.
    pub warm_up: Option<Duration>,
    pub engine: Box<dyn Engine>,
    /// Cycles since power-up.
    pub cycles: u64,
    /// Cycles per second in each repetition.
    pub speeds: Vec<f64>,
    /// Instructions per cycle after the last repetition.
    pub instructions: Option<f64>,
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
            warm_up: None,
            engine,
            cycles: 0,
            speeds: Vec::new(),
            instructions: None,
        }
    }
}

/// An engine, or the reason why it is unavailable.
pub(crate) enum Found {
    Here(Entrant),
    Missing {
        about: About,
        /// Missing program or file.
        what: &'static str,
        /// Searched place.
        place: String,
    },
}

impl Found {
    /// The result for an engine whose program is not installed.
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
