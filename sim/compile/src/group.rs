//! Groups: what is activated together becomes one partition.

use std::collections::BinaryHeap;

use crate::activity::{mark, Activity};
use crate::class::Class;
use crate::cost::{cost, COSTS};
use crate::design::{fan_in, Design};
use crate::node::NodeId;

/// Number of neighbouring groups that are compared with each other.
const MOST_COMPARED: usize = 512;

/// Members that are activated together.
pub(crate) struct Group<T> {
    /// Cycles in which the group is active, one bit each.
    when: Vec<u64>,
    pub(crate) members: Vec<T>,
    /// Nodes that the group computes, in order, with the number of instructions of each.
    nodes: Vec<(NodeId, u32)>,
    cost: u32,
}

impl<T> Group<T> {
    /// A group of members that compute some nodes.
    pub(crate) fn new(
        design: &Design,
        classes: &[Class],
        when: Vec<u64>,
        members: Vec<T>,
        nodes: Vec<NodeId>,
    ) -> Group<T> {
        let is_detected = |node: NodeId| classes[node.index()] == Class::Detected;
        let nodes = fan_in(&design.pool, nodes, Some, is_detected).into_iter();
        let nodes = nodes.filter(|&node| !is_detected(node));
        let costs = nodes.map(|node| (node, cost(design, node)));
        let mut nodes: Vec<_> = costs.filter(|&(_, cost)| cost > 0).collect();
        nodes.sort_unstable();
        let cost = sum(&nodes);
        Group {
            when,
            members,
            nodes,
            cost,
        }
    }

    /// Expected instructions in a cycle.
    fn load(&self, activity: &Activity) -> f64 {
        activity.share(&self.when) * f64::from(self.cost)
    }

    /// Instructions in a cycle that a merge of two groups saves if they have common nodes of this
    /// cost. Those are computed once, but each group also runs when the other is activated.
    fn saved(&self, other: &Group<T>, common: u32, activity: &Activity) -> Saved {
        let mut when = self.when.clone();
        mark(&mut when, &other.when);
        let cost = self.cost + other.cost - common - COSTS.activation;
        let apart = self.load(activity) + other.load(activity);
        let saved = apart - activity.share(&when) * f64::from(cost);
        // The order of the bits of numbers below zero is reversed.
        let bits = saved.to_bits() as i64;
        bits ^ (bits >> 63) & i64::MAX
    }

    /// Cost of the nodes of both groups.
    fn common(&self, other: &Group<T>) -> u32 {
        let mut others = other.nodes.iter().peekable();
        let is_common = |node: &&(NodeId, u32)| {
            while others.next_if(|other| other < node).is_some() {}
            others.peek() == Some(node)
        };
        self.nodes
            .iter()
            .filter(is_common)
            .map(|(_, cost)| cost)
            .sum()
    }

    fn add(&mut self, other: Group<T>) {
        mark(&mut self.when, &other.when);
        self.members.extend(other.members);
        self.nodes.extend(other.nodes);
        self.nodes.sort_unstable();
        self.nodes.dedup();
        self.cost = sum(&self.nodes);
    }
}

fn sum(nodes: &[(NodeId, u32)]) -> u32 {
    COSTS.activation + nodes.iter().map(|(_, cost)| cost).sum::<u32>()
}

/// Two groups, in the order of what their merge saves.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    saved: Saved,
    /// True if the common nodes are not counted yet, so that `saved` is an upper bound.
    is_bound: bool,
    b: usize,
    a: usize,
    /// Sizes of the groups at that time.
    sizes: [usize; 2],
}

/// Saved instructions: an integer with the same order and the same sign.
type Saved = i64;

/// Merges pairs of groups while that saves instructions, or while there are more than `most`. Only
/// neighbours are compared, so the time is about linear.
pub(crate) fn merge<T>(groups: Vec<Group<T>>, activity: &Activity, most: usize) -> Vec<Group<T>> {
    let all = groups.len();
    let mut groups = groups.into_iter();
    let mut merged = Vec::new();
    let chunk = MOST_COMPARED.max(all.div_ceil(most));
    for start in (0..all).step_by(chunk) {
        let end = all.min(start + chunk);
        let most = most * end / all - most * start / all;
        let neighbours = groups.by_ref().take(chunk);
        merged.extend(merge_all(neighbours.collect(), activity, most));
    }
    merged
}

