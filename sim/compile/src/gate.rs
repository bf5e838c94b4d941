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
//! The order in a cycle is: early partitions with hoisted values, free-running counters, change
//! detection, other partitions with hoisted values, logic that is computed in every cycle,
//! partitions with state. So all but the last read the state from before the cycle, without extra
//! copies. Two of these steps have a branch for the stall domain.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::activity::Activity;
use crate::class::{classes, Class};
use crate::cost::{cost, COSTS};
use crate::design::{Design, Write};
use crate::gates::{FreeCounters, Gates, NumberSet, StallDomain, FIRST_PARTITION, WORD};
use crate::group::{merge, Group};
use crate::node::{Node, NodeId};
use crate::options::{Options, Pass};
use crate::state_element::{trigger_set, StateElement};
use crate::support::Search;

/// Partitions of each kind in a word.
const BY_INSTANCE: u32 = 20;
const BY_TRIGGERS: u32 = 24;
const EARLY: u32 = 4;
const HOISTING: u32 = WORD - FIRST_PARTITION - BY_INSTANCE - BY_TRIGGERS - EARLY;

/// Numbers of the partitions of each kind, in the order in which those with state run.
struct Kinds {
    /// With state that is grouped by instance.
    by_instance: Range<u32>,
    /// With state that is grouped by trigger set.
    by_triggers: Range<u32>,
    /// With hoisted values for change detection.
    early: Range<u32>,
    /// With other hoisted values.
    hoisting: Range<u32>,
}

impl Kinds {
    fn new(words: u32) -> Kinds {
        let mut end = FIRST_PARTITION;
        let mut next = |in_a_word: u32| {
            let start = end;
            end += words * in_a_word;
            start..end
        };
        Kinds {
            by_instance: next(BY_INSTANCE),
            by_triggers: next(BY_TRIGGERS),
            early: next(EARLY),
            hoisting: next(HOISTING),
        }
    }
}

impl Gates {
    /// Divides the design into partitions.
    pub(crate) fn new(design: &Design, activity: &Activity, options: Options) -> Gates {
        let classes = classes(design, activity, options);
        let mut gates = Gates::open(design, options);
        if !options.has(Pass::Partitions) {
            return gates;
        }
        gates.words = design.needed().len().div_ceil(options.word_nodes()).max(1) as u32;
        let kinds = Kinds::new(gates.words);
        gates.assign(design, &classes, activity, &kinds);
        for element in StateElement::all(design) {
            let partition = match element {
                StateElement::Register(number) => gates.registers[number],
                StateElement::Memory(number) => gates.memories[number],
            };
            if let Some(partition) = partition {
                gates.activate_by(
                    design,
                    &classes,
                    partition,
                    element.moved_by(design, &classes),
                );
            }
        }
        if gates.is_gated() {
            if options.has(Pass::Hoisting) {
                gates.hoist(design, &classes, activity, &kinds);
            }
            gates.find_left_out(design, &classes, activity);
        }
        gates.find_deferred();
        gates
    }

    /// Assigns state elements to partitions. State with frequent triggers is grouped by trigger
    /// set. The rest is grouped by instance; neighbours in the hierarchy share a partition if there
    /// are more instances than partitions.
    fn assign(&mut self, design: &Design, classes: &[Class], activity: &Activity, kinds: &Kinds) {
        let mut by_triggers: BTreeMap<Vec<NodeId>, Vec<StateElement>> = BTreeMap::new();
        for element in StateElement::all(design).filter(|element| element.is_gated(design, classes))
        {
            let mut sources = triggers(design, classes, element.moved_by(design, classes));
            let is_often = |source: &NodeId| {
                activity.share(&activity.when(design, [*source])) > COSTS.often_triggered
            };
            sources.retain(|source| self.options.has(Pass::Grouping) && is_often(source));
            by_triggers
                .entry(sources.into_iter().collect())
                .or_default()
                .push(element);
        }
        let by_instance = by_triggers.remove(&vec![]).unwrap_or_default();
        let groups = by_triggers.into_iter().map(|(sources, elements)| {
            let roots = elements.iter().flat_map(|element| element.roots(design));
            let roots = roots.collect();
            Group::new(
                design,
                classes,
                activity.when(design, sources),
                elements,
                roots,
            )
        });
        let groups = merge(groups.collect(), activity, kinds.by_triggers.len());
        for (partition, group) in kinds.by_triggers.clone().zip(groups) {
            group
                .members
                .into_iter()
                .for_each(|element| self.put(element, partition));
        }
        let places: BTreeSet<usize> = by_instance
            .iter()
            .map(|element| element.place(design))
            .collect();
        let positions: BTreeMap<usize, usize> = places.iter().copied().zip(0..).collect();
        let most = kinds.by_instance.len().min(places.len());
        for element in by_instance {
            let position = positions[&element.place(design)];
            let partition = (position * most / places.len()) as u32;
            self.put(element, kinds.by_instance.start + partition);
        }
    }

