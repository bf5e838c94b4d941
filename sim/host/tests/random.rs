//! Random designs: every signal and memory equals the interpreter's after every cycle.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod planted;
mod support;

use gatefall_compile::{compile_with, Options, Pass};
use gatefall_host::{HostError, Machine};
use gatefall_netlist::{Interpreter, Netlist};
use gatefall_tests::{kept_seeds, processor_seconds, record, seed, share, with_seed, Work};
use planted::Fault;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestRng, TestRunner};
use support::{netlist, Choices};

/// Sessions of the long test, each with its seed, and the designs of each.
const SESSIONS: u64 = 200;
const OF_SESSION: u32 = 100;
/// All that must hold for every design, which is made from the numbers. One side may have a fault.
const PROPERTIES: [fn(&[u32], Fault); 6] = [
    equals_interpreter,
    tuning_changes_no_state,
    observed_equals_interpreter,
    passes_change_no_state,
    division_changes_no_state,
    splits_give_the_same_state,
];

/// Names of the memories of a random design.
fn memories(machine: &Machine) -> Vec<String> {
    machine
        .program()
        .memories()
        .map(|memory| memory.name().to_owned())
        .collect()
}

fn compare(machine: &mut Machine, slow: &mut Interpreter, netlist: &Netlist, step: usize) {
    for name in machine.matching("*").unwrap() {
        let (fast, slow) = (
            machine.peek_value(&name).unwrap(),
            slow.peek(&name).unwrap(),
        );
        assert_eq!(
            fast,
            slow,
            "`{name}` after step {step} of\n{}",
            netlist.to_text()
        );
    }
    for name in memories(machine) {
        let words = slow.memory(&name).unwrap();
        let view = machine.memory(&name).unwrap();
        for (address, word) in (0..).zip(words) {
            let fast = view.get_value(address).unwrap();
            assert_eq!(
                fast,
                *word,
                "`{name}` {address} after step {step} of\n{}",
                netlist.to_text()
            );
        }
    }
}

/// Compares the signals and memories that a machine computes.
fn compare_observed(machine: &mut Machine, slow: &mut Interpreter) {
    for name in machine.matching("*").unwrap() {
        match machine.peek_value(&name) {
            Ok(fast) => assert_eq!(fast, slow.peek(&name).unwrap(), "`{name}`"),
            Err(error) => assert!(matches!(error, HostError::NotObserved(_)), "{error}"),
        }
    }
    for name in memories(machine) {
        if let Ok(view) = machine.memory(&name) {
            for (address, word) in (0..).zip(slow.memory(&name).unwrap()) {
                assert_eq!(
                    view.get_value(address).unwrap(),
                    *word,
                    "`{name}` {address}"
                );
            }
        }
    }
}

fn poke_inputs(
    machine: &mut Machine,
    choices: &mut Choices<'_>,
) -> Vec<(String, gatefall_netlist::Value)> {
    let inputs = ["in0", "in1", "in2", "inner[0].made"];
    let pokes = inputs.map(|name| {
        // The output of the black box has a name inside and outside. Only the one inside can be
        // poked.
        let width = machine.peek_value(name).unwrap().width();
        (name.to_owned(), choices.value(width))
    });
    pokes
        .into_iter()
        .filter(|(name, value)| machine.poke_value(name, value).is_ok())
        .collect()
}

/// A machine equals the interpreter, before and after it was compiled anew.
fn equals_interpreter(choices: &[u32], fault: Fault) {
    let mut choices = Choices(choices.iter());
    let netlist = netlist(&mut choices);
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&fault.of(&netlist)).unwrap();
    compare(&mut machine, &mut slow, &netlist, 0);
    for step in 1..20 {
        // From here on with partitions, as far as the profile allows.
        if step == 8 || step == 14 {
            machine.tune().unwrap();
        }
        for (name, value) in poke_inputs(&mut machine, &mut choices) {
            slow.poke(&name, value.bits().clone()).unwrap();
        }
        compare(&mut machine, &mut slow, &netlist, step);
        let cycles = 1 + choices.below(3);
        machine.run(cycles as u64);
        (0..cycles).for_each(|_| slow.step());
        compare(&mut machine, &mut slow, &netlist, step);
    }
}

