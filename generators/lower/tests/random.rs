//! Random designs: a tree is computed by rust-hdl's own `Bits` arithmetic on one side, and on the other its syntax tree (what
//! `#[hdl_gen]` would have left behind) goes through the netlist to the interpreter, to WebAssembly and to Icarus Verilog.

mod common;

use common::{Phase, Port};
use gatefall_netlist::Netlist;
use proptest::prelude::*;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression as Expr,
    VerilogLiteral, VerilogMatch, VerilogOp as Op, VerilogOpUnary as Unary,
    VerilogStatement as Statement,
};
use rust_hdl::prelude::*;

/// The widths of the signals: one bit, short, longer than rust-hdl's short vectors, longer than a machine word.
const WIDTHS: [usize; 5] = [1, 4, 7, 33, 70];

#[derive(Clone, Debug)]
enum Tree {
    /// The signal of the tree's width with this number.
    Signal(u8),
    Literal(u64),
    Not(Box<Tree>),
    Binary(Arithmetic, Box<Tree>, Box<Tree>),
    /// A number on the right takes the width of the left.
    WithLiteral(Arithmetic, Box<Tree>, u64),
    Shift(bool, Box<Tree>, Box<Tree>),
    /// `bit_cast` from a tree of the width with this index.
    Cast(usize, Box<Tree>),
    Compare(Comparison, usize, Box<Tree>, Box<Tree>),
    Reduce(Reduction, usize, Box<Tree>),
    /// `get_bits` at a constant offset of a tree of the width with this index.
    Slice(usize, Box<Tree>, usize),
    GetBit(usize, Box<Tree>, usize),
    ReplaceBit(Box<Tree>, usize, Box<Tree>),
    /// The same three at the value of a seven-bit tree, of which so many bits count that it lies within.
    SliceAt(usize, Box<Tree>, Box<Tree>),
    GetBitAt(usize, Box<Tree>, Box<Tree>),
    ReplaceBitAt(Box<Tree>, Box<Tree>, Box<Tree>),
    /// `Bits<16>` times `Bits<16>`, of trees of the width with this index.
    Product(usize, Box<Tree>, Box<Tree>),
    SignedProduct(usize, Box<Tree>, Box<Tree>),
    UnsignedCast(Box<SignedTree>),
    SignedCompare(Comparison, usize, Box<SignedTree>, Box<SignedTree>),
    /// Whether the state machine is in this state.
    IsPhase(Phase),
}

#[derive(Clone, Debug)]
enum SignedTree {
    /// The input of the tree's width; there is one of 7 bits and one of 70.
    Input,
    /// `signed_cast`.
    Of(Box<Tree>),
    Neg(Box<SignedTree>),
    Sum(Box<SignedTree>, Box<SignedTree>),
    Difference(Box<SignedTree>, Box<SignedTree>),
    /// Plus `signed_bit_cast` of a tree of the width with this index. rust-hdl's never returns from the least number, so the lowest bit is set
    /// before.
    PlusCast(Box<SignedTree>, usize, Box<Tree>),
    Slice(usize, Box<SignedTree>, usize),
}

const PHASES: [Phase; 5] = [
    Phase::Idle,
    Phase::Load,
    Phase::Shift,
    Phase::Wait,
    Phase::Done,
];

impl Phase {
    fn syntax(self) -> Expr {
        Expr::Signal(format!("Phase${self:?}"))
    }
}

#[derive(Clone, Copy, Debug)]
enum Arithmetic {
    Add,
    Sub,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug)]
enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug)]
enum Reduction {
    Any,
    All,
    Parity,
}

/// Runs `$body` with the constant `$n` set to the width with index `$index`.
macro_rules! with_width {
    ($index:expr, $n:ident, $body:expr) => {
        match WIDTHS[$index] {
            1 => {
                const $n: usize = 1;
                $body
            }
            4 => {
                const $n: usize = 4;
                $body
            }
            7 => {
                const $n: usize = 7;
                $body
            }
            33 => {
                const $n: usize = 33;
                $body
            }
            _ => {
                const $n: usize = 70;
                $body
            }
        }
    };
}

