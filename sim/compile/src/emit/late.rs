//! Deferred writes: state that a later partition still reads takes its new value at the end of the
//! cycle.

use wasm_encoder::{BlockType, Function};

use super::scratch::LateStore;
use super::Body;
use crate::layout::Slot;
use crate::place::Plan;

/// Deferred writes of a partition.
struct Late {
    registers: Vec<(usize, Slot)>,
    /// Memories and their writes, in the order of the ports.
    stores: Vec<(usize, LateStore)>,
}

impl<'a> Body<'a> {
    /// Deferred writes of a partition, or of the logic that is computed in every cycle.
    fn late_of(&self, part: Option<u32>) -> Late {
        let registers = self.scratch.late_registers.iter();
        let registers = registers.filter(|(&register, _)| self.gates.registers[register] == part);
        let stores = self.scratch.late_stores.iter();
        let stores = stores.filter(|((memory, _), _)| self.gates.memories[*memory] == part);
        Late {
            registers: registers
                .map(|(&register, &slot)| (register, slot))
                .collect(),
            stores: stores
                .map(|(&(memory, _), store)| (memory, store.clone()))
                .collect(),
        }
    }

    /// Copies the current values of registers with deferred writes.
    pub(super) fn start(&mut self, part: Option<u32>) {
        for (register, slot) in self.late_of(part).registers {
            self.emit().i32_const(0);
            self.fetch(self.layout.registers[register]);
            self.put(slot);
        }
    }

    /// Writes the function that makes deferred writes.
    pub(super) fn commit(mut self, parts: &'a [(u32, Plan)]) -> Function {
        let late = self.gates.late_parts();
        let late: Vec<_> = parts
            .iter()
            .filter(|(part, _)| late >> part & 1 != 0)
            .collect();
        self.by_part(&late, |body, part, _| body.commit_part(Some(part)));
        self.finish()
    }

    pub(super) fn commit_part(&mut self, part: Option<u32>) {
        let late = self.late_of(part);
        for (register, slot) in late.registers {
            self.emit().i32_const(0);
            self.fetch(slot);
            self.put(self.layout.registers[register]);
        }
        for (memory, store) in late.stores {
            self.commit_store(memory, &store);
        }
    }

    fn commit_store(&mut self, memory: usize, late: &LateStore) {
        self.fetch(late.flag);
        self.emit().if_(BlockType::Empty);
        self.emit().i32_const(0).i32_const(0);
        self.put(late.flag);
        for (limb, &data) in (0..).zip(&late.data) {
            self.fetch(late.address);
            self.fetch(data);
            self.put(self.layout.memories[memory].slot(0, limb));
        }
        self.emit().end();
    }
}
