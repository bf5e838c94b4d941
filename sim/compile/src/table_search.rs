//! Search for the nodes that are cheaper to look up than to compute.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::node::NodeId;
use crate::place::{detections, Placer};
use crate::table::{Cone, Table, Tables};

/// Finds nodes that are cheaper to look up than to compute. Rarely run code gets no tables.
pub(crate) fn find_tables(placer: &Placer<'_>) -> Tables {
    let design = placer.design;
    let mut tables = Tables::default();
    let mut replaced: BTreeSet<NodeId> = BTreeSet::new();
    let given = |node: NodeId| !placer.slots.contains_key(&node);
    let users = Users::new(placer);
    for nodes in detections(&placer.regions) {
        let is_needed =
            |node: NodeId, cone: &Cone| users.any(node, cone, usize::from(nodes.contains(&node)));
        if let Some(table) = Table::find_first(design, nodes, is_needed, given) {
            replaced.extend(&table.replaced);
            tables.detections.insert(nodes[0], table);
        }
    }
    // Users come before operands, so that a table replaces as many nodes as possible.
    for &root in placer.slots.keys().rev() {
        if replaced.contains(&root) {
            continue;
        }
        let is_needed = |node: NodeId, cone: &Cone| node != root && users.any(node, cone, 0);
        if let Some(mut table) = Table::find(design, &[root], is_needed, given) {
            replaced.extend(&table.replaced);
            // Hoisted leaves are already shifted. The first of the others needs no shift.
            table.leaves.sort_by_key(|leaf| given(leaf.node));
            tables.nodes.insert(root, table);
        }
    }
    tables
}

/// The users of each node. An item is `None`.
struct Users(FxHashMap<NodeId, Vec<Option<NodeId>>>);

impl Users {
    fn new(placer: &Placer<'_>) -> Self {
        let mut users: FxHashMap<_, Vec<_>> = FxHashMap::default();
        placer.each_use(|node, user, _| users.entry(node).or_default().push(user));
        Users(users)
    }

    /// True if a node has users outside a cone. `items` of the uses by items belong to the cone.
    fn any(&self, node: NodeId, cone: &Cone, items: usize) -> bool {
        let all = self.0.get(&node).into_iter().flatten();
        let by_items = all.clone().filter(|user| user.is_none()).count();
        let is_outside = |user: &NodeId| !cone.replaced.contains(user);
        by_items > items || all.flatten().any(is_outside)
    }
}
