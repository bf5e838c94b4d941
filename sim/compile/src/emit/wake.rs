//! Activation and execution of partitions.

use std::collections::BTreeMap;

use wasm_encoder::{BlockType, Function};

use super::{slot_type, Body, COMMIT, PARTS};
use crate::gates::Mask;
use crate::node::{Node, NodeId, Op, Ty};
use crate::place::Plan;
use crate::region::RegionId;

impl<'a> Body<'a> {
    /// Runs the active ones of some partitions, if there are any.
    pub(super) fn call_awake(&mut self, parts: Mask) {
        if parts != 0 {
            self.if_awake(parts);
            self.emit().end();
        }
    }

    /// Runs the active partitions with state, and then makes their deferred writes.
    pub(super) fn call_states(&mut self) {
        let (states, late) = (self.gates.state_parts(), self.gates.late_parts());
        let awake = self.if_awake(states);
        if late != 0 {
            let late = self.some_of(awake, late);
            self.emit().local_get(late).call(COMMIT).end();
        }
        self.emit().end();
    }

    /// Runs the active ones of some partitions. Leaves an `if` open in which there are any. Returns
    /// the local with the set.
    fn if_awake(&mut self, parts: Mask) -> u32 {
        let some = self.some_of(self.awake, parts);
        let wakings = self.wakings;
        self.emit().local_get(some).i64_popcnt();
        self.emit().local_get(wakings).i64_add().local_set(wakings);
        self.emit().local_get(some).call(PARTS);
        some
    }

    /// Pushes 1 if any of some bits is active, otherwise 0.
    pub(super) fn is_awake(&mut self, bits: Mask) {
        let awake = self.awake;
        self.emit().local_get(awake).i64_const(bits as i64);
        self.emit().i64_and().i64_eqz().i32_eqz();
    }

    /// Returns a local with the intersection of two sets of partitions, and opens an `if` that it
    /// is not empty.
    fn some_of(&mut self, all: u32, parts: Mask) -> u32 {
        let some = self.new_local(Ty::I64);
        self.emit().local_get(all).i64_const(parts as i64);
        self.emit().i64_and().local_tee(some).i64_eqz().i32_eqz();
        self.emit().if_(BlockType::Empty);
        some
    }

    /// Writes the function that runs the active partitions.
    pub(super) fn parts(mut self, parts: &'a [(u32, Plan)]) -> Function {
        let all: Vec<_> = parts.iter().collect();
        self.by_part(&all, |body, part, plan| {
            body.plan = plan;
            body.values.clear();
            body.start(Some(part));
            body.region(RegionId(0));
            body.keep_indices(part);
        });
        self.finish()
    }

