//! Partitions of a design, and the values that activate them.
//!
//! A partition runs in the cycle in which one of its triggers has another value than in the last
//! one, or in which a memory that it reads was written. Two more things have a number in the set of
//! active partitions:
//!
//! - The stall domain keeps running for some cycles after a trigger changed. It has its number only
//!   here: at run time it has a number of cycles instead.
//! - The free-running counters also run at a deadline that they have set themselves.
//!
//! So a partition is a set of triggers; the stall domain has a time to hold on as well, and the
//! counters a deadline. They are no single type, because their code differs: the stall domain is a
//! branch within each cycle, and the counters are a function that is called at the deadline.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::activity::{mark, Activity};
use crate::design::Design;
use crate::node::NodeId;
use crate::options::Options;

/// A set of partitions by number. At run time it is a set of bits, in one or more words.
pub(crate) type NumberSet = BTreeSet<u32>;

/// The first number of other partitions than the stall domain and the counters.
pub(crate) const FIRST_PARTITION: u32 = 2;

/// Numbers in a word.
pub(crate) const WORD: u32 = u64::BITS;

/// The words of a set that are not empty, and the bits in each.
pub(crate) fn words<'a>(numbers: impl IntoIterator<Item = &'a u32>) -> BTreeMap<u32, u64> {
    let mut words = BTreeMap::new();
    for number in numbers {
        *words.entry(number / WORD).or_default() |= 1 << (number % WORD);
    }
    words
}

/// The partitions, and the values that activate them.
#[derive(Debug)]
pub(crate) struct Gates {
    /// The passes that are on.
    pub(crate) options: Options,
    /// Words for the numbers of all partitions.
    pub(crate) words: u32,
    /// Partition of each register. `None` for registers that are computed in every cycle.
    pub(crate) registers: Vec<Option<u32>>,
    /// Partition of each memory's write ports.
    pub(crate) memories: Vec<Option<u32>>,
    /// Partitions that a change of a register activates.
    pub(crate) register_activates: Vec<NumberSet>,
    /// Partitions that a write to a memory activates.
    pub(crate) memory_activates: Vec<NumberSet>,
    /// Registers with deferred writes: they are written before another partition reads them, so
    /// they take their value at the end of the cycle.
    pub(crate) deferred_registers: Vec<bool>,
    /// Memories with deferred writes.
    pub(crate) deferred_memories: Vec<bool>,
    /// Change-detected nodes, and the partitions that a change activates.
    pub(crate) detected: BTreeMap<NodeId, NumberSet>,
    /// Hoisted nodes, which rarely change but have users in every cycle, and the partition that
    /// computes each.
    pub(crate) hoisted: BTreeMap<NodeId, u32>,
    /// Partitions with hoisted values for change detection.
    pub(crate) early: NumberSet,
    /// The stall domain.
    pub(crate) stall: Option<StallDomain>,
    /// Free-running counters that are only compared.
    pub(crate) free_counters: FreeCounters,
}

impl StallDomain {
    /// Its number among the partitions.
    pub(crate) const NUMBER: u32 = 0;
}

impl FreeCounters {
    /// Their number among the partitions.
    pub(crate) const NUMBER: u32 = 1;
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
            words: 1,
            registers: vec![None; design.registers.len()],
            memories: vec![None; design.memories.len()],
            register_activates: vec![NumberSet::new(); design.registers.len()],
            memory_activates: vec![NumberSet::new(); design.memories.len()],
            deferred_registers: vec![false; design.registers.len()],
            deferred_memories: vec![false; design.memories.len()],
            detected: BTreeMap::new(),
            hoisted: BTreeMap::new(),
            early: NumberSet::new(),
            stall: None,
            free_counters: FreeCounters::default(),
        }
    }

    /// The partition that computes a register, or the number of the stall domain or the counters.
    /// `None` if it is computed in every cycle.
    pub(crate) fn of_register(&self, register: usize) -> Option<u32> {
        let is_stalled = |stall: &StallDomain| stall.registers.contains(&register);
        if self.stall.as_ref().is_some_and(is_stalled) {
            Some(StallDomain::NUMBER)
        } else if self.free_counters.registers.contains_key(&register) {
            Some(FreeCounters::NUMBER)
        } else {
            self.registers[register]
        }
    }

    /// The number of the stall domain or the counters, if a change-detected node is compared with
    /// them.
    pub(crate) fn of_detected(&self, node: NodeId) -> Option<u32> {
        let is_stalled = |stall: &StallDomain| stall.detected.contains(&node);
        if self.stall.as_ref().is_some_and(is_stalled) {
            Some(StallDomain::NUMBER)
        } else {
            let is_counted = self.free_counters.detected.contains(&node);
            is_counted.then_some(FreeCounters::NUMBER)
        }
    }

    /// The partitions with state.
    pub(crate) fn state_partitions(&self) -> NumberSet {
        let all = self.registers.iter().chain(&self.memories);
        all.flatten().copied().collect()
    }

    /// Hoisted nodes of partitions that run before change detection.
    pub(crate) fn early_hoisted(&self) -> FxHashSet<NodeId> {
        let hoisted = self.hoisted.iter();
        let early = hoisted.filter(|(_, partition)| self.early.contains(partition));
        early.map(|(&node, _)| node).collect()
    }

    /// Nodes that the logic of every cycle finds in memory: all hoisted ones, and those that are
    /// compared with the counters.
    pub(crate) fn given(&self) -> FxHashSet<NodeId> {
        let counted = &self.free_counters.detected;
        self.hoisted.keys().chain(counted).copied().collect()
    }

    /// The partitions with hoisted values.
    pub(crate) fn hoisting_partitions(&self) -> NumberSet {
        self.hoisted.values().copied().collect()
    }

    /// The partitions with deferred writes.
    pub(crate) fn deferred_partitions(&self) -> NumberSet {
        let registers = self.registers.iter().zip(&self.deferred_registers);
        let memories = self.memories.iter().zip(&self.deferred_memories);
        let deferred = registers
            .chain(memories)
            .filter(|(_, &is_deferred)| is_deferred);
        deferred.filter_map(|(partition, _)| *partition).collect()
    }

    /// Expected share of the cycles in which each partition is active, if the design behaves as in
    /// the profiling samples.
    pub(crate) fn active_shares(&self, design: &Design, activity: &Activity) -> BTreeMap<u32, f64> {
        let registers = design.registers.iter().zip(&self.register_activates);
        let registers = registers.map(|(register, numbers)| (activity.at(register.node), numbers));
        let detected = self.detected.iter();
        let detected = detected.map(|(&node, numbers)| (activity.at(node), numbers));
        let memories = activity.memories.iter().map(Vec::as_slice);
        let memories = memories.zip(&self.memory_activates);
        let mut when: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (words, numbers) in registers.chain(detected).chain(memories) {
            for &partition in numbers.range(FIRST_PARTITION..) {
                let when = when.entry(partition);
                mark(when.or_insert_with(|| vec![0; words.len()]), words);
            }
        }
        let shares = when.into_iter();
        shares
            .map(|(partition, when)| (partition, activity.share(&when)))
            .collect()
    }

    /// True if there are partitions with state.
    pub(crate) fn is_gated(&self) -> bool {
        self.registers
            .iter()
            .chain(&self.memories)
            .any(Option::is_some)
    }
}
