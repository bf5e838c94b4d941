//! Proves that faults change nothing at any output of a circuit that starts at power-up.
//!
//! The first step finds bits that are constant in every reachable state. It is a fixpoint from the
//! initial values, with every input unknown. The second step finds bits that can matter, from the
//! outputs backwards. A bit that is masked by a constant one does not matter; the bit that masks it
//! does. Take a fault in a bit that does not matter, or a stuck bit at its constant level. By
//! induction over clocks and nodes it changes no bit that matters.

use crate::defect::{Defect, Mutation, Place};
use crate::values::{ones, Bits, Known, UNKNOWN};
use gatefall_netlist::{BinaryOp, PortDirection};
use gatefall_netlist::{Expr, ExprId, InstanceId, Module, ModuleId, NetId, Netlist};

/// An instance: the values of its nets, then those of its expressions, begin at `base`.
pub(crate) struct Occurrence {
    pub(crate) module: ModuleId,
    base: usize,
    pub(crate) parent: Option<(usize, InstanceId)>,
    pub(crate) memories: usize,
}

/// Knowledge about each bit of each value in each instance.
pub struct Analysis {
    pub(crate) netlist: Netlist,
    pub(crate) places: Vec<Occurrence>,
    pub(crate) known: Vec<Known>,
    pub(crate) contents: Vec<Known>,
    pub(crate) live: Vec<u64>,
    pub(crate) live_contents: Vec<u64>,
    pub(crate) changed: bool,
}

impl Analysis {
    /// Of the circuit, whose registers of these names may be set to anything.
    pub fn new(netlist: &Netlist, poked: &[&str]) -> Analysis {
        let mut netlist = netlist.clone();
        netlist.modules.values_mut().for_each(Module::compact);
        let mut analysis = Analysis {
            places: Vec::new(),
            known: Vec::new(),
            contents: Vec::new(),
            live: Vec::new(),
            live_contents: Vec::new(),
            changed: true,
            netlist,
        };
        analysis.place(analysis.netlist.top, None);
        analysis.power_up(poked);
        while std::mem::take(&mut analysis.changed) {
            (0..analysis.places.len()).for_each(|place| analysis.forward(place));
        }
        analysis.changed = true;
        let top = analysis.netlist.top().clone();
        for net in top.port_nets(PortDirection::Output) {
            let at = analysis.net(0, net);
            analysis.enliven(at, ones(top.nets[net].width));
        }
        while std::mem::take(&mut analysis.changed) {
            (0..analysis.places.len()).for_each(|place| analysis.backward(place));
        }
        analysis
    }

    /// The fault provably changes nothing.
    pub fn is_equivalent(&self, mutation: Mutation) -> bool {
        let places: Vec<usize> = self.places_of(mutation.module).collect();
        let module = &self.netlist.modules[mutation.module];
        let node = match mutation.place {
            Place::Node(node) => node,
            Place::Register(register) => {
                let register = &module.registers[register];
                let enable = register.enable.expect("the register has an enable");
                return places.iter().all(|&place| {
                    self.live[self.net(place, register.net)] == 0 || self.is_one(place, enable)
                });
            }
            Place::Write(memory, port) => {
                let enable = module.memories[memory].writes[port].enable;
                return places.iter().all(|&place| {
                    let contents = self.places[place].memories + usize::from(memory);
                    self.live_contents[contents] == 0 || self.is_one(place, enable)
                });
            }
        };
        match mutation.fault {
            Defect::Inverted(bit) => places.iter().all(|&place| !self.matters(place, node, bit)),
            Defect::StuckAt0(bit) => self.is_stuck(&places, node, bit, 0),
            Defect::StuckAt1(bit) => self.is_stuck(&places, node, bit, 1),
            Defect::Coupled {
                bit,
                operand,
                by,
                level,
            } => {
                let operand = module.exprs.expr(node).operands().nth(operand);
                let operand = operand.expect("the operand exists");
                let is_idle = |&place: &usize| {
                    let known = self.known(place, operand);
                    known.mask >> by & 1 == 1 && (known.value >> by & 1 == 1) != level
                };
                places.iter().all(|&place| !self.matters(place, node, bit))
                    || places.iter().all(is_idle)
            }
            Defect::Operator => {
                let is_dead = |&place: &usize| self.live[self.expr(place, node)] == 0;
                let is_same = |&place: &usize| self.has_equal_operator(place, module, node);
                places.iter().all(is_dead) || places.iter().all(is_same)
            }
            Defect::OneMore(_) | Defect::OneLess(_) | Defect::Enabled => {
                let dead = |&place: &usize| self.live[self.expr(place, node)] == 0;
                places.iter().all(dead)
            }
        }
    }

