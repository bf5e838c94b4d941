//! Roots of a region that are in no branch yet.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::roots::Root;
use crate::facts::Facts;
use crate::node::NodeId;

/// Roots of a region that are in no branch yet, in order.
pub(super) struct Waiting {
    /// `None` for roots that left.
    roots: Vec<Option<Root>>,
    /// The roots with a condition that may be decided by what is known of a node. Without them,
    /// each branch would have to try all roots.
    by_node: FxHashMap<NodeId, Vec<usize>>,
}

impl Waiting {
    pub(super) fn new(facts: &Facts<'_>, roots: Vec<Root>) -> Waiting {
        let mut by_node: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        for (number, root) in roots.iter().enumerate() {
            let mut used = Vec::new();
            for &condition in &root.conditions {
                facts.add_used(condition, &mut used);
            }
            used.sort_unstable();
            used.dedup();
            for node in used {
                by_node.entry(node).or_default().push(number);
            }
        }
        Waiting {
            roots: roots.into_iter().map(Some).collect(),
            by_node,
        }
    }

    /// Takes the roots that the condition decides in at least one arm.
    pub(super) fn take(&mut self, facts: &mut Facts<'_>, condition: NodeId) -> Vec<Root> {
        let mut decided = BTreeSet::new();
        for value in [true, false] {
            let mark = facts.mark();
            facts.assume(condition, value);
            let nodes: BTreeSet<NodeId> = facts.since(mark).collect();
            let numbers = nodes.iter().filter_map(|node| self.by_node.get(node));
            for &number in numbers.flatten() {
                let is_decided = |root: &Root| {
                    let mut conditions = root.conditions.iter();
                    conditions.any(|&condition| facts.decide(condition).is_some())
                };
                if self.roots[number].as_ref().is_some_and(is_decided) {
                    decided.insert(number);
                }
            }
            facts.forget(mark);
        }
        let numbers = decided.into_iter();
        numbers
            .filter_map(|number| self.roots[number].take())
            .collect()
    }

    /// The roots that did not leave.
    pub(super) fn rest(self) -> Vec<Root> {
        self.roots.into_iter().flatten().collect()
    }
}
