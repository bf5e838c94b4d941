//! Profile of a running design: how often each value changes.

use std::collections::BTreeSet;

use crate::design::Design;
use crate::layout::Layout;
use crate::node::{Node, NodeId};
use crate::word::limbs;

/// Cycles in a profiling sample, one bit each of a word.
const CYCLES: u32 = u64::BITS;

/// Recorded changes: one word for each profiling sample, one bit for each cycle.
#[derive(Clone, Debug)]
pub(crate) struct Activity {
    /// The nodes that the next state depends on, operands first.
    order: Vec<NodeId>,
    users: Users,
    samples: usize,
    /// Cycles in which a node's value changed.
    nodes: Vec<Vec<u64>>,
    /// Number of samples in which a node was not zero at the end.
    set: Vec<usize>,
    /// Cycles in which a memory was written.
    pub(crate) memories: Vec<Vec<u64>>,
}

impl Activity {
    /// A profile without samples.
    pub(crate) fn new(design: &Design) -> Activity {
        let order = design.needed();
        Activity {
            users: Users::new(design, &order),
            order,
            samples: 0,
            nodes: vec![vec![]; design.pool.len()],
            set: vec![0; design.pool.len()],
            memories: vec![vec![]; design.memories.len()],
        }
    }

    /// Takes a profiling sample: simulates some cycles from a state.
    pub(crate) fn sample(&mut self, design: &Design, layout: &Layout, image: &[u8]) {
        let mut trial = Trial::new(design, layout, image, &self.order, &self.users);
        trial.settle(|_| ());
        trial.tick();
        let all = [&mut self.nodes, &mut self.memories];
        all.into_iter().flatten().for_each(|words| words.push(0));
        for cycle in 0..CYCLES {
            let note = |words: &mut Vec<u64>| words[self.samples] |= 1 << cycle;
            trial.settle(|node| note(&mut self.nodes[node.index()]));
            let written = trial.tick();
            written
                .into_iter()
                .for_each(|memory| note(&mut self.memories[memory]));
        }
        for &node in trial.order {
            self.set[node.index()] += usize::from(trial.values[node.index()] != 0);
        }
        self.samples += 1;
    }

    /// Share of the samples in which a node was not zero.
    pub(crate) fn share_set(&self, node: NodeId) -> f64 {
        self.set[node.index()] as f64 / self.samples.max(1) as f64
    }

    /// Share of the cycles that are marked in some words.
    pub(crate) fn share(&self, words: &[u64]) -> f64 {
        let marked: u32 = words.iter().map(|word| word.count_ones()).sum();
        f64::from(marked) / (self.samples.max(1) as f64 * f64::from(CYCLES))
    }

    /// Share of the cycles in which a node changes.
    pub(crate) fn of_node(&self, node: NodeId) -> f64 {
        self.share(self.at(node))
    }

    /// Cycles in which a node changes.
    pub(crate) fn at(&self, node: NodeId) -> &[u64] {
        &self.nodes[node.index()]
    }

    /// Cycles in which any of some sources changes. A load stands for its memory.
    pub(crate) fn when(
        &self,
        design: &Design,
        sources: impl IntoIterator<Item = NodeId>,
    ) -> Vec<u64> {
        let mut when = vec![0; self.samples];
        for source in sources {
            let words = match design.pool.node(source) {
                Node::Load { memory, .. } => &self.memories[memory as usize],
                _ => &self.nodes[source.index()],
            };
            mark(&mut when, words);
        }
        when
    }

    /// Share of the cycles in which a memory is written.
    pub(crate) fn of_memory(&self, memory: usize) -> f64 {
        self.share(&self.memories[memory])
    }
}

/// Adds the cycles that are marked in some words.
pub(crate) fn mark(when: &mut [u64], words: &[u64]) {
    when.iter_mut()
        .zip(words)
        .for_each(|(when, word)| *when |= word);
}

/// The nodes that depend directly on each node.
#[derive(Clone, Debug)]
struct Users {
    /// Index in `nodes` of the first user of each node, and at last the length of `nodes`.
    starts: Vec<usize>,
    nodes: Vec<NodeId>,
}

