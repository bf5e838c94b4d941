//! How often values change, found by looking at a running design now and then.

use std::collections::BTreeSet;

use crate::design::Design;
use crate::layout::Layout;
use crate::node::{apply, Node, NodeId};
use crate::word::limbs;

/// Cycles that are watched from each image.
const CYCLES: u32 = 64;

/// Counts of changes.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    /// Cycles that were watched.
    cycles: u32,
    /// In how many of them a node's value differed from the one before.
    nodes: Vec<u32>,
    /// In how many of them a memory was written.
    memories: Vec<u32>,
    /// In how many of them any state of an instance changed.
    places: Vec<u32>,
}

impl Activity {
    /// Nothing was watched yet.
    pub(crate) fn new(design: &Design) -> Activity {
        Activity {
            cycles: 0,
            nodes: vec![0; design.pool.len()],
            memories: vec![0; design.memories.len()],
            places: vec![0; design.places()],
        }
    }

    /// Watches the design for some cycles from a state.
    pub(crate) fn sample(&mut self, design: &Design, layout: &Layout, image: &[u8]) {
        let mut trial = Trial::new(design, layout, image);
        trial.settle(|_| ());
        trial.tick();
        for _ in 0..CYCLES {
            trial.settle(|node| self.nodes[node.index()] += 1);
            let changes = trial.tick();
            changes
                .memories
                .into_iter()
                .for_each(|memory| self.memories[memory] += 1);
            changes
                .places
                .into_iter()
                .for_each(|place| self.places[place] += 1);
        }
        self.cycles += CYCLES;
    }

    /// Share of the cycles in which a node changes.
    pub(crate) fn of_node(&self, node: NodeId) -> f64 {
        f64::from(self.nodes[node.index()]) / f64::from(self.cycles.max(1))
    }

    /// Share of the cycles in which any state of an instance changes.
    pub(crate) fn of_place(&self, place: usize) -> f64 {
        f64::from(self.places[place]) / f64::from(self.cycles.max(1))
    }

    /// Share of the cycles in which a memory is written.
    pub(crate) fn of_memory(&self, memory: usize) -> f64 {
        f64::from(self.memories[memory]) / f64::from(self.cycles.max(1))
    }
}

/// What changed at a clock's edge.
#[derive(Default)]
struct Changes {
    memories: BTreeSet<usize>,
    places: BTreeSet<usize>,
}

/// A run of some cycles on a copy of the state.
struct Trial<'a> {
    design: &'a Design,
    layout: &'a Layout,
    image: Vec<u8>,
    /// The nodes that matter, in order.
    order: Vec<NodeId>,
    values: Vec<u64>,
}

impl<'a> Trial<'a> {
    fn new(design: &'a Design, layout: &'a Layout, image: &[u8]) -> Self {
        Trial {
            design,
            layout,
            image: image[..layout.size as usize].to_vec(),
            order: design.needed(),
            values: vec![0; design.pool.len()],
        }
    }

    fn settle(&mut self, mut changed: impl FnMut(NodeId)) {
        for &node in &self.order {
            let value = |operand: NodeId| self.values[operand.index()];
            let new = match self.design.pool.node(node) {
                Node::Const(number) => number,
                Node::Input(slot) => self.layout.inputs[slot as usize].read(&self.image),
                Node::Register(number) => self.layout.registers[number as usize].read(&self.image),
                Node::Load {
                    memory,
                    limb,
                    address,
                } => self.layout.memories[memory as usize]
                    .slot(value(address), limb)
                    .read(&self.image),
                Node::Binary(op, ty, a, b) => apply(op, ty, value(a), value(b)),
                Node::Count(a) => u64::from(value(a).count_ones()),
                Node::Mux(condition, a, b) => value(if value(condition) != 0 { a } else { b }),
            };
            if std::mem::replace(&mut self.values[node.index()], new) != new {
                changed(node);
            }
        }
    }

    fn tick(&mut self) -> Changes {
        let mut changes = Changes::default();
        let value = |node: NodeId| self.values[node.index()];
        for (slot, register) in self.layout.registers.iter().zip(&self.design.registers) {
            let next = value(register.next);
            if slot.read(&self.image) != next {
                slot.write(&mut self.image, next);
                changes.places.insert(register.place);
            }
        }
        for (number, memory) in self.design.memories.iter().enumerate() {
            for write in memory
                .writes
                .iter()
                .filter(|write| value(write.enable) != 0)
            {
                for (limb, &data) in (0..limbs(memory.width)).zip(&write.data) {
                    let slot = self.layout.memories[number].slot(value(write.address), limb);
                    slot.write(&mut self.image, value(data));
                }
                changes.memories.insert(number);
                changes.places.insert(memory.place);
            }
        }
        changes
    }
}
