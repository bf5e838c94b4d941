//! Choice between the plans of a design by their estimated cost.

use crate::activity::Activity;
use crate::cost::{cost, COSTS};
use crate::design::Design;
use crate::estimate::estimate;
use crate::gates::Gates;
use crate::options::{Options, Pass};
use crate::plan::{plans, Plans};

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
    if options.has(Pass::Choice) && instructions > COSTS.busy * f64::from(whole) {
        let (less, fewer) = with(options.and_without(Pass::Detection));
        if fewer < COSTS.cheaper * instructions {
            return less;
        }
    }
    tuned
}
