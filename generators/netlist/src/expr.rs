//! Combinational expressions: nodes in a hash-consed pool.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::ids::{ExprId, IdVec, NetId};
use crate::value::Value;

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// Bitwise complement, width kept.
    Not,
    /// Two's complement negation, width kept.
    Neg,
    /// 1 if all bits are set.
    ReduceAnd,
    /// 1 if any bit is set.
    ReduceOr,
    /// Parity: 1 if an odd number of bits is set.
    ReduceXor,
}

/// Binary operators. Unless noted, both operands and the result have the same width.
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
    /// Shift left, shifting in zeros. The amount is unsigned, of any width. The result has the
    /// width of the left operand.
    Shl,
    /// Logical shift right, with the same widths.
    Shr,
}

/// A node. Operands are ids of earlier nodes of the same pool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    /// A constant.
    Const(Value),
    /// The value of a net.
    Net(NetId),
    /// A unary operator.
    Unary(UnaryOp, ExprId),
    /// A binary operator.
    Binary(BinaryOp, ExprId, ExprId),
    /// Multiplexer. Both arms have the same width.
    Mux {
        /// One bit.
        condition: ExprId,
        /// Value if the condition is 1.
        then: ExprId,
        /// Value if the condition is 0.
        otherwise: ExprId,
    },
    /// Concatenation: `high` above `low`.
    Concat {
        /// Most significant part.
        high: ExprId,
        /// Least significant part.
        low: ExprId,
    },
    /// Part-select: `width` bits of `source` from bit `offset`, within the source.
    Slice {
        /// The sliced value.
        source: ExprId,
        /// Lowest selected bit.
        offset: u32,
        /// Number of bits.
        width: u32,
    },
    /// Zero extension of `source` to a greater `width`.
    ZeroExtend {
        /// The extended value.
        source: ExprId,
        /// Width of the result.
        width: u32,
    },
    /// Sign extension of `source` to a greater `width`.
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

    /// The same node with replaced operands.
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

/// Expression nodes of one module. Equal nodes exist once. Operands come before their users.
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

    /// Adds a node, or returns the id of an equal one. `net_width` gives the width of a net.
    ///
    /// The node is added unchanged; [`crate::Netlist::verify`] checks it. The constructors of the
    /// pool, such as [`ExprPool::binary`], fold constants and check widths.
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
            // Saturates, so that the verifier finds a sum beyond all limits.
            Expr::Concat { high, low } => self.width(*high).saturating_add(self.width(*low)),
            Expr::Slice { width, .. }
            | Expr::ZeroExtend { width, .. }
            | Expr::SignExtend { width, .. } => *width,
        };
        let id = self.nodes.push((expr.clone(), width));
        self.known.insert(expr, id);
        id
    }

    /// The node with this id.
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

    /// All ids. Operands come before their users.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ExprId> + ExactSizeIterator + use<> {
        self.nodes.ids()
    }

    /// The value of a constant node.
    pub fn as_const(&self, id: ExprId) -> Option<&Value> {
        match self.expr(id) {
            Expr::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The net of a node that only reads a net.
    pub fn as_net(&self, id: ExprId) -> Option<NetId> {
        match self.expr(id) {
            Expr::Net(net) => Some(*net),
            _ => None,
        }
    }
}

/// Pools are equal if they contain the same nodes in the same order.
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
