//! Free-running counters: counters whose value is only compared.
//!
//! Such a counter changes by one in every cycle, or not at all, until a comparison changes or a
//! rarely changing value changes. The first happens at a deadline that is known in advance. The
//! second is detected when it happens. So the counter is skipped until the deadline, and then set
//! to its exact value.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::class::Class;
use crate::facts::Facts;
use crate::gates::{Alarm, Tickers};
use crate::needs::{Needs, Search};
use crate::node::{ones, Node, NodeId, Op};

/// Largest width of a counter in bits, so that differences are positive.
const WIDEST: u32 = 31;

impl Tickers {
    /// Finds all free-running counters.
    pub(crate) fn find(search: &Search<'_>) -> Tickers {
        let finder = Finder {
            search,
            anything: Facts::new(&search.design.pool, HashSet::new()),
        };
        let pace = search.gates.pace.as_ref();
        let mut numbers: BTreeSet<usize> = search
            .always()
            .filter(|number| pace.is_none_or(|pace| !pace.registers.contains(number)))
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
    fn needs(&self, nodes: Vec<NodeId>) -> Needs {
        self.search.needs(&self.anything, nodes)
    }

    fn is_watched(&self, node: NodeId) -> bool {
        self.search.gates.watched.contains_key(&node)
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
            && self.search.classes[register.node.index()] == Class::Busy
            && values.iter().any(by_one)
    }

    /// The registers of a set that are only compared.
    fn among(&self, numbers: &BTreeSet<usize>) -> Tickers {
        let mut found = Tickers::default();
        let mut alarms: BTreeMap<usize, BTreeSet<Alarm>> = BTreeMap::new();
        for &node in self.search.gates.watched.keys() {
            let of_node = self.alarms(node, numbers).unwrap_or_default();
            if !of_node.is_empty() {
                found.watched.insert(node);
            }
            for (number, alarm) in of_node {
                alarms.entry(number).or_default().insert(alarm);
            }
        }
        let read = self.read_by_others(numbers, &found.watched);
        for (number, alarms) in alarms {
            let (conditions, values) = self.choices(number);
            let values = values.into_iter();
            let values = values.filter(|&value| self.step(value, number).is_none());
            let needs = self.needs(conditions.into_iter().chain(values).collect());
            let is_known = |node: &NodeId| !self.is_watched(*node) || found.watched.contains(node);
            if needs.is_calm() && needs.calm.iter().all(is_known) && !read.contains(&number) {
                found.sources.extend(needs.calm);
                found.registers.insert(number, alarms);
            }
        }
        for &node in &found.watched {
            let operands = self.search.design.pool.node(node).operands();
            found.sources.extend(self.needs(operands.collect()).calm);
        }
        found.sources.retain(|&source| !self.is_watched(source));
        found
    }

    /// Registers that are read by anything but the given change-detected nodes and the registers
    /// themselves.
    fn read_by_others(
        &self,
        numbers: &BTreeSet<usize>,
        watched: &BTreeSet<NodeId>,
    ) -> BTreeSet<usize> {
        let design = self.search.design;
        let registers = self.search.always();
        let registers = registers.filter(|number| !numbers.contains(number));
        let memories = design.memories.iter().flat_map(|memory| &memory.writes);
        let others = self.search.gates.watched.keys();
        let others = others.filter(|node| !watched.contains(node));
        let readers = registers
            .map(|number| design.registers[number].next)
            .chain(memories.flat_map(|write| write.nodes()))
            .chain(others.flat_map(|&node| design.pool.node(node).operands()));
        self.needs(readers.collect()).busy
    }

    /// Deadlines of a change-detected node. `None` if it also depends on other toggling values, or
    /// uses a counter in another way.
    fn alarms(&self, watched: NodeId, numbers: &BTreeSet<usize>) -> Option<Vec<(usize, Alarm)>> {
        let pool = &self.search.design.pool;
        let counter = |node: NodeId| match pool.node(node) {
            Node::Register(number) => Some(number as usize).filter(|n| numbers.contains(n)),
            _ => None,
        };
        let mut alarms = Vec::new();
        let mut seen = HashSet::new();
        let mut todo = vec![watched];
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            if node != watched && self.is_watched(node) {
                return None;
            }
            match pool.node(node) {
                Node::Binary(Op::Eq, _, a, b) if counter(a).or(counter(b)).is_some() => {
                    let (number, value) = match counter(a) {
                        Some(number) => (number, b),
                        None => (counter(b)?, a),
                    };
                    let needs = self.needs(vec![value]);
                    if !needs.is_calm() || needs.calm.into_iter().any(|node| self.is_watched(node))
                    {
                        return None;
                    }
                    alarms.push((number, Alarm::At(value)));
                }
                Node::Binary(Op::Shr, _, a, amount) if counter(a).is_some() => {
                    let amount = u32::try_from(pool.as_const(amount)?).ok()?;
                    alarms.push((counter(a)?, Alarm::Every(amount)));
                }
                Node::Register(_) if self.search.classes[node.index()] != Class::Calm => {
                    return None
                }
                Node::Load { .. } => return None,
                other => todo.extend(other.operands()),
            }
        }
        Some(alarms)
    }
}
