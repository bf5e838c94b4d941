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

use crate::activity::{mark, Activity};
use crate::design::{cone, Design, Write};
use crate::needs::Search;
use crate::node::{Node, NodeId};
use crate::pace::Pace;
use crate::part::{merge, stirrers, Group, Holder};
use crate::place::cost;
use crate::ticker::Tickers;

/// Values that change in a larger share of the cycles than this are toggling.
pub(crate) const BUSY: f64 = 1.0 / 14.0;
/// An instance is gated as a whole, however much its values toggle while it is active, if that
/// saves this share of its instructions.
const WORTH: f64 = 0.4;
/// Instructions that an active instance costs: the jump to its partition, which the processor
/// rarely predicts, and deferred writes.
const AWAKE: f64 = 60.0;
/// Number of partitions with state that are grouped by instance.
const RESTING: u32 = 20;
/// Number of partitions with state that are grouped by trigger set.
const STIRRING: u32 = 24;
/// Number of partitions with hoisted values for change detection.
const EARLY: u32 = 4;
/// Number of all partitions. Each has a bit in a machine word, which leaves two bits.
const ALL_PARTS: u32 = 62;
/// State whose triggers change in a larger share of the cycles is grouped by trigger set.
const STIRRED: f64 = 1.0 / 128.0;
/// Hoisted values whose triggers change in a larger share of the cycles are grouped by trigger set.
const LIVELY: f64 = 1.0 / 512.0;

/// A set of partitions, one bit for each.
pub(crate) type Mask = u64;

/// The partitions, and the values that activate them.
#[derive(Debug)]
pub(crate) struct Gates {
    /// Partition of each register. `None` for registers that are computed in every cycle.
    pub(crate) registers: Vec<Option<u32>>,
    /// Partition of each memory's write ports.
    pub(crate) memories: Vec<Option<u32>>,
    /// Partitions that a change of a register activates.
    pub(crate) register_wakes: Vec<Mask>,
    /// Partitions that a write to a memory activates.
    pub(crate) memory_wakes: Vec<Mask>,
    /// Registers with deferred writes: they are written before another partition reads them, so
    /// they take their value at the end of the cycle.
    pub(crate) late_registers: Vec<bool>,
    /// Memories with deferred writes.
    pub(crate) late_memories: Vec<bool>,
    /// Change-detected nodes, and the partitions that a change activates.
    pub(crate) watched: BTreeMap<NodeId, Mask>,
    /// Hoisted nodes, which rarely change but have users in every cycle, and the partition that
    /// computes each.
    pub(crate) kept: BTreeMap<NodeId, u32>,
    /// Partitions with hoisted values for change detection.
    pub(crate) early: Mask,
    /// The stall domain.
    pub(crate) pace: Option<Pace>,
    /// Free-running counters that are only compared.
    pub(crate) tickers: Tickers,
}

impl Pace {
    /// Set when a value changed that can change the stall domain.
    pub(crate) const BIT: Mask = 1 << ALL_PARTS;
}

impl Tickers {
    /// Set when a value changed that the counters or their comparisons depend on.
    pub(crate) const BIT: Mask = 1 << (ALL_PARTS + 1);
}

/// Change behaviour of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Stable: all values that it depends on rarely change.
    Calm,
    /// Change-detected: it rarely changes, but depends on toggling values.
    Watched,
    Busy,
}

impl Gates {
    /// No partitions: everything is computed in every cycle.
    pub(crate) fn open(design: &Design) -> Gates {
        Gates {
            registers: vec![None; design.registers.len()],
            memories: vec![None; design.memories.len()],
            register_wakes: vec![0; design.registers.len()],
            memory_wakes: vec![0; design.memories.len()],
            late_registers: vec![false; design.registers.len()],
            late_memories: vec![false; design.memories.len()],
            watched: BTreeMap::new(),
            kept: BTreeMap::new(),
            early: 0,
            pace: None,
            tickers: Tickers::default(),
        }
    }

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

