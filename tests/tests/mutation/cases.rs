//! Cases and sessions of the arcade, played by a mutant and the golden model.

use gatefall_lockstep::arcade::{play, read, Pair, Step};
use gatefall_netlist::Netlist;
use gatefall_tests::{case_name, cases};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};

/// A case, and the number of mutants that it has found.
struct Case {
    name: String,
    steps: Vec<Step>,
    found: AtomicU32,
}

/// All cases.
pub struct Cases(Vec<Case>);

impl Cases {
    /// Those of `tests/cases`.
    pub fn read() -> Cases {
        let files = cases().into_iter().map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = case_name(&path);
            Case {
                steps: read(&text).unwrap_or_else(|error| panic!("{name}: {error}")),
                name,
                found: AtomicU32::new(0),
            }
        });
        let mut cases: Vec<Case> = files.collect();
        cases.sort_by_key(|case| weight(&case.steps));
        let (shown, mut order): (Vec<Case>, Vec<Case>) = cases
            .into_iter()
            .partition(|case| case.steps.contains(&Step::Frame));
        // A third of the first cases has a picture.
        for (index, case) in shown.into_iter().enumerate() {
            order.insert((3 * index).min(order.len()), case);
        }
        Cases(order)
    }

    /// The shortest case of each rule, if it takes at most so many clocks.
    pub fn of_each_rule(mut self, most_clocks: u64) -> Cases {
        let mut rules: BTreeSet<String> = BTreeSet::new();
        self.0.retain(|case| {
            let rule = case.name.split('/').next().unwrap_or_default();
            rules.insert(rule.to_owned()) && weight(&case.steps) <= most_clocks
        });
        self
    }

    /// Plays cases until one fails, and then sessions of these seeds. The cases that found
    /// most mutants come first, then short ones.
    pub fn find(&self, mutant: &Netlist, sessions: Range<u64>) -> Option<String> {
        let Ok(mut pair) = quietly(|| Pair::of(mutant)) else {
            return Some("power-up".to_owned());
        };
        let mut order: Vec<&Case> = self.0.iter().collect();
        order.sort_by_key(|case| Reverse(case.found.load(Ordering::Relaxed)));
        for case in order {
            if differs(|| pair.replay(&case.steps).is_err()) {
                case.found.fetch_add(1, Ordering::Relaxed);
                return Some(format!("case {}", case.name));
            }
        }
        for seed in sessions {
            if differs(|| play(&mut pair, seed).is_err()) {
                return Some(format!("session {seed}"));
            }
        }
        None
    }
}

/// Clocks of a case, roughly.
fn weight(steps: &[Step]) -> u64 {
    let clocks = |step: &Step| match step {
        Step::Frame => 420_000,
        Step::Wait(clocks) => *clocks,
        _ => 3_000,
    };
    steps.iter().map(clocks).sum()
}

/// A test that panics has failed, too.
fn differs(play: impl FnOnce() -> bool) -> bool {
    quietly(play).unwrap_or(true)
}

/// The result, unless the work panics.
pub fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, ()> {
    catch_unwind(AssertUnwindSafe(work)).map_err(drop)
}
