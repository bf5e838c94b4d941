//! Nodes as instructions on the stack.

use wasm_encoder::BlockType;

use super::scratch::Term;
use super::{slot_type, val_type, Body};
use crate::layout::Slot;
use crate::node::{ones, Node, NodeId, Op, Ty};
use crate::region::Position;
use crate::table::{Leaf, Table};

impl Body<'_> {
    /// Puts a node's value on the stack.
    pub(super) fn value(&mut self, node: NodeId, ty: Ty) {
        if let Some(value) = self.design.pool.as_const(node) {
            match ty {
                Ty::I32 => self.emit().i32_const(value as i32),
                Ty::I64 => self.emit().i64_const(value as i64),
            };
            return;
        }
        match self.values.get(&node) {
            Some(&local) => {
                self.emit().local_get(local);
            }
            None => {
                self.compute(node);
                if self.plan.kept[node.index()] {
                    let local = self.new_local(self.design.pool.ty(node));
                    self.emit().local_tee(local);
                    self.values.insert(node, local);
                }
            }
        }
        self.convert(self.design.pool.ty(node), ty);
    }

    pub(super) fn convert(&mut self, from: Ty, to: Ty) {
        match (from, to) {
            (Ty::I32, Ty::I64) => self.emit().i64_extend_i32_u(),
            (Ty::I64, Ty::I32) => self.emit().i32_wrap_i64(),
            _ => return,
        };
    }

    /// Computes a node; its result is of the node's type.
    pub(super) fn compute(&mut self, node: NodeId) {
        if self.plan.spots[node.index()].is_none() {
            // The plan takes it for given.
            let watched = self.scratch.watched.get(&node);
            if let Some(&slot) = self.scratch.kept.get(&node).or(watched) {
                return self.fetch(slot);
            }
        }
        if let Some(table) = self.plan.tables.nodes.get(&node) {
            let slot = self.scratch.tables[&node];
            self.look_up(table, slot, &self.scratch.indices[&node]);
            return self.convert(slot_type(slot), self.design.pool.ty(node));
        }
        match self.design.pool.node(node) {
            Node::Const(_) => unreachable!("constants are at hand"),
            Node::Input(slot) => self.fetch(self.layout.inputs[slot as usize]),
            Node::Register(register) => self.fetch(self.layout.registers[register as usize]),
            Node::Load {
                memory,
                limb,
                address,
            } => {
                let slot = self.layout.memories[memory as usize].slot(0, limb);
                self.address(memory as usize, address);
                self.load(slot);
                // The top limb of a wide word is stored wide.
                self.convert(slot_type(slot), self.design.pool.ty(node));
            }
            Node::Binary(op, ty, a, b) => self.binary(op, ty, a, b),
            Node::Count(a) => {
                let ty = self.design.pool.ty(a);
                self.value(a, ty);
                match ty {
                    Ty::I32 => self.emit().i32_popcnt(),
                    Ty::I64 => self.emit().i64_popcnt(),
                };
            }
            Node::Mux(condition, a, b) => self.mux(node, condition, a, b),
        }
    }

    /// Puts an entry of a table on the stack.
    pub(super) fn look_up(&mut self, table: &Table, slot: Slot, kept: &[Term]) {
        let mut is_first = true;
        for (leaf, shift) in table.index() {
            if !kept.iter().any(|term| term.leaves.contains(&(leaf, shift))) {
                self.value(leaf.node, self.design.pool.ty(leaf.node));
                self.put_in_place(leaf, shift);
                self.or_unless(&mut is_first);
            }
        }
        for term in kept {
            self.fetch(term.slot);
            self.or_unless(&mut is_first);
        }
        if slot.bytes > 1 {
            self.emit().i32_const(slot.bytes as i32).i32_mul();
        }
        self.load(slot);
    }

    /// Moves a leaf that is on the stack to where it is in the index.
    fn put_in_place(&mut self, leaf: Leaf, shift: u32) {
        let ty = self.design.pool.ty(leaf.node);
        self.cut_out(leaf, ty);
        self.convert(ty, Ty::I32);
        if shift > 0 {
            self.emit().i32_const(shift as i32).i32_shl();
        }
    }

    /// Joins a term to those before it.
    fn or_unless(&mut self, is_first: &mut bool) {
        if !std::mem::take(is_first) {
            self.emit().i32_or();
        }
    }

    /// Puts together what a part keeps of the indices of tables.
    pub(super) fn keep_indices(&mut self, part: u32) {
        let all = self.scratch.indices.values().flatten();
        for term in all.filter(|term| term.part == part) {
            self.emit().i32_const(0);
            let mut is_first = true;
            for &(leaf, shift) in &term.leaves {
                self.fetch(self.scratch.kept[&leaf.node]);
                self.put_in_place(leaf, shift);
                self.or_unless(&mut is_first);
            }
            self.put(term.slot);
        }
    }

    /// Leaves the bits of a leaf of what is on the stack.
    fn cut_out(&mut self, leaf: Leaf, ty: Ty) {
        let (shift, mask) = (leaf.shift as i32, ones(leaf.width));
        if leaf.shift > 0 {
            match ty {
                Ty::I32 => self.emit().i32_const(shift).i32_shr_u(),
                Ty::I64 => self.emit().i64_const(shift.into()).i64_shr_u(),
            };
        }
        if leaf.needs_mask(&self.design.pool) {
            match ty {
                Ty::I32 => self.emit().i32_const(mask as i32).i32_and(),
                Ty::I64 => self.emit().i64_const(mask as i64).i64_and(),
            };
        }
    }

    fn mux(&mut self, node: NodeId, condition: NodeId, a: NodeId, b: NodeId) {
        let ty = self.design.pool.ty(node);
        if !self.plan.arms.contains_key(&node) {
            self.value(a, ty);
            self.value(b, ty);
            self.value(condition, Ty::I32);
            self.emit().select();
            return;
        }
        let region = self.plan.spots[node.index()]
            .expect("only needed nodes are emitted")
            .region;
        self.before(region, Position::Mux(node));
        self.value(condition, Ty::I32);
        self.emit().if_(BlockType::Result(val_type(ty)));
        self.value(a, ty);
        self.emit().else_();
        self.value(b, ty);
        self.emit().end();
    }

    fn binary(&mut self, op: Op, ty: Ty, a: NodeId, b: NodeId) {
        self.value(a, ty);
        if op == Op::Eq && self.design.pool.as_const(b) == Some(0) {
            match ty {
                Ty::I32 => self.emit().i32_eqz(),
                Ty::I64 => self.emit().i64_eqz(),
            };
            return;
        }
        self.value(b, ty);
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
