//! Activity gating: a partition is computed only after a value that it depends on has changed.
//!
//! A register whose next value is a function of unchanged values takes the value that it already
//! has, so skipping it changes nothing. The same holds for a memory that is written with the same
//! word at the same address. Rarely changing values are of three kinds:
//!
//! - State that rarely changed in the profiling samples. Each write to it activates the partitions
//!   that read it.
//! - Inputs. All partitions are active in the first cycle of a run.
//! - Nodes that rarely change although their operands do, such as the end of a line. They are
//!   change-detected: compared with their last value in every cycle.
//!
//! Logic that is computed in every cycle also has rarely changing operands. These values are
//! hoisted into partitions of their own, one for values that change at the same times.
//!
//! The order in a cycle is: early partitions with hoisted values, change detection, other
//! partitions with hoisted values, logic that is computed in every cycle, partitions with state. So
//! all but the last read the state from before the cycle, without extra copies.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::activity::Activity;
use crate::class::{classes, Class};
use crate::cost::cost;
use crate::design::{Design, Write};
use crate::gates::{Gates, Mask, Pace, Tickers, ALL_PARTS};
use crate::needs::Search;
use crate::node::{Node, NodeId};
use crate::part::{merge, stirrers, Group, Holder};

/// Number of partitions with state that are grouped by instance.
const RESTING: u32 = 20;
/// Number of partitions with state that are grouped by trigger set.
const STIRRING: u32 = 24;
/// Number of partitions with hoisted values for change detection.
const EARLY: u32 = 4;
/// State whose triggers change in a larger share of the cycles is grouped by trigger set.
const STIRRED: f64 = 1.0 / 128.0;
/// Hoisted values whose triggers change in a larger share of the cycles are grouped by trigger set.
const LIVELY: f64 = 1.0 / 512.0;

impl Gates {
    /// Divides the design into partitions.
    pub(crate) fn new(design: &Design, activity: &Activity) -> Gates {
        let classes = classes(design, activity);
        let mut gates = Gates::open(design);
        gates.assign(design, &classes, activity);
        for holder in Holder::all(design) {
            let part = match holder {
                Holder::Register(number) => gates.registers[number],
                Holder::Memory(number) => gates.memories[number],
            };
            if let Some(part) = part {
                gates.wake_by(design, &classes, part, holder.moved_by(design, &classes));
            }
        }
        if gates.sleeps() {
            gates.keep(design, &classes, activity);
            gates.find_left_out(design, &classes, activity);
        }
        gates.find_late();
        gates
    }

    /// Assigns state elements to partitions. State with frequent triggers is grouped by trigger
    /// set. The rest is grouped by instance; neighbours in the hierarchy share a partition if there
    /// are more instances than partitions.
    fn assign(&mut self, design: &Design, classes: &[Class], activity: &Activity) {
        let mut stirred: BTreeMap<Vec<NodeId>, Vec<Holder>> = BTreeMap::new();
        for holder in Holder::all(design).filter(|holder| holder.sleeps(design, classes)) {
            let mut sources = stirrers(design, classes, holder.moved_by(design, classes));
            sources.retain(|&source| activity.share(&activity.when(design, [source])) > STIRRED);
            stirred
                .entry(sources.into_iter().collect())
                .or_default()
                .push(holder);
        }
        let resting = stirred.remove(&vec![]).unwrap_or_default();
        let groups = stirred.into_iter().map(|(sources, holders)| {
            let needs = holders.iter().flat_map(|holder| holder.needs(design));
            let needs = needs.collect();
            Group::new(
                design,
                classes,
                activity.when(design, sources),
                holders,
                needs,
            )
        });
        let groups = merge(groups.collect(), activity, STIRRING as usize);
        for (part, group) in (RESTING..).zip(groups) {
            group
                .members
                .into_iter()
                .for_each(|holder| self.put(holder, part));
        }
        let places: BTreeSet<usize> = resting.iter().map(|holder| holder.place(design)).collect();
        let positions: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
        let most = (RESTING as usize).min(places.len());
        for holder in resting {
            let position = positions[&holder.place(design)];
            self.put(holder, (position * most / places.len()) as u32);
        }
    }

    fn put(&mut self, holder: Holder, part: u32) {
        match holder {
            Holder::Register(number) => self.registers[number] = Some(part),
            Holder::Memory(number) => self.memories[number] = Some(part),
        }
    }

