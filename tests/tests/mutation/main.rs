//! Tests fail for circuits with a small fault.
//!
//! A mutant has one fault in its netlist: a bit that is inverted, stuck, or inverted by another
//! bit; another operator; a constant that is off by one; an enable that is always on. The sample is
//! even over all modules. A mutant is caught when a bench fails, or when a case of `tests/cases` or
//! a session differs from the golden model; a mere difference from the circuit does not count. Each
//! mutant stops at the first one.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod benches;
mod cases;
mod equal;

use benches::Benches;
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
    /// None for the small sample.
    benches: Option<Benches>,
    has_yosys: bool,
}

/// The end of a mutant.
enum Verdict {
    /// By this test.
    Caught(String),
    /// It is proved to have the functions of the circuit.
    Equal,
    Survives,
}

impl Suite {
    fn small() -> Suite {
        Suite {
            netlist: netlist(),
            cases: Cases::read().of_each_rule(MOST_CLOCKS),
            benches: None,
            has_yosys: false,
        }
    }

    fn whole(test: &str) -> Suite {
        Suite {
            netlist: netlist(),
            cases: Cases::read(),
            benches: Some(Benches::new()),
            has_yosys: has_programs(test, &[("yosys", "yosys")]),
        }
    }

    /// Benches of the module come first, then the proof, cases, sessions, and tests of the whole
    /// game.
    fn verdict(&self, mutation: Mutation) -> Verdict {
        let of_benches = |whole_game| {
            let benches = self.benches.as_ref()?;
            benches.find(&self.netlist, mutation, whole_game)
        };
        if let Some(test) = of_benches(false) {
            return Verdict::Caught(test);
        }
        if self.has_yosys && equal::is_equal(&self.netlist, mutation) {
            return Verdict::Equal;
        }
        let sessions = self.benches.as_ref().map_or(0..0, |_| SESSIONS);
        let mutant = mutant(&self.netlist, mutation);
        let found = self.cases.find(&mutant, sessions);
        let found = found.or_else(|| of_benches(true));
        found.map_or(Verdict::Survives, Verdict::Caught)
    }

    /// The mutants that were played, in time, with their verdicts.
    fn play(&self, sample: &[Mutation], work: &Work) -> Vec<(Mutation, Verdict)> {
        let parts = share(sample, |sample| {
            let played = sample.take_while(|_| !work.is_over()).map(|&mutation| {
                let begin = Instant::now();
                let verdict = self.verdict(mutation);
                let seconds = begin.elapsed().as_secs_f64();
                let what = shown(&self.netlist, mutation);
                let by = match &verdict {
                    Verdict::Caught(test) => test,
                    Verdict::Equal => "EQUAL",
                    Verdict::Survives => "NOTHING",
                };
                println!("{seconds:.1} s, {by}: {what}");
                (mutation, verdict)
            });
            played.collect::<Vec<_>>()
        });
        parts.into_iter().flatten().collect()
    }
}

/// Plays a sample; at least so many of a hundred must be caught.
fn check(suite: &Suite, sample: &[Mutation], work: &Work, least: usize) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let played = suite.play(sample, work);
    std::panic::set_hook(hook);
    let mut survivors: Vec<String> = Vec::new();
    let mut equal = 0;
    for (mutation, verdict) in &played {
        match verdict {
            Verdict::Caught(_) => {}
            Verdict::Equal => equal += 1,
            Verdict::Survives => survivors.push(shown(&suite.netlist, *mutation)),
        }
    }
    let caught = played.len() - equal - survivors.len();
    let figures = [
        ("mutants", played.len()),
        ("caught", caught),
        ("equal", equal),
        ("survivors", survivors.len()),
    ];
    record("", &figures.map(|(name, count)| (name, count as u64)));
    assert!(
        caught * 100 >= (played.len() - equal) * least,
        "{caught} of {} are caught; these survive:\n{}",
        played.len(),
        survivors.join("\n")
    );
}

#[test]
#[ignore = "an hour"]
fn nearly_every_mutant_of_the_arcade_is_caught() {
    let suite = Suite::whole("mutants of the arcade");
    let work = Work::wanted();
    let mut sampler = Sampler::new(&suite.netlist, seed(SEED), |_| true);
    let sample = sampler.take(SAMPLE);
    check(&suite, work.of(&sample), &work, LEAST);
}

#[test]
fn most_mutants_of_a_small_sample_are_caught_by_short_cases() {
    let suite = Suite::small();
    let sample = Sampler::new(&suite.netlist, SEED, |_| true).take(SMALL_SAMPLE);
    check(&suite, &sample, &Work::wanted(), LEAST_OF_SMALL_SAMPLE);
}

/// Otherwise every mutant would be caught.
#[test]
fn the_cases_pass_without_a_fault() {
    let suite = Suite::small();
    assert_eq!(suite.cases.find(&suite.netlist, 0..0), None);
}
