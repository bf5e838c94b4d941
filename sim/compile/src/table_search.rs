//! Search for the nodes that are cheaper to look up than to compute.

use std::collections::BTreeSet;

use crate::node::NodeId;
use crate::place::Placer;
use crate::region::{Item, RegionId};
use crate::table::{Cone, Others, Table, Tables};

/// Finds nodes that are cheaper to look up than to compute. Rarely run code gets no tables.
pub(crate) fn find_tables(placer: &Placer<'_>) -> Tables {
    let design = placer.design;
    let mut tables = Tables::default();
    let mut replaced: BTreeSet<NodeId> = BTreeSet::new();
    let given = |node: NodeId| placer.slots[node.index()].is_none();
    let users = Users::new(placer);
    for item in &placer.regions[0].items {
        let Item::Detect { nodes } = item else {
            break;
        };
        let others = |node: NodeId, cone: &Cone| {
            users.others(node, cone, usize::from(nodes.contains(&node)))
        };
        if let Some(table) = Table::find_first(design, nodes, others, given) {
            replaced.extend(&table.replaced);
            tables.detections.insert(nodes[0], table);
        }
    }
    // Users come before operands, so that a table replaces as many nodes as possible.
    for index in (0..placer.slots.len()).rev() {
        let root = NodeId::at(index);
        if placer.slots[index].is_none() || replaced.contains(&root) {
            continue;
        }
        let others = |node: NodeId, cone: &Cone| match node == root {
            true => Others::None,
            false => users.others(node, cone, 0),
        };
        if let Some(mut table) = Table::find(design, &[root], others, given) {
            replaced.extend(&table.replaced);
            // Hoisted leaves are already shifted. The first of the others needs no shift.
            table.leaves.sort_by_key(|leaf| given(leaf.node));
            tables.nodes.insert(root, table);
        }
    }
    tables
}

/// The nodes or items that use each node, and the region of each use.
struct Users<'a> {
    placer: &'a Placer<'a>,
    of: Vec<Vec<(Option<NodeId>, RegionId)>>,
}

impl<'a> Users<'a> {
    fn new(placer: &'a Placer<'a>) -> Self {
        let mut of = vec![vec![]; placer.slots.len()];
        placer.each_use(|node, user, region| of[node.index()].push((user, region)));
        Users { placer, of }
    }

    /// Users of a node outside a cone. `items` of the uses by items belong to the cone.
    fn others(&self, node: NodeId, cone: &Cone, items: usize) -> Others {
        let all = self.of[node.index()].iter();
        let of_items = all.clone().filter(|(user, _)| user.is_none());
        let of_nodes =
            all.filter(|(user, _)| user.is_some_and(|user| !cone.replaced.contains(&user)));
        let slot = self.placer.slots[node.index()].expect("what is given is not looked into");
        let mut arm = None;
        for &(user, region) in of_nodes.chain(of_items.skip(items)) {
            let sunk = user.and_then(|user| cone.sunk.get(&user));
            let region = sunk.copied().unwrap_or(region);
            let around = arm.map_or(region, |arm| self.placer.around(arm, region));
            if around == slot.region {
                return Others::Some;
            }
            arm = Some(around);
        }
        arm.map_or(Others::None, Others::Arm)
    }
}