fn literal_bits<const N: usize>(value: u64) -> Bits<N> {
    bits(if N < 64 {
        value & ((1 << N) - 1)
    } else {
        value
    })
}

impl Tree {
    /// What rust-hdl computes.
    fn value<const N: usize>(&self, signals: &Signals) -> Bits<N> {
        match self {
            Tree::Signal(number) => signals.read::<N>(*number),
            Tree::Literal(value) => literal_bits(*value),
            Tree::Not(a) => !a.value::<N>(signals),
            Tree::Binary(op, a, b) => op.value(a.value::<N>(signals), b.value::<N>(signals)),
            Tree::WithLiteral(op, a, b) => op.value(a.value::<N>(signals), literal_bits(*b)),
            Tree::Shift(left, a, b) => {
                let (a, b) = (a.value::<N>(signals), b.value::<7>(signals));
                if *left {
                    a << b
                } else {
                    a >> b
                }
            }
            Tree::Cast(from, a) => with_width!(*from, M, bit_cast::<N, M>(a.value::<M>(signals))),
            Tree::Compare(op, width, a, b) => {
                let (a, b) = (a, b);
                bit(with_width!(
                    *width,
                    M,
                    op.value(a.value::<M>(signals), b.value::<M>(signals))
                ))
            }
            Tree::Reduce(op, width, a) => bit(with_width!(*width, M, {
                let a = a.value::<M>(signals);
                match op {
                    Reduction::Any => a.any(),
                    Reduction::All => a.all(),
                    Reduction::Parity => a.xor(),
                }
            })),
            Tree::Slice(width, a, offset) => {
                with_width!(*width, M, a.value::<M>(signals).get_bits::<N>(*offset))
            }
            Tree::GetBit(width, a, index) => bit(with_width!(
                *width,
                M,
                a.value::<M>(signals).get_bit(*index)
            )),
            Tree::ReplaceBit(a, index, b) => a
                .value::<N>(signals)
                .replace_bit(*index, b.value::<1>(signals).get_bit(0)),
            Tree::SliceAt(width, a, at) => with_width!(*width, M, {
                a.value::<M>(signals).get_bits::<N>(at.index(M, signals))
            }),
            Tree::GetBitAt(width, a, at) => bit(with_width!(*width, M, {
                a.value::<M>(signals).get_bit(at.index(M, signals))
            })),
            Tree::ReplaceBitAt(a, at, b) => {
                let b = b.value::<1>(signals).get_bit(0);
                a.value::<N>(signals).replace_bit(at.index(N, signals), b)
            }
            Tree::Product(width, a, b) => {
                let factor = |tree: &Tree| {
                    with_width!(*width, M, bit_cast::<16, M>(tree.value::<M>(signals)))
                };
                bit_cast::<N, 32>(factor(a) * factor(b))
            }
            Tree::SignedProduct(width, a, b) => {
                let factor = |tree: &Tree| {
                    let bits = with_width!(*width, M, bit_cast::<16, M>(tree.value::<M>(signals)));
                    signed_cast(bits)
                };
                bit_cast::<N, 32>(unsigned_cast(factor(a) * factor(b)))
            }
            Tree::UnsignedCast(a) => unsigned_cast(a.value::<N>(signals)),
            Tree::SignedCompare(op, width, a, b) => bit(with_width!(
                *width,
                M,
                op.value(a.value::<M>(signals), b.value::<M>(signals))
            )),
            Tree::IsPhase(phase) => bit(signals.phase == *phase),
        }
    }

    /// The value of this seven-bit tree as an index into `width` bits.
    fn index(&self, width: usize, signals: &Signals) -> usize {
        self.value::<7>(signals).index() % (1 << index_bits(width))
    }

    fn index_syntax(&self, width: usize) -> Box<Expr> {
        Box::new(Expr::Cast(Box::new(self.syntax(7)), index_bits(width)))
    }

