//! Tables instead of instructions: what depends on few bits is looked up.
//!
//! The nodes that only serve to compute some others, down to nodes of few bits in all, are a cone; a table has its results for all
//! values of these bits. Like a lookup table of an FPGA, but with eleven inputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::design::Design;
use crate::node::{apply, ones, Node, NodeId, Op, Pool};
use crate::place::{cost, Plan};
use crate::region::Item;

/// Most bits of an index.
const INDEX_BITS: u32 = 11;
/// A table pays when it saves this many instructions.
const LEAST_SAVED: u32 = 1;
/// Most nodes of a cone, so that the search ends.
const MOST_NODES: usize = 96;

/// The results of some nodes.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// What makes the index, the lowest bits first.
    pub(crate) leaves: Vec<Leaf>,
    /// The nodes that need not be computed any more.
    pub(crate) replaced: BTreeSet<NodeId>,
    /// The nodes that are computed nevertheless, because others need them, but not for this.
    shared: BTreeSet<NodeId>,
    /// Instructions that it saves.
    pub(crate) gain: u32,
}

/// Bits of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) node: NodeId,
    /// The lowest of the bits.
    pub(crate) shift: u32,
    pub(crate) width: u32,
}

impl Table {
    /// A table of what some nodes are computed from, if it pays. Only nodes that serve nothing else are saved: `serves` tells so from the number of uses.
    /// What is `given` is not looked into: values of other parts are at hand for it, and only for it. What parts keep of an index they put together.
    pub(crate) fn find(
        design: &Design,
        roots: &[NodeId],
        serves: impl Fn(NodeId, u32) -> bool,
        given: impl Fn(NodeId) -> bool,
    ) -> Option<Table> {
        Table::search(design, roots, serves, &given, &given, false)
    }

    /// The same for what is computed before anything is written: it may look through nodes that serve others, too, down to the state that these are
    /// computed from. Later on that state may have its next value already.
    fn find_first(
        design: &Design,
        roots: &[NodeId],
        serves: impl Fn(NodeId, u32) -> bool,
        given: impl Fn(NodeId) -> bool,
    ) -> Option<Table> {
        let search = |through| Table::search(design, roots, &serves, &given, |_| false, through);
        let tables = [false, true].map(search);
        tables.into_iter().flatten().max_by_key(|table| table.gain)
    }

    fn search(
        design: &Design,
        roots: &[NodeId],
        serves: impl Fn(NodeId, u32) -> bool,
        given: impl Fn(NodeId) -> bool,
        in_place: impl Fn(NodeId) -> bool,
        through: bool,
    ) -> Option<Table> {
        let pool = &design.pool;
        let mut cone = Cone::default();
        for &root in roots {
            cone.need(pool, root, pool.bits(root));
        }
        let mut saved = 0;
        let mut best: Option<Table> = None;
        while let Some((node, need)) = cone.open.pop_last() {
            let open = matches!(
                pool.node(node),
                Node::Binary(..) | Node::Mux(..) | Node::Count(_)
            );
            if !open || given(node) {
                cone.leaves.insert(node, need);
                continue;
            }
            if serves(node, need.uses) {
                saved += cost(design, node);
                cone.replaced.insert(node);
            } else if through || roots.contains(&node) {
                cone.shared.insert(node);
            } else {
                cone.leaves.insert(node, need);
                continue;
            }
            cone.expand(pool, node, need.bits);
            if cone.replaced.len() > MOST_NODES {
                break;
            }
            let leaves = cone.leaves(pool);
            let (kept, others): (Vec<&Leaf>, Vec<&Leaf>) =
                leaves.iter().partition(|leaf| in_place(leaf.node));
            let terms = others.len() as u32 + u32::from(!kept.is_empty());
            let price = 1
                + others.iter().map(|leaf| leaf.cost(pool)).sum::<u32>()
                + 2 * terms.saturating_sub(1);
            let bits: u32 = leaves.iter().map(|leaf| leaf.width).sum();
            let gain = saved.saturating_sub(price);
            let least = best.as_ref().map_or(LEAST_SAVED, |best| best.gain + 1);
            if bits <= INDEX_BITS && gain >= least {
                best = Some(Table {
                    leaves,
                    replaced: cone.replaced.clone(),
                    shared: cone.shared.clone(),
                    gain,
                });
            }
        }
        best
    }

