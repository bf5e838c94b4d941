//! Late scheduling: every node is computed in the innermost region around all its uses, and not before its first use.
//!
//! All values are those from before the cycle. A node that reads state is therefore computed before the first write to that state
//! that could come before a use: the write counts as a use.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::design::Design;
use crate::gate::Gates;
use crate::node::{Node, NodeId};
use crate::region::{Cycle, Item, Position, Region, RegionId, Schedule};
use crate::table::Table;

/// An arm of a multiplexer is branched around when it holds at least this many nodes of its own.
const MIN_ARM: u32 = 5;

/// Where a node is computed: at its first use in the region, which is in or before this item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) region: RegionId,
    pub(crate) item: usize,
}

/// What is computed where.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) regions: Vec<Region>,
    /// Multiplexers that are branches, with their arms.
    pub(crate) arms: HashMap<NodeId, [RegionId; 2]>,
    /// Nodes that are computed before a position in their region, in order.
    pub(crate) before: HashMap<(RegionId, Position), BTreeSet<NodeId>>,
    /// Nodes whose value is kept in a local because it is used again, or later.
    pub(crate) kept: Vec<bool>,
    /// Where each node is computed; none for nodes that are not needed.
    pub(crate) spots: Vec<Option<Spot>>,
    /// In how many places a node is an operand, or what an item needs.
    pub(crate) uses: Vec<u32>,
    /// Nodes that are looked up.
    pub(crate) tables: BTreeMap<NodeId, Table>,
    /// Watching items whose nodes are looked up together, by their first node.
    pub(crate) watch_tables: BTreeMap<NodeId, Table>,
}

/// The plans of all that happens in a cycle.
#[derive(Debug)]
pub(crate) struct Plans {
    pub(crate) always: Cycle<Plan>,
    /// Of a cycle in which all that keeps pace stands still.
    pub(crate) still: Option<Cycle<Plan>>,
    pub(crate) parts: Vec<(u32, Plan)>,
}

/// Plans a cycle. Parts share nothing but what wakes them, so that a sleeping one costs nothing.
pub(crate) fn plans(design: &Design, gates: &Gates, schedule: Schedule) -> Plans {
    let watched: Vec<NodeId> = gates.watched.keys().copied().collect();
    let parts = schedule.parts.into_iter();
    let kept: Vec<NodeId> = gates.kept.keys().copied().collect();
    let known: Vec<NodeId> = kept.iter().chain(&gates.tickers.watched).copied().collect();
    let mut full = plan(design, schedule.always.full, &kept, &watched);
    if gates.sleeps() {
        full.find_tables(design);
    }
    let like = |regions: Vec<Region>, given: &[NodeId], full: &Plan| {
        let mut plan = plan(design, regions, given, &watched);
        plan.share_tables(full);
        plan
    };
    let quiet = schedule
        .always
        .quiet
        .map(|regions| like(regions, &known, &full));
    let still = schedule.still.map(|still| Cycle {
        full: like(still.full, &kept, &full),
        quiet: still.quiet.map(|regions| like(regions, &known, &full)),
    });
    let always = Cycle { full, quiet };
    Plans {
        always,
        still,
        parts: parts
            .map(|(part, regions)| (part, plan(design, regions, &watched, &[])))
            .collect(),
    }
}

/// Plans a tree of regions. The `given` nodes have their values already, the `asked` ones are wanted by others.
fn plan(design: &Design, regions: Vec<Region>, given: &[NodeId], asked: &[NodeId]) -> Plan {
    let muxes = (0..design.pool.len()).map(NodeId::at);
    let worth = |&node: &NodeId| match design.pool.node(node) {
        Node::Mux(_, a, b) => [a, b].into_iter().any(|arm| cost(design, arm) > 0),
        _ => false,
    };
    let all: Vec<NodeId> = muxes.filter(worth).collect();
    let trial = Placer::place(design, regions.clone(), &all, given);
    let branches = trial.expensive();
    let mut plan = Placer::place(design, regions, &branches, given).finish();
    asked.iter().for_each(|node| plan.kept[node.index()] = true);
    plan
}

/// Rough number of instructions.
pub(crate) fn cost(design: &Design, node: NodeId) -> u32 {
    match design.pool.node(node) {
        Node::Const(_) | Node::Register(_) | Node::Input(_) => 0,
        Node::Load { .. } | Node::Mux(..) => 2,
        Node::Binary(..) | Node::Count(_) => 1,
    }
}

