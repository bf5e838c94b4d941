//! The same fault in another circuit that contains the module.
//!
//! The parameters of a module, such as widths and periods, may differ there. So a module is known
//! by the names of its parts, and a place by the text of its expression.

use crate::defect::{nodes, Defect, Mutation, Place};
use crate::mutant::{described, mutant, users};
use gatefall_netlist::{ExprId, Module, NetId, Netlist};
use serde::{Deserialize, Serialize};
use std::env;
use std::fs::OpenOptions;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

/// The fault that the circuits of a test bench have, as text.
pub const FAULT: &str = "GATEFALL_FAULT";
/// File to which a test bench adds the kinds of modules of its circuits, a circuit a line.
pub const MODULES: &str = "GATEFALL_MODULES";

/// A fault without the numbers of one netlist.
#[derive(Serialize, Deserialize)]
struct Portable {
    /// Kind of the module.
    module: String,
    fault: Defect,
    site: Site,
}

#[derive(PartialEq, Serialize, Deserialize)]
enum Site {
    /// Text of the node, and its number among those of equal text.
    Node(String, usize),
    /// Name of a register.
    Register(String),
    /// Name of a memory, and number of its port.
    Write(String, usize),
}

/// The fault as text for [`with_fault`], and for [`with_wanted_fault`] in another process.
///
/// # Panics
/// As [`mutant`].
pub fn portable(netlist: &Netlist, mutation: Mutation) -> String {
    let mut module = netlist.modules[mutation.module].clone();
    module.compact();
    let site = match mutation.place {
        Place::Node(node) => {
            let text = text(&module, node);
            let number = same_text(&module, &text).position(|other| other == node);
            Site::Node(text, number.expect("the node can be faulty"))
        }
        Place::Register(register) => Site::Register(name(&module, module.registers[register].net)),
        Place::Write(memory, port) => Site::Write(module.memories[memory].name.clone(), port),
    };
    let portable = Portable {
        module: kind(&module),
        fault: mutation.fault,
        site,
    };
    toml::to_string(&portable).expect("numbers and names are TOML")
}

/// The circuit, with the fault that `GATEFALL_FAULT` wants if a module of it can have it. Test
/// benches call this.
///
/// # Panics
/// If a variable is not understood.
pub fn with_wanted_fault(netlist: Netlist) -> Netlist {
    if let Some(file) = env::var_os(MODULES) {
        let kinds: Vec<String> = netlist.modules.values().map(kind).collect();
        let line = kinds.join(" ") + "\n";
        let file = OpenOptions::new().create(true).append(true).open(file);
        let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
        written.expect("the file of modules can be written");
    }
    match env::var(FAULT) {
        Ok(fault) => with_fault(netlist, &fault),
        Err(_) => netlist,
    }
}

/// The circuit, with the fault of this text if a module of it can have it.
///
/// # Panics
/// If [`portable`] writes no such text.
#[must_use]
pub fn with_fault(netlist: Netlist, fault: &str) -> Netlist {
    let fault: Portable = toml::from_str(fault).expect("the fault is that of a mutant");
    match fault.find(&netlist) {
        Some(mutation) => mutant(&netlist, mutation),
        None => netlist,
    }
}

/// Test benches play a mutant.
pub fn is_fault_wanted() -> bool {
    env::var_os(FAULT).is_some()
}

impl Portable {
    fn find(&self, netlist: &Netlist) -> Option<Mutation> {
        let mut modules = netlist.modules.iter();
        modules.find_map(|(id, module)| {
            if kind(module) != self.module {
                return None;
            }
            let mut module = module.clone();
            module.compact();
            let place = self.place(&module)?;
            Some(Mutation {
                module: id,
                place,
                fault: self.fault,
            })
        })
    }

    fn place(&self, module: &Module) -> Option<Place> {
        match &self.site {
            Site::Node(text, number) => {
                let node = same_text(module, text).nth(*number)?;
                fits(module, node, self.fault).then_some(Place::Node(node))
            }
            Site::Register(wanted) => {
                let mut registers = module.registers.iter();
                let found = registers.find(|(_, register)| {
                    name(module, register.net) == *wanted && register.enable.is_some()
                });
                found.map(|(id, _)| Place::Register(id))
            }
            Site::Write(wanted, port) => {
                let mut memories = module.memories.iter();
                let found = memories
                    .find(|(_, memory)| memory.name == *wanted && *port < memory.writes.len());
                found.map(|(id, _)| Place::Write(id, *port))
            }
        }
    }
}

