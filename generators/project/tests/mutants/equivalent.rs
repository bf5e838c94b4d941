//! Proves that faults change nothing at any output of a circuit that starts at power-up.
//!
//! The first step finds bits that are constant in every reachable state. It is a fixpoint from the
//! initial values, with every input unknown. The second step finds bits that can matter, from the
//! outputs backwards. A bit that is masked by a constant one does not matter; the bit that masks it
//! does. Take a fault in a bit that does not matter, or a stuck bit at its constant level. By
//! induction over clocks and nodes it changes no bit that matters.

use crate::{Fault, Site};
use gatefall_netlist::{BinaryOp, PortDirection, UnaryOp};
use gatefall_netlist::{Expr, ExprId, InstanceId, Module, ModuleId, NetId, Netlist, Value};

/// Bits of a value that are always the same, and their levels. None: not reached yet.
type Known = Option<Bits>;

#[derive(Clone, Copy, PartialEq)]
struct Bits {
    mask: u64,
    value: u64,
}

/// An instance: the values of its nets, then those of its expressions, begin at `base`.
struct Place {
    module: ModuleId,
    base: usize,
    parent: Option<(usize, InstanceId)>,
    memories: usize,
}

/// Knowledge about each bit of each value in each instance.
pub struct Analysis {
    netlist: Netlist,
    places: Vec<Place>,
    known: Vec<Known>,
    contents: Vec<Known>,
    live: Vec<u64>,
    live_contents: Vec<u64>,
    changed: bool,
}

fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn exact(value: &Value) -> Bits {
    Bits {
        mask: u64::MAX,
        value: value.to_u64().unwrap(),
    }
}

const UNKNOWN: Bits = Bits { mask: 0, value: 0 };

/// Zeros above the width, and in unknown bits.
fn fit(bits: Bits, width: u32) -> Bits {
    let mask = bits.mask | !ones(width);
    Bits {
        mask,
        value: bits.value & mask & ones(width),
    }
}

fn join(a: Known, b: Known) -> Known {
    match (a, b) {
        (Some(a), Some(b)) => {
            let mask = a.mask & b.mask & !(a.value ^ b.value);
            Some(Bits {
                mask,
                value: a.value & mask,
            })
        }
        (a, b) => a.or(b),
    }
}

impl Bits {
    fn max(self) -> u64 {
        self.value | !self.mask
    }

    fn zeros(self) -> u64 {
        self.mask & !self.value
    }

    fn is_exact(self) -> bool {
        self.mask == u64::MAX
    }
}

/// Known from the result alone.
fn flag(known: Option<bool>) -> Bits {
    match known {
        Some(level) => Bits {
            mask: u64::MAX,
            value: u64::from(level),
        },
        None => fit(UNKNOWN, 1),
    }
}

