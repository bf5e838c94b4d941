//! Plans of all code of a cycle.

use rustc_hash::FxHashSet;

use crate::design::Design;
use crate::gates::Gates;
use crate::node::NodeId;
use crate::options::Pass;
use crate::place::{Placer, Plan};
use crate::region::Code;
use crate::schedule::schedule;
use crate::table::Tables;
use crate::table_search::find_tables;

/// The plans of all code of a cycle.
pub(crate) type Plans = Code<Plan>;

/// Plans a cycle. Partitions share only the values that activate them, so an inactive one costs
/// nothing.
pub(crate) fn plans(design: &Design, gates: &Gates) -> Plans {
    let schedule = schedule(design, gates);
    let detected: FxHashSet<NodeId> = gates.detected.keys().copied().collect();
    let (early, given) = (gates.early_hoisted(), gates.given());
    let none = FxHashSet::default();
    let branches = gates.options.has(Pass::Branches);
    let no_tables = Tables::default();
    let tables = match gates.is_gated() && gates.options.has(Pass::Tables) {
        true => {
            let regions = schedule.always.clone();
            find_tables(&Placer::place(
                design, regions, &given, &no_tables, branches,
            ))
        }
        false => Tables::default(),
    };
    let place = |regions, given, tables| Placer::place(design, regions, given, tables, branches);
    let counters = |regions| place(regions, &early, &no_tables).finish(&detected);
    let partition = |regions| place(regions, &detected, &no_tables).finish(&none);
    let partitions = schedule.partitions.into_iter();
    Plans {
        counters: schedule.counters.map(counters),
        always: place(schedule.always, &given, &tables).finish(&detected),
        partitions: partitions
            .map(|(number, regions)| (number, partition(regions)))
            .collect(),
    }
}
