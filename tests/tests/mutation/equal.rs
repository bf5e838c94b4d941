//! Yosys proves that a module with a fault has the same functions as without it.
//!
//! Registers, memories and instances are cut open: what goes into them is compared for all values
//! of what comes out of them. An address or a word that is not written does not matter.

use gatefall_mutants::{mutant, Mutation};
use gatefall_netlist::{Assign, ExprId, Module, Net, NetId, NetKind, Netlist};
use gatefall_netlist::{IdVec, Port, PortDirection};
use gatefall_tests::run;
use std::fs;
use std::process::Command;

/// `sat` ends with an error if the outputs differ.
const SCRIPT: &str = "read_verilog right.v\nread_verilog faulty.v\nproc\nopt_expr\n\
                      miter -equiv -flatten right faulty miter\n\
                      sat -verify -prove trigger 0 -set-def-inputs miter\n";

/// True if the fault is proved to change no function of its module.
pub fn is_equal(netlist: &Netlist, mutation: Mutation) -> bool {
    let faulty = mutant(netlist, mutation);
    let folder = tempfile::tempdir().unwrap();
    for (name, netlist) in [("right", netlist), ("faulty", &faulty)] {
        let text = functions(netlist, &netlist.modules[mutation.module], name);
        fs::write(folder.path().join(format!("{name}.v")), text).unwrap();
    }
    let mut yosys = Command::new("yosys");
    let yosys = yosys.args(["-q", "-p", SCRIPT]).current_dir(folder.path());
    run(yosys, 10).status.success()
}

/// The functions of a module as Verilog.
fn functions(netlist: &Netlist, module: &Module, name: &str) -> String {
    let mut cut = module.clone();
    name.clone_into(&mut cut.name);
    let mut roots: Vec<ExprId> = Vec::new();
    for register in module.registers.values() {
        let width = module.nets[register.net].width;
        let next = match register.enable {
            None => register.next,
            Some(enable) => {
                let kept = cut.exprs.net(register.net, width);
                cut.exprs.mux(enable, register.next, kept)
            }
        };
        roots.push(next);
        input(&mut cut, register.net);
    }
    for memory in module.memories.values() {
        for read in &memory.reads {
            roots.push(read.address);
            input(&mut cut, read.data);
        }
        for write in &memory.writes {
            roots.push(write.enable);
            for value in [write.address, write.data] {
                let width = cut.exprs.width(value);
                let nothing = cut.exprs.constant(gatefall_netlist::Value::zero(width));
                roots.push(cut.exprs.mux(write.enable, value, nothing));
            }
        }
    }
    for instance in module.instances.values() {
        roots.extend(&instance.inputs);
        for &output in &instance.outputs {
            input(&mut cut, output);
        }
    }
    (cut.registers, cut.memories, cut.instances) = Default::default();
    let nets = &module.nets;
    let net = |root: ExprId| cut.exprs.as_net(root);
    roots.retain(|&root| net(root).is_none_or(|net| nets[net].kind != NetKind::Clock));
    for (index, root) in roots.into_iter().enumerate() {
        output(&mut cut, index, root);
    }
    let mut modules = IdVec::new();
    let top = modules.push(cut);
    let cut = Netlist {
        modules,
        enums: netlist.enums.clone(),
        top,
    };
    gatefall_verilog::text(&cut, &Default::default())
}

fn input(cut: &mut Module, net: NetId) {
    // A part may drive an output of the module.
    let has_port = cut.ports.iter().any(|port| port.net == net);
    if has_port {
        cut.ports.retain(|port| port.net != net);
    }
    cut.ports.push(Port {
        direction: PortDirection::Input,
        net,
    });
}

fn output(cut: &mut Module, index: usize, value: ExprId) {
    let net = cut.nets.push(Net {
        name: format!("root_{index}"),
        width: cut.exprs.width(value),
        kind: NetKind::Unsigned,
    });
    cut.assigns.push(Assign { net, value });
    cut.ports.push(Port {
        direction: PortDirection::Output,
        net,
    });
}

/// `low` is implied by `zero`. The word is not written without `write`.
const DESIGN: &str = "top design

module design {
  input clock : clock
  input step : 4
  input write : 1
  output both : 1
  output word : 4
  net zero : 1
  net low : 1
  net count : 4
  net data : 4
  assign zero = (eq step 4'h0)
  assign low = (ltu step 4'h9)
  assign both = (and zero low)
  assign word = (xor data count)
  register count clock clock initial 4'h0 next (add count step) enable write
  memory ram width 4 address 4
  contents ram 5
  read ram data data address step clock clock
  write ram clock clock enable write address step data (mux write count step)
}
";

#[test]
fn a_proof_needs_equal_functions() {
    if !gatefall_tests::has_programs("a_proof_needs_equal_functions", &[("yosys", "yosys")]) {
        return;
    }
    let netlist = Netlist::from_text(DESIGN).unwrap();
    let mut sampler = gatefall_mutants::Sampler::new(&netlist, 1, |_| true);
    let lines = sampler.take(1_000).into_iter().map(|mutation| {
        let what = gatefall_mutants::shown(&netlist, mutation);
        (what, mutation)
    });
    let lines: Vec<(String, Mutation)> = lines.collect();
    let proved = |part: &str| {
        let found = lines.iter().find(|(line, _)| line.contains(part));
        let (_, mutation) = found.unwrap_or_else(|| panic!("{part}: {lines:#?}"));
        is_equal(&netlist, *mutation)
    };
    assert!(proved("OneLess(1) at Node(ExprId(4)), `LtU(step, 9)`"));
    assert!(proved("StuckAt1(0) at Node(ExprId(4)), `LtU(step, 9)`"));
    assert!(!proved("StuckAt0(0) at Node(ExprId(4)), `LtU(step, 9)`"));
    assert!(!proved("OneLess(1) at Node(ExprId(2)), `Eq(step, 0)`"));
    assert!(!proved("Operator at Node"));
    assert!(!proved("Enabled at Register"));
    assert!(!proved("Enabled at Write"));
}
