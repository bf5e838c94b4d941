//! Bits that can matter, from the outputs backwards.

use crate::equivalent::Analysis;
use crate::values::{ones, UNKNOWN};
use gatefall_netlist::{BinaryOp, Expr, ExprId, Module, PortDirection, UnaryOp};

impl Analysis {
    pub(crate) fn enliven(&mut self, at: usize, bits: u64) {
        self.changed |= bits & !self.live[at] != 0;
        self.live[at] |= bits;
    }

    pub(crate) fn backward(&mut self, place: usize) {
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