    /// Writes the code of each partition. The partitions in the function's parameter run.
    pub(super) fn by_part(
        &mut self,
        parts: &[&'a (u32, Plan)],
        code: impl Fn(&mut Self, u32, &'a Plan),
    ) {
        let left = 0;
        let Some(last) = (parts.len() as u32).checked_sub(1) else {
            return;
        };
        let mut targets = vec![last; Mask::BITS as usize];
        for (index, (part, _)) in (0..).zip(parts) {
            targets[*part as usize] = index;
        }
        self.emit().loop_(BlockType::Empty).block(BlockType::Empty);
        parts.iter().for_each(|_| {
            self.emit().block(BlockType::Empty);
        });
        // Removes the lowest partition from the set; its number selects the code.
        self.emit().local_get(left).i64_ctz().i32_wrap_i64();
        self.emit().local_get(left).local_get(left).i64_const(1);
        self.emit().i64_sub().i64_and().local_set(left);
        self.emit().br_table(targets, last);
        for (index, (part, plan)) in (0..).zip(parts) {
            self.emit().end();
            code(self, *part, plan);
            self.emit().br(last - index);
        }
        self.emit().end();
        self.emit()
            .local_get(left)
            .i64_eqz()
            .i32_eqz()
            .br_if(0)
            .end();
    }

    /// Compares nodes with their values in the last cycle. Changed values are stored for the
    /// partitions.
    pub(super) fn watch(&mut self, nodes: &[NodeId]) {
        let last = self.scratch.watches[&nodes[0]];
        let ty = slot_type(last);
        let now = self.new_local(ty);
        match self.plan.tables.watches.get(&nodes[0]) {
            Some(table) => {
                self.look_up(table, self.scratch.watch_tables[&nodes[0]], &[]);
                self.convert(Ty::I32, ty);
            }
            None => self.pack(nodes, ty),
        }
        self.emit().local_tee(now);
        self.fetch(last);
        self.not_equal(ty);
        self.emit().if_(BlockType::Empty);
        self.emit().i32_const(0).local_get(now);
        self.put(last);
        let mut by_wakes: BTreeMap<Mask, Vec<NodeId>> = BTreeMap::new();
        for &node in nodes {
            by_wakes
                .entry(self.gates.watched[&node])
                .or_default()
                .push(node);
        }
        let alone = by_wakes.len() == 1;
        for (wakes, nodes) in by_wakes {
            self.note_changes(wakes, &nodes, alone);
        }
        self.emit().end();
    }

    /// Activates partitions if any of some nodes has changed, or unconditionally.
    fn note_changes(&mut self, wakes: Mask, nodes: &[NodeId], in_any_case: bool) {
        let awake = self.awake;
        nodes.iter().for_each(|&node| self.keep(node));
        if !in_any_case {
            for (index, &node) in nodes.iter().enumerate() {
                let slot = self.scratch.watched[&node];
                self.value(node, slot_type(slot));
                self.fetch(slot);
                self.not_equal(slot_type(slot));
                if index > 0 {
                    self.emit().i32_or();
                }
            }
            self.emit().if_(BlockType::Empty);
        }
        self.emit()
            .local_get(awake)
            .i64_const(wakes as i64)
            .i64_or()
            .local_set(awake);
        for &node in nodes {
            let slot = self.scratch.watched[&node];
            self.emit().i32_const(0);
            self.value(node, slot_type(slot));
            self.put(slot);
        }
        if !in_any_case {
            self.emit().end();
        }
    }

    /// Packs nodes into one value on the stack.
    fn pack(&mut self, nodes: &[NodeId], ty: Ty) {
        let mut shift = 0;
        let (covered, compared): (Vec<NodeId>, Vec<NodeId>) = nodes
            .iter()
            .partition(|&&node| self.is_covered(node, nodes));
        // Later code expects all of the nodes in locals here, not only in the branch for a change.
        covered.into_iter().for_each(|node| self.keep(node));
        for (index, node) in compared.into_iter().enumerate() {
            self.value(node, ty);
            if index > 0 {
                match ty {
                    Ty::I32 => self.emit().i32_const(shift as i32).i32_shl().i32_or(),
                    Ty::I64 => self.emit().i64_const(i64::from(shift)).i64_shl().i64_or(),
                };
            }
            shift += self.design.pool.width(node);
        }
    }

    /// True if a node cannot change without another node of the list: it is the high bits of a
    /// value of which more bits are listed.
    fn is_covered(&self, node: NodeId, nodes: &[NodeId]) -> bool {
        let shift = |node: NodeId| match self.design.pool.node(node) {
            Node::Binary(Op::Shr, _, source, amount) => {
                Some((source, self.design.pool.as_const(amount)?))
            }
            _ => None,
        };
        let Some((source, amount)) = shift(node) else {
            return false;
        };
        let covers = |other: (NodeId, u64)| other.0 == source && other.1 < amount;
        nodes.iter().any(|&other| shift(other).is_some_and(covers))
    }

    pub(super) fn not_equal(&mut self, ty: Ty) {
        match ty {
            Ty::I32 => self.emit().i32_ne(),
            Ty::I64 => self.emit().i64_ne(),
        };
    }

    /// Activates partitions in the next cycle.
    pub(super) fn wake(&mut self, parts: Mask) {
        self.emit().i32_const(0);
        self.fetch(self.scratch.woken);
        self.emit().i64_const(parts as i64).i64_or();
        self.put(self.scratch.woken);
    }
}
