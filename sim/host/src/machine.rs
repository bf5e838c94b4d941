//! A machine: an instance of a compiled design with its state.

use std::collections::HashMap;

use gatefall_compile::{compile, value, Program, SignalReader, ValueLocation};
use gatefall_netlist::{Netlist, Value};

use crate::error::HostError;
use crate::memory::MemoryView;
use crate::names::{matches, nearest};
use crate::program_instance::{ProgramInstance, BASELINE};
use crate::tuning::{Tuned, Tuning};
use crate::wave::{Recorder, WaveFormat};

/// A running design.
///
/// All registers share one clock. A peeked value depends on the current inputs and state. So a
/// poked input is visible behind combinational logic at once, and behind a register after the next
/// cycle.
pub struct Machine {
    program: Program,
    running: ProgramInstance,
    cycles: u64,
    /// Cycles that this machine ran. Snapshots do not change it.
    ran: u64,
    pub(crate) tuning: Tuning,
    handles: HashMap<String, SignalId>,
    /// Prepared signals by their number. A signal is prepared at its first use.
    signals: Vec<Option<Box<Prepared>>>,
    recorder: Option<Recorder>,
}

/// A signal of a design, found once by name. It is valid in any machine of that design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignalId {
    /// Identity of the design.
    design: u64,
    number: usize,
}

struct Prepared {
    name: String,
    width: u32,
    place: Option<ValueLocation>,
    probe: SignalReader,
}

impl Prepared {
    fn new(program: &Program, number: usize) -> Option<Prepared> {
        let name = program.signal_names().nth(number)?;
        let found = program.signal(name)?;
        Some(Prepared {
            name: name.to_owned(),
            width: found.width(),
            place: found.place(),
            probe: program.probe([name]),
        })
    }
}

/// The state of a machine at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Identity of the design.
    design: u64,
    image: Vec<u8>,
    cycles: u64,
}

impl Snapshot {
    /// Inputs, registers and memories as bytes, in the layout of the [`Program`].
    pub fn image(&self) -> &[u8] {
        &self.image
    }
}

/// A reference to a signal: a hierarchical name such as `game.board.row`, or a [`SignalId`].
pub trait AsSignal {
    /// The signal of this machine.
    ///
    /// # Errors
    /// If no signal has that name.
    fn find(self, machine: &mut Machine) -> Result<SignalId, HostError>;
}

impl AsSignal for SignalId {
    fn find(self, _: &mut Machine) -> Result<SignalId, HostError> {
        // Each use checks that the signal belongs to the machine's design.
        Ok(self)
    }
}

impl AsSignal for &str {
    fn find(self, machine: &mut Machine) -> Result<SignalId, HostError> {
        machine.signal(self)
    }
}

impl AsSignal for &String {
    fn find(self, machine: &mut Machine) -> Result<SignalId, HostError> {
        machine.signal(self)
    }
}

impl Machine {
    /// Compiles a design and starts it at power-up: registers and memories hold their initial
    /// values, inputs are zero.
    ///
    /// # Errors
    /// If the netlist cannot be compiled.
    pub fn new(netlist: &Netlist) -> Result<Machine, HostError> {
        Machine::with_program(compile(netlist)?)
    }

    /// Starts a compiled design.
    ///
    /// # Errors
    /// If the engine cannot be started.
    pub fn with_program(program: Program) -> Result<Machine, HostError> {
        let running = ProgramInstance::new(&program, BASELINE)?;
        let signals = program.signal_names().map(|_| None).collect();
        Ok(Machine {
            program,
            running,
            cycles: 0,
            ran: 0,
            tuning: Tuning::default(),
            handles: HashMap::new(),
            signals,
            recorder: None,
        })
    }

    /// The compiled design.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Number of cycles since power-up.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Runs some cycles.
    pub fn run(&mut self, cycles: u64) {
        if self.recorder.is_some() {
            for _ in 0..cycles {
                self.call(1);
                self.sample();
            }
            return;
        }
        let mut left = cycles;
        while left > 0 {
            let part = left.min(u64::from(u32::MAX));
            self.call(part as u32);
            left -= part;
        }
    }

    /// Runs some cycles. Takes profiling samples in between, and compiles the design again at the
    /// end of an epoch.
    fn call(&mut self, cycles: u32) {
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
        self.cycles += u64::from(cycles);
    }

