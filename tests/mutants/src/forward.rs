//! Known bits of each value, from the initial values forwards.

use crate::equivalent::Analysis;
use crate::values::{binary, exact, fit, join, ones, unary, Bits, Known, UNKNOWN};
use gatefall_netlist::{Expr, ExprId, Module, NetId, PortDirection, Value};

impl Analysis {
    pub(crate) fn power_up(&mut self, poked: &[&str]) {
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

    pub(crate) fn forward(&mut self, place: usize) {
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
            let at = |operand: ExprId| self.known[self.expr(place, operand)];
            let net = |net: NetId| self.known[self.net(place, net)];
            let known = evaluate(&module, id, at, net);
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
}

/// Known bits of an expression, from those of its operands and of a net.
pub(crate) fn evaluate(
    module: &Module,
    id: ExprId,
    at: impl Fn(ExprId) -> Known,
    net: impl Fn(NetId) -> Known,
) -> Known {
    let width = |operand: ExprId| module.exprs.width(operand);
    let bits = match *module.exprs.expr(id) {
        Expr::Const(ref value) => exact(value),
        Expr::Net(read) => net(read)?,
        Expr::Unary(op, a) => unary(op, at(a)?, width(a)),
        Expr::Binary(op, a, b) => binary(op, at(a)?, at(b)?, width(a)),
        Expr::Mux {
            condition,
            then,
            otherwise,
        } => {
            let condition = at(condition)?;
            match (condition.mask & 1, condition.value & 1) {
                (0, _) => join(at(then), at(otherwise)),
                (_, 0) => at(otherwise),
                _ => at(then),
            }?
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
    };
    Some(fit(bits, width(id)))
}
