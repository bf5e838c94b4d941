//! Fan-in support: the toggling and the stable values that a value depends on.

use std::collections::BTreeSet;

use crate::activity::Activity;
use crate::class::Class;
use crate::cost::COSTS;
use crate::design::Design;
use crate::facts::Facts;
use crate::gates::Gates;
use crate::node::{Node, NodeId};
use crate::state_element::trigger_set;

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
    pub(crate) fn support(&self, facts: &Facts<'_>, nodes: Vec<NodeId>) -> Support {
        let to = |node: NodeId| {
            let node = facts.resolve(node);
            facts.decide(node).is_none().then_some(node)
        };
        let is_detected = |node: NodeId| self.gates.detected.contains_key(&node);
        let mut support = Support::default();
        for source in trigger_set(self.design, nodes, to, is_detected) {
            match self.design.pool.node(source) {
                Node::Register(number) if self.classes[source.index()] != Class::Stable => {
                    support.toggling.insert(number as usize);
                }
                Node::Load { memory, .. } if !is_detected(source) => {
                    let memory = memory as usize;
                    support.unknown |= self.activity.of_memory(memory) > COSTS.toggling;
                    let is_written = !self.design.memories[memory].writes.is_empty();
                    support.stable.extend(is_written.then_some(source));
                }
                _ => {
                    support.stable.insert(source);
                }
            }
        }
        support
    }
}