/// A node may be narrower than that of the sample.
fn fits(module: &Module, node: ExprId, fault: Defect) -> bool {
    let width = module.exprs.width(node);
    match fault {
        Defect::Inverted(bit) | Defect::StuckAt0(bit) | Defect::StuckAt1(bit) => bit < width,
        Defect::Coupled {
            bit, operand, by, ..
        } => {
            let mut operands = module.exprs.expr(node).operands();
            let operand = operands.nth(operand);
            bit < width && operand.is_some_and(|operand| by < module.exprs.width(operand))
        }
        Defect::Operator | Defect::OneMore(_) | Defect::OneLess(_) | Defect::Enabled => true,
    }
}

/// The kind of a module, as in the file of modules. Modules of the same source have the same: a
/// number of the names of ports, registers, memories and instances.
pub fn kind(module: &Module) -> String {
    let ports = module.ports.iter().map(|port| name(module, port.net));
    let registers = module.registers.values();
    let registers = registers.map(|register| name(module, register.net));
    let memories = module.memories.values().map(|memory| memory.name.clone());
    let instances = module.instances.values();
    let instances = instances.map(|instance| instance.name.clone());
    let names = ports.chain(registers).chain(memories).chain(instances);
    let mut hasher = DefaultHasher::new();
    names.collect::<Vec<String>>().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn name(module: &Module, net: NetId) -> String {
    module.nets[net].name.clone()
}

/// The expression, and the nets that depend on it.
fn text(module: &Module, node: ExprId) -> String {
    described(module, node) + &users(module, Place::Node(node))
}

fn same_text<'a>(module: &'a Module, wanted: &'a str) -> impl Iterator<Item = ExprId> + 'a {
    let nodes = nodes(module).into_iter();
    nodes.filter(move |&node| {
        wanted.starts_with(&described(module, node)) && text(module, node) == wanted
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sampler;

    /// A counter of so many bits.
    fn counter(name: &str, width: u32) -> Netlist {
        let text = format!(
            "top {name}

module {name} {{
  input clock : clock
  input step : 1
  output sum : {width}
  net count : {width}
  assign sum = (add count {width}'h1)
  register count clock clock initial {width}'h0 next sum enable step
}}
"
        );
        Netlist::from_text(&text).unwrap()
    }

    #[test]
    fn a_circuit_with_other_parameters_has_the_same_fault() {
        let (one, other) = (counter("one", 4), counter("other", 6));
        for mutation in Sampler::new(&one, 1, |_| true).take(100) {
            let fault: Portable = toml::from_str(&portable(&one, mutation)).unwrap();
            let same = fault.find(&one);
            assert_eq!(same, Some(mutation));
            let there = fault.find(&other).unwrap();
            assert_eq!((there.place, there.fault), (mutation.place, mutation.fault));
        }
    }

    #[test]
    fn a_narrower_circuit_lacks_the_upper_bits() {
        let (one, other) = (counter("one", 4), counter("other", 2));
        let faults = crate::bit_faults(&one).into_iter();
        let found = faults.filter(|&mutation| {
            let fault: Portable = toml::from_str(&portable(&one, mutation)).unwrap();
            fault.find(&other).is_some()
        });
        // Two bits each of `count`, `sum` and the addition, and `step`, with three faults.
        assert_eq!(found.count(), 3 * (3 * 2 + 1));
    }

    #[test]
    fn another_module_has_none() {
        let one = counter("one", 4);
        let text = one.to_text().replace("step", "move");
        let other = Netlist::from_text(&text).unwrap();
        for mutation in Sampler::new(&one, 1, |_| true).take(100) {
            let fault: Portable = toml::from_str(&portable(&one, mutation)).unwrap();
            assert_eq!(fault.find(&other), None);
        }
    }
}
