//! What is kept in memory beyond the image: it is touched when parts wake, and as locals it would burden the loop.

use std::collections::BTreeMap;

use super::slot_type;
use crate::design::Design;
use crate::gate::Gates;
use crate::layout::{Layout, Slot};
use crate::node::{NodeId, Ty};
use crate::place::Plan;
use crate::region::Item;

/// Places beyond the image.
pub(super) struct Scratch {
    /// The parts that will be awake in the next cycle.
    pub(super) woken: Slot,
    /// What the nodes of a watching item were when they last changed, by position of the item.
    pub(super) watches: Vec<Slot>,
    /// The same for each node by itself.
    pub(super) watched: BTreeMap<NodeId, Slot>,
    /// The next values of registers that change when the cycle ends.
    pub(super) late_registers: BTreeMap<usize, Slot>,
    /// What is written when the cycle ends, by memory and port.
    pub(super) late_stores: BTreeMap<(usize, usize), LateStore>,
    /// End of the memory in use.
    pub(super) end: u32,
}

/// A write to a memory, put off.
#[derive(Clone)]
pub(super) struct LateStore {
    /// Whether there is one.
    pub(super) flag: Slot,
    /// Byte offset within the memory.
    pub(super) address: Slot,
    pub(super) data: Vec<Slot>,
}

impl Scratch {
    pub(super) fn new(design: &Design, layout: &Layout, gates: &Gates, always: &Plan) -> Scratch {
        let mut end = layout.size;
        let mut reserve = |ty: Ty| {
            let bytes = if ty == Ty::I32 { 4 } else { 8 };
            end += 8;
            Slot {
                offset: end - 8,
                bytes,
            }
        };
        let woken = reserve(Ty::I32);
        let watches = always.regions[0].items.iter().map_while(|item| match item {
            Item::Watch { nodes, .. } => {
                let bits: u32 = nodes.iter().map(|&node| design.pool.width(node)).sum();
                Some(reserve(if bits <= 32 { Ty::I32 } else { Ty::I64 }))
            }
            _ => None,
        });
        let watches = watches.collect();
        let watched = gates
            .watched
            .keys()
            .map(|&node| (node, reserve(design.pool.ty(node))))
            .collect();
        let registers =
            (0..design.registers.len()).filter(|&register| gates.late_registers[register]);
        let late_registers = registers
            .map(|register| (register, reserve(slot_type(layout.registers[register]))))
            .collect();
        let late_stores = late_stores(design, layout, gates, &mut reserve);
        Scratch {
            woken,
            watches,
            watched,
            late_registers,
            late_stores,
            end,
        }
    }
}

fn late_stores(
    design: &Design,
    layout: &Layout,
    gates: &Gates,
    mut reserve: impl FnMut(Ty) -> Slot,
) -> BTreeMap<(usize, usize), LateStore> {
    let mut stores = BTreeMap::new();
    let memories = design.memories.iter().enumerate();
    for (memory, data) in memories.filter(|(memory, _)| gates.late_memories[*memory]) {
        let ty = slot_type(layout.memories[memory].slot(0, 0));
        for (port, write) in data.writes.iter().enumerate() {
            let late = LateStore {
                flag: reserve(Ty::I32),
                address: reserve(Ty::I32),
                data: write.data.iter().map(|_| reserve(ty)).collect(),
            };
            stores.insert((memory, port), late);
        }
    }
    stores
}
