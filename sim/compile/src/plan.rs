//! Plans of all code of a cycle.

use std::collections::HashSet;

use crate::design::Design;
use crate::gates::Gates;
use crate::node::NodeId;
use crate::options::Pass;
use crate::place::{Placer, Plan};
use crate::region::{Code, Cycle, Region};
use crate::schedule::schedule;
use crate::table::Tables;
use crate::table_search::find_tables;

/// The plans of all code of a cycle.
pub(crate) type Plans = Code<Plan>;

/// Plans a cycle. Partitions share only the values that activate them, so an inactive one costs
/// nothing.
pub(crate) fn plans(design: &Design, gates: &Gates) -> Plans {
    let schedule = schedule(design, gates);
    let detected: HashSet<NodeId> = gates.detected.keys().copied().collect();
    let partitions = schedule.partitions.into_iter();
    let hoisted: HashSet<NodeId> = gates.hoisted.keys().copied().collect();
    let counted = gates.free_counters.detected.iter().copied();
    let known: HashSet<NodeId> = counted.chain(hoisted.iter().copied()).collect();
    let none = HashSet::new();
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
            Placer::place(design, regions, given, &tables, branches).finish(&detected)
        };
        Cycle {
            full: one(cycle.full, &hoisted),
            fast: cycle.fast.map(|regions| one(regions, &known)),
        }
    };
    let no_tables = Tables::default();
    let partition =
        |regions| Placer::place(design, regions, &detected, &no_tables, branches).finish(&none);
    Plans {
        always: cycle(schedule.always),
        stalled: schedule.stalled.map(cycle),
        partitions: partitions
            .map(|(number, regions)| (number, partition(regions)))
            .collect(),
    }
}
