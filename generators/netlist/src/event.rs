//! Event-driven interpreter for narrow values: a node is evaluated only if an operand has changed.
//!
//! A node is a machine word and an operation with the places of its operands. Copies (assigned
//! nets, ports) have no node of their own. A clock edge marks the readers of every register that
//! changed. Marked nodes are evaluated in dependency order. A node whose value changed marks its
//! own readers.
//!
//! It computes the exported test benches. A clock of the arcade takes 1.07 us here and 244 us in
//! [`crate::Interpreter`], so a million clocks take a second instead of four minutes. The compiled
//! simulator is as fast, but it would bring wasmtime into every build of the command.
//!
//! [`crate::Interpreter`] is the reference. A test compares both.

mod build;
mod graph;

pub use graph::MAX_NARROW_WIDTH;

use crate::expr::{BinaryOp, UnaryOp};
use crate::ids::NetId;
use crate::netlist::Netlist;
use crate::places::Places;
use crate::{InterpretError, VerifyError};
use graph::{Node, Operation, ReadCell, RegisterCell, WriteCell};
use std::sync::Arc;

/// Runs a netlist whose values have at most [`MAX_NARROW_WIDTH`] bits; all clocks tick together.
#[derive(Clone)]
pub struct EventInterpreter {
    places: Arc<Places>,
    values: Vec<u64>,
    /// The value that each value copies, or itself.
    origins: Arc<[u32]>,
    nodes: Arc<[Node]>,
    /// The nodes that read a value: from `readers_from[value]` up to that of the next value.
    readers: Arc<[u32]>,
    readers_from: Arc<[u32]>,
    /// A bit for each node that must be evaluated.
    marked: Vec<u64>,
    registers: Arc<[RegisterCell]>,
    memories: Vec<Vec<u64>>,
    reads: Arc<[ReadCell]>,
    writes: Arc<[WriteCell]>,
    changed: Vec<(u32, u64)>,
    settled: bool,
}

/// A place among the values of a run, from [`EventInterpreter::signal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NarrowSignal {
    value: u32,
    width: u32,
    /// Place and net of the name.
    net: (usize, NetId),
    is_free: bool,
}

impl NarrowSignal {
    /// Bits of the signal.
    pub fn width(self) -> u32 {
        self.width
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX.checked_shr(64 - width).unwrap_or(0)
}

/// Moves the sign bit of a value to the top of the word.
fn signed(value: u64, width: u32) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

impl EventInterpreter {
    /// Prepares a run from power-up: registers and memories hold their initial values, inputs are
    /// zero. None: a value is wider than [`MAX_NARROW_WIDTH`].
    ///
    /// # Errors
    /// When the netlist does not verify, or its memories have more than
    /// [`MAX_INTERPRETED_WORDS`](crate::MAX_INTERPRETED_WORDS) words.
    pub fn new(netlist: &Netlist) -> Result<Option<EventInterpreter>, VerifyError> {
        let places = Places::new(netlist)?;
        let is_narrow = build::is_narrow(netlist);
        Ok(is_narrow.then(|| EventInterpreter::at_power_up(places)))
    }

    fn at_power_up(places: Places) -> EventInterpreter {
        let graph = build::build(&places);
        let count = graph.nodes.len();
        let mut marked = vec![u64::MAX; count / 64];
        marked.push((1 << (count % 64)) - 1);
        EventInterpreter {
            places: Arc::new(places),
            values: graph.values,
            origins: graph.origins.into(),
            nodes: graph.nodes.into(),
            readers: graph.readers.into(),
            readers_from: graph.readers_from.into(),
            marked,
            registers: graph.registers.into(),
            memories: graph.memories,
            reads: graph.reads.into(),
            writes: graph.writes.into(),
            changed: Vec::new(),
            settled: false,
        }
    }

    /// The signal with a hierarchical name.
    ///
    /// # Errors
    /// When no signal has that name.
    pub fn signal(&self, name: &str) -> Result<NarrowSignal, InterpretError> {
        let (place, net) = self.places.find(name)?;
        Ok(NarrowSignal {
            value: self.origins[self.places.net(place, net)],
            width: self.places.module(place).nets[net].width,
            net: (place, net),
            is_free: self.places.free_source(place, net).is_some(),
        })
    }

    /// The words of a memory with a hierarchical name.
    ///
    /// # Errors
    /// When no memory has that name.
    pub fn memory(&self, name: &str) -> Result<&[u64], InterpretError> {
        Ok(&self.memories[self.places.find_memory(name)?])
    }

