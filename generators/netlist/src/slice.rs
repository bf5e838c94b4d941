//! Slices of nodes. A slice of an operator becomes an operator on slices, where that is equal.

use std::collections::HashMap;

use crate::expr::{BinaryOp, Expr, ExprPool, UnaryOp};
use crate::ids::ExprId;
use crate::value::Value;

/// A range of bits of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    source: ExprId,
    offset: u32,
    width: u32,
}

/// Finished parts, and required parts that are missing.
#[derive(Default)]
struct Parts {
    made: HashMap<Part, ExprId>,
    missing: Vec<Part>,
}

impl Parts {
    /// The node of a part. If it is missing, `None`; records it as required.
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

    /// The nodes of two parts. Records both if both are missing.
    fn both(&mut self, pool: &ExprPool, a: Part, b: Part) -> Option<(ExprId, ExprId)> {
        let (a, b) = (self.get(pool, a), self.get(pool, b));
        a.zip(b)
    }
}

impl ExprPool {
    /// Bits `offset..offset + width` of `source`.
    ///
    /// # Panics
    /// If the slice is empty or exceeds the source.
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
        // An explicit stack, because chains of operators may be long.
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

    /// The node of a proper part. `None` if parts of its operands are missing.
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

    /// Distributes a part over an operator: bitwise operators distribute, and the low bits of a sum
    /// depend on the low bits of the summands only. This keeps operators narrow, and leaves few
    /// slices of unnamed values.
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
