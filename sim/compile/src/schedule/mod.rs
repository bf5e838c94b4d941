//! Control flow, rebuilt from multiplexers: registers with a common condition are updated in one
//! branch.

mod counts;
mod roots;
mod waiting;

use std::collections::{BTreeMap, HashSet};

use crate::design::{cone, Design};
use crate::facts::Facts;
use crate::gates::{Deadline, Gates};
use crate::node::{Node, NodeId, Op};
use crate::pool::Pool;
use crate::region::{Cycle, Item, Position, Region, RegionId, Schedule, MAX_DEPTH};
use counts::Counts;
use roots::{sort_roots, Root, Roots};
use waiting::Waiting;

/// Limit of regions above the number of registers. It bounds the size of the code, because shared
/// arms are copied.
const SPARE_REGIONS: usize = 4096;

/// Rebuilds the control flow.
pub(crate) fn schedule(design: &Design, gates: &Gates) -> Schedule {
    let (partitions, roots) = sort_roots(design, gates);
    let detected: HashSet<NodeId> = gates.detected.keys().copied().collect();
    let has_free_counters = !gates.free_counters.registers.is_empty();
    let one = |moves: bool, ticks: bool| {
        let hoisted = gates.hoisted.keys();
        let known = gates.free_counters.detected.iter().filter(|_| !ticks);
        let given = hoisted.chain(known).copied().collect();
        let mut builder = Builder::new(design, &given);
        builder.detect(gates, moves, ticks);
        if !partitions.is_empty() {
            builder.regions[0].items.push(Item::RunPartitions);
        }
        builder.build_cycle(roots.clone(), gates, moves, ticks)
    };
    let cycle = |moves: bool| Cycle {
        full: one(moves, true),
        fast: has_free_counters.then(|| one(moves, false)),
    };
    let always = cycle(true);
    let stalled = gates.stall.is_some().then(|| cycle(false));
    let mut done = Vec::new();
    for (partition, roots) in partitions {
        done.push((partition, Builder::new(design, &detected).build(roots)));
    }
    let mut hoisted: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
    for (&node, &partition) in &gates.hoisted {
        hoisted.entry(partition).or_default().push(node);
    }
    for (partition, nodes) in hoisted {
        let mut builder = Builder::new(design, &detected);
        let items = nodes.into_iter().map(|node| Item::Hoist { node });
        builder.regions[0].items.extend(items);
        done.push((partition, builder.regions));
    }
    Schedule {
        always,
        stalled,
        partitions: done,
    }
}

struct Builder<'a> {
    design: &'a Design,
    facts: Facts<'a>,
    regions: Vec<Region>,
    limit: usize,
}

impl<'a> Builder<'a> {
    fn new(design: &'a Design, given: &'a HashSet<NodeId>) -> Self {
        let mut builder = Builder {
            design,
            facts: Facts::with_given(&design.pool, given),
            regions: Vec::new(),
            limit: design.registers.len() + SPARE_REGIONS,
        };
        builder.region(None, 0);
        builder
    }

    fn build(mut self, roots: Roots) -> Vec<Region> {
        self.fill(RegionId(0), roots.0, roots.1);
        self.regions
    }

    /// Builds the code that runs in every cycle. `moves` includes the stall domain; `ticks`
    /// includes the free-running counters.
    fn build_cycle(mut self, roots: Roots, gates: &Gates, moves: bool, ticks: bool) -> Vec<Region> {
        let (roots, ordered) = roots;
        let mut roots = self.simplify_all(roots);
        roots.retain(|root| match &root.item {
            Item::Set { register, .. } => {
                let stall = gates.stall.as_ref();
                let is_stalled = stall.is_some_and(|stall| stall.registers.contains(register));
                (moves || !is_stalled)
                    && (ticks || !gates.free_counters.registers.contains_key(register))
            }
            _ => true,
        });
        if let Some(stall) = gates.stall.as_ref().filter(|_| moves) {
            let mut waiting = Waiting::new(&self.facts, roots);
            let group = waiting.take(&mut self.facts, stall.condition);
            let [_, off] = self.branch(RegionId(0), stall.condition, group);
            self.regions[off.0].items.push(Item::CountStall);
            roots = waiting.rest();
        }
        self.fill(RegionId(0), roots, ordered);
        if ticks && !gates.free_counters.registers.is_empty() {
            let deadlines = gates.free_counters.registers.values().flatten();
            let values = deadlines.filter_map(|deadline| match deadline {
                Deadline::At(value) if self.pool().as_const(*value).is_none() => Some(*value),
                _ => None,
            });
            let values = values.collect();
            self.regions[0].items.push(Item::NextDeadline { values });
        }
        self.regions
    }

    fn pool(&self) -> &Pool {
        &self.design.pool
    }

    fn region(&mut self, parent: Option<(RegionId, Position)>, depth: u32) -> RegionId {
        self.regions.push(Region {
            parent,
            depth,
            items: Vec::new(),
        });
        RegionId(self.regions.len() - 1)
    }