    /// Hoists values that rarely change out of the logic that is computed in every cycle, into
    /// partitions grouped by trigger set.
    ///
    /// Change detection runs before most partitions. So a value can be hoisted for it only if it
    /// depends on no change-detected node. The partitions of these values run first.
    fn keep(&mut self, design: &Design, classes: &[Class], activity: &Activity) {
        let watched = self
            .watched
            .keys()
            .flat_map(|&node| design.pool.node(node).operands());
        let (watched, always): (Vec<_>, Vec<_>) =
            (watched.collect(), self.always(design).collect());
        let mut groups: BTreeMap<(bool, Vec<NodeId>), Vec<NodeId>> = BTreeMap::new();
        let mut seen: HashSet<NodeId> = self.watched.keys().copied().collect();
        for (is_early, mut todo) in [(true, watched), (false, always)] {
            while let Some(node) = todo.pop() {
                if !seen.insert(node) {
                    continue;
                }
                let sources = match classes[node.index()] {
                    Class::Calm if is_worth_keeping(design, node) => {
                        self.sources(design, classes, node)
                    }
                    _ => None,
                };
                let at_hand =
                    |source: &NodeId| !is_early || classes[source.index()] != Class::Watched;
                let Some(mut sources) = sources.filter(|sources| sources.iter().all(at_hand))
                else {
                    todo.extend(design.pool.node(node).operands());
                    continue;
                };
                sources.retain(|&source| activity.of_node(source) > LIVELY);
                groups.entry((is_early, sources)).or_default().push(node);
            }
        }
        let first = RESTING + STIRRING;
        for (is_early, first, end) in [
            (true, first, first + EARLY),
            (false, first + EARLY, ALL_PARTS),
        ] {
            let kind = groups.iter().filter(|((early, _), _)| *early == is_early);
            let kind = kind.map(|((_, sources), nodes)| {
                let when = activity.when(design, sources.iter().copied());
                Group::new(design, classes, when, nodes.clone(), nodes.clone())
            });
            let kind = merge(kind.collect(), activity, (end - first) as usize);
            for (part, group) in (first..).zip(kind) {
                self.early |= Mask::from(is_early) << part;
                for node in group.members {
                    self.kept.insert(node, part);
                    self.wake_by(design, classes, part, vec![node]);
                }
            }
        }
    }

    /// Finds the stall domain and the free-running counters, and the triggers that end their fast
    /// paths.
    fn find_left_out(&mut self, design: &Design, classes: &[Class], activity: &Activity) {
        self.pace = Pace::find(&Search::new(design, classes, self, activity));
        let sources = self.pace.iter().flat_map(|pace| &pace.sources);
        let sources: Vec<NodeId> = sources.copied().collect();
        self.wake_for(design, &sources, Pace::BIT);
        self.tickers = Tickers::find(&Search::new(design, classes, self, activity));
        let sources = self.tickers.sources.union(&self.tickers.watched);
        let sources: Vec<NodeId> = sources.copied().collect();
        self.wake_for(design, &sources, Tickers::BIT);
    }

    /// Adds a bit to the set that a change of some values activates.
    fn wake_for(&mut self, design: &Design, sources: &[NodeId], bit: Mask) {
        for &source in sources {
            let wakes = match (self.watched.get_mut(&source), design.pool.node(source)) {
                (Some(wakes), _) => wakes,
                (_, Node::Register(register)) => &mut self.register_wakes[register as usize],
                (_, Node::Load { memory, .. }) => &mut self.memory_wakes[memory as usize],
                (_, other) => unreachable!("{other:?} is no source"),
            };
            *wakes |= bit;
        }
    }

    /// Trigger set of a node. `None` if it contains a node that is not change-detected yet.
    fn sources(&self, design: &Design, classes: &[Class], node: NodeId) -> Option<Vec<NodeId>> {
        let sources = stirrers(design, classes, vec![node]);
        let is_known = |source: &NodeId| {
            classes[source.index()] != Class::Watched || self.watched.contains_key(source)
        };
        sources
            .iter()
            .all(is_known)
            .then(|| sources.into_iter().collect())
    }

    /// Finds deferred writes: state that is written before a partition with state reads it. Logic
    /// that is computed in every cycle runs first, then these partitions, in order.
    fn find_late(&mut self) {
        let states = self.state_parts();
        let is_late = |part: Option<u32>, wakes: Mask| {
            let later = part.map_or(Mask::MAX, |part| Mask::MAX << part << 1);
            wakes & states & later != 0
        };
        let all = |parts: &[Option<u32>], wakes: &[Mask]| {
            let both = parts.iter().zip(wakes);
            both.map(|(&part, &wakes)| is_late(part, wakes)).collect()
        };
        self.late_registers = all(&self.registers, &self.register_wakes);
        self.late_memories = all(&self.memories, &self.memory_wakes);
    }

    /// Roots of the logic that is computed in every cycle.
    fn always<'a>(&'a self, design: &'a Design) -> impl Iterator<Item = NodeId> + 'a {
        let registers = design.registers.iter().zip(&self.registers);
        let nexts = registers
            .filter(|(_, part)| part.is_none())
            .map(|(register, _)| register.next);
        let memories = design.memories.iter().zip(&self.memories);
        let writes = memories
            .filter(|(_, part)| part.is_none())
            .flat_map(|(memory, _)| &memory.writes);
        nexts.chain(writes.flat_map(Write::nodes))
    }

    /// Records the values that activate a partition that computes the given nodes.
    fn wake_by(&mut self, design: &Design, classes: &[Class], part: u32, mut todo: Vec<NodeId>) {
        let bit: Mask = 1 << part;
        let mut seen = HashSet::new();
        while let Some(node) = todo.pop() {
            if !seen.insert(node) {
                continue;
            }
            if classes[node.index()] == Class::Watched {
                *self.watched.entry(node).or_default() |= bit;
                continue;
            }
            match design.pool.node(node) {
                Node::Register(register) => self.register_wakes[register as usize] |= bit,
                Node::Load { memory, .. } => self.memory_wakes[memory as usize] |= bit,
                _ => {}
            }
            todo.extend(design.pool.node(node).operands());
        }
    }
}

/// True if it takes more instructions to compute a node than to load its value.
fn is_worth_keeping(design: &Design, node: NodeId) -> bool {
    let mut operands = design.pool.node(node).operands();
    let fetches = design
        .pool
        .node(node)
        .operands()
        .filter(|&operand| design.pool.as_const(operand).is_none());
    operands.any(|operand| cost(design, operand) > 0)
        || cost(design, node) > 0 && fetches.count() > 1
}
