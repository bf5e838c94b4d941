//! Shrinks a failing session.

use super::pair::{Failure, Pair};
use super::step::Step;

/// Removes steps, many at first and then few, as long as hardware and model still differ at the
/// end. The limit is a number of replays, not a time, so that every machine finds the same case.
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
