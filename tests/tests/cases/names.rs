//! A case for each name of a clear: a picture at the end of another case.

use super::find::Found;
use gatefall_lockstep::arcade::{rehearse, Coverage, Step};

/// All of them, each from the shortest of the found cases that leads to it.
pub fn names(found: &[Found]) -> Vec<Found> {
    let mut wanted = Coverage::default().missing();
    wanted.retain(|what| what.starts_with("name: "));
    let shown: Vec<_> = found
        .iter()
        .filter_map(|(_, steps)| {
            let mut steps = steps.clone()?;
            steps.push(Step::Frame);
            Some((rehearse(&steps), steps))
        })
        .collect();
    let case = |what: String| {
        let suits = shown.iter().filter(|(coverage, _)| coverage.of(&what) > 0);
        let shortest = suits.min_by_key(|(_, steps)| steps.len());
        let steps = shortest.map(|(_, steps)| steps.clone());
        (what, steps)
    };
    wanted.into_iter().map(case).collect()
}
