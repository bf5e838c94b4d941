//! Instructions that put values of nodes on the stack.

use wasm_encoder::BlockType;

use super::body::{val_type, Body};
use super::scratch::Term;
use crate::layout::{slot_type, Slot};
use crate::node::{ones, Node, NodeId, Op, Ty};
use crate::region::Position;
use crate::table::{Leaf, Table};

/// An instruction that is still to be written.
#[derive(Clone, Copy)]
enum Step {
    /// Pushes a node's value, converted to a type.
    Value(NodeId, Ty),
    /// Stores a node's value in a local of its own and leaves it on the stack.
    Tee(NodeId),
    /// Stores a node's value in a local of its own.
    Set(NodeId),
    /// Computes a node into a local, unless its value is in one already.
    ComputeHere(NodeId),
    /// Converts the value on the stack to another type.
    Convert(Ty, Ty),
    Operator(Op, Ty),
    IsZero(Ty),
    Count(Ty),
    Select,
    If(Ty),
    Else,
    End,
    /// Multiplies an index to get an offset.
    Scale(u32),
    Load(Slot),
    Fetch(Slot),
    /// Moves bits of a node to their position in an index.
    Place(Leaf, u32),
    Or,
}

/// Puts steps on top of those that are still to be written, so that they are written next.
fn first<const N: usize>(todo: &mut Vec<Step>, steps: [Step; N]) {
    todo.extend(steps.into_iter().rev());
}

