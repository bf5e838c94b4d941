//! The cases of `tests/cases` on the emitted Verilog, in Verilator.
//!
//! A case is played on our simulator and on the golden model, which must agree. All that was set in
//! our simulator on the way is written, and the signature of the whole state after each step:
//! registers, memories, and all output pins in all cycles. The Verilog must have the same
//! signatures. Its files are those of an export; the bench around them is Verilog of ours, too.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod design;
mod faults;
mod pins;
mod recorder;
mod verilated;

use design::Design;
use faults::{planted, FAULTS};
use gatefall_lockstep::arcade::Step;
use gatefall_tests::{cases, has_programs, record, seed, Work};
use recorder::{steps, Recorder};
use std::collections::BTreeMap;
use std::path::PathBuf;
use verilated::{head, play, Differing, Played, Program};

const PROGRAMS: [(&str, &str); 3] = [("verilator", "verilator"), ("make", "make"), ("g++", "g++")];
/// Seed of the state without a value at power-up.
const SEED: u64 = 1;
/// Clocks of a case in the sample.
const MOST_CLOCKS: u64 = 3_000_000;
/// Rules whose cases are all longer: a number of the screen runs to its limit.
const LONG_RULES: [&str; 2] = ["level", "score"];
/// Usual seconds of the harness on a busy machine: of a case, and at least.
const CASE_SECONDS: u64 = 6;
const LEAST_SECONDS: u64 = 60;
/// Seeds of the long form.
const SEEDS: u64 = 3;
/// Cases that are recorded before the harness plays them, in the long form.
const PORTION: usize = 50;
/// Cases that a failure shows, and parts of the state of each.
const MOST_SHOWN: usize = 8;

/// The case of each rule that takes the fewest clocks, but for [`LONG_RULES`].
fn sample() -> Vec<PathBuf> {
    let mut shortest: BTreeMap<PathBuf, (u64, PathBuf)> = BTreeMap::new();
    for case in cases() {
        let rule = case.parent().unwrap().to_owned();
        let entry = (steps(&case).iter().map(clocks).sum(), case);
        let least = shortest.entry(rule).or_insert(entry.clone());
        *least = least.clone().min(entry);
    }
    let is_long = |(clocks, _): &(u64, PathBuf)| *clocks > MOST_CLOCKS;
    let long = shortest.iter().filter(|(_, case)| is_long(case));
    let long: Vec<_> = long.filter_map(|(rule, _)| rule.file_name()).collect();
    assert_eq!(long, LONG_RULES, "rules without a short case");
    let cases = shortest.into_values();
    cases
        .filter(|case| !is_long(case))
        .map(|(_, case)| case)
        .collect()
}

/// Upper bound of the clocks of most steps.
fn clocks(step: &Step) -> u64 {
    match step {
        Step::Frame => 420_000,
        Step::Clock(_) => 500_000,
        Step::Wait(clocks) => *clocks,
        _ => 3_000,
    }
}

/// Records cases, plays them in Verilator, and says how they differ.
struct Comparison {
    design: Design,
    program: Program,
    recorder: Recorder,
}

impl Comparison {
    /// For a test. `None` without the tools.
    fn new(test: &str, design: impl FnOnce() -> Design) -> Option<Self> {
        has_programs(test, &PROGRAMS).then(|| {
            let design = design();
            Self {
                program: Program::new(&design),
                recorder: Recorder::new(&design),
                design,
            }
        })
    }

    fn record(&mut self, cases: &[PathBuf]) -> String {
        let mut text = head(&self.design);
        for case in cases {
            self.recorder.record(case, &mut text);
        }
        text
    }

    fn play(&self, text: &str, seed: u64) -> Played {
        let cases = text.matches("\ncase ").count() as u64;
        let played = play(
            &self.program.path(),
            text,
            seed,
            LEAST_SECONDS + CASE_SECONDS * cases,
        );
        assert_eq!(played.cases, cases);
        played
    }

    fn expect_no_difference(&mut self, played: &Played, seed: u64) {
        let differing = &played.differing;
        let shown = differing.iter().take(MOST_SHOWN);
        let shown: Vec<String> = shown.map(|differing| self.explain(differing)).collect();
        assert!(
            differing.is_empty(),
            "{} of {} cases differ, seed {seed}:\n{}",
            differing.len(),
            played.cases,
            shown.join("\n")
        );
    }