    fn put(&mut self, element: StateElement, partition: u32) {
        match element {
            StateElement::Register(number) => self.registers[number] = Some(partition),
            StateElement::Memory(number) => self.memories[number] = Some(partition),
        }
    }

    /// Hoists values that rarely change out of the logic that is computed in every cycle, into
    /// partitions grouped by trigger set.
    ///
    /// Change detection runs before most partitions. So a value can be hoisted for it only if it
    /// depends on no change-detected node. The partitions of these values run first.
    fn hoist(&mut self, design: &Design, classes: &[Class], activity: &Activity, kinds: &Kinds) {
        let detected = self
            .detected
            .keys()
            .flat_map(|&node| design.pool.node(node).operands());
        let (detected, always): (Vec<_>, Vec<_>) =
            (detected.collect(), self.always(design).collect());
        let mut groups: BTreeMap<(bool, Vec<NodeId>), Vec<NodeId>> = BTreeMap::new();
        let mut seen: FxHashSet<NodeId> = self.detected.keys().copied().collect();
        for (is_early, mut todo) in [(true, detected), (false, always)] {
            let is_missing = |node| is_early || !self.detected.contains_key(&node);
            let lacks_trigger = depends_on_detected(design, classes, is_missing);
            while let Some(node) = todo.pop() {
                if !seen.insert(node) {
                    continue;
                }
                let is_hoisted = classes[node.index()] == Class::Stable
                    && !lacks_trigger[node.index()]
                    && is_worth_hoisting(design, node);
                if !is_hoisted {
                    todo.extend(design.pool.node(node).operands());
                    continue;
                }
                let sources = triggers(design, classes, vec![node]);
                let mut sources: Vec<NodeId> = sources.into_iter().collect();
                sources.retain(|&source| activity.of_node(source) > COSTS.often_changed);
                groups.entry((is_early, sources)).or_default().push(node);
            }
        }
        for (is_early, partitions) in [(true, &kinds.early), (false, &kinds.hoisting)] {
            let kind = groups.iter().filter(|((early, _), _)| *early == is_early);
            let kind = kind.map(|((_, sources), nodes)| {
                let when = activity.when(design, sources.iter().copied());
                Group::new(design, classes, when, nodes.clone(), nodes.clone())
            });
            let kind = merge(kind.collect(), activity, partitions.len());
            for (partition, group) in partitions.clone().zip(kind) {
                self.early.extend(is_early.then_some(partition));
                for node in group.members {
                    self.hoisted.insert(node, partition);
                    self.activate_by(design, classes, partition, vec![node]);
                }
            }
        }
    }

    /// Finds the stall domain and the free-running counters, and their triggers.
    fn find_left_out(&mut self, design: &Design, classes: &[Class], activity: &Activity) {
        if self.options.has(Pass::Stall) {
            self.stall = StallDomain::find(&Search::new(design, classes, self, activity));
        }
        let sources = self.stall.as_ref().map(|stall| stall.sources.clone());
        self.activate_for(design, sources.unwrap_or_default(), StallDomain::NUMBER);
        if self.options.has(Pass::Counters) {
            self.free_counters = FreeCounters::find(&Search::new(design, classes, self, activity));
        }
        let sources = &self.free_counters.sources | &self.free_counters.detected;
        self.activate_for(design, sources, FreeCounters::NUMBER);
    }

