//! Parts of the design that may sleep: what depends only on values that seldom change is computed only after one of them changed.
//!
//! A register that takes a function of unchanged values takes the value that it has already, so skipping it changes nothing; the
//! same holds for a memory that is written with the same word at the same address. Seldom changing values are of three kinds: state that a
//! profile found to change seldom (each write to it wakes those who read it), inputs (everything is awake in the first cycle of a
//! run), and nodes that seldom change although their operands do, such as the end of a line: these are compared with their last value in every cycle.
//!
//! What is computed in every cycle has seldom changing values in it, too. Parts of their own keep these: one for all that changes at the same times.
//!
//! In a cycle the order is: what is watched, parts that keep values, what is computed in every cycle, parts with state. So all but the last read the state from
//! before without ado.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::activity::{mark, Activity};
use crate::design::{cone, Design, Write};
use crate::needs::Search;
use crate::node::{Node, NodeId};
use crate::pace::Pace;
use crate::part::{merge, stirrers, Group, Holder};
use crate::place::cost;
use crate::ticker::Tickers;

/// Values that change in more than this share of the cycles are busy.
pub(crate) const BUSY: f64 = 1.0 / 14.0;
/// All state of an instance may sleep, however busy it is while it is awake, if that saves this share of its instructions.
const WORTH: f64 = 0.4;
/// Instructions that it costs an instance to be awake: the jump to its part, which the processor seldom foresees, and putting off its writes.
const AWAKE: f64 = 60.0;
/// Number of parts with state that are made by instance.
const RESTING: u32 = 20;
/// Number of parts with state that are made by what wakes them.
const STIRRING: u32 = 24;
/// Number of parts that keep values for what is watched.
const EARLY: u32 = 4;
/// Number of all parts; each has a bit in a machine word, and two are left.
const ALL_PARTS: u32 = 62;
/// State that depends on values that change in a larger share of the cycles goes with what is woken at the same times.
const STIRRED: f64 = 1.0 / 128.0;
/// What depends on values that change in a larger share of the cycles has a part of its own.
const LIVELY: f64 = 1.0 / 512.0;

/// A set of parts, a bit for each.
pub(crate) type Mask = u64;

/// What sleeps, and what wakes it.
#[derive(Debug)]
pub(crate) struct Gates {
    /// The part of each register; none for registers that are computed in every cycle.
    pub(crate) registers: Vec<Option<u32>>,
    /// The part of each memory's write ports.
    pub(crate) memories: Vec<Option<u32>>,
    /// The parts that a change of a register wakes.
    pub(crate) register_wakes: Vec<Mask>,
    /// The parts that a write to a memory wakes.
    pub(crate) memory_wakes: Vec<Mask>,
    /// Registers that are written before somebody reads them: they take their value when the cycle ends.
    pub(crate) late_registers: Vec<bool>,
    /// Memories that are written before somebody reads them.
    pub(crate) late_memories: Vec<bool>,
    /// Nodes that are compared in every cycle, and the parts that a change wakes.
    pub(crate) watched: BTreeMap<NodeId, Mask>,
    /// Nodes that seldom change, for what is computed in every cycle: a part keeps the value of each.
    pub(crate) kept: BTreeMap<NodeId, u32>,
    /// The parts that keep values for what is watched.
    pub(crate) early: Mask,
    /// What is computed in every cycle, but for those in which it stands still.
    pub(crate) pace: Option<Pace>,
    /// Counters that are only compared.
    pub(crate) tickers: Tickers,
}

impl Pace {
    /// Something has changed that moves what keeps pace.
    pub(crate) const BIT: Mask = 1 << ALL_PARTS;
}

impl Tickers {
    /// Something has changed that the tickers depend on, or one of their comparisons.
    pub(crate) const BIT: Mask = 1 << (ALL_PARTS + 1);
}

/// How a node can be known not to have changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// All that it depends on seldom changes.
    Calm,
    /// It seldom changes, but depends on busy values.
    Watched,
    Busy,
}

impl Gates {
    /// Nothing sleeps.
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

    /// Decides what sleeps.
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

    /// Gives what may sleep to parts: what is woken often goes with what is woken at the same times, the rest goes by instance, and neighbours in the hierarchy
    /// share a part when there are more instances.
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

    /// Finds what is computed in every cycle from values that seldom change, and gives it to parts of its own, by what it is that changes.
    ///
    /// What is watched is compared before the parts run, so only parts that depend on nothing watched can keep values for that; they run first.
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

    /// Finds what can be left out of cycles although it is not asleep, and when it has to be back.
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

    /// Takes a change of some values for something that concerns a bit of those that are awake, too.
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

    /// The values on whose changes a node depends; none if one of them would have to be watched for it.
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

    /// Finds the state that is written before a part with state reads it. What is computed in every cycle comes first, then these parts, in order.
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

    /// What is computed in every cycle.
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

    /// The parts with state.
    pub(crate) fn state_parts(&self) -> Mask {
        mask(self.registers.iter().chain(&self.memories).flatten())
    }

    /// The parts that keep values for what is computed in every cycle.
    pub(crate) fn keeping_parts(&self) -> Mask {
        mask(self.kept.values())
    }

    /// The parts that put something off to the end of the cycle.
    pub(crate) fn late_parts(&self) -> Mask {
        let registers = self.registers.iter().zip(&self.late_registers);
        let memories = self.memories.iter().zip(&self.late_memories);
        let late = registers.chain(memories).filter(|(_, &is_late)| is_late);
        mask(late.filter_map(|(part, _)| part.as_ref()))
    }

    /// How many parts are awake in a cycle, if the design goes on as it did.
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

    /// Whether anything sleeps at all.
    pub(crate) fn sleeps(&self) -> bool {
        self.registers
            .iter()
            .chain(&self.memories)
            .any(Option::is_some)
    }

    /// Notes what wakes a part that computes the given nodes.
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

/// Parts as a set.
fn mask<'a>(parts: impl Iterator<Item = &'a u32>) -> Mask {
    parts.fold(0, |mask, part| mask | 1 << part)
}

/// Whether it is more work to compute a node than to fetch its value.
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

/// How each node can be known not to have changed.
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

/// The instances that save work when they sleep while none of their state changes.
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
