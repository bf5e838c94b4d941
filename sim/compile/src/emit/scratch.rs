//! Memory beyond the image, for values of partitions. As locals they would occupy machine registers
//! in the loop.

use std::collections::BTreeMap;

use crate::design::Design;
use crate::gates::Gates;
use crate::layout::{slot_type, Layout, Slot};
use crate::node::{NodeId, Ty};
use crate::place::{detections, Plan};
use crate::plan::Plans;
use crate::table::{Leaf, Table};

/// Slots beyond the image.
pub(super) struct Scratch {
    /// Words of the set that is active in this cycle.
    pub(super) active: Vec<Slot>,
    /// Words of the set that will be active in the next cycle.
    pub(super) activated: Vec<Slot>,
    /// Number of cycles in which the stall domain may still change.
    pub(super) moving: Slot,
    /// Number of remaining cycles when the free-running counters were last exact.
    pub(super) alone: Slot,
    /// For each free-running counter: its value before the last cycle in which it was compared, and
    /// its step per cycle.
    pub(super) free_counters: BTreeMap<usize, (Slot, Slot)>,
    /// Packed values of a change-detection item at their last change, by the first node of the
    /// item.
    pub(super) detections: BTreeMap<NodeId, Slot>,
    /// The value of each change-detected node at its last change.
    pub(super) detected: BTreeMap<NodeId, Slot>,
    /// Values of hoisted nodes.
    pub(super) hoisted: BTreeMap<NodeId, Slot>,
    /// Next values of registers with deferred writes.
    pub(super) deferred_registers: BTreeMap<usize, Slot>,
    /// Deferred writes of memories, by memory and port.
    pub(super) deferred_stores: BTreeMap<(usize, usize), DeferredStore>,
    /// Lookup tables of nodes.
    pub(super) tables: BTreeMap<NodeId, Slot>,
    /// Index bits of each table that partitions prepare.
    pub(super) indices: BTreeMap<NodeId, Vec<Term>>,
    /// Lookup tables for change detection, by the first node of the item. Different results have
    /// different numbers.
    pub(super) detection_tables: BTreeMap<NodeId, Slot>,
    /// Contents of the tables: offset and bytes.
    pub(super) contents: Vec<(u32, Vec<u8>)>,
    /// End of the memory in use.
    pub(super) end: u32,
}

/// Index bits of a table that one partition prepares.
pub(super) struct Term {
    pub(super) partition: u32,
    pub(super) slot: Slot,
    /// Leaves, and the position of each in the index.
    pub(super) leaves: Vec<(Leaf, u32)>,
}

/// A deferred write to a memory.
pub(super) struct DeferredStore {
    /// Not zero if there is a write.
    pub(super) flag: Slot,
    /// Byte offset within the memory.
    pub(super) address: Slot,
    pub(super) data: Vec<Slot>,
}

impl Scratch {
    /// Slots from `end` on.
    pub(super) fn new(
        design: &Design,
        layout: &Layout,
        gates: &Gates,
        plans: &Plans,
        mut end: u32,
    ) -> Scratch {
        let mut reserve = |ty: Ty| {
            let bytes = if ty == Ty::I32 { 4 } else { 8 };
            end += 8;
            Slot {
                offset: end - 8,
                bytes,
            }
        };
        let [active, activated] =
            [(); 2].map(|()| (0..gates.words).map(|_| reserve(Ty::I64)).collect());
        let moving = reserve(Ty::I32);
        let alone = reserve(Ty::I32);
        let free_counters = gates.free_counters.registers.keys();
        let free_counters = free_counters
            .map(|&number| (number, (reserve(Ty::I32), reserve(Ty::I32))))
            .collect();
        let always = &plans.always;
        let counters = plans.counters.iter();
        let both = counters.chain([always]);
        let items = both.flat_map(|plan| detections(&plan.regions));
        let detections = items.map(|nodes| {
            let bits: u32 = nodes.iter().map(|&node| design.pool.width(node)).sum();
            let ty = if bits <= 32 { Ty::I32 } else { Ty::I64 };
            (nodes[0], reserve(ty))
        });
        let detections = detections.collect();
        let detected = gates
            .detected
            .keys()
            .map(|&node| (node, reserve(design.pool.ty(node))))
            .collect();
        let hoisted = gates
            .hoisted
            .keys()
            .map(|&node| (node, reserve(design.pool.ty(node))))
            .collect();
        let registers =
            (0..design.registers.len()).filter(|&register| gates.deferred_registers[register]);
        let deferred_registers = registers
            .map(|register| (register, reserve(slot_type(layout.registers[register]))))
            .collect();
        let deferred_stores = deferred_stores(design, layout, gates, &mut reserve);
        let tables = always.tables.nodes.iter();
        let indices = tables.map(|(&node, table)| (node, terms(table, gates, &mut reserve)));
        let indices = indices.collect();
        let mut scratch = Scratch {
            active,
            activated,
            moving,
            alone,
            free_counters,
            detections,
            detected,
            hoisted,
            deferred_registers,
            deferred_stores,
            tables: BTreeMap::new(),
            indices,
            detection_tables: BTreeMap::new(),
            contents: Vec::new(),
            end,
        };
        scratch.add_tables(design, always);
        scratch
    }