    /// Adds a number to the set that a change of some values activates.
    fn activate_for(
        &mut self,
        design: &Design,
        sources: impl IntoIterator<Item = NodeId>,
        number: u32,
    ) {
        for source in sources {
            let activates = match (self.detected.get_mut(&source), design.pool.node(source)) {
                (Some(activates), _) => activates,
                (_, Node::Register(register)) => &mut self.register_activates[register as usize],
                (_, Node::Load { memory, .. }) => &mut self.memory_activates[memory as usize],
                (_, other) => unreachable!("{other:?} is no source"),
            };
            activates.insert(number);
        }
    }

    /// Finds deferred writes: state that is written before a partition with state reads it. Logic
    /// that is computed in every cycle runs first, then these partitions, in order.
    fn find_deferred(&mut self) {
        let states = self.state_partitions();
        let is_deferred = |partition: Option<u32>, activates: &NumberSet| {
            let later = partition.map_or(FIRST_PARTITION, |partition| partition + 1);
            activates
                .range(later..)
                .any(|partition| states.contains(partition))
        };
        let all = |partitions: &[Option<u32>], activates: &[NumberSet]| {
            let both = partitions.iter().zip(activates);
            both.map(|(&partition, activates)| is_deferred(partition, activates))
                .collect()
        };
        self.deferred_registers = all(&self.registers, &self.register_activates);
        self.deferred_memories = all(&self.memories, &self.memory_activates);
    }

    /// Roots of the logic that is computed in every cycle.
    fn always<'a>(&'a self, design: &'a Design) -> impl Iterator<Item = NodeId> + 'a {
        let registers = design.registers.iter().zip(&self.registers);
        let nexts = registers
            .filter(|(_, partition)| partition.is_none())
            .map(|(register, _)| register.next);
        let memories = design.memories.iter().zip(&self.memories);
        let writes = memories
            .filter(|(_, partition)| partition.is_none())
            .flat_map(|(memory, _)| &memory.writes);
        nexts.chain(writes.flat_map(Write::nodes))
    }

    /// Records the values that activate a partition that computes the given nodes.
    fn activate_by(
        &mut self,
        design: &Design,
        classes: &[Class],
        partition: u32,
        nodes: Vec<NodeId>,
    ) {
        let sources = triggers(design, classes, nodes);
        for &source in &sources {
            if classes[source.index()] == Class::Detected {
                self.detected.entry(source).or_default();
            }
        }
        self.activate_for(design, sources, partition);
    }
}

/// Trigger set of some nodes.
fn triggers(design: &Design, classes: &[Class], nodes: Vec<NodeId>) -> BTreeSet<NodeId> {
    trigger_set(design, nodes, Some, |node| {
        classes[node.index()] == Class::Detected
    })
}

/// For each node: the trigger set has a change-detected node that `is_missing`.
fn depends_on_detected(
    design: &Design,
    classes: &[Class],
    is_missing: impl Fn(NodeId) -> bool,
) -> Vec<bool> {
    let mut found = vec![false; design.pool.len()];
    for node in (0..design.pool.len()).map(NodeId::at) {
        found[node.index()] = match classes[node.index()] {
            Class::Detected => is_missing(node),
            _ => {
                let mut operands = design.pool.node(node).operands();
                operands.any(|operand| found[operand.index()])
            }
        };
    }
    found
}

/// True if it takes more instructions to compute a node than to load its value.
fn is_worth_hoisting(design: &Design, node: NodeId) -> bool {
    let mut operands = design.pool.node(node).operands();
    let fetches = design
        .pool
        .node(node)
        .operands()
        .filter(|&operand| design.pool.as_const(operand).is_none());
    operands.any(|operand| cost(design, operand) > 0)
        || cost(design, node) > 0 && fetches.count() > 1
}
