//! Printer for expressions. Every operand is written at exactly its own width, so that Verilog
//! neither extends nor truncates it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use gatefall_netlist::{BinaryOp, EnumId, Expr, ExprId, NetId, NetKind, UnaryOp, Value};

use crate::plan::Plan;

/// Precedence of a printed expression.
#[derive(Clone, Copy, PartialEq)]
enum Precedence {
    /// Name, number, part-select or concatenation.
    Atom,
    /// `~x`, `!x`.
    Unary,
    /// Associative operator; a chain of the same operator needs no parentheses.
    Chain(&'static str),
    /// Any other operator.
    Loose,
}

/// Prints the expressions of one module, and records the names that they use.
pub(crate) struct Printer<'a> {
    pub(crate) plan: &'a Plan<'a>,
    used: RefCell<Used>,
}

/// Names in the printed text so far.
#[derive(Default)]
pub(crate) struct Used {
    /// Used bits of nets.
    pub(crate) nets: BTreeMap<NetId, BTreeSet<u32>>,
    /// Used bits of wires for values.
    pub(crate) wires: BTreeMap<ExprId, BTreeSet<u32>>,
    pub(crate) states: BTreeSet<(EnumId, usize)>,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(plan: &'a Plan<'a>) -> Self {
        Printer {
            plan,
            used: RefCell::default(),
        }
    }

    pub(crate) fn into_used(self) -> Used {
        self.used.into_inner()
    }

    /// A value. A value with a wire or a named net is printed as that name.
    pub(crate) fn value(&self, id: ExprId) -> String {
        self.print(id, None).0
    }

    /// The same for a value of this kind: constants of an enumeration are printed as state names.
    pub(crate) fn value_of(&self, id: ExprId, kind: NetKind) -> String {
        let states = if let NetKind::Enum(id) = kind {
            Some(id)
        } else {
            None
        };
        self.print(id, states).0
    }

    /// The expression of a value, even if the value has a name.
    pub(crate) fn definition(&self, id: ExprId, kind: NetKind) -> String {
        let states = if let NetKind::Enum(id) = kind {
            Some(id)
        } else {
            None
        };
        self.node(id, states).0
    }

    /// Logical negation of a one-bit value.
    pub(crate) fn negated(&self, id: ExprId) -> String {
        self.not(id).0
    }

    /// A value, in parentheses unless it is a name or a number.
    pub(crate) fn atom(&self, id: ExprId) -> String {
        self.operand(id, Precedence::Atom)
    }

    /// Name of a net. All its bits count as used.
    pub(crate) fn net(&self, net: NetId) -> String {
        let width = self.plan.module.nets[net].width;
        self.used
            .borrow_mut()
            .nets
            .entry(net)
            .or_default()
            .extend(0..width);
        self.plan.names.net(net).to_owned()
    }

    fn print(&self, id: ExprId, states: Option<EnumId>) -> (String, Precedence) {
        if let Some(&net) = self.plan.named.get(&id) {
            return (self.net(net), Precedence::Atom);
        }
        match self.plan.wires.get(&id) {
            Some(name) => {
                let width = self.plan.module.exprs.width(id);
                self.used
                    .borrow_mut()
                    .wires
                    .entry(id)
                    .or_default()
                    .extend(0..width);
                (name.clone(), Precedence::Atom)
            }
            None => self.node(id, states),
        }
    }

    /// An operand, in parentheses unless its precedence makes them unnecessary.
    fn operand(&self, id: ExprId, within: Precedence) -> String {
        let (text, precedence) = self.print(id, None);
        if precedence == Precedence::Atom || precedence == Precedence::Unary || precedence == within
        {
            text
        } else {
            format!("({text})")
        }
    }

    fn node(&self, id: ExprId, states: Option<EnumId>) -> (String, Precedence) {
        let pool = &self.plan.module.exprs;
        match *pool.expr(id) {
            Expr::Const(ref value) => (self.constant(value, states), Precedence::Atom),
            Expr::Net(net) => (self.net(net), Precedence::Atom),
            Expr::Unary(op, a) => self.unary(op, a),
            Expr::Binary(op, a, b) => self.binary(op, a, b),
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => {
                let arm = |id| match self.print(id, states) {
                    (text, Precedence::Loose) => format!("({text})"),
                    (text, _) => text,
                };
                let condition = self.operand(condition, Precedence::Atom);
                (
                    format!("{condition} ? {} : {}", arm(then), arm(otherwise)),
                    Precedence::Loose,
                )
            }
            Expr::Concat { .. } => {
                let mut parts = Vec::new();
                self.concat(id, true, &mut parts);
                (format!("{{{}}}", parts.join(", ")), Precedence::Atom)
            }
            Expr::Slice {
                source,
                offset,
                width,
            } => (self.slice(id, source, offset, width), Precedence::Atom),
            Expr::ZeroExtend { source, width } => {
                let zeros = Value::zero(width - pool.width(source));
                (
                    format!("{{{}, {}}}", literal(&zeros), self.value(source)),
                    Precedence::Atom,
                )
            }
            Expr::SignExtend { source, width } => {
                (self.sign_extend(source, width), Precedence::Atom)
            }
        }
    }

