//! The event-driven interpreter, which computes the exported bench, has the values of the plain one
//! in every signal of every game.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_games::GAMES;
use gatefall_netlist::{EventInterpreter, Interpreter, Module, NarrowSignal, NetKind, Netlist};

const CLOCKS: usize = 150;
/// Registers that are set to any value before each clock, so that rare states are reached.
const POKES: usize = 4;
const SEED: u64 = 1;

/// A signal in both runs.
struct Probe {
    name: String,
    signal: NarrowSignal,
    is_register: bool,
}

fn probes(netlist: &Netlist, run: &EventInterpreter) -> Vec<Probe> {
    let mut probes = Vec::new();
    collect(netlist, netlist.top(), "", run, &mut probes);
    probes
}

fn collect(
    netlist: &Netlist,
    module: &Module,
    prefix: &str,
    run: &EventInterpreter,
    probes: &mut Vec<Probe>,
) {
    for (id, net) in module.nets.iter() {
        let name = format!("{prefix}{}", net.name);
        // A name of several nets is the name of one of them.
        if net.kind != NetKind::Clock && module.net(&net.name) == Some(id) {
            let mut registers = module.registers.values();
            probes.push(Probe {
                signal: run.signal(&name).unwrap(),
                is_register: registers.any(|register| register.net == id),
                name,
            });
        }
    }
    for instance in module.instances.values() {
        let prefix = format!("{prefix}{}.", instance.name);
        let inner = &netlist.modules[instance.module];
        collect(netlist, inner, &prefix, run, probes);
    }
}

fn inputs(netlist: &Netlist, run: &EventInterpreter) -> Vec<(String, NarrowSignal)> {
    let top = netlist.top();
    let nets = top.port_nets(gatefall_netlist::PortDirection::Input);
    let nets = nets.filter(|&net| top.nets[net].kind != NetKind::Clock);
    let names = nets.map(|net| top.nets[net].name.clone());
    names
        .map(|name| (name.clone(), run.signal(&name).unwrap()))
        .collect()
}

fn any_value(random: &mut fastrand::Rng, signal: NarrowSignal) -> u64 {
    random.u64(..) >> (64 - signal.width())
}

#[test]
fn the_quick_interpreter_has_the_values_of_the_plain_one_in_every_game() {
    for game in GAMES {
        let netlist = {
            let block = (game.build)(&game.params()).unwrap();
            gatefall_lower::netlist(block.as_ref(), game.name).unwrap()
        };
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut quick = EventInterpreter::new(&netlist).unwrap().unwrap();
        let mut plain = Interpreter::new(&netlist).unwrap();
        let probes = probes(&netlist, &quick);
        let registers: Vec<&Probe> = probes.iter().filter(|probe| probe.is_register).collect();
        let inputs = inputs(&netlist, &quick);
        for clock in 0..CLOCKS {
            let mut pokes: Vec<(&str, NarrowSignal)> = inputs
                .iter()
                .map(|(name, signal)| (name.as_str(), *signal))
                .collect();
            for _ in 0..POKES {
                let register = registers[random.usize(..registers.len())];
                pokes.push((&register.name, register.signal));
            }
            for (name, signal) in pokes {
                // Some resets.
                let value = match name {
                    "reset" => u64::from(clock % 64 == 0),
                    _ => any_value(&mut random, signal),
                };
                quick.poke(signal, value).unwrap();
                plain.poke(name, value).unwrap();
            }
            for Probe { name, signal, .. } in &probes {
                let expected = plain.peek(name).unwrap().to_u64();
                let value = Some(quick.peek(*signal));
                assert_eq!(value, expected, "{}: `{name}` in clock {clock}", game.name);
            }
            quick.step();
            plain.step();
        }
    }
}
