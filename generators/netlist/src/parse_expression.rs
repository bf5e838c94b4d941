//! Parser for the expressions of the text form. Nesting depth is not limited.

use crate::expr::{BinaryOp, Expr, ExprPool, UnaryOp};
use crate::ids::{ExprId, NetId};
use crate::limits::too_wide;
use crate::netlist::Module;
use crate::value::Value;
use crate::words::{Parsed, Words};
use crate::write::{BINARY, UNARY};
use std::collections::HashMap;

/// The module that is being parsed.
#[derive(Default)]
pub(crate) struct Current {
    pub(crate) module: Module,
    pub(crate) nets: HashMap<String, NetId>,
    /// Named expressions.
    pub(crate) lets: HashMap<String, ExprId>,
}

/// Operator after an opening parenthesis.
#[derive(Clone, Copy)]
enum Operator {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Mux,
    Concat,
    Slice,
    ZeroExtend,
    SignExtend,
}

/// An operator with incomplete operands.
struct Open {
    operator: Operator,
    operands: Vec<ExprId>,
}

impl Operator {
    fn read(words: &mut Words) -> Parsed<Operator> {
        let name = words.next()?;
        if let Some((op, _)) = UNARY.iter().find(|(_, known)| *known == name) {
            return Ok(Operator::Unary(*op));
        }
        if let Some((op, _)) = BINARY.iter().find(|(_, known)| *known == name) {
            return Ok(Operator::Binary(*op));
        }
        Ok(match name.as_str() {
            "mux" => Operator::Mux,
            "concat" => Operator::Concat,
            "slice" => Operator::Slice,
            "zext" => Operator::ZeroExtend,
            "sext" => Operator::SignExtend,
            _ => return Err(format!("`{name}` is not an operator")),
        })
    }

    fn operands(self) -> usize {
        match self {
            Operator::Mux => 3,
            Operator::Binary(_) | Operator::Concat => 2,
            _ => 1,
        }
    }
}

impl Open {
    /// Builds the node, with the numbers that follow the operands.
    fn close(self, words: &mut Words) -> Parsed<Expr> {
        let operand = |index: usize| self.operands[index];
        Ok(match self.operator {
            Operator::Unary(op) => Expr::Unary(op, operand(0)),
            Operator::Binary(op) => Expr::Binary(op, operand(0), operand(1)),
            Operator::Mux => Expr::Mux {
                condition: operand(0),
                then: operand(1),
                otherwise: operand(2),
            },
            Operator::Concat => Expr::Concat {
                high: operand(0),
                low: operand(1),
            },
            Operator::Slice => Expr::Slice {
                source: operand(0),
                offset: words.number()?,
                width: words.width()?,
            },
            Operator::ZeroExtend => Expr::ZeroExtend {
                source: operand(0),
                width: words.width()?,
            },
            Operator::SignExtend => Expr::SignExtend {
                source: operand(0),
                width: words.width()?,
            },
        })
    }
}

impl Current {
    /// Parses the next expression of the line.
    pub(crate) fn expr(&mut self, words: &mut Words) -> Parsed<ExprId> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let word = words.next()?;
            if word == "(" {
                open.push(Open {
                    operator: Operator::read(words)?,
                    operands: Vec::new(),
                });
                continue;
            }
            let mut done = self.leaf(&word)?;
            // The value may be the last operand of several nested operators.
            loop {
                let Some(mut innermost) = open.pop() else {
                    return Ok(done);
                };
                innermost.operands.push(done);
                if innermost.operands.len() < innermost.operator.operands() {
                    open.push(innermost);
                    break;
                }
                let expr = innermost.close(words)?;
                words.expect(")")?;
                done = self.add(expr)?;
            }
        }
    }

    fn leaf(&mut self, word: &str) -> Parsed<ExprId> {
        if word.starts_with('%') {
            let known = self.lets.get(word).copied();
            return known.ok_or_else(|| format!("no `{word}` above"));
        }
        if word.contains('\'') {
            return self.add(Expr::Const(value(word)?));
        }
        let net = self.nets.get(word).copied();
        self.add(Expr::Net(
            net.ok_or_else(|| format!("`{word}` is not declared"))?,
        ))
    }

    fn add(&mut self, expr: Expr) -> Parsed<ExprId> {
        let nets = &self.module.nets;
        let exprs: &mut ExprPool = &mut self.module.exprs;
        let id = exprs.add(expr, |net| nets[net].width);
        too_wide(exprs.width(id)).map_or(Ok(id), Err)
    }
}

/// Parses a sized number.
pub(crate) fn value(text: &str) -> Parsed<Value> {
    let value: Value = text.parse()?;
    too_wide(value.width()).map_or(Ok(value), Err)
}