    fn constant(&self, value: &Value, states: Option<EnumId>) -> String {
        let number = value
            .to_u64()
            .and_then(|number| usize::try_from(number).ok());
        let state = states.zip(number);
        let name = state.and_then(|(kind, number)| self.plan.names.state(kind, number));
        match (name, state) {
            (Some(name), Some(state)) => {
                self.used.borrow_mut().states.insert(state);
                name.to_owned()
            }
            _ => literal(value),
        }
    }

    /// Name of a register's state at power-up.
    pub(crate) fn initial(&self, value: &Value, kind: EnumId) -> String {
        self.constant(value, Some(kind))
    }

    /// Enumeration of the net that a value reads, if it has one.
    pub(crate) fn states_of(&self, id: ExprId) -> Option<EnumId> {
        let net = self.plan.module.exprs.as_net(id)?;
        match self.plan.module.nets[net].kind {
            NetKind::Enum(kind) => Some(kind),
            _ => None,
        }
    }

    /// A constant that is compared with `other`.
    pub(crate) fn pattern(&self, value: &Value, other: ExprId) -> String {
        self.constant(value, self.states_of(other))
    }

    fn unary(&self, op: UnaryOp, a: ExprId) -> (String, Precedence) {
        let operator = match op {
            UnaryOp::Not => return self.not(a),
            UnaryOp::Neg => "-",
            UnaryOp::ReduceAnd => "&",
            UnaryOp::ReduceOr => "|",
            UnaryOp::ReduceXor => "^",
        };
        (format!("{operator}{}", self.tight(a)), Precedence::Loose)
    }

    /// Operand of a unary operator.
    fn tight(&self, id: ExprId) -> String {
        match self.print(id, None) {
            (text, Precedence::Atom) => text,
            (text, _) => format!("({text})"),
        }
    }

    fn not(&self, a: ExprId) -> (String, Precedence) {
        let pool = &self.plan.module.exprs;
        if !self.plan.has_name(a) {
            match *pool.expr(a) {
                Expr::Binary(BinaryOp::Eq, x, y) => return self.compare("!=", x, y),
                Expr::Binary(BinaryOp::LtU, x, y) if self.is_never_less(x, y) => {
                    return ("1'b1".into(), Precedence::Atom)
                }
                Expr::Binary(BinaryOp::LtU, x, y) => return self.compare(">=", x, y),
                Expr::Binary(BinaryOp::LtS, x, y) => return self.compare_signed(">=", x, y),
                Expr::Unary(UnaryOp::Not, inner) => return self.print(inner, None),
                _ => {}
            }
        }
        let operator = if pool.width(a) == 1 { "!" } else { "~" };
        (format!("{operator}{}", self.tight(a)), Precedence::Unary)
    }

    fn compare(&self, operator: &str, a: ExprId, b: ExprId) -> (String, Precedence) {
        let pool = &self.plan.module.exprs;
        let side = |id: ExprId, other: ExprId| match pool.as_const(id) {
            Some(value) => self.pattern(value, other),
            None => self.operand(id, Precedence::Atom),
        };
        (
            format!("{} {operator} {}", side(a, b), side(b, a)),
            Precedence::Loose,
        )
    }

    /// True if `a < b` is false for every value because `b` is a constant 0 or `a` a constant of
    /// all ones. Linters warn about such comparisons.
    fn is_never_less(&self, a: ExprId, b: ExprId) -> bool {
        let is = |id: ExprId, value: fn(u32) -> Value| {
            self.constant_of(id)
                .is_some_and(|number| *number == value(number.width()))
        };
        is(b, Value::zero) || is(a, Value::ones)
    }

    fn compare_signed(&self, operator: &str, a: ExprId, b: ExprId) -> (String, Precedence) {
        let (a, b) = (self.value(a), self.value(b));
        (
            format!("$signed({a}) {operator} $signed({b})"),
            Precedence::Loose,
        )
    }

