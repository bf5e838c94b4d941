//! Estimated cost of nodes.

use crate::design::Design;
use crate::node::{Node, NodeId};

/// Rough number of instructions.
pub(crate) fn cost(design: &Design, node: NodeId) -> u32 {
    match design.pool.node(node) {
        Node::Const(_) | Node::Register(_) | Node::Input(_) => 0,
        Node::Load { .. } | Node::Mux(..) => 2,
        Node::Binary(..) | Node::Count(_) => 1,
    }
}