    /// The partitions with state.
    pub(crate) fn state_parts(&self) -> Mask {
        mask(self.registers.iter().chain(&self.memories).flatten())
    }

    /// The partitions with hoisted values.
    pub(crate) fn keeping_parts(&self) -> Mask {
        mask(self.kept.values())
    }

    /// The partitions with deferred writes.
    pub(crate) fn late_parts(&self) -> Mask {
        let registers = self.registers.iter().zip(&self.late_registers);
        let memories = self.memories.iter().zip(&self.late_memories);
        let late = registers.chain(memories).filter(|(_, &is_late)| is_late);
        mask(late.filter_map(|(part, _)| part.as_ref()))
    }

    /// Expected number of activations in a cycle, if the design behaves as in the profiling
    /// samples.
    pub(crate) fn wakings(&self, design: &Design, activity: &Activity) -> f64 {
        let registers = design.registers.iter().zip(&self.register_wakes);
        let mut sources: Vec<(NodeId, Mask)> = registers
            .map(|(register, &wakes)| (register.node, wakes))
            .collect();
        sources.extend(self.watched.iter().map(|(&node, &wakes)| (node, wakes)));
        let share = |part: u32| {
            let wakes = |mask: Mask| mask >> part & 1 != 0;
            let nodes = sources.iter().filter(|(_, mask)| wakes(*mask));
            let mut when = activity.when(design, nodes.map(|&(node, _)| node));
            let memories = activity.memories.iter().zip(&self.memory_wakes);
            for (words, _) in memories.filter(|(_, &mask)| wakes(mask)) {
                mark(&mut when, words);
            }
            activity.share(&when)
        };
        (0..ALL_PARTS).map(share).sum()
    }

    /// True if there are partitions with state.
    pub(crate) fn sleeps(&self) -> bool {
        self.registers
            .iter()
            .chain(&self.memories)
            .any(Option::is_some)
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

/// A set of partitions.
fn mask<'a>(parts: impl Iterator<Item = &'a u32>) -> Mask {
    parts.fold(0, |mask, part| mask | 1 << part)
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

/// Change behaviour of each node.
pub(crate) fn classes(design: &Design, activity: &Activity) -> Vec<Class> {
    let rests = resting_places(design, activity);
    let mut classes = vec![Class::Calm; design.pool.len()];
    for index in 0..design.pool.len() {
        let node = NodeId::at(index);
        let mut operands = design.pool.node(node).operands();
        let calm_operands = operands.all(|operand| classes[operand.index()] != Class::Busy);
        let busy = activity.of_node(node) > BUSY;
        classes[index] = match design.pool.node(node) {
            Node::Register(number) if rests[design.registers[number as usize].place] => Class::Calm,
            Node::Register(_) if busy => Class::Busy,
            Node::Load { memory, .. }
                if activity.of_memory(memory as usize) > BUSY
                    && !rests[design.memories[memory as usize].place] =>
            {
                Class::Busy
            }
            _ if calm_operands => Class::Calm,
            _ if busy => Class::Busy,
            _ => Class::Watched,
        };
    }
    classes
}

/// The instances for which gating as a whole saves instructions. Such an instance is skipped while
/// none of its state changes.
fn resting_places(design: &Design, activity: &Activity) -> Vec<bool> {
    let mut roots = vec![vec![]; design.places()];
    for register in &design.registers {
        roots[register.place].push(register.next);
    }
    for memory in &design.memories {
        roots[memory.place].extend(memory.writes.iter().flat_map(Write::nodes));
    }
    let rests = |(place, roots): (usize, Vec<NodeId>)| {
        let nodes = cone(&design.pool, roots.into_iter());
        let cost: u32 = nodes.into_iter().map(|node| cost(design, node)).sum();
        let awake = activity.of_place(place) * (f64::from(cost) + AWAKE);
        awake <= (1.0 - WORTH) * f64::from(cost)
    };
    roots.into_iter().enumerate().map(rests).collect()
}
