//! Lookup tables: logic of few input bits is looked up instead of computed.
//!
//! A cone is a set of nodes that only serve to compute some other nodes, down to leaves of few bits
//! in all. A table holds the results for all values of these bits. It is a lookup table as in an
//! FPGA, but with up to eleven inputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::cost::cost;
use crate::design::Design;
use crate::node::{apply, ones, Node, NodeId, Op, Pool};
use crate::region::RegionId;

/// Largest index in bits.
const INDEX_BITS: u32 = 11;
/// Instructions that a table must save.
const LEAST_SAVED: u32 = 1;
/// Largest number of nodes in a cone, which bounds the search.
const MOST_NODES: usize = 96;
/// Largest number of nodes between the leaves of a cone, which bounds the search.
const MOST_DERIVED: usize = 8;

/// All lookup tables of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    /// Tables of single nodes.
    pub(crate) nodes: BTreeMap<NodeId, Table>,
    /// Tables for change detection, by the first node of the item.
    pub(crate) detections: BTreeMap<NodeId, Table>,
}

/// Lookup table of some nodes.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// Fields of the index, the lowest bits first.
    pub(crate) leaves: Vec<Leaf>,
    /// Nodes that need not be computed any more.
    pub(crate) replaced: BTreeSet<NodeId>,
    /// Nodes of the cone that are still computed, because they have other users.
    shared: BTreeSet<NodeId>,
    /// Instructions of a lookup.
    pub(crate) price: u32,
    /// Instructions that the table saves.
    gain: u32,
}

/// A field of bits of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) node: NodeId,
    /// Position of the lowest bit.
    pub(crate) shift: u32,
    pub(crate) width: u32,
}

impl Table {
    /// Builds a table for some nodes, if it saves instructions. A `given` node is always a leaf,
    /// because its operands are not available. Partitions prepare the index bits of hoisted values.
    pub(crate) fn find(
        design: &Design,
        roots: &[NodeId],
        others: impl Fn(NodeId, &Cone) -> Others,
        given: impl Fn(NodeId) -> bool,
    ) -> Option<Table> {
        Table::search(design, roots, others, &given, &given, false)
    }

    /// Builds a table for change detection, which may include nodes with other users, down to
    /// state. A stale free-running counter compares like the exact value, so it may be a leaf.
    pub(crate) fn find_first(
        design: &Design,
        roots: &[NodeId],
        others: impl Fn(NodeId, &Cone) -> Others,
        given: impl Fn(NodeId) -> bool,
    ) -> Option<Table> {
        let search = |through| Table::search(design, roots, &others, &given, |_| false, through);
        let tables = [false, true].map(search);
        tables.into_iter().flatten().max_by_key(|table| table.gain)
    }

    fn search(
        design: &Design,
        roots: &[NodeId],
        others: impl Fn(NodeId, &Cone) -> Others,
        given: impl Fn(NodeId) -> bool,
        in_place: impl Fn(NodeId) -> bool,
        through: bool,
    ) -> Option<Table> {
        let pool = &design.pool;
        let mut cone = Cone::default();
        for &root in roots {
            cone.need(pool, root, pool.bits(root));
        }
        // A node whose other users are all in one arm is computed there, so half its cost is saved.
        let (mut saved, mut saved_by_half) = (0, 0);
        let mut best: Option<Table> = None;
        while let Some((node, bits)) = cone.open.pop_last() {
            if !is_open(pool, node) || given(node) {
                cone.leaves.insert(node, bits);
                continue;
            }
            match others(node, &cone) {
                Others::None => {
                    saved += cost(design, node);
                    cone.replaced.insert(node);
                }
                Others::Arm(arm) => {
                    saved_by_half += cost(design, node);
                    cone.sunk.insert(node, arm);
                }
                Others::Some if through || roots.contains(&node) => {
                    cone.shared.insert(node);
                }
                Others::Some => {
                    cone.leaves.insert(node, bits);
                    continue;
                }
            }
            cone.expand(pool, node, bits);
            if cone.replaced.len() > MOST_NODES {
                break;
            }
            let (leaves, derived) = cone.leaves(pool);
            let (in_index, moved): (Vec<&Leaf>, Vec<&Leaf>) =
                leaves.iter().partition(|leaf| in_place(leaf.node));
            let terms = moved.len() as u32 + u32::from(!in_index.is_empty());
            let price = 1
                + moved.iter().map(|leaf| leaf.cost(pool)).sum::<u32>()
                + 2 * terms.saturating_sub(1);
            let bits: u32 = leaves.iter().map(|leaf| leaf.width).sum();
            let gain = (saved + saved_by_half / 2).saturating_sub(price);
            let least = best.as_ref().map_or(LEAST_SAVED, |best| best.gain + 1);
            if (1..=INDEX_BITS).contains(&bits) && gain >= least {
                let shared = cone.shared.iter().chain(cone.sunk.keys()).chain(&derived);
                best = Some(Table {
                    leaves,
                    replaced: cone.replaced.clone(),
                    shared: shared.copied().collect(),
                    price,
                    gain,
                });
            }
        }
        best
    }

