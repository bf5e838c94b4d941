//! A machine that notes all that a session sets in it, so that another simulator can repeat it.
//!
//! Between two entries of a tape the machine only runs. The entries have their cycle, so the runs
//! need none.

use gatefall_host::{HostError, Machine, SignalId, Snapshot};
use std::sync::Arc;

/// A machine that a session runs, reads and sets.
pub trait PlayedMachine {
    /// A state to return to.
    type Moment;

    /// The machine, to run it and to read from it.
    fn machine(&mut self) -> &mut Machine;

    /// Sets an input or a register.
    ///
    /// # Errors
    /// As [`Machine::poke`].
    fn set(&mut self, signal: SignalId, value: u64) -> Result<(), HostError>;

    /// Sets words of a memory: addresses and values.
    ///
    /// # Errors
    /// If the memory or an address does not exist, or a value does not fit.
    fn set_words(&mut self, memory: &str, words: &[(u64, u64)]) -> Result<(), HostError>;

    /// The current state.
    fn moment(&self) -> Self::Moment;

    /// Returns to a state.
    ///
    /// # Errors
    /// If it is of another machine.
    fn return_to(&mut self, moment: &Self::Moment) -> Result<(), HostError>;
}

impl PlayedMachine for Machine {
    type Moment = Snapshot;

    fn machine(&mut self) -> &mut Machine {
        self
    }

    fn set(&mut self, signal: SignalId, value: u64) -> Result<(), HostError> {
        self.poke(signal, value)
    }

    fn set_words(&mut self, memory: &str, words: &[(u64, u64)]) -> Result<(), HostError> {
        let mut memory = self.memory(memory)?;
        let mut words = words.iter();
        words.try_for_each(|&(address, value)| memory.set(address, value))
    }

    fn moment(&self) -> Snapshot {
        self.snapshot()
    }

    fn return_to(&mut self, moment: &Snapshot) -> Result<(), HostError> {
        self.restore(moment)
    }
}

/// A value that a session has set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// An input or a register, and its value.
    Signal(SignalId, u64),
    /// Name of a memory, address and value.
    Word(Arc<str>, u64, u64),
}

/// Settings since power-up, each with the cycles before it.
pub type Tape = Vec<(u64, Setting)>;

/// A machine with its tape. When it returns to a state, the tape returns, too.
pub struct TapedMachine {
    machine: Machine,
    tape: Tape,
}

/// A state, and the length of its tape.
pub struct TapedMoment(Snapshot, usize);

impl TapedMachine {
    /// A machine at power-up.
    pub fn new(machine: Machine) -> Self {
        let tape = Tape::new();
        Self { machine, tape }
    }

    /// The settings that led to the current state.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }
}

impl PlayedMachine for TapedMachine {
    type Moment = TapedMoment;

    fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    fn set(&mut self, signal: SignalId, value: u64) -> Result<(), HostError> {
        let setting = Setting::Signal(signal, value);
        self.tape.push((self.machine.cycles(), setting));
        self.machine.poke(signal, value)
    }

    fn set_words(&mut self, memory: &str, words: &[(u64, u64)]) -> Result<(), HostError> {
        let (cycle, name) = (self.machine.cycles(), Arc::<str>::from(memory));
        let entry = |&(address, value)| (cycle, Setting::Word(name.clone(), address, value));
        self.tape.extend(words.iter().map(entry));
        self.machine.set_words(memory, words)
    }

    fn moment(&self) -> TapedMoment {
        TapedMoment(self.machine.snapshot(), self.tape.len())
    }

    fn return_to(&mut self, TapedMoment(state, length): &TapedMoment) -> Result<(), HostError> {
        self.tape.truncate(*length);
        self.machine.restore(state)
    }
}
