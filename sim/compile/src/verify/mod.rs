//! Verifier of the plans of a cycle. It runs before every module is written, if the crate has debug
//! assertions, as in tests.
//!
//! It finds each of these faults:
//!
//! - a value that is used before it is defined, or outside of the branch that defines it;
//! - state that is read after it was overwritten in the same cycle, within the logic of a plan or
//!   by a later partition;
//! - a register, a memory or a change-detected value that does not activate a partition that it
//!   can change;
//! - a trigger of the stall domain, of its condition or of the free-running counters that does not
//!   activate them;
//! - a free-running counter that other code reads, which may not be exact;
//! - a change-detected value that is not compared.
//!
//! The triggers of a partition are collected from the design again, not from the tables of `gate`.

mod state;
mod walk;

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::design::{Design, Write};
use crate::gates::{FreeCounters, Gates, StallDomain};
use crate::node::{Node, NodeId};
use crate::place::{detections, Plan};
use crate::plan::Plans;
use state::State;
use walk::{accesses, Accesses, Given};

/// Checks the plans of a cycle.
///
/// # Errors
/// A description of the first fault.
pub(crate) fn verify(design: &Design, gates: &Gates, plans: &Plans) -> Result<(), String> {
    let verifier = Verifier { design, gates };
    let written = verifier.always(plans)?;
    verifier.partitions(&plans.partitions, written)?;
    verifier.left_out()?;
    verifier.detection(plans)
}

struct Verifier<'a> {
    design: &'a Design,
    gates: &'a Gates,
}