    /// Number of entries.
    pub(crate) fn entries(&self) -> usize {
        1 << self.leaves.iter().map(|leaf| leaf.width).sum::<u32>()
    }

    /// The leaves, and where in the index they are.
    pub(crate) fn index(&self) -> impl Iterator<Item = (Leaf, u32)> + '_ {
        self.leaves.iter().scan(0, |end, &leaf| {
            let shift = *end;
            *end += leaf.width;
            Some((leaf, shift))
        })
    }

    /// What the nodes are for an index.
    pub(crate) fn results(&self, pool: &Pool, index: usize, nodes: &[NodeId]) -> Vec<u64> {
        let mut values: BTreeMap<NodeId, u64> = BTreeMap::new();
        let mut rest = index as u64;
        for leaf in &self.leaves {
            values.insert(leaf.node, (rest & ones(leaf.width)) << leaf.shift);
            rest >>= leaf.width;
        }
        let get = |values: &BTreeMap<NodeId, u64>, node: NodeId| match pool.as_const(node) {
            Some(value) => value,
            None => values[&node],
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

impl Plan {
    /// Finds what is cheaper to look up than to compute. What runs seldom is left as it is: its tables would only fill the cache.
    pub(crate) fn find_tables(&mut self, design: &Design) {
        let mut replaced: BTreeSet<NodeId> = BTreeSet::new();
        let given = |node: NodeId| self.spots[node.index()].is_none();
        for item in &self.regions[0].items {
            let Item::Watch { nodes } = item else {
                break;
            };
            let serves = |node: NodeId, uses| self.uses[node.index()] == uses;
            if let Some(table) = Table::find_first(design, nodes, serves, given) {
                replaced.extend(&table.replaced);
                self.watch_tables.insert(nodes[0], table);
            }
        }
        // Users before operands, so that a table replaces as much as it can.
        for index in (0..self.spots.len()).rev() {
            let root = NodeId::at(index);
            if self.spots[index].is_none() || replaced.contains(&root) {
                continue;
            }
            let serves = |node: NodeId, uses| node == root || self.uses[node.index()] == uses;
            if let Some(mut table) = Table::find(design, &[root], serves, given) {
                replaced.extend(&table.replaced);
                // What is given has its place in the index already; the first of the others need not be shifted.
                table.leaves.sort_by_key(|leaf| given(leaf.node));
                self.tables.insert(root, table);
            }
        }
    }

    /// Looks up what another plan looks up, of which this one is a part.
    pub(crate) fn share_tables(&mut self, other: &Plan) {
        self.watch_tables.clone_from(&other.watch_tables);
        let needed = |node: &NodeId| self.spots[node.index()].is_some();
        let tables = other.tables.iter().filter(|(node, _)| needed(node));
        self.tables = tables.map(|(&node, table)| (node, table.clone())).collect();
    }
}

impl Leaf {
    /// Instructions to cut out the bits.
    fn cost(self, pool: &Pool) -> u32 {
        u32::from(self.shift > 0) + u32::from(self.needs_mask(pool))
    }

    /// Whether there are bits above.
    pub(crate) fn needs_mask(self, pool: &Pool) -> bool {
        pool.bits(self.node) >> self.shift & !ones(self.width) != 0
    }
}

/// Which bits of a node count, and how many operands in the cone it is.
#[derive(Clone, Copy, Debug, Default)]
struct Need {
    bits: u64,
    uses: u32,
}

/// A cone that grows from its roots.
#[derive(Default)]
struct Cone {
    replaced: BTreeSet<NodeId>,
    shared: BTreeSet<NodeId>,
    /// What may still be expanded.
    open: BTreeMap<NodeId, Need>,
    leaves: BTreeMap<NodeId, Need>,
}

impl Cone {
    fn need(&mut self, pool: &Pool, node: NodeId, bits: u64) {
        if pool.as_const(node).is_none() {
            let need = self.open.entry(node).or_default();
            need.bits |= bits & pool.bits(node);
            need.uses += 1;
        }
    }

    /// Takes a node into the cone: of its operands these bits count.
    fn expand(&mut self, pool: &Pool, node: NodeId, bits: u64) {
        match pool.node(node) {
            Node::Binary(Op::And, _, a, b) => {
                let mask = pool.as_const(b).unwrap_or(u64::MAX);
                self.need(pool, a, bits & mask);
                self.need(pool, b, bits);
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

    /// The leaves as of now.
    fn leaves(&self, pool: &Pool) -> Vec<Leaf> {
        let all = self.open.iter().chain(&self.leaves);
        // A node whose bits do not count is computed here nevertheless: others rely on it.
        let leaf = |(&node, need): (&NodeId, &Need)| {
            let shift = need.bits.trailing_zeros().min(pool.width(node) - 1);
            let width = (64 - need.bits.leading_zeros()).saturating_sub(shift);
            Leaf { node, shift, width }
        };
        all.map(leaf).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two registers, of 10 and of 20 bits.
    fn design() -> (Design, NodeId, NodeId) {
        let mut design = Design::default();
        let (narrow, wide) = (design.pool.register(0, 10), design.pool.register(1, 20));
        (design, narrow, wide)
    }

    fn uses(design: &Design, roots: &[NodeId]) -> Vec<u32> {
        let mut uses = vec![0; design.pool.len()];
        roots.iter().for_each(|root| uses[root.index()] += 1);
        for node in crate::design::cone(&design.pool, roots.iter().copied()) {
            let operands = design.pool.node(node).operands();
            operands.for_each(|operand| uses[operand.index()] += 1);
        }
        uses
    }

    fn find(design: &Design, roots: &[NodeId], uses: &[u32]) -> Option<Table> {
        let serves = |node: NodeId, count| uses[node.index()] == count;
        Table::find(design, roots, serves, |_| false)
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
        let uses = uses(&design, &roots);
        let table = find(&design, &roots, &uses).unwrap();
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
        let uses = uses(&design, &[root]);
        let table = find(&design, &[root], &uses).unwrap();
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
        // Much is done with the three comparisons, of which the third has too many bits.
        let mut root = pool.or(shared, own);
        let mut steps = BTreeSet::from([root]);
        for other in [many, own, shared] {
            let sum = pool.xor(root, other);
            root = pool.and(sum, many);
            steps.extend([sum, root]);
        }
        let uses = uses(&design, &[root, shared]);
        let table = find(&design, &[root], &uses).unwrap();
        assert_eq!(table.replaced, steps);
        assert_eq!(table.leaves.len(), 3, "{:?}", table.leaves);
    }

    #[test]
    fn what_is_given_is_not_looked_into() {
        let (mut design, narrow, _) = design();
        let pool = &mut design.pool;
        // With what is known as a leaf beside the register there are too many bits.
        let [many, four, eight] = [0x3fc, 4, 8].map(|number| pool.constant(number));
        let known = pool.and(narrow, many);
        let (first, second) = (pool.eq(known, four), pool.eq(narrow, eight));
        let either = pool.or(first, second);
        let differ = pool.xor(either, first);
        let root = pool.and(differ, second);
        let never = |_: NodeId, _: u32| false;
        let serves = |node: NodeId, _: u32| node != known && node != narrow;
        let through = Table::find_first(&design, &[root], serves, |_| false).unwrap();
        assert_eq!(through.leaves.len(), 1);
        assert_eq!(through.leaves[0].node, narrow);
        let table = Table::find_first(&design, &[root], serves, |node| node == known);
        let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
        assert!(!table.is_some_and(looks_through));
        let looks_through = |table: Table| table.leaves.iter().all(|leaf| leaf.node == narrow);
        let later = Table::find(&design, &[root], serves, |_| false);
        assert!(
            !later.is_some_and(looks_through),
            "what comes later must not"
        );
        assert!(Table::find(&design, &[root], never, |_| false).is_none());
    }
}
