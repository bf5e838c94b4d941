//! Running all engines in turn, and holding their signatures against each other.

use super::clock::Clock;
use super::engine::{Entrant, Found, Pace};
use super::BenchError;
use crate::INTERRUPTED;
use gatefall_toolchain::Session;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often each engine is measured. The engines take turns, so that what else the machine does hits all of them.
pub(crate) const REPETITIONS: u64 = 5;
/// Cycles that an engine runs before it is measured: ours has been compiled anew for what it does, three times, V8 has compiled it in earnest.
const WARM_UP: u64 = 20_000_000;
/// The most cycles in a repetition of an engine that interprets.
const INTERPRETED: u64 = 20_000;

/// What is run.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Cycles of a repetition.
    pub cycles: u64,
}

/// The signature at each number of cycles.
#[derive(Default)]
pub(crate) struct Signatures(pub BTreeMap<u64, Seen>);

/// A signature, as the first engine had it that came by.
pub(crate) struct Seen {
    pub value: u32,
    pub first: &'static str,
    /// How many engines have it.
    pub engines: usize,
}

impl Plan {
    /// Cycles of a repetition of such an engine.
    pub(crate) fn repetition(self, pace: Pace) -> u64 {
        match pace {
            Pace::Compiled => self.cycles,
            Pace::Interpreted => self.cycles.min(INTERPRETED),
        }
    }

    /// Takes an engine that compiles to where it is fast, through all places at which the others can be compared with it.
    pub(crate) fn warm_up(
        self,
        entrant: &mut Entrant,
        signatures: &mut Signatures,
    ) -> Result<(), BenchError> {
        if entrant.about.pace == Pace::Interpreted {
            return Ok(());
        }
        let stops = (1..=REPETITIONS).map(|n| n * self.repetition(Pace::Interpreted));
        for stop in stops.chain([WARM_UP]) {
            entrant.advance(stop - entrant.cycles)?;
            signatures.check(entrant)?;
        }
        Ok(())
    }

    /// Measures all engines, in turn.
    pub(crate) fn measure(
        self,
        found: &mut [Found],
        signatures: &mut Signatures,
        session: &Session,
    ) -> Result<(), BenchError> {
        for number in 1..=REPETITIONS {
            let step = format!("repetition {number} of {REPETITIONS}");
            session.watcher.begin(&step);
            let start = Instant::now();
            let outcome = self.repeat(&step, found, signatures, session);
            session.watcher.end(&step, start.elapsed(), outcome.is_ok());
            outcome?;
        }
        Ok(())
    }

    fn repeat(
        self,
        step: &str,
        found: &mut [Found],
        signatures: &mut Signatures,
        session: &Session,
    ) -> Result<(), BenchError> {
        let here = found.iter_mut().filter_map(Found::entrant);
        for entrant in here {
            session.watcher.line(step, entrant.about.name);
            let cycles = self.repetition(entrant.about.pace);
            let clock = Clock::start(entrant.engine.process());
            entrant.advance(cycles)?;
            let took = clock.elapsed();
            // A run of few cycles may be too short for the clock.
            let seconds = took.max(Duration::from_nanos(1)).as_secs_f64();
            entrant.speeds.push(cycles as f64 / seconds);
            signatures.check(entrant)?;
        }
        Ok(())
    }
}

impl Entrant {
    fn advance(&mut self, cycles: u64) -> Result<(), BenchError> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Err(BenchError::Interrupted);
        }
        self.cycles += cycles;
        self.engine.run(cycles)
    }
}

impl Signatures {
    /// Holds the engine's signature against the one that is known at this number of cycles, if any is.
    fn check(&mut self, entrant: &mut Entrant) -> Result<(), BenchError> {
        let (engine, cycles) = (entrant.about.name, entrant.cycles);
        let value = entrant.engine.signature()?;
        let seen = self.0.entry(cycles).or_insert(Seen {
            value,
            first: engine,
            engines: 0,
        });
        seen.engines += 1;
        match value == seen.value {
            true => Ok(()),
            false => Err(BenchError::Differ {
                engine,
                cycles,
                value,
                other: seen.first,
                expected: seen.value,
            }),
        }
    }
}
