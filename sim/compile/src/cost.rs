//! The cost model: what the compiler assumes about the time of a cycle.
//!
//! The unit is a WebAssembly instruction; an activity is a share of the profiled cycles. The model
//! decides which of two plans is made, and never what a cycle computes. `gatefall bench --ablate`
//! shows what a change of it brings.

use std::ops::RangeInclusive;

use crate::design::Design;
use crate::node::{Node, NodeId};

/// Costs in instructions, and the limits at which an optimisation is worth its cost.
pub(crate) struct CostModel {
    /// To find the active partitions of a word, in each cycle.
    pub(crate) search: u32,
    /// To activate a partition and to call it.
    pub(crate) activation: u32,
    /// To write a register, and a word of a memory.
    pub(crate) set: u32,
    pub(crate) store: u32,
    /// To activate the readers of changed state.
    pub(crate) activate_readers: u32,
    /// To compare values with their last ones, and for each value more.
    pub(crate) detect: u32,
    pub(crate) detect_value: u32,
    /// To branch, or to keep a hoisted value.
    pub(crate) branch: u32,
    pub(crate) hoist: u32,
    /// To count cycles until a stall or a deadline.
    pub(crate) count_cycles: u32,
    /// Values that change in a larger share of the cycles are toggling.
    pub(crate) toggling: f64,
    /// State with a trigger that changes in a larger share of the cycles is grouped by trigger set.
    pub(crate) often_triggered: f64,
    /// The same limit for the triggers of a hoisted value.
    pub(crate) often_changed: f64,
    /// Roots that share a condition for which a branch is made.
    pub(crate) roots_of_branch: usize,
    /// Least and highest cost of an arm of a multiplexer for which a branch is made. Code can be
    /// divided between the values of an item, but not in an arm.
    pub(crate) arm: RangeInclusive<u32>,
    /// Instructions that a stall domain saves in a cycle, at least.
    pub(crate) saved_by_stall: f64,
    /// Instructions that a lookup table saves, at least.
    pub(crate) saved_by_table: u32,
    /// Share of the instructions of a whole design above which plans with less change detection are
    /// tried, too. Trying them takes as long as making the plans.
    pub(crate) busy: f64,
    /// Share of the estimated instructions that such plans may need. Estimates are off by a tenth.
    pub(crate) cheaper: f64,
}

/// The model of all designs.
pub(crate) const COSTS: CostModel = CostModel {
    search: 15,
    activation: 20,
    set: 2,
    store: 3,
    activate_readers: 4,
    detect: 6,
    detect_value: 2,
    branch: 2,
    hoist: 2,
    count_cycles: 6,
    toggling: 1.0 / 14.0,
    often_triggered: 1.0 / 128.0,
    often_changed: 1.0 / 512.0,
    roots_of_branch: 2,
    arm: 5..=20_000,
    saved_by_stall: 6.0,
    saved_by_table: 1,
    busy: 0.5,
    cheaper: 0.9,
};

/// Rough number of instructions of a node without its operands.
pub(crate) fn cost(design: &Design, node: NodeId) -> u32 {
    match design.pool.node(node) {
        Node::Const(_) | Node::Register(_) | Node::Input(_) => 0,
        Node::Load { .. } | Node::Mux(..) => 2,
        Node::Binary(..) | Node::Count(_) => 1,
    }
}
