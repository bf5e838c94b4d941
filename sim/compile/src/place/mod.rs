//! Late scheduling: every node is computed in the innermost region around all its uses, and not
//! before its first use.
//!
//! All values are those from before the cycle. So a node that reads state is computed before the
//! first write to that state which may come before a use. Such a write counts as a use.

mod arms;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::design::Design;
use crate::node::{Node, NodeId};
use crate::region::{Item, Position, Region, RegionId, MAX_DEPTH};
use crate::table::Tables;

/// Most values of one item that are computed where they are used. More of them are computed before
/// the item, one after the other, so that the code can be divided between any two.
const MOST_OF_ITEM: usize = 10_000;

/// Schedule slot of a node: it is computed at its first use in the region, which is in or before
/// this item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScheduleSlot {
    pub(crate) region: RegionId,
    pub(crate) item: usize,
}

/// The schedule of a tree of regions.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) regions: Vec<Region>,
    /// Multiplexers that are branches, and their arms.
    pub(crate) arms: FxHashMap<NodeId, [RegionId; 2]>,
    /// Nodes that are computed before a position in their region, in order.
    pub(crate) before: FxHashMap<(RegionId, Position), BTreeSet<NodeId>>,
    /// Nodes whose value is stored in a local, because it is used again or later.
    pub(crate) stored: BTreeSet<NodeId>,
    /// Schedule slot of each node that is computed.
    pub(crate) slots: BTreeMap<NodeId, ScheduleSlot>,
    /// Lookup tables.
    pub(crate) tables: Tables,
}

/// The nodes of each change-detection item.
pub(crate) fn detections(regions: &[Region]) -> impl Iterator<Item = &Vec<NodeId>> {
    let items = regions.iter().flat_map(|region| &region.items);
    items.filter_map(|item| match item {
        Item::Detect { nodes } => Some(nodes),
        _ => None,
    })
}

/// Finds the schedule slot of every node.
pub(crate) struct Placer<'a> {
    pub(crate) design: &'a Design,
    tables: &'a Tables,
    pub(crate) regions: Vec<Region>,
    pub(crate) arms: FxHashMap<NodeId, [RegionId; 2]>,
    /// Regions in which the nodes of change-detection items are computed after the result of their
    /// lookup has changed, by the first node of the item.
    detection_arms: BTreeMap<NodeId, RegionId>,
    /// Slots of the nodes so far. A plan holds nothing for the nodes of other plans, because a
    /// large design has thousands of plans.
    pub(crate) slots: BTreeMap<NodeId, ScheduleSlot>,
    /// Writes of each register.
    sets: FxHashMap<u32, Vec<ScheduleSlot>>,
    /// Writes of each memory.
    stores: FxHashMap<u32, Vec<ScheduleSlot>>,
    /// Reads that are moved forward to a write.
    forced: Vec<(NodeId, ScheduleSlot)>,
    /// Nodes that need no schedule slot.
    given: &'a FxHashSet<NodeId>,
}

impl<'a> Placer<'a> {
    /// Finds the schedule slot of every node except the `given` ones. `branches` allows branches
    /// for multiplexers.
    pub(crate) fn place(
        design: &'a Design,
        regions: Vec<Region>,
        given: &'a FxHashSet<NodeId>,
        tables: &'a Tables,
        branches: bool,
    ) -> Self {
        let mut placer = Placer {
            design,
            tables,
            regions,
            arms: FxHashMap::default(),
            detection_arms: BTreeMap::new(),
            slots: BTreeMap::new(),
            sets: FxHashMap::default(),
            stores: FxHashMap::default(),
            forced: Vec::new(),
            given,
        };
        placer.roots();
        // Operands come before their users, so all users of a node have their slots.
        let mut next = placer.slots.keys().next_back().copied();
        while let Some(node) = next {
            placer.bring_forward(node);
            placer.need_operands(node, branches && placer.may_be_branch(node));
            next = placer
                .slots
                .range(..node)
                .next_back()
                .map(|(&node, _)| node);
        }
        placer.leave_cheap_arms();
        placer
    }

