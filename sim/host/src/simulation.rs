//! A program that runs, and its tuning.

use gatefall_compile::{Program, SignalReader, ValueLocation};

use crate::error::HostError;
use crate::program_instance::{ProgramInstance, BASELINE};
use crate::tuning::{Tuned, Tuning};

/// A running program.
pub(crate) struct Simulation {
    pub(crate) program: Program,
    pub(crate) running: ProgramInstance,
    /// Cycles that this program ran. Snapshots do not change it.
    ran: u64,
    /// Programs of the design that were taken over.
    pub(crate) tunings: u64,
    pub(crate) tuning: Tuning,
    /// Prepared signals by their number. A signal is prepared at its first use.
    signals: Vec<Option<Box<Prepared>>>,
}

/// A signal that can be read and, if it is free, written.
pub(crate) struct Prepared {
    pub(crate) name: String,
    pub(crate) width: u32,
    pub(crate) place: Option<ValueLocation>,
    pub(crate) is_observed: bool,
    pub(crate) probe: SignalReader,
}

impl Prepared {
    fn new(program: &Program, number: usize) -> Option<Prepared> {
        let name = program.signal_names().nth(number)?;
        let found = program.signal(name)?;
        Some(Prepared {
            name: name.to_owned(),
            width: found.width(),
            place: found.place(),
            is_observed: found.is_observed(),
            probe: program.probe([name]),
        })
    }

    /// Computes the value from an image.
    pub(crate) fn sample(&mut self, image: &[u8]) -> Result<&SignalReader, HostError> {
        if !self.is_observed {
            return Err(HostError::NotObserved(self.name.clone()));
        }
        self.probe.sample(image);
        Ok(&self.probe)
    }
}

impl Simulation {
    /// Starts a program at power-up.
    pub(crate) fn new(program: Program) -> Result<Simulation, HostError> {
        let running = ProgramInstance::new(&program, BASELINE)?;
        Ok(Simulation {
            running,
            ran: 0,
            tunings: 0,
            tuning: Tuning::default(),
            signals: program.signal_names().map(|_| None).collect(),
            program,
        })
    }

    /// Runs some cycles. Takes profiling samples in between, and compiles the design again at the
    /// end of an epoch.
    pub(crate) fn run(&mut self, cycles: u32) {
        let mut left = cycles;
        while left > 0 {
            if let Some(outcome) = self.tuning.finished(&self.program) {
                self.end_round(outcome);
            }
            let part = u64::from(left).min(self.tuning.cycles_to_sample(self.ran)) as u32;
            self.running.run(part);
            self.ran += u64::from(part);
            left -= part;
            if self.tuning.cycles_to_sample(self.ran) == 0 {
                let image = self.running.image();
                if let Some(outcome) = self.tuning.sample(self.ran, &self.program, image) {
                    self.end_round(outcome);
                }
            }
        }
    }

    fn end_round(&mut self, outcome: Result<Tuned, HostError>) {
        match outcome {
            Ok(tuned) => self.take_over(tuned),
            Err(error) => self.tuning.failure = Some(error),
        }
    }

    /// Continues with another program of the same design.
    pub(crate) fn take_over(&mut self, tuned: Tuned) {
        self.tuning.taken_over(self.ran);
        self.tunings += 1;
        self.tuning.failure = None;
        let before = std::mem::replace(&mut self.running, tuned.running);
        self.program = tuned.program;
        self.copy_state(&before);
    }

    /// Continues from the state of another program of the same design.
    pub(crate) fn copy_state(&mut self, other: &ProgramInstance) {
        let size = self.program.image_size();
        self.running.image_mut()[..size].copy_from_slice(&other.image()[..size]);
    }

    /// The state.
    pub(crate) fn image(&self) -> &[u8] {
        &self.running.image()[..self.program.image_size()]
    }

    /// A prepared signal of this number. `None` if there is none.
    pub(crate) fn prepared(
        &mut self,
        number: usize,
    ) -> Option<(&mut Prepared, &mut ProgramInstance)> {
        let slot = self.signals.get_mut(number)?;
        if slot.is_none() {
            *slot = Prepared::new(&self.program, number).map(Box::new);
        }
        Some((slot.as_mut()?, &mut self.running))
    }
}
