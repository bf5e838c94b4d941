//! Stall domains: logic that an enable switches off together, such as a pixel pipeline.
//!
//! Much of the logic that is computed in every cycle may depend on one condition, the enable. While
//! it is off, some registers hold their values. The registers that depend only on these are stable
//! one cycle later, the next stage two cycles later, and so on. From then on nothing in the domain
//! changes before the enable is on again, or another value in its fan-in changes. The latter is
//! rare and is detected as for partitions. So the code of a cycle exists twice: with the domain,
//! and as a fast path without it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::class::Class;
use crate::cost::cost;
use crate::design::cone;
use crate::facts::Facts;
use crate::gates::Pace;
use crate::needs::{Needs, Search};
use crate::node::{Node, NodeId};

/// Number of conditions that are tried, those with most registers first.
const TRIED: usize = 8;
/// Instructions in a cycle that must be saved.
const LEAST_SAVED: f64 = 8.0;

impl Pace {
    /// Finds the condition that saves most instructions.
    pub(crate) fn find(search: &Search<'_>) -> Option<Pace> {
        let paces = search.conditions().into_iter().map(|condition| {
            let pace = search.pace(condition);
            let off = 1.0 - search.activity.share_set(condition);
            (off * f64::from(search.cost(&pace)), pace)
        });
        let best = paces.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.and_then(|(saved, pace)| (saved >= LEAST_SAVED).then_some(pace))
    }
}