    /// The instances of a module.
    pub(crate) fn places_of(&self, module: ModuleId) -> impl Iterator<Item = usize> + '_ {
        let places = 0..self.places.len();
        places.filter(move |&place| self.places[place].module == module)
    }

    fn matters(&self, place: usize, node: ExprId, bit: u32) -> bool {
        self.live[self.expr(place, node)] >> bit & 1 == 1
    }

    /// A node that is never reached is not evaluated.
    fn known(&self, place: usize, node: ExprId) -> Bits {
        self.known[self.expr(place, node)].unwrap_or(UNKNOWN)
    }

    fn is_one(&self, place: usize, enable: ExprId) -> bool {
        let known = self.known(place, enable);
        known.mask & known.value & 1 == 1
    }

    fn is_stuck(&self, places: &[usize], node: ExprId, bit: u32, level: u64) -> bool {
        places.iter().all(|&place| {
            let known = self.known(place, node);
            let is_level = known.mask >> bit & 1 == 1 && known.value >> bit & 1 == level;
            !self.matters(place, node, bit) || is_level
        })
    }

    /// The other operator has the same value, because of bits that are known.
    fn has_equal_operator(&self, place: usize, module: &Module, node: ExprId) -> bool {
        let width = |operand: ExprId| module.exprs.width(operand);
        let known = |operand: ExprId| self.known(place, operand);
        let equal = |a: ExprId, b: ExprId| {
            let both = known(a).mask & known(b).mask & !(known(a).value ^ known(b).value);
            both & ones(width(a)) == ones(width(a))
        };
        match *module.exprs.expr(node) {
            Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => equal(a, b),
            // Both bits are never 1.
            Expr::Binary(BinaryOp::Xor, a, b) => {
                (known(a).zeros() | known(b).zeros()) & ones(width(a)) == ones(width(a))
            }
            // Twice the operand is 0.
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub, _, b) => {
                let low = ones(width(b)) >> 1;
                known(b).zeros() & low == low
            }
            Expr::Mux {
                then, otherwise, ..
            } => equal(then, otherwise),
            _ => false,
        }
    }

    fn place(&mut self, module: ModuleId, parent: Option<(usize, InstanceId)>) {
        let data = &self.netlist.modules[module];
        let (index, base) = (self.places.len(), self.known.len());
        let end = base + data.nets.len() + data.exprs.len();
        self.known.resize(end, None);
        self.live.resize(end, 0);
        let memories = self.contents.len();
        self.places.push(Occurrence {
            module,
            base,
            parent,
            memories,
        });
        self.contents.resize(memories + data.memories.len(), None);
        self.live_contents.resize(self.contents.len(), 0);
        let inner: Vec<(InstanceId, ModuleId)> = data
            .instances
            .iter()
            .map(|(id, instance)| (id, instance.module))
            .collect();
        for (id, module) in inner {
            self.place(module, Some((index, id)));
        }
    }

    pub(crate) fn net(&self, place: usize, net: NetId) -> usize {
        self.places[place].base + usize::from(net)
    }

    pub(crate) fn expr(&self, place: usize, expr: ExprId) -> usize {
        let Occurrence { module, base, .. } = self.places[place];
        base + self.netlist.modules[module].nets.len() + usize::from(expr)
    }
}