/// Does the same with groups that are all compared with each other.
fn merge_all<T>(groups: Vec<Group<T>>, activity: &Activity, most: usize) -> Vec<Group<T>> {
    let mut groups: Vec<Option<Group<T>>> = groups.into_iter().map(Some).collect();
    let mut left = groups.len();
    let bound = |groups: &[Option<Group<T>>], a: usize, b: usize| {
        let (first, second) = (groups[a].as_ref()?, groups[b].as_ref()?);
        let common = first.cost.min(second.cost) - COSTS.activation;
        Some(Pair {
            saved: first.saved(second, common, activity),
            is_bound: true,
            b,
            a,
            sizes: [first.members.len(), second.members.len()],
        })
    };
    let all = (0..groups.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let mut pairs: BinaryHeap<Pair> = all.filter_map(|(a, b)| bound(&groups, a, b)).collect();
    while let Some(pair) = pairs.pop() {
        let (Some(first), Some(second)) = (&groups[pair.a], &groups[pair.b]) else {
            continue;
        };
        if pair.sizes != [first.members.len(), second.members.len()] {
            continue;
        }
        if pair.is_bound {
            let saved = first.saved(second, first.common(second), activity);
            pairs.push(Pair {
                saved,
                is_bound: false,
                ..pair
            });
            continue;
        }
        if pair.saved <= 0 && left <= most {
            break;
        }
        if let (Some(other), Some(merged)) = (groups[pair.b].take(), &mut groups[pair.a]) {
            merged.add(other);
            left -= 1;
        }
        let others = (0..groups.len()).filter(|&other| other != pair.a);
        pairs.extend(
            others.filter_map(|other| bound(&groups, pair.a.min(other), pair.a.max(other))),
        );
    }
    groups.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    /// Number of groups after merging two groups that are active in these cycles. One computes the
    /// first two of three sums, the other all three.
    fn merged(first: u64, second: u64) -> usize {
        let mut design = Design::default();
        let pool = &mut design.pool;
        let (a, b) = (pool.register(0, 8), pool.register(1, 8));
        let mut sums = vec![a];
        for _ in 0..3 {
            let last = *sums.last().unwrap();
            sums.push(pool.add(8, last, b));
        }
        for (node, next) in [(a, sums[3]), (b, b)] {
            design.add_register(node, next);
        }
        let layout = Layout::new(&design).unwrap();
        let mut activity = Activity::new(&design);
        activity.sample(&design, &layout, &vec![0; layout.size as usize]);
        let classes = vec![Class::Stable; design.pool.len()];
        let group = |when, sum| Group::new(&design, &classes, vec![when], vec![()], vec![sum]);
        merge(
            vec![group(first, sums[2]), group(second, sums[3])],
            &activity,
            2,
        )
        .len()
    }

    #[test]
    fn elements_with_the_same_triggers_share_a_partition() {
        assert_eq!(merged(0b1111, 0b1111), 1);
        assert_eq!(merged(0b0111, 0b1111), 1);
    }

    #[test]
    fn many_groups_are_merged_with_their_neighbours() {
        let design = Design::default();
        let activity = Activity::new(&design);
        let group = |number: u64| Group::new(&design, &[], vec![], vec![number], vec![]);
        let groups = merge((0..3000).map(group).collect(), &activity, 100);
        assert!(groups.len() <= 100, "{}", groups.len());
        let mut members: Vec<u64> = Vec::new();
        for group in groups {
            let (first, last) = (group.members.iter().min(), group.members.iter().max());
            assert!(last.unwrap() - first.unwrap() < MOST_COMPARED as u64);
            members.extend(group.members);
        }
        members.sort_unstable();
        assert!(members.into_iter().eq(0..3000));
    }

    #[test]
    fn elements_with_other_triggers_do_not() {
        assert_eq!(merged(0xffff, 0xffff_0000), 2);
    }
}
