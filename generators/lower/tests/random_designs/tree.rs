//! Random expressions: their value in rust-hdl's `Bits` arithmetic, and their syntax tree like that
//! of `#[hdl_gen]`.

use proptest::prelude::*;
use proptest::strategy::Union;
use rust_hdl::core::ast::{
    VerilogExpression as Expr, VerilogLiteral, VerilogOp as Op, VerilogOpUnary as Unary,
};
use rust_hdl::prelude::*;

use crate::common::{Phase, Port, PHASES};
use crate::wire::{with_width, Kind, WIDTHS};

/// A random number that selects one of the choices at the point of use.
pub type Pick = u16;

/// Signals and indices that a tree can read.
pub trait Scope {
    /// Syntax and value of a signal, if there is one of this kind.
    fn read(&self, kind: Kind, pick: Pick) -> Option<(Expr, u128)>;
    /// An index into `len` elements: a number, or an expression with a loop counter, a constant, or
    /// both.
    fn index(&self, len: usize, pick: Pick) -> Index;
    /// Counter of a loop, if one with fewer bits is in scope.
    fn counter(&self, width: usize, pick: Pick) -> Option<Index>;
}

/// An index: its value, its syntax, and its text between brackets.
pub struct Index {
    pub value: usize,
    pub syntax: Expr,
    pub text: String,
}