impl Verifier<'_> {
    fn accesses(&self, plan: &Plan, given: Given) -> Result<Accesses, String> {
        let is_deferred = |state| match state {
            State::Register(number) => self.gates.deferred_registers[number],
            State::Memory(number) => self.gates.deferred_memories[number],
        };
        accesses(self.design, plan, given, &is_deferred)
    }

    /// Checks the logic that is computed in every cycle. Returns the state that it writes.
    fn always(&self, plans: &Plans) -> Result<BTreeSet<State>, String> {
        let mut given = Given {
            first: self.gates.early_hoisted(),
            ..Given::default()
        };
        let mut written = BTreeSet::new();
        if let Some(counters) = &plans.counters {
            let fault = |fault: String| format!("counters: {fault}");
            let accesses = self.accesses(counters, given.clone()).map_err(fault)?;
            written = accesses.writes;
        }
        given.first.extend(&self.gates.free_counters.detected);
        let hoisted = self.gates.hoisted.keys().copied();
        given.hoisted = hoisted.filter(|node| !given.first.contains(node)).collect();
        let accesses = self.accesses(&plans.always, given)?;
        if let Some(state) = accesses.reads.intersection(&written).next() {
            let name = state.name(self.design);
            return Err(format!("{name} is read while it is not exact"));
        }
        written.extend(accesses.writes);
        Ok(written)
    }

    /// Checks that each change-detected value is compared once: with the counters, or in every
    /// cycle.
    fn detection(&self, plans: &Plans) -> Result<(), String> {
        let compared = |plan: &Plan| -> Vec<NodeId> {
            let mut nodes: Vec<NodeId> = detections(&plan.regions).flatten().copied().collect();
            nodes.sort_unstable();
            nodes
        };
        let counters = plans.counters.as_ref().map(compared);
        let all = [
            ("counters", true, counters.unwrap_or_default()),
            ("every cycle", false, compared(&plans.always)),
        ];
        for (name, is_counted, compared) in all {
            let detected = self.gates.detected.keys().copied();
            let counted = &self.gates.free_counters.detected;
            let expected = detected.filter(|node| counted.contains(node) == is_counted);
            if !compared.into_iter().eq(expected) {
                return Err(format!("{name}: other values are compared than detected"));
            }
        }
        Ok(())
    }

    /// Checks the partitions. Some state is written before they run.
    fn partitions(
        &self,
        plans: &[(u32, Plan)],
        mut written: BTreeSet<State>,
    ) -> Result<(), String> {
        let states = self.gates.state_partitions();
        let mut plans: Vec<&(u32, Plan)> = plans.iter().collect();
        plans.sort_by_key(|(partition, _)| *partition);
        for &(partition, ref plan) in plans {
            let is_early = self.gates.early.contains(&partition);
            let detected = self.gates.detected.keys().filter(|_| !is_early);
            let given = Given {
                first: detected.copied().collect(),
                hoisted: FxHashSet::default(),
            };
            let fault = |fault: String| format!("partition {partition}: {fault}");
            let accesses = self.accesses(plan, given).map_err(fault)?;
            if states.contains(&partition) {
                if let Some(state) = accesses.reads.intersection(&written).next() {
                    let name = state.name(self.design);
                    return Err(fault(format!("{name} is read after it was overwritten")));
                }
                written.extend(&accesses.writes);
            }
            self.is_activated(partition, &accesses).map_err(fault)?;
        }
        Ok(())
    }

    /// Checks that all triggers of a partition activate it, and that it reads nothing else.
    fn is_activated(&self, partition: u32, accesses: &Accesses) -> Result<(), String> {
        let triggers = self.triggers(partition);
        self.activate(&triggers, partition)?;
        let is_own = |state: &State| {
            matches!(*state, State::Register(number)
                if self.gates.registers[number] == Some(partition))
        };
        let unknown = accesses.reads.difference(&triggers.states);
        if let Some(state) = unknown.into_iter().find(|state| !is_own(state)) {
            let name = state.name(self.design);
            return Err(format!("{name} is read, but is no trigger"));
        }
        match accesses.given.difference(&triggers.detected).next() {
            Some(node) => Err(format!("{node} is read, but is no trigger")),
            None => Ok(()),
        }
    }

    /// Checks that a change of each trigger activates a partition.
    fn activate(&self, triggers: &Triggers, number: u32) -> Result<(), String> {
        for &state in &triggers.states {
            let activates = match state {
                State::Register(number) => &self.gates.register_activates[number],
                State::Memory(number) => &self.gates.memory_activates[number],
            };
            if !activates.contains(&number) {
                let name = state.name(self.design);
                return Err(format!("{name} does not activate it"));
            }
        }
        for node in &triggers.detected {
            let activates = self.gates.detected.get(node);
            if !activates.is_some_and(|activates| activates.contains(&number)) {
                return Err(format!("change-detected {node} does not activate it"));
            }
        }
        Ok(())
    }

    /// Triggers of a partition: all that can change the values that it computes.
    fn triggers(&self, partition: u32) -> Triggers {
        let mut triggers = Triggers::default();
        let hoisted = self.gates.hoisted.iter();
        let hoisted = hoisted.filter(|(_, &number)| number == partition);
        for (&node, _) in hoisted {
            // The node itself may be no trigger: it is computed here.
            self.collect(vec![node], &mut triggers);
        }
        for (register, data) in self.design.registers.iter().enumerate() {
            if self.gates.registers[register] != Some(partition) {
                continue;
            }
            // A multiplexer that selects the register itself keeps its value.
            let mut choices = vec![data.next];
            let mut seen = FxHashSet::default();
            while let Some(node) = choices.pop() {
                if node == data.node || !seen.insert(node) {
                    continue;
                }
                match self.design.pool.node(node) {
                    Node::Mux(condition, a, b) if !self.gates.detected.contains_key(&node) => {
                        self.collect(vec![condition], &mut triggers);
                        choices.extend([a, b]);
                    }
                    _ => self.collect(vec![node], &mut triggers),
                }
            }
        }
        for (memory, data) in self.design.memories.iter().enumerate() {
            if self.gates.memories[memory] == Some(partition) {
                let nodes = data.writes.iter().flat_map(Write::nodes);
                self.collect(nodes.collect(), &mut triggers);
            }
        }
        triggers
    }

    /// Adds all that some nodes depend on, down to state and change-detected nodes.
    fn collect(&self, mut todo: Vec<NodeId>, triggers: &mut Triggers) {
        while let Some(node) = todo.pop() {
            if !triggers.seen.insert(node) {
                continue;
            }
            if self.gates.detected.contains_key(&node) {
                triggers.detected.insert(node);
                continue;
            }
            let state = match self.design.pool.node(node) {
                Node::Register(number) => Some(State::Register(number as usize)),
                Node::Load { memory, .. } => Some(State::Memory(memory as usize)),
                _ => None,
            };
            triggers.states.extend(state);
            todo.extend(self.design.pool.node(node).operands());
        }
    }

    /// Checks that the triggers of the stall domain and of the counters activate them.
    fn left_out(&self) -> Result<(), String> {
        if let Some(stall) = &self.gates.stall {
            let mut triggers = Triggers::default();
            self.collect(vec![stall.condition], &mut triggers);
            triggers.states.retain(|state| match state {
                State::Register(number) => !stall.registers.contains(number),
                State::Memory(number) => !self.design.memories[*number].writes.is_empty(),
            });
            self.activate(&triggers, StallDomain::NUMBER)
                .map_err(|fault| format!("condition of the stall domain: {fault}"))?;
        }
        let stall = self.gates.stall.iter().flat_map(|stall| &stall.sources);
        let counters = &self.gates.free_counters;
        let counters = counters.sources.iter().chain(&counters.detected);
        for (name, sources, number) in [
            (
                "stall domain",
                stall.collect::<Vec<_>>(),
                StallDomain::NUMBER,
            ),
            ("counters", counters.collect(), FreeCounters::NUMBER),
        ] {
            let mut triggers = Triggers::default();
            for &source in sources {
                match self.design.pool.node(source) {
                    _ if self.gates.detected.contains_key(&source) => {
                        triggers.detected.insert(source);
                    }
                    Node::Register(number) => {
                        triggers.states.insert(State::Register(number as usize));
                    }
                    Node::Load { memory, .. } => {
                        triggers.states.insert(State::Memory(memory as usize));
                    }
                    other => return Err(format!("{name}: {other:?} is no trigger")),
                }
            }
            self.activate(&triggers, number)
                .map_err(|fault| format!("{name}: {fault}"))?;
        }
        Ok(())
    }
}

/// All that can change some values.
#[derive(Default)]
struct Triggers {
    states: BTreeSet<State>,
    detected: BTreeSet<NodeId>,
    seen: FxHashSet<NodeId>,
}

#[cfg(test)]
mod tests;
