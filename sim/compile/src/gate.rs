//! Parts of the design that may sleep: what depends only on values that seldom change is computed only after one of them changed.
//!
//! A register that takes a function of unchanged values takes the value that it has already, so skipping it changes nothing; the
//! same holds for a memory that is written with the same word at the same address. Seldom changing values are of three kinds: state that a
//! profile found to change seldom (each write to it wakes those who read it), inputs (everything is awake in the first cycle of a
//! run), and nodes that seldom change although their operands do, such as the end of a line: these are compared with their last value in every cycle.
//!
//! What is computed in every cycle has seldom changing values in it, too. Parts of their own keep these: one for all that changes at the same times.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::activity::Activity;
use crate::design::{cone, Design, Memory, Register, Write};
use crate::node::{Node, NodeId};
use crate::place::cost;

/// Values that change in more than this share of the cycles are busy.
const BUSY: f64 = 1.0 / 32.0;
/// All state of an instance that changes in fewer cycles than this may sleep, however busy it is while it is awake.
const BURSTS: f64 = 0.3;
/// Number of parts with state.
const PARTS: usize = 24;
/// Number of all parts; each has a bit in a 32-bit word.
const ALL_PARTS: u32 = 32;
/// What depends on values that change in a larger share of the cycles has a part of its own.
const LIVELY: f64 = 1.0 / 512.0;

/// What sleeps, and what wakes it. A set of parts is a mask.
#[derive(Debug)]
pub(crate) struct Gates {
    /// The part of each register; none for registers that are computed in every cycle.
    pub(crate) registers: Vec<Option<u32>>,
    /// The part of each memory's write ports.
    pub(crate) memories: Vec<Option<u32>>,
    /// The parts that a change of a register wakes.
    pub(crate) register_wakes: Vec<u32>,
    /// The parts that a write to a memory wakes.
    pub(crate) memory_wakes: Vec<u32>,
    /// Registers of parts that are read elsewhere: they take their value when the cycle ends.
    pub(crate) late_registers: Vec<bool>,
    /// Memories of parts that are read elsewhere.
    pub(crate) late_memories: Vec<bool>,
    /// Nodes that are compared in every cycle, and the parts that a change wakes.
    pub(crate) watched: BTreeMap<NodeId, u32>,
    /// Nodes that seldom change, for what is computed in every cycle: a part keeps the value of each.
    pub(crate) kept: BTreeMap<NodeId, u32>,
}

/// How a node can be known not to have changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// All that it depends on seldom changes.
    Calm,
    /// It seldom changes, but depends on busy values.
    Watched,
    Busy,
}

impl Gates {
    /// Nothing sleeps.
    pub(crate) fn open(design: &Design) -> Gates {
        Gates {
            registers: vec![None; design.registers.len()],
            memories: vec![None; design.memories.len()],
            register_wakes: vec![0; design.registers.len()],
            memory_wakes: vec![0; design.memories.len()],
            late_registers: vec![false; design.registers.len()],
            late_memories: vec![false; design.memories.len()],
            watched: BTreeMap::new(),
            kept: BTreeMap::new(),
        }
    }

    /// Decides what sleeps.
    pub(crate) fn new(design: &Design, activity: &Activity) -> Gates {
        let classes = classes(design, activity);
        let mut gates = Gates::open(design);
        gates.assign(design, &classes);
        for (number, register) in design.registers.iter().enumerate() {
            if let Some(part) = gates.registers[number] {
                gates.wake_by(design, &classes, part, vec![register.next]);
            }
        }
        for (number, memory) in design.memories.iter().enumerate() {
            if let Some(part) = gates.memories[number] {
                let nodes = memory.writes.iter().flat_map(Write::nodes);
                gates.wake_by(design, &classes, part, nodes.collect());
            }
        }
        if gates.sleeps() {
            gates.keep(design, &classes, activity);
        }
        gates.find_late(design);
        gates
    }

    /// Gives what may sleep to parts, by instance; neighbours in the hierarchy share a part when there are more instances.
    fn assign(&mut self, design: &Design, classes: &[Class]) {
        // A load would wake its part twice: when its result changes, and by the register that takes it.
        let calm = |node: NodeId| match classes[node.index()] {
            Class::Calm => true,
            Class::Watched => !matches!(design.pool.node(node), Node::Load { .. }),
            Class::Busy => false,
        };
        let register_sleeps =
            |register: &&Register| calm(register.next) && register.next != register.node;
        let memory_sleeps =
            |memory: &&Memory| memory.writes.iter().flat_map(Write::nodes).all(calm);
        let of_registers = design
            .registers
            .iter()
            .filter(register_sleeps)
            .map(|register| register.place);
        let of_memories = design
            .memories
            .iter()
            .filter(memory_sleeps)
            .map(|memory| memory.place);
        let places: BTreeSet<usize> = of_registers.chain(of_memories).collect();
        let positions: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
        let part =
            |place: usize| (positions[&place] * PARTS.min(places.len()) / places.len()) as u32;
        for (number, register) in design.registers.iter().enumerate() {
            self.registers[number] = Some(register)
                .filter(register_sleeps)
                .map(|register| part(register.place));
        }
        for (number, memory) in design.memories.iter().enumerate() {
            self.memories[number] = Some(memory)
                .filter(memory_sleeps)
                .map(|memory| part(memory.place));
        }
    }

