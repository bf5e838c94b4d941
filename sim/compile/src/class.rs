//! Change behaviour of nodes.

use crate::activity::Activity;
use crate::cost::cost;
use crate::design::{cone, Design, Write};
use crate::node::{Node, NodeId};

/// Values that change in a larger share of the cycles than this are toggling.
pub(crate) const BUSY: f64 = 1.0 / 14.0;

/// An instance is gated as a whole, however much its values toggle while it is active, if that
/// saves this share of its instructions.
const WORTH: f64 = 0.4;

/// Instructions that an active instance costs: the jump to its partition, which the processor
/// rarely predicts, and deferred writes.
const AWAKE: f64 = 60.0;

/// Change behaviour of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Stable: all values that it depends on rarely change.
    Calm,
    /// Change-detected: it rarely changes, but depends on toggling values.
    Watched,
    Busy,
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
