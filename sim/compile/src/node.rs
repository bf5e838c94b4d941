//! Combinational nodes of at most 64 bits.

use std::fmt;

/// A node of a [`Pool`](crate::pool::Pool).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// Position in the pool; operands come before their users.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The node at a position of the pool.
    pub(crate) fn at(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("fewer than 2^32 nodes"))
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// The machine type in which a node is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ty {
    /// 32 bits, wrapping.
    I32,
    /// 64 bits, wrapping.
    I64,
}

impl Ty {
    /// The narrowest type that holds these bits.
    pub(crate) fn of(bits: u64) -> Ty {
        if bits >> 32 == 0 {
            Ty::I32
        } else {
            Ty::I64
        }
    }

    pub(crate) fn mask(self) -> u64 {
        match self {
            Ty::I32 => u64::from(u32::MAX),
            Ty::I64 => u64::MAX,
        }
    }

    /// Number of bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Ty::I32 => 32,
            Ty::I64 => 64,
        }
    }
}

/// Operators. Operands and results are taken modulo 2^32 or 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Uses only the low 5 or 6 bits of the amount, as in WebAssembly.
    Shl,
    /// Uses only the low 5 or 6 bits of the amount, as in WebAssembly.
    Shr,
    /// One if the operands are equal.
    Eq,
    /// One if the first operand is less than the second.
    LtU,
}

/// A combinational node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Node {
    Const(u64),
    /// An input that the host sets, by slot.
    Input(u32),
    /// The state of a register, by number.
    Register(u32),
    /// 64 bits of a word of a memory.
    Load {
        memory: u32,
        limb: u32,
        address: NodeId,
    },
    Binary(Op, Ty, NodeId, NodeId),
    /// Number of bits set.
    Count(NodeId),
    /// The second operand if the first is one, the third if it is zero.
    Mux(NodeId, NodeId, NodeId),
}

impl Node {
    /// The operands in order.
    pub(crate) fn operands(self) -> impl Iterator<Item = NodeId> {
        match self {
            Node::Const(_) | Node::Input(_) | Node::Register(_) => [None, None, None],
            Node::Load { address: a, .. } | Node::Count(a) => [Some(a), None, None],
            Node::Binary(_, _, a, b) => [Some(a), Some(b), None],
            Node::Mux(c, a, b) => [Some(c), Some(a), Some(b)],
        }
        .into_iter()
        .flatten()
    }

    /// Result for these values of the operands. `None` for inputs and state.
    pub(crate) fn eval(self, value: impl Fn(NodeId) -> u64) -> Option<u64> {
        match self {
            Node::Const(number) => Some(number),
            Node::Input(_) | Node::Register(_) | Node::Load { .. } => None,
            Node::Binary(op, ty, a, b) => Some(apply(op, ty, value(a), value(b))),
            Node::Count(a) => Some(u64::from(value(a).count_ones())),
            Node::Mux(condition, a, b) => Some(value(if value(condition) != 0 { a } else { b })),
        }
    }
}

/// The low `width` bits.
pub(crate) fn ones(width: u32) -> u64 {
    match width {
        0 => 0,
        1..64 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

/// Result of an operator. Operands are cut to the machine type first.
pub(crate) fn apply(op: Op, ty: Ty, a: u64, b: u64) -> u64 {
    let (a, b) = (a & ty.mask(), b & ty.mask());
    let value = match op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Shl => a << (b % u64::from(ty.bits())),
        Op::Shr => a >> (b % u64::from(ty.bits())),
        Op::Eq => u64::from(a == b),
        Op::LtU => u64::from(a < b),
    };
    value & ty.mask()
}
