//! The nodes of a design, hash-consed, with constant folding.
//!
//! Every value is zero-extended, and every node records which of its bits can be one. So an
//! extension needs no node, and most masks after sums and shifts are not needed.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::node::{apply, ones, Node, NodeId, Op, Ty};

/// All bits up to the highest one.
fn smear(bits: u64) -> u64 {
    ones(64 - bits.leading_zeros())
}

/// The nodes of a design. Equal nodes exist once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    nodes: Vec<(Node, u64)>,
    known: FxHashMap<Node, NodeId>,
}

impl Hash for Pool {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.nodes.hash(hasher);
    }
}

impl Pool {
    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node.
    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()].0
    }

    /// The bits that can be one.
    pub(crate) fn bits(&self, id: NodeId) -> u64 {
        self.nodes[id.index()].1
    }

    /// Number of bits up to the highest that can be one.
    pub(crate) fn width(&self, id: NodeId) -> u32 {
        64 - self.bits(id).leading_zeros()
    }

    /// The machine type of the node's result.
    pub(crate) fn ty(&self, id: NodeId) -> Ty {
        match self.node(id) {
            Node::Binary(Op::Eq | Op::LtU, ..) => Ty::I32,
            Node::Binary(_, ty, ..) => ty,
            Node::Count(a) => self.ty(a),
            _ => Ty::of(self.bits(id)),
        }
    }

    /// The value of a constant node.
    pub(crate) fn as_const(&self, id: NodeId) -> Option<u64> {
        match self.node(id) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Adds a node. `bits` are the bits that can be one.
    pub(crate) fn add_node(&mut self, node: Node, bits: u64) -> NodeId {
        if bits == 0 && node != Node::Const(0) {
            return self.constant(0);
        }
        let next = NodeId::at(self.nodes.len());
        let id = *self.known.entry(node).or_insert(next);
        if id == next {
            self.nodes.push((node, bits));
        }
        id
    }

    pub(crate) fn constant(&mut self, value: u64) -> NodeId {
        self.add_node(Node::Const(value), value)
    }

    pub(crate) fn input(&mut self, slot: u32, width: u32) -> NodeId {
        self.add_node(Node::Input(slot), ones(width))
    }

    pub(crate) fn register(&mut self, number: u32, width: u32) -> NodeId {
        self.add_node(Node::Register(number), ones(width))
    }

    /// 64-bit limb of a memory word. `width` is the width of the limb.
    pub(crate) fn load(&mut self, memory: u32, limb: u32, address: NodeId, width: u32) -> NodeId {
        let node = Node::Load {
            memory,
            limb,
            address,
        };
        self.add_node(node, ones(width))
    }

    fn binary(&mut self, op: Op, ty: Ty, a: NodeId, b: NodeId, bits: u64) -> NodeId {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(apply(op, ty, x, y));
        }
        // A constant is the right operand and other operands have a fixed order, so that equal sums
        // are equal nodes.
        let commutes = matches!(op, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq);
        let swap = commutes && (self.as_const(a).is_some(), a) > (self.as_const(b).is_some(), b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.add_node(Node::Binary(op, ty, a, b), bits & ty.mask())
    }

    pub(crate) fn and(&mut self, a: NodeId, b: NodeId) -> NodeId {
        if a == b {
            return a;
        }
        for (mask, other) in [(a, b), (b, a)] {
            if let Some(mask) = self.as_const(mask) {
                if self.bits(other) & !mask == 0 {
                    return other;
                }
                if let Node::Binary(Op::And, _, inner, constant) = self.node(other) {
                    if let Some(more) = self.as_const(constant) {
                        let both = self.constant(mask & more);
                        return self.and(inner, both);
                    }
                }
            }
        }
        let bits = self.bits(a) & self.bits(b);
        self.binary(Op::And, Ty::of(bits), a, b, bits)
    }

    pub(crate) fn or(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_const(a), self.as_const(b)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            (Some(x), _) if self.bits(b) & !x == 0 => return a,
            (_, Some(x)) if self.bits(a) & !x == 0 => return b,
            _ if a == b => return a,
            _ => {}
        }
        let bits = self.bits(a) | self.bits(b);
        self.binary(Op::Or, Ty::of(bits), a, b, bits)
    }

    pub(crate) fn xor(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_const(a), self.as_const(b)) {
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            _ if a == b => return self.constant(0),
            _ => {}
        }
        if let (Node::Binary(Op::Xor, _, inner, x), Some(y)) = (self.node(a), self.as_const(b)) {
            if let Some(x) = self.as_const(x) {
                let both = self.constant(x ^ y);
                return self.xor(inner, both);
            }
        }
        let bits = self.bits(a) | self.bits(b);
        self.binary(Op::Xor, Ty::of(bits), a, b, bits)
    }

    /// Complement of one bit.
    pub(crate) fn not(&mut self, a: NodeId) -> NodeId {
        let one = self.constant(1);
        self.xor(a, one)
    }

    /// The low bits.
    pub(crate) fn low(&mut self, a: NodeId, width: u32) -> NodeId {
        let mask = self.constant(ones(width));
        self.and(a, mask)
    }

    /// Sum, modulo `2^width`.
    pub(crate) fn add(&mut self, width: u32, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_const(a), self.as_const(b)) {
            (Some(0), _) => return self.low(b, width),
            (_, Some(0)) => return self.low(a, width),
            _ => {}
        }
        let ty = Ty::of(ones(width));
        let bits = match smear(self.bits(a)).checked_add(smear(self.bits(b))) {
            Some(sum) if sum <= ty.mask() => smear(sum),
            _ => ty.mask(),
        };
        let sum = self.binary(Op::Add, ty, a, b, bits);
        self.low(sum, width)
    }

    /// Difference, modulo `2^width`.
    pub(crate) fn sub(&mut self, width: u32, a: NodeId, b: NodeId) -> NodeId {
        if self.as_const(b) == Some(0) {
            return self.low(a, width);
        }
        let ty = Ty::of(ones(width));
        let difference = self.binary(Op::Sub, ty, a, b, ty.mask());
        self.low(difference, width)
    }

    /// Product, modulo `2^width`.
    pub(crate) fn mul(&mut self, width: u32, a: NodeId, b: NodeId) -> NodeId {
        let ty = Ty::of(ones(width));
        let bits = match smear(self.bits(a)).checked_mul(smear(self.bits(b))) {
            Some(product) if product <= ty.mask() => smear(product),
            _ => ty.mask(),
        };
        let product = self.binary(Op::Mul, ty, a, b, bits);
        self.low(product, width)
    }

    /// Shift left by a constant less than 64, modulo `2^width`.
    pub(crate) fn shl_by(&mut self, width: u32, a: NodeId, amount: u32) -> NodeId {
        if amount == 0 {
            return self.low(a, width);
        }
        let kept = self.low(a, width.saturating_sub(amount));
        let bits = self.bits(kept) << amount;
        let amount = self.constant(u64::from(amount));
        self.binary(Op::Shl, Ty::of(bits), kept, amount, bits)
    }

    /// Shift right by a constant less than 64.
    pub(crate) fn shr_by(&mut self, a: NodeId, amount: u32) -> NodeId {
        if amount == 0 {
            return a;
        }
        let bits = self.bits(a) >> amount;
        let ty = Ty::of(self.bits(a));
        if bits == 0 {
            return self.constant(0);
        }
        let amount = self.constant(u64::from(amount));
        self.binary(Op::Shr, ty, a, amount, bits)
    }

    /// Shift by any amount, modulo `2^width`. Zero if the amount is too large.
    pub(crate) fn shift(&mut self, op: Op, width: u32, a: NodeId, amount: NodeId) -> NodeId {
        let most = smear(self.bits(amount));
        let ty = match most {
            32..64 => Ty::I64,
            _ => Ty::of(ones(width)),
        };
        let bits = match op {
            Op::Shl => ty.mask(),
            _ => smear(self.bits(a)),
        };
        let shifted = self.binary(op, ty, a, amount, bits);
        let shifted = self.low(shifted, width);
        if most < 64 {
            return shifted;
        }
        let limit = self.constant(u64::from(width));
        let fits = self.less(amount, limit);
        let zero = self.constant(0);
        self.mux(fits, shifted, zero)
    }

    /// Equality, one bit.
    pub(crate) fn eq(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let (a, b) = if self.as_const(a).is_some() {
            (b, a)
        } else {
            (a, b)
        };
        if a == b {
            return self.constant(1);
        }
        if let Some(value) = self.as_const(b) {
            if value & !self.bits(a) != 0 {
                return self.constant(0);
            }
            if self.bits(a) == 1 {
                return if value == 1 { a } else { self.not(a) };
            }
        }
        let ty = Ty::of(self.bits(a) | self.bits(b));
        self.binary(Op::Eq, ty, a, b, 1)
    }

    /// Unsigned less-than, one bit.
    pub(crate) fn less(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(0)) => return self.constant(0),
            (_, Some(limit)) if smear(self.bits(a)) < limit => return self.constant(1),
            (Some(limit), _) if smear(self.bits(b)) <= limit => return self.constant(0),
            _ if a == b => return self.constant(0),
            _ => {}
        }
        let ty = Ty::of(self.bits(a) | self.bits(b));
        self.binary(Op::LtU, ty, a, b, 1)
    }

    /// Number of bits set.
    pub(crate) fn count(&mut self, a: NodeId) -> NodeId {
        match self.as_const(a) {
            Some(value) => self.constant(u64::from(value.count_ones())),
            None if self.bits(a) == 1 => a,
            None => self.add_node(Node::Count(a), 127),
        }
    }

    /// Selects by one bit.
    pub(crate) fn mux(&mut self, condition: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        if then == otherwise {
            return then;
        }
        match (
            self.as_const(condition),
            self.as_const(then),
            self.as_const(otherwise),
        ) {
            (Some(0), ..) => return otherwise,
            (Some(_), ..) => return then,
            (None, Some(1), Some(0)) => return condition,
            (None, Some(0), Some(1)) => return self.not(condition),
            _ => {}
        }
        if let Node::Binary(Op::Xor, _, inner, one) = self.node(condition) {
            if self.as_const(one) == Some(1) {
                return self.mux(inner, otherwise, then);
            }
        }
        let then = match self.node(then) {
            Node::Mux(same, inner, _) if same == condition => inner,
            _ => then,
        };
        let otherwise = match self.node(otherwise) {
            Node::Mux(same, _, inner) if same == condition => inner,
            _ => otherwise,
        };
        if then == otherwise {
            return then;
        }
        let bits = self.bits(then) | self.bits(otherwise);
        self.add_node(Node::Mux(condition, then, otherwise), bits)
    }
}
