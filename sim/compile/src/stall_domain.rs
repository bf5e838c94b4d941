//! Stall domains: logic that an enable switches off together, such as a pixel pipeline.
//!
//! Much of the logic that is computed in every cycle may depend on one condition, the enable. While
//! it is off, some registers hold their values. The registers that depend only on these are stable
//! one cycle later, the next stage two cycles later, and so on. From then on nothing in the domain
//! changes before the enable is on again, or another value in its fan-in changes. The latter is
//! rare and is detected as for partitions. So the domain is in a branch, which runs while the
//! enable is on, and afterwards for as many cycles as the domain has stages.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::class::Class;
use crate::cost::{cost, COSTS};
use crate::design::cone;
use crate::facts::Facts;
use crate::gates::StallDomain;
use crate::node::{Node, NodeId};
use crate::support::{Search, Support};

/// Number of conditions that are tried, those with most registers first.
const TRIED: usize = 8;

impl StallDomain {
    /// Finds the condition that saves most instructions.
    pub(crate) fn find(search: &Search<'_>) -> Option<StallDomain> {
        let stalls = search.conditions().into_iter().map(|condition| {
            let stall = search.stall(condition);
            let off = 1.0 - search.activity.share_set(condition);
            (off * f64::from(search.cost(&stall)), stall)
        });
        let best = stalls.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.and_then(|(saved, stall)| (saved >= COSTS.saved_by_stall).then_some(stall))
    }
}

impl Search<'_> {
    /// Conditions that make registers hold their values while they are off.
    fn conditions(&self) -> Vec<NodeId> {
        let mut registers: BTreeMap<NodeId, usize> = BTreeMap::new();
        for number in self.always() {
            let register = &self.design.registers[number];
            let mut found = FxHashSet::default();
            let mut seen = FxHashSet::default();
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
        // A condition of which a change is not detected is none, even if it rarely changes.
        let anything = Facts::new(&self.design.pool);
        registers.retain(|&condition, _| {
            self.classes[condition.index()] == Class::Stable
                && self.support(&anything, vec![condition]).is_stable()
        });
        let mut conditions: Vec<NodeId> = registers.keys().copied().collect();
        conditions.sort_by_key(|condition| std::cmp::Reverse(registers[condition]));
        conditions.truncate(TRIED);
        conditions
    }

    /// The stall domain of a condition.
    fn stall(&self, condition: NodeId) -> StallDomain {
        let anything = Facts::new(&self.design.pool);
        let off = self.off(condition);
        let mut sources = self.support(&anything, vec![condition]).stable;
        let mut registers = BTreeSet::new();
        let mut depth = 0;
        // One stage of the domain after the other: registers that depend on no others, then those
        // that depend only on the stages before.
        let mut waiting: Vec<(usize, Support)> = self
            .always()
            .map(|number| (number, self.support_of_register(&off, number)))
            .collect();
        loop {
            let (ready, rest): (Vec<_>, Vec<_>) = waiting
                .into_iter()
                .partition(|(_, support)| support.follows(&registers));
            if ready.is_empty() {
                break;
            }
            depth += 1;
            for (number, support) in ready {
                registers.insert(number);
                sources.extend(support.stable);
            }
            waiting = rest;
        }
        let mut detected = BTreeSet::new();
        let writes = |node: &NodeId| match self.design.pool.node(*node) {
            Node::Load { memory, .. } => &self.design.memories[memory as usize].writes[..],
            _ => &[],
        };
        // A load also changes with its memory.
        let nodes = self.gates.detected.keys();
        for &node in nodes.filter(|node| writes(node).is_empty()) {
            let operands = self.design.pool.node(node).operands().collect();
            let support = self.support(&anything, operands);
            if !support.toggling.is_empty() && support.follows(&registers) {
                detected.insert(node);
                sources.extend(support.stable);
            }
        }
        StallDomain {
            condition,
            registers,
            sources,
            // Change detection follows the last stage.
            depth: depth + u32::from(!detected.is_empty()),
            detected,
        }
    }

    /// All that is known while a condition is off.
    fn off(&self, condition: NodeId) -> Facts<'_> {
        let mut off = Facts::new(&self.design.pool);
        off.assume(condition, false);
        off
    }

    /// Fan-in support of the changes of a register.
    fn support_of_register(&self, facts: &Facts<'_>, number: usize) -> Support {
        let is_detected = |node: NodeId| self.gates.detected.contains_key(&node);
        let resolve = |node: NodeId| facts.resolve(node);
        self.support(facts, self.design.moved_by(number, resolve, is_detected))
    }

    /// Instructions that only the domain uses while the condition is off.
    fn cost(&self, stall: &StallDomain) -> u32 {
        let off = self.off(stall.condition);
        let roots = |is_stalled: bool| {
            let registers = self
                .always()
                .filter(|number| stall.registers.contains(number) == is_stalled)
                .flat_map(|number| {
                    let resolve = |node: NodeId| off.resolve(node);
                    self.design.moved_by(number, resolve, |_| false)
                });
            let detected = self.gates.detected.keys().copied();
            let detected = detected.filter(move |node| stall.detected.contains(node) == is_stalled);
            cone(&self.design.pool, registers.chain(detected))
        };
        let others: FxHashSet<NodeId> = roots(false).into_iter().collect();
        roots(true)
            .into_iter()
            .filter(|node| !others.contains(node) && self.classes[node.index()] != Class::Stable)
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
    use crate::options::Options;
    use crate::pool::Pool;

    /// A long expression of two values.
    fn toggling(pool: &mut Pool, a: NodeId, b: NodeId) -> NodeId {
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
            toggling(pool, nodes[1], nodes[1]),
            toggling(pool, nodes[2], one),
            pool.add(8, nodes[4], one),
            toggling(pool, nodes[1], nodes[4]),
            pool.add(8, nodes[6], at_hundred),
        ];
        for (&node, next) in nodes.iter().zip(nexts) {
            design.add_register(node, next);
        }
        design
    }

    fn find(is_on: &[u64]) -> (Design, Option<StallDomain>) {
        let design = design();
        let layout = Layout::new(&design).unwrap();
        let mut activity = Activity::new(&design);
        for &is_on in is_on {
            let mut image = vec![0; layout.size as usize];
            layout.registers[0].write(&mut image, is_on);
            activity.sample(&design, &layout, &image);
        }
        let stall = Gates::new(&design, &activity, Options::default()).stall;
        (design, stall)
    }

    #[test]
    fn what_follows_the_pace_stands_still_after_it() {
        let (design, stall) = find(&[1, 0, 1, 0]);
        let stall = stall.unwrap();
        assert_eq!(stall.condition, design.registers[0].node);
        assert_eq!(stall.registers, BTreeSet::from([1, 2, 3]));
        // Three stages, and change detection behind them.
        assert_eq!(stall.depth, 4);
        assert_eq!(stall.detected.len(), 1);
        assert_eq!(stall.sources, BTreeSet::from([design.registers[0].node]));
    }

    #[test]
    fn logic_that_is_rarely_stable_is_no_stall_domain() {
        assert!(find(&[1; 16]).1.is_none());
    }
}
