//! A machine: an instance of a compiled design with its state.

use std::collections::HashMap;

use gatefall_compile::{compile, value, Program};
use gatefall_netlist::{Netlist, Value};

use crate::error::HostError;
use crate::memory::MemoryView;
use crate::names::{matches, nearest};
use crate::program_instance::ProgramInstance;
use crate::simulation::{Prepared, Simulation};
use crate::tuning::Tuned;
use crate::wave::{Recorder, WaveFormat};

/// A running design.
///
/// All registers share one clock. A peeked value depends on the current inputs and state. So a
/// poked input is visible behind combinational logic at once, and behind a register after the next
/// cycle.
pub struct Machine {
    pub(crate) now: Simulation,
    /// The simulation that waits, while there are two: of the whole design or of its observed part.
    other: Option<Box<Simulation>>,
    /// Signals and memories of the observed part.
    observed: Vec<String>,
    /// True if `now` computes the observed part only.
    is_partial: bool,
    cycles: u64,
    handles: HashMap<String, SignalId>,
    recorder: Option<Recorder>,
}

/// A signal of a design, found once by name. It is valid in any machine of that design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignalId {
    /// Identity of the design.
    design: u64,
    number: usize,
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
        Ok(Machine {
            now: Simulation::new(program)?,
            other: None,
            observed: Vec::new(),
            is_partial: false,
            cycles: 0,
            handles: HashMap::new(),
            recorder: None,
        })
    }

    /// The compiled design.
    pub fn program(&self) -> &Program {
        &self.now.program
    }

    /// Number of cycles since power-up.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Runs some cycles.
    pub fn run(&mut self, cycles: u64) {
        if self.recorder.is_some() {
            for _ in 0..cycles {
                self.sample();
                self.call(1);
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

    fn call(&mut self, cycles: u32) {
        self.now.run(cycles);
        self.cycles += u64::from(cycles);
    }

    /// From now on a run computes only these signals and memories, and all state that remembers. It
    /// skips the pipelines behind that state, such as pixels that nobody looks at. To read a signal
    /// that is skipped is an error. A second call with the same names takes little time. During a
    /// recording everything is computed, and the call has no effect. A signal that was skipped
    /// until now is not exact at once, see [`Machine::observe_all`].
    ///
    /// # Errors
    /// If a name does not exist, the part cannot be compiled, or the engine cannot be started.
    pub fn observe(&mut self, names: &[&str]) -> Result<(), HostError> {
        if self.recorder.is_some() || self.is_partial && self.observed == names {
            return Ok(());
        }
        for &name in names {
            let is_memory = |memory: gatefall_compile::MemoryInfo<'_>| memory.name() == name;
            if self.program().signal(name).is_none() && !self.program().memories().any(is_memory) {
                return Err(self.unknown_signal(name));
            }
        }
        self.observe_all();
        if self.other.is_none() || self.observed != names {
            let partial = Simulation::new(self.program().observing(names.iter().copied())?)?;
            self.other = Some(Box::new(partial));
            self.observed = names.iter().map(|&name| name.to_owned()).collect();
        }
        self.exchange();
        Ok(())
    }

    /// From now on a run computes everything. Signals that were skipped are exact again as many
    /// cycles later as the program so far has [skipped cycles](Program::skipped_cycles). The words
    /// that a memory would have got are lost.
    pub fn observe_all(&mut self) {
        if self.is_partial {
            self.exchange();
        }
    }

    /// Continues with the simulation that waits.
    fn exchange(&mut self) {
        if let Some(other) = &mut self.other {
            other.copy_state(&self.now.running);
            std::mem::swap(&mut self.now, other);
            self.is_partial = !self.is_partial;
        }
    }

    /// Compiles the design again for its current behaviour, so that logic that rarely changes is
    /// skipped. A machine does this by itself, for the first time after 133,639 cycles. Only
    /// the speed changes.
    ///
    /// # Errors
    /// If the design cannot be compiled again. The machine then runs on unchanged.
    pub fn tune(&mut self) -> Result<(), HostError> {
        let image = self.now.image().to_vec();
        let tuned = Tuned::new(&self.now.program, vec![image])?;
        self.now.take_over(tuned);
        Ok(())
    }

    /// Number of times that the design was compiled again. It counts apart for a machine that
    /// observes some signals.
    pub fn tunings(&self) -> u64 {
        self.now.tunings
    }

    /// The reason why the last automatic tuning failed, if it did. The machine then runs on
    /// unchanged, at a lower speed. A later epoch that succeeds clears the reason.
    pub fn tuning_failure(&self) -> Option<&HostError> {
        self.now.tuning.failure.as_ref()
    }

    /// Number of WebAssembly instructions that so many cycles from the next one on take: a measure
    /// of speed that does not depend on the load of the computer. The machine itself does not run.
    ///
    /// # Errors
    /// If the engine cannot be started.
    pub fn instructions(&self, cycles: u32) -> Result<u64, HostError> {
        ProgramInstance::count(&self.now.program, self.now.image(), cycles)
    }

    /// Lengths of the stretches of cycles in which no partition is active, within so many cycles
    /// from the next one on. The machine itself does not run.
    ///
    /// # Errors
    /// If the engine cannot be started.
    pub fn idle_stretches(&self, cycles: u32) -> Result<Vec<u32>, HostError> {
        ProgramInstance::idle_stretches(&self.now.program, self.now.image(), cycles)
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
        let Some(found) = self.now.program.signal(name) else {
            return Err(self.unknown_signal(name));
        };
        let signal = SignalId {
            design: self.now.program.identity(),
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
        if signal.design != self.now.program.identity() {
            return Err(HostError::ForeignSignal);
        }
        let prepared = self.now.prepared(signal.number);
        prepared.ok_or(HostError::ForeignSignal)
    }

    fn unknown_signal(&self, name: &str) -> HostError {
        HostError::UnknownSignal {
            name: name.to_owned(),
            nearest: nearest(name, self.now.program.signal_names()),
        }
    }

    /// Names of the signals that match a pattern. `*` stands for any text and `?` for one
    /// character.
    ///
    /// # Errors
    /// If none matches.
    pub fn matching(&self, pattern: &str) -> Result<Vec<String>, HostError> {
        let names = self
            .now
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
        let value = prepared.sample(running.image())?.values().flatten().next();
        Ok(value.expect("a probe of a signal has a value"))
    }

    /// The value of a signal of any width.
    ///
    /// # Errors
    /// If no signal has that name, or the handle is of another design.
    pub fn peek_value(&mut self, signal: impl AsSignal) -> Result<Value, HostError> {
        let signal = signal.find(self)?;
        let (prepared, running) = self.prepared(signal)?;
        let width = prepared.width;
        let probe = prepared.sample(running.image())?;
        Ok(value(width, probe.values().flatten()))
    }

    /// Sets an input of the top, an output of a black box, a register, or the data of a clocked
    /// read port.
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
    /// If no memory has that name, or it is skipped.
    pub fn memory(&mut self, name: &str) -> Result<MemoryView<'_>, HostError> {
        let Simulation {
            program, running, ..
        } = &mut self.now;
        match program.memories().find(|memory| memory.name() == name) {
            Some(memory) if !memory.is_observed() => Err(HostError::NotObserved(name.to_owned())),
            Some(memory) => Ok(MemoryView::new(memory, running)),
            None => Err(HostError::UnknownMemory {
                name: name.to_owned(),
                nearest: nearest(name, program.memories().map(|memory| memory.name())),
            }),
        }
    }

    /// The whole state: inputs, registers, memories, and the number of cycles.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            design: self.now.program.identity(),
            image: self.now.image().to_vec(),
            cycles: self.cycles,
        }
    }

    /// Restores a snapshot of this machine or of another one of the same design.
    ///
    /// # Errors
    /// If the snapshot is of another design.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), HostError> {
        if snapshot.design != self.now.program.identity() {
            return Err(HostError::ForeignSnapshot);
        }
        let image = self.now.running.image_mut();
        image[..snapshot.image.len()].copy_from_slice(&snapshot.image);
        self.cycles = snapshot.cycles;
        Ok(())
    }

    /// Starts to record signals in every cycle, into an empty file. `period` is the length of a
    /// cycle in picoseconds, at least 1. A cycle begins with a rising edge of the clock. Its values
    /// are those at its end, so an input that was set after the edge is a value of this cycle.
    /// A recording in progress ends. Everything is computed from now on.
    ///
    /// # Errors
    /// If a signal does not exist, the file cannot be written, or the period is 0.
    pub fn record<'a>(
        &mut self,
        file: std::fs::File,
        format: WaveFormat,
        signals: impl IntoIterator<Item = &'a str>,
        period: u64,
    ) -> Result<(), HostError> {
        self.stop_recording()?;
        self.observe_all();
        let names: Vec<&str> = signals.into_iter().collect();
        if let Some(unknown) = names
            .iter()
            .find(|name| self.now.program.signal(name).is_none())
        {
            return Err(self.unknown_signal(unknown));
        }
        let recorder = Recorder::new(file, format, &self.now.program, names, period)?;
        self.recorder = Some(recorder);
        Ok(())
    }

    /// Ends the recording and completes the file. Does nothing if there is no recording.
    ///
    /// # Errors
    /// If the file could not be written, now or during the run. The file is then complete up to the
    /// cycle that the error names.
    pub fn stop_recording(&mut self) -> Result<(), HostError> {
        self.sample();
        self.recorder.take().map_or(Ok(()), Recorder::finish)
    }

    /// True if a recording is in progress but its file can no longer be written.
    /// [`Machine::stop_recording`] returns the reason.
    pub fn recording_failed(&self) -> bool {
        self.recorder.as_ref().is_some_and(Recorder::failed)
    }

    fn sample(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            recorder.sample(self.now.running.image());
        }
    }
}
