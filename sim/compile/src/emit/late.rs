//! What a part writes and others read takes its value when the cycle ends, so that the others see the value from before.

use super::{slot_type, Body};
use crate::layout::Slot;
use crate::node::Ty;
use wasm_encoder::BlockType;

/// A write to a memory, put off.
#[derive(Clone)]
pub(super) struct LateStore {
    /// Whether there is one.
    pub(super) flag: Slot,
    /// Byte offset within the memory.
    pub(super) address: Slot,
    pub(super) data: Vec<Slot>,
}

/// What a part puts off.
struct Late {
    registers: Vec<(usize, Slot)>,
    /// By memory, in the order of the ports.
    stores: Vec<(usize, LateStore)>,
}

impl Body<'_> {
    /// Reserves memory for all that changes when the cycle ends.
    pub(super) fn reserve_late(&mut self) {
        for register in 0..self.design.registers.len() {
            if self.gates.late_registers[register] {
                let slot = self.reserve(slot_type(self.layout.registers[register]));
                self.late_registers.insert(register, slot);
            }
        }
        for (memory, data) in self.design.memories.iter().enumerate() {
            for (port, write) in data
                .writes
                .iter()
                .enumerate()
                .filter(|_| self.gates.late_memories[memory])
            {
                let ty = slot_type(self.layout.memories[memory].slot(0, 0));
                let late = LateStore {
                    flag: self.reserve(Ty::I32),
                    address: self.reserve(Ty::I32),
                    data: write.data.iter().map(|_| self.reserve(ty)).collect(),
                };
                self.late_stores.insert((memory, port), late);
            }
        }
    }

    /// What a part puts off.
    fn late_of(&self, part: u32) -> Late {
        let registers = self.late_registers.iter();
        let registers =
            registers.filter(|(&register, _)| self.gates.registers[register] == Some(part));
        let stores = self.late_stores.iter();
        let stores = stores.filter(|((memory, _), _)| self.gates.memories[*memory] == Some(part));
        Late {
            registers: registers
                .map(|(&register, &slot)| (register, slot))
                .collect(),
            stores: stores
                .map(|(&(memory, _), store)| (memory, store.clone()))
                .collect(),
        }
    }

    /// Nothing has been written yet.
    pub(super) fn start(&mut self, part: u32) {
        let late = self.late_of(part);
        for (register, slot) in late.registers {
            self.emit().i32_const(0);
            self.state(register);
            self.put(slot);
        }
        for (_, late) in late.stores {
            self.emit().i32_const(0).i32_const(0);
            self.put(late.flag);
        }
    }

    /// Does what was put off to the end of the cycle.
    pub(super) fn commit(&mut self) {
        let parts = self
            .parts
            .iter()
            .map(|(part, _)| (*part, self.late_of(*part)));
        let mut parts: Vec<_> = parts.collect();
        parts.retain(|(_, late)| !late.registers.is_empty() || !late.stores.is_empty());
        let all = parts.iter().fold(0, |all, (part, _)| all | 1 << part);
        if all == 0 {
            return;
        }
        self.when_awake(all, |body| {
            for (part, late) in parts {
                body.when_awake(1 << part, |body| {
                    for (register, slot) in late.registers {
                        body.put_state(register, |body| body.fetch(slot));
                    }
                    for (memory, store) in late.stores {
                        body.commit_store(memory, &store);
                    }
                });
            }
        });
    }

    fn commit_store(&mut self, memory: usize, late: &LateStore) {
        self.fetch(late.flag);
        self.emit().if_(BlockType::Empty);
        for (limb, &data) in (0..).zip(&late.data) {
            self.fetch(late.address);
            self.fetch(data);
            self.put(self.layout.memories[memory].slot(0, limb));
        }
        self.emit().end();
    }
}