/// A machine that tuned itself goes on as one that did not.
fn tuning_changes_no_state(choices: &[u32], fault: Fault) {
    let mut choices = Choices(choices.iter());
    let netlist = netlist(&mut choices);
    let mut tuned = Machine::new(&netlist).unwrap();
    // The machine tunes itself with profiles of many states.
    for _ in 0..16 {
        poke_inputs(&mut tuned, &mut choices);
        tuned.run(10_007);
    }
    let mut plain = Machine::new(&netlist).unwrap();
    plain.restore(&tuned.snapshot()).unwrap();
    for step in 0..20 {
        for (name, value) in poke_inputs(&mut tuned, &mut choices) {
            plain.poke_value(&name, &value).unwrap();
        }
        let cycles = 1 + choices.below(60) as u64;
        tuned.run(cycles);
        plain.run(cycles);
        fault.disturb(&mut plain);
        assert_eq!(
            &tuned.snapshot(),
            &plain.snapshot(),
            "step {} of\n{}",
            step,
            netlist.to_text()
        );
    }
}

/// All that is computed of an observed part equals the interpreter.
fn observed_equals_interpreter(choices: &[u32], fault: Fault) {
    let mut choices = Choices(choices.iter());
    let netlist = netlist(&mut choices);
    let mut slow = Interpreter::new(&netlist).unwrap();
    let mut machine = Machine::new(&fault.of(&netlist)).unwrap();
    let names = machine.matching("*").unwrap();
    let all_memories = memories(&machine);
    let mut observed = Vec::new();
    for step in 0..20 {
        match step {
            0 | 10 => {
                if !compute_all(&mut machine, &mut slow) {
                    return;
                }
                let names = names.iter().filter(|_| choices.below(8) == 0);
                observed = names.cloned().collect();
                let kept = all_memories.iter().filter(|_| choices.below(2) == 0);
                observed.extend(kept.cloned());
                let observed: Vec<&str> = observed.iter().map(String::as_str).collect();
                machine.observe(&observed).unwrap();
            }
            5 | 15 => machine.tune().unwrap(),
            _ => {}
        }
        for (name, value) in poke_inputs(&mut machine, &mut choices) {
            slow.poke(&name, value.bits().clone()).unwrap();
        }
        compare_observed(&mut machine, &mut slow);
        for name in observed.iter().filter(|name| names.contains(name)) {
            assert!(machine.peek_value(name).is_ok(), "`{}`", name);
        }
        for name in observed.iter().filter(|name| all_memories.contains(name)) {
            assert!(machine.memory(name).is_ok(), "`{}`", name);
        }
        let cycles = 1 + choices.below(3);
        machine.run(cycles as u64);
        (0..cycles).for_each(|_| slow.step());
    }
    if compute_all(&mut machine, &mut slow) {
        compare(&mut machine, &mut slow, &netlist, 20);
    }
}

/// Computes everything again. Registers are exact after the longest pipeline. Words that were not
/// written are lost, and so is what is read from such memories: then the result is false.
fn compute_all(machine: &mut Machine, slow: &mut Interpreter) -> bool {
    let mut names = memories(machine).into_iter();
    let has_all = names.all(|name| machine.memory(&name).is_ok());
    let cycles = machine.program().skipped_cycles();
    machine.observe_all();
    machine.run(cycles.into());
    (0..cycles).for_each(|_| slow.step());
    has_all
}

/// A pass that is off changes no state.
fn passes_change_no_state(choices: &[u32], fault: Fault) {
    let mut choices = Choices(choices.iter());
    let netlist = netlist(&mut choices);
    let pass = Pass::ALL[choices.below(Pass::ALL.len())];
    let program = compile_with(&netlist, Options::without(pass)).unwrap();
    let mut without = Machine::with_program(program).unwrap();
    for _ in 0..16 {
        poke_inputs(&mut without, &mut choices);
        without.run(10_007);
    }
    let mut all = Machine::new(&netlist).unwrap();
    all.restore(&without.snapshot()).unwrap();
    all.tune().unwrap();
    for step in 0..20 {
        for (name, value) in poke_inputs(&mut without, &mut choices) {
            all.poke_value(&name, &value).unwrap();
        }
        let cycles = 1 + choices.below(60) as u64;
        without.run(cycles);
        all.run(cycles);
        fault.disturb(&mut all);
        assert_eq!(
            &without.snapshot(),
            &all.snapshot(),
            "step {} without {} of\n{}",
            step,
            pass.name(),
            netlist.to_text()
        );
    }
}

/// Functions in parts, small components and many partitions compute the same.
fn division_changes_no_state(choices: &[u32], fault: Fault) {
    let mut choices = Choices(choices.iter());
    let netlist = netlist(&mut choices);
    let mut slow = Interpreter::new(&netlist).unwrap();
    let options = Options::default()
        .divided_after(1 + choices.below(200))
        .components_of(1 + choices.below(64))
        .partitions_for(1 + choices.below(64));
    let program = compile_with(&fault.of(&netlist), options).unwrap();
    let mut machine = Machine::with_program(program).unwrap();
    for step in 0..20 {
        if step == 8 || step == 14 {
            machine.tune().unwrap();
        }
        for (name, value) in poke_inputs(&mut machine, &mut choices) {
            slow.poke(&name, value.bits().clone()).unwrap();
        }
        let cycles = 1 + choices.below(3);
        machine.run(cycles as u64);
        (0..cycles).for_each(|_| slow.step());
        compare(&mut machine, &mut slow, &netlist, step);
    }
}

