//! Observed part of a design: leaves out the logic that only feeds unobserved outputs.
//!
//! A register is skipped if nothing reads it but other skipped registers, and it is not observed.
//! So a register that keeps its value, or depends on itself in another way, is never skipped. All
//! skipped registers are pipelines behind the rest of the state: they have their exact values again
//! some cycles after the whole design runs. A memory is skipped if the design never reads it.

use std::collections::BTreeMap;

use crate::design::{Design, Write};
use crate::node::{Node, NodeId};

/// The state that is not computed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skipped {
    /// Next value of each skipped register in the whole design.
    registers: BTreeMap<usize, NodeId>,
    /// Write ports of each skipped memory in the whole design.
    memories: BTreeMap<usize, Vec<Write>>,
    /// Length of the longest pipeline of skipped registers.
    pub(crate) cycles: u32,
}

impl Skipped {
    /// The state that these nodes and memories do not depend on, except state that remembers.
    pub(crate) fn new(design: &Design, nodes: &[NodeId], memories: &[usize]) -> Skipped {
        let mut uses = Uses::new(design, nodes, memories);
        let mut order: Vec<NodeId> = Vec::new();
        let all = (0..design.pool.len()).map(NodeId::at);
        order.extend(all.filter(|node| uses.counts[node.index()] == 0));
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for operand in sources(design, node) {
                let count = &mut uses.counts[operand.index()];
                *count -= 1;
                if *count == 0 {
                    order.push(operand);
                }
            }
        }
        let mut skipped = Skipped::default();
        for number in (0..design.memories.len()).filter(|&number| !uses.kept[number]) {
            skipped.add_memory(design, number);
        }
        // Operands precede the nodes that they skip.
        let mut cycles = vec![0; design.pool.len()];
        for &node in order.iter().rev() {
            let before = sources(design, node).map(|source| cycles[source.index()]);
            cycles[node.index()] = before.max().unwrap_or(0);
            if let Node::Register(register) = design.pool.node(node) {
                skipped.add_register(design, register as usize);
                cycles[node.index()] += 1;
                skipped.cycles = skipped.cycles.max(cycles[node.index()]);
            }
        }
        skipped
    }

    /// Adds a register.
    pub(crate) fn add_register(&mut self, design: &Design, number: usize) {
        let next = design.registers[number].next;
        self.registers.insert(number, next);
    }

    /// Adds a memory.
    pub(crate) fn add_memory(&mut self, design: &Design, number: usize) {
        let writes = design.memories[number].writes.clone();
        self.memories.insert(number, writes);
    }

    /// Adds other state.
    pub(crate) fn extend(&mut self, other: Skipped) {
        self.registers.extend(other.registers);
        self.memories.extend(other.memories);
    }

    /// True if a memory is not computed.
    pub(crate) fn has_memory(&self, memory: usize) -> bool {
        self.memories.contains_key(&memory)
    }

    /// True if a node's value is state that is not computed.
    pub(crate) fn has_state(&self, node: Node) -> bool {
        match node {
            Node::Register(register) => self.registers.contains_key(&(register as usize)),
            Node::Load { memory, .. } => self.has_memory(memory as usize),
            _ => false,
        }
    }

    /// True if everything is computed.
    pub(crate) fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.memories.is_empty()
    }

    /// Changes the whole design to one in which the skipped state never changes.
    pub(crate) fn leave_out(&self, design: &mut Design) {
        for &number in self.registers.keys() {
            let register = &mut design.registers[number];
            register.next = register.node;
        }
        for &number in self.memories.keys() {
            design.memories[number].writes.clear();
        }
    }

    /// Changes that design back to the whole one.
    pub(crate) fn put_back(&self, design: &mut Design) {
        for (&number, &next) in &self.registers {
            design.registers[number].next = next;
        }
        for (&number, writes) in &self.memories {
            design.memories[number].writes.clone_from(writes);
        }
    }
}

/// The nodes that a node's value or next value depends on directly.
fn sources(design: &Design, node: NodeId) -> impl Iterator<Item = NodeId> {
    let node = design.pool.node(node);
    let next = match node {
        Node::Register(register) => Some(design.registers[register as usize].next),
        _ => None,
    };
    node.operands().chain(next)
}

/// Number of uses of each node.
struct Uses {
    counts: Vec<u32>,
    /// Memories that are computed.
    kept: Vec<bool>,
}

impl Uses {
    fn new(design: &Design, nodes: &[NodeId], memories: &[usize]) -> Uses {
        let mut kept = vec![false; design.memories.len()];
        memories.iter().for_each(|&memory| kept[memory] = true);
        // A memory that is read remembers what was written.
        for node in design.needed() {
            if let Node::Load { memory, .. } = design.pool.node(node) {
                kept[memory as usize] = true;
            }
        }
        let mut counts = vec![0; design.pool.len()];
        let mut count = |node: NodeId| counts[node.index()] += 1;
        let all = (0..design.pool.len()).map(NodeId::at);
        all.for_each(|node| sources(design, node).for_each(&mut count));
        nodes.iter().copied().for_each(&mut count);
        let written = design.memories.iter().zip(&kept);
        let writes = written
            .filter(|(_, &kept)| kept)
            .flat_map(|(memory, _)| &memory.writes);
        writes.flat_map(Write::nodes).for_each(&mut count);
        Uses { counts, kept }
    }
}