    /// Places the operands of a node that has its slot. The values of a branch's arms are placed in
    /// regions of their own.
    fn need_operands(&mut self, node: NodeId, branch: bool) {
        let slot = self.slots[&node];
        if branch && self.regions[slot.region.0].depth < MAX_DEPTH {
            self.add_arms(node, slot.region);
        }
        self.need_all(self.operands(node, slot.region), slot);
    }

    /// Operands of a node in a region, and the region of each use.
    fn operands(&self, node: NodeId, region: RegionId) -> Vec<(NodeId, RegionId)> {
        if let Some(table) = self.tables.nodes.get(&node) {
            return table.operands().map(|operand| (operand, region)).collect();
        }
        let arms = self.arms.get(&node);
        let operands = self.design.pool.node(node).operands().enumerate();
        let needed = operands.map(|(position, operand)| match (arms, position) {
            (Some(arms), 1..) => (operand, arms[position - 1]),
            _ => (operand, region),
        });
        needed.collect()
    }

    /// Places nodes that a user in a slot needs there or in inner regions.
    fn need_all(&mut self, needed: Vec<(NodeId, RegionId)>, at: ScheduleSlot) {
        for (node, region) in needed {
            let item = if region == at.region { at.item } else { 0 };
            self.need(node, ScheduleSlot { region, item });
        }
    }

    fn add_arms(&mut self, mux: NodeId, region: RegionId) {
        let arms = [(); 2].map(|()| self.add_region(region, Position::Mux(mux)));
        self.arms.insert(mux, arms);
    }

    fn add_region(&mut self, parent: RegionId, position: Position) -> RegionId {
        self.regions.push(Region {
            parent: Some((parent, position)),
            depth: self.regions[parent.0].depth + 1,
            items: Vec::new(),
        });
        RegionId(self.regions.len() - 1)
    }

    /// Records all writes, and the nodes that items read.
    fn roots(&mut self) {
        for region in 0..self.regions.len() {
            for item in 0..self.regions[region].items.len() {
                let slot = ScheduleSlot {
                    region: RegionId(region),
                    item,
                };
                match self.regions[region].items[item] {
                    Item::Set { register, .. } => {
                        self.sets.entry(register as u32).or_default().push(slot)
                    }
                    Item::Store { memory, .. } => {
                        self.stores.entry(memory as u32).or_default().push(slot)
                    }
                    Item::Detect { ref nodes }
                        if self.tables.detections.contains_key(&nodes[0]) =>
                    {
                        let first = nodes[0];
                        let arm = self.add_region(slot.region, Position::Item(item));
                        self.detection_arms.insert(first, arm);
                    }
                    Item::If { .. }
                    | Item::IfMoving { .. }
                    | Item::Detect { .. }
                    | Item::RunPartitions
                    | Item::CountStall
                    | Item::NextDeadline { .. }
                    | Item::Hoist { .. } => {}
                }
                self.need_all(self.needed_by_item(slot), slot);
            }
        }
    }

    /// Nodes that an item reads, and the region of each use.
    fn needed_by_item(&self, at: ScheduleSlot) -> Vec<(NodeId, RegionId)> {
        let item = &self.regions[at.region.0].items[at.item];
        let all = |region| item.nodes().into_iter().map(move |node| (node, region));
        match item {
            Item::Detect { nodes } if self.detection_arms.contains_key(&nodes[0]) => {
                let leaves = self.tables.detections[&nodes[0]].operands();
                let leaves = leaves.map(|leaf| (leaf, at.region));
                leaves.chain(all(self.detection_arms[&nodes[0]])).collect()
            }
            _ => all(at.region).collect(),
        }
    }

    fn need(&mut self, node: NodeId, at: ScheduleSlot) {
        if self.given.contains(&node) || self.design.pool.as_const(node).is_some() {
            return;
        }
        let known = self.slots.get(&node).copied();
        let slot = known.map_or(at, |slot| {
            let (slot, at) = self.meet(slot, at);
            ScheduleSlot {
                region: slot.region,
                item: slot.item.min(at.item),
            }
        });
        if known != Some(slot) {
            self.slots.insert(node, slot);
        }
    }

