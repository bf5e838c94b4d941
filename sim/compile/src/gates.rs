//! Partitions of a design, and the values that activate them.

use std::collections::{BTreeMap, BTreeSet};

use crate::activity::{mark, Activity};
use crate::design::Design;
use crate::node::NodeId;

/// Number of all partitions. Each has a bit in a machine word, which leaves two bits.
pub(crate) const ALL_PARTS: u32 = 62;

/// A set of partitions, one bit for each.
pub(crate) type Mask = u64;

/// The partitions, and the values that activate them.
#[derive(Debug)]
pub(crate) struct Gates {
    /// Partition of each register. `None` for registers that are computed in every cycle.
    pub(crate) registers: Vec<Option<u32>>,
    /// Partition of each memory's write ports.
    pub(crate) memories: Vec<Option<u32>>,
    /// Partitions that a change of a register activates.
    pub(crate) register_wakes: Vec<Mask>,
    /// Partitions that a write to a memory activates.
    pub(crate) memory_wakes: Vec<Mask>,
    /// Registers with deferred writes: they are written before another partition reads them, so
    /// they take their value at the end of the cycle.
    pub(crate) late_registers: Vec<bool>,
    /// Memories with deferred writes.
    pub(crate) late_memories: Vec<bool>,
    /// Change-detected nodes, and the partitions that a change activates.
    pub(crate) watched: BTreeMap<NodeId, Mask>,
    /// Hoisted nodes, which rarely change but have users in every cycle, and the partition that
    /// computes each.
    pub(crate) kept: BTreeMap<NodeId, u32>,
    /// Partitions with hoisted values for change detection.
    pub(crate) early: Mask,
    /// The stall domain.
    pub(crate) pace: Option<Pace>,
    /// Free-running counters that are only compared.
    pub(crate) tickers: Tickers,
}

impl Pace {
    /// Set when a value changed that can change the stall domain.
    pub(crate) const BIT: Mask = 1 << ALL_PARTS;
}

impl Tickers {
    /// Set when a value changed that the counters or their comparisons depend on.
    pub(crate) const BIT: Mask = 1 << (ALL_PARTS + 1);
}

/// A stall domain: logic that is stable while a condition is off.
#[derive(Debug)]
pub(crate) struct Pace {
    pub(crate) condition: NodeId,
    /// Registers of the domain.
    pub(crate) registers: BTreeSet<usize>,
    /// Change-detected nodes that can change only with these registers.
    pub(crate) watched: BTreeSet<NodeId>,
    /// Other triggers of the domain: registers, loads, which stand for their memories, and
    /// change-detected nodes.
    pub(crate) sources: BTreeSet<NodeId>,
    /// Cycles until the whole domain is stable.
    pub(crate) depth: u32,
}

/// All free-running counters of a design.
#[derive(Debug, Default)]
pub(crate) struct Tickers {
    /// The registers, and the deadlines of each.
    pub(crate) registers: BTreeMap<usize, BTreeSet<Alarm>>,
    /// Change-detected nodes that compare the counters.
    pub(crate) watched: BTreeSet<NodeId>,
    /// Other triggers that change how they count, or a comparison: registers and loads, which stand
    /// for their memories.
    pub(crate) sources: BTreeSet<NodeId>,
}

/// Deadline: the next time at which a comparison may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Alarm {
    /// The counter reaches a value.
    At(NodeId),
    /// The bits from this one up change.
    Every(u32),
}

impl Gates {
    /// No partitions: everything is computed in every cycle.
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
            early: 0,
            pace: None,
            tickers: Tickers::default(),
        }
    }

    /// The partitions with state.
    pub(crate) fn state_parts(&self) -> Mask {
        mask(self.registers.iter().chain(&self.memories).flatten())
    }

    /// The partitions with hoisted values.
    pub(crate) fn keeping_parts(&self) -> Mask {
        mask(self.kept.values())
    }

    /// The partitions with deferred writes.
    pub(crate) fn late_parts(&self) -> Mask {
        let registers = self.registers.iter().zip(&self.late_registers);
        let memories = self.memories.iter().zip(&self.late_memories);
        let late = registers.chain(memories).filter(|(_, &is_late)| is_late);
        mask(late.filter_map(|(part, _)| part.as_ref()))
    }

    /// Expected number of activations in a cycle, if the design behaves as in the profiling
    /// samples.
    pub(crate) fn wakings(&self, design: &Design, activity: &Activity) -> f64 {
        let registers = design.registers.iter().zip(&self.register_wakes);
        let mut sources: Vec<(NodeId, Mask)> = registers
            .map(|(register, &wakes)| (register.node, wakes))
            .collect();
        sources.extend(self.watched.iter().map(|(&node, &wakes)| (node, wakes)));
        let share = |part: u32| {
            let wakes = |mask: Mask| mask >> part & 1 != 0;
            let nodes = sources.iter().filter(|(_, mask)| wakes(*mask));
            let mut when = activity.when(design, nodes.map(|&(node, _)| node));
            let memories = activity.memories.iter().zip(&self.memory_wakes);
            for (words, _) in memories.filter(|(_, &mask)| wakes(mask)) {
                mark(&mut when, words);
            }
            activity.share(&when)
        };
        (0..ALL_PARTS).map(share).sum()
    }

    /// True if there are partitions with state.
    pub(crate) fn sleeps(&self) -> bool {
        self.registers
            .iter()
            .chain(&self.memories)
            .any(Option::is_some)
    }
}

/// A set of partitions.
fn mask<'a>(parts: impl Iterator<Item = &'a u32>) -> Mask {
    parts.fold(0, |mask, part| mask | 1 << part)
}
