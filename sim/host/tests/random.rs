//! Random designs: every signal and memory equals the interpreter's after every cycle.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod support;

use gatefall_compile::{compile_with, Options, Pass};
use gatefall_host::{HostError, Machine};
use gatefall_netlist::{Interpreter, Netlist};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use support::{netlist, Choices};

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
    let pokes: Vec<_> = pokes
        .into_iter()
        .filter(|(name, value)| machine.poke_value(name, value).is_ok())
        .collect();
    pokes
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn machine_equals_interpreter(choices in prop::collection::vec(any::<u32>(), 300..700)) {
        let mut choices = Choices(choices.iter());
        let netlist = netlist(&mut choices);
        let mut slow = Interpreter::new(&netlist).unwrap();
        let mut machine = Machine::new(&netlist).unwrap();
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

    #[test]
    fn who_was_compiled_anew_goes_on_as_who_was_not(
        choices in prop::collection::vec(any::<u32>(), 600..900),
    ) {
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
           prop_assert_eq!(
                &tuned.snapshot(), &plain.snapshot(),
                "step {} of\n{}", step, netlist.to_text()
            );
        }
    }

    #[test]
    fn what_is_observed_equals_the_interpreter(
        choices in prop::collection::vec(any::<u32>(), 400..800),
    ) {
        let mut choices = Choices(choices.iter());
        let netlist = netlist(&mut choices);
        let mut slow = Interpreter::new(&netlist).unwrap();
        let mut machine = Machine::new(&netlist).unwrap();
        let names = machine.matching("*").unwrap();
        let all_memories = memories(&machine);
        let mut observed = Vec::new();
        for step in 0..20 {
            match step {
                0 | 10 => {
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
                prop_assert!(machine.peek_value(name).is_ok(), "`{}`", name);
            }
            for name in observed.iter().filter(|name| all_memories.contains(name)) {
                prop_assert!(machine.memory(name).is_ok(), "`{}`", name);
            }
            let cycles = 1 + choices.below(3);
            machine.run(cycles as u64);
            (0..cycles).for_each(|_| slow.step());
        }
        // Registers are exact again after the longest pipeline. Words that were not written are
        // lost, so what is read from such memories is left out.
        let is_computed = |name: &String| machine.memory(name).is_ok();
        let has_all = all_memories.iter().all(is_computed);
        let cycles = machine.program().skipped_cycles();
        machine.observe_all();
        machine.run(cycles.into());
        (0..cycles).for_each(|_| slow.step());
        if has_all {
            compare(&mut machine, &mut slow, &netlist, 20);
        }
    }

    #[test]
    fn a_pass_that_is_off_changes_no_state(
        choices in prop::collection::vec(any::<u32>(), 600..900),
    ) {
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
            prop_assert_eq!(
                &without.snapshot(), &all.snapshot(),
                "step {} without {} of\n{}", step, pass.name(), netlist.to_text()
            );
        }
    }

    #[test]
    fn functions_that_are_divided_change_no_state(
        choices in prop::collection::vec(any::<u32>(), 600..900),
    ) {
        let mut choices = Choices(choices.iter());
        let netlist = netlist(&mut choices);
        let mut slow = Interpreter::new(&netlist).unwrap();
        let bytes = 1 + choices.below(200);
        let program = compile_with(&netlist, Options::default().divided_after(bytes)).unwrap();
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

    #[test]
    fn any_split_of_a_run_gives_the_same_state(
        choices in prop::collection::vec(any::<u32>(), 300..700),
        parts in prop::collection::vec(0u64..40, 1..8),
    ) {
        let mut choices = Choices(choices.iter());
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
        prop_assert_eq!(&split.snapshot(), &whole.snapshot());
        split.restore(&middle).unwrap();
        split.run(parts[parts.len() / 2..].iter().sum());
        prop_assert_eq!(&split.snapshot(), &whole.snapshot());
    }
}
