//! Instructions of the items of a plan.

use wasm_encoder::BlockType;

use super::body::Body;
use crate::layout::slot_type;
use crate::node::{NodeId, Ty};
use crate::region::{Item, Position, RegionId};

impl Body<'_> {
    pub(super) fn region(&mut self, region: RegionId) {
        let plan = self.plan;
        let mut part = false;
        for (index, item) in plan.regions[region.0].items.iter().enumerate() {
            let before = plan.before.get(&(region, Position::Item(index)));
            for &node in before.into_iter().flatten() {
                self.make_room(&mut part);
                self.compute_here(node);
            }
            match self.needs_own_locals(item) {
                true => self.end_part(&mut part),
                false => self.make_room(&mut part),
            }
            self.item(item);
        }
        self.end_part(&mut part);
    }

    /// True if an item uses locals of its function, so it cannot be in a part.
    fn needs_own_locals(&self, item: &Item) -> bool {
        match item {
            Item::NextDeadline { .. } | Item::RunPartitions => true,
            Item::Detect { .. }
            | Item::CountStall
            | Item::Set { .. }
            | Item::Store { .. }
            | Item::Hoist { .. }
            | Item::If { .. }
            | Item::IfMoving { .. } => false,
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Set { register, value } => self.set(*register, *value),
            Item::Store {
                memory,
                port,
                address,
                data,
            } => self.store(*memory, *port, *address, data),
            Item::Detect { nodes } => self.detect(nodes),
            Item::CountStall => self.count_stall(),
            Item::NextDeadline { values } => self.set_deadline(values),
            Item::RunPartitions => {
                self.call_active(&(&self.gates.hoisting_partitions() - &self.gates.early))
            }
            Item::Hoist { node } => self.hoist_for_all(*node),
            Item::If {
                condition,
                then,
                otherwise,
            } => self.branch(*condition, *then, *otherwise),
            Item::IfMoving { then } => self.if_moving(*then),
        }
    }

    fn branch(&mut self, condition: NodeId, then: RegionId, otherwise: RegionId) {
        let plan = self.plan;
        let empty = |region: RegionId| plan.regions[region.0].items.is_empty();
        self.value(condition, Ty::I32);
        if empty(then) {
            self.emit().i32_eqz().if_(BlockType::Empty);
            self.region(otherwise);
        } else {
            self.emit().if_(BlockType::Empty);
            self.region(then);
            if !empty(otherwise) {
                self.emit().else_();
                self.region(otherwise);
            }
        }
        self.emit().end();
    }

    /// Stores a hoisted value in its slot, from which the logic that is computed in every cycle
    /// loads it.
    fn hoist_for_all(&mut self, node: NodeId) {
        let slot = self.scratch.hoisted[&node];
        self.emit().i32_const(0);
        self.value(node, slot_type(slot));
        self.put(slot);
    }

    fn set(&mut self, register: usize, value: NodeId) {
        let ty = slot_type(self.layout.registers[register]);
        let activates = &self.gates.register_activates[register];
        if activates.is_empty() {
            self.put_next(register, |body| body.value(value, ty));
            return;
        }
        self.value(value, ty);
        let new = self.new_local(ty);
        self.emit().local_tee(new);
        self.fetch(self.layout.registers[register]);
        self.not_equal(ty);
        self.emit().if_(BlockType::Empty);
        self.add(activates, &self.scratch.activated);
        self.put_next(register, |body| {
            body.emit().local_get(new);
        });
        self.emit().end();
        self.free_local(new, ty);
    }

    /// Writes the next value of a register, now or as a deferred write.
    fn put_next(&mut self, register: usize, value: impl FnOnce(&mut Self)) {
        let deferred = self.scratch.deferred_registers.get(&register).copied();
        self.emit().i32_const(0);
        value(self);
        self.put(deferred.unwrap_or(self.layout.registers[register]));
    }

    fn store(&mut self, memory: usize, port: usize, address: NodeId, data: &[NodeId]) {
        let activates = &self.gates.memory_activates[memory];
        self.add(activates, &self.scratch.activated);
        let ty = slot_type(self.layout.memories[memory].slot(0, 0));
        if let Some(deferred) = self.scratch.deferred_stores.get(&(memory, port)) {
            self.emit().i32_const(0);
            self.address(memory, address);
            self.put(deferred.address);
            self.emit().i32_const(0).i32_const(1);
            self.put(deferred.flag);
            for (&slot, &value) in deferred.data.iter().zip(data) {
                self.emit().i32_const(0);
                self.value(value, ty);
                self.put(slot);
            }
            return;
        }
        if data.len() > 1 {
            // The limbs are written one by one, so all values are read before the first write.
            let all = [&address].into_iter().chain(data);
            all.for_each(|&node| self.compute_here(node));
        }
        for (limb, &value) in (0..).zip(data) {
            self.address(memory, address);
            self.value(value, ty);
            self.put(self.layout.memories[memory].slot(0, limb));
        }
    }

    /// Byte offset of a word within its memory.
    fn address(&mut self, memory: usize, address: NodeId) {
        self.value(address, Ty::I32);
        let stride = self.layout.memories[memory].stride;
        if stride > 1 {
            self.emit().i32_const(stride as i32).i32_mul();
        }
    }
}
