//! Claims about the constructors of expressions: the node that a constructor returns has the value
//! of the plain operator.

use crate::formula::{self, constant};
use crate::shapes::{constants, Nets, AMOUNT, BINARY, SHIFTS, UNARY, WIDE};
use crate::solver::Claim;
use gatefall_netlist::{BinaryOp, Expr, ExprId, ExprPool, NetId, UnaryOp, Value};

/// The constructors. A test replaces one by a wrong one.
pub trait Constructors {
    fn unary(&self, pool: &mut ExprPool, op: UnaryOp, a: ExprId) -> ExprId {
        pool.unary(op, a)
    }

    fn binary(&self, pool: &mut ExprPool, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        pool.binary(op, a, b)
    }

    fn mux(&self, pool: &mut ExprPool, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        pool.mux(condition, a, b)
    }

    fn slice(&self, pool: &mut ExprPool, source: ExprId, offset: u32, width: u32) -> ExprId {
        pool.slice(source, offset, width)
    }
}

/// Those of the crate.
pub struct Present;

impl Constructors for Present {}

/// Claims about all constructors for values of one width.
pub struct Claims<'a> {
    constructors: &'a dyn Constructors,
    pub pool: ExprPool,
    width: u32,
    nets: Nets,
    pub claims: Vec<Claim>,
    /// Calls of constructors, also those that return the plain operator.
    pub calls: usize,
    /// Calls that return another node.
    pub rewrites: usize,
}

/// Name of a net in the formulas.
fn variable(net: NetId, _width: u32) -> String {
    format!("|v{}|", usize::from(net))
}

/// A run of constants for which a constructor returns the same node.
struct Run {
    first: u64,
    last: u64,
    result: ExprId,
}