    /// Finds what is computed in every cycle from values that seldom change, and gives it to parts of its own, by what it is that changes.
    fn keep(&mut self, design: &Design, classes: &[Class], activity: &Activity) {
        let watched = cone(&design.pool, self.watched.keys().copied());
        let mut seen: HashSet<NodeId> = watched.into_iter().collect();
        let mut todo: Vec<NodeId> = self.always(design).collect();
        let mut groups: BTreeMap<Vec<NodeId>, u32> = BTreeMap::new();
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            let mut operands = design.pool.node(node).operands();
            let is_worth = operands.any(|operand| cost(design, operand) > 0);
            let sources = match classes[node.index()] {
                Class::Calm if is_worth => self.sources(design, classes, node),
                _ => None,
            };
            let Some(mut sources) = sources else {
                todo.extend(design.pool.node(node).operands());
                continue;
            };
            sources.retain(|&source| activity.of_node(source) > LIVELY);
            let count = groups.len() as u32;
            let group = *groups.entry(sources).or_insert(count);
            self.kept
                .insert(node, (PARTS as u32 + group).min(ALL_PARTS - 1));
        }
        for (node, part) in self.kept.clone() {
            self.wake_by(design, classes, part, vec![node]);
        }
    }

    /// The values on whose changes a node depends; none if one of them would have to be watched for it.
    fn sources(&self, design: &Design, classes: &[Class], node: NodeId) -> Option<Vec<NodeId>> {
        let mut sources = BTreeSet::new();
        let mut seen = HashSet::new();
        let mut todo = vec![node];
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            if classes[node.index()] == Class::Watched {
                if !self.watched.contains_key(&node) {
                    return None;
                }
                sources.insert(node);
                continue;
            }
            if let Node::Register(_) | Node::Load { .. } = design.pool.node(node) {
                sources.insert(node);
            }
            todo.extend(design.pool.node(node).operands());
        }
        Some(sources.into_iter().collect())
    }

    /// Finds the state that is written by a part and read elsewhere.
    fn find_late(&mut self, design: &Design) {
        let always = self.always(design);
        let read = cone(&design.pool, always.chain(self.watched.keys().copied()));
        let elsewhere =
            |part: Option<u32>, wakes: u32| part.is_some_and(|part| wakes & !(1 << part) != 0);
        for number in 0..design.registers.len() {
            self.late_registers[number] =
                elsewhere(self.registers[number], self.register_wakes[number]);
        }
        for number in 0..design.memories.len() {
            self.late_memories[number] =
                elsewhere(self.memories[number], self.memory_wakes[number]);
        }
        for node in read {
            match design.pool.node(node) {
                Node::Register(number) => {
                    let number = number as usize;
                    self.late_registers[number] |= self.registers[number].is_some();
                }
                Node::Load { memory, .. } => {
                    let number = memory as usize;
                    self.late_memories[number] |= self.memories[number].is_some();
                }
                _ => {}
            }
        }
    }

    /// What is computed in every cycle.
    fn always<'a>(&'a self, design: &'a Design) -> impl Iterator<Item = NodeId> + 'a {
        let registers = design.registers.iter().zip(&self.registers);
        let nexts = registers
            .filter(|(_, part)| part.is_none())
            .map(|(register, _)| register.next);
        let memories = design.memories.iter().zip(&self.memories);
        let writes = memories
            .filter(|(_, part)| part.is_none())
            .flat_map(|(memory, _)| &memory.writes);
        nexts.chain(writes.flat_map(Write::nodes))
    }

    /// Whether anything sleeps at all.
    pub(crate) fn sleeps(&self) -> bool {
        self.registers
            .iter()
            .chain(&self.memories)
            .any(Option::is_some)
    }

    /// Notes what wakes a part that computes the given nodes.
    fn wake_by(&mut self, design: &Design, classes: &[Class], part: u32, mut todo: Vec<NodeId>) {
        let bit = 1 << part;
        let mut seen = HashSet::new();
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            if classes[node.index()] == Class::Watched {
                *self.watched.entry(node).or_default() |= bit;
                continue;
            }
            match design.pool.node(node) {
                Node::Register(register) => self.register_wakes[register as usize] |= bit,
                Node::Load { memory, .. } => self.memory_wakes[memory as usize] |= bit,
                _ => {}
            }
            todo.extend(design.pool.node(node).operands());
        }
    }
}

fn classes(design: &Design, activity: &Activity) -> Vec<Class> {
    let rests = |place: usize| activity.of_place(place) <= BURSTS;
    let mut classes = vec![Class::Calm; design.pool.len()];
    for index in 0..design.pool.len() {
        let node = NodeId::at(index);
        let mut operands = design.pool.node(node).operands();
        let calm_operands = operands.all(|operand| classes[operand.index()] != Class::Busy);
        let busy = activity.of_node(node) > BUSY;
        classes[index] = match design.pool.node(node) {
            Node::Register(number) if rests(design.registers[number as usize].place) => Class::Calm,
            Node::Register(_) if busy => Class::Busy,
            Node::Load { memory, .. } if !calm_memory(design, activity, memory as usize) => {
                Class::Busy
            }
            _ if calm_operands => Class::Calm,
            _ if busy => Class::Busy,
            _ => Class::Watched,
        };
    }
    classes
}

fn calm_memory(design: &Design, activity: &Activity, memory: usize) -> bool {
    activity.of_memory(memory) <= BUSY || activity.of_place(design.memories[memory].place) <= BURSTS
}
