//! Lookup tables: logic of few input bits is looked up instead of computed.
//!
//! A cone is a set of nodes that only serve to compute some other nodes, down to leaves of few bits
//! in all. A table holds the results for all values of these bits. It is a lookup table as in an
//! FPGA, but with up to eleven inputs.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::cost::{cost, COSTS};
use crate::design::Design;
use crate::node::{ones, Node, NodeId, Op};
use crate::pool::Pool;

/// Largest index in bits.
const INDEX_BITS: u32 = 11;
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
        is_needed: impl Fn(NodeId, &Cone) -> bool,
        given: impl Fn(NodeId) -> bool,
    ) -> Option<Table> {
        Table::search(design, roots, is_needed, &given, &given, false)
    }

    /// Builds a table for change detection, which may include nodes with other users, down to
    /// state.
    pub(crate) fn find_first(
        design: &Design,
        roots: &[NodeId],
        is_needed: impl Fn(NodeId, &Cone) -> bool,
        given: impl Fn(NodeId) -> bool,
    ) -> Option<Table> {
        let search = |through| Table::search(design, roots, &is_needed, &given, |_| false, through);
        let tables = [false, true].map(search);
        tables.into_iter().flatten().max_by_key(|table| table.gain)
    }

    fn search(
        design: &Design,
        roots: &[NodeId],
        is_needed: impl Fn(NodeId, &Cone) -> bool,
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
        while let Some((node, bits)) = cone.open.pop_last() {
            if !is_open(pool, node) || given(node) {
                cone.leaves.insert(node, bits);
                continue;
            }
            if !is_needed(node, &cone) {
                saved += cost(design, node);
                cone.replaced.insert(node);
            } else if through || roots.contains(&node) {
                cone.shared.insert(node);
            } else {
                cone.leaves.insert(node, bits);
                continue;
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
            let gain = saved.saturating_sub(price);
            let least = best
                .as_ref()
                .map_or(COSTS.saved_by_table, |best| best.gain + 1);
            if (1..=INDEX_BITS).contains(&bits) && gain >= least {
                let shared = cone.shared.iter().chain(&derived);
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
            let result = pool.node(node).eval(value).expect("state is a leaf");
            values.insert(node, result);
        }
        nodes.iter().map(|&node| get(&values, node)).collect()
    }
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
