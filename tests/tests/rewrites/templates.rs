//! Expressions of every form that the Verilog writer distinguishes, of one width.

use crate::shapes::{Nets, AMOUNT, BINARY, SHIFTS, UNARY};
use gatefall_netlist::{BinaryOp, Expr, ExprId, ExprPool, Value};
use std::collections::BTreeSet;

/// Of the right operands of an operator, one of so many is a template with each left operand. It is
/// another one for each width.
const STEP: usize = 10;
/// The same of trees.
const TREE_STEP: usize = 4;

/// Expressions in a pool. No two share a net once they are in a module.
pub struct Templates {
    pub pool: ExprPool,
    pub nets: Nets,
    width: u32,
    /// Values of combinational nets.
    pub values: BTreeSet<ExprId>,
    /// Next values of registers, some with an enable.
    pub registers: BTreeSet<(ExprId, Option<ExprId>)>,
}

impl Templates {
    pub fn new(width: u32) -> Templates {
        let mut templates = Templates {
            pool: ExprPool::new(),
            nets: Nets::default(),
            width,
            values: BTreeSet::new(),
            registers: BTreeSet::new(),
        };
        let mut shapes = templates.nets.shapes(&mut templates.pool, width);
        let named = templates.nets.named(&mut templates.pool, width);
        shapes.extend(named);
        templates.operators(&shapes);
        templates.parts(&shapes);
        templates.muxes(&shapes);
        templates.indexed();
        let trees = templates.trees();
        templates.values_of_trees(&trees);
        templates.registers_of_trees(&trees);
        templates
    }