    /// The nodes of the index.
    pub(crate) fn operands(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.leaves.iter().map(|leaf| leaf.node)
    }

    /// Number of entries.
    pub(crate) fn entries(&self) -> usize {
        1 << self.leaves.iter().map(|leaf| leaf.width).sum::<u32>()
    }

    /// The leaves, and the position of each in the index.
    pub(crate) fn index(&self) -> impl Iterator<Item = (Leaf, u32)> + '_ {
        self.leaves.iter().scan(0, |end, &leaf| {
            let shift = *end;
            *end += leaf.width;
            Some((leaf, shift))
        })
    }

    /// Values of some nodes for an index.
    pub(crate) fn results(&self, pool: &Pool, index: usize, nodes: &[NodeId]) -> Vec<u64> {
        let mut values: BTreeMap<NodeId, u64> = BTreeMap::new();
        let mut rest = index as u64;
        for leaf in &self.leaves {
            values.insert(leaf.node, (rest & ones(leaf.width)) << leaf.shift);
            rest >>= leaf.width;
        }
        // Nodes that are neither computed nor leaves do not affect the result.
        let get = |values: &BTreeMap<NodeId, u64>, node: NodeId| {
            let known = pool.as_const(node).or(values.get(&node).copied());
            known.unwrap_or(0)
        };
        for &node in self.replaced.union(&self.shared) {
            let value = |operand| get(&values, operand);
            let result = match pool.node(node) {
                Node::Binary(op, ty, a, b) => apply(op, ty, value(a), value(b)),
                Node::Count(a) => u64::from(value(a).count_ones()),
                Node::Mux(condition, a, b) => value(if value(condition) != 0 { a } else { b }),
                other => unreachable!("{other:?} is a leaf"),
            };
            values.insert(node, result);
        }
        nodes.iter().map(|&node| get(&values, node)).collect()
    }
}

/// Users of a node outside a cone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Others {
    None,
    /// All users are in one arm, where the node can be computed too.
    Arm(RegionId),
    Some,
}

impl Leaf {
    /// Mask of the bits in the node.
    fn bits(self) -> u64 {
        ones(self.width) << self.shift
    }

    /// Instructions that extract the bits.
    fn cost(self, pool: &Pool) -> u32 {
        u32::from(self.shift > 0) + u32::from(self.needs_mask(pool))
    }

    /// True if the node has bits above the field.
    pub(crate) fn needs_mask(self, pool: &Pool) -> bool {
        pool.bits(self.node) >> self.shift & !ones(self.width) != 0
    }
}

/// A cone during the search, which grows from its roots.
#[derive(Default)]
pub(crate) struct Cone {
    pub(crate) replaced: BTreeSet<NodeId>,
    shared: BTreeSet<NodeId>,
    /// Nodes with other users in one arm, and that arm.
    pub(crate) sunk: BTreeMap<NodeId, RegionId>,
    /// Nodes that may still be expanded, and the bits of each that are used.
    open: BTreeMap<NodeId, u64>,
    leaves: BTreeMap<NodeId, u64>,
}

