//! Random designs, with modules within modules.
//!
//! rust-hdl simulates a design. A syntax tree like that of `#[hdl_gen]` is lowered to a netlist for
//! the interpreter, WebAssembly and Icarus Verilog. All outputs must agree.

#[path = "../common/mod.rs"]
mod common;
mod entry;
mod module;
mod plan;
mod print;
mod run;
mod scope;
mod tree;
mod wire;

use common::{simulators, BrokeOff, Inputs, Outputs, Simulate};
use gatefall_netlist::{NetKind, Netlist, PortDirection};
use module::Module;
use plan::{plan, Array, Driven, Plan, Section};
use proptest::prelude::*;
use rust_hdl::prelude::*;
use std::panic::catch_unwind;
use tree::{Arithmetic, Tree, Value};
use wire::{field, Kind};

/// Lowers one plan, simulates another with the same meaning in rust-hdl, and checks that all
/// outputs agree in every cycle.
fn compare(
    simulators: &[(&str, Simulate)],
    lowered: &Plan,
    simulated: &Plan,
    cycles: usize,
) -> Result<Netlist, BrokeOff> {
    let netlist = lower(lowered);
    let mut uut = Module::new(simulated);
    let top = netlist.top();
    let ports = |direction| top.port_nets(direction).map(|net| &top.nets[net]);
    let inputs = ports(PortDirection::Input).filter(|net| net.kind != NetKind::Clock);
    let inputs: Vec<(&str, u32)> = inputs.map(|net| (&net.name[..], net.width)).collect();
    let outputs: Vec<&str> = ports(PortDirection::Output)
        .map(|net| &net.name[..])
        .collect();
    let (mut stimulus, mut expected) = (Vec::new(), Vec::new());
    settle(&mut uut);
    for values in common::scrambled(cycles, inputs.len()) {
        let mut row = Inputs::new();
        for (&(input, width), value) in inputs.iter().zip(values) {
            let wire = uut.wire_mut(&flat(input));
            wire.assign(field(often_extreme(value), 0, width as usize));
            row.push((input.to_owned(), wire.next().into()));
        }
        settle(&mut uut);
        for level in [1, 0] {
            uut.wire_mut("clock").assign(level);
            settle(&mut uut);
        }
        let values = outputs.iter().map(|output| uut.wire(&flat(output)).value());
        stimulus.push(row);
        expected.push(
            values
                .map(|value| format!("{value:x}"))
                .collect::<Outputs>(),
        );
    }
    common::agree(simulators, &netlist, &stimulus, &expected)?;
    Ok(netlist)
}

fn lower(plan: &Plan) -> Netlist {
    let netlist = gatefall_lower::netlist(&Module::new(plan), "uut");
    netlist.unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn settle(uut: &mut Module) {
    assert!(simulate(uut, 500), "does not settle");
}

/// rust-hdl's name of a signal: `lanes[0].in1` becomes `lanes$0$in1`.
fn flat(name: &str) -> String {
    name.replace(['.', '['], "$").replace(']', "")
}

/// Often zero, all ones or a small number, so that comparisons are sometimes true.
fn often_extreme(value: u128) -> u128 {
    match value % 8 {
        0 => 0,
        1 => u128::MAX,
        2 => (value >> 64) % 4,
        _ => value >> 3,
    }
}

/// Checks that equal designs became one module.
fn check_modules(plan: &Plan, netlist: &Netlist) {
    let mut modules = Vec::new();
    plan.modules(&mut modules);
    assert!(
        netlist.modules.len() <= modules.len(),
        "{} modules of {} different ones",
        netlist.modules.len(),
        modules.len()
    );
}

proptest! {
    // A design at which Icarus Verilog fails is replaced by another one. Too many are an error.
    #![proptest_config(ProptestConfig {
        cases: 150,
        max_global_rejects: 5,
        max_shrink_iters: 2000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_designs_do_what_rust_does(plan in plan()) {
        let compared = compare(&simulators(), &plan, &plan, 12);
        let netlist = compared
            .map_err(|BrokeOff| TestCaseError::reject("Icarus Verilog broke off"))?;
        check_modules(&plan, &netlist);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 30,
        max_shrink_iters: 500,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_designs_pass_the_linters(plan in plan()) {
        common::lint(&lower(&plan));
    }
}

/// A design with a block that counts up by `step`.
fn counter(step: u64) -> Plan {
    let seven = Array {
        kind: Kind::Bits(2),
        len: 0,
    };
    let sum = Tree::WithLiteral(Arithmetic::Add, Box::new(Tree::Signal(1)), step);
    let count = plan::Statement::Assign(0, Value::Bits(2, sum));
    let block = Plan {
        inputs: vec![seven],
        constants: vec![],
        registers: vec![(seven, None)],
        sections: vec![Section {
            driven: Driven::Local(seven),
            defaults: vec![Value::Bits(2, Tree::Signal(0))],
            link: None,
            statements: vec![count],
        }],
        interface: true,
        watched: true,
    };
    Plan {
        sections: vec![Section {
            driven: Driven::Block {
                plan: block.clone().into(),
                len: 3,
                twin: true,
                wrapped: true,
            },
            defaults: vec![Value::Bits(2, Tree::Signal(0))],
            link: None,
            statements: vec![],
        }],
        ..block
    }
}

#[test]
fn a_difference_is_seen_in_every_simulator() {
    for simulator in simulators() {
        let compared = catch_unwind(|| compare(&[simulator], &counter(1), &counter(2), 12));
        let message = compared.expect_err(simulator.0);
        let message = message.downcast_ref::<String>().unwrap();
        let place = format!("{}, cycle", simulator.0);
        assert!(message.contains(&place), "{message}");
    }
}

#[test]
fn equal_blocks_are_one_module() {
    let netlist = compare(&simulators(), &counter(1), &counter(1), 12).unwrap();
    let names = netlist.modules.values().map(|module| &module.name[..]);
    assert_eq!(names.collect::<Vec<&str>>(), ["inner", "block0", "uut"]);
    assert_eq!(netlist.top().instances.len(), 6);
}
