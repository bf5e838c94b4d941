//! Walk over a plan in the order in which its code runs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::state::State;
use crate::design::Design;
use crate::node::{Node, NodeId};
use crate::place::Plan;
use crate::region::{Item, Position, RegionId};

/// Values that the code of a plan finds in memory.
#[derive(Clone, Default)]
pub(super) struct Given {
    /// From the start of the plan.
    pub(super) first: FxHashSet<NodeId>,
    /// After the partitions with hoisted values have run.
    pub(super) hoisted: FxHashSet<NodeId>,
}

/// All that a plan reads and writes.
#[derive(Default)]
pub(super) struct Accesses {
    pub(super) reads: BTreeSet<State>,
    /// Given values that are read.
    pub(super) given: BTreeSet<NodeId>,
    /// Writes that are not deferred.
    pub(super) writes: BTreeSet<State>,
}

/// The accesses of a plan.
///
/// # Errors
/// If a value is used before it is defined, or state is read after it was overwritten.
pub(super) fn accesses(
    design: &Design,
    plan: &Plan,
    given: Given,
    is_deferred: &dyn Fn(State) -> bool,
) -> Result<Accesses, String> {
    let mut arms = FxHashMap::default();
    for (index, region) in plan.regions.iter().enumerate() {
        if let Some(parent) = region.parent {
            arms.entry(parent).or_insert(RegionId(index));
        }
    }
    let mut walk = Walk {
        design,
        plan,
        given: given.first,
        hoisted: given.hoisted,
        is_deferred,
        arms,
        region: RegionId(0),
        defined: FxHashMap::default(),
        written: BTreeMap::new(),
        log: Vec::new(),
        accesses: Accesses::default(),
    };
    walk.items(RegionId(0))?;
    Ok(walk.accesses)
}

struct Walk<'a> {
    design: &'a Design,
    plan: &'a Plan,
    given: FxHashSet<NodeId>,
    hoisted: FxHashSet<NodeId>,
    is_deferred: &'a dyn Fn(State) -> bool,
    /// First region at each position of another one.
    arms: FxHashMap<(RegionId, Position), RegionId>,
    /// The region that is being walked.
    region: RegionId,
    /// Nodes in locals, and the region in which each was computed.
    defined: FxHashMap<NodeId, RegionId>,
    /// State that was written on the way here, and the number of writes.
    written: BTreeMap<State, usize>,
    /// The writes in order.
    log: Vec<State>,
    accesses: Accesses,
}

/// A step of the evaluation of a node. The steps are explicit, because a node may depend on a long
/// chain of others.
enum Step {
    /// Uses a value.
    Use(NodeId),
    /// Computes a value into a local, unless it is in one already.
    Define(NodeId),
    /// The value is in a local from here on.
    Defined(NodeId),
    /// Reads state.
    Read(State),
    /// Goes to a region.
    Go(RegionId),
}