    fn add_tables(&mut self, design: &Design, plan: &Plan) {
        for (&node, table) in &plan.tables.nodes {
            let result = |index| table.results(&design.pool, index, &[node])[0];
            let results: Vec<u64> = (0..table.entries()).map(result).collect();
            let slot = self.add_table(&results);
            self.tables.insert(node, slot);
        }
        let detections = detections(&plan.regions)
            .filter_map(|nodes| Some((nodes, plan.tables.detections.get(&nodes[0])?)));
        for (nodes, table) in detections {
            // Slots start as zero, so the number zero stands for nodes that are all zero.
            let mut numbers = BTreeMap::from([(vec![0; nodes.len()], 0)]);
            let number = |index| {
                let next = numbers.len() as u64;
                *numbers
                    .entry(table.results(&design.pool, index, nodes))
                    .or_insert(next)
            };
            let results: Vec<u64> = (0..table.entries()).map(number).collect();
            let slot = self.add_table(&results);
            self.detection_tables.insert(nodes[0], slot);
        }
    }

    /// Adds a table and returns the slot of its first entry.
    fn add_table(&mut self, results: &[u64]) -> Slot {
        let bits = results.iter().fold(0, |bits, result| bits | result);
        let bytes = match bits {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        let offset = self.end.next_multiple_of(8);
        let entries = results
            .iter()
            .flat_map(|result| result.to_le_bytes().into_iter().take(bytes as usize));
        self.contents.push((offset, entries.collect()));
        self.end = offset + bytes * results.len() as u32;
        Slot { offset, bytes }
    }
}

/// Index bits of hoisted leaves, by partition.
fn terms(table: &Table, gates: &Gates, mut reserve: impl FnMut(Ty) -> Slot) -> Vec<Term> {
    let mut by_partition: BTreeMap<u32, Vec<(Leaf, u32)>> = BTreeMap::new();
    for (leaf, shift) in table.index() {
        if let Some(&partition) = gates.hoisted.get(&leaf.node) {
            by_partition
                .entry(partition)
                .or_default()
                .push((leaf, shift));
        }
    }
    let term = |(partition, leaves)| Term {
        partition,
        slot: reserve(Ty::I32),
        leaves,
    };
    by_partition.into_iter().map(term).collect()
}

fn deferred_stores(
    design: &Design,
    layout: &Layout,
    gates: &Gates,
    mut reserve: impl FnMut(Ty) -> Slot,
) -> BTreeMap<(usize, usize), DeferredStore> {
    let mut stores = BTreeMap::new();
    let memories = design.memories.iter().enumerate();
    for (memory, data) in memories.filter(|(memory, _)| gates.deferred_memories[*memory]) {
        let ty = slot_type(layout.memories[memory].slot(0, 0));
        for (port, write) in data.writes.iter().enumerate() {
            let deferred = DeferredStore {
                flag: reserve(Ty::I32),
                address: reserve(Ty::I32),
                data: write.data.iter().map(|_| reserve(ty)).collect(),
            };
            stores.insert((memory, port), deferred);
        }
    }
    stores
}