/// Any split of a run gives the same state.
fn splits_give_the_same_state(choices: &[u32], fault: Fault) {
    let mut choices = Choices(choices.iter());
    let count = 1 + choices.below(7);
    let parts: Vec<u64> = (0..count).map(|_| choices.below(40) as u64).collect();
    let netlist = netlist(&mut choices);
    let mut whole = Machine::new(&netlist).unwrap();
    poke_inputs(&mut whole, &mut choices);
    let start = whole.snapshot();
    whole.run(parts.iter().sum());
    let mut split = Machine::with_program(whole.program().clone()).unwrap();
    split.restore(&start).unwrap();
    split.tune().unwrap();
    let mut middle = split.snapshot();
    for (index, &cycles) in parts.iter().enumerate() {
        if index == parts.len() / 2 {
            middle = split.snapshot();
        }
        split.run(cycles);
    }
    fault.disturb(&mut split);
    assert_eq!(&split.snapshot(), &whole.snapshot());
    split.restore(&middle).unwrap();
    split.run(parts[parts.len() / 2..].iter().sum());
    assert_eq!(&split.snapshot(), &whole.snapshot());
}

/// Random numbers, which make a design and all that is poked. Zeros follow their end.
fn numbers() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 1_800..2_000)
}

/// Some cases. A failing design is kept in a file, and tried first in later runs.
fn cases(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        source_file: Some(file!()),
        ..Config::default()
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn machine_equals_interpreter(choices in numbers()) {
        equals_interpreter(&choices, Fault::None);
    }

    #[test]
    fn who_was_compiled_anew_goes_on_as_who_was_not(choices in numbers()) {
        tuning_changes_no_state(&choices, Fault::None);
    }

    #[test]
    fn what_is_observed_equals_the_interpreter(choices in numbers()) {
        observed_equals_interpreter(&choices, Fault::None);
    }

    #[test]
    fn a_pass_that_is_off_changes_no_state(choices in numbers()) {
        passes_change_no_state(&choices, Fault::None);
    }

    #[test]
    fn designs_that_are_divided_change_no_state(choices in numbers()) {
        division_changes_no_state(&choices, Fault::None);
    }

    #[test]
    fn any_split_of_a_run_gives_the_same_state(choices in numbers()) {
        splits_give_the_same_state(&choices, Fault::None);
    }
}

fn runner(seed: u64, designs: u32) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(cases(designs), rng)
}

#[test]
fn numbers_are_left_for_the_inputs_of_a_design() {
    let mut runner = runner(3, 1);
    for _ in 0..20 {
        let all = numbers().new_tree(&mut runner).unwrap().current();
        let mut choices = Choices(all.iter());
        netlist(&mut choices);
        let left = choices.0.len();
        assert!(left > 600, "only {left} numbers are left");
    }
}

/// Tries so many random designs with all properties.
fn session(seed: u64, designs: u32) {
    let mut runner = runner(seed, designs);
    let mut run = || {
        runner.run(&numbers(), |choices| {
            for holds in PROPERTIES {
                holds(&choices, Fault::None);
            }
            Ok(())
        })
    };
    with_seed(seed, || run().unwrap_or_else(|failure| panic!("{failure}")));
}

#[test]
fn kept_sessions_run_as_in_the_interpreter() {
    session(1, 1);
    for seed in kept_seeds("designs") {
        session(seed, OF_SESSION);
    }
}

#[test]
#[ignore = "takes half an hour"]
fn twenty_thousand_designs_run_as_in_the_interpreter() {
    let work = Work::wanted();
    let first = seed(2);
    let sessions = work.part(SESSIONS);
    let seeds: Vec<u64> = sessions.map(|number| first.wrapping_add(number)).collect();
    let counts = share(&seeds, |seeds| {
        let seeds = seeds.take_while(|_| !work.is_over());
        seeds.map(|&seed| session(seed, OF_SESSION)).count() as u64
    });
    let sessions: u64 = counts.iter().sum();
    let designs = sessions * u64::from(OF_SESSION);
    record(
        "",
        &[
            ("sessions", sessions),
            ("designs", designs),
            ("seconds of processor time", processor_seconds()),
        ],
    );
}
