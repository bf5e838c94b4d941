//! Known values of one-bit nodes inside a branch, and their implications.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::node::{Node, NodeId, Op};
use crate::pool::Pool;

/// Depth to which a condition is evaluated.
const DEPTH: u32 = 6;

/// Known values. Assumptions are undone in reverse order.
pub(crate) struct Facts<'a> {
    pool: &'a Pool,
    /// Nodes that are not expanded, because their operands are not available.
    given: Option<&'a FxHashSet<NodeId>>,
    known: FxHashMap<NodeId, bool>,
    /// Nodes that are known to equal a constant.
    equal: FxHashMap<NodeId, u64>,
    trail: Vec<Fact>,
}

enum Fact {
    Known(NodeId),
    Equal(NodeId),
}

impl<'a> Facts<'a> {
    /// No known values.
    pub(crate) fn new(pool: &'a Pool) -> Self {
        Facts {
            pool,
            given: None,
            known: FxHashMap::default(),
            equal: FxHashMap::default(),
            trail: Vec::new(),
        }
    }

    /// No known values. Some nodes are not expanded.
    pub(crate) fn with_given(pool: &'a Pool, given: &'a FxHashSet<NodeId>) -> Self {
        Facts {
            given: Some(given),
            ..Facts::new(pool)
        }
    }

    /// The node, if it may be expanded.
    pub(crate) fn open(&self, node: NodeId) -> Option<Node> {
        let is_given = self.given.is_some_and(|given| given.contains(&node));
        (!is_given).then(|| self.pool.node(node))
    }

    /// Number of facts, to which [`Facts::forget`] returns.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Undoes all assumptions since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        for fact in self.trail.drain(mark..) {
            match fact {
                Fact::Known(node) => self.known.remove(&node).map(|_| ()),
                Fact::Equal(node) => self.equal.remove(&node).map(|_| ()),
            };
        }
    }

    /// Assumes a value of a one-bit node, and everything that it implies.
    pub(crate) fn assume(&mut self, node: NodeId, value: bool) {
        // An explicit stack, because conjunctions can be long.
        let mut follows = vec![(node, value)];
        while let Some((node, value)) = follows.pop() {
            if self.known.contains_key(&node) || self.pool.as_const(node).is_some() {
                continue;
            }
            self.known.insert(node, value);
            self.trail.push(Fact::Known(node));
            match self.open(node) {
                Some(Node::Binary(Op::And, _, a, b)) if value && self.one_bit(a, b) => {
                    follows.extend([(b, true), (a, true)]);
                }
                Some(Node::Binary(Op::Or, _, a, b)) if !value && self.one_bit(a, b) => {
                    follows.extend([(b, false), (a, false)]);
                }
                Some(Node::Binary(Op::Xor, _, a, one))
                    if self.pool.as_const(one) == Some(1) && self.one_bit(a, one) =>
                {
                    follows.push((a, !value));
                }
                Some(Node::Binary(Op::Eq, _, subject, constant)) if value => {
                    if let Some(constant) = self.pool.as_const(constant) {
                        if let Entry::Vacant(entry) = self.equal.entry(subject) {
                            entry.insert(constant);
                            self.trail.push(Fact::Equal(subject));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// True if both nodes have one bit.
    pub(crate) fn one_bit(&self, a: NodeId, b: NodeId) -> bool {
        self.pool.bits(a) == 1 && self.pool.bits(b) == 1
    }

    /// The value of a one-bit node, if it is implied.
    pub(crate) fn decide(&self, node: NodeId) -> Option<bool> {
        self.decide_within(node, DEPTH)
    }

    fn decide_within(&self, node: NodeId, depth: u32) -> Option<bool> {
        if let Some(value) = self.pool.as_const(node) {
            return Some(value != 0);
        }
        if let Some(&value) = self.known.get(&node) {
            return Some(value);
        }
        let depth = depth.checked_sub(1)?;
        let decide = |node| self.decide_within(node, depth);
        match self.open(node)? {
            Node::Binary(Op::Eq, _, subject, constant) => {
                let equal = *self.equal.get(&subject)?;
                Some(equal == self.pool.as_const(constant)?)
            }
            Node::Binary(Op::And, _, a, b) if self.one_bit(a, b) => match (decide(a), decide(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Node::Binary(Op::Or, _, a, b) if self.one_bit(a, b) => match (decide(a), decide(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Node::Binary(Op::Xor, _, a, b) if self.one_bit(a, b) => Some(decide(a)? ^ decide(b)?),
            Node::Mux(condition, a, b) => match decide(condition)? {
                true => decide(a),
                false => decide(b),
            },
            _ => None,
        }
    }

    /// The nodes that something became known of since the mark.
    pub(crate) fn since(&self, mark: usize) -> impl Iterator<Item = NodeId> + '_ {
        let facts = self.trail[mark..].iter();
        facts.map(|&(Fact::Known(node) | Fact::Equal(node))| node)
    }

    /// Adds the nodes of which [`Facts::decide`] may use what is known, some of them several times.
    pub(crate) fn add_used(&self, node: NodeId, used: &mut Vec<NodeId>) {
        self.add_used_within(node, DEPTH, used);
    }

    fn add_used_within(&self, node: NodeId, depth: u32, used: &mut Vec<NodeId>) {
        used.push(node);
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match self.open(node) {
            Some(Node::Binary(Op::Eq, _, subject, _)) => used.push(subject),
            Some(Node::Binary(_, _, a, b)) if !self.one_bit(a, b) => {}
            Some(node @ (Node::Binary(Op::And | Op::Or | Op::Xor, ..) | Node::Mux(..))) => {
                for operand in node.operands() {
                    self.add_used_within(operand, depth, used);
                }
            }
            _ => {}
        }
    }

    /// Follows multiplexers whose condition is decided.
    pub(crate) fn resolve(&self, mut node: NodeId) -> NodeId {
        loop {
            node = match self.open(node) {
                Some(Node::Mux(condition, then, otherwise)) => match self.decide(condition) {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None => return node,
                },
                // A conjunction with a true operand equals the other operand.
                Some(Node::Binary(Op::And, _, a, b)) if self.one_bit(a, b) => {
                    match (self.decide(a), self.decide(b)) {
                        (Some(true), _) => b,
                        (_, Some(true)) => a,
                        _ => return node,
                    }
                }
                _ => return node,
            };
        }
    }
}