impl Body<'_> {
    /// Puts a node's value on the stack.
    pub(super) fn value(&mut self, node: NodeId, ty: Ty) {
        self.write(vec![Step::Value(node, ty)]);
    }

    /// Computes a node here and stores its value in a local, unless it is in one already.
    pub(super) fn compute_here(&mut self, node: NodeId) {
        self.write(vec![Step::ComputeHere(node)]);
    }

    /// Writes steps, the last one first. The steps that one of them needs go before the rest. The
    /// stack is explicit, because a node may depend on a long chain of others.
    fn write(&mut self, mut todo: Vec<Step>) {
        while let Some(step) = todo.pop() {
            self.step(step, &mut todo);
        }
    }

    /// Writes a step, or puts the steps to write instead on top of the others.
    fn step(&mut self, step: Step, todo: &mut Vec<Step>) {
        match step {
            Step::Value(node, ty) => self.value_steps(node, ty, todo),
            Step::ComputeHere(node) if !self.is_at_hand(node) => {
                todo.push(Step::Set(node));
                self.compute(node, todo);
            }
            Step::ComputeHere(_) => {}
            Step::Tee(node) => {
                let local = self.local_of(node);
                self.emit().local_tee(local);
            }
            Step::Set(node) => {
                let local = self.local_of(node);
                self.emit().local_set(local);
            }
            Step::Convert(from, to) => self.convert(from, to),
            Step::Operator(op, ty) => self.operator(op, ty),
            Step::IsZero(Ty::I32) => drop(self.emit().i32_eqz()),
            Step::IsZero(Ty::I64) => drop(self.emit().i64_eqz()),
            Step::Count(Ty::I32) => drop(self.emit().i32_popcnt()),
            Step::Count(Ty::I64) => drop(self.emit().i64_popcnt()),
            Step::Select => drop(self.emit().select()),
            Step::If(ty) => drop(self.emit().if_(BlockType::Result(val_type(ty)))),
            Step::Else => drop(self.emit().else_()),
            Step::End => drop(self.emit().end()),
            Step::Scale(1) => {}
            Step::Scale(factor) => drop(self.emit().i32_const(factor as i32).i32_mul()),
            Step::Load(slot) => self.load(slot),
            Step::Fetch(slot) => self.fetch(slot),
            Step::Place(leaf, shift) => self.put_in_place(leaf, shift),
            Step::Or => drop(self.emit().i32_or()),
        }
    }

    /// True for values that are computed already.
    fn is_at_hand(&mut self, node: NodeId) -> bool {
        self.design.pool.as_const(node).is_some()
            || self.values.contains_key(&node)
            || self.slot_of(node).is_some()
    }

    /// Slot of a value that is given, or that another function computes. It stays in the slot: in a
    /// local it would be known only where this code has run.
    fn slot_of(&mut self, node: NodeId) -> Option<Slot> {
        if self.plan.slots.contains_key(&node) {
            return self.foreign_slot(node);
        }
        let hoisted = self.scratch.hoisted.get(&node);
        hoisted.or(self.scratch.detected.get(&node)).copied()
    }

    pub(super) fn constant(&mut self, value: u64, ty: Ty) {
        match ty {
            Ty::I32 => self.emit().i32_const(value as i32),
            Ty::I64 => self.emit().i64_const(value as i64),
        };
    }

    fn local_of(&mut self, node: NodeId) -> u32 {
        let local = self.new_local(self.design.pool.ty(node));
        self.values.insert(node, local);
        local
    }

    fn value_steps(&mut self, node: NodeId, ty: Ty, todo: &mut Vec<Step>) {
        if let Some(value) = self.design.pool.as_const(node) {
            return self.constant(value, ty);
        }
        let own = self.design.pool.ty(node);
        if let Some(&local) = self.values.get(&node) {
            self.emit().local_get(local);
            return self.convert(own, ty);
        }
        if let Some(slot) = self.slot_of(node) {
            self.fetch(slot);
            return self.convert(own, ty);
        }
        todo.push(Step::Convert(own, ty));
        if self.plan.stored.contains(&node) {
            todo.push(Step::Tee(node));
        }
        self.compute(node, todo);
    }

    pub(super) fn convert(&mut self, from: Ty, to: Ty) {
        match (from, to) {
            (Ty::I32, Ty::I64) => self.emit().i64_extend_i32_u(),
            (Ty::I64, Ty::I32) => self.emit().i32_wrap_i64(),
            _ => return,
        };
    }

    /// Adds the steps that compute a node. The result is of the node's type.
    fn compute(&self, node: NodeId, todo: &mut Vec<Step>) {
        let ty = self.design.pool.ty(node);
        if let Some(table) = self.plan.tables.nodes.get(&node) {
            let slot = self.scratch.tables[&node];
            todo.push(Step::Convert(slot_type(slot), ty));
            return self.look_up_steps(table, slot, &self.scratch.indices[&node], todo);
        }
        match self.design.pool.node(node) {
            Node::Const(_) => unreachable!("constants are at hand"),
            state @ (Node::Input(_) | Node::Register(_)) => {
                todo.push(Step::Fetch(self.layout.slot(state)));
            }
            Node::Load {
                memory,
                limb,
                address,
            } => {
                let words = self.layout.memories[memory as usize];
                let slot = words.slot(0, limb);
                let steps = [
                    Step::Value(address, Ty::I32),
                    Step::Scale(words.stride),
                    Step::Load(slot),
                    // The top limb of a wide word is stored wide.
                    Step::Convert(slot_type(slot), ty),
                ];
                first(todo, steps);
            }
            Node::Binary(op, ty, a, b) => match (op, self.design.pool.as_const(b)) {
                (Op::Eq, Some(0)) => first(todo, [Step::Value(a, ty), Step::IsZero(ty)]),
                _ => {
                    let steps = [
                        Step::Value(a, ty),
                        Step::Value(b, ty),
                        Step::Operator(op, ty),
                    ];
                    first(todo, steps);
                }
            },
            Node::Count(a) => {
                let ty = self.design.pool.ty(a);
                first(todo, [Step::Value(a, ty), Step::Count(ty)]);
            }
            Node::Mux(condition, a, b) => self.mux(node, condition, a, b, todo),
        }
    }

    fn mux(&self, node: NodeId, condition: NodeId, a: NodeId, b: NodeId, todo: &mut Vec<Step>) {
        let ty = self.design.pool.ty(node);
        let [condition, a, b] =
            [(condition, Ty::I32), (a, ty), (b, ty)].map(|(node, ty)| Step::Value(node, ty));
        if !self.plan.arms.contains_key(&node) {
            return first(todo, [a, b, condition, Step::Select]);
        }
        let region = self.plan.slots[&node].region;
        first(todo, [condition, Step::If(ty), a, Step::Else, b, Step::End]);
        let before = self.plan.before.get(&(region, Position::Mux(node)));
        let before = before.into_iter().flatten().rev();
        todo.extend(before.copied().map(Step::ComputeHere));
    }

    /// Puts an entry of a table on the stack.
    pub(super) fn look_up(&mut self, table: &Table, slot: Slot, hoisted: &[Term]) {
        let mut todo = Vec::new();
        self.look_up_steps(table, slot, hoisted, &mut todo);
        self.write(todo);
    }

    fn look_up_steps(&self, table: &Table, slot: Slot, hoisted: &[Term], todo: &mut Vec<Step>) {
        let mut steps = Vec::new();
        for (leaf, shift) in table.index() {
            if !hoisted
                .iter()
                .any(|term| term.leaves.contains(&(leaf, shift)))
            {
                let is_first = steps.is_empty();
                steps.push(Step::Value(leaf.node, self.design.pool.ty(leaf.node)));
                steps.push(Step::Place(leaf, shift));
                steps.extend((!is_first).then_some(Step::Or));
            }
        }
        for term in hoisted {
            let is_first = steps.is_empty();
            steps.push(Step::Fetch(term.slot));
            steps.extend((!is_first).then_some(Step::Or));
        }
        first(todo, [Step::Scale(slot.bytes), Step::Load(slot)]);
        todo.extend(steps.into_iter().rev());
    }

    /// Moves a leaf on the stack to its position in the index.
    fn put_in_place(&mut self, leaf: Leaf, shift: u32) {
        let ty = self.design.pool.ty(leaf.node);
        self.cut_out(leaf, ty);
        self.convert(ty, Ty::I32);
        if shift > 0 {
            self.emit().i32_const(shift as i32).i32_shl();
        }
    }

    /// Prepares the index bits of a partition's hoisted values.
    pub(super) fn prepare_indices(&mut self, partition: u32) {
        let all = self.scratch.indices.values().flatten();
        for term in all.filter(|term| term.partition == partition) {
            self.emit().i32_const(0);
            for (index, &(leaf, shift)) in term.leaves.iter().enumerate() {
                self.fetch(self.scratch.hoisted[&leaf.node]);
                self.put_in_place(leaf, shift);
                if index > 0 {
                    self.emit().i32_or();
                }
            }
            self.put(term.slot);
        }
    }

    /// Extracts the bits of a leaf from the value on the stack.
    fn cut_out(&mut self, leaf: Leaf, ty: Ty) {
        if leaf.shift > 0 {
            self.constant(leaf.shift.into(), ty);
            self.operator(Op::Shr, ty);
        }
        if leaf.needs_mask(&self.design.pool) {
            self.constant(ones(leaf.width), ty);
            self.operator(Op::And, ty);
        }
    }

    pub(super) fn operator(&mut self, op: Op, ty: Ty) {
        let mut emit = self.emit();
        match (op, ty) {
            (Op::And, Ty::I32) => emit.i32_and(),
            (Op::Or, Ty::I32) => emit.i32_or(),
            (Op::Xor, Ty::I32) => emit.i32_xor(),
            (Op::Add, Ty::I32) => emit.i32_add(),
            (Op::Sub, Ty::I32) => emit.i32_sub(),
            (Op::Mul, Ty::I32) => emit.i32_mul(),
            (Op::Shl, Ty::I32) => emit.i32_shl(),
            (Op::Shr, Ty::I32) => emit.i32_shr_u(),
            (Op::Eq, Ty::I32) => emit.i32_eq(),
            (Op::LtU, Ty::I32) => emit.i32_lt_u(),
            (Op::And, Ty::I64) => emit.i64_and(),
            (Op::Or, Ty::I64) => emit.i64_or(),
            (Op::Xor, Ty::I64) => emit.i64_xor(),
            (Op::Add, Ty::I64) => emit.i64_add(),
            (Op::Sub, Ty::I64) => emit.i64_sub(),
            (Op::Mul, Ty::I64) => emit.i64_mul(),
            (Op::Shl, Ty::I64) => emit.i64_shl(),
            (Op::Shr, Ty::I64) => emit.i64_shr_u(),
            (Op::Eq, Ty::I64) => emit.i64_eq(),
            (Op::LtU, Ty::I64) => emit.i64_lt_u(),
        };
    }
}