impl Search<'_> {
    /// Conditions that make registers hold their values while they are off.
    fn conditions(&self) -> Vec<NodeId> {
        let mut registers: BTreeMap<NodeId, usize> = BTreeMap::new();
        for number in self.always() {
            let register = &self.design.registers[number];
            let mut found = HashSet::new();
            let mut seen = HashSet::new();
            let mut todo = vec![register.next];
            while let Some(node) = todo.pop() {
                match self.design.pool.node(node) {
                    Node::Mux(condition, then, otherwise) if seen.insert(node) => {
                        todo.extend([then, otherwise]);
                        if otherwise == register.node {
                            found.insert(condition);
                        }
                    }
                    _ => {}
                }
            }
            for condition in found {
                *registers.entry(condition).or_default() += 1;
            }
        }
        registers.retain(|condition, _| self.classes[condition.index()] == Class::Calm);
        let mut conditions: Vec<NodeId> = registers.keys().copied().collect();
        conditions.sort_by_key(|condition| std::cmp::Reverse(registers[condition]));
        conditions.truncate(TRIED);
        conditions
    }

    /// The stall domain of a condition.
    fn pace(&self, condition: NodeId) -> Pace {
        let anything = Facts::new(&self.design.pool, HashSet::new());
        let mut off = Facts::new(&self.design.pool, HashSet::new());
        off.assume(condition, false);
        let mut sources = self.needs(&anything, vec![condition]).calm;
        let mut registers = BTreeSet::new();
        let mut depth = 0;
        // One stage of the domain after the other: registers that depend on no others, then those
        // that depend only on the stages before.
        let mut waiting: Vec<(usize, Needs)> = self
            .always()
            .map(|number| (number, self.needs_of_register(&off, number)))
            .collect();
        loop {
            let (ready, rest): (Vec<_>, Vec<_>) = waiting
                .into_iter()
                .partition(|(_, needs)| needs.follows(&registers));
            if ready.is_empty() {
                break;
            }
            depth += 1;
            for (number, needs) in ready {
                registers.insert(number);
                sources.extend(needs.calm);
            }
            waiting = rest;
        }
        let mut watched = BTreeSet::new();
        for &node in self.gates.watched.keys() {
            let operands = self.design.pool.node(node).operands().collect();
            let needs = self.needs(&anything, operands);
            if !needs.busy.is_empty() && needs.follows(&registers) {
                watched.insert(node);
                sources.extend(needs.calm);
            }
        }
        Pace {
            condition,
            registers,
            watched,
            sources,
            depth,
        }
    }

    /// Fan-in support of the changes of a register.
    fn needs_of_register(&self, facts: &Facts<'_>, number: usize) -> Needs {
        let is_watched = |node: NodeId| self.gates.watched.contains_key(&node);
        let resolve = |node: NodeId| facts.resolve(node);
        self.needs(facts, self.design.moved_by(number, resolve, is_watched))
    }

    /// Instructions that are used only by the domain.
    fn cost(&self, pace: &Pace) -> u32 {
        let roots = |keeps_pace: bool| {
            let registers = self
                .always()
                .filter(move |number| pace.registers.contains(number) == keeps_pace)
                .map(|number| self.design.registers[number].next);
            let watched = self.gates.watched.keys().copied();
            let watched = watched.filter(move |node| pace.watched.contains(node) == keeps_pace);
            cone(&self.design.pool, registers.chain(watched))
        };
        let others: HashSet<NodeId> = roots(false).into_iter().collect();
        roots(true)
            .into_iter()
            .filter(|node| !others.contains(node) && self.classes[node.index()] != Class::Calm)
            .map(|node| cost(self.design, node))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::activity::Activity;
    use crate::design::Design;
    use crate::gates::Gates;
    use crate::layout::Layout;
    use crate::node::Pool;

    /// A long expression of two values.
    fn busy(pool: &mut Pool, a: NodeId, b: NodeId) -> NodeId {
        let mut result = pool.add(8, a, b);
        for factor in [3, 5, 7, 11] {
            let factor = pool.constant(factor);
            let product = pool.mul(8, result, factor);
            result = pool.xor(product, b);
        }
        result
    }

    /// Seven registers: an enable; a counter that it enables; two registers that follow this
    /// counter one after the other; a free-running counter; a register that follows both counters;
    /// and a register that changes only when the first counter is at 100.
    fn design() -> Design {
        let mut design = Design::default();
        let pool = &mut design.pool;
        let width = |number: u32| if number == 0 { 1 } else { 8 };
        let nodes: Vec<NodeId> = (0..7).map(|n| pool.register(n, width(n))).collect();
        let (one, hundred) = (pool.constant(1), pool.constant(100));
        let counted = pool.add(8, nodes[1], one);
        let at_hundred = pool.eq(nodes[1], hundred);
        let nexts = [
            nodes[0],
            pool.mux(nodes[0], counted, nodes[1]),
            busy(pool, nodes[1], nodes[1]),
            busy(pool, nodes[2], one),
            pool.add(8, nodes[4], one),
            busy(pool, nodes[1], nodes[4]),
            pool.add(8, nodes[6], at_hundred),
        ];
        for (&node, next) in nodes.iter().zip(nexts) {
            design.add_register(node, next);
        }
        design
    }

    fn find(is_on: &[u64]) -> (Design, Option<Pace>) {
        let design = design();
        let layout = Layout::new(&design).unwrap();
        let mut activity = Activity::new(&design);
        for &is_on in is_on {
            let mut image = vec![0; layout.size as usize];
            layout.registers[0].write(&mut image, is_on);
            activity.sample(&design, &layout, &image);
        }
        let pace = Gates::new(&design, &activity).pace;
        (design, pace)
    }

    #[test]
    fn what_follows_the_pace_stands_still_after_it() {
        let (design, pace) = find(&[1, 0, 1, 0]);
        let pace = pace.unwrap();
        assert_eq!(pace.condition, design.registers[0].node);
        assert_eq!(pace.registers, BTreeSet::from([1, 2, 3]));
        assert_eq!(pace.depth, 3);
        assert_eq!(pace.watched.len(), 1);
        assert_eq!(pace.sources, BTreeSet::from([design.registers[0].node]));
    }

    #[test]
    fn what_hardly_ever_stands_still_keeps_no_pace() {
        assert!(find(&[1; 16]).1.is_none());
    }
}
