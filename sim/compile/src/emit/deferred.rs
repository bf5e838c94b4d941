//! Deferred writes: state that a later partition still reads takes its new value at the end of the
//! cycle.

use wasm_encoder::BlockType;

use super::body::Body;
use super::scratch::DeferredStore;
use crate::place::Plan;

impl<'a> Body<'a> {
    /// Copies the current values of registers with deferred writes. Each copy stays equal to its
    /// register between cycles, so this is needed only after the host may have changed a register.
    pub(super) fn copy_deferred(&mut self) {
        for (&register, &slot) in &self.scratch.deferred_registers {
            self.emit().i32_const(0);
            self.fetch(self.layout.registers[register]);
            self.put(slot);
        }
    }

    /// Writes the function that makes the deferred writes of some partitions of a word.
    pub(super) fn commit(&mut self, partitions: &[&'a (u32, Plan)]) {
        self.by_partition(partitions, |body, partition, _| {
            body.commit_partition(Some(partition))
        });
    }

    pub(super) fn commit_partition(&mut self, partition: Option<u32>) {
        for (&register, &slot) in &self.scratch.deferred_registers {
            if self.gates.registers[register] == partition {
                self.emit().i32_const(0);
                self.fetch(slot);
                self.put(self.layout.registers[register]);
            }
        }
        // The stores of a memory are in the order of its ports.
        for (&(memory, _), store) in &self.scratch.deferred_stores {
            if self.gates.memories[memory] == partition {
                self.commit_store(memory, store);
            }
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
