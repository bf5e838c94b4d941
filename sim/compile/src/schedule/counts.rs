//! Number of roots that share each condition.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::cost::COSTS;
use crate::node::NodeId;

/// Conditions with their keys, and the number of roots of each.
pub(super) struct Counts {
    conditions: FxHashMap<(NodeId, NodeId), usize>,
    keys: FxHashMap<NodeId, usize>,
    /// The conditions by their ranks. A rank may be too high, because roots left since then.
    queue: BinaryHeap<(Rank, NodeId)>,
}

/// Roots with the key, roots with the condition, and the condition.
type Rank = (usize, usize, Reverse<NodeId>);

impl Counts {
    pub(super) fn new(conditions: impl Iterator<Item = (NodeId, NodeId)>) -> Counts {
        let mut counts = Counts {
            conditions: FxHashMap::default(),
            keys: FxHashMap::default(),
            queue: BinaryHeap::new(),
        };
        for (condition, key) in conditions {
            *counts.conditions.entry((condition, key)).or_default() += 1;
            *counts.keys.entry(key).or_default() += 1;
        }
        let all = counts.conditions.keys();
        counts.queue = all
            .map(|&(condition, key)| (counts.rank(condition, key), key))
            .collect();
        counts
    }

    /// Removes the conditions of roots that left.
    pub(super) fn remove(&mut self, conditions: impl Iterator<Item = (NodeId, NodeId)>) {
        for (condition, key) in conditions {
            *self.conditions.entry((condition, key)).or_default() -= 1;
            *self.keys.entry(key).or_default() -= 1;
        }
    }

    fn rank(&self, condition: NodeId, key: NodeId) -> Rank {
        let count = self.conditions[&(condition, key)];
        (self.keys[&key], count, Reverse(condition))
    }

    /// Takes the condition that most roots share, if enough of them do.
    pub(super) fn most(&mut self) -> Option<NodeId> {
        while let Some((rank, key)) = self.queue.pop() {
            let Reverse(condition) = rank.2;
            let now = self.rank(condition, key);
            if now.0 < COSTS.roots_of_branch || now.1 == 0 {
                continue;
            }
            if now == rank {
                return Some(condition);
            }
            self.queue.push((now, key));
        }
        None
    }
}