impl Cone {
    fn need(&mut self, pool: &Pool, node: NodeId, bits: u64) {
        if pool.as_const(node).is_none() {
            *self.open.entry(node).or_default() |= bits & pool.bits(node);
        }
    }

    /// Adds a node to the cone. `bits` are the used bits of its result.
    fn expand(&mut self, pool: &Pool, node: NodeId, bits: u64) {
        match pool.node(node) {
            Node::Binary(Op::And, _, a, b) => {
                self.need(pool, a, bits & pool.bits(b));
                self.need(pool, b, bits & pool.bits(a));
            }
            Node::Binary(Op::Or | Op::Xor, _, a, b) => {
                self.need(pool, a, bits);
                self.need(pool, b, bits);
            }
            Node::Binary(op @ (Op::Shl | Op::Shr), ty, a, b) => {
                let of_a = match (op, pool.as_const(b)) {
                    (Op::Shl, Some(amount)) => bits >> (amount % u64::from(ty.bits())),
                    (Op::Shr, Some(amount)) => bits << (amount % u64::from(ty.bits())),
                    _ => u64::MAX,
                };
                self.need(pool, a, of_a);
                self.need(pool, b, u64::MAX);
            }
            Node::Mux(condition, a, b) => {
                self.need(pool, condition, 1);
                self.need(pool, a, bits);
                self.need(pool, b, bits);
            }
            other => other
                .operands()
                .for_each(|operand| self.need(pool, operand, u64::MAX)),
        }
    }

    /// The current leaves except those that other leaves determine, and the nodes in between.
    fn leaves(&self, pool: &Pool) -> (Vec<Leaf>, BTreeSet<NodeId>) {
        let all = self.open.iter().chain(&self.leaves);
        let leaf = |(&node, &bits): (&NodeId, &u64)| {
            let shift = bits.trailing_zeros();
            let width = u64::BITS - bits.leading_zeros() - shift;
            Leaf { node, shift, width }
        };
        let all = all.filter(|(_, &bits)| bits != 0).map(leaf);
        let mut leaves: BTreeMap<NodeId, Leaf> = all.map(|leaf| (leaf.node, leaf)).collect();
        let mut derived = BTreeSet::new();
        // Users come before operands.
        let users: Vec<Leaf> = leaves.values().rev().copied().collect();
        for user in users {
            if let Some(nodes) = derivation(pool, user, &leaves) {
                leaves.remove(&user.node);
                derived.extend(nodes);
            }
        }
        (leaves.into_values().collect(), derived)
    }
}

/// The nodes that compute a leaf from the others. `None` if it needs other bits than theirs.
fn derivation(pool: &Pool, user: Leaf, leaves: &BTreeMap<NodeId, Leaf>) -> Option<Vec<NodeId>> {
    let mut cone = Cone::default();
    let mut nodes = Vec::new();
    cone.need(pool, user.node, user.bits());
    while let Some((node, bits)) = cone.open.pop_last() {
        let leaf = leaves.get(&node).filter(|_| node != user.node);
        match leaf {
            Some(leaf) if bits & !leaf.bits() == 0 => {}
            None if is_open(pool, node) && nodes.len() < MOST_DERIVED => {
                nodes.push(node);
                cone.expand(pool, node, bits);
            }
            _ => return None,
        }
    }
    Some(nodes)
}