    /// Adds change detection, as many bits in one comparison as fit in a machine word. Nodes of the
    /// stall domain or of the counters are left out on their fast paths.
    fn detect(&mut self, gates: &Gates, moves: bool, ticks: bool) {
        // Nodes that depend on the same registers are grouped, because they may become one lookup.
        let mut groups: BTreeMap<(bool, bool, Vec<NodeId>), Vec<NodeId>> = BTreeMap::new();
        for &node in gates.detected.keys() {
            let stall = gates.stall.as_ref();
            let is_stalled = stall.is_some_and(|stall| stall.detected.contains(&node));
            let mut sources = cone(self.pool(), [node]);
            sources.retain(|&source| matches!(self.pool().node(source), Node::Register(_)));
            let group = groups
                .entry((
                    is_stalled,
                    gates.free_counters.detected.contains(&node),
                    sources,
                ))
                .or_default();
            group.push(node);
        }
        groups.retain(|&(is_stalled, is_ticking, _), _| {
            (moves || !is_stalled) && (ticks || !is_ticking)
        });
        for nodes in groups.into_values() {
            let mut together: Vec<NodeId> = Vec::new();
            let mut bits = 0;
            for node in nodes {
                let width = self.pool().width(node);
                if bits + width > 64 {
                    let nodes = std::mem::take(&mut together);
                    self.regions[0].items.push(Item::Detect { nodes });
                    bits = 0;
                }
                together.push(node);
                bits += width;
            }
            self.regions[0].items.push(Item::Detect { nodes: together });
        }
    }

    /// Fills a region: branches first, then unconditional items, stores last.
    fn fill(&mut self, region: RegionId, roots: Vec<Root>, ordered: Vec<Root>) {
        let roots = self.simplify_all(roots);
        let mut counts = Counts::new(self.conditions(&roots));
        let mut waiting = Waiting::new(&self.facts, roots);
        while let Some(condition) = self.common_condition(region, &mut counts) {
            let group = waiting.take(&mut self.facts, condition);
            counts.remove(self.conditions(&group));
            let arms = self.branch(region, condition, group);
            if arms.map(|arm| self.regions[arm.0].items.is_empty()) == [true; 2] {
                // The facts of both arms leave nothing to do. The arms are the last regions.
                self.regions.truncate(arms[0].0);
                self.regions[region.0].items.pop();
            }
        }
        let mut roots = waiting.rest();
        roots.sort_by_key(|root| matches!(root.item, Item::Store { .. }));
        roots.extend(self.simplify_all(ordered));
        for root in roots {
            let region = match root.enable {
                Some(condition) => self.add_arms(region, condition)[0],
                None => region,
            };
            self.regions[region.0].items.push(root.item);
        }
    }

    /// Adds a branch for some roots. Returns its arms.
    fn branch(&mut self, region: RegionId, condition: NodeId, group: Vec<Root>) -> [RegionId; 2] {
        let arms = self.add_arms(region, condition);
        for (arm, value) in arms.into_iter().zip([true, false]) {
            let mark = self.facts.mark();
            self.facts.assume(condition, value);
            self.fill(arm, group.clone(), Vec::new());
            self.facts.forget(mark);
        }
        arms
    }

    /// Adds an empty branch.
    fn add_arms(&mut self, region: RegionId, condition: NodeId) -> [RegionId; 2] {
        let position = Position::Item(self.regions[region.0].items.len());
        let depth = self.regions[region.0].depth + 1;
        let [then, otherwise] = [(); 2].map(|()| self.region(Some((region, position)), depth));
        self.regions[region.0].items.push(Item::If {
            condition,
            then,
            otherwise,
        });
        [then, otherwise]
    }

    fn simplify_all(&self, roots: Vec<Root>) -> Vec<Root> {
        let simplified = roots.into_iter().filter_map(|root| self.simplify(root));
        simplified.collect()
    }

    /// Simplifies a root with the facts of this branch. `None` if it has no effect.
    fn simplify(&self, mut root: Root) -> Option<Root> {
        let facts = &self.facts;
        let resolve = |node: &mut NodeId| *node = facts.resolve(*node);
        root.conditions.clear();
        match &mut root.item {
            Item::Set { register, value } => {
                resolve(value);
                if *value == self.design.registers[*register].node {
                    return None;
                }
                if let Some(Node::Mux(condition, ..)) = facts.open(*value) {
                    root.conditions.push(condition);
                }
            }
            Item::Store { address, data, .. } => {
                data.iter_mut().chain([address]).for_each(resolve);
            }
            other => unreachable!("{other:?} is no root"),
        }
        if let Some(enable) = &mut root.enable {
            resolve(enable);
            match facts.decide(*enable) {
                Some(false) => return None,
                Some(true) => root.enable = None,
                None => root.conditions.extend(match facts.open(*enable) {
                    Some(Node::Mux(condition, ..)) => vec![condition],
                    Some(Node::Binary(Op::And, _, a, b)) if facts.one_bit(a, b) => {
                        vec![*enable, a, b]
                    }
                    _ => vec![*enable],
                }),
            }
        }
        Some(root)
    }

    /// The conditions of some roots, with their keys. Conditions with the same key exclude each
    /// other: comparisons of one value, such as the state of a state machine, with constants.
    fn conditions<'b>(&'b self, roots: &'b [Root]) -> impl Iterator<Item = (NodeId, NodeId)> + 'b {
        let conditions = roots.iter().flat_map(|root| &root.conditions);
        conditions.map(|&condition| (condition, self.key(condition)))
    }

    fn key(&self, condition: NodeId) -> NodeId {
        match self.facts.open(condition) {
            Some(Node::Binary(Op::Eq, _, subject, constant))
                if self.pool().as_const(constant).is_some() =>
            {
                subject
            }
            _ => condition,
        }
    }

    /// The condition that most roots share, if enough of them do.
    fn common_condition(&self, region: RegionId, counts: &mut Counts) -> Option<NodeId> {
        let is_full = self.regions.len() >= self.limit;
        let is_deep = self.regions[region.0].depth >= MAX_DEPTH;
        (!is_full && !is_deep).then(|| counts.most())?
    }
}
