//! The games: every signal and memory equals the interpreter's, before and after tuning.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_games::{Game, Params, GAMES};
use gatefall_host::Machine;
use gatefall_netlist::{Interpreter, NetKind, Netlist, PortDirection};

/// Cycles for a game. The interpreter is slow, so this is only part of a line.
const CYCLES: u64 = 240;

fn netlist(game: &Game) -> Netlist {
    let params = Params {
        colour_bits: 3,
        ..game.params()
    };
    let block = (game.build)(&params).unwrap();
    gatefall_lower::netlist(block.as_ref(), game.name).unwrap()
}

/// Names of the game's inputs without its clock.
fn inputs(netlist: &Netlist) -> Vec<String> {
    let top = netlist.top();
    let inputs = top
        .port_nets(PortDirection::Input)
        .map(|net| &top.nets[net])
        .filter(|net| net.kind != NetKind::Clock);
    inputs.map(|net| net.name.clone()).collect()
}

fn compare(game: &str, machine: &mut Machine, slow: &mut Interpreter) {
    for name in machine.matching("*").unwrap() {
        let (fast, slow) = (
            machine.peek_value(&name).unwrap(),
            slow.peek(&name).unwrap(),
        );
        assert_eq!(
            fast,
            slow,
            "{game}: `{name}` after {} cycles",
            machine.cycles()
        );
    }
    let memories: Vec<String> = machine
        .program()
        .memories()
        .map(|memory| memory.name().to_owned())
        .collect();
    for name in memories {
        let view = machine.memory(&name).unwrap();
        for (address, word) in (0..).zip(slow.memory(&name).unwrap()) {
            assert_eq!(
                view.get_value(address).unwrap(),
                *word,
                "{game}: `{name}` at {address}"
            );
        }
    }
}

#[test]
fn games_equal_the_interpreter() {
    for game in GAMES {
        let netlist = netlist(game);
        let mut machine = Machine::new(&netlist).unwrap();
        let mut slow = Interpreter::new(&netlist).unwrap();
        let inputs = inputs(&netlist);
        for step in 0..6 {
            // Every input toggles at one of two rates. Reset is released after the first step.
            for (index, name) in inputs.iter().enumerate() {
                let value = match name.as_str() {
                    "reset" => step < 1,
                    _ => step >> (index % 2) & 1 == 0,
                };
                machine.poke(name, value.into()).unwrap();
                slow.poke(name, u32::from(value)).unwrap();
            }
            if step % 2 == 1 {
                machine.tune().unwrap();
            }
            machine.run(CYCLES / 6);
            (0..CYCLES / 6).for_each(|_| slow.step());
            compare(game.name, &mut machine, &mut slow);
        }
    }
}

#[test]
fn tuned_games_have_the_same_state_over_many_lines() {
    for game in GAMES {
        let netlist = netlist(game);
        let mut plain = Machine::new(&netlist).unwrap();
        let inputs = inputs(&netlist);
        let [.., input] = &inputs[..] else {
            panic!("{} has no inputs", game.name);
        };
        for name in inputs.iter().filter(|name| *name != "reset") {
            plain.poke(name, 1).unwrap();
        }
        // Tuned in the middle of a frame, where most logic is active.
        let mut tuned = Machine::new(&netlist).unwrap();
        tuned.restore(&plain.snapshot()).unwrap();
        // The other machine tunes itself with profiles of whole frames.
        plain.run(2_500_000);
        tuned.run(2_500_000);
        tuned.tune().unwrap();
        for part in 0..40 {
            let cycles = 4_000 + 97 * part;
            plain.run(cycles);
            // In one call, or in many calls with `resume` and a poke in between that changes
            // nothing.
            if part % 2 == 0 {
                tuned.run(cycles);
            } else {
                (0..cycles - 7).for_each(|_| tuned.run(1));
                tuned.poke(input, 1).unwrap();
                tuned.run(7);
            }
            assert_eq!(
                plain.snapshot(),
                tuned.snapshot(),
                "{} after {} cycles",
                game.name,
                plain.cycles()
            );
        }
    }
}
