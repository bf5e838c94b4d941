//! Estimated number of instructions of a cycle, from the profiling samples.

use crate::activity::Activity;
use crate::cost::{cost, COSTS};
use crate::design::Design;
use crate::gates::{Gates, NumberSet};
use crate::node::{Node, NodeId};
use crate::place::Plan;
use crate::plan::Plans;
use crate::region::{Item, Position};

/// Instructions that a cycle takes on average, if the design behaves as in the profiling samples.
/// It is only good for comparing plans of one design. Free-running counters are left out.
pub(crate) fn estimate(design: &Design, gates: &Gates, plans: &Plans, activity: &Activity) -> f64 {
    let of_plan = |plan: &Plan| {
        Estimate {
            design,
            gates,
            plan,
            activity,
        }
        .instructions()
    };
    let shares = gates.active_shares(design, activity);
    let partitions = plans.partitions.iter().map(|(partition, plan)| {
        let share = shares.get(partition).copied().unwrap_or_default();
        share * (f64::from(COSTS.activation) + of_plan(plan))
    });
    let words = if gates.is_gated() { gates.words } else { 0 };
    f64::from(words * COSTS.search) + of_plan(&plans.always) + partitions.sum::<f64>()
}

struct Estimate<'a> {
    design: &'a Design,
    gates: &'a Gates,
    plan: &'a Plan,
    activity: &'a Activity,
}

impl Estimate<'_> {
    fn instructions(&self) -> f64 {
        let shares = self.shares();
        let mut all = 0.0;
        for (region, share) in self.plan.regions.iter().zip(&shares) {
            let items = region.items.iter().map(|item| self.of_item(item));
            all += share * f64::from(items.sum::<u32>());
        }
        for (&node, slot) in &self.plan.slots {
            all += shares[slot.region.0] * f64::from(self.of_node(node));
        }
        all
    }

    /// Share of the runs of the plan in which each region runs.
    fn shares(&self) -> Vec<f64> {
        let mut shares: Vec<f64> = Vec::with_capacity(self.plan.regions.len());
        for (index, region) in self.plan.regions.iter().enumerate() {
            shares.push(match region.parent {
                None => 1.0,
                Some((parent, position)) => {
                    shares[parent.0] * self.of_arm(index, parent.0, position)
                }
            });
        }
        shares
    }

    /// Share of the runs of the enclosing region in which an arm runs.
    fn of_arm(&self, arm: usize, parent: usize, position: Position) -> f64 {
        let (condition, is_then) = match position {
            Position::Mux(mux) => match self.design.pool.node(mux) {
                Node::Mux(condition, ..) => (condition, self.plan.arms[&mux][0].0 == arm),
                other => unreachable!("{other:?} has no arms"),
            },
            Position::Item(item) => match &self.plan.regions[parent].items[item] {
                Item::If {
                    condition, then, ..
                } => (*condition, then.0 == arm),
                Item::IfMoving { .. } => match &self.gates.stall {
                    Some(stall) => (stall.condition, true),
                    None => unreachable!("there is no stall domain"),
                },
                // The values of a change-detection item, which are computed after a change.
                Item::Detect { nodes } => {
                    let when = self.activity.when(self.design, nodes.iter().copied());
                    return self.activity.share(&when);
                }
                other => unreachable!("{other:?} has no arms"),
            },
        };
        let set = self.activity.share_set(condition);
        if is_then {
            set
        } else {
            1.0 - set
        }
    }

    /// Instructions of an item without its operands.
    fn of_item(&self, item: &Item) -> u32 {
        let gates = self.gates;
        let activates = |numbers: &NumberSet| match numbers.is_empty() {
            true => 0,
            false => COSTS.activate_readers,
        };
        match item {
            Item::Set { register, .. } => {
                COSTS.set + activates(&gates.register_activates[*register])
            }
            Item::Store { memory, .. } => COSTS.store + activates(&gates.memory_activates[*memory]),
            Item::Detect { nodes } => COSTS.detect + COSTS.detect_value * nodes.len() as u32,
            Item::If { .. } | Item::IfMoving { .. } | Item::RunPartitions => COSTS.branch,
            Item::CountStall | Item::NextDeadline { .. } => COSTS.count_cycles,
            Item::Hoist { .. } => COSTS.hoist,
        }
    }

    /// Instructions of a node without its operands. State is read from memory.
    fn of_node(&self, node: NodeId) -> u32 {
        match (
            self.plan.tables.nodes.get(&node),
            self.design.pool.node(node),
        ) {
            (Some(table), _) => table.price,
            (_, Node::Register(_) | Node::Input(_)) => 1,
            _ => cost(self.design, node),
        }
    }
}