    /// Compiles the design again for its current behaviour, so that logic that rarely changes is
    /// skipped. A machine does this by itself, for the first time after about 150,000 cycles. Only
    /// the speed changes.
    ///
    /// # Errors
    /// If the design cannot be compiled again. The machine then runs on unchanged.
    pub fn tune(&mut self) -> Result<(), HostError> {
        let image = self.running.image()[..self.program.image_size()].to_vec();
        self.take_over(Tuned::new(&self.program, vec![image])?);
        Ok(())
    }

    /// The reason why the last automatic tuning failed, if it did. The machine then runs on
    /// unchanged, at a lower speed. A later epoch that succeeds clears the reason.
    pub fn tuning_failure(&self) -> Option<&HostError> {
        self.tuning.failure.as_ref()
    }

    fn end_round(&mut self, outcome: Result<Tuned, HostError>) {
        match outcome {
            Ok(tuned) => self.take_over(tuned),
            Err(error) => self.tuning.failure = Some(error),
        }
    }

    fn take_over(&mut self, tuned: Tuned) {
        self.tuning.taken_over(self.ran);
        self.tuning.failure = None;
        let before = std::mem::replace(&mut self.running, tuned.running);
        self.program = tuned.program;
        let size = self.program.image_size();
        self.running.image_mut()[..size].copy_from_slice(&before.image()[..size]);
    }

    /// Number of WebAssembly instructions that so many cycles from the next one on take: a measure
    /// of speed that does not depend on the load of the computer. The machine itself does not run.
    ///
    /// # Errors
    /// If the engine cannot be started.
    pub fn instructions(&self, cycles: u32) -> Result<u64, HostError> {
        let image = &self.running.image()[..self.program.image_size()];
        ProgramInstance::count(&self.program, image, cycles)
    }

    /// Runs until the condition holds, which is checked before each cycle. Returns the number of
    /// cycles, or `None` if the condition does not hold within `limit` cycles.
    pub fn run_until(
        &mut self,
        mut condition: impl FnMut(&mut Machine) -> bool,
        limit: u64,
    ) -> Option<u64> {
        for cycle in 0..=limit {
            if condition(self) {
                return Some(cycle);
            }
            if cycle < limit {
                self.run(1);
            }
        }
        None
    }

    /// Finds a signal by hierarchical name.
    ///
    /// # Errors
    /// If no signal has that name.
    pub fn signal(&mut self, name: &str) -> Result<SignalId, HostError> {
        if let Some(&signal) = self.handles.get(name) {
            return Ok(signal);
        }
        let Some(found) = self.program.signal(name) else {
            return Err(self.unknown_signal(name));
        };
        let signal = SignalId {
            design: self.program.identity(),
            number: found.number(),
        };
        self.handles.insert(name.to_owned(), signal);
        Ok(signal)
    }

    /// A prepared signal. It is prepared at its first use.
    fn prepared(
        &mut self,
        signal: SignalId,
    ) -> Result<(&mut Prepared, &mut ProgramInstance), HostError> {
        if signal.design != self.program.identity() {
            return Err(HostError::ForeignSignal);
        }
        let slot = self.signals.get_mut(signal.number);
        let slot = slot.ok_or(HostError::ForeignSignal)?;
        if slot.is_none() {
            *slot = Prepared::new(&self.program, signal.number).map(Box::new);
        }
        match slot {
            Some(prepared) => Ok((prepared, &mut self.running)),
            None => Err(HostError::ForeignSignal),
        }
    }

    fn unknown_signal(&self, name: &str) -> HostError {
        HostError::UnknownSignal {
            name: name.to_owned(),
            nearest: nearest(name, self.program.signal_names()),
        }
    }

    /// Names of the signals that match a pattern. `*` stands for any text and `?` for one
    /// character.
    ///
    /// # Errors
    /// If none matches.
    pub fn matching(&self, pattern: &str) -> Result<Vec<String>, HostError> {
        let names = self
            .program
            .signal_names()
            .filter(|name| matches(pattern, name));
        let names: Vec<String> = names.map(str::to_owned).collect();
        if names.is_empty() {
            return Err(self.unknown_signal(pattern));
        }
        Ok(names)
    }

    /// The value of a signal of at most 64 bits.
    ///
    /// # Errors
    /// If no signal has that name, it is wider, or the handle is of another design.
    pub fn peek(&mut self, signal: impl AsSignal) -> Result<u64, HostError> {
        let signal = signal.find(self)?;
        let (prepared, running) = self.prepared(signal)?;
        if prepared.width > 64 {
            return Err(HostError::TooWide {
                name: prepared.name.clone(),
                width: prepared.width,
            });
        }
        prepared.probe.sample(running.image());
        let value = prepared.probe.values().flatten().next();
        Ok(value.expect("a probe of a signal has a value"))
    }

