//! Makes a failing session short.

use super::pair::{Failure, Pair};
use super::step::Step;

/// Leaves out steps, many at first and then few, as long as gates and model still differ at the
/// end. Gives up after so many replays, not after a time, so that each machine finds the same case.
pub fn shrink(pair: &mut Pair, failure: Failure, replays: usize) -> Failure {
    let mut replays_left = replays;
    let mut best = failure;
    let mut size = best.steps.len() / 2;
    while size > 0 {
        let mut start = 0;
        let mut has_shrunk = false;
        while start < best.steps.len() {
            if replays_left == 0 {
                return best;
            }
            replays_left -= 1;
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