    /// The case, its step, and parts of the state that differ, each with its first word that does.
    fn explain(&mut self, differing: &Differing) -> String {
        let Differing { case, step, values } = differing;
        let path = gatefall_tests::case(case);
        let ours = self.recorder.values(&path, *step);
        let place = match step.checked_sub(1) {
            Some(before) => format!("step {step}, {}", steps(&path)[before]),
            None => "power-up".to_owned(),
        };
        let parts = self.design.whole_state().zip(ours.iter().zip(values));
        let parts = parts.filter_map(|(state, (ours, theirs))| {
            let word = { ours.iter().zip(theirs) }.position(|(ours, theirs)| ours != theirs)?;
            let address = state.words.map_or(String::new(), |_| format!("[{word}]"));
            let (name, ours, theirs) = (&state.verilog, ours[word], theirs[word]);
            Some(format!(
                "{name}{address} is {theirs:#x} instead of {ours:#x}"
            ))
        });
        let parts: Vec<String> = parts.take(MOST_SHOWN).collect();
        format!("{case}, {place}: {}", parts.join(", "))
    }
}

#[test]
fn a_case_of_each_rule_agrees_in_verilator() {
    let test = "a_case_of_each_rule_agrees_in_verilator";
    let Some(mut comparison) = Comparison::new(test, Design::new) else {
        return;
    };
    let cases = sample();
    let text = comparison.record(&cases);
    let played = comparison.play(&text, SEED);
    comparison.expect_no_difference(&played, SEED);
    println!("{} cycles in {} ms", played.cycles, played.milliseconds);
}

/// Only the words that memories read have no value at power-up. Random ones are in effect.
#[test]
fn all_other_state_has_its_value_at_power_up() {
    let test = "all_other_state_has_its_value_at_power_up";
    let Some(mut comparison) = Comparison::new(test, Design::new) else {
        return;
    };
    let design = &comparison.design;
    // No state has this signature, so the values are printed.
    let count = design.whole_state().count();
    let text = head(design) + &format!("case power-up\ncheck 0 {count} 0\n");
    let expected = comparison.recorder.values_at_power_up();
    let all = [1, 2].map(|seed| {
        let played = comparison.play(&text, seed);
        played.differing.into_iter().next().unwrap().values
    });
    let design = &comparison.design;
    let defined = design.state.len();
    for values in &all {
        for (state, (theirs, ours)) in design.state.iter().zip(values.iter().zip(&expected)) {
            assert_eq!(theirs, ours, "{state:?}");
        }
    }
    let [first, second] = all;
    assert_eq!(first.len(), defined + design.reads.len());
    assert_ne!(first[defined..], second[defined..]);
}

#[test]
fn a_case_finds_each_planted_fault_and_names_it() {
    let test = "a_case_finds_each_planted_fault_and_names_it";
    let Some(mut comparison) = Comparison::new(test, || planted(Design::new())) else {
        return;
    };
    let mut wrong = Vec::new();
    for (number, fault) in (1..).zip(&FAULTS) {
        let text = comparison.record(&[gatefall_tests::case(fault.case)]);
        let sound = comparison.play(&text, SEED);
        comparison.expect_no_difference(&sound, SEED);
        let played = comparison.play(&format!("fault {number}\n{text}"), SEED);
        let differing = played.differing.first();
        let found = differing.map_or(String::new(), |one| comparison.explain(one));
        println!("fault {number}: {found}");
        if !found.starts_with(fault.case) || !found.contains(fault.differs) {
            wrong.push((number, fault.differs));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn all_cases_agree_in_verilator() {
    let test = "all_cases_agree_in_verilator";
    let Some(mut comparison) = Comparison::new(test, Design::new) else {
        return;
    };
    let work = Work::wanted();
    let cases = cases();
    let mut played_cases = 0;
    let first = seed(SEED);
    let [mut checks, mut cycles] = [0; 2];
    for portion in work.of(&cases).chunks(PORTION) {
        if work.is_over() {
            break;
        }
        played_cases += portion.len() as u64;
        let text = comparison.record(portion);
        for seed in (0..SEEDS).map(|more| first.wrapping_add(more)) {
            let played = comparison.play(&text, seed);
            comparison.expect_no_difference(&played, seed);
            checks += played.checks;
            cycles += played.cycles;
        }
    }
    let figures = [
        ("cases", played_cases),
        ("seeds", SEEDS),
        ("signatures", checks),
        ("cycles", cycles),
    ];
    record("", &figures);
}