    /// The value of a signal of any width.
    ///
    /// # Errors
    /// If no signal has that name, or the handle is of another design.
    pub fn peek_value(&mut self, signal: impl AsSignal) -> Result<Value, HostError> {
        let signal = signal.find(self)?;
        let (prepared, running) = self.prepared(signal)?;
        prepared.probe.sample(running.image());
        Ok(value(prepared.width, prepared.probe.values().flatten()))
    }

    /// Sets an input of the top, an output of a black box, or a register.
    ///
    /// # Errors
    /// If no signal has that name, the signal is driven by the design, the value does not fit, or
    /// the handle is of another design.
    pub fn poke(&mut self, signal: impl AsSignal, value: u64) -> Result<(), HostError> {
        self.poke_value(signal, &Value::new(64, value))
    }

    /// Sets a signal of any width. The value may have any width as long as its bits fit.
    ///
    /// # Errors
    /// As [`Machine::poke`].
    pub fn poke_value(&mut self, signal: impl AsSignal, value: &Value) -> Result<(), HostError> {
        let signal = signal.find(self)?;
        let (prepared, running) = self.prepared(signal)?;
        let Some(place) = &prepared.place else {
            return Err(HostError::Driven(prepared.name.clone()));
        };
        if value.bits().bits() > u64::from(prepared.width) {
            return Err(HostError::TooWide {
                name: prepared.name.clone(),
                width: prepared.width,
            });
        }
        place.write(running.image_mut(), value.bits().clone());
        Ok(())
    }

    /// Access to the words of a memory, by hierarchical name.
    ///
    /// # Errors
    /// If no memory has that name.
    pub fn memory(&mut self, name: &str) -> Result<MemoryView<'_>, HostError> {
        match self.program.memories().find(|memory| memory.name() == name) {
            Some(memory) => Ok(MemoryView::new(memory, &mut self.running)),
            None => Err(HostError::UnknownMemory {
                name: name.to_owned(),
                nearest: nearest(name, self.program.memories().map(|memory| memory.name())),
            }),
        }
    }

    /// The whole state: inputs, registers, memories, and the number of cycles.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            design: self.program.identity(),
            image: self.running.image()[..self.program.image_size()].to_vec(),
            cycles: self.cycles,
        }
    }

    /// Restores a snapshot of this machine or of another one of the same design.
    ///
    /// # Errors
    /// If the snapshot is of another design.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), HostError> {
        if snapshot.design != self.program.identity() {
            return Err(HostError::ForeignSnapshot);
        }
        let image = self.running.image_mut();
        image[..snapshot.image.len()].copy_from_slice(&snapshot.image);
        self.cycles = snapshot.cycles;
        Ok(())
    }

    /// Starts to record signals in every cycle, into an empty file. `period` is the length of a
    /// cycle in picoseconds. A recording in progress ends.
    ///
    /// # Errors
    /// If a signal does not exist or the file cannot be written.
    pub fn record<'a>(
        &mut self,
        file: std::fs::File,
        format: WaveFormat,
        signals: impl IntoIterator<Item = &'a str>,
        period: u64,
    ) -> Result<(), HostError> {
        self.stop_recording()?;
        let names: Vec<&str> = signals.into_iter().collect();
        if let Some(unknown) = names
            .iter()
            .find(|name| self.program.signal(name).is_none())
        {
            return Err(self.unknown_signal(unknown));
        }
        let recorder = Recorder::new(file, format, &self.program, names, period)?;
        self.recorder = Some(recorder);
        self.sample();
        Ok(())
    }

    /// Ends the recording and completes the file. Does nothing if there is no recording.
    ///
    /// # Errors
    /// If the file could not be written, now or during the run. The file is then complete up to the
    /// cycle that the error names.
    pub fn stop_recording(&mut self) -> Result<(), HostError> {
        self.recorder.take().map_or(Ok(()), Recorder::finish)
    }

    /// True if a recording is in progress but its file can no longer be written.
    /// [`Machine::stop_recording`] returns the reason.
    pub fn recording_failed(&self) -> bool {
        self.recorder.as_ref().is_some_and(Recorder::failed)
    }

    fn sample(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.sample(self.running.image());
        }
    }
}
