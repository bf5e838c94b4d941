//! Parts of nodes: a slice is taken of the operands where that is the same.

use std::collections::HashMap;

use crate::expr::{BinaryOp, Expr, ExprPool, UnaryOp};
use crate::ids::ExprId;
use crate::value::Value;

/// Bits of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    source: ExprId,
    offset: u32,
    width: u32,
}

/// The parts that were made, and of those that are wanted the ones that were not.
#[derive(Default)]
struct Parts {
    made: HashMap<Part, ExprId>,
    missing: Vec<Part>,
}

impl Parts {
    /// The node of a part; none, and the part noted, when it is still to be made.
    fn get(&mut self, pool: &ExprPool, part: Part) -> Option<ExprId> {
        if part.offset == 0 && part.width == pool.width(part.source) {
            return Some(part.source);
        }
        let made = self.made.get(&part).copied();
        if made.is_none() {
            self.missing.push(part);
        }
        made
    }

    /// Both, so that both are noted when they are missing.
    fn both(&mut self, pool: &ExprPool, a: Part, b: Part) -> Option<(ExprId, ExprId)> {
        let (a, b) = (self.get(pool, a), self.get(pool, b));
        a.zip(b)
    }
}

impl ExprPool {
    /// Bits `offset..offset + width` of `source`.
    ///
    /// # Panics
    /// When the slice is empty or leaves the source.
    pub fn slice(&mut self, source: ExprId, offset: u32, width: u32) -> ExprId {
        let whole = self.width(source);
        assert!(
            width > 0 && offset.checked_add(width).is_some_and(|end| end <= whole),
            "slice {offset}+:{width} of {whole} bits"
        );
        if width == whole {
            return source;
        }
        let wanted = Part {
            source,
            offset,
            width,
        };
        // A stack of its own, because operators may stand in long chains.
        let mut parts = Parts::default();
        let mut todo = vec![wanted];
        while let Some(&part) = todo.last() {
            if parts.made.contains_key(&part) {
                todo.pop();
                continue;
            }
            match self.make_part(part, &mut parts) {
                Some(id) => {
                    parts.made.insert(part, id);
                    todo.pop();
                }
                None => todo.extend(parts.missing.drain(..).rev()),
            }
        }
        parts.made[&wanted]
    }

    /// The node of a part that is not the whole; none when parts of its operands are missing.
    fn make_part(&mut self, part: Part, parts: &mut Parts) -> Option<ExprId> {
        let Part {
            source,
            offset,
            width,
        } = part;
        match *self.expr(source) {
            Expr::Const(ref value) => {
                let value = Value::new(width, value.bits() >> offset);
                Some(self.constant(value))
            }
            Expr::Slice {
                source,
                offset: base,
                ..
            } => {
                let offset = base + offset;
                parts.get(
                    self,
                    Part {
                        source,
                        offset,
                        ..part
                    },
                )
            }
            Expr::Concat { high, low } => self.part_of_concat(high, low, part, parts),
            Expr::ZeroExtend { source, .. } => {
                let inner_width = self.width(source);
                if offset >= inner_width {
                    return Some(self.constant(Value::zero(width)));
                }
                let kept = Part {
                    source,
                    offset,
                    width: width.min(inner_width - offset),
                };
                let low = parts.get(self, kept)?;
                Some(self.zero_extend(low, width))
            }
            Expr::SignExtend { source, .. } if offset + width <= self.width(source) => {
                parts.get(self, Part { source, ..part })
            }
            _ => self.part_of_operator(part, parts),
        }
    }

    /// The low bits of a sum need the low bits of the summands only, and bitwise operators distribute: this keeps
    /// operators narrow, and leaves few slices of unnamed values.
    fn part_of_operator(&mut self, part: Part, parts: &mut Parts) -> Option<ExprId> {
        let of = |source: ExprId| Part { source, ..part };
        match *self.expr(part.source) {
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
                let (a, b) = parts.both(self, of(a), of(b))?;
                Some(self.binary(op, a, b))
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b)
                if part.offset == 0 =>
            {
                let (a, b) = parts.both(self, of(a), of(b))?;
                Some(self.binary(op, a, b))
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let a = parts.get(self, of(a))?;
                Some(self.not(a))
            }
            Expr::Unary(UnaryOp::Neg, a) if part.offset == 0 => {
                let a = parts.get(self, of(a))?;
                Some(self.unary(UnaryOp::Neg, a))
            }
            Expr::Binary(BinaryOp::Shl, a, b) if part.offset == 0 => {
                let a = parts.get(self, of(a))?;
                Some(self.binary(BinaryOp::Shl, a, b))
            }
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => {
                let (then, otherwise) = parts.both(self, of(then), of(otherwise))?;
                Some(self.mux(condition, then, otherwise))
            }
            _ => {
                let Part {
                    source,
                    offset,
                    width,
                } = part;
                Some(self.add_node(Expr::Slice {
                    source,
                    offset,
                    width,
                }))
            }
        }
    }

    fn part_of_concat(
        &mut self,
        high: ExprId,
        low: ExprId,
        part: Part,
        parts: &mut Parts,
    ) -> Option<ExprId> {
        let split = self.width(low);
        let end = part.offset + part.width;
        if part.offset >= split {
            let offset = part.offset - split;
            return parts.get(
                self,
                Part {
                    source: high,
                    offset,
                    ..part
                },
            );
        }
        if end <= split {
            return parts.get(
                self,
                Part {
                    source: low,
                    ..part
                },
            );
        }
        let upper = Part {
            source: high,
            offset: 0,
            width: end - split,
        };
        let lower = Part {
            source: low,
            width: split - part.offset,
            ..part
        };
        let (upper, lower) = parts.both(self, upper, lower)?;
        Some(self.concat(upper, lower))
    }
}
