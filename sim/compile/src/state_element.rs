//! State elements, and the values that can change them.

use std::collections::BTreeSet;

use crate::class::Class;
use crate::design::{fan_in, Design, Write};
use crate::node::{Node, NodeId};

/// A state element.
#[derive(Clone, Copy)]
pub(crate) enum StateElement {
    Register(usize),
    Memory(usize),
}

impl StateElement {
    pub(crate) fn all(design: &Design) -> impl Iterator<Item = StateElement> {
        let registers = (0..design.registers.len()).map(StateElement::Register);
        registers.chain((0..design.memories.len()).map(StateElement::Memory))
    }

    /// Nodes from which the next state is computed.
    pub(crate) fn roots(self, design: &Design) -> Vec<NodeId> {
        match self {
            StateElement::Register(number) => vec![design.registers[number].next],
            StateElement::Memory(number) => design.memories[number]
                .writes
                .iter()
                .flat_map(Write::nodes)
                .collect(),
        }
    }

    /// Nodes that can change the state.
    pub(crate) fn moved_by(self, design: &Design, classes: &[Class]) -> Vec<NodeId> {
        let is_detected = |node: NodeId| classes[node.index()] == Class::Detected;
        match self {
            StateElement::Register(number) => design.moved_by(number, |node| node, is_detected),
            StateElement::Memory(_) => self.roots(design),
        }
    }

    pub(crate) fn place(self, design: &Design) -> usize {
        match self {
            StateElement::Register(number) => design.registers[number].place,
            StateElement::Memory(number) => design.memories[number].place,
        }
    }

    pub(crate) fn is_gated(self, design: &Design, classes: &[Class]) -> bool {
        // A change-detected load would activate its partition twice: when its result changes, and
        // by the register that stores it.
        let stable = |node: NodeId| match classes[node.index()] {
            Class::Stable => true,
            Class::Detected => !matches!(design.pool.node(node), Node::Load { .. }),
            Class::Toggling => false,
        };
        let changes = match self {
            StateElement::Register(number) => {
                design.registers[number].next != design.registers[number].node
            }
            StateElement::Memory(number) => !design.memories[number].writes.is_empty(),
        };
        changes && self.roots(design).into_iter().all(stable)
    }
}

/// Trigger set of some nodes: the registers, loads and change-detected nodes whose changes can
/// change them. A load stands for its memory. `to` replaces nodes, or leaves them out.
pub(crate) fn trigger_set(
    design: &Design,
    nodes: Vec<NodeId>,
    to: impl Fn(NodeId) -> Option<NodeId>,
    is_detected: impl Fn(NodeId) -> bool,
) -> BTreeSet<NodeId> {
    let is_state = |node: NodeId| {
        matches!(
            design.pool.node(node),
            Node::Register(_) | Node::Load { .. }
        )
    };
    let nodes = fan_in(&design.pool, nodes, to, &is_detected).into_iter();
    nodes
        .filter(|&node| is_detected(node) || is_state(node))
        .collect()
}
