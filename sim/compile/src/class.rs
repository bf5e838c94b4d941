//! Change behaviour of nodes.

use crate::activity::Activity;
use crate::cost::COSTS;
use crate::design::Design;
use crate::node::{Node, NodeId};
use crate::options::{Options, Pass};

/// Change behaviour of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Stable: all values that it depends on rarely change.
    Stable,
    /// Change-detected: it rarely changes, but depends on toggling values.
    Detected,
    Toggling,
}

/// Change behaviour of each node.
pub(crate) fn classes(design: &Design, activity: &Activity, options: Options) -> Vec<Class> {
    let mut classes = vec![Class::Stable; design.pool.len()];
    for index in 0..design.pool.len() {
        let node = NodeId::at(index);
        let mut operands = design.pool.node(node).operands();
        let stable_operands = operands.all(|operand| classes[operand.index()] != Class::Toggling);
        let toggling = activity.of_node(node) > COSTS.toggling;
        classes[index] = match design.pool.node(node) {
            Node::Register(_) if toggling => Class::Toggling,
            Node::Load { memory, .. } if activity.of_memory(memory as usize) > COSTS.toggling => {
                Class::Toggling
            }
            _ if stable_operands => Class::Stable,
            _ if toggling || !options.has(Pass::Detection) => Class::Toggling,
            _ => Class::Detected,
        };
    }
    classes
}
