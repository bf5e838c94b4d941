//! Deferred writes: state that a later partition still reads takes its new value at the end of the
//! cycle.

use wasm_encoder::{BlockType, Function};

use super::scratch::DeferredStore;
use super::Body;
use crate::layout::Slot;
use crate::place::Plan;

/// Deferred writes of a partition.
struct Deferred {
    registers: Vec<(usize, Slot)>,
    /// Memories and their writes, in the order of the ports.
    stores: Vec<(usize, DeferredStore)>,
}

impl<'a> Body<'a> {
    /// Deferred writes of a partition, or of the logic that is computed in every cycle.
    fn deferred_of(&self, partition: Option<u32>) -> Deferred {
        let registers = self.scratch.deferred_registers.iter();
        let registers =
            registers.filter(|(&register, _)| self.gates.registers[register] == partition);
        let stores = self.scratch.deferred_stores.iter();
        let stores = stores.filter(|((memory, _), _)| self.gates.memories[*memory] == partition);
        Deferred {
            registers: registers
                .map(|(&register, &slot)| (register, slot))
                .collect(),
            stores: stores
                .map(|(&(memory, _), store)| (memory, store.clone()))
                .collect(),
        }
    }

    /// Copies the current values of registers with deferred writes.
    pub(super) fn start(&mut self, partition: Option<u32>) {
        for (register, slot) in self.deferred_of(partition).registers {
            self.emit().i32_const(0);
            self.fetch(self.layout.registers[register]);
            self.put(slot);
        }
    }

    /// Writes the function that makes deferred writes.
    pub(super) fn commit(mut self, partitions: &'a [(u32, Plan)]) -> Function {
        let deferred = self.gates.deferred_partitions();
        let deferred: Vec<_> = partitions
            .iter()
            .filter(|(partition, _)| deferred >> partition & 1 != 0)
            .collect();
        self.by_partition(&deferred, |body, partition, _| {
            body.commit_partition(Some(partition))
        });
        self.finish()
    }

    pub(super) fn commit_partition(&mut self, partition: Option<u32>) {
        let deferred = self.deferred_of(partition);
        for (register, slot) in deferred.registers {
            self.emit().i32_const(0);
            self.fetch(slot);
            self.put(self.layout.registers[register]);
        }
        for (memory, store) in deferred.stores {
            self.commit_store(memory, &store);
        }
    }

    fn commit_store(&mut self, memory: usize, deferred: &DeferredStore) {
        self.fetch(deferred.flag);
        self.emit().if_(BlockType::Empty);
        self.emit().i32_const(0).i32_const(0);
        self.put(deferred.flag);
        for (limb, &data) in (0..).zip(&deferred.data) {
            self.fetch(deferred.address);
            self.fetch(data);
            self.put(self.layout.memories[memory].slot(0, limb));
        }
        self.emit().end();
    }
}
