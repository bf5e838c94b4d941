//! Cases and sessions fail for circuits with a small fault.
//!
//! A mutant has one fault in its netlist: a bit that is inverted, stuck, or inverted by another
//! bit; another operator; a constant that is off by one; an enable that is always on. The sample is
//! even over all modules. A mutant is caught when a case of `tests/cases` or a session differs from
//! the golden model; a mere difference from the circuit does not count. Each mutant stops at the
//! first one.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod cases;
mod equal;

use cases::Cases;
use gatefall_lockstep::arcade::netlist;
use gatefall_mutants::{mutant, shown, Mutation, Sampler};
use gatefall_netlist::Netlist;
use gatefall_tests::{has_programs, record, seed, share, Work, SESSIONS};
use std::time::Instant;

const SEED: u64 = 1;
const SAMPLE: usize = 1_000;
const SMALL_SAMPLE: usize = 50;
/// Clocks of a case that the small sample plays.
const MOST_CLOCKS: u64 = 1_000_000;
/// Of a hundred mutants that are not proved equal, so many are caught.
const LEAST: usize = 95;
const LEAST_OF_SMALL_SAMPLE: usize = 50;

/// The circuit and the tests that play it.
struct Suite {
    netlist: Netlist,
    cases: Cases,
    is_small: bool,
}

impl Suite {
    fn of_arcade(is_small: bool) -> Suite {
        Suite {
            netlist: netlist(),
            cases: match is_small {
                true => Cases::read().of_each_rule(MOST_CLOCKS),
                false => Cases::read(),
            },
            is_small,
        }
    }

    /// The first case or session that fails.
    fn find(&self, mutation: Mutation) -> Option<String> {
        let mutant = mutant(&self.netlist, mutation);
        let sessions = if self.is_small { 0..0 } else { SESSIONS };
        self.cases.find(&mutant, sessions)
    }

    /// The number of mutants that were played, and those that nothing finds.
    fn play(&self, sample: &[Mutation], work: &Work) -> (usize, Vec<Mutation>) {
        let parts = share(sample, |sample| {
            let (mut played, mut survivors) = (0, Vec::new());
            for &mutation in sample.take_while(|_| !work.is_over()) {
                let begin = Instant::now();
                let found = self.find(mutation);
                let what = shown(&self.netlist, mutation);
                let by = found.as_deref().unwrap_or("NOTHING");
                println!("{:.1} s, {by}: {what}", begin.elapsed().as_secs_f64());
                played += 1;
                if found.is_none() {
                    survivors.push(mutation);
                }
            }
            (played, survivors)
        });
        let (played, survivors): (Vec<usize>, Vec<_>) = parts.into_iter().unzip();
        (played.iter().sum(), survivors.concat())
    }
}

/// Plays a sample; at least so many of a hundred must be caught.
fn check(name: &str, suite: &Suite, sample: &[Mutation], work: &Work, least: usize) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (played, survivors) = suite.play(sample, work);
    std::panic::set_hook(hook);
    let has_yosys = !suite.is_small && has_programs(name, &[("yosys", "yosys")]);
    let is_equal = |mutation: &Mutation| has_yosys && equal::is_equal(&suite.netlist, *mutation);
    let (equal, survivors): (Vec<_>, Vec<_>) = survivors.into_iter().partition(is_equal);
    let lines = |mutants: &[Mutation]| {
        let lines = mutants
            .iter()
            .map(|&mutation| shown(&suite.netlist, mutation));
        lines.collect::<Vec<String>>().join("\n")
    };
    println!("equal:\n{}\n", lines(&equal));
    let caught = played - equal.len() - survivors.len();
    let figures = [
        ("mutants", played),
        ("caught", caught),
        ("equal", equal.len()),
        ("survivors", survivors.len()),
    ];
    record("", &figures.map(|(name, count)| (name, count as u64)));
    assert!(
        caught * 100 >= (played - equal.len()) * least,
        "{caught} of {played} are caught; these survive:\n{}",
        lines(&survivors)
    );
}

#[test]
#[ignore = "hours"]
fn nearly_every_mutant_of_the_arcade_is_caught() {
    let suite = Suite::of_arcade(false);
    let work = Work::wanted();
    let mut sampler = Sampler::new(&suite.netlist, seed(SEED), |_| true);
    let sample = sampler.take(SAMPLE);
    let part = work.of(&sample);
    check("mutants of the arcade", &suite, part, &work, LEAST);
}

#[test]
fn most_mutants_of_a_small_sample_are_caught_by_short_cases() {
    let suite = Suite::of_arcade(true);
    let sample = Sampler::new(&suite.netlist, SEED, |_| true).take(SMALL_SAMPLE);
    let (name, work) = ("a small sample of mutants", Work::wanted());
    check(name, &suite, &sample, &work, LEAST_OF_SMALL_SAMPLE);
}

/// Otherwise every mutant would be caught.
#[test]
fn the_cases_pass_without_a_fault() {
    let suite = Suite::of_arcade(true);
    assert_eq!(suite.cases.find(&suite.netlist, 0..0), None);
}