    /// The innermost region around both slots, and the item in it that contains each of them.
    fn meet(&self, mut a: ScheduleSlot, mut b: ScheduleSlot) -> (ScheduleSlot, ScheduleSlot) {
        while a.region != b.region {
            if self.regions[a.region.0].depth >= self.regions[b.region.0].depth {
                a = self.outwards(a);
            } else {
                b = self.outwards(b);
            }
        }
        (a, b)
    }

    fn outwards(&self, slot: ScheduleSlot) -> ScheduleSlot {
        let (region, position) = self.regions[slot.region.0]
            .parent
            .expect("all regions lie in the first");
        let item = match position {
            Position::Item(item) => item,
            // Users are placed before operands, so the multiplexer has its slot.
            Position::Mux(mux) => self.slots[&mux].item,
        };
        ScheduleSlot { region, item }
    }

    /// Moves a read of state before the writes that would precede it.
    fn bring_forward(&mut self, node: NodeId) {
        let writes = match self.design.pool.node(node) {
            Node::Register(register) => self.sets.remove(&register),
            Node::Load { memory, .. } => self.stores.get(&memory).cloned(),
            _ => return,
        };
        for write in writes.into_iter().flatten() {
            let (read, write) = self.meet(self.slots[&node], write);
            if read.item > write.item {
                self.slots.insert(node, write);
                self.forced.push((node, write));
            }
        }
    }

    /// Reports every use of a node: the user, which is a node or else an item, and its region.
    pub(crate) fn each_use(&self, mut report: impl FnMut(NodeId, Option<NodeId>, RegionId)) {
        for (&user, slot) in &self.slots {
            for (node, region) in self.operands(user, slot.region) {
                report(node, Some(user), region);
            }
        }
        for region in (0..self.regions.len()).map(RegionId) {
            for item in 0..self.regions[region.0].items.len() {
                for (node, region) in self.needed_by_item(ScheduleSlot { region, item }) {
                    report(node, None, region);
                }
            }
        }
    }

    /// The plan. The `asked` nodes are stored in locals, because other code reads them.
    pub(crate) fn finish(self, asked: &FxHashSet<NodeId>) -> Plan {
        let mut before: FxHashMap<(RegionId, Position), BTreeSet<NodeId>> = FxHashMap::default();
        let (mut used, mut stored) = (FxHashSet::default(), BTreeSet::new());
        self.each_use(|node, _, mut region| {
            let Some(slot) = self.slots.get(&node) else {
                return;
            };
            if !used.insert(node) {
                stored.insert(node);
            }
            // A node that is used in an inner region is computed before that region.
            while region != slot.region {
                let parent = self.regions[region.0].parent;
                let (parent, position) = parent.expect("a node's region is around its uses");
                if parent == slot.region {
                    before.entry((parent, position)).or_default().insert(node);
                }
                region = parent;
            }
        });
        for &(node, slot) in &self.forced {
            // A later write may have moved the read to an outer region.
            let (_, slot) = self.meet(self.slots[&node], slot);
            let position = (slot.region, Position::Item(slot.item));
            before.entry(position).or_default().insert(node);
        }
        stored.extend(before.values().flatten().chain(asked));
        if stored.len() > MOST_OF_ITEM {
            for ((region, item), nodes) in self.by_item(&stored) {
                if nodes.len() > MOST_OF_ITEM {
                    let position = (region, Position::Item(item));
                    before.entry(position).or_default().extend(nodes);
                }
            }
        }
        Plan {
            regions: self.regions,
            arms: self.arms,
            before,
            stored,
            slots: self.slots,
            tables: self.tables.clone(),
        }
    }

    /// The stored nodes by their schedule slot.
    fn by_item(&self, stored: &BTreeSet<NodeId>) -> FxHashMap<(RegionId, usize), Vec<NodeId>> {
        let mut nodes: FxHashMap<_, Vec<NodeId>> = FxHashMap::default();
        for &node in stored {
            if let Some(slot) = self.slots.get(&node) {
                let key = (slot.region, slot.item);
                nodes.entry(key).or_default().push(node);
            }
        }
        nodes
    }
}
