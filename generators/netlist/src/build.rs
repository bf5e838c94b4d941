//! Constructors of expression nodes: check widths and fold constants.
//!
//! Folding is local and cheap: constants, identities, slices of operands. It never changes which
//! source signals are read by name. `slice.rs` has the slices.

use crate::eval;
use crate::expr::{BinaryOp, Expr, ExprPool, UnaryOp};
use crate::ids::{ExprId, NetId};
use crate::limits::MAX_WIDTH;
use crate::value::Value;

impl ExprPool {
    pub(crate) fn add_node(&mut self, expr: Expr) -> ExprId {
        self.add(expr, |_| {
            unreachable!("net reads are added by ExprPool::net")
        })
    }

    /// A constant.
    pub fn constant(&mut self, value: Value) -> ExprId {
        self.add_node(Expr::Const(value))
    }

    /// A read of a net of the given width.
    pub fn net(&mut self, net: NetId, width: u32) -> ExprId {
        self.add(Expr::Net(net), |_| width)
    }

    /// A unary operator.
    pub fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        if let Some(value) = self.as_const(a) {
            let value = eval::unary(op, value);
            return self.constant(value);
        }
        let reduces = matches!(
            op,
            UnaryOp::ReduceAnd | UnaryOp::ReduceOr | UnaryOp::ReduceXor
        );
        match *self.expr(a) {
            _ if reduces && self.width(a) == 1 => a,
            Expr::Unary(UnaryOp::Not, inner) if op == UnaryOp::Not => inner,
            _ => self.add_node(Expr::Unary(op, a)),
        }
    }

    /// Bitwise complement.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        self.unary(UnaryOp::Not, a)
    }

    /// A binary operator.
    ///
    /// # Panics
    /// If the widths of the operands differ and the operator is not a shift.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        assert!(
            shift || self.width(a) == self.width(b),
            "operands of {op:?} differ in width"
        );
        if let (Some(left), Some(right)) = (self.as_const(a), self.as_const(b)) {
            let value = eval::binary(op, left, right);
            return self.constant(value);
        }
        if shift {
            if let Some(amount) = self.as_const(b).map(Value::to_u64) {
                return self.shift_by_constant(op, a, amount);
            }
        }
        if let Some(bit) = self.constant_comparison(op, a, b) {
            return self.constant(Value::bool(bit));
        }
        // Constants go to the right side of an equality, so that equal comparisons share a node.
        let swap = op == BinaryOp::Eq && self.as_const(a).is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.fold_identity(op, a, b)
            .unwrap_or_else(|| self.add_node(Expr::Binary(op, a, b)))
    }

    /// Result of a comparison that is the same for all values: `x < 0`, `x < x`, `x == x`, or
    /// `x < y` where `x` is all ones.
    fn constant_comparison(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<bool> {
        let is = |id: ExprId, value: fn(u32) -> Value| {
            self.as_const(id)
                .is_some_and(|number| *number == value(number.width()))
        };
        match op {
            BinaryOp::Eq if a == b => Some(true),
            BinaryOp::LtU | BinaryOp::LtS if a == b => Some(false),
            BinaryOp::LtU if is(b, Value::zero) || is(a, Value::ones) => Some(false),
            _ => None,
        }
    }

    /// Folds `x & x`, `x - x`, `x | 0`, `x * 1`, `0 << x` and similar identities, and equality of a
    /// bit with a constant.
    fn fold_identity(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        match op {
            BinaryOp::And | BinaryOp::Or if a == b => return Some(a),
            BinaryOp::Xor | BinaryOp::Sub if a == b => {
                let zero = Value::zero(self.width(a));
                return Some(self.constant(zero));
            }
            _ => {}
        }
        let (value, other) = match (self.as_const(a), self.as_const(b)) {
            (Some(value), None) => (value.clone(), b),
            (None, Some(value)) => (value.clone(), a),
            _ => return None,
        };
        let ones = value == Value::ones(value.width());
        match op {
            BinaryOp::And if ones => Some(other),
            BinaryOp::And | BinaryOp::Mul | BinaryOp::Shl | BinaryOp::Shr if value.is_zero() => {
                Some(self.constant(value))
            }
            BinaryOp::Mul if value.to_u64() == Some(1) => Some(other),
            BinaryOp::Or | BinaryOp::Xor if value.is_zero() => Some(other),
            BinaryOp::Or if ones => Some(self.constant(value)),
            BinaryOp::Xor if ones => Some(self.not(other)),
            BinaryOp::Add if value.is_zero() => Some(other),
            BinaryOp::Sub if value.is_zero() && other == a => Some(other),
            BinaryOp::Eq if value.width() == 1 => Some(if ones { other } else { self.not(other) }),
            _ => None,
        }
    }

    /// A shift by a constant is wiring: a slice and zeros.
    fn shift_by_constant(&mut self, op: BinaryOp, a: ExprId, amount: Option<u64>) -> ExprId {
        let width = self.width(a);
        let amount = match amount.and_then(|amount| u32::try_from(amount).ok()) {
            Some(amount) if amount < width => amount,
            _ => return self.constant(Value::zero(width)),
        };
        if amount == 0 {
            return a;
        }
        if op == BinaryOp::Shr {
            let high = self.slice(a, amount, width - amount);
            return self.zero_extend(high, width);
        }
        let low = self.slice(a, 0, width - amount);
        let zeros = self.constant(Value::zero(amount));
        self.concat(low, zeros)
    }

    /// Two-way multiplexer.
    ///
    /// # Panics
    /// If the condition is not one bit or the widths of the arms differ.
    pub fn mux(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        assert_eq!(
            self.width(condition),
            1,
            "condition of a multiplexer is one bit"
        );
        assert_eq!(
            self.width(then),
            self.width(otherwise),
            "arms of a multiplexer differ"
        );
        if then == otherwise {
            return then;
        }
        if let Some(value) = self.as_const(condition) {
            return if value.is_zero() { otherwise } else { then };
        }
        if let Expr::Unary(UnaryOp::Not, inner) = *self.expr(condition) {
            return self.mux(inner, otherwise, then);
        }
        match (self.as_const(then), self.as_const(otherwise)) {
            (Some(a), Some(b)) if a.width() == 1 && b.is_zero() => condition,
            (Some(a), Some(b)) if a.width() == 1 && !b.is_zero() => self.not(condition),
            (Some(a), None) if a.is_zero() && self.excludes(condition, otherwise) => otherwise,
            _ => self.add_node(Expr::Mux {
                condition,
                then,
                otherwise,
            }),
        }
    }

    /// True if both compare one value with different constants, so that at most one is true.
    fn excludes(&self, a: ExprId, b: ExprId) -> bool {
        match (self.expr(a), self.expr(b)) {
            (
                &Expr::Binary(BinaryOp::Eq, left, first),
                &Expr::Binary(BinaryOp::Eq, right, second),
            ) => {
                let constants = (self.as_const(first), self.as_const(second));
                left == right && matches!(constants, (Some(first), Some(second)) if first != second)
            }
            _ => false,
        }
    }

    /// Concatenation: `high` above `low`.
    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        let width = self.width(high).saturating_add(self.width(low));
        if width > MAX_WIDTH {
            // The verifier rejects it.
            return self.add_node(Expr::Concat { high, low });
        }
        if let (Some(a), Some(b)) = (self.as_const(high), self.as_const(low)) {
            let value = Value::new(width, (a.bits() << b.width()) | b.bits());
            return self.constant(value);
        }
        if self.as_const(high).is_some_and(Value::is_zero) {
            return self.zero_extend(low, width);
        }
        if let (
            &Expr::Slice {
                source: a,
                offset: upper,
                width: upper_width,
            },
            &Expr::Slice {
                source: b,
                offset: lower,
                width: lower_width,
            },
        ) = (self.expr(high), self.expr(low))
        {
            if a == b && upper == lower + lower_width {
                return self.slice(a, lower, lower_width + upper_width);
            }
        }
        self.add_node(Expr::Concat { high, low })
    }

    /// Zero extension of `source` to `width`.
    ///
    /// # Panics
    /// If `width` is less than the width of `source`.
    pub fn zero_extend(&mut self, source: ExprId, width: u32) -> ExprId {
        let own = self.width(source);
        assert!(own <= width, "extension of {own} bits to {width}");
        if own == width {
            return source;
        }
        match self.expr(source) {
            Expr::Const(value) => {
                let value = Value::new(width, value.bits().clone());
                self.constant(value)
            }
            &Expr::ZeroExtend { source: inner, .. } => self.zero_extend(inner, width),
            _ => self.add_node(Expr::ZeroExtend { source, width }),
        }
    }

    /// Sign extension of `source` to `width`.
    ///
    /// # Panics
    /// If `width` is less than the width of `source`.
    pub fn sign_extend(&mut self, source: ExprId, width: u32) -> ExprId {
        let own = self.width(source);
        assert!(own <= width, "extension of {own} bits to {width}");
        if own == width {
            return source;
        }
        if let Some(value) = self.as_const(source).filter(|_| width <= MAX_WIDTH) {
            let high = if value.sign() {
                Value::ones(width - own)
            } else {
                Value::zero(width - own)
            };
            let value = Value::new(width, (high.bits() << own) | value.bits());
            return self.constant(value);
        }
        self.add_node(Expr::SignExtend { source, width })
    }

    /// `source`, truncated or zero-extended to `width`.
    pub fn resize(&mut self, source: ExprId, width: u32) -> ExprId {
        if self.width(source) > width {
            self.slice(source, 0, width)
        } else {
            self.zero_extend(source, width)
        }
    }

    /// `source`, truncated or sign-extended to `width`.
    pub fn resize_signed(&mut self, source: ExprId, width: u32) -> ExprId {
        if self.width(source) > width {
            self.slice(source, 0, width)
        } else {
            self.sign_extend(source, width)
        }
    }

    /// Rebuilds a node through its constructor, which folds it again.
    ///
    /// # Panics
    /// If the node is the read of a net, because it does not contain the net's width.
    pub fn fold(&mut self, expr: &Expr) -> ExprId {
        match *expr {
            Expr::Const(ref value) => self.constant(value.clone()),
            Expr::Net(_) => panic!("net reads are added by ExprPool::net"),
            Expr::Unary(op, a) => self.unary(op, a),
            Expr::Binary(op, a, b) => self.binary(op, a, b),
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => self.mux(condition, then, otherwise),
            Expr::Concat { high, low } => self.concat(high, low),
            Expr::Slice {
                source,
                offset,
                width,
            } => self.slice(source, offset, width),
            Expr::ZeroExtend { source, width } => self.zero_extend(source, width),
            Expr::SignExtend { source, width } => self.sign_extend(source, width),
        }
    }
}
