//! Activation and execution of partitions.

use std::collections::BTreeMap;

use wasm_encoder::BlockType;

use super::{slot_type, Body, COMMIT, PARTITIONS};
use crate::gates::Mask;
use crate::node::{NodeId, Op, Ty};
use crate::place::Plan;
use crate::region::RegionId;

impl<'a> Body<'a> {
    /// Runs the active ones of some partitions, if there are any.
    pub(super) fn call_active(&mut self, partitions: Mask) {
        if partitions != 0 {
            self.if_active(partitions);
            self.emit().end();
        }
    }

    /// Runs the active partitions with state, and then makes their deferred writes.
    pub(super) fn call_states(&mut self) {
        let (states, deferred) = (
            self.gates.state_partitions(),
            self.gates.deferred_partitions(),
        );
        let active = self.if_active(states);
        if deferred != 0 {
            let deferred = self.some_of(active, deferred);
            self.emit().local_get(deferred).call(COMMIT).end();
        }
        self.emit().end();
    }

    /// Runs the active ones of some partitions. Leaves an `if` open in which there are any. Returns
    /// the local with the set.
    fn if_active(&mut self, partitions: Mask) -> u32 {
        let some = self.some_of(self.active, partitions);
        let activations = self.activations;
        self.emit().local_get(some).i64_popcnt();
        self.emit()
            .local_get(activations)
            .i64_add()
            .local_set(activations);
        self.emit().local_get(some).call(PARTITIONS);
        some
    }

    /// Pushes 1 if any of some bits is active, otherwise 0.
    pub(super) fn is_active(&mut self, bits: Mask) {
        let active = self.active;
        self.emit().local_get(active).i64_const(bits as i64);
        self.emit().i64_and().i64_eqz().i32_eqz();
    }

    /// Returns a local with the intersection of two sets of partitions, and opens an `if` that it
    /// is not empty.
    fn some_of(&mut self, all: u32, partitions: Mask) -> u32 {
        let some = self.new_local(Ty::I64);
        self.emit().local_get(all).i64_const(partitions as i64);
        self.emit().i64_and().local_tee(some).i64_eqz().i32_eqz();
        self.emit().if_(BlockType::Empty);
        some
    }

    /// Writes the function that runs the active partitions.
    pub(super) fn partitions(&mut self, partitions: &'a [(u32, Plan)]) {
        let all: Vec<_> = partitions.iter().collect();
        self.by_partition(&all, |body, partition, plan| {
            body.plan = plan;
            body.start(Some(partition));
            body.region(RegionId(0));
            body.prepare_indices(partition);
        });
    }

    /// Writes the code of each partition. The partitions in the function's parameter run.
    pub(super) fn by_partition(
        &mut self,
        partitions: &[&'a (u32, Plan)],
        code: impl Fn(&mut Self, u32, &'a Plan),
    ) {
        let left = 0;
        let Some(last) = (partitions.len() as u32).checked_sub(1) else {
            return;
        };
        let mut targets = vec![last; Mask::BITS as usize];
        for (index, (partition, _)) in (0..).zip(partitions) {
            targets[*partition as usize] = index;
        }
        self.emit().loop_(BlockType::Empty).block(BlockType::Empty);
        partitions.iter().for_each(|_| {
            self.emit().block(BlockType::Empty);
        });
        // Removes the lowest partition from the set; its number selects the code.
        self.emit().local_get(left).i64_ctz().i32_wrap_i64();
        self.emit().local_get(left).local_get(left).i64_const(1);
        self.emit().i64_sub().i64_and().local_set(left);
        self.emit().br_table(targets, last);
        for (index, (partition, plan)) in (0..).zip(partitions) {
            self.emit().end();
            self.forget_values();
            let mut part = false;
            self.make_room(&mut part);
            code(self, *partition, plan);
            self.end_part(&mut part);
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
    pub(super) fn detect(&mut self, nodes: &[NodeId]) {
        let last = self.scratch.detections[&nodes[0]];
        let ty = slot_type(last);
        let now = self.new_local(ty);
        match self.plan.tables.detections.get(&nodes[0]) {
            Some(table) => {
                self.look_up(table, self.scratch.detection_tables[&nodes[0]], &[]);
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
        let mut by_activated: BTreeMap<Mask, Vec<NodeId>> = BTreeMap::new();
        for &node in nodes {
            by_activated
                .entry(self.gates.detected[&node])
                .or_default()
                .push(node);
        }
        let alone = by_activated.len() == 1;
        for (activates, nodes) in by_activated {
            self.note_changes(activates, &nodes, alone);
        }
        self.emit().end();
        self.free_local(now, ty);
    }

    /// Activates partitions if any of some nodes has changed, or unconditionally.
    fn note_changes(&mut self, activates: Mask, nodes: &[NodeId], in_any_case: bool) {
        let active = self.active;
        nodes.iter().for_each(|&node| self.compute_here(node));
        if !in_any_case {
            for (index, &node) in nodes.iter().enumerate() {
                let slot = self.scratch.detected[&node];
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
            .local_get(active)
            .i64_const(activates as i64)
            .i64_or()
            .local_set(active);
        for &node in nodes {
            let slot = self.scratch.detected[&node];
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
        for (index, &node) in nodes.iter().enumerate() {
            self.value(node, ty);
            if index > 0 {
                self.constant(shift.into(), ty);
                self.operator(Op::Shl, ty);
                self.operator(Op::Or, ty);
            }
            shift += self.design.pool.width(node);
        }
    }

    pub(super) fn not_equal(&mut self, ty: Ty) {
        match ty {
            Ty::I32 => self.emit().i32_ne(),
            Ty::I64 => self.emit().i64_ne(),
        };
    }

    /// Activates partitions in the next cycle.
    pub(super) fn activate(&mut self, partitions: Mask) {
        self.emit().i32_const(0);
        self.fetch(self.scratch.activated);
        self.emit().i64_const(partitions as i64).i64_or();
        self.put(self.scratch.activated);
    }
}
