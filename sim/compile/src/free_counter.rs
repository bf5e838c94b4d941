//! Free-running counters: counters whose value is only compared.
//!
//! Such a counter changes by one in every cycle, or not at all, until a comparison changes or a
//! rarely changing value changes. The first happens at a deadline that is known in advance. The
//! second is detected when it happens. So the counter is skipped until the deadline, and then set
//! to its exact value.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::class::Class;
use crate::facts::Facts;
use crate::gates::{Deadline, FreeCounters};
use crate::node::{ones, Node, NodeId, Op};
use crate::support::{Search, Support};

/// Largest width of a counter in bits, so that differences are positive.
const WIDEST: u32 = 31;

impl FreeCounters {
    /// Finds all free-running counters.
    pub(crate) fn find(search: &Search<'_>) -> FreeCounters {
        let finder = Finder {
            search,
            anything: Facts::new(&search.design.pool),
        };
        let stall = search.gates.stall.as_ref();
        let mut numbers: BTreeSet<usize> = search
            .always()
            .filter(|number| stall.is_none_or(|stall| !stall.registers.contains(number)))
            .filter(|&number| finder.counts(number))
            .collect();
        // A register that is rejected may have been the reason to accept another one, so repeat
        // until the set is stable.
        loop {
            let found = finder.among(&numbers);
            if found.registers.len() == numbers.len() {
                return found;
            }
            numbers = found.registers.into_keys().collect();
        }
    }
}

struct Finder<'a> {
    search: &'a Search<'a>,
    anything: Facts<'a>,
}

impl Finder<'_> {
    fn support(&self, nodes: Vec<NodeId>) -> Support {
        self.search.support(&self.anything, nodes)
    }

    fn is_detected(&self, node: NodeId) -> bool {
        self.search.gates.detected.contains_key(&node)
    }

    fn choices(&self, number: usize) -> (Vec<NodeId>, Vec<NodeId>) {
        let design = self.search.design;
        design.choices(number, |node| node, |_| false)
    }

    /// Difference between a node and a register, modulo the register's width.
    fn step(&self, node: NodeId, number: usize) -> Option<u64> {
        let (pool, register) = (
            &self.search.design.pool,
            &self.search.design.registers[number],
        );
        match pool.node(node) {
            _ if node == register.node => Some(0),
            Node::Binary(Op::And, _, sum, mask)
                if pool.as_const(mask) == Some(ones(register.width)) =>
            {
                self.step(sum, number)
            }
            Node::Binary(Op::Add, _, a, b) if a == register.node => {
                Some(pool.as_const(b)? & ones(register.width))
            }
            Node::Binary(Op::Sub, _, a, b) if a == register.node => {
                Some(pool.as_const(b)?.wrapping_neg() & ones(register.width))
            }
            _ => None,
        }
    }

    /// True if a register counts up or down by one in at least one of its choices.
    fn counts(&self, number: usize) -> bool {
        let register = &self.search.design.registers[number];
        let (_, values) = self.choices(number);
        let by_one = |&value: &NodeId| {
            let step = self.step(value, number);
            step == Some(1) || step == Some(ones(register.width))
        };
        register.width <= WIDEST
            && self.search.classes[register.node.index()] == Class::Toggling
            && values.iter().any(by_one)
    }

    /// The registers of a set that are only compared.
    fn among(&self, numbers: &BTreeSet<usize>) -> FreeCounters {
        let mut found = FreeCounters::default();
        let mut deadlines: BTreeMap<usize, BTreeSet<Deadline>> = BTreeMap::new();
        for &node in self.search.gates.detected.keys() {
            let of_node = self.deadlines(node, numbers).unwrap_or_default();
            if !of_node.is_empty() {
                found.detected.insert(node);
            }
            for (number, deadline) in of_node {
                deadlines.entry(number).or_default().insert(deadline);
            }
        }
        let read = self.read_by_others(numbers, &found.detected);
        for (number, deadlines) in deadlines {
            let (conditions, values) = self.choices(number);
            let values = values.into_iter();
            let values = values.filter(|&value| self.step(value, number).is_none());
            let support = self.support(conditions.into_iter().chain(values).collect());
            let is_known =
                |node: &NodeId| !self.is_detected(*node) || found.detected.contains(node);
            if support.is_stable() && support.stable.iter().all(is_known) && !read.contains(&number)
            {
                found.sources.extend(support.stable);
                found.registers.insert(number, deadlines);
            }
        }
        for &node in &found.detected {
            let operands = self.search.design.pool.node(node).operands();
            found
                .sources
                .extend(self.support(operands.collect()).stable);
        }
        found.sources.retain(|&source| !self.is_detected(source));
        found
    }

    /// Registers that are read by anything but the given change-detected nodes and the registers
    /// themselves.
    fn read_by_others(
        &self,
        numbers: &BTreeSet<usize>,
        detected: &BTreeSet<NodeId>,
    ) -> BTreeSet<usize> {
        let design = self.search.design;
        let registers = self.search.always();
        let registers = registers.filter(|number| !numbers.contains(number));
        let memories = design.memories.iter().flat_map(|memory| &memory.writes);
        let others = self.search.gates.detected.keys();
        let others = others.filter(|node| !detected.contains(node));
        let readers = registers
            .map(|number| design.registers[number].next)
            .chain(memories.flat_map(|write| write.nodes()))
            .chain(others.flat_map(|&node| design.pool.node(node).operands()));
        self.support(readers.collect()).toggling
    }

    /// Deadlines of a change-detected node. `None` if it also depends on other toggling values, or
    /// uses a counter in another way.
    fn deadlines(
        &self,
        detected: NodeId,
        numbers: &BTreeSet<usize>,
    ) -> Option<Vec<(usize, Deadline)>> {
        let pool = &self.search.design.pool;
        let counter = |node: NodeId| match pool.node(node) {
            Node::Register(number) => Some(number as usize).filter(|n| numbers.contains(n)),
            _ => None,
        };
        let mut deadlines = Vec::new();
        let mut seen = FxHashSet::default();
        let mut todo = vec![detected];
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            if node != detected && self.is_detected(node) {
                return None;
            }
            match pool.node(node) {
                Node::Binary(Op::Eq, _, a, b) if counter(a).or(counter(b)).is_some() => {
                    let (number, value) = match counter(a) {
                        Some(number) => (number, b),
                        None => (counter(b)?, a),
                    };
                    let support = self.support(vec![value]);
                    if !support.is_stable()
                        || support
                            .stable
                            .into_iter()
                            .any(|node| self.is_detected(node))
                    {
                        return None;
                    }
                    deadlines.push((number, Deadline::At(value)));
                }
                Node::Binary(Op::Shr, _, a, amount) if counter(a).is_some() => {
                    let amount = u32::try_from(pool.as_const(amount)?).ok()?;
                    deadlines.push((counter(a)?, Deadline::Every(amount)));
                }
                Node::Register(_) if self.search.classes[node.index()] != Class::Stable => {
                    return None
                }
                Node::Load { .. } => return None,
                other => todo.extend(other.operands()),
            }
        }
        Some(deadlines)
    }
}