impl Users {
    /// Among some nodes of a design.
    fn new(design: &Design, among: &[NodeId]) -> Users {
        let operands = |user: NodeId| design.pool.node(user).operands();
        let mut starts = vec![0; design.pool.len() + 1];
        for node in among.iter().flat_map(|&user| operands(user)) {
            starts[node.index() + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut nodes = vec![NodeId::at(0); starts[design.pool.len()]];
        let mut ends = starts.clone();
        for &user in among {
            for node in operands(user) {
                nodes[ends[node.index()]] = user;
                ends[node.index()] += 1;
            }
        }
        Users { starts, nodes }
    }

    fn of(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[self.starts[node.index()]..self.starts[node.index() + 1]]
    }
}

/// A set of nodes: one bit for each, 64 in a word.
struct NodeSet(Vec<u64>);

impl NodeSet {
    fn insert(&mut self, node: NodeId) {
        self.0[node.index() / 64] |= 1 << (node.index() % 64);
    }

    /// Removes the first node of the words from `word` on.
    fn take_first(&mut self, word: &mut usize) -> Option<NodeId> {
        while *self.0.get(*word)? == 0 {
            *word += 1;
        }
        let bits = &mut self.0[*word];
        let node = NodeId::at(64 * *word + bits.trailing_zeros() as usize);
        *bits &= *bits - 1;
        Some(node)
    }
}

/// A simulation of some cycles on a copy of the state. Only nodes with an operand that changed are
/// computed again, which are few in a usual cycle.
struct Trial<'a> {
    design: &'a Design,
    layout: &'a Layout,
    image: Vec<u8>,
    order: &'a [NodeId],
    users: &'a Users,
    values: Vec<u64>,
    /// Nodes that are computed again in this cycle.
    stale: NodeSet,
    /// Nodes that are read from the state, in each cycle.
    state: Vec<NodeId>,
}

impl<'a> Trial<'a> {
    fn new(
        design: &'a Design,
        layout: &'a Layout,
        image: &[u8],
        order: &'a [NodeId],
        users: &'a Users,
    ) -> Self {
        let mut stale = NodeSet(vec![0; design.pool.len().div_ceil(64)]);
        order.iter().for_each(|&node| stale.insert(node));
        let is_state = |node: NodeId| {
            matches!(
                design.pool.node(node),
                Node::Register(_) | Node::Load { .. }
            )
        };
        Trial {
            design,
            layout,
            image: image[..layout.size as usize].to_vec(),
            order,
            users,
            values: vec![0; design.pool.len()],
            stale,
            state: order
                .iter()
                .copied()
                .filter(|&node| is_state(node))
                .collect(),
        }
    }

    fn settle(&mut self, mut changed: impl FnMut(NodeId)) {
        self.state.iter().for_each(|&node| self.stale.insert(node));
        let mut word = 0;
        while let Some(node) = self.stale.take_first(&mut word) {
            let value = |operand: NodeId| self.values[operand.index()];
            let new = match self.design.pool.node(node) {
                Node::Load {
                    memory,
                    limb,
                    address,
                } => self.layout.memories[memory as usize]
                    .slot(value(address), limb)
                    .read(&self.image),
                other => other
                    .eval(value)
                    .unwrap_or_else(|| self.layout.slot(other).read(&self.image)),
            };
            if std::mem::replace(&mut self.values[node.index()], new) != new {
                // Users come later in the order.
                self.users
                    .of(node)
                    .iter()
                    .for_each(|&user| self.stale.insert(user));
                changed(node);
            }
        }
    }

    /// Makes a clock edge. Returns the memories that are written.
    fn tick(&mut self) -> BTreeSet<usize> {
        let mut written = BTreeSet::new();
        let value = |node: NodeId| self.values[node.index()];
        for (slot, register) in self.layout.registers.iter().zip(&self.design.registers) {
            slot.write(&mut self.image, value(register.next));
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
                written.insert(number);
            }
        }
        written
    }
}