    /// What `#[hdl_gen]` leaves behind. No parentheses: the tree says it all.
    fn syntax(&self, width: usize) -> Expr {
        let binary = |a: Expr, op: Op, b: Expr| Expr::Binary(Box::new(a), op, Box::new(b));
        match self {
            Tree::Signal(number) => Expr::Signal(signal_name(width, *number)),
            Tree::Literal(value) => Expr::Cast(Box::new(number(*value, width)), width),
            Tree::Not(a) => Expr::Unary(Unary::Not, Box::new(a.syntax(width))),
            Tree::Binary(op, a, b) => binary(a.syntax(width), op.syntax(), b.syntax(width)),
            Tree::WithLiteral(op, a, b) => binary(a.syntax(width), op.syntax(), number(*b, width)),
            Tree::Shift(left, a, b) => {
                let op = if *left { Op::Shl } else { Op::Shr };
                binary(a.syntax(width), op, b.syntax(7))
            }
            Tree::Cast(from, a) => Expr::Cast(Box::new(a.syntax(WIDTHS[*from])), width),
            Tree::Compare(op, from, a, b) => binary(
                a.syntax(WIDTHS[*from]),
                op.syntax(),
                b.syntax(WIDTHS[*from]),
            ),
            Tree::Reduce(op, from, a) => {
                let op = match op {
                    Reduction::Any => Unary::Any,
                    Reduction::All => Unary::All,
                    Reduction::Parity => Unary::Xor,
                };
                Expr::Unary(op, Box::new(a.syntax(WIDTHS[*from])))
            }
            Tree::Slice(from, a, offset) => {
                let offset = Box::new(Expr::Literal((*offset).into()));
                Expr::Slice(Box::new(a.syntax(WIDTHS[*from])), width, offset)
            }
            Tree::GetBit(from, a, index) => {
                let index = Box::new(Expr::Literal((*index).into()));
                Expr::Index(Box::new(a.syntax(WIDTHS[*from])), index)
            }
            Tree::ReplaceBit(a, index, b) => {
                let index = Box::new(Expr::Literal((*index).into()));
                Expr::IndexReplace(Box::new(a.syntax(width)), index, Box::new(b.syntax(1)))
            }
            Tree::SliceAt(from, a, at) => {
                let from = WIDTHS[*from];
                Expr::Slice(Box::new(a.syntax(from)), width, at.index_syntax(from))
            }
            Tree::GetBitAt(from, a, at) => {
                let from = WIDTHS[*from];
                Expr::Index(Box::new(a.syntax(from)), at.index_syntax(from))
            }
            Tree::ReplaceBitAt(a, at, b) => {
                let (a, b) = (Box::new(a.syntax(width)), Box::new(b.syntax(1)));
                Expr::IndexReplace(a, at.index_syntax(width), b)
            }
            Tree::Product(from, a, b) => {
                let factor = |tree: &Tree| Expr::Cast(Box::new(tree.syntax(WIDTHS[*from])), 16);
                Expr::Cast(Box::new(binary(factor(a), Op::Mul, factor(b))), width)
            }
            Tree::SignedProduct(from, a, b) => {
                let factor = |tree: &Tree| {
                    let bits = Expr::Cast(Box::new(tree.syntax(WIDTHS[*from])), 16);
                    Expr::Signed(Box::new(bits))
                };
                let product = binary(factor(a), Op::Mul, factor(b));
                Expr::Cast(Box::new(Expr::Unsigned(Box::new(product))), width)
            }
            Tree::UnsignedCast(a) => Expr::Unsigned(Box::new(a.syntax(width))),
            Tree::SignedCompare(op, from, a, b) => {
                let from = WIDTHS[*from];
                binary(a.syntax(from), op.syntax(), b.syntax(from))
            }
            Tree::IsPhase(phase) => binary(Expr::Signal("phase$q".into()), Op::Eq, phase.syntax()),
        }
    }
}

/// How many bits of an index into so many bits can have any value.
fn index_bits(width: usize) -> usize {
    width.ilog2() as usize
}