impl Walk<'_> {
    fn items(&mut self, region: RegionId) -> Result<(), String> {
        let plan = self.plan;
        self.region = region;
        for (index, item) in plan.regions[region.0].items.iter().enumerate() {
            let position = (region, Position::Item(index));
            for &node in plan.before.get(&position).into_iter().flatten() {
                self.run(Step::Define(node))?;
            }
            match item {
                Item::Set { register, value } => {
                    self.run(Step::Use(*value))?;
                    self.write(State::Register(*register));
                }
                Item::Store { memory, data, .. } => {
                    // The limbs are written one by one, so all values are in locals before.
                    let step = if data.len() > 1 {
                        Step::Define
                    } else {
                        Step::Use
                    };
                    self.run_all(item.nodes().into_iter().map(step))?;
                    self.write(State::Memory(*memory));
                }
                Item::Detect { nodes } => self.detect(nodes, position)?,
                Item::RunPartitions => {
                    if let Some(state) = self.log.first() {
                        let name = state.name(self.design);
                        return Err(format!("{name} is written before the partitions read it"));
                    }
                    self.given.extend(self.hoisted.drain());
                }
                Item::NextDeadline { values } => {
                    self.run_all(values.iter().map(|&value| Step::Define(value)))?;
                }
                Item::Hoist { node } => self.run(Step::Use(*node))?,
                Item::CountStall => {}
                Item::If {
                    condition,
                    then,
                    otherwise,
                } => self.branch(*condition, [*then, *otherwise])?,
                Item::IfMoving { then } => {
                    let outside = self.region;
                    self.items(*then)?;
                    self.region = outside;
                }
            }
        }
        Ok(())
    }

    /// Compares nodes, and computes them again after a lookup has changed.
    fn detect(&mut self, nodes: &[NodeId], at: (RegionId, Position)) -> Result<(), String> {
        let Some(table) = self.plan.tables.detections.get(&nodes[0]) else {
            return self.run_all(nodes.iter().map(|&node| Step::Define(node)));
        };
        self.run_all(table.operands().map(Step::Use))?;
        let arm = *self.arms.get(&at).ok_or("a lookup has no region")?;
        let inside = nodes.iter().map(|&node| Step::Define(node));
        let steps = [Step::Go(arm)].into_iter().chain(inside);
        self.run_all(steps.chain([Step::Go(at.0)]))
    }

    fn branch(&mut self, condition: NodeId, arms: [RegionId; 2]) -> Result<(), String> {
        let outside = self.region;
        self.run(Step::Use(condition))?;
        let start = self.log.len();
        self.items(arms[0])?;
        // The other arm runs without these writes.
        let first: Vec<State> = self.log[start..].to_vec();
        for state in &first {
            *self.written.entry(*state).or_default() -= 1;
        }
        self.items(arms[1])?;
        for state in first {
            *self.written.entry(state).or_default() += 1;
        }
        self.region = outside;
        Ok(())
    }

    fn write(&mut self, state: State) {
        if !(self.is_deferred)(state) {
            *self.written.entry(state).or_default() += 1;
            self.log.push(state);
            self.accesses.writes.insert(state);
        }
    }

    fn run_all(&mut self, steps: impl Iterator<Item = Step>) -> Result<(), String> {
        steps.into_iter().try_for_each(|step| self.run(step))
    }

    fn run(&mut self, step: Step) -> Result<(), String> {
        let mut steps = vec![step];
        while let Some(step) = steps.pop() {
            match step {
                Step::Use(node) | Step::Define(node) => {
                    if self.is_defined(node)? || self.is_given(node)? {
                        continue;
                    }
                    if matches!(step, Step::Define(_)) || self.plan.stored.contains(&node) {
                        steps.push(Step::Defined(node));
                    }
                    steps.extend(self.needed(node).into_iter().rev());
                }
                Step::Defined(node) => drop(self.defined.insert(node, self.region)),
                Step::Read(state) => {
                    if self.written.get(&state).is_some_and(|&writes| writes > 0) {
                        let name = state.name(self.design);
                        return Err(format!("{name} is read after it was overwritten"));
                    }
                    self.accesses.reads.insert(state);
                }
                Step::Go(region) => self.region = region,
            }
        }
        Ok(())
    }

    /// True for a constant and for a value in a local.
    fn is_defined(&self, node: NodeId) -> Result<bool, String> {
        let Some(&home) = self.defined.get(&node) else {
            return Ok(self.design.pool.as_const(node).is_some());
        };
        let mut region = self.region;
        while region != home {
            match self.plan.regions[region.0].parent {
                Some((parent, _)) => region = parent,
                None => return Err(format!("{node} is defined in another branch than its use")),
            }
        }
        Ok(true)
    }

    /// True for a value in memory.
    fn is_given(&mut self, node: NodeId) -> Result<bool, String> {
        if self.plan.slots.contains_key(&node) {
            return Ok(false);
        }
        if !self.given.contains(&node) {
            return Err(format!("{node} is used before it is defined"));
        }
        self.accesses.given.insert(node);
        Ok(true)
    }

    /// The steps that compute a node.
    fn needed(&self, node: NodeId) -> Vec<Step> {
        if let Some(table) = self.plan.tables.nodes.get(&node) {
            return table.operands().map(Step::Use).collect();
        }
        let operands = || self.design.pool.node(node).operands().map(Step::Use);
        match self.design.pool.node(node) {
            Node::Register(register) => vec![Step::Read(State::Register(register as usize))],
            Node::Load { memory, .. } => {
                let read = Step::Read(State::Memory(memory as usize));
                operands().chain([read]).collect()
            }
            Node::Mux(condition, a, b) => match self.plan.arms.get(&node) {
                Some(&[then, otherwise]) => {
                    let at = self.plan.regions[then.0].parent;
                    let before = at.and_then(|at| self.plan.before.get(&at));
                    let before = before.into_iter().flatten();
                    let before = before.map(|&node| Step::Define(node));
                    let choice = [
                        Step::Use(condition),
                        Step::Go(then),
                        Step::Use(a),
                        Step::Go(otherwise),
                        Step::Use(b),
                        Step::Go(self.region),
                    ];
                    before.chain(choice).collect()
                }
                None => operands().collect(),
            },
            _ => operands().collect(),
        }
    }
}
