//! Combinational expressions: a small, regular set of nodes in a hash-consed pool.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::ids::{ExprId, IdVec, NetId};
use crate::value::Value;

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// Bitwise complement, width kept.
    Not,
    /// Two's complement negation, width kept.
    Neg,
    /// 1 when all bits are set.
    ReduceAnd,
    /// 1 when any bit is set.
    ReduceOr,
    /// Parity, 1 when an odd number of bits is set.
    ReduceXor,
}

/// Operators of two operands. Unless said otherwise both operands and the result have one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum, wrapping.
    Add,
    /// Difference, wrapping.
    Sub,
    /// Product, wrapping.
    Mul,
    /// Equality, 1 bit.
    Eq,
    /// Unsigned less-than, 1 bit.
    LtU,
    /// Signed less-than, 1 bit.
    LtS,
    /// Shift left by any unsigned amount of any width, zeros enter; the result has the width of the left operand.
    Shl,
    /// Logical shift right by any unsigned amount of any width, zeros enter; width of the left operand.
    Shr,
}

/// One node. Operands are ids of earlier nodes of the same pool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    /// A constant.
    Const(Value),
    /// The value of a net.
    Net(NetId),
    /// An operator of one operand.
    Unary(UnaryOp, ExprId),
    /// An operator of two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// `then` where the one-bit condition is 1, `otherwise` where it is 0; both arms have one width.
    Mux {
        /// One bit.
        condition: ExprId,
        /// Value for 1.
        then: ExprId,
        /// Value for 0.
        otherwise: ExprId,
    },
    /// `high` above `low`.
    Concat {
        /// Most significant part.
        high: ExprId,
        /// Least significant part.
        low: ExprId,
    },
    /// `width` bits of `source` from bit `offset` up; lies within the source.
    Slice {
        /// The sliced value.
        source: ExprId,
        /// Lowest bit taken.
        offset: u32,
        /// Number of bits.
        width: u32,
    },
    /// Zeros above `source` up to `width`, which is greater than the source's.
    ZeroExtend {
        /// The extended value.
        source: ExprId,
        /// Width of the result.
        width: u32,
    },
    /// Copies of the sign bit above `source` up to `width`, which is greater than the source's.
    SignExtend {
        /// The extended value.
        source: ExprId,
        /// Width of the result.
        width: u32,
    },
}

impl Expr {
    /// The operands in order.
    pub fn operands(&self) -> impl Iterator<Item = ExprId> {
        let ids = match *self {
            Expr::Const(_) | Expr::Net(_) => [None, None, None],
            Expr::Unary(_, a)
            | Expr::Slice { source: a, .. }
            | Expr::ZeroExtend { source: a, .. }
            | Expr::SignExtend { source: a, .. } => [Some(a), None, None],
            Expr::Binary(_, a, b) | Expr::Concat { high: a, low: b } => [Some(a), Some(b), None],
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => [Some(condition), Some(then), Some(otherwise)],
        };
        ids.into_iter().flatten()
    }

    /// The same node with each operand replaced.
    pub fn map(&self, mut replace: impl FnMut(ExprId) -> ExprId) -> Expr {
        match *self {
            Expr::Const(_) | Expr::Net(_) => self.clone(),
            Expr::Unary(op, a) => Expr::Unary(op, replace(a)),
            Expr::Binary(op, a, b) => Expr::Binary(op, replace(a), replace(b)),
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => Expr::Mux {
                condition: replace(condition),
                then: replace(then),
                otherwise: replace(otherwise),
            },
            Expr::Concat { high, low } => Expr::Concat {
                high: replace(high),
                low: replace(low),
            },
            Expr::Slice {
                source,
                offset,
                width,
            } => Expr::Slice {
                source: replace(source),
                offset,
                width,
            },
            Expr::ZeroExtend { source, width } => Expr::ZeroExtend {
                source: replace(source),
                width,
            },
            Expr::SignExtend { source, width } => Expr::SignExtend {
                source: replace(source),
                width,
            },
        }
    }
}

/// The expression nodes of one module. Equal nodes exist once; operands come before their users.
#[derive(Clone, Debug, Default)]
pub struct ExprPool {
    nodes: IdVec<ExprId, (Expr, u32)>,
    known: HashMap<Expr, ExprId>,
}

impl ExprPool {
    /// An empty pool.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node, or finds the equal one. `net_width` tells the width of a net.
    ///
    /// The node is taken as it is; [`crate::Netlist::verify`] checks it. The constructors of the pool
    /// ([`ExprPool::binary`] and its like) fold constants and check widths.
    pub fn add(&mut self, expr: Expr, net_width: impl Fn(NetId) -> u32) -> ExprId {
        if let Some(&id) = self.known.get(&expr) {
            return id;
        }
        let width = match &expr {
            Expr::Const(value) => value.width(),
            Expr::Net(net) => net_width(*net),
            Expr::Unary(UnaryOp::Not | UnaryOp::Neg, a) => self.width(*a),
            Expr::Unary(_, _) => 1,
            Expr::Binary(BinaryOp::Eq | BinaryOp::LtU | BinaryOp::LtS, _, _) => 1,
            Expr::Binary(_, a, _) => self.width(*a),
            Expr::Mux { then, .. } => self.width(*then),
            // A sum beyond all limits stays beyond them, and the verifier finds it.
            Expr::Concat { high, low } => self.width(*high).saturating_add(self.width(*low)),
            Expr::Slice { width, .. }
            | Expr::ZeroExtend { width, .. }
            | Expr::SignExtend { width, .. } => *width,
        };
        let id = self.nodes.push((expr.clone(), width));
        self.known.insert(expr, id);
        id
    }

    /// The node.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.nodes[id].0
    }

    /// Width of the node's value in bits.
    pub fn width(&self, id: ExprId) -> u32 {
        self.nodes[id].1
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True when there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All ids; operands come before their users.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ExprId> + ExactSizeIterator + use<> {
        self.nodes.ids()
    }

    /// The constant's value, when the node is one.
    pub fn as_const(&self, id: ExprId) -> Option<&Value> {
        match self.expr(id) {
            Expr::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The net, when the node is a plain read of one.
    pub fn as_net(&self, id: ExprId) -> Option<NetId> {
        match self.expr(id) {
            Expr::Net(net) => Some(*net),
            _ => None,
        }
    }
}

/// Two pools are equal when they hold the same nodes in the same order; the lookup table follows from them.
impl PartialEq for ExprPool {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl Eq for ExprPool {}

impl Hash for ExprPool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nodes.hash(state);
    }
}