impl SignedTree {
    /// What rust-hdl computes.
    fn value<const N: usize>(&self, signals: &Signals) -> Signed<N> {
        match self {
            SignedTree::Input => signed_cast(signals.read::<N>(3)),
            SignedTree::Of(a) => signed_cast(a.value::<N>(signals)),
            SignedTree::Neg(a) => -a.value::<N>(signals),
            SignedTree::Sum(a, b) => a.value::<N>(signals) + b.value::<N>(signals),
            SignedTree::Difference(a, b) => a.value::<N>(signals) - b.value::<N>(signals),
            SignedTree::PlusCast(a, from, b) => {
                let b = with_width!(*from, M, {
                    let odd = b.value::<M>(signals) | literal_bits::<M>(1);
                    signed_bit_cast::<N, M>(signed_cast(odd))
                });
                a.value::<N>(signals) + b
            }
            SignedTree::Slice(from, a, offset) => {
                with_width!(*from, M, a.value::<M>(signals).get_bits::<N>(*offset))
            }
        }
    }

    /// What `#[hdl_gen]` leaves behind: of `signed_bit_cast` not the width.
    fn syntax(&self, width: usize) -> Expr {
        let signed = |a: Expr| Expr::Signed(Box::new(a));
        let binary = |a: Expr, op: Op, b: Expr| Expr::Binary(Box::new(a), op, Box::new(b));
        match self {
            SignedTree::Input => Expr::Signal(signal_name(width, 3)),
            SignedTree::Of(a) => signed(a.syntax(width)),
            SignedTree::Neg(a) => Expr::Unary(Unary::Neg, Box::new(a.syntax(width))),
            SignedTree::Sum(a, b) => binary(a.syntax(width), Op::Add, b.syntax(width)),
            SignedTree::Difference(a, b) => binary(a.syntax(width), Op::Sub, b.syntax(width)),
            SignedTree::PlusCast(a, from, b) => {
                let from = WIDTHS[*from];
                let odd = binary(b.syntax(from), Op::BitOr, number(1, from));
                binary(a.syntax(width), Op::Add, signed(signed(odd)))
            }
            SignedTree::Slice(from, a, offset) => {
                let offset = Box::new(Expr::Literal((*offset).into()));
                Expr::Slice(Box::new(a.syntax(WIDTHS[*from])), width, offset)
            }
        }
    }
}

fn bit<const N: usize>(value: bool) -> Bits<N> {
    bits(value.into())
}

