//! A case for each name of a clear: a picture at the end of another case.

use super::find::{Found, Rehearsed};
use gatefall_lockstep::arcade::{Coverage, Step};

/// All of them, each from the shortest of the found cases that leads to it.
pub fn names(found: &[Found]) -> Vec<Found> {
    let mut wanted = Coverage::default().missing();
    wanted.retain(|what| what.starts_with("name: "));
    let cases = found.iter().filter_map(|(_, steps)| steps.clone());
    let with_picture = |steps| [steps, vec![Step::Frame]].concat();
    let cases: Rehearsed = cases.map(with_picture).collect();
    let case = |what: String| {
        let shortest = cases.shortest(&what);
        (what, shortest)
    };
    wanted.into_iter().map(case).collect()
}