    /// One of [`STEP`] items. Which of them depends on the width.
    fn sample<'a, T>(
        &self,
        items: &'a [T],
        first: usize,
    ) -> impl Iterator<Item = &'a T> + use<'a, T> {
        let first = (first + self.width as usize) % STEP;
        items.iter().skip(first).step_by(STEP)
    }

    fn operators(&mut self, shapes: &[ExprId]) {
        for (left, &a) in shapes.iter().enumerate() {
            for op in UNARY {
                self.values.insert(self.pool.unary(op, a));
            }
            for (place, op) in BINARY.into_iter().enumerate() {
                for &b in self.sample(shapes, left + place) {
                    // Yosys multiplies numbers, but for the proof a product is any function.
                    if op == BinaryOp::Mul && self.is_number(a) && self.is_number(b) {
                        continue;
                    }
                    let value = self.pool.binary(op, a, b);
                    self.values.insert(value);
                    if self.pool.width(value) == 1 {
                        self.values.insert(self.pool.not(value));
                    }
                }
            }
            let amounts = self.nets.shapes(&mut self.pool, AMOUNT);
            for (place, op) in SHIFTS.into_iter().enumerate() {
                for &b in self.sample(&amounts, left + place) {
                    self.values.insert(self.pool.binary(op, a, b));
                }
            }
        }
    }

    fn is_number(&self, id: ExprId) -> bool {
        match self.pool.expr(id) {
            Expr::Const(_) => true,
            Expr::Net(net) => self.nets.value(*net).is_some(),
            _ => false,
        }
    }

    /// Slices, extensions and concatenations.
    fn parts(&mut self, shapes: &[ExprId]) {
        for (left, &a) in shapes.iter().enumerate() {
            let half = self.width.div_ceil(2);
            for (offset, width) in [(0, half), (self.width - half, half), (self.width - 1, 1)] {
                self.values.insert(self.pool.slice(a, offset, width));
            }
            self.values.insert(self.pool.zero_extend(a, self.width + 3));
            self.values.insert(self.pool.sign_extend(a, self.width + 3));
            for &b in self.sample(shapes, left) {
                let both = self.pool.concat(a, b);
                let more = self.pool.zero_extend(both, 2 * self.width + 1);
                self.values.extend([both, self.pool.concat(more, a)]);
            }
        }
    }

    fn muxes(&mut self, shapes: &[ExprId]) {
        let conditions = self.nets.shapes(&mut self.pool, 1);
        for (left, &condition) in conditions.iter().enumerate() {
            let places: Vec<usize> = (0..shapes.len()).collect();
            for &place in self.sample(&places, left) {
                let (then, otherwise) = (shapes[place], shapes[(place + left) % shapes.len()]);
                let value = self.pool.mux(condition, then, otherwise);
                self.values.insert(value);
            }
        }
    }

    /// Bits at a place that is a value.
    fn indexed(&mut self) {
        let (width, pool) = (self.width, &mut self.pool);
        let mut places = vec![self.nets.amount(pool)];
        places.extend(self.nets.named(pool, AMOUNT));
        for place in places {
            for base in [self.nets.wide(pool), self.nets.x(pool, width)] {
                let shifted = pool.binary(BinaryOp::Shr, base, place);
                self.values.insert(pool.slice(shifted, 0, 1));
                self.values.insert(pool.slice(shifted, 0, width));
            }
        }
    }

    /// Multiplexers of multiplexers, which are printed as statements. `kept` may be the register.
    fn trees(&mut self) -> Vec<ExprId> {
        let (width, pool, nets) = (self.width, &mut self.pool, &mut self.nets);
        let [x, y, kept] = [
            nets.x(pool, width),
            nets.y(pool, width),
            nets.kept(pool, width),
        ];
        let (condition, selector) = (nets.condition(pool), nets.compared(pool));
        let other = nets.other(pool);
        let is = |value: ExprId, number: u32, pool: &mut ExprPool| {
            let number = pool.constant(Value::new(AMOUNT, number));
            pool.binary(BinaryOp::Eq, value, number)
        };
        let [one, two, six] = [1, 2, 6].map(|number| is(selector, number, pool));
        let far = is(other, 6, pool);
        let leaves = [x, y, kept, pool.constant(Value::ones(width))];
        let mut trees = Vec::new();
        let chains = [
            [one, two, six],
            [one, two, one],
            [one, far, two],
            [condition, one, two],
        ];
        // All choices of leaves for three arms and the default.
        for number in 0..leaves.len().pow(4) {
            let leaf = |place: u32| leaves[number / leaves.len().pow(place) % leaves.len()];
            // The arm of `leaf(0)` may be unreachable. Yosys has no register that never changes.
            if (1..=3).all(|place| leaf(place) == kept) {
                continue;
            }
            let chain = chains[number % chains.len()];
            for conditions in [chains[0], chain] {
                let tree = (0..).zip(conditions).fold(leaf(3), |tree, (place, test)| {
                    pool.mux(test, leaf(place), tree)
                });
                trees.push(tree);
            }
            let inner = pool.mux(two, leaf(0), leaf(1));
            let outer = pool.mux(far, leaf(2), leaf(3));
            trees.push(pool.mux(chain[0], inner, outer));
        }
        trees.retain(|&tree| matches!(pool.expr(tree), Expr::Mux { .. }));
        trees.sort_unstable();
        trees.dedup();
        let trees = trees.into_iter().skip(width as usize % TREE_STEP);
        trees.step_by(TREE_STEP).collect()
    }

    /// Trees, and trees as operands and conditions.
    fn values_of_trees(&mut self, trees: &[ExprId]) {
        let x = self.nets.x(&mut self.pool, self.width);
        for (place, &tree) in trees.iter().enumerate() {
            let pool = &mut self.pool;
            let value = match place % 8 {
                0 => pool.binary(BinaryOp::Add, tree, x),
                1 => {
                    let test = pool.binary(BinaryOp::LtU, x, tree);
                    pool.mux(test, tree, x)
                }
                2 => {
                    let bit = pool.slice(tree, self.width - 1, 1);
                    pool.mux(bit, x, tree)
                }
                3 => pool.sign_extend(tree, self.width + 2),
                _ => tree,
            };
            self.values.insert(value);
        }
    }

    fn registers_of_trees(&mut self, trees: &[ExprId]) {
        let enable = self.nets.condition(&mut self.pool);
        for (place, &tree) in trees.iter().enumerate() {
            let enable = (place % 3 == 0).then_some(enable);
            self.registers.insert((tree, enable));
        }
    }
}
