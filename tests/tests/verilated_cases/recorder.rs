//! Plays cases on circuit and model, and writes what another simulator has to repeat.

use crate::design::Design;
use crate::pins;
use gatefall_host::{Machine, SignalId};
use gatefall_lockstep::arcade::{read, Gates, Pair, Step};
use gatefall_lockstep::tape::Setting;
use gatefall_tests::case_name;
use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A part of the state in our simulator.
enum Part {
    Signal(SignalId),
    Memory(String),
}

/// Circuit and model, and the state of the circuit.
pub struct Recorder {
    pair: Pair,
    power_up: Machine,
    /// Registers and memories, then the words that memories read.
    parts: Vec<Part>,
    /// Number of the parts that have a value at power-up.
    defined: usize,
    /// Numbers of the places that a case can set.
    signals: HashMap<SignalId, usize>,
    memories: HashMap<String, usize>,
}

/// The state after a step.
struct Mark {
    /// Length of the tape, and the cycles before it.
    settings: usize,
    cycle: u64,
    step: usize,
    compared: usize,
    signature: u64,
}

impl Recorder {
    pub fn new(design: &Design) -> Self {
        let mut pair = Pair::from(Gates::whole(pins::sign));
        let machine = pair.gates().machine();
        let mut signals = HashMap::new();
        let mut memories = HashMap::new();
        let mut parts = Vec::new();
        for (index, name) in design.whole_state().enumerate() {
            assert!(name.width <= 64, "{name:?}");
            if name.words.is_some() {
                memories.insert(name.netlist.clone(), index);
                parts.push(Part::Memory(name.netlist.clone()));
            } else {
                let signal = machine.signal(name.netlist.as_str()).unwrap();
                signals.insert(signal, index);
                parts.push(Part::Signal(signal));
            }
        }
        for (index, input) in (parts.len()..).zip(&design.inputs) {
            signals.insert(machine.signal(input.as_str()).unwrap(), index);
        }
        let power_up = Machine::with_program(machine.program().clone()).unwrap();
        Self {
            pair,
            power_up,
            defined: design.state.len(),
            parts,
            signals,
            memories,
        }
    }

    /// Plays a case and writes it. Circuit and model must agree.
    pub fn record(&mut self, case: &Path, text: &mut String) {
        let name = case_name(case);
        let marks = self.play(case, usize::MAX);
        writeln!(text, "case {name}").unwrap();
        let mut written = (0, 0);
        let power_up = Mark {
            settings: 0,
            cycle: 0,
            step: 0,
            compared: self.defined,
            signature: sign(&mut self.power_up, &self.parts[..self.defined]),
        };
        for mark in std::iter::once(power_up).chain(marks) {
            self.write(&mut written, &mark, text);
        }
    }

    /// All values at power-up, in the order of the state.
    pub fn values_at_power_up(&mut self) -> Vec<Vec<u64>> {
        values(&mut self.power_up, &self.parts[..self.defined])
    }

    /// All values after this number of steps of a case.
    pub fn values(&mut self, case: &Path, steps: usize) -> Vec<Vec<u64>> {
        if steps == 0 {
            return self.values_at_power_up();
        }
        self.play(case, steps);
        values(self.pair.gates().machine(), &self.parts)
    }

    fn play(&mut self, case: &Path, most: usize) -> Vec<Mark> {
        let steps = steps(case);
        self.pair.switch_on();
        let mut marks = Vec::new();
        for (number, step) in (1..).zip(steps).take(most) {
            let played = self.pair.step(step);
            played.unwrap_or_else(|failure| panic!("{}: {failure}", case_name(case)));
            marks.push(self.mark(number));
        }
        marks
    }

    fn mark(&mut self, step: usize) -> Mark {
        let gates = self.pair.gates();
        Mark {
            settings: gates.tape().len(),
            cycle: gates.machine().cycles(),
            step,
            compared: self.parts.len(),
            signature: sign(gates.machine(), &self.parts),
        }
    }

    /// Writes the settings and runs up to a mark.
    fn write(&mut self, written: &mut (usize, u64), mark: &Mark, text: &mut String) {
        let settings = &self.pair.gates().tape()[written.0..mark.settings];
        for (cycle, setting) in settings {
            run_to(*cycle, &mut written.1, text);
            let (index, address, value) = match setting {
                Setting::Signal(signal, value) => (self.signals[signal], 0, value),
                Setting::Word(memory, address, value) => {
                    (self.memories[memory.as_ref()], *address, value)
                }
            };
            writeln!(text, "set {index} {address} {value}").unwrap();
        }
        run_to(mark.cycle, &mut written.1, text);
        written.0 = mark.settings;
        let Mark {
            step,
            compared,
            signature,
            ..
        } = mark;
        writeln!(text, "check {step} {compared} {signature}").unwrap();
    }
}

fn run_to(cycle: u64, written: &mut u64, text: &mut String) {
    if cycle > *written {
        writeln!(text, "run {}", cycle - *written).unwrap();
        *written = cycle;
    }
}

/// The signature of parts of the state, as the harness computes it.
fn sign(machine: &mut Machine, parts: &[Part]) -> u64 {
    let mut signature = 0;
    for part in parts {
        match part {
            Part::Signal(signal) => mix(&mut signature, machine.peek(*signal).unwrap()),
            Part::Memory(name) => {
                for bytes in machine.memory(name).unwrap().bytes().chunks(8) {
                    let mut word = [0; 8];
                    word[..bytes.len()].copy_from_slice(bytes);
                    mix(&mut signature, u64::from_le_bytes(word));
                }
            }
        }
    }
    signature
}

fn mix(signature: &mut u64, word: u64) {
    let mixed = (*signature ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    *signature = mixed ^ mixed >> 32;
}

fn values(machine: &mut Machine, parts: &[Part]) -> Vec<Vec<u64>> {
    let values = parts.iter().map(|part| match part {
        Part::Signal(signal) => vec![machine.peek(*signal).unwrap()],
        Part::Memory(name) => {
            let memory = machine.memory(name).unwrap();
            let words = (0..memory.words()).map(|address| memory.get(address).unwrap());
            words.collect()
        }
    });
    values.collect()
}

/// The steps of a case.
pub fn steps(case: &Path) -> Vec<Step> {
    read(&fs::read_to_string(case).unwrap()).unwrap()
}