impl<'a> Claims<'a> {
    pub fn new(constructors: &'a dyn Constructors, width: u32) -> Claims<'a> {
        let mut claims = Claims {
            constructors,
            pool: ExprPool::new(),
            width,
            nets: Nets::default(),
            claims: Vec::new(),
            calls: 0,
            rewrites: 0,
        };
        let shapes = claims.nets.shapes(&mut claims.pool, width);
        claims.operators(&shapes);
        claims.shifts(&shapes);
        claims.muxes(&shapes);
        claims.slices(&shapes);
        claims.concats();
        claims.extensions();
        claims.all_constants();
        claims.small_constants();
        claims
    }

    /// Declarations of the inputs, and the inputs.
    pub fn inputs(&self) -> (String, Vec<String>) {
        let nets = self.nets.widths.iter().enumerate();
        let declare = |(net, width)| format!("(declare-const |v{net}| (_ BitVec {width}))\n");
        let inputs = 0..self.nets.widths.len();
        (
            nets.map(declare).collect(),
            inputs.map(|net| format!("|v{net}|")).collect(),
        )
    }

    fn formula(&self, expr: &Expr) -> String {
        formula::of_node(&self.pool, expr, &variable)
    }

    fn formula_of(&self, id: ExprId) -> String {
        formula::of(&self.pool, id, &variable)
    }

    /// Claims that a result is the plain node, unless it is that node.
    fn claim(&mut self, result: ExprId, plain: &Expr) {
        self.calls += 1;
        if self.pool.expr(result) == plain {
            return;
        }
        self.rewrites += 1;
        self.claims.push(Claim {
            name: format!("{plain:?}"),
            left: self.formula(plain),
            right: self.formula_of(result),
            given: "true".to_owned(),
        });
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) {
        let result = self.constructors.binary(&mut self.pool, op, a, b);
        self.claim(result, &Expr::Binary(op, a, b));
    }

    fn operators(&mut self, shapes: &[ExprId]) {
        for &a in shapes {
            for op in UNARY {
                let result = self.constructors.unary(&mut self.pool, op, a);
                self.claim(result, &Expr::Unary(op, a));
            }
            for op in BINARY {
                shapes.iter().for_each(|&b| self.binary(op, a, b));
            }
        }
    }

    /// Shifts by amounts of other widths. A wide amount may exceed a machine word.
    fn shifts(&mut self, shapes: &[ExprId]) {
        let mut amounts = self.nets.shapes(&mut self.pool, AMOUNT);
        for width in [5, 33, 70] {
            amounts.extend(constants(&mut self.pool, width.min(40)));
            amounts.push(self.pool.constant(Value::ones(width)));
        }
        for op in SHIFTS {
            for &a in shapes {
                amounts.iter().for_each(|&b| self.binary(op, a, b));
            }
        }
    }

    fn muxes(&mut self, shapes: &[ExprId]) {
        let conditions = self.nets.shapes(&mut self.pool, 1);
        for condition in conditions {
            for &then in shapes {
                for &otherwise in shapes {
                    let mux = Expr::Mux {
                        condition,
                        then,
                        otherwise,
                    };
                    let pool = &mut self.pool;
                    let result = self.constructors.mux(pool, condition, then, otherwise);
                    self.claim(result, &mux);
                }
            }
        }
    }

    /// All slices of all shapes.
    fn slices(&mut self, shapes: &[ExprId]) {
        for &source in shapes {
            for offset in 0..self.width {
                for width in 1..=self.width - offset {
                    let slice = Expr::Slice {
                        source,
                        offset,
                        width,
                    };
                    let pool = &mut self.pool;
                    let result = self.constructors.slice(pool, source, offset, width);
                    self.claim(result, &slice);
                }
            }
        }
    }

    fn concat(&mut self, high: ExprId, low: ExprId) {
        let result = self.pool.concat(high, low);
        self.claim(result, &Expr::Concat { high, low });
    }

    /// Concatenations with a result of this width, and those of slices of one value.
    fn concats(&mut self) {
        for low_width in 1..self.width {
            let high_width = self.width - low_width;
            let highs = self.nets.shapes(&mut self.pool, high_width);
            let lows = self.nets.shapes(&mut self.pool, low_width);
            for &high in &highs {
                lows.iter().for_each(|&low| self.concat(high, low));
            }
            let wide = self.nets.wide(&mut self.pool);
            for offset in 0..=WIDE - self.width {
                let low = self.pool.slice(wide, offset, low_width);
                for upper in 0..=WIDE - high_width {
                    let high = self.pool.slice(wide, upper, high_width);
                    self.concat(high, low);
                }
            }
        }
    }

    fn extensions(&mut self) {
        let width = self.width;
        for own in 1..=width {
            for source in self.nets.shapes(&mut self.pool, own) {
                let result = self.pool.zero_extend(source, width);
                self.claim(result, &Expr::ZeroExtend { source, width });
                let result = self.pool.sign_extend(source, width);
                self.claim(result, &Expr::SignExtend { source, width });
            }
        }
    }

    /// Every operator with every constant on either side. A claim is about a run of constants.
    fn all_constants(&mut self) {
        let x = self.nets.x(&mut self.pool, self.width);
        for op in BINARY.into_iter().chain(SHIFTS) {
            for is_left in [false, true] {
                let mut runs: Vec<Run> = Vec::new();
                for number in 0..1u64 << self.width {
                    let value = self.pool.constant(Value::new(self.width, number));
                    let (a, b) = if is_left { (value, x) } else { (x, value) };
                    let result = self.constructors.binary(&mut self.pool, op, a, b);
                    self.calls += 1;
                    let found = self.pool.expr(result);
                    // Equality has its number on the right.
                    let is_exchanged = op == BinaryOp::Eq && *found == Expr::Binary(op, b, a);
                    if is_exchanged || *found == Expr::Binary(op, a, b) {
                        continue;
                    }
                    self.rewrites += 1;
                    match runs.last_mut() {
                        Some(run) if run.result == result && run.last + 1 == number => {
                            run.last = number;
                        }
                        _ => runs.push(Run {
                            first: number,
                            last: number,
                            result,
                        }),
                    }
                }
                runs.iter().for_each(|run| self.claim_run(op, is_left, run));
            }
        }
    }

    fn claim_run(&mut self, op: BinaryOp, is_left: bool, run: &Run) {
        let width = self.width;
        let x = self.nets.x(&mut self.pool, width);
        let number = self.nets.number(&mut self.pool, width);
        let (a, b) = if is_left { (number, x) } else { (x, number) };
        let number = self.formula_of(number);
        let bound = |number| constant(&Value::new(width, number));
        let (first, last) = (bound(run.first), bound(run.last));
        self.claims.push(Claim {
            name: format!("{op:?} with constants from {} to {}", run.first, run.last),
            left: self.formula(&Expr::Binary(op, a, b)),
            right: self.formula_of(run.result),
            given: format!("(and (bvule {first} {number}) (bvule {number} {last}))"),
        });
    }

    /// Every operator of every two constants, where they are few.
    fn small_constants(&mut self) {
        if self.width > 4 {
            return;
        }
        for left in 0..1u32 << self.width {
            for right in 0..1u32 << self.width {
                let [a, b] =
                    [left, right].map(|number| self.pool.constant(Value::new(self.width, number)));
                for op in BINARY.into_iter().chain(SHIFTS) {
                    self.binary(op, a, b);
                }
            }
        }
    }
}