/// True if a node is computed from its operands alone.
fn is_open(pool: &Pool, node: NodeId) -> bool {
    matches!(
        pool.node(node),
        Node::Binary(..) | Node::Mux(..) | Node::Count(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Placer;
    use crate::region::{Item, Region};
    use crate::table_search::find_tables;

    /// Two registers, of 10 and of 20 bits.
    fn design() -> (Design, NodeId, NodeId) {
        let mut design = Design::default();
        let (narrow, wide) = (design.pool.register(0, 10), design.pool.register(1, 20));
        (design, narrow, wide)
    }

    /// Users of a node outside a cone of `roots`. The `used` nodes have another user.
    fn others<'a>(
        design: &'a Design,
        roots: &'a [NodeId],
        used: &'a [NodeId],
    ) -> impl Fn(NodeId, &Cone) -> Others + 'a {
        let all = crate::design::cone(&design.pool, roots.iter().copied());
        move |node, cone| {
            let is_user = |user: &&NodeId| {
                let mut operands = design.pool.node(**user).operands();
                operands.any(|operand| operand == node)
            };
            let outside = |user: &NodeId| !cone.replaced.contains(user);
            match used.contains(&node) || all.iter().filter(is_user).any(outside) {
                true => Others::Some,
                false => Others::None,
            }
        }
    }

    pub(crate) fn find(design: &Design, roots: &[NodeId], used: &[NodeId]) -> Option<Table> {
        Table::find(design, roots, others(design, roots, used), |_| false)
    }

    #[test]
    fn comparisons_of_a_counter_are_one_look_up() {
        let (mut design, narrow, _) = design();
        let roots: Vec<NodeId> = [2, 642, 799]
            .into_iter()
            .map(|place| {
                let place = design.pool.constant(place);
                design.pool.eq(narrow, place)
            })
            .collect();
        let table = find(&design, &roots, &[]).unwrap();
        assert_eq!(table.entries(), 1024);
        assert_eq!(table.leaves.len(), 1);
        assert_eq!(table.replaced.len(), 3);
        for (index, expected) in [
            (2, [1, 0, 0]),
            (3, [0; 3]),
            (642, [0, 1, 0]),
            (799, [0, 0, 1]),
        ] {
            assert_eq!(table.results(&design.pool, index, &roots), expected);
        }
    }

    #[test]
    fn only_the_bits_that_count_make_the_index() {
        let (mut design, narrow, wide) = design();
        let pool = &mut design.pool;
        // ((wide >> 7) & 7 == narrow & 7) ^ (wide >> 7 & 1) ^ narrow & 1
        let shifted = pool.shr_by(wide, 7);
        let (high, low) = (pool.low(shifted, 3), pool.low(narrow, 3));
        let (equal, bit) = (pool.eq(high, low), pool.low(shifted, 1));
        let (differ, odd) = (pool.xor(equal, bit), pool.low(narrow, 1));
        let root = pool.xor(differ, odd);
        let table = find(&design, &[root], &[]).unwrap();
        let leaf = |node, shift, width| Leaf { node, shift, width };
        assert_eq!(table.leaves, [leaf(narrow, 0, 3), leaf(shifted, 0, 3)]);
        for index in 0..64 {
            let (low, high) = (index & 7, index >> 3);
            let expected = u64::from(low == high) ^ (high as u64 & 1) ^ (low as u64 & 1);
            assert_eq!(table.results(&design.pool, index, &[root]), [expected]);
        }
    }

    #[test]
    fn what_others_need_stays() {
        let (mut design, narrow, wide) = design();
        let pool = &mut design.pool;
        let (five, six) = (pool.constant(5), pool.constant(6));
        let (shared, own) = (pool.eq(narrow, five), pool.eq(narrow, six));
        let many = pool.eq(wide, five);
        // The root combines three comparisons. The third has too many bits for an index.
        let mut root = pool.or(shared, own);
        let mut steps = BTreeSet::from([root]);
        for other in [many, own, shared] {
            let sum = pool.xor(root, other);
            root = pool.and(sum, many);
            steps.extend([sum, root]);
        }
        let table = find(&design, &[root], &[shared]).unwrap();
        assert_eq!(table.replaced, steps);
        assert_eq!(table.leaves.len(), 3, "{:?}", table.leaves);
    }

    #[test]
    fn what_is_given_is_not_looked_into() {
        let (mut design, narrow, _) = design();
        let pool = &mut design.pool;
        // The operands of `known` are bits of the same register. With `known` as a leaf beside the
        // other bits of the register, the index is too wide.
        let [upper, lower, sixteen, eight] =
            [0x3f8, 0x7f, 16, 8].map(|number| pool.constant(number));
        let (known, low) = (pool.and(narrow, upper), pool.and(narrow, lower));
        let (first, second) = (pool.eq(known, sixteen), pool.eq(low, eight));
        let either = pool.or(first, second);
        let differ = pool.xor(either, first);
        let root = pool.and(differ, second);
        let others = |node: NodeId, _: &Cone| match node == known {
            true => Others::Some,
            false => Others::None,
        };
        let through = Table::find_first(&design, &[root], others, |_| false).unwrap();
        assert_eq!(through.leaves.len(), 1);
        assert_eq!(through.leaves[0].node, narrow);
        let table = Table::find_first(&design, &[root], others, |node| node == known);
        let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
        assert!(!table.is_some_and(looks_through));
        let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
        let later = Table::find(&design, &[root], others, |_| false);
        assert!(
            !later.is_some_and(looks_through),
            "what comes later must not"
        );
        let some = |_: NodeId, _: &Cone| Others::Some;
        assert!(Table::find(&design, &[root], some, |_| false).is_none());
    }

    #[test]
    fn what_the_other_leaves_say_is_no_leaf() {
        let (mut design, narrow, wide) = design();
        let pool = &mut design.pool;
        let [four, nine] = [4, 9].map(|number| pool.constant(number));
        let (low, high) = (pool.low(narrow, 4), pool.shr_by(wide, 17));
        let is_nine = pool.eq(low, nine);
        let is_four = pool.eq(low, four);
        let either = pool.xor(is_four, high);
        let root = pool.mux(is_nine, low, either);
        let table = find(&design, &[root], &[is_nine, low, high]).unwrap();
        let nodes: Vec<NodeId> = table.leaves.iter().map(|leaf| leaf.node).collect();
        assert_eq!(nodes, [low, high]);
        for index in 0..1 << 7 {
            let (low, high) = (index as u64 & 15, index as u64 >> 4);
            let expected = match low {
                9 => 9,
                low => u64::from(low == 4) ^ high,
            };
            assert_eq!(table.results(&design.pool, index, &[root]), [expected]);
        }
    }

    #[test]
    fn what_only_an_arm_needs_besides_is_computed_there() {
        let (mut design, narrow, wide) = design();
        let pool = &mut design.pool;
        let (taken, other) = (pool.register(2, 30), pool.register(3, 30));
        let mut any = pool.constant(0);
        for place in [3, 17, 30, 99, 204] {
            let place = pool.constant(place);
            let here = pool.eq(narrow, place);
            any = pool.xor(any, here);
        }
        // The arm uses a node that the condition depends on.
        let [five, many] = [5, 1000].map(|number| pool.constant(number));
        let half = pool.eq(narrow, five);
        let condition = pool.or(any, half);
        let mut product = pool.add(30, wide, half);
        for _ in 0..4 {
            product = pool.mul(30, product, many);
            product = pool.xor(product, wide);
        }
        let next = pool.mux(condition, product, other);
        for (node, next) in [
            (narrow, narrow),
            (wide, wide),
            (taken, next),
            (other, other),
        ] {
            design.add_register(node, next);
        }
        let regions = vec![Region {
            parent: None,
            depth: 0,
            items: vec![Item::Set {
                register: 2,
                value: next,
            }],
        }];
        let none = Tables::default();
        let first = Placer::place(&design, regions.clone(), &[], &none, true);
        let table = find_tables(&first).nodes[&condition].clone();
        assert_eq!(table.operands().collect::<Vec<_>>(), [narrow]);
        let tables = Tables {
            nodes: BTreeMap::from([(condition, table)]),
            ..Tables::default()
        };
        let second = Placer::place(&design, regions, &[], &tables, true);
        let region = |placer: &Placer| placer.slots[half.index()].map(|slot| slot.region);
        assert_eq!(region(&first), Some(RegionId(0)));
        assert_eq!(region(&second), Some(second.arms[&next][0]));
    }
}