impl From<usize> for Index {
    fn from(value: usize) -> Index {
        Index {
            value,
            syntax: Expr::Literal(value.into()),
            text: value.to_string(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Signal(Pick),
    Literal(u64),
    Paren(Box<Tree>),
    Not(Box<Tree>),
    Binary(Arithmetic, Box<Tree>, Box<Tree>),
    /// The literal on the right takes the width of the left side.
    WithLiteral(Arithmetic, Box<Tree>, u64),
    /// The complement of a literal has 64 bits, which fit only the widest tree.
    WithComplement(Arithmetic, Box<Tree>, u64),
    WithCounter(Arithmetic, Box<Tree>, Pick),
    /// A `bool` may be added to any number.
    PlusBool(Box<Tree>, Box<Tree>),
    /// `&&` or `||`.
    Logical(bool, Box<Tree>, Box<Tree>),
    Shift(bool, Box<Tree>, Box<Tree>),
    ShiftByLiteral(bool, Box<Tree>, u8),
    /// A shifted literal has 64 bits.
    ShiftLiteral(u32, Box<Tree>),
    /// `bit_cast` from a tree of the width with this index.
    Cast(usize, Box<Tree>),
    /// `bit_cast` from a state.
    CastPhase(Pick),
    Compare(Comparison, usize, Box<Tree>, Box<Tree>),
    Reduce(Reduction, usize, Box<Tree>),
    /// `get_bits` at an index within the tree, which has the width with this index.
    Slice(usize, Box<Tree>, Pick),
    GetBit(usize, Box<Tree>, Pick),
    ReplaceBit(Box<Tree>, Pick, Box<Tree>),
    /// The same three with a seven-bit tree as index, truncated so that it stays within the tree.
    SliceAt(usize, Box<Tree>, Box<Tree>),
    GetBitAt(usize, Box<Tree>, Box<Tree>),
    ReplaceBitAt(Box<Tree>, Box<Tree>, Box<Tree>),
    /// `Bits<16>` times `Bits<16>`, of trees of the width with this index.
    Product(usize, Box<Tree>, Box<Tree>),
    SignedProduct(usize, Box<Tree>, Box<Tree>),
    UnsignedCast(Box<SignedTree>),
    SignedCompare(Comparison, usize, Box<SignedTree>, Box<SignedTree>),
    /// True if a signal has this state.
    IsPhase(Pick, Phase),
}

#[derive(Clone, Debug, PartialEq)]
pub enum SignedTree {
    Signal(Pick),
    /// `signed_cast`.
    Of(Box<Tree>),
    Neg(Box<SignedTree>),
    Sum(Box<SignedTree>, Box<SignedTree>),
    Difference(Box<SignedTree>, Box<SignedTree>),
    /// Adds the `signed_bit_cast` of a tree of the width with this index. rust-hdl's version does
    /// not terminate for the most negative number, so the lowest bit is set first.
    PlusCast(Box<SignedTree>, usize, Box<Tree>),
    Slice(usize, Box<SignedTree>, Pick),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arithmetic {
    Add,
    Sub,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reduction {
    Any,
    All,
    Parity,
}

impl Tree {
    /// Value in rust-hdl.
    pub fn value<const N: usize>(&self, scope: &dyn Scope) -> Bits<N> {
        match self {
            Tree::Signal(pick) => match scope.read(bits_kind(N), *pick) {
                Some((_, value)) => Bits::from_number(value),
                None => literal_bits((*pick).into()),
            },
            Tree::Literal(value) => literal_bits(*value),
            Tree::Paren(a) => a.value(scope),
            Tree::Not(a) => !a.value::<N>(scope),
            Tree::Binary(op, a, b) => op.value(a.value::<N>(scope), b.value(scope)),
            Tree::WithLiteral(op, a, b) => op.value(a.value::<N>(scope), literal_bits(*b)),
            Tree::WithComplement(op, a, b) => op.value(a.value::<N>(scope), bits(!*b)),
            Tree::WithCounter(op, a, pick) => {
                let counter = scope.counter(N, *pick).map_or(0, |counter| counter.value);
                op.value(a.value::<N>(scope), counter.to_bits())
            }
            Tree::PlusBool(a, b) => a.value::<N>(scope) + b.bool(scope),
            Tree::Logical(and, a, b) => bit(match and {
                true => a.bool(scope) && b.bool(scope),
                false => a.bool(scope) || b.bool(scope),
            }),
            Tree::Shift(left, a, b) => {
                let (a, b) = (a.value::<N>(scope), b.value::<7>(scope));
                if *left {
                    a << b
                } else {
                    a >> b
                }
            }
            Tree::ShiftByLiteral(left, a, b) => {
                let (a, b) = (a.value::<N>(scope), u64::from(*b));
                if *left {
                    a << b
                } else {
                    a >> b
                }
            }
            Tree::ShiftLiteral(a, b) => bit_cast::<N, 64>(u64::from(*a) << b.value::<7>(scope)),
            Tree::Cast(from, a) => with_width!(*from, M, bit_cast::<N, M>(a.value::<M>(scope))),
            Tree::CastPhase(pick) => match scope.read(Kind::Phase, *pick) {
                Some((_, value)) => bit_cast::<N, 3>(Phase::from_number(value).into()),
                None => bits(0),
            },
            Tree::Compare(op, from, a, b) => bit(with_width!(
                *from,
                M,
                op.value(a.value::<M>(scope), b.value::<M>(scope))
            )),
            Tree::Reduce(op, from, a) => bit(with_width!(*from, M, {
                let a = a.value::<M>(scope);
                match op {
                    Reduction::Any => a.any(),
                    Reduction::All => a.all(),
                    Reduction::Parity => a.xor(),
                }
            })),
            Tree::Slice(from, a, at) => with_width!(*from, M, {
                a.value::<M>(scope).get_bits::<N>(scope.index(M, *at).value)
            }),
            Tree::GetBit(from, a, at) => bit(with_width!(*from, M, {
                a.value::<M>(scope).get_bit(scope.index(M, *at).value)
            })),
            Tree::ReplaceBit(a, at, b) => {
                let at = scope.index(N, *at).value;
                a.value::<N>(scope).replace_bit(at, b.bool(scope))
            }
            Tree::SliceAt(from, a, at) => with_width!(*from, M, {
                a.value::<M>(scope).get_bits::<N>(at.index(M, scope))
            }),
            Tree::GetBitAt(from, a, at) => bit(with_width!(*from, M, {
                a.value::<M>(scope).get_bit(at.index(M, scope))
            })),
            Tree::ReplaceBitAt(a, at, b) => {
                let at = at.index(N, scope);
                a.value::<N>(scope).replace_bit(at, b.bool(scope))
            }
            Tree::Product(from, a, b) => {
                let factor =
                    |tree: &Tree| with_width!(*from, M, bit_cast::<16, M>(tree.value::<M>(scope)));
                bit_cast::<N, 32>(factor(a) * factor(b))
            }
            Tree::SignedProduct(from, a, b) => {
                let factor = |tree: &Tree| {
                    let bits = with_width!(*from, M, bit_cast::<16, M>(tree.value::<M>(scope)));
                    signed_cast(bits)
                };
                bit_cast::<N, 32>(unsigned_cast(factor(a) * factor(b)))
            }
            Tree::UnsignedCast(a) => unsigned_cast(a.value::<N>(scope)),
            Tree::SignedCompare(op, from, a, b) => bit(with_width!(
                *from,
                M,
                op.value(a.value::<M>(scope), b.value::<M>(scope))
            )),
            Tree::IsPhase(pick, phase) => match scope.read(Kind::Phase, *pick) {
                Some((_, value)) => bit(Phase::from_number(value) == *phase),
                None => bit(false),
            },
        }
    }

    /// Value of this one-bit tree.
    pub fn bool(&self, scope: &dyn Scope) -> bool {
        self.value::<1>(scope).get_bit(0)
    }

    /// Value of this seven-bit tree as an index into `width` bits.
    fn index(&self, width: usize, scope: &dyn Scope) -> usize {
        self.value::<7>(scope).index() % (1 << index_bits(width))
    }

    fn index_syntax(&self, width: usize, scope: &dyn Scope) -> Box<Expr> {
        Box::new(Expr::Cast(
            Box::new(self.syntax(7, scope)),
            index_bits(width),
        ))
    }

    /// Syntax tree like that of `#[hdl_gen]`. Few parentheses are needed, because the tree has the
    /// structure.
    pub fn syntax(&self, width: usize, scope: &dyn Scope) -> Expr {
        let boxed = |tree: &Tree, width: usize| Box::new(tree.syntax(width, scope));
        let binary = |a: Box<Expr>, op: Op, b: Box<Expr>| Expr::Binary(a, op, b);
        match self {
            Tree::Signal(pick) => match scope.read(bits_kind(width), *pick) {
                Some((syntax, _)) => syntax,
                None => sized(u64::from(*pick), width),
            },
            Tree::Literal(value) => sized(*value, width),
            Tree::Paren(a) => Expr::Paren(boxed(a, width)),
            Tree::Not(a) => Expr::Unary(Unary::Not, boxed(a, width)),
            Tree::Binary(op, a, b) => binary(boxed(a, width), op.syntax(), boxed(b, width)),
            Tree::WithLiteral(op, a, b) => {
                binary(boxed(a, width), op.syntax(), Box::new(number(*b, width)))
            }
            Tree::WithComplement(op, a, b) => {
                let b = Expr::Unary(Unary::Not, Box::new(Expr::Literal((*b).into())));
                binary(boxed(a, width), op.syntax(), Box::new(b))
            }
            Tree::WithCounter(op, a, pick) => {
                let counter = scope.counter(width, *pick).unwrap_or_else(|| 0.into());
                let result = binary(boxed(a, width), op.syntax(), Box::new(counter.syntax));
                // Within a comparison, lowering cannot find the width at which a sum with a counter
                // wraps.
                match op {
                    Arithmetic::Add | Arithmetic::Sub => Expr::Cast(Box::new(result), width),
                    Arithmetic::And | Arithmetic::Or | Arithmetic::Xor => result,
                }
            }
            Tree::PlusBool(a, b) => binary(boxed(a, width), Op::Add, boxed(b, 1)),
            Tree::Logical(and, a, b) => {
                let op = if *and { Op::LogicalAnd } else { Op::LogicalOr };
                binary(boxed(a, 1), op, boxed(b, 1))
            }
            Tree::Shift(left, a, b) => binary(boxed(a, width), shift(*left), boxed(b, 7)),
            Tree::ShiftByLiteral(left, a, b) => {
                let b = Expr::Literal(u64::from(*b).into());
                binary(boxed(a, width), shift(*left), Box::new(b))
            }
            Tree::ShiftLiteral(a, b) => {
                let a = Expr::Literal(u64::from(*a).into());
                let shifted = binary(Box::new(a), Op::Shl, boxed(b, 7));
                Expr::Cast(Box::new(shifted), width)
            }
            Tree::Cast(from, a) => Expr::Cast(boxed(a, WIDTHS[*from]), width),
            Tree::CastPhase(pick) => match scope.read(Kind::Phase, *pick) {
                Some((syntax, _)) => Expr::Cast(Box::new(syntax), width),
                None => sized(0, width),
            },
            Tree::Compare(op, from, a, b) => {
                let from = WIDTHS[*from];
                binary(boxed(a, from), op.syntax(), boxed(b, from))
            }
            Tree::Reduce(op, from, a) => {
                let op = match op {
                    Reduction::Any => Unary::Any,
                    Reduction::All => Unary::All,
                    Reduction::Parity => Unary::Xor,
                };
                Expr::Unary(op, boxed(a, WIDTHS[*from]))
            }
            Tree::Slice(from, a, at) => {
                let from = WIDTHS[*from];
                let at = Box::new(scope.index(from, *at).syntax);
                Expr::Slice(boxed(a, from), width, at)
            }
            Tree::GetBit(from, a, at) => {
                let from = WIDTHS[*from];
                let at = Box::new(scope.index(from, *at).syntax);
                Expr::Index(boxed(a, from), at)
            }
            Tree::ReplaceBit(a, at, b) => {
                let at = Box::new(scope.index(width, *at).syntax);
                Expr::IndexReplace(boxed(a, width), at, boxed(b, 1))
            }
            Tree::SliceAt(from, a, at) => {
                let from = WIDTHS[*from];
                Expr::Slice(boxed(a, from), width, at.index_syntax(from, scope))
            }
            Tree::GetBitAt(from, a, at) => {
                let from = WIDTHS[*from];
                Expr::Index(boxed(a, from), at.index_syntax(from, scope))
            }
            Tree::ReplaceBitAt(a, at, b) => {
                let at = at.index_syntax(width, scope);
                Expr::IndexReplace(boxed(a, width), at, boxed(b, 1))
            }
            Tree::Product(from, a, b) => {
                let factor = |tree: &Tree| Box::new(Expr::Cast(boxed(tree, WIDTHS[*from]), 16));
                Expr::Cast(Box::new(binary(factor(a), Op::Mul, factor(b))), width)
            }
            Tree::SignedProduct(from, a, b) => {
                let factor = |tree: &Tree| {
                    let bits = Expr::Cast(boxed(tree, WIDTHS[*from]), 16);
                    Box::new(Expr::Signed(Box::new(bits)))
                };
                let product = binary(factor(a), Op::Mul, factor(b));
                Expr::Cast(Box::new(Expr::Unsigned(Box::new(product))), width)
            }
            Tree::UnsignedCast(a) => Expr::Unsigned(Box::new(a.syntax(width, scope))),
            Tree::SignedCompare(op, from, a, b) => {
                let side = |tree: &SignedTree| Box::new(tree.syntax(WIDTHS[*from], scope));
                binary(side(a), op.syntax(), side(b))
            }
            Tree::IsPhase(pick, phase) => match scope.read(Kind::Phase, *pick) {
                Some((syntax, _)) => binary(Box::new(syntax), Op::Eq, Box::new(state(*phase))),
                None => Expr::Literal(false.into()),
            },
        }
    }
}

impl SignedTree {
    /// Value in rust-hdl.
    pub fn value<const N: usize>(&self, scope: &dyn Scope) -> Signed<N> {
        match self {
            SignedTree::Signal(pick) => match scope.read(signed_kind(N), *pick) {
                Some((_, value)) => Signed::from_number(value),
                None => signed_cast(literal_bits((*pick).into())),
            },
            SignedTree::Of(a) => signed_cast(a.value::<N>(scope)),
            SignedTree::Neg(a) => -a.value::<N>(scope),
            SignedTree::Sum(a, b) => a.value::<N>(scope) + b.value::<N>(scope),
            SignedTree::Difference(a, b) => a.value::<N>(scope) - b.value::<N>(scope),
            SignedTree::PlusCast(a, from, b) => {
                let b = with_width!(*from, M, {
                    let odd = b.value::<M>(scope) | literal_bits::<M>(1);
                    signed_bit_cast::<N, M>(signed_cast(odd))
                });
                a.value::<N>(scope) + b
            }
            SignedTree::Slice(from, a, at) => with_width!(*from, M, {
                a.value::<M>(scope).get_bits::<N>(scope.index(M, *at).value)
            }),
        }
    }

    /// Syntax tree like that of `#[hdl_gen]`, without the width of `signed_bit_cast`.
    pub fn syntax(&self, width: usize, scope: &dyn Scope) -> Expr {
        let boxed = |tree: &SignedTree| Box::new(tree.syntax(width, scope));
        let signed = |a: Expr| Expr::Signed(Box::new(a));
        match self {
            SignedTree::Signal(pick) => match scope.read(signed_kind(width), *pick) {
                Some((syntax, _)) => syntax,
                None => signed(sized(u64::from(*pick), width)),
            },
            SignedTree::Of(a) => signed(a.syntax(width, scope)),
            SignedTree::Neg(a) => Expr::Unary(Unary::Neg, boxed(a)),
            SignedTree::Sum(a, b) => Expr::Binary(boxed(a), Op::Add, boxed(b)),
            SignedTree::Difference(a, b) => Expr::Binary(boxed(a), Op::Sub, boxed(b)),
            SignedTree::PlusCast(a, from, b) => {
                let from = WIDTHS[*from];
                let (b, one) = (b.syntax(from, scope), number(1, from));
                let odd = Expr::Binary(Box::new(b), Op::BitOr, Box::new(one));
                Expr::Binary(boxed(a), Op::Add, Box::new(signed(signed(odd))))
            }
            SignedTree::Slice(from, a, at) => {
                let from = WIDTHS[*from];
                let at = Box::new(scope.index(from, *at).syntax);
                Expr::Slice(Box::new(a.syntax(from, scope)), width, at)
            }
        }
    }
}

/// An assigned value. It is converted to the type of the target.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bits(usize, Tree),
    Signed(usize, SignedTree),
    /// A signal if there is one, else the state.
    Phase(Option<Pick>, Phase),
}

impl Value {
    /// Value in rust-hdl.
    pub fn number(&self, kind: Kind, scope: &dyn Scope) -> u128 {
        match (self, kind) {
            (Value::Phase(pick, phase), Kind::Phase) => {
                let signal = pick.and_then(|pick| scope.read(Kind::Phase, pick));
                signal.map_or(*phase as u128, |(_, value)| value)
            }
            (_, Kind::Phase) => Phase::default() as u128,
            (Value::Phase(pick, _), _) => {
                let tree = Tree::CastPhase(pick.unwrap_or(0));
                with_width!(width_index(kind), N, tree.value::<N>(scope).to_number())
            }
            (Value::Bits(from, tree), _) => with_width!(*from, M, {
                let value = tree.value::<M>(scope);
                with_width!(width_index(kind), N, bit_cast::<N, M>(value).to_number())
            }),
            (Value::Signed(from, tree), _) => with_width!(*from, M, {
                let value = unsigned_cast(tree.value::<M>(scope));
                with_width!(width_index(kind), N, bit_cast::<N, M>(value).to_number())
            }),
        }
    }

    /// Syntax tree like that of `#[hdl_gen]`, with conversions where necessary.
    pub fn syntax(&self, kind: Kind, scope: &dyn Scope) -> Expr {
        let width = kind.width();
        let cast = |from: usize, expr: Expr| match from == width {
            true => expr,
            false => Expr::Cast(Box::new(expr), width),
        };
        let unsigned = match (self, kind) {
            (Value::Phase(pick, phase), Kind::Phase) => {
                let signal = pick.and_then(|pick| scope.read(Kind::Phase, pick));
                return signal.map_or(state(*phase), |(syntax, _)| syntax);
            }
            (_, Kind::Phase) => return state(Phase::default()),
            (Value::Signed(from, tree), Kind::Signed(to)) if *from == to => {
                return tree.syntax(width, scope);
            }
            (Value::Phase(pick, _), _) => Tree::CastPhase(pick.unwrap_or(0)).syntax(width, scope),
            (Value::Bits(from, tree), _) => cast(WIDTHS[*from], tree.syntax(WIDTHS[*from], scope)),
            (Value::Signed(from, tree), _) => {
                let tree = Box::new(tree.syntax(WIDTHS[*from], scope));
                cast(WIDTHS[*from], Expr::Unsigned(tree))
            }
        };
        match kind {
            Kind::Signed(_) => Expr::Signed(Box::new(unsigned)),
            _ => unsigned,
        }
    }
}

fn width_index(kind: Kind) -> usize {
    let index = WIDTHS.iter().position(|&width| width == kind.width());
    index.expect("all but states have one of the widths")
}

fn bits_kind(width: usize) -> Kind {
    let index = WIDTHS.iter().position(|&known| known == width);
    Kind::Bits(index.expect("trees have one of the widths"))
}

fn signed_kind(width: usize) -> Kind {
    let index = WIDTHS.iter().position(|&known| known == width);
    Kind::Signed(index.expect("trees have one of the widths"))
}

/// Number of bits of an index into `width` bits that may have any value.
fn index_bits(width: usize) -> usize {
    width.ilog2() as usize
}

fn bit<const N: usize>(value: bool) -> Bits<N> {
    bits(value.into())
}

fn masked(value: u64, width: usize) -> u64 {
    if width < 64 {
        value & ((1 << width) - 1)
    } else {
        value
    }
}

fn literal_bits<const N: usize>(value: u64) -> Bits<N> {
    bits(masked(value, N))
}

/// A literal that takes its width from the context.
fn number(value: u64, width: usize) -> Expr {
    Expr::Literal(VerilogLiteral::from(masked(value, width)))
}

fn sized(value: u64, width: usize) -> Expr {
    Expr::Cast(Box::new(number(value, width)), width)
}

fn shift(left: bool) -> Op {
    if left {
        Op::Shl
    } else {
        Op::Shr
    }
}

pub fn state(phase: Phase) -> Expr {
    Expr::Signal(format!("Phase${phase:?}"))
}

impl Arithmetic {
    fn value<const N: usize>(self, a: Bits<N>, b: Bits<N>) -> Bits<N> {
        match self {
            Arithmetic::Add => a + b,
            Arithmetic::Sub => a - b,
            Arithmetic::And => a & b,
            Arithmetic::Or => a | b,
            Arithmetic::Xor => a ^ b,
        }
    }

    fn syntax(self) -> Op {
        match self {
            Arithmetic::Add => Op::Add,
            Arithmetic::Sub => Op::Sub,
            Arithmetic::And => Op::BitAnd,
            Arithmetic::Or => Op::BitOr,
            Arithmetic::Xor => Op::BitXor,
        }
    }
}

impl Comparison {
    fn value<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
        }
    }

    fn syntax(self) -> Op {
        match self {
            Comparison::Eq => Op::Eq,
            Comparison::Ne => Op::Ne,
            Comparison::Lt => Op::Lt,
            Comparison::Le => Op::Le,
            Comparison::Gt => Op::Gt,
            Comparison::Ge => Op::Ge,
        }
    }
}

pub fn pick() -> impl Strategy<Value = Pick> + Clone {
    any::<Pick>()
}

pub fn phase() -> impl Strategy<Value = Phase> + Clone {
    prop::sample::select(&PHASES[..])
}

/// Random trees of one depth, for each width. A choice shrinks towards its first alternative.
#[derive(Clone)]
pub struct Trees {
    bits: Vec<BoxedStrategy<Tree>>,
    signed: Vec<BoxedStrategy<SignedTree>>,
}

impl Trees {
    pub fn leaves() -> Trees {
        let leaf = prop_oneof![
            3 => pick().prop_map(Tree::Signal),
            1 => any::<u64>().prop_map(Tree::Literal),
        ];
        let of = leaf.clone().prop_map(|a| SignedTree::Of(Box::new(a)));
        let signed = prop_oneof![pick().prop_map(SignedTree::Signal), of];
        Trees {
            bits: vec![leaf.boxed(); WIDTHS.len()],
            signed: vec![signed.boxed(); WIDTHS.len()],
        }
    }

    /// Trees with one more level of operators.
    pub fn grow(&self) -> Trees {
        let widths = 0..WIDTHS.len();
        Trees {
            bits: widths.clone().map(|width| self.operator(width)).collect(),
            signed: widths.map(|width| self.signed_operator(width)).collect(),
        }
    }

    pub fn of_width(&self, width: usize) -> BoxedStrategy<Tree> {
        self.bits[width].clone()
    }

    pub fn value(&self) -> BoxedStrategy<Value> {
        let signed = each_width(0, |width| self.signed[width].clone());
        prop_oneof![
            5 => each_width(0, |width| self.of_width(width))
                .prop_map(|(width, tree)| Value::Bits(width, tree)),
            1 => signed.prop_map(|(width, tree)| Value::Signed(width, tree)),
            1 => (prop::option::of(pick()), phase())
                .prop_map(|(pick, phase)| Value::Phase(pick, phase)),
        ]
        .boxed()
    }

    fn operator(&self, width: usize) -> BoxedStrategy<Tree> {
        let same = || self.bits[width].clone().prop_map(Box::new);
        let one = || self.bits[0].clone().prop_map(Box::new);
        let seven = || self.bits[2].clone().prop_map(Box::new);
        let boxed = |from: usize| self.bits[from].clone().prop_map(Box::new);
        let other = || each_width(0, boxed);
        let pair = || each_width(0, |from| (boxed(from), boxed(from)));
        // A tree of one bit is excluded: its index would have no bits.
        let wider = || each_width(1, boxed);
        let mut choices = vec![
            self.bits[width].clone(),
            same().prop_map(Tree::Paren).boxed(),
            same().prop_map(Tree::Not).boxed(),
            (arithmetic(), same(), same())
                .prop_map(|(op, a, b)| Tree::Binary(op, a, b))
                .boxed(),
            (arithmetic(), same(), any::<u64>())
                .prop_map(|(op, a, b)| Tree::WithLiteral(op, a, b))
                .boxed(),
            (arithmetic(), same(), pick())
                .prop_map(|(op, a, pick)| Tree::WithCounter(op, a, pick))
                .boxed(),
            (same(), one())
                .prop_map(|(a, b)| Tree::PlusBool(a, b))
                .boxed(),
            (any::<bool>(), same(), seven())
                .prop_map(|(left, a, b)| Tree::Shift(left, a, b))
                .boxed(),
            (any::<bool>(), same(), 0..80u8)
                .prop_map(|(left, a, b)| Tree::ShiftByLiteral(left, a, b))
                .boxed(),
            (any::<u32>(), seven())
                .prop_map(|(a, b)| Tree::ShiftLiteral(a, b))
                .boxed(),
            other().prop_map(|(from, a)| Tree::Cast(from, a)).boxed(),
            pick().prop_map(Tree::CastPhase).boxed(),
            (other(), pick())
                .prop_map(|((from, a), at)| Tree::Slice(from, a, at))
                .boxed(),
            (same(), pick(), one())
                .prop_map(|(a, at, b)| Tree::ReplaceBit(a, at, b))
                .boxed(),
            (wider(), seven())
                .prop_map(|((from, a), at)| Tree::SliceAt(from, a, at))
                .boxed(),
            pair()
                .prop_map(|(from, (a, b))| Tree::Product(from, a, b))
                .boxed(),
            pair()
                .prop_map(|(from, (a, b))| Tree::SignedProduct(from, a, b))
                .boxed(),
            (self.signed[width].clone())
                .prop_map(|a| Tree::UnsignedCast(Box::new(a)))
                .boxed(),
        ];
        if width == 0 {
            choices.extend(self.conditions());
        } else {
            let replaced = (same(), seven(), one());
            choices.push(
                replaced
                    .prop_map(|(a, at, b)| Tree::ReplaceBitAt(a, at, b))
                    .boxed(),
            );
        }
        if WIDTHS[width] >= 64 {
            choices.push(
                (arithmetic(), same(), any::<u64>())
                    .prop_map(|(op, a, b)| Tree::WithComplement(op, a, b))
                    .boxed(),
            );
        }
        Union::new(choices).boxed()
    }

    /// Trees that give a single bit.
    fn conditions(&self) -> Vec<BoxedStrategy<Tree>> {
        let boxed = |from: usize| self.bits[from].clone().prop_map(Box::new);
        let signed = |from: usize| self.signed[from].clone().prop_map(Box::new);
        let pair = each_width(0, |from| (boxed(from), boxed(from)));
        let signed_pair = each_width(0, |from| (signed(from), signed(from)));
        let comparison = || {
            use Comparison::*;
            prop_oneof![Just(Eq), Just(Ne), Just(Lt), Just(Le), Just(Gt), Just(Ge)]
        };
        let reduction = {
            use Reduction::*;
            prop_oneof![Just(Any), Just(All), Just(Parity)]
        };
        vec![
            (any::<bool>(), boxed(0), boxed(0))
                .prop_map(|(and, a, b)| Tree::Logical(and, a, b))
                .boxed(),
            (comparison(), pair)
                .prop_map(|(op, (from, (a, b)))| Tree::Compare(op, from, a, b))
                .boxed(),
            (comparison(), signed_pair)
                .prop_map(|(op, (from, (a, b)))| Tree::SignedCompare(op, from, a, b))
                .boxed(),
            (pick(), phase())
                .prop_map(|(pick, phase)| Tree::IsPhase(pick, phase))
                .boxed(),
            (reduction, each_width(0, boxed))
                .prop_map(|(op, (from, a))| Tree::Reduce(op, from, a))
                .boxed(),
            (each_width(0, boxed), pick())
                .prop_map(|((from, a), at)| Tree::GetBit(from, a, at))
                .boxed(),
            (each_width(1, boxed), boxed(2))
                .prop_map(|((from, a), at)| Tree::GetBitAt(from, a, at))
                .boxed(),
        ]
    }

    fn signed_operator(&self, width: usize) -> BoxedStrategy<SignedTree> {
        let same = || self.signed[width].clone().prop_map(Box::new);
        // A tree of one bit is excluded: its lowest bit is the sign.
        let wider = each_width(1, |from| self.bits[from].clone().prop_map(Box::new));
        let other = each_width(0, |from| self.signed[from].clone().prop_map(Box::new));
        prop_oneof![
            self.signed[width].clone(),
            self.of_width(width)
                .prop_map(|a| SignedTree::Of(Box::new(a))),
            same().prop_map(SignedTree::Neg),
            (same(), same()).prop_map(|(a, b)| SignedTree::Sum(a, b)),
            (same(), same()).prop_map(|(a, b)| SignedTree::Difference(a, b)),
            (same(), wider).prop_map(|(a, (from, b))| SignedTree::PlusCast(a, from, b)),
            (other, pick()).prop_map(|((from, a), at)| SignedTree::Slice(from, a, at)),
        ]
        .boxed()
    }
}

fn arithmetic() -> impl Strategy<Value = Arithmetic> {
    use Arithmetic::*;
    prop_oneof![Just(Add), Just(Sub), Just(And), Just(Or), Just(Xor)]
}

/// Chooses one of the widths from index `from`, with the strategy for it.
fn each_width<S: Strategy + 'static>(
    from: usize,
    make: impl Fn(usize) -> S,
) -> Union<BoxedStrategy<(usize, S::Value)>>
where
    S::Value: Clone,
{
    let widths = from..WIDTHS.len();
    Union::new(widths.map(|width| (Just(width), make(width)).boxed()))
}
