//! Activation and execution of partitions.

use std::collections::BTreeMap;

use wasm_encoder::BlockType;

use super::body::Body;
use crate::gates::{words, FreeCounters, NumberSet, StallDomain, WORD};
use crate::layout::{slot_type, Slot};
use crate::node::{NodeId, Op, Ty};
use crate::place::Plan;
use crate::region::RegionId;

impl<'a> Body<'a> {
    /// At the start of a cycle: what was activated in the last one is active.
    pub(super) fn start_active(&mut self) {
        let scratch = self.scratch;
        for (&active, &activated) in scratch.active.iter().zip(&scratch.activated) {
            self.emit().i32_const(0);
            self.fetch(activated);
            self.put(active);
            self.emit().i32_const(0).i64_const(0);
            self.put(activated);
        }
    }

    /// Runs the active ones of some partitions.
    pub(super) fn call_active(&mut self, partitions: &NumberSet) {
        for (word, bits) in words(partitions) {
            self.if_active(word, bits);
            self.emit().end();
        }
    }

    /// Runs the active partitions with state, and then makes their deferred writes.
    pub(super) fn call_states(&mut self) {
        let states = words(&self.gates.state_partitions());
        let deferred = words(&self.gates.deferred_partitions());
        // In a single word nothing is deferred unless a partition runs.
        let is_nested = states.len() == 1;
        let mut ran = BTreeMap::new();
        for (&word, &bits) in &states {
            ran.insert(word, self.if_active(word, bits));
            if !is_nested {
                self.emit().end();
            }
        }
        for (word, bits) in deferred {
            self.emit().local_get(ran[&word]);
            let some = self.if_any(bits);
            let function = self.functions.commit(word);
            self.emit().local_get(some).call(function).end();
        }
        if is_nested {
            self.emit().end();
        }
    }

    /// Runs the active ones of some partitions of a word. Leaves an `if` open in which there are
    /// any. Returns the local with the set.
    fn if_active(&mut self, word: u32, bits: u64) -> u32 {
        self.fetch(self.scratch.active[word as usize]);
        let some = self.if_any(bits);
        let (activations, function) = (self.activations, self.functions.partitions(word));
        self.emit().local_get(some).i64_popcnt();
        self.emit()
            .local_get(activations)
            .i64_add()
            .local_set(activations);
        self.emit().local_get(some).call(function);
        some
    }

    /// Returns a local with some bits of the word on the stack, and opens an `if` that there are
    /// any.
    fn if_any(&mut self, bits: u64) -> u32 {
        let some = self.new_local(Ty::I64);
        self.emit().i64_const(bits as i64).i64_and();
        self.emit().local_tee(some).i64_eqz().i32_eqz();
        self.emit().if_(BlockType::Empty);
        some
    }

    /// Pushes 1 if a partition is active, otherwise 0.
    pub(super) fn is_active(&mut self, number: u32) {
        self.fetch(self.scratch.active[(number / WORD) as usize]);
        self.emit().i64_const(1 << (number % WORD)).i64_and();
        self.emit().i64_eqz().i32_eqz();
    }

    /// Writes the function that runs the active partitions of a word.
    pub(super) fn partitions(&mut self, partitions: &[&'a (u32, Plan)]) {
        self.by_partition(partitions, |body, partition, plan| {
            body.plan = plan;
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
        let mut targets = vec![last; WORD as usize];
        for (index, (partition, _)) in (0..).zip(partitions) {
            targets[(*partition % WORD) as usize] = index;
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
        let mut by_activated: BTreeMap<&NumberSet, Vec<NodeId>> = BTreeMap::new();
        for &node in nodes {
            let activates = &self.gates.detected[&node];
            by_activated.entry(activates).or_default().push(node);
        }
        let alone = by_activated.len() == 1;
        for (activates, nodes) in by_activated {
            self.note_changes(activates, &nodes, alone);
        }
        self.emit().end();
        self.free_local(now, ty);
    }

    /// Activates partitions if any of some nodes has changed, or unconditionally.
    fn note_changes(&mut self, activates: &NumberSet, nodes: &[NodeId], in_any_case: bool) {
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
        self.add(activates, &self.scratch.active);
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

    /// Activates partitions: adds them to a set in memory.
    pub(super) fn add(&mut self, numbers: &NumberSet, set: &[Slot]) {
        if numbers.contains(&StallDomain::NUMBER) {
            self.move_stall();
        }
        for (word, bits) in words(numbers.range(FreeCounters::NUMBER..)) {
            let slot = set[word as usize];
            self.emit().i32_const(0);
            self.fetch(slot);
            self.emit().i64_const(bits as i64).i64_or();
            self.put(slot);
        }
    }
}
