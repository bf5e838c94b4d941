//! Control flow, rebuilt from multiplexers: registers with a common condition are updated in one
//! branch.

mod counts;
mod roots;
mod waiting;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::design::{cone, Design};
use crate::facts::Facts;
use crate::gates::{Deadline, FreeCounters, Gates, StallDomain};
use crate::node::{Node, NodeId, Op};
use crate::options::{Options, Pass};
use crate::pool::Pool;
use crate::region::{Item, Position, Region, RegionId, Schedule, MAX_DEPTH};
use counts::Counts;
use roots::{sort_roots, Root, Roots};
use waiting::Waiting;

/// Limit of branches above the number of roots. It bounds the time: a branch in both arms of a
/// branch is made twice.
const SPARE_BRANCHES: usize = 2048;
/// Limit of copies for each root and spare branch. It bounds the size of the code: both arms of a
/// branch have its roots. Games have up to nine copies of a root.
const MOST_COPIES: usize = 16;

fn count(roots: &Roots) -> usize {
    roots.0.len() + roots.1.len()
}

/// Rebuilds the control flow.
pub(crate) fn schedule(design: &Design, gates: &Gates) -> Schedule {
    let mut roots = sort_roots(design, gates);
    let always = roots.remove(&None).unwrap_or_default();
    let (stalled, _) = roots.remove(&Some(StallDomain::NUMBER)).unwrap_or_default();
    let early = gates.early_hoisted();
    let counters = roots.remove(&Some(FreeCounters::NUMBER)).map(|roots| {
        let builder = Builder::new(design, gates.options, &early, count(&roots));
        builder.build_counters(roots, gates)
    });
    let given = gates.given();
    let all = count(&always) + stalled.len();
    let always =
        Builder::new(design, gates.options, &given, all).build_cycle(always, stalled, gates);
    let detected: FxHashSet<NodeId> = gates.detected.keys().copied().collect();
    let mut partitions = Vec::new();
    for (partition, roots) in roots {
        let partition = partition.expect("the others have been removed");
        let builder = Builder::new(design, gates.options, &detected, count(&roots));
        partitions.push((partition, builder.build(roots)));
    }
    let mut hoisted: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
    for (&node, &partition) in &gates.hoisted {
        hoisted.entry(partition).or_default().push(node);
    }
    for (partition, nodes) in hoisted {
        let mut builder = Builder::new(design, gates.options, &detected, nodes.len());
        let items = nodes.into_iter().map(|node| Item::Hoist { node });
        builder.regions[0].items.extend(items);
        partitions.push((partition, builder.regions));
    }
    Schedule {
        counters,
        always,
        partitions,
    }
}

struct Builder<'a> {
    design: &'a Design,
    facts: Facts<'a>,
    regions: Vec<Region>,
    /// Number of branches that may still be made.
    branches_left: usize,
    /// Number of copies of roots that may still be made.
    copies_left: usize,
}

impl<'a> Builder<'a> {
    /// A builder for a number of roots.
    fn new(
        design: &'a Design,
        options: Options,
        given: &'a FxHashSet<NodeId>,
        roots: usize,
    ) -> Self {
        let branches = roots + SPARE_BRANCHES;
        let mut builder = Builder {
            design,
            facts: Facts::with_given(&design.pool, given),
            regions: Vec::new(),
            branches_left: if options.has(Pass::Conditions) {
                branches
            } else {
                0
            },
            copies_left: MOST_COPIES * branches,
        };
        builder.region(None, 0);
        builder
    }

    fn build(mut self, roots: Roots) -> Vec<Region> {
        self.fill(RegionId(0), roots.0, roots.1);
        self.regions
    }

    /// Builds the code of the free-running counters.
    fn build_counters(mut self, roots: Roots, gates: &Gates) -> Vec<Region> {
        self.detect(RegionId(0), gates, Some(FreeCounters::NUMBER));
        self.fill(RegionId(0), roots.0, roots.1);
        let deadlines = gates.free_counters.registers.values().flatten();
        let values = deadlines.filter_map(|deadline| match deadline {
            Deadline::At(value) if self.pool().as_const(*value).is_none() => Some(*value),
            _ => None,
        });
        let values = values.collect();
        self.regions[0].items.push(Item::NextDeadline { values });
        self.regions
    }

