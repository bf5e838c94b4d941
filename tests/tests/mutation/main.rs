//! Tests fail for circuits with a small fault.
//!
//! A mutant has one fault in its netlist: a bit that is inverted, stuck, or inverted by another
//! bit; another operator; a constant that is off by one; an enable that is always on. The sample is
//! even over all modules of all circuits. A mutant is caught when a bench fails, or when a case of
//! `tests/cases`, a session or a game differs from the golden model; a mere difference from the
//! circuit does not count. Each mutant stops at the first one.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod benches;
mod cases;
mod circuits;
mod equal;

use benches::Benches;
use circuits::{sample, Circuit};
use gatefall_mutants::{shown, Mutation};
use gatefall_tests::{has_programs, record, seed, share, Work};
use std::collections::BTreeSet;
use std::time::Instant;

const SEED: u64 = 1;
const SAMPLE: usize = 1_000;
const SMALL_SAMPLE: usize = 50;
/// Clocks of a case that the small sample plays.
const MOST_CLOCKS: u64 = 1_000_000;
/// Of a hundred mutants that are not proved equal, so many are caught.
const LEAST: usize = 95;
/// Only player 1 has a key of that action, so no fault in its keys of player 2 changes anything.
const WITHOUT_MUTANTS: [&str; 1] = ["long_keys_of_two"];
const LEAST_OF_SMALL_SAMPLE: usize = 50;

/// The circuits and the tests that play them.
struct Suite {
    circuits: Vec<Circuit>,
    /// None for the small sample.
    benches: Option<Benches>,
    has_yosys: bool,
}

/// A mutant, and the index of its circuit.
type Mutant = (usize, Mutation);

/// The end of a mutant.
enum Verdict {
    /// By this test.
    Caught(String),
    /// It is proved to have the functions of the circuit.
    Equal,
    Survives,
}

impl Suite {
    /// Circuits with games that are played at once.
    fn small() -> Suite {
        let mut circuits = Circuit::all(|cases| cases.of_each_rule(MOST_CLOCKS));
        circuits.retain(Circuit::has_play);
        Suite {
            circuits,
            benches: None,
            has_yosys: false,
        }
    }

    fn whole(test: &str) -> Suite {
        Suite {
            circuits: Circuit::all(|cases| cases),
            benches: Some(Benches::new()),
            has_yosys: has_programs(test, &[("yosys", "yosys")]),
        }
    }

    /// Benches of the module come first, then the proof, cases, sessions or games, and tests of the
    /// whole game.
    fn verdict(&self, (circuit, mutation): Mutant) -> Verdict {
        let circuit = &self.circuits[circuit];
        let of_benches = |whole_game| {
            let benches = self.benches.as_ref()?;
            benches.find(&circuit.netlist, mutation, whole_game)
        };
        if let Some(test) = of_benches(false) {
            return Verdict::Caught(test);
        }
        if self.has_yosys && equal::is_equal(&circuit.netlist, mutation) {
            return Verdict::Equal;
        }
        let found = circuit.find(mutation, self.benches.is_some());
        let found = found.or_else(|| of_benches(true));
        found.map_or(Verdict::Survives, Verdict::Caught)
    }

    fn shown(&self, (circuit, mutation): Mutant) -> String {
        shown(&self.circuits[circuit].netlist, mutation)
    }

    /// The mutants that were played, in time, with their verdicts.
    fn play(&self, sample: &[Mutant], work: &Work) -> Vec<(Mutant, Verdict)> {
        let parts = share(sample, |sample| {
            let played = sample.take_while(|_| !work.is_over()).map(|&mutant| {
                let begin = Instant::now();
                let verdict = self.verdict(mutant);
                let seconds = begin.elapsed().as_secs_f64();
                let what = self.shown(mutant);
                let by = match &verdict {
                    Verdict::Caught(test) => test,
                    Verdict::Equal => "EQUAL",
                    Verdict::Survives => "NOTHING",
                };
                println!("{seconds:.1} s, {by}: {what}");
                (mutant, verdict)
            });
            played.collect::<Vec<_>>()
        });
        parts.into_iter().flatten().collect()
    }
}

/// Plays a sample; at least so many of a hundred must be caught.
fn check(suite: &Suite, sample: &[Mutant], work: &Work, least: usize) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let played = suite.play(sample, work);
    std::panic::set_hook(hook);
    let mut survivors: Vec<String> = Vec::new();
    let mut equal = 0;
    for (mutant, verdict) in &played {
        match verdict {
            Verdict::Caught(_) => {}
            Verdict::Equal => equal += 1,
            Verdict::Survives => survivors.push(suite.shown(*mutant)),
        }
    }
    let caught = played.len() - equal - survivors.len();
    let modules = played
        .iter()
        .map(|((circuit, mutation), _)| (circuit, mutation.module));
    let modules: BTreeSet<_> = modules.collect();
    let figures = [
        ("modules", modules.len()),
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
fn nearly_every_mutant_is_caught() {
    let suite = Suite::whole("mutants of the circuits");
    let work = Work::wanted();
    let sample = sample(&suite.circuits, seed(SEED), SAMPLE);
    check(&suite, work.of(&sample), &work, LEAST);
}

#[test]
fn most_mutants_of_a_small_sample_are_caught_by_short_cases() {
    let suite = Suite::small();
    let sample = sample(&suite.circuits, SEED, SMALL_SAMPLE);
    check(&suite, &sample, &Work::wanted(), LEAST_OF_SMALL_SAMPLE);
}

/// Otherwise every mutant would be caught.
#[test]
fn the_play_passes_without_a_fault() {
    for circuit in Suite::small().circuits {
        assert_eq!(circuit.pass(), Ok(()));
    }
}

#[test]
fn a_sample_has_mutants_of_all_modules() {
    let circuits = Circuit::all(|cases| cases);
    let sample = sample(&circuits, SEED, SAMPLE);
    assert_eq!(sample.len(), SAMPLE);
    let mut without: Vec<&str> = Vec::new();
    for (index, circuit) in circuits.iter().enumerate() {
        let of_circuit = sample.iter().filter(|(of, _)| *of == index);
        let modules: BTreeSet<_> = of_circuit.map(|(_, mutation)| mutation.module).collect();
        assert!(!modules.is_empty(), "each circuit has modules of its own");
        let own = circuit
            .modules()
            .filter(|(module, _)| !modules.contains(module));
        without.extend(own.map(|(_, name)| name));
    }
    assert_eq!(without, WITHOUT_MUTANTS);
}
