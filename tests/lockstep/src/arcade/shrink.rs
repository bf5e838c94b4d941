//! Makes a failing session short.

use super::pair::{Failure, Pair};
use super::step::Step;
use std::time::{Duration, Instant};

/// Leaves out steps, many at first and then few, as long as gates and model still differ at the end; gives up after some time.
pub fn shrink(pair: &mut Pair, failure: Failure, limit: Duration) -> Failure {
    let begun = Instant::now();
    let mut best = failure;
    let mut size = best.steps.len() / 2;
    while size > 0 {
        let mut start = 0;
        let mut has_shrunk = false;
        while start < best.steps.len() {
            if begun.elapsed() > limit {
                return best;
            }
            let end = (start + size).min(best.steps.len());
            let rest: Vec<Step> = [&best.steps[..start], &best.steps[end..]].concat();
            match pair.replay(&rest) {
                Err(shorter) => {
                    best = *shorter;
                    has_shrunk = true;
                }
                Ok(()) => start = end,
            }
        }
        size = match has_shrunk {
            true => size.min(best.steps.len() / 2),
            false => size / 2,
        };
    }
    best
}
