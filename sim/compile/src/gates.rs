//! Partitions of a design, and the values that activate them.

use std::collections::{BTreeMap, BTreeSet};

use crate::activity::{mark, Activity};
use crate::design::Design;
use crate::node::NodeId;
use crate::options::Options;

/// Number of all partitions. Each has a bit in a machine word, which leaves two bits.
pub(crate) const ALL_PARTITIONS: u32 = 62;

/// A set of partitions, one bit for each.
pub(crate) type Mask = u64;

/// The partitions, and the values that activate them.
#[derive(Debug)]
pub(crate) struct Gates {
    /// The passes that are on.
    pub(crate) options: Options,
    /// Partition of each register. `None` for registers that are computed in every cycle.
    pub(crate) registers: Vec<Option<u32>>,
    /// Partition of each memory's write ports.
    pub(crate) memories: Vec<Option<u32>>,
    /// Partitions that a change of a register activates.
    pub(crate) register_activates: Vec<Mask>,
    /// Partitions that a write to a memory activates.
    pub(crate) memory_activates: Vec<Mask>,
    /// Registers with deferred writes: they are written before another partition reads them, so
    /// they take their value at the end of the cycle.
    pub(crate) deferred_registers: Vec<bool>,
    /// Memories with deferred writes.
    pub(crate) deferred_memories: Vec<bool>,
    /// Change-detected nodes, and the partitions that a change activates.
    pub(crate) detected: BTreeMap<NodeId, Mask>,
    /// Hoisted nodes, which rarely change but have users in every cycle, and the partition that
    /// computes each.
    pub(crate) hoisted: BTreeMap<NodeId, u32>,
    /// Partitions with hoisted values for change detection.
    pub(crate) early: Mask,
    /// The stall domain.
    pub(crate) stall: Option<StallDomain>,
    /// Free-running counters that are only compared.
    pub(crate) free_counters: FreeCounters,
}

impl StallDomain {
    /// Set when a value changed that can change the stall domain.
    pub(crate) const BIT: Mask = 1 << ALL_PARTITIONS;
}

impl FreeCounters {
    /// Set when a value changed that the counters or their comparisons depend on.
    pub(crate) const BIT: Mask = 1 << (ALL_PARTITIONS + 1);
}

/// A stall domain: logic that is stable while a condition is off.
#[derive(Debug)]
pub(crate) struct StallDomain {
    pub(crate) condition: NodeId,
    /// Registers of the domain.
    pub(crate) registers: BTreeSet<usize>,
    /// Change-detected nodes that can change only with these registers.
    pub(crate) detected: BTreeSet<NodeId>,
    /// Other triggers of the domain: registers, loads, which stand for their memories, and
    /// change-detected nodes.
    pub(crate) sources: BTreeSet<NodeId>,
    /// Cycles until the whole domain is stable.
    pub(crate) depth: u32,
}

/// All free-running counters of a design.
#[derive(Debug, Default)]
pub(crate) struct FreeCounters {
    /// The registers, and the deadlines of each.
    pub(crate) registers: BTreeMap<usize, BTreeSet<Deadline>>,
    /// Change-detected nodes that compare the counters.
    pub(crate) detected: BTreeSet<NodeId>,
    /// Other triggers that change how they count, or a comparison: registers and loads, which stand
    /// for their memories.
    pub(crate) sources: BTreeSet<NodeId>,
}

/// Deadline: the next time at which a comparison may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deadline {
    /// The counter reaches a value.
    At(NodeId),
    /// The bits from this one up change.
    Every(u32),
}

impl Gates {
    /// No partitions: everything is computed in every cycle.
    pub(crate) fn open(design: &Design, options: Options) -> Gates {
        Gates {
            options,
            registers: vec![None; design.registers.len()],
            memories: vec![None; design.memories.len()],
            register_activates: vec![0; design.registers.len()],
            memory_activates: vec![0; design.memories.len()],
            deferred_registers: vec![false; design.registers.len()],
            deferred_memories: vec![false; design.memories.len()],
            detected: BTreeMap::new(),
            hoisted: BTreeMap::new(),
            early: 0,
            stall: None,
            free_counters: FreeCounters::default(),
        }
    }

    /// The partitions with state.
    pub(crate) fn state_partitions(&self) -> Mask {
        mask(self.registers.iter().chain(&self.memories).flatten())
    }

    /// The partitions with hoisted values.
    pub(crate) fn hoisting_partitions(&self) -> Mask {
        mask(self.hoisted.values())
    }

    /// The partitions with deferred writes.
    pub(crate) fn deferred_partitions(&self) -> Mask {
        let registers = self.registers.iter().zip(&self.deferred_registers);
        let memories = self.memories.iter().zip(&self.deferred_memories);
        let deferred = registers
            .chain(memories)
            .filter(|(_, &is_deferred)| is_deferred);
        mask(deferred.filter_map(|(partition, _)| partition.as_ref()))
    }

    /// Expected number of activations in a cycle, if the design behaves as in the profiling
    /// samples.
    pub(crate) fn activations(&self, design: &Design, activity: &Activity) -> f64 {
        let share = |partition| self.active_share(design, activity, partition);
        (0..ALL_PARTITIONS).map(share).sum()
    }

    /// Expected share of the cycles in which a partition is active.
    pub(crate) fn active_share(&self, design: &Design, activity: &Activity, partition: u32) -> f64 {
        let activates = |mask: Mask| mask >> partition & 1 != 0;
        let registers = design.registers.iter().zip(&self.register_activates);
        let registers = registers.map(|(register, &mask)| (register.node, mask));
        let detected = self.detected.iter().map(|(&node, &mask)| (node, mask));
        let sources = registers
            .chain(detected)
            .filter(|&(_, mask)| activates(mask));
        let mut when = activity.when(design, sources.map(|(node, _)| node));
        let memories = activity.memories.iter().zip(&self.memory_activates);
        for (words, _) in memories.filter(|(_, &mask)| activates(mask)) {
            mark(&mut when, words);
        }
        activity.share(&when)
    }

    /// True if there are partitions with state.
    pub(crate) fn is_gated(&self) -> bool {
        self.registers
            .iter()
            .chain(&self.memories)
            .any(Option::is_some)
    }
}

/// A set of partitions.
fn mask<'a>(partitions: impl Iterator<Item = &'a u32>) -> Mask {
    partitions.fold(0, |mask, partition| mask | 1 << partition)
}
