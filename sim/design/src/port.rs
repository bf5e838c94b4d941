//! Ports of a block, found by the identifiers that rust-hdl gives to signals.

use gatefall_host::Machine;
use gatefall_netlist::{Net, NetKind, Netlist, PortDirection, Value};
use num_bigint::BigInt;
use rust_hdl::core::prelude::{Atom, Block, Probe, VerilogLiteral};

use crate::error::DesignError;

/// A port of a block.
pub(crate) struct Port {
    pub(crate) name: String,
    pub(crate) direction: PortDirection,
    pub(crate) is_clock: bool,
    pub(crate) signal: gatefall_host::SignalId,
    /// Identifier of the port in rust-hdl.
    pub(crate) id: usize,
}

/// The ports of the netlist. They have the order in which rust-hdl visits them.
pub(crate) fn ports(
    netlist: &Netlist,
    machine: &mut Machine,
    block: &dyn Block,
) -> Result<Vec<Port>, DesignError> {
    let top = netlist.top();
    let ids = read_ports(block, |atom| atom.id());
    assert_eq!(ids.len(), top.ports.len(), "ports of the block");
    let ports = top.ports.iter().zip(ids).map(|(port, id)| {
        let Net { name, kind, .. } = &top.nets[port.net];
        Ok(Port {
            name: name.clone(),
            direction: port.direction,
            is_clock: *kind == NetKind::Clock,
            signal: machine.signal(name)?,
            id,
        })
    });
    ports.collect()
}

/// Value of a literal of `width` bits. rust-hdl writes one more for codes of states, and a sign
/// before negative numbers.
pub(crate) fn bits(literal: &VerilogLiteral, width: usize) -> Value {
    let text = format!("{literal:x}");
    let (_, digits) = text.split_once("'h").expect("literals are width'hdigits");
    if let (Ok(number), 1..64) = (u64::from_str_radix(digits, 16), width) {
        return Value::new(width as u32, number & ((1 << width) - 1));
    }
    let number = BigInt::parse_bytes(digits.as_bytes(), 16).expect("digits are hexadecimal");
    let modulus = BigInt::from(1) << width;
    let (_, bits) = ((number % &modulus + &modulus) % &modulus).into_parts();
    Value::new(width as u32, bits)
}

/// A property of every port of the outermost block.
pub(crate) fn read_ports<T>(block: &dyn Block, mut read: impl FnMut(&dyn Atom) -> T) -> Vec<T> {
    let mut seen = Vec::new();
    let visit = |atom: &dyn Atom| seen.push(read(atom));
    block.accept("", &mut PortVisitor { depth: 0, visit });
    seen
}

/// Calls a function for each port of the outermost block. It runs in every cycle beside rust-hdl's
/// simulation, so it keeps no names.
struct PortVisitor<F> {
    depth: usize,
    visit: F,
}

impl<F: FnMut(&dyn Atom)> Probe for PortVisitor<F> {
    fn visit_start_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth += 1;
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }

    fn visit_atom(&mut self, _: &str, atom: &dyn Atom) {
        if self.depth == 1 && atom.kind().is_parameter() {
            (self.visit)(atom);
        }
    }
}

/// Path of any signal within the block.
pub(crate) fn path_of(block: &dyn Block, id: usize) -> String {
    let mut found = None;
    let visit = |path: &[&str], atom: &dyn Atom| {
        if atom.id() == id {
            // The outermost block has no name.
            found.get_or_insert(path[1..].join("."));
        }
    };
    block.accept("", &mut Visitor::new(visit));
    found.unwrap_or_default()
}

/// Calls a function for each signal, with its path.
struct Visitor<F> {
    /// Names of the blocks and interfaces around a signal.
    path: Vec<String>,
    visit: F,
}

impl<F: FnMut(&[&str], &dyn Atom)> Visitor<F> {
    fn new(visit: F) -> Self {
        Self {
            path: Vec::new(),
            visit,
        }
    }
}

impl<F: FnMut(&[&str], &dyn Atom)> Probe for Visitor<F> {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let outer = self.path.iter().map(String::as_str);
        let path: Vec<&str> = outer.chain([name]).collect();
        (self.visit)(&path, atom);
    }
}
