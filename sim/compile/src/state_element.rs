//! Partitions: state elements that are activated together.

use std::collections::{BTreeSet, HashSet};

use crate::activity::{mark, Activity};
use crate::class::Class;
use crate::cost::cost;
use crate::design::{Design, Write};
use crate::node::{Node, NodeId};

/// Instructions that it takes to activate a partition.
const ACTIVATION_COST: u32 = 20;

/// A state element.
#[derive(Clone, Copy)]
pub(crate) enum StateElement {
    Register(usize),
    Memory(usize),
}

impl StateElement {
    pub(crate) fn all(design: &Design) -> impl Iterator<Item = StateElement> {
        let registers = (0..design.registers.len()).map(StateElement::Register);
        registers.chain((0..design.memories.len()).map(StateElement::Memory))
    }

    /// Nodes from which the next state is computed.
    pub(crate) fn roots(self, design: &Design) -> Vec<NodeId> {
        match self {
            StateElement::Register(number) => vec![design.registers[number].next],
            StateElement::Memory(number) => design.memories[number]
                .writes
                .iter()
                .flat_map(Write::nodes)
                .collect(),
        }
    }

    /// Nodes that can change the state.
    pub(crate) fn moved_by(self, design: &Design, classes: &[Class]) -> Vec<NodeId> {
        let is_detected = |node: NodeId| classes[node.index()] == Class::Detected;
        match self {
            StateElement::Register(number) => design.moved_by(number, |node| node, is_detected),
            StateElement::Memory(_) => self.roots(design),
        }
    }

    pub(crate) fn place(self, design: &Design) -> usize {
        match self {
            StateElement::Register(number) => design.registers[number].place,
            StateElement::Memory(number) => design.memories[number].place,
        }
    }

    pub(crate) fn is_gated(self, design: &Design, classes: &[Class]) -> bool {
        // A change-detected load would activate its partition twice: when its result changes, and
        // by the register that stores it.
        let stable = |node: NodeId| match classes[node.index()] {
            Class::Stable => true,
            Class::Detected => !matches!(design.pool.node(node), Node::Load { .. }),
            Class::Toggling => false,
        };
        let changes = match self {
            StateElement::Register(number) => {
                design.registers[number].next != design.registers[number].node
            }
            StateElement::Memory(number) => !design.memories[number].writes.is_empty(),
        };
        changes && self.roots(design).into_iter().all(stable)
    }
}

/// Members that are activated together.
pub(crate) struct Group<T> {
    /// Cycles in which the group is active, one bit each.
    when: Vec<u64>,
    pub(crate) members: Vec<T>,
    /// Nodes that the group computes, with the number of instructions of each.
    nodes: BTreeSet<(NodeId, u32)>,
    cost: u32,
}

impl<T> Group<T> {
    /// A group of members that compute some nodes.
    pub(crate) fn new(
        design: &Design,
        classes: &[Class],
        when: Vec<u64>,
        members: Vec<T>,
        mut todo: Vec<NodeId>,
    ) -> Group<T> {
        let mut nodes = BTreeSet::new();
        while let Some(node) = todo.pop() {
            if classes[node.index()] != Class::Detected && nodes.insert(node) {
                todo.extend(design.pool.node(node).operands());
            }
        }
        let costs = nodes.into_iter().map(|node| (node, cost(design, node)));
        let nodes: BTreeSet<_> = costs.filter(|&(_, cost)| cost > 0).collect();
        let cost = ACTIVATION_COST + nodes.iter().map(|(_, cost)| cost).sum::<u32>();
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

    /// Instructions in a cycle that a merge of two groups saves. Common nodes are computed once,
    /// but each group also runs when the other is activated.
    fn saved(&self, other: &Group<T>, activity: &Activity) -> f64 {
        let mut when = self.when.clone();
        mark(&mut when, &other.when);
        let both: u32 = self
            .nodes
            .intersection(&other.nodes)
            .map(|(_, cost)| cost)
            .sum();
        let cost = self.cost + other.cost - both - ACTIVATION_COST;
        self.load(activity) + other.load(activity) - activity.share(&when) * f64::from(cost)
    }

    fn add(&mut self, other: Group<T>) {
        mark(&mut self.when, &other.when);
        self.members.extend(other.members);
        self.nodes.extend(other.nodes);
        self.cost = ACTIVATION_COST + self.nodes.iter().map(|(_, cost)| cost).sum::<u32>();
    }
}

/// Merges pairs of groups while that saves instructions, or while there are more than `most`.
pub(crate) fn merge<T>(
    mut groups: Vec<Group<T>>,
    activity: &Activity,
    most: usize,
) -> Vec<Group<T>> {
    loop {
        let pairs = (0..groups.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let saved = pairs.map(|(a, b)| (groups[a].saved(&groups[b], activity), a, b));
        let best = saved.max_by(|(x, ..), (y, ..)| x.total_cmp(y));
        match best {
            Some((saved, a, b)) if saved > 0.0 || groups.len() > most => {
                let other = groups.remove(b);
                groups[a].add(other);
            }
            _ => return groups,
        }
    }
}

/// Trigger set of some nodes: the registers, loads and change-detected nodes whose changes can
/// change them. A load stands for its memory.
pub(crate) fn trigger_set(
    design: &Design,
    classes: &[Class],
    mut todo: Vec<NodeId>,
) -> BTreeSet<NodeId> {
    let mut sources = BTreeSet::new();
    let mut seen = HashSet::new();
    while let Some(node) = todo.pop() {
        if !seen.insert(node) {
            continue;
        }
        if classes[node.index()] == Class::Detected {
            sources.insert(node);
            continue;
        }
        if let Node::Register(_) | Node::Load { .. } = design.pool.node(node) {
            sources.insert(node);
        }
        todo.extend(design.pool.node(node).operands());
    }
    sources
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
    fn elements_with_other_triggers_do_not() {
        assert_eq!(merged(0xffff, 0xffff_0000), 2);
    }
}
