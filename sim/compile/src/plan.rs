//! Plans of all code of a cycle.

use crate::design::Design;
use crate::gates::Gates;
use crate::node::NodeId;
use crate::place::{Placer, Plan};
use crate::region::{Cycle, Region, Schedule};
use crate::table::Tables;
use crate::table_search::find_tables;

/// The plans of all code of a cycle.
#[derive(Debug)]
pub(crate) struct Plans {
    pub(crate) always: Cycle<Plan>,
    /// Plan of the fast path in which the stall domain is stable.
    pub(crate) still: Option<Cycle<Plan>>,
    pub(crate) parts: Vec<(u32, Plan)>,
}

/// Plans a cycle. Partitions share only the values that activate them, so an inactive one costs
/// nothing.
pub(crate) fn plans(design: &Design, gates: &Gates, schedule: Schedule) -> Plans {
    let watched: Vec<NodeId> = gates.watched.keys().copied().collect();
    let parts = schedule.parts.into_iter();
    let kept: Vec<NodeId> = gates.kept.keys().copied().collect();
    let known: Vec<NodeId> = kept.iter().chain(&gates.tickers.watched).copied().collect();
    let tables = match gates.sleeps() {
        true => {
            let regions = schedule.always.full.clone();
            find_tables(&Placer::place(design, regions, &kept, &Tables::default()))
        }
        false => Tables::default(),
    };
    let cycle = |cycle: Cycle<Vec<Region>>| {
        let one = |regions, given| plan(design, regions, given, &watched, tables.clone());
        Cycle {
            full: one(cycle.full, &kept),
            quiet: cycle.quiet.map(|regions| one(regions, &known)),
        }
    };
    let part = |regions| plan(design, regions, &watched, &[], Tables::default());
    Plans {
        always: cycle(schedule.always),
        still: schedule.still.map(cycle),
        parts: parts
            .map(|(number, regions)| (number, part(regions)))
            .collect(),
    }
}

/// Plans a tree of regions. The values of the `given` nodes are known. The `asked` nodes are stored
/// in locals, because other code reads them.
fn plan(
    design: &Design,
    regions: Vec<Region>,
    given: &[NodeId],
    asked: &[NodeId],
    tables: Tables,
) -> Plan {
    let mut plan = Placer::place(design, regions, given, &tables).finish();
    asked.iter().for_each(|node| plan.kept[node.index()] = true);
    plan.tables = tables;
    plan
}