    /// Builds the code that runs in every cycle. The stall domain is in branches: its change
    /// detection before the partitions with hoisted values, its logic after them.
    fn build_cycle(mut self, roots: Roots, stalled: Vec<Root>, gates: &Gates) -> Vec<Region> {
        let whole = RegionId(0);
        self.detect(whole, gates, None);
        let stall = gates.stall.as_ref();
        if stall.is_some_and(|stall| !stall.detected.is_empty()) {
            let moving = self.if_moving(whole);
            self.detect(moving, gates, Some(StallDomain::NUMBER));
        }
        if !gates.hoisted.is_empty() {
            self.regions[0].items.push(Item::RunPartitions);
        }
        if let Some(stall) = stall {
            let moving = self.if_moving(whole);
            let mut waiting = Waiting::new(&self.facts, self.simplify_all(stalled));
            let group = waiting.take(&mut self.facts, stall.condition);
            let [on, off] = self.add_branch(moving, stall.condition);
            self.regions[off.0].items.push(Item::CountStall);
            self.fill_arms([on, off], stall.condition, group);
            self.fill(moving, waiting.rest(), Vec::new());
        }
        self.fill(whole, roots.0, roots.1);
        self.regions
    }

    /// Adds an empty region that runs unless the stall domain is stable.
    fn if_moving(&mut self, parent: RegionId) -> RegionId {
        let position = Position::Item(self.regions[parent.0].items.len());
        let depth = self.regions[parent.0].depth + 1;
        let then = self.region(Some((parent, position)), depth);
        self.regions[parent.0].items.push(Item::IfMoving { then });
        then
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

    /// Adds the change detection of the stall domain, of the counters, or of all other nodes: as
    /// many bits in one comparison as fit in a machine word.
    fn detect(&mut self, region: RegionId, gates: &Gates, of: Option<u32>) {
        // Nodes that depend on the same registers are grouped, because they may become one lookup.
        let mut groups: BTreeMap<Vec<NodeId>, Vec<NodeId>> = BTreeMap::new();
        let nodes = gates.detected.keys().copied();
        for node in nodes.filter(|&node| gates.of_detected(node) == of) {
            let mut sources = cone(self.pool(), [node]);
            sources.retain(|&source| matches!(self.pool().node(source), Node::Register(_)));
            groups.entry(sources).or_default().push(node);
        }
        let mut items = Vec::new();
        for nodes in groups.into_values() {
            let mut together: Vec<NodeId> = Vec::new();
            let mut bits = 0;
            for node in nodes {
                let width = self.pool().width(node);
                if bits + width > 64 {
                    let nodes = std::mem::take(&mut together);
                    items.push(Item::Detect { nodes });
                    bits = 0;
                }
                together.push(node);
                bits += width;
            }
            items.push(Item::Detect { nodes: together });
        }
        self.regions[region.0].items.extend(items);
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
                Some(condition) => self.add_branch(region, condition)[0],
                None => region,
            };
            self.regions[region.0].items.push(root.item);
        }
    }

    /// Adds a branch for some roots. Returns its arms.
    fn branch(&mut self, region: RegionId, condition: NodeId, group: Vec<Root>) -> [RegionId; 2] {
        self.branches_left -= 1;
        self.copies_left = self.copies_left.saturating_sub(group.len());
        let arms = self.add_branch(region, condition);
        self.fill_arms(arms, condition, group);
        arms
    }

    fn fill_arms(&mut self, arms: [RegionId; 2], condition: NodeId, group: Vec<Root>) {
        for (arm, value) in arms.into_iter().zip([true, false]) {
            let mark = self.facts.mark();
            self.facts.assume(condition, value);
            self.fill(arm, group.clone(), Vec::new());
            self.facts.forget(mark);
        }
    }

    /// Adds an empty branch.
    fn add_branch(&mut self, region: RegionId, condition: NodeId) -> [RegionId; 2] {
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
        let is_full = self.branches_left == 0 || self.copies_left == 0;
        let is_deep = self.regions[region.0].depth >= MAX_DEPTH;
        (!is_full && !is_deep).then(|| counts.most())?
    }
}