/// A literal of the kind that takes its width from its surroundings.
fn number(value: u64, width: usize) -> Expr {
    let value = if width < 64 {
        value & ((1 << width) - 1)
    } else {
        value
    };
    Expr::Literal(VerilogLiteral::from(value))
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

/// Signals 0 are inputs, signals 1 are registers, signal 2 of seven bits is what the memory has read, signals 3 are signed inputs.
fn signal_name(width: usize, number: u8) -> String {
    match (number, width) {
        (3, width) => format!("s{width}"),
        (2, 7) => "ram$read_data".into(),
        (1 | 2, width) => format!("r{width}$q"),
        (_, width) => format!("i{width}"),
    }
}

/// What a tree can read.
struct Signals {
    values: Vec<(usize, u8, u128)>,
    phase: Phase,
}

impl Signals {
    fn read<const N: usize>(&self, number: u8) -> Bits<N> {
        let number = if number == 2 && N != 7 { 1 } else { number };
        let found = self
            .values
            .iter()
            .find(|(width, n, _)| (*width, *n) == (N, number));
        Bits::from_number(found.expect("every signal of a tree is listed").2)
    }
}

/// What the random design computes: next values of the registers and ports of the memory, and when registers hold.
#[derive(Clone, Debug)]
struct Plan {
    next: Vec<Tree>,
    hold: Tree,
    /// Conditions of nested choices for the 33-bit output.
    outer: Tree,
    inner: Tree,
    read_address: Tree,
    write_address: Tree,
    write_data: Tree,
    write_enable: Tree,
    signed: SignedTree,
    /// The arms of a match over the state machine's state.
    arms: Vec<(Phase, Arm)>,
    /// The last arm, for all other states.
    rest: Arm,
}

/// What an arm gives to `chosen`, and the state that it leads to.
#[derive(Clone, Debug)]
struct Arm {
    value: Tree,
    next: Phase,
}

/// One input, output and register of each width, signed inputs and an output, a state machine, and a memory.
#[derive(LogicBlock)]
struct Random {
    clock: Signal<In, Clock>,
    i1: Signal<In, Bits<1>>,
    i4: Signal<In, Bits<4>>,
    i7: Signal<In, Bits<7>>,
    i33: Signal<In, Bits<33>>,
    i70: Signal<In, Bits<70>>,
    s7: Signal<In, Signed<7>>,
    s70: Signal<In, Signed<70>>,
    o1: Signal<Out, Bits<1>>,
    o4: Signal<Out, Bits<4>>,
    o7: Signal<Out, Bits<7>>,
    o33: Signal<Out, Bits<33>>,
    o70: Signal<Out, Bits<70>>,
    t70: Signal<Out, Signed<70>>,
    chosen: Signal<Out, Bits<7>>,
    now: Signal<Out, Phase>,
    r1: DFF<Bits<1>>,
    r4: DFF<Bits<4>>,
    r7: DFF<Bits<7>>,
    r33: DFF<Bits<33>>,
    r70: DFF<Bits<70>>,
    phase: DFF<Phase>,
    ram: RAM<Bits<7>, 4>,
    _plan: Plan,
}

impl Random {
    fn new(plan: Plan) -> Random {
        Random {
            clock: Default::default(),
            i1: Default::default(),
            i4: Default::default(),
            i7: Default::default(),
            i33: Default::default(),
            i70: Default::default(),
            s7: Default::default(),
            s70: Default::default(),
            o1: Default::default(),
            o4: Default::default(),
            o7: Default::default(),
            o33: Default::default(),
            o70: Default::default(),
            t70: Default::default(),
            chosen: Default::default(),
            now: Default::default(),
            r1: Default::default(),
            r4: Default::default(),
            r7: Default::default(),
            r33: Default::default(),
            r70: Default::default(),
            phase: Default::default(),
            ram: RAM::from((0..16u8).map(|n| (n * 7).to_bits())),
            _plan: plan,
        }
    }

    fn signals(&self) -> Signals {
        let values = vec![
            (1, 0, self.i1.val().to_number()),
            (4, 0, self.i4.val().to_number()),
            (7, 0, self.i7.val().to_number()),
            (33, 0, self.i33.val().to_number()),
            (70, 0, self.i70.val().to_number()),
            (1, 1, self.r1.q.val().to_number()),
            (4, 1, self.r4.q.val().to_number()),
            (7, 1, self.r7.q.val().to_number()),
            (33, 1, self.r33.q.val().to_number()),
            (70, 1, self.r70.q.val().to_number()),
            (7, 2, self.ram.read_data.val().to_number()),
            (7, 3, self.s7.val().to_number()),
            (70, 3, self.s70.val().to_number()),
        ];
        let phase = self.phase.q.val();
        Signals { values, phase }
    }
}

impl Logic for Random {
    fn update(&mut self) {
        let signals = self.signals();
        let plan = self._plan.clone();
        self.r1.clock.next = self.clock.val();
        self.r4.clock.next = self.clock.val();
        self.r7.clock.next = self.clock.val();
        self.r33.clock.next = self.clock.val();
        self.r70.clock.next = self.clock.val();
        self.phase.clock.next = self.clock.val();
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        let hold = plan.hold.value::<1>(&signals).get_bit(0);
        self.r1.d.next = if hold {
            self.r1.q.val()
        } else {
            plan.next[0].value(&signals)
        };
        self.r4.d.next = if hold {
            self.r4.q.val()
        } else {
            plan.next[1].value(&signals)
        };
        self.r7.d.next = if hold {
            self.r7.q.val()
        } else {
            plan.next[2].value(&signals)
        };
        self.r33.d.next = if hold {
            self.r33.q.val()
        } else {
            plan.next[3].value(&signals)
        };
        self.r70.d.next = if hold {
            self.r70.q.val()
        } else {
            plan.next[4].value(&signals)
        };
        self.ram.read_address.next = plan.read_address.value(&signals);
        self.ram.write_address.next = plan.write_address.value(&signals);
        self.ram.write_data.next = plan.write_data.value(&signals);
        self.ram.write_enable.next = plan.write_enable.value::<1>(&signals).get_bit(0);
        self.o1.next = self.r1.q.val();
        self.o4.next = self.r4.q.val() ^ plan.next[1].value(&signals);
        self.o7.next = self.ram.read_data.val();
        self.o33.next = plan.next[3].value(&signals);
        if plan.outer.value::<1>(&signals).get_bit(0) {
            self.o33.next = self.r33.q.val();
            if plan.inner.value::<1>(&signals).get_bit(0) {
                self.o33.next = self.o33.val() + 1;
            } else {
                self.o33.next = self.i33.val();
            }
        }
        self.o70.next = self.r70.q.val();
        self.t70.next = plan.signed.value(&signals);
        self.now.next = self.phase.q.val();
        let arm = (plan.arms.iter()).find(|(phase, _)| *phase == self.phase.q.val());
        let arm = arm.map_or(&plan.rest, |(_, arm)| arm);
        self.chosen.next = arm.value.value(&signals);
        self.phase.d.next = arm.next;
    }

    fn hdl(&self) -> Verilog {
        let signal = |name: &str| Expr::Signal(name.to_owned());
        let assign = |name: &str, value: Expr| Statement::Assignment(signal(name), value);
        let mut code = Vec::new();
        for block in ["r1", "r4", "r7", "r33", "r70", "phase"] {
            code.push(assign(&format!("{block}$clock$next"), signal("clock")));
        }
        code.push(assign("ram$read_clock$next", signal("clock")));
        code.push(assign("ram$write_clock$next", signal("clock")));
        let plan = &self._plan;
        let (mut held, mut taken) = (Vec::new(), Vec::new());
        for (width, next) in WIDTHS.iter().zip(&plan.next) {
            let d = format!("r{width}$d$next");
            held.push(assign(&d, signal(&format!("r{width}$q"))));
            taken.push(assign(&d, next.syntax(*width)));
        }
        code.push(Statement::If(VerilogConditional {
            test: plan.hold.syntax(1),
            then: held,
            otherwise: VerilogBlockOrConditional::Block(taken),
        }));
        code.push(assign("ram$read_address$next", plan.read_address.syntax(4)));
        code.push(assign(
            "ram$write_address$next",
            plan.write_address.syntax(4),
        ));
        code.push(assign("ram$write_data$next", plan.write_data.syntax(7)));
        code.push(assign("ram$write_enable$next", plan.write_enable.syntax(1)));
        code.push(assign("o1$next", signal("r1$q")));
        let mixed = (Box::new(signal("r4$q")), Box::new(plan.next[1].syntax(4)));
        code.push(assign(
            "o4$next",
            Expr::Binary(mixed.0, Op::BitXor, mixed.1),
        ));
        code.push(assign("o7$next", signal("ram$read_data")));
        code.push(assign("o33$next", plan.next[3].syntax(33)));
        let one = Expr::Binary(Box::new(signal("o33")), Op::Add, Box::new(number(1, 33)));
        let inner = Statement::If(VerilogConditional {
            test: plan.inner.syntax(1),
            then: vec![assign("o33$next", one)],
            otherwise: VerilogBlockOrConditional::Block(vec![assign("o33$next", signal("i33"))]),
        });
        code.push(Statement::If(VerilogConditional {
            test: plan.outer.syntax(1),
            then: vec![assign("o33$next", signal("r33$q")), inner],
            otherwise: VerilogBlockOrConditional::None,
        }));
        code.push(assign("o70$next", signal("r70$q")));
        code.push(assign("t70$next", plan.signed.syntax(70)));
        code.push(assign("now$next", signal("phase$q")));
        let case = |condition: String, arm: &Arm| VerilogCase {
            condition,
            block: vec![
                assign("chosen$next", arm.value.syntax(7)),
                assign("phase$d$next", arm.next.syntax()),
            ],
        };
        let arms = plan.arms.iter();
        let mut cases: Vec<VerilogCase> = arms
            .map(|(phase, arm)| case(format!("Phase${phase:?}"), arm))
            .collect();
        cases.push(case("default".into(), &plan.rest));
        let test = signal("phase$q");
        code.push(Statement::Match(VerilogMatch { test, cases }));
        Verilog::Combinatorial(code)
    }

    fn connect(&mut self) {}
}

impl Port for Phase {
    fn from_number(number: u128) -> Phase {
        PHASES[number as usize]
    }

    fn to_number(self) -> u128 {
        self as u128
    }
}

/// A random tree of the width with this index. Shifts are by the seven bits of a tree, indices lie within.
fn tree(width: usize, depth: u32) -> BoxedStrategy<Tree> {
    let leaf = prop_oneof![
        (0u8..3).prop_map(Tree::Signal),
        any::<u64>().prop_map(Tree::Literal),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let arithmetic = || {
        use Arithmetic::*;
        prop_oneof![Just(Add), Just(Sub), Just(And), Just(Or), Just(Xor)]
    };
    let same = || tree(width, depth - 1).prop_map(Box::new);
    let index = || tree(2, depth - 1).prop_map(Box::new);
    let wider = || wider(depth - 1);
    let other = move || {
        (0..WIDTHS.len()).prop_flat_map(move |from| {
            (
                Just(from),
                tree(from, depth - 1).prop_map(Box::new),
                0..WIDTHS[from],
            )
        })
    };
    let pair = move || {
        (0..WIDTHS.len()).prop_flat_map(move |from| {
            let side = || tree(from, depth - 1).prop_map(Box::new);
            (Just(from), side(), side())
        })
    };
    let one = || tree(0, depth - 1).prop_map(Box::new);
    let mut choices = vec![
        leaf.boxed(),
        same().prop_map(Tree::Not).boxed(),
        (arithmetic(), same(), same())
            .prop_map(|(op, a, b)| Tree::Binary(op, a, b))
            .boxed(),
        (arithmetic(), same(), any::<u64>())
            .prop_map(|(op, a, b)| Tree::WithLiteral(op, a, b))
            .boxed(),
        (any::<bool>(), same(), index())
            .prop_map(|(left, a, b)| Tree::Shift(left, a, b))
            .boxed(),
        other().prop_map(|(from, a, _)| Tree::Cast(from, a)).boxed(),
        other()
            .prop_map(|(from, a, offset)| Tree::Slice(from, a, offset))
            .boxed(),
        (same(), 0..WIDTHS[width], one())
            .prop_map(|(a, index, b)| Tree::ReplaceBit(a, index, b))
            .boxed(),
        (wider(), index())
            .prop_map(|((from, a), at)| Tree::SliceAt(from, a, at))
            .boxed(),
        pair()
            .prop_map(|(from, a, b)| Tree::Product(from, a, b))
            .boxed(),
        pair()
            .prop_map(|(from, a, b)| Tree::SignedProduct(from, a, b))
            .boxed(),
        signed_tree(width, depth - 1)
            .prop_map(|a| Tree::UnsignedCast(Box::new(a)))
            .boxed(),
    ];
    if width == 0 {
        let comparison = || {
            use Comparison::*;
            prop_oneof![Just(Eq), Just(Ne), Just(Lt), Just(Le), Just(Gt), Just(Ge)]
        };
        let reduction = {
            use Reduction::*;
            prop_oneof![Just(Any), Just(All), Just(Parity)]
        };
        let signed_pair = (0..WIDTHS.len()).prop_flat_map(move |from| {
            let side = || signed_tree(from, depth - 1).prop_map(Box::new);
            (Just(from), side(), side())
        });
        choices.extend([
            (comparison(), pair())
                .prop_map(|(op, (from, a, b))| Tree::Compare(op, from, a, b))
                .boxed(),
            (comparison(), signed_pair)
                .prop_map(|(op, (from, a, b))| Tree::SignedCompare(op, from, a, b))
                .boxed(),
            phase().prop_map(Tree::IsPhase).boxed(),
            (reduction, other())
                .prop_map(|(op, (from, a, _))| Tree::Reduce(op, from, a))
                .boxed(),
            other()
                .prop_map(|(from, a, index)| Tree::GetBit(from, a, index))
                .boxed(),
            (wider(), index())
                .prop_map(|((from, a), at)| Tree::GetBitAt(from, a, at))
                .boxed(),
        ]);
    } else {
        let replaced = (same(), index(), one());
        choices.push(
            replaced
                .prop_map(|(a, at, b)| Tree::ReplaceBitAt(a, at, b))
                .boxed(),
        );
    }
    proptest::strategy::Union::new(choices).boxed()
}

/// A random tree of more than one bit: of one, an index has no bits, and the lowest bit is the sign.
fn wider(depth: u32) -> impl Strategy<Value = (usize, Box<Tree>)> {
    (1..WIDTHS.len()).prop_flat_map(move |from| (Just(from), tree(from, depth).prop_map(Box::new)))
}

/// A random signed tree of the width with this index.
fn signed_tree(width: usize, depth: u32) -> BoxedStrategy<SignedTree> {
    let of = tree(width, depth).prop_map(|a| SignedTree::Of(Box::new(a)));
    let leaf = match WIDTHS[width] {
        7 | 70 => prop_oneof![Just(SignedTree::Input), of].boxed(),
        _ => of.boxed(),
    };
    if depth == 0 {
        return leaf;
    }
    let same = || signed_tree(width, depth - 1).prop_map(Box::new);
    let other = (0..WIDTHS.len()).prop_flat_map(move |from| {
        let inner = signed_tree(from, depth - 1).prop_map(Box::new);
        (Just(from), inner, 0..WIDTHS[from])
    });
    prop_oneof![
        leaf,
        same().prop_map(SignedTree::Neg),
        (same(), same()).prop_map(|(a, b)| SignedTree::Sum(a, b)),
        (same(), same()).prop_map(|(a, b)| SignedTree::Difference(a, b)),
        (same(), wider(depth - 1)).prop_map(|(a, (from, b))| SignedTree::PlusCast(a, from, b)),
        other.prop_map(|(from, a, offset)| SignedTree::Slice(from, a, offset)),
    ]
    .boxed()
}

fn phase() -> impl Strategy<Value = Phase> {
    prop::sample::select(&PHASES[..])
}

fn arm() -> impl Strategy<Value = Arm> {
    (tree(2, 2), phase()).prop_map(|(value, next)| Arm { value, next })
}

fn plan() -> impl Strategy<Value = Plan> {
    let next: Vec<_> = (0..WIDTHS.len()).map(|width| tree(width, 3)).collect();
    let conditions = (tree(0, 2), tree(0, 2), tree(0, 2));
    let memory = (tree(1, 2), tree(1, 2), tree(2, 2), tree(0, 2));
    let arms = (prop::collection::vec((phase(), arm()), 0..6), arm());
    let rest = (signed_tree(4, 3), arms);
    (next, conditions, memory, rest).prop_map(|(next, (hold, outer, inner), memory, rest)| {
        let (read_address, write_address, write_data, write_enable) = memory;
        let (signed, (arms, rest)) = rest;
        Plan {
            next,
            hold,
            outer,
            inner,
            read_address,
            write_address,
            write_data,
            write_enable,
            signed,
            arms,
            rest,
        }
    })
}

fn run(plan: Plan, cycles: usize) -> Netlist {
    check!(
        clocked Random::new(plan),
        [i1: 1, i4: 4, i7: 7, i33: 33, i70: 70, s7: 7, s70: 70],
        [o1, o4, o7, o33, o70, t70, chosen, now],
        &common::scrambled(cycles, 7)
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_designs_do_what_rust_does(plan in plan()) {
        run(plan, 12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 50, ..ProptestConfig::default() })]

    #[test]
    fn random_designs_pass_the_linters(plan in plan()) {
        common::lint(&gatefall_lower::netlist(&Random::new(plan), "uut").unwrap());
    }
}