struct Placer<'a> {
    design: &'a Design,
    regions: Vec<Region>,
    arms: HashMap<NodeId, [RegionId; 2]>,
    spots: Vec<Option<Spot>>,
    /// Where each register is written.
    sets: Vec<Vec<Spot>>,
    /// Where each memory is written.
    stores: Vec<Vec<Spot>>,
    /// Reads that are brought forward to a write.
    forced: Vec<(NodeId, Spot)>,
    /// Nodes that need no place.
    given: Vec<bool>,
}

impl<'a> Placer<'a> {
    /// Finds the spot of every node; the given multiplexers are branches.
    fn place(
        design: &'a Design,
        regions: Vec<Region>,
        branches: &[NodeId],
        given: &[NodeId],
    ) -> Self {
        let mut placer = Placer {
            design,
            regions,
            arms: HashMap::new(),
            spots: vec![None; design.pool.len()],
            sets: vec![Vec::new(); design.registers.len()],
            stores: vec![Vec::new(); design.memories.len()],
            forced: Vec::new(),
            given: vec![false; design.pool.len()],
        };
        for node in given {
            placer.given[node.index()] = true;
        }
        let mut branch = vec![false; design.pool.len()];
        for node in branches {
            branch[node.index()] = true;
        }
        placer.roots();
        for index in (0..design.pool.len()).rev() {
            let node = NodeId::at(index);
            if placer.spots[index].is_none() {
                continue;
            }
            placer.bring_forward(node);
            placer.need_operands(node, branch[index]);
        }
        placer
    }

    /// Places the operands of a node that has its place; a branch has its arms' values in regions of their own.
    fn need_operands(&mut self, node: NodeId, branch: bool) {
        let spot = self.spots[node.index()].expect("users are placed before operands");
        match self.design.pool.node(node) {
            Node::Mux(condition, a, b) if branch => {
                self.need(condition, spot);
                let arms = self.add_arms(node, spot.region);
                for (region, operand) in arms.into_iter().zip([a, b]) {
                    self.need(operand, Spot { region, item: 0 });
                }
            }
            other => other
                .operands()
                .for_each(|operand| self.need(operand, spot)),
        }
    }

    fn add_arms(&mut self, mux: NodeId, region: RegionId) -> [RegionId; 2] {
        let depth = self.regions[region.0].depth + 1;
        let arm = Region {
            parent: Some((region, Position::Mux(mux))),
            depth,
            items: Vec::new(),
        };
        let first = self.regions.len();
        self.regions.extend([arm.clone(), arm]);
        let arms = [RegionId(first), RegionId(first + 1)];
        self.arms.insert(mux, arms);
        arms
    }

    /// Notes all writes, and the nodes that items need.
    fn roots(&mut self) {
        for region in 0..self.regions.len() {
            for item in 0..self.regions[region].items.len() {
                let spot = Spot {
                    region: RegionId(region),
                    item,
                };
                match &self.regions[region].items[item] {
                    Item::Set { register, .. } => self.sets[*register].push(spot),
                    Item::Store { memory, .. } => self.stores[*memory].push(spot),
                    Item::If { .. }
                    | Item::Watch { .. }
                    | Item::Parts
                    | Item::Pace
                    | Item::Alarm { .. }
                    | Item::Keep { .. } => {}
                }
                for node in self.regions[region].items[item].nodes() {
                    self.need(node, spot);
                }
            }
        }
    }

    fn need(&mut self, node: NodeId, at: Spot) {
        if self.given[node.index()] || self.design.pool.as_const(node).is_some() {
            return;
        }
        let spot = match self.spots[node.index()] {
            None => at,
            Some(spot) => self.merge(spot, at),
        };
        self.spots[node.index()] = Some(spot);
    }

    fn merge(&self, a: Spot, b: Spot) -> Spot {
        let (a, b) = self.meet(a, b);
        Spot {
            region: a.region,
            item: a.item.min(b.item),
        }
    }

