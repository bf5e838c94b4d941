//! Change behaviour of nodes.

use crate::activity::Activity;
use crate::cost::cost;
use crate::design::{cone, Design, Write};
use crate::node::{Node, NodeId};
use crate::options::{Options, Pass};

/// Values that change in a larger share of the cycles than this are toggling.
pub(crate) const TOGGLING: f64 = 1.0 / 14.0;

/// An instance is gated as a whole, however much its values toggle while it is active, if that
/// saves this share of its instructions.
const WORTH: f64 = 0.4;

/// Instructions that an active instance costs: the jump to its partition, which the processor
/// rarely predicts, and deferred writes.
const ACTIVE_COST: f64 = 60.0;

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
    let is_gated_instance = gated_instances(design, activity);
    let mut classes = vec![Class::Stable; design.pool.len()];
    for index in 0..design.pool.len() {
        let node = NodeId::at(index);
        let mut operands = design.pool.node(node).operands();
        let stable_operands = operands.all(|operand| classes[operand.index()] != Class::Toggling);
        let toggling = activity.of_node(node) > TOGGLING;
        classes[index] = match design.pool.node(node) {
            Node::Register(number)
                if is_gated_instance[design.registers[number as usize].place] =>
            {
                Class::Stable
            }
            Node::Register(_) if toggling => Class::Toggling,
            Node::Load { memory, .. }
                if activity.of_memory(memory as usize) > TOGGLING
                    && !is_gated_instance[design.memories[memory as usize].place] =>
            {
                Class::Toggling
            }
            _ if stable_operands => Class::Stable,
            _ if toggling || !options.has(Pass::Detection) => Class::Toggling,
            _ => Class::Detected,
        };
    }
    classes
}

/// The instances for which gating as a whole saves instructions. Such an instance is skipped while
/// none of its state changes.
fn gated_instances(design: &Design, activity: &Activity) -> Vec<bool> {
    let mut roots = vec![vec![]; design.places()];
    for register in &design.registers {
        roots[register.place].push(register.next);
    }
    for memory in &design.memories {
        roots[memory.place].extend(memory.writes.iter().flat_map(Write::nodes));
    }
    let is_gated_instance = |(place, roots): (usize, Vec<NodeId>)| {
        let nodes = cone(&design.pool, roots);
        let cost: u32 = nodes.into_iter().map(|node| cost(design, node)).sum();
        let active = activity.of_place(place) * (f64::from(cost) + ACTIVE_COST);
        active <= (1.0 - WORTH) * f64::from(cost)
    };
    roots
        .into_iter()
        .enumerate()
        .map(is_gated_instance)
        .collect()
}
