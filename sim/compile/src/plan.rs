//! Plans of all code of a cycle.

use crate::activity::Activity;
use crate::cost::cost;
use crate::design::Design;
use crate::estimate::estimate;
use crate::gates::Gates;
use crate::node::NodeId;
use crate::options::{Options, Pass};
use crate::place::{Placer, Plan};
use crate::region::{Cycle, Region};
use crate::schedule::schedule;
use crate::table::Tables;
use crate::table_search::find_tables;

/// Share of the instructions of a whole design above which plans with less change detection are
/// tried, too. Trying them takes as long as making the plans.
const BUSY: f64 = 0.5;
/// Share of the estimated instructions that such plans may need. Estimates are off by a tenth.
const CHEAPER: f64 = 0.9;

/// The plans of all code of a cycle.
#[derive(Debug)]
pub(crate) struct Plans {
    pub(crate) always: Cycle<Plan>,
    /// Plan of the fast path in which the stall domain is stable.
    pub(crate) stalled: Option<Cycle<Plan>>,
    pub(crate) partitions: Vec<(u32, Plan)>,
}

/// Divides a design into partitions for what it did in the profiling samples, and plans a cycle.
///
/// If most of a design works in every cycle, change detection can cost more than the skipped logic
/// saves. Then it is left out.
pub(crate) fn tuned_plans(
    design: &Design,
    activity: &Activity,
    options: Options,
) -> (Gates, Plans) {
    let with = |options| {
        let gates = Gates::new(design, activity, options);
        let plans = plans(design, &gates);
        let instructions = estimate(design, &gates, &plans, activity);
        ((gates, plans), instructions)
    };
    let (tuned, instructions) = with(options);
    let whole: u32 = design.needed().iter().map(|&node| cost(design, node)).sum();
    if options.has(Pass::Choice) && instructions > BUSY * f64::from(whole) {
        let (less, fewer) = with(options.and_without(Pass::Detection));
        if fewer < CHEAPER * instructions {
            return less;
        }
    }
    tuned
}

/// Plans a cycle. Partitions share only the values that activate them, so an inactive one costs
/// nothing.
pub(crate) fn plans(design: &Design, gates: &Gates) -> Plans {
    let schedule = schedule(design, gates);
    let detected: Vec<NodeId> = gates.detected.keys().copied().collect();
    let partitions = schedule.partitions.into_iter();
    let hoisted: Vec<NodeId> = gates.hoisted.keys().copied().collect();
    let known: Vec<NodeId> = hoisted
        .iter()
        .chain(&gates.free_counters.detected)
        .copied()
        .collect();
    let branches = gates.options.has(Pass::Branches);
    let tables = match gates.is_gated() && gates.options.has(Pass::Tables) {
        true => {
            let regions = schedule.always.full.clone();
            find_tables(&Placer::place(
                design,
                regions,
                &hoisted,
                &Tables::default(),
                branches,
            ))
        }
        false => Tables::default(),
    };
    let cycle = |cycle: Cycle<Vec<Region>>| {
        let one = |regions, given| {
            let placer = Placer::place(design, regions, given, &tables, branches);
            finish(placer, &detected, tables.clone())
        };
        Cycle {
            full: one(cycle.full, &hoisted),
            fast: cycle.fast.map(|regions| one(regions, &known)),
        }
    };
    let none = Tables::default();
    let partition = |regions| {
        let placer = Placer::place(design, regions, &detected, &none, branches);
        finish(placer, &[], none.clone())
    };
    Plans {
        always: cycle(schedule.always),
        stalled: schedule.stalled.map(cycle),
        partitions: partitions
            .map(|(number, regions)| (number, partition(regions)))
            .collect(),
    }
}

/// Completes a plan. The `asked` nodes are stored in locals, because other code reads them.
fn finish(placer: Placer<'_>, asked: &[NodeId], tables: Tables) -> Plan {
    let mut plan = placer.finish();
    asked
        .iter()
        .for_each(|node| plan.stored[node.index()] = true);
    plan.tables = tables;
    plan
}