    /// The innermost region around both, and the item of it in which each of them lies.
    fn meet(&self, mut a: Spot, mut b: Spot) -> (Spot, Spot) {
        while a.region != b.region {
            if self.regions[a.region.0].depth >= self.regions[b.region.0].depth {
                a = self.outwards(a);
            } else {
                b = self.outwards(b);
            }
        }
        (a, b)
    }

    fn outwards(&self, spot: Spot) -> Spot {
        let (region, position) = self.regions[spot.region.0]
            .parent
            .expect("all regions lie in the first");
        let item = match position {
            Position::Item(item) => item,
            // Users are placed before operands, so the multiplexer has its spot.
            Position::Mux(mux) => {
                self.spots[mux.index()]
                    .expect("arms belong to needed nodes")
                    .item
            }
        };
        Spot { region, item }
    }

    /// Moves a read of state before the writes that would come first.
    fn bring_forward(&mut self, node: NodeId) {
        let writes = match self.design.pool.node(node) {
            Node::Register(register) => std::mem::take(&mut self.sets[register as usize]),
            Node::Load { memory, .. } => self.stores[memory as usize].clone(),
            _ => return,
        };
        for &write in &writes {
            let spot = self.spots[node.index()].expect("only needed nodes are placed");
            let (read, write) = self.meet(spot, write);
            if read.item > write.item {
                self.spots[node.index()] = Some(write);
                self.forced.push((node, write));
            }
        }
    }

    /// The multiplexers whose arms are worth a branch.
    fn expensive(&self) -> Vec<NodeId> {
        let mut costs = vec![0u32; self.regions.len()];
        for (index, spot) in self.spots.iter().enumerate() {
            if let Some(spot) = spot {
                costs[spot.region.0] += cost(self.design, NodeId::at(index));
            }
        }
        let mut found = Vec::new();
        // Arms were made outside in, so that inner costs are complete when they are added up.
        for index in (0..self.regions.len()).rev() {
            if let Some((parent, Position::Mux(mux))) = self.regions[index].parent {
                if costs[index] >= MIN_ARM {
                    found.push(mux);
                }
                costs[parent.0] += costs[index];
            }
        }
        found
    }

    fn finish(self) -> Plan {
        let mut plan = Plan {
            kept: vec![false; self.design.pool.len()],
            before: HashMap::new(),
            arms: HashMap::new(),
            regions: Vec::new(),
            spots: Vec::new(),
            uses: Vec::new(),
            tables: BTreeMap::new(),
            watch_tables: BTreeMap::new(),
        };
        let mut uses = vec![0u32; self.design.pool.len()];
        for index in 0..self.spots.len() {
            let Some(spot) = self.spots[index] else {
                continue;
            };
            let node = NodeId::at(index);
            let arms = self.arms.get(&node);
            for (position, operand) in self.design.pool.node(node).operands().enumerate() {
                let region = match (arms, position) {
                    (Some(arms), 1..) => arms[position - 1],
                    _ => spot.region,
                };
                self.note_use(operand, region, &mut uses, &mut plan);
            }
        }
        for (index, region) in self.regions.iter().enumerate() {
            for node in region.items.iter().flat_map(Item::nodes) {
                self.note_use(node, RegionId(index), &mut uses, &mut plan);
            }
        }
        for &(node, spot) in &self.forced {
            // A later write may have moved the read further out.
            let (_, spot) = self.meet(self.spots[node.index()].expect("it is read"), spot);
            let position = (spot.region, Position::Item(spot.item));
            plan.before.entry(position).or_default().insert(node);
            plan.kept[node.index()] = true;
        }
        for (kept, &uses) in plan.kept.iter_mut().zip(&uses) {
            *kept |= uses > 1;
        }
        Plan {
            regions: self.regions,
            arms: self.arms,
            spots: self.spots,
            uses,
            ..plan
        }
    }

    /// A use further in than the node itself needs the node to be there before.
    fn note_use(&self, node: NodeId, mut region: RegionId, uses: &mut [u32], plan: &mut Plan) {
        let Some(spot) = self.spots[node.index()] else {
            return;
        };
        uses[node.index()] += 1;
        while region != spot.region {
            let parent = self.regions[region.0].parent;
            let (parent, position) = parent.expect("a node's region is around its uses");
            if parent == spot.region {
                plan.before
                    .entry((parent, position))
                    .or_default()
                    .insert(node);
                plan.kept[node.index()] = true;
            }
            region = parent;
        }
    }
}