    fn binary(&self, op: BinaryOp, a: ExprId, b: ExprId) -> (String, Precedence) {
        let one_bit = self.plan.module.exprs.width(a) == 1;
        let (operator, chain) = match op {
            BinaryOp::And if one_bit => ("&&", true),
            BinaryOp::Or if one_bit => ("||", true),
            BinaryOp::And => ("&", true),
            BinaryOp::Or => ("|", true),
            BinaryOp::Xor => ("^", true),
            BinaryOp::Add => ("+", true),
            BinaryOp::Sub => ("-", false),
            BinaryOp::Mul => ("*", false),
            BinaryOp::Shl => ("<<", false),
            BinaryOp::Shr => (">>", false),
            BinaryOp::Eq => return self.compare("==", a, b),
            BinaryOp::LtU if self.is_never_less(a, b) => return ("1'b0".into(), Precedence::Atom),
            BinaryOp::LtU => return self.compare("<", a, b),
            BinaryOp::LtS => return self.compare_signed("<", a, b),
        };
        let precedence = if chain {
            Precedence::Chain(operator)
        } else {
            Precedence::Loose
        };
        let within = if chain { precedence } else { Precedence::Atom };
        (
            format!(
                "{} {operator} {}",
                self.operand(a, within),
                self.operand(b, within)
            ),
            precedence,
        )
    }

    fn concat(&self, id: ExprId, first: bool, parts: &mut Vec<String>) {
        match *self.plan.module.exprs.expr(id) {
            Expr::Concat { high, low } if first || !self.plan.has_name(id) => {
                self.concat(high, false, parts);
                self.concat(low, false, parts);
            }
            Expr::ZeroExtend { source, width } if !self.plan.has_name(id) => {
                let zeros = width - self.plan.module.exprs.width(source);
                parts.push(literal(&Value::zero(zeros)));
                self.concat(source, false, parts);
            }
            _ => parts.push(self.value(id)),
        }
    }

    fn slice(&self, id: ExprId, source: ExprId, offset: u32, width: u32) -> String {
        if let Some((base, index)) = self.plan.indexed(id) {
            let pool = &self.plan.module.exprs;
            // Linters expect an index that is wide enough for every bit.
            let missing = pool.width(base).next_power_of_two().ilog2() - pool.width(index);
            let mut index = self.value(index);
            if missing > 0 {
                index = format!("{{{}, {index}}}", literal(&Value::zero(missing)));
            }
            let base = self.value(base);
            return match width {
                1 => format!("{base}[{index}]"),
                _ => format!("{base}[{index} +: {width}]"),
            };
        }
        if let Some(value) = self.constant_of(source) {
            return literal(&Value::new(width, value.bits() >> offset));
        }
        let bits = offset..offset + width;
        let mut used = self.used.borrow_mut();
        let net = self.plan.named.get(&source).copied();
        let net = net.or_else(|| self.plan.module.exprs.as_net(source));
        let name = match (self.plan.wires.get(&source), net) {
            (Some(name), _) => {
                used.wires.entry(source).or_default().extend(bits);
                name
            }
            (None, Some(net)) => {
                used.nets.entry(net).or_default().extend(bits);
                self.plan.names.net(net)
            }
            (None, None) => unreachable!("the plan gives sliced values a wire"),
        };
        // Verilog has no bit-select of a single wire.
        match width == self.plan.module.exprs.width(source) {
            true => name.to_owned(),
            false => part(name, offset, width),
        }
    }

    /// The number of a value that is a named constant.
    fn constant_of(&self, id: ExprId) -> Option<&Value> {
        self.plan
            .constants
            .get(&self.plan.module.exprs.as_net(id)?)
            .copied()
    }

    fn sign_extend(&self, source: ExprId, width: u32) -> String {
        let own = self.plan.module.exprs.width(source);
        let text = self.value(source);
        if own == 1 {
            return format!("{{{width}{{{text}}}}}");
        }
        let sign = match self.constant_of(source) {
            Some(value) => literal(&Value::bool(value.sign())),
            None => part(&text, own - 1, 1),
        };
        format!("{{{{{}{{{sign}}}}}, {text}}}", width - own)
    }
}

/// Bit-select or part-select: `name[3]`, `name[3:0]`.
pub(crate) fn part(name: &str, offset: u32, width: u32) -> String {
    match width {
        1 => format!("{name}[{offset}]"),
        _ => format!("{name}[{}:{offset}]", offset + width - 1),
    }
}

/// A sized number: single bits in binary, small numbers in decimal, large ones in hexadecimal.
pub(crate) fn literal(value: &Value) -> String {
    let width = value.width();
    match value.to_u64() {
        Some(number) if width == 1 => format!("1'b{number}"),
        Some(number) if number < 1000 => format!("{width}'d{number}"),
        _ => format!("{width}'h{}", value.bits().to_str_radix(16)),
    }
}
