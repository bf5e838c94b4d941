//! Fan-in support: the toggling and the stable values that a value depends on.

use std::collections::{BTreeSet, HashSet};

use crate::activity::Activity;
use crate::class::{Class, TOGGLING};
use crate::design::Design;
use crate::facts::Facts;
use crate::gates::Gates;
use crate::node::{Node, NodeId};

/// A design with its partitions.
pub(crate) struct Search<'a> {
    pub(crate) design: &'a Design,
    pub(crate) classes: &'a [Class],
    pub(crate) gates: &'a Gates,
    pub(crate) activity: &'a Activity,
}

/// Fan-in support of some values.
#[derive(Default)]
pub(crate) struct Support {
    /// Registers that are computed in every cycle.
    pub(crate) toggling: BTreeSet<usize>,
    /// Values whose changes are detected.
    pub(crate) stable: BTreeSet<NodeId>,
    /// True if a memory that is often written is in the fan-in.
    unknown: bool,
}

impl Support {
    /// True if every change of the value is detected.
    pub(crate) fn is_stable(&self) -> bool {
        self.follows(&BTreeSet::new())
    }

    /// True if the value changes only when one of these registers does, or when a detected change
    /// occurs.
    pub(crate) fn follows(&self, registers: &BTreeSet<usize>) -> bool {
        !self.unknown && self.toggling.is_subset(registers)
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        design: &'a Design,
        classes: &'a [Class],
        gates: &'a Gates,
        activity: &'a Activity,
    ) -> Self {
        Search {
            design,
            classes,
            gates,
            activity,
        }
    }

    /// The registers that are computed in every cycle.
    pub(crate) fn always(&self) -> impl Iterator<Item = usize> + '_ {
        let registers = self.design.registers.iter().enumerate();
        let changing = registers.filter(|(_, register)| register.next != register.node);
        changing
            .map(|(number, _)| number)
            .filter(|&number| self.gates.registers[number].is_none())
    }

    /// The fan-in support of some nodes.
    pub(crate) fn support(&self, facts: &Facts<'_>, mut todo: Vec<NodeId>) -> Support {
        let mut support = Support::default();
        let mut seen = HashSet::new();
        while let Some(node) = todo.pop() {
            let node = facts.resolve(node);
            if facts.decide(node).is_some() || !seen.insert(node) {
                continue;
            }
            if self.gates.detected.contains_key(&node) {
                support.stable.insert(node);
                continue;
            }
            match self.design.pool.node(node) {
                Node::Register(_) if self.classes[node.index()] == Class::Stable => {
                    support.stable.insert(node);
                }
                Node::Register(number) => {
                    support.toggling.insert(number as usize);
                }
                Node::Load { memory, .. } => {
                    let memory = memory as usize;
                    support.unknown |= self.activity.of_memory(memory) > TOGGLING;
                    if !self.design.memories[memory].writes.is_empty() {
                        support.stable.insert(node);
                    }
                }
                _ => {}
            }
            todo.extend(self.design.pool.node(node).operands());
        }
        support
    }
}
