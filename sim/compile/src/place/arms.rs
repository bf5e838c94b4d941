//! Choice of the multiplexers that are branches.
//!
//! At first each multiplexer that is not looked up, and has an arm that costs anything, has arms of
//! its own. Then the costs of all arms are known, and the nodes of cheap ones move to the region
//! around them.

use rustc_hash::FxHashSet;

use super::Placer;
use crate::cost::{cost, COSTS};
use crate::node::{Node, NodeId};
use crate::region::{Position, RegionId};

impl Placer<'_> {
    /// True for a multiplexer with an arm that costs anything.
    pub(super) fn may_be_branch(&self, node: NodeId) -> bool {
        match self.design.pool.node(node) {
            Node::Mux(_, a, b) if !self.tables.nodes.contains_key(&node) => {
                [a, b].into_iter().any(|arm| cost(self.design, arm) > 0)
            }
            _ => false,
        }
    }

    /// Moves the nodes of arms that are not worth a branch to the region around the arms.
    pub(super) fn leave_cheap_arms(&mut self) {
        let branches = self.expensive();
        let regions = std::mem::take(&mut self.regions);
        // New number of each region, and the item for its nodes if they leave it. Arms are the last
        // regions, so the others keep their numbers.
        let mut moved: Vec<(RegionId, Option<usize>)> = Vec::new();
        for mut region in regions {
            let to = match region.parent {
                Some((parent, Position::Mux(mux))) if !branches.contains(&mux) => {
                    let (region, item) = moved[parent.0];
                    (region, item.or(Some(self.slots[&mux].item)))
                }
                parent => {
                    if let Some((parent, position)) = parent {
                        let (parent, _) = moved[parent.0];
                        region.parent = Some((parent, position));
                        region.depth = self.regions[parent.0].depth + 1;
                    }
                    self.regions.push(region);
                    (RegionId(self.regions.len() - 1), None)
                }
            };
            moved.push(to);
        }
        for slot in self.slots.values_mut() {
            let (region, item) = moved[slot.region.0];
            slot.region = region;
            slot.item = item.unwrap_or(slot.item);
        }
        self.arms.retain(|mux, _| branches.contains(mux));
        for arm in self.arms.values_mut().flatten() {
            *arm = moved[arm.0].0;
        }
    }

    /// The multiplexers of which an arm costs enough for a branch, and none too much.
    fn expensive(&self) -> FxHashSet<NodeId> {
        let mut costs = vec![0u32; self.regions.len()];
        for (&node, slot) in &self.slots {
            let table = self.tables.nodes.get(&node);
            costs[slot.region.0] += table.map_or(cost(self.design, node), |table| table.price);
        }
        let (mut found, mut too_long) = (FxHashSet::default(), FxHashSet::default());
        // Arms were created from the outside in, so the costs of inner arms are complete here.
        for index in (0..self.regions.len()).rev() {
            if let Some((parent, Position::Mux(mux))) = self.regions[index].parent {
                if costs[index] > *COSTS.arm.end() {
                    too_long.insert(mux);
                } else if costs[index] >= *COSTS.arm.start() {
                    found.insert(mux);
                }
                costs[parent.0] += costs[index];
            }
        }
        &found - &too_long
    }
}