/// Zeros above the highest bit that is possible.
fn at_most(max: Option<u64>) -> Bits {
    match max {
        Some(max) => Bits {
            mask: !u64::MAX.checked_shr(max.leading_zeros()).unwrap_or(0),
            value: 0,
        },
        None => UNKNOWN,
    }
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
    pub fn is_equivalent(&self, site: &Site) -> bool {
        let places = (0..self.places.len()).filter(|&at| self.places[at].module == site.module);
        let mut places = places.map(|place| self.expr(place, site.node));
        places.all(|at| {
            let stuck = match site.fault {
                Fault::Inverted => None,
                Fault::StuckAt0 => Some(0),
                Fault::StuckAt1 => Some(1),
            };
            let is_live = self.live[at] >> site.bit & 1 == 1;
            // A node that is never reached is not evaluated.
            let known = self.known[at].unwrap_or(UNKNOWN);
            let is_known = known.mask >> site.bit & 1 == 1;
            !is_live || is_known && stuck == Some(known.value >> site.bit & 1)
        })
    }

    fn place(&mut self, module: ModuleId, parent: Option<(usize, InstanceId)>) {
        let data = &self.netlist.modules[module];
        let (index, base) = (self.places.len(), self.known.len());
        let end = base + data.nets.len() + data.exprs.len();
        self.known.resize(end, None);
        self.live.resize(end, 0);
        let memories = self.contents.len();
        self.places.push(Place {
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

    fn net(&self, place: usize, net: NetId) -> usize {
        self.places[place].base + usize::from(net)
    }

    fn expr(&self, place: usize, expr: ExprId) -> usize {
        let Place { module, base, .. } = self.places[place];
        base + self.netlist.modules[module].nets.len() + usize::from(expr)
    }

    fn power_up(&mut self, poked: &[&str]) {
        for place in 0..self.places.len() {
            let module = self.netlist.modules[self.places[place].module].clone();
            for constant in &module.constants {
                self.learn(self.net(place, constant.net), Some(exact(&constant.value)));
            }
            for register in module.registers.values() {
                let net = &module.nets[register.net];
                let known = match poked.contains(&net.name.as_str()) {
                    true => fit(UNKNOWN, net.width),
                    false => exact(&register.initial),
                };
                self.learn(self.net(place, register.net), Some(known));
            }
            for (id, memory) in module.memories.iter() {
                let words = memory.initial.iter().map(exact).map(Some);
                let is_short = memory.initial.len() < 1 << memory.address_width;
                let zero = exact(&Value::new(memory.width, 0u64));
                let known = words.fold(is_short.then_some(zero), join);
                self.contents[self.places[place].memories + usize::from(id)] = known;
                for read in memory.reads.iter().filter(|read| read.clock.is_some()) {
                    self.learn(self.net(place, read.data), Some(zero));
                }
            }
        }
        let top = self.netlist.top().clone();
        for net in top.port_nets(PortDirection::Input) {
            let known = fit(UNKNOWN, top.nets[net].width);
            self.learn(self.net(0, net), Some(known));
        }
    }

    fn learn(&mut self, at: usize, known: Known) {
        let joined = join(self.known[at], known);
        self.changed |= joined != self.known[at];
        self.known[at] = joined;
    }

    fn forward(&mut self, place: usize) {
        let module = self.netlist.modules[self.places[place].module].clone();
        if let Some((outer, id)) = self.places[place].parent {
            let instance = self.netlist.modules[self.places[outer].module].instances[id].clone();
            for (net, &value) in module.port_nets(PortDirection::Input).zip(&instance.inputs) {
                self.learn(self.net(place, net), self.known[self.expr(outer, value)]);
            }
            for (net, &wire) in module
                .port_nets(PortDirection::Output)
                .zip(&instance.outputs)
            {
                self.learn(self.net(outer, wire), self.known[self.net(place, net)]);
            }
        }
        for id in module.exprs.ids() {
            let known = self.evaluate(place, &module, id);
            let known = known.map(|bits| fit(bits, module.exprs.width(id)));
            self.learn(self.expr(place, id), known);
        }
        for assign in &module.assigns {
            let known = self.known[self.expr(place, assign.value)];
            self.learn(self.net(place, assign.net), known);
        }
        let is_possible = |analysis: &Analysis, enable: ExprId| {
            analysis.known[analysis.expr(place, enable)].is_some_and(|bits| bits.max() & 1 == 1)
        };
        for register in module.registers.values() {
            if register
                .enable
                .is_none_or(|enable| is_possible(self, enable))
            {
                let next = self.known[self.expr(place, register.next)];
                self.learn(self.net(place, register.net), next);
            }
        }
        for (id, memory) in module.memories.iter() {
            let at = self.places[place].memories + usize::from(id);
            for write in &memory.writes {
                if is_possible(self, write.enable) {
                    let data = self.known[self.expr(place, write.data)];
                    let joined = join(self.contents[at], data);
                    self.changed |= joined != self.contents[at];
                    self.contents[at] = joined;
                }
            }
            for read in &memory.reads {
                self.learn(self.net(place, read.data), self.contents[at]);
            }
        }
    }

    fn evaluate(&self, place: usize, module: &Module, id: ExprId) -> Known {
        let at = |operand: ExprId| self.known[self.expr(place, operand)];
        let width = |operand: ExprId| module.exprs.width(operand);
        Some(match *module.exprs.expr(id) {
            Expr::Const(ref value) => exact(value),
            Expr::Net(net) => return self.known[self.net(place, net)],
            Expr::Unary(op, a) => unary(op, at(a)?, width(a)),
            Expr::Binary(op, a, b) => binary(op, at(a)?, at(b)?, width(a)),
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => {
                let condition = at(condition)?;
                return match (condition.mask & 1, condition.value & 1) {
                    (0, _) => join(at(then), at(otherwise)),
                    (_, 0) => at(otherwise),
                    _ => at(then),
                };
            }
            Expr::Concat { high, low } => {
                let (high, shift, low) = (at(high)?, width(low), at(low)?);
                Bits {
                    mask: high.mask << shift | low.mask & ones(shift),
                    value: high.value << shift | low.value,
                }
            }
            Expr::Slice { source, offset, .. } => {
                let source = at(source)?;
                Bits {
                    mask: source.mask >> offset,
                    value: source.value >> offset,
                }
            }
            Expr::ZeroExtend { source, .. } => at(source)?,
            Expr::SignExtend { source, .. } => {
                let (bits, top) = (at(source)?, width(source) - 1);
                let above = !ones(top + 1);
                match (bits.mask >> top & 1, bits.value >> top & 1) {
                    (0, _) => Bits {
                        mask: bits.mask & !above,
                        value: bits.value,
                    },
                    (_, 0) => bits,
                    _ => Bits {
                        mask: bits.mask,
                        value: bits.value | above,
                    },
                }
            }
        })
    }

    fn enliven(&mut self, at: usize, bits: u64) {
        self.changed |= bits & !self.live[at] != 0;
        self.live[at] |= bits;
    }

    fn backward(&mut self, place: usize) {
        let module = self.netlist.modules[self.places[place].module].clone();
        let all = |id: ExprId| ones(module.exprs.width(id));
        for register in module.registers.values() {
            let live = self.live[self.net(place, register.net)];
            if live != 0 {
                let enable = register.enable.map(|enable| self.expr(place, enable));
                let never = |at: usize| self.known[at].is_none_or(|bits| bits.max() & 1 == 0);
                if !enable.is_some_and(never) {
                    self.enliven(self.expr(place, register.next), live);
                }
                enable.into_iter().for_each(|at| self.enliven(at, 1));
            }
        }
        for (id, memory) in module.memories.iter() {
            let at = self.places[place].memories + usize::from(id);
            for read in &memory.reads {
                let live = self.live[self.net(place, read.data)];
                if live != 0 {
                    self.changed |= live & !self.live_contents[at] != 0;
                    self.live_contents[at] |= live;
                    self.enliven(self.expr(place, read.address), all(read.address));
                }
            }
            let live = self.live_contents[at];
            for write in memory.writes.iter().filter(|_| live != 0) {
                let enable = self.expr(place, write.enable);
                self.enliven(enable, 1);
                if self.known[enable].is_some_and(|bits| bits.max() & 1 == 1) {
                    self.enliven(self.expr(place, write.address), all(write.address));
                    self.enliven(self.expr(place, write.data), live);
                }
            }
        }
        for assign in &module.assigns {
            let live = self.live[self.net(place, assign.net)];
            self.enliven(self.expr(place, assign.value), live);
        }
        let ids: Vec<ExprId> = module.exprs.ids().collect();
        for &id in ids.iter().rev() {
            let live = self.live[self.expr(place, id)];
            if live != 0 {
                self.spread(place, &module, id, live);
            }
        }
        if let Some((outer, id)) = self.places[place].parent {
            let instance = self.netlist.modules[self.places[outer].module].instances[id].clone();
            for (net, &value) in module.port_nets(PortDirection::Input).zip(&instance.inputs) {
                self.enliven(self.expr(outer, value), self.live[self.net(place, net)]);
            }
            for (net, &wire) in module
                .port_nets(PortDirection::Output)
                .zip(&instance.outputs)
            {
                self.enliven(self.net(place, net), self.live[self.net(outer, wire)]);
            }
        }
    }

    /// Bits that the live bits of a node read.
    fn spread(&mut self, place: usize, module: &Module, id: ExprId, live: u64) {
        let width = |operand: ExprId| module.exprs.width(operand);
        let at = |operand: ExprId| self.expr(place, operand);
        let known = |operand: ExprId| self.known[at(operand)].unwrap_or(UNKNOWN);
        let to_top = u64::MAX >> live.leading_zeros();
        let mut spread: Vec<(usize, u64)> = Vec::new();
        match *module.exprs.expr(id) {
            Expr::Const(_) => {}
            Expr::Net(net) => spread.push((self.net(place, net), live)),
            Expr::Unary(UnaryOp::Not, a) => spread.push((at(a), live)),
            Expr::Unary(UnaryOp::Neg, a) => spread.push((at(a), to_top)),
            Expr::Unary(op, a) => {
                let decides = match op {
                    UnaryOp::ReduceAnd => known(a).zeros() & ones(width(a)),
                    UnaryOp::ReduceOr => known(a).value,
                    _ => 0,
                };
                let lowest = decides & decides.wrapping_neg();
                spread.push((at(a), if lowest == 0 { ones(width(a)) } else { lowest }));
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let masking = |operand: ExprId| match op {
                    BinaryOp::And => known(operand).zeros(),
                    _ => known(operand).value,
                };
                let (by_a, by_b) = (masking(a), masking(b));
                spread.push((at(a), live & (by_a | !by_b)));
                spread.push((at(b), live & !by_a));
            }
            Expr::Binary(BinaryOp::Xor, a, b) => spread.extend([(at(a), live), (at(b), live)]),
            Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => {
                spread.extend([(at(a), to_top), (at(b), to_top)]);
            }
            Expr::Binary(BinaryOp::Eq, a, b) => {
                let both = known(a).mask & known(b).mask & ones(width(a));
                let differ = both & (known(a).value ^ known(b).value);
                let lowest = differ & differ.wrapping_neg();
                let bits = if lowest == 0 { ones(width(a)) } else { lowest };
                spread.extend([(at(a), bits), (at(b), bits)]);
            }
            Expr::Binary(_, a, b) => {
                spread.extend([(at(a), ones(width(a))), (at(b), ones(width(b)))]);
            }
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => {
                spread.push((at(condition), 1));
                let choice = known(condition);
                if choice.max() & 1 == 1 {
                    spread.push((at(then), live));
                }
                if choice.zeros() & 1 == 1 || choice.mask & 1 == 0 {
                    spread.push((at(otherwise), live));
                }
            }
            Expr::Concat { high, low } => {
                spread.push((at(high), live >> width(low)));
                spread.push((at(low), live & ones(width(low))));
            }
            Expr::Slice { source, offset, .. } => spread.push((at(source), live << offset)),
            Expr::ZeroExtend { source, .. } => {
                spread.push((at(source), live & ones(width(source))));
            }
            Expr::SignExtend { source, .. } => {
                let top = 1 << (width(source) - 1);
                let above = live & !ones(width(source)) != 0;
                let sign = if above { top } else { 0 };
                spread.push((at(source), live & ones(width(source)) | sign));
            }
        }
        for (at, bits) in spread {
            self.enliven(at, bits);
        }
    }
}

fn unary(op: UnaryOp, a: Bits, width: u32) -> Bits {
    let all = ones(width);
    match op {
        UnaryOp::Not => Bits {
            mask: a.mask,
            value: !a.value & a.mask,
        },
        UnaryOp::Neg => low_bits(a.mask, a.value.wrapping_neg()),
        UnaryOp::ReduceAnd => flag(match a {
            _ if a.zeros() & all != 0 => Some(false),
            _ => a.is_exact().then_some(true),
        }),
        UnaryOp::ReduceOr => flag(match a {
            _ if a.value != 0 => Some(true),
            _ => a.is_exact().then_some(false),
        }),
        UnaryOp::ReduceXor => flag(a.is_exact().then_some(a.value.count_ones() % 2 == 1)),
    }
}

/// Known below the first unknown bit of the operands.
fn low_bits(mask: u64, value: u64) -> Bits {
    let mask = u64::MAX.checked_shr(64 - mask.trailing_ones()).unwrap_or(0);
    Bits {
        mask,
        value: value & mask,
    }
}

fn both(a: Bits, b: Bits) -> Bits {
    Bits {
        mask: a.mask | b.mask,
        value: a.value | b.value,
    }
}

fn binary(op: BinaryOp, a: Bits, b: Bits, width: u32) -> Bits {
    let known = a.mask & b.mask;
    let (min, max) = ((a.value, b.value), (a.max(), b.max()));
    let inside = |max: &u64| *max <= ones(width);
    match op {
        BinaryOp::And => Bits {
            mask: known | a.zeros() | b.zeros(),
            value: a.value & b.value,
        },
        BinaryOp::Or => Bits {
            mask: known | a.value | b.value,
            value: a.value | b.value,
        },
        BinaryOp::Xor => Bits {
            mask: known,
            value: (a.value ^ b.value) & known,
        },
        BinaryOp::Add => both(
            low_bits(known, a.value.wrapping_add(b.value)),
            at_most(max.0.checked_add(max.1).filter(inside)),
        ),
        BinaryOp::Sub => low_bits(known, a.value.wrapping_sub(b.value)),
        BinaryOp::Mul => both(
            low_bits(known, a.value.wrapping_mul(b.value)),
            at_most(max.0.checked_mul(max.1).filter(inside)),
        ),
        BinaryOp::Eq => flag(match (a.value ^ b.value) & known {
            0 => (known == u64::MAX).then_some(true),
            _ => Some(false),
        }),
        BinaryOp::LtU if max.0 < min.1 => flag(Some(true)),
        BinaryOp::LtU if min.0 >= max.1 => flag(Some(false)),
        BinaryOp::LtU | BinaryOp::LtS => flag(None),
        BinaryOp::Shr => at_most(Some(max.0)),
        BinaryOp::Shl if max.0 == 0 => at_most(Some(0)),
        BinaryOp::Shl => UNKNOWN,
    }
}