    /// Sets an input of the top, an output of a black box, a register, or the data of a clocked
    /// read port; bits above its width are dropped.
    ///
    /// # Errors
    /// When the signal has another driver.
    pub fn poke(&mut self, signal: NarrowSignal, value: u64) -> Result<(), InterpretError> {
        if !signal.is_free {
            let (place, net) = signal.net;
            return Err(InterpretError::Driven(self.places.name(place, net)));
        }
        self.set(signal.value, value & mask(signal.width));
        Ok(())
    }

    /// The value of a signal.
    pub fn peek(&mut self, signal: NarrowSignal) -> u64 {
        self.settle();
        self.values[signal.value as usize]
    }

    /// One rising edge of every clock.
    pub fn step(&mut self) {
        self.settle();
        let mut changed = std::mem::take(&mut self.changed);
        let value = |at: u32| self.values[at as usize];
        for register in self.registers.iter() {
            if register.enable.is_none_or(|enable| value(enable) != 0) {
                let next = value(register.next);
                if next != value(register.value) {
                    changed.push((register.value, next));
                }
            }
        }
        for read in self.reads.iter() {
            let word = self.memories[read.memory as usize][value(read.address) as usize];
            changed.push((read.value, word));
        }
        let writes = Arc::clone(&self.writes);
        for write in writes.iter() {
            if self.value(write.enable) == 0 {
                continue;
            }
            let (address, word) = (self.value(write.address), self.value(write.data));
            self.memories[write.memory as usize][address as usize] = word;
            for &reader in &write.readers {
                self.mark(reader);
            }
        }
        for (at, value) in changed.drain(..) {
            self.set(at, value);
        }
        self.changed = changed;
    }

    fn value(&self, at: u32) -> u64 {
        self.values[at as usize]
    }

    fn mark(&mut self, node: u32) {
        self.marked[node as usize / 64] |= 1 << (node % 64);
        self.settled = false;
    }

    fn set(&mut self, at: u32, value: u64) {
        let at = at as usize;
        if self.values[at] != value {
            self.values[at] = value;
            let readers = self.readers_from[at] as usize..self.readers_from[at + 1] as usize;
            for index in readers {
                self.mark(self.readers[index]);
            }
        }
    }

    fn settle(&mut self) {
        if self.settled {
            return;
        }
        for word in 0..self.marked.len() {
            // A reader comes after its operands, maybe in the same word.
            while self.marked[word] != 0 {
                let bit = self.marked[word].trailing_zeros();
                self.marked[word] &= self.marked[word] - 1;
                let node = self.nodes[word * 64 + bit as usize];
                let value = self.evaluate(&node);
                self.set(node.to, value);
            }
        }
        self.settled = true;
    }

    fn evaluate(&self, node: &Node) -> u64 {
        let value = |at: u32| self.values[at as usize];
        let result = match node.operation {
            Operation::Unary(op, a, width) => unary(op, value(a), width),
            Operation::Binary(op, a, b, width) => binary(op, value(a), value(b), width),
            Operation::Mux(condition, then, otherwise) => match value(condition) {
                0 => value(otherwise),
                _ => value(then),
            },
            Operation::Concat(high, low, width) => value(high) << width | value(low),
            Operation::Slice(source, offset) => value(source) >> offset,
            Operation::SignExtend(source, width) => signed(value(source), width) as u64,
            Operation::Read { memory, address } => {
                self.memories[memory as usize][value(address) as usize]
            }
        };
        result & mask(node.width)
    }
}

fn unary(op: UnaryOp, a: u64, width: u32) -> u64 {
    match op {
        UnaryOp::Not => !a,
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::ReduceAnd => u64::from(a == mask(width)),
        UnaryOp::ReduceOr => u64::from(a != 0),
        UnaryOp::ReduceXor => u64::from(a.count_ones() % 2 == 1),
    }
}

fn binary(op: BinaryOp, a: u64, b: u64, width: u32) -> u64 {
    match op {
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Eq => u64::from(a == b),
        BinaryOp::LtU => u64::from(a < b),
        BinaryOp::LtS => u64::from(signed(a, width) < signed(b, width)),
        BinaryOp::Shl => shifted(b, |amount| a.checked_shl(amount)),
        BinaryOp::Shr => shifted(b, |amount| a.checked_shr(amount)),
    }
}

/// A shift by any amount: nothing is left of a word that is shifted by its width.
fn shifted(amount: u64, shift: impl Fn(u32) -> Option<u64>) -> u64 {
    u32::try_from(amount).ok().and_then(shift).unwrap_or(0)
}
