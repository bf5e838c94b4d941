//! Random designs: a tree is computed by rust-hdl's own `Bits` arithmetic on one side, and on the other its syntax tree (what
//! `#[hdl_gen]` would have left behind) goes through the netlist to the interpreter, to WebAssembly and to Icarus Verilog.

mod common;

use common::Port;
use gatefall_netlist::Netlist;
use proptest::prelude::*;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Expr, VerilogLiteral,
    VerilogOp as Op, VerilogOpUnary as Unary, VerilogStatement as Statement,
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
        }
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
    fn value<const N: usize>(self, a: Bits<N>, b: Bits<N>) -> bool {
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

/// Signals 0 are inputs, signals 1 are registers, signal 2 of seven bits is what the memory has read.
fn signal_name(width: usize, number: u8) -> String {
    match (number, width) {
        (2, 7) => "ram$read_data".into(),
        (1 | 2, width) => format!("r{width}$q"),
        (_, width) => format!("i{width}"),
    }
}

/// What a tree can read.
struct Signals {
    values: Vec<(usize, u8, u128)>,
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
}

/// One input, output and register of each width, and a memory.
#[derive(LogicBlock)]
struct Random {
    clock: Signal<In, Clock>,
    i1: Signal<In, Bits<1>>,
    i4: Signal<In, Bits<4>>,
    i7: Signal<In, Bits<7>>,
    i33: Signal<In, Bits<33>>,
    i70: Signal<In, Bits<70>>,
    o1: Signal<Out, Bits<1>>,
    o4: Signal<Out, Bits<4>>,
    o7: Signal<Out, Bits<7>>,
    o33: Signal<Out, Bits<33>>,
    o70: Signal<Out, Bits<70>>,
    r1: DFF<Bits<1>>,
    r4: DFF<Bits<4>>,
    r7: DFF<Bits<7>>,
    r33: DFF<Bits<33>>,
    r70: DFF<Bits<70>>,
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
            o1: Default::default(),
            o4: Default::default(),
            o7: Default::default(),
            o33: Default::default(),
            o70: Default::default(),
            r1: Default::default(),
            r4: Default::default(),
            r7: Default::default(),
            r33: Default::default(),
            r70: Default::default(),
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
        ];
        Signals { values }
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
    }

    fn hdl(&self) -> Verilog {
        let signal = |name: &str| Expr::Signal(name.to_owned());
        let assign = |name: &str, value: Expr| Statement::Assignment(signal(name), value);
        let mut code = Vec::new();
        for block in ["r1$clock", "r4$clock", "r7$clock", "r33$clock", "r70$clock"] {
            code.push(assign(&format!("{block}$next"), signal("clock")));
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
        Verilog::Combinatorial(code)
    }

    fn connect(&mut self) {}
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
    let other = move || {
        (0..WIDTHS.len()).prop_flat_map(move |from| {
            (
                Just(from),
                tree(from, depth - 1).prop_map(Box::new),
                0..WIDTHS[from],
            )
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
        (any::<bool>(), same(), tree(2, depth - 1).prop_map(Box::new))
            .prop_map(|(left, a, b)| Tree::Shift(left, a, b))
            .boxed(),
        other().prop_map(|(from, a, _)| Tree::Cast(from, a)).boxed(),
        other()
            .prop_map(|(from, a, offset)| Tree::Slice(from, a, offset))
            .boxed(),
        (same(), 0..WIDTHS[width], one())
            .prop_map(|(a, index, b)| Tree::ReplaceBit(a, index, b))
            .boxed(),
    ];
    if width == 0 {
        let comparison = {
            use Comparison::*;
            prop_oneof![Just(Eq), Just(Ne), Just(Lt), Just(Le), Just(Gt), Just(Ge)]
        };
        let reduction = {
            use Reduction::*;
            prop_oneof![Just(Any), Just(All), Just(Parity)]
        };
        let pair = (0..WIDTHS.len()).prop_flat_map(move |from| {
            let side = || tree(from, depth - 1).prop_map(Box::new);
            (Just(from), side(), side())
        });
        choices.extend([
            (comparison, pair)
                .prop_map(|(op, (from, a, b))| Tree::Compare(op, from, a, b))
                .boxed(),
            (reduction, other())
                .prop_map(|(op, (from, a, _))| Tree::Reduce(op, from, a))
                .boxed(),
            other()
                .prop_map(|(from, a, index)| Tree::GetBit(from, a, index))
                .boxed(),
        ]);
    }
    proptest::strategy::Union::new(choices).boxed()
}

fn plan() -> impl Strategy<Value = Plan> {
    let next: Vec<_> = (0..WIDTHS.len()).map(|width| tree(width, 3)).collect();
    let conditions = (tree(0, 2), tree(0, 2), tree(0, 2));
    let memory = (tree(1, 2), tree(1, 2), tree(2, 2), tree(0, 2));
    (next, conditions, memory).prop_map(|(next, (hold, outer, inner), memory)| {
        let (read_address, write_address, write_data, write_enable) = memory;
        Plan {
            next,
            hold,
            outer,
            inner,
            read_address,
            write_address,
            write_data,
            write_enable,
        }
    })
}

fn run(plan: Plan, cycles: usize) -> Netlist {
    check!(
        clocked Random::new(plan),
        [i1: 1, i4: 4, i7: 7, i33: 33, i70: 70],
        [o1, o4, o7, o33, o70],
        &common::scrambled(cycles, 5)
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
