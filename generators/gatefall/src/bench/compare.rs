//! Runs all engines in turn, and compares their signatures.

use super::clock::Clock;
use super::engine::{Entrant, Found, Pace};
use super::BenchError;
use crate::interrupt::is_interrupted;
use gatefall_toolchain::Session;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Number of measurements per engine. The engines take turns, so that other load of the machine
/// affects all of them.
pub(crate) const REPETITIONS: u64 = 5;
/// Cycles before the measurement. After them the WebAssembly engine has compiled a small circuit
/// again three times, and the arcade twice; V8 uses its optimising compiler.
const WARM_UP: u64 = 20_000_000;
/// Maximum number of cycles per repetition of an interpreter.
const INTERPRETED: u64 = 20_000;
/// Cycles in which instructions are counted: two pictures of the arcade.
const COUNTED: u32 = 2 * 800 * 525;

/// Settings of the comparison.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Cycles per repetition.
    pub cycles: u64,
}

/// Signature for each number of cycles.
#[derive(Default)]
pub(crate) struct Signatures(pub BTreeMap<u64, Seen>);

/// A signature, and the first engine that reported it.
pub(crate) struct Seen {
    pub value: u32,
    pub first: &'static str,
    /// Number of engines that reported it.
    pub engines: usize,
}

impl Plan {
    /// Cycles per repetition of an engine of this pace.
    pub(crate) fn repetition(self, pace: Pace) -> u64 {
        match pace {
            Pace::Compiled => self.cycles,
            Pace::Interpreted => self.cycles.min(INTERPRETED),
        }
    }

    /// Runs a compiling engine until it is fast. Stops at every cycle count at which other engines
    /// report a signature.
    pub(crate) fn warm_up(
        self,
        entrant: &mut Entrant,
        signatures: &mut Signatures,
    ) -> Result<(), BenchError> {
        if entrant.about.pace == Pace::Interpreted {
            return Ok(());
        }
        let clock = Clock::start(entrant.engine.process());
        let stops = (1..=REPETITIONS).map(|n| n * self.repetition(Pace::Interpreted));
        for stop in stops.chain([WARM_UP]) {
            entrant.advance(stop - entrant.cycles)?;
            signatures.check(entrant)?;
        }
        entrant.warm_up = Some(clock.elapsed());
        Ok(())
    }

    /// Measures all engines in turn.
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
        for entrant in found.iter_mut().filter_map(Found::entrant) {
            entrant.instructions = entrant.engine.instructions(COUNTED)?;
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
            // A short run may be below the resolution of the clock.
            let seconds = took.max(Duration::from_nanos(1)).as_secs_f64();
            entrant.speeds.push(cycles as f64 / seconds);
            signatures.check(entrant)?;
        }
        Ok(())
    }
}

impl Entrant {
    fn advance(&mut self, cycles: u64) -> Result<(), BenchError> {
        if is_interrupted() {
            return Err(BenchError::Interrupted);
        }
        self.cycles += cycles;
        self.engine.run(cycles)
    }
}

impl Signatures {
    /// Compares the engine's signature with the known one for its number of cycles, or stores it.
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
