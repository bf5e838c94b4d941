//! States and transitions of registers that are enumerations.

use super::points::Watched;
use crate::equivalent::Analysis;
use crate::forward::evaluate;
use crate::values::{exact, Known};
use gatefall_netlist::{
    Assign, BinaryOp, EnumType, Expr, ExprId, Module, ModuleId, NetId, NetKind, Netlist, Register,
    Value,
};
use std::collections::BTreeSet;

/// The states that can be reached, and the transitions between them.
pub(super) fn of(analysis: &Analysis, id: ModuleId, netlist: &mut Netlist) -> Vec<Watched> {
    let registers: Vec<Register> = netlist.modules[id].registers.values().cloned().collect();
    let mut all = Vec::new();
    for register in registers {
        let NetKind::Enum(states) = netlist.modules[id].nets[register.net].kind else {
            continue;
        };
        let machine = StateMachine {
            analysis,
            id,
            register: &register,
            states: &netlist.enums[states].clone(),
        };
        all.extend(machine.points(&mut netlist.modules[id]));
    }
    all
}

struct StateMachine<'a> {
    analysis: &'a Analysis,
    id: ModuleId,
    register: &'a Register,
    states: &'a EnumType,
}

impl StateMachine<'_> {
    fn points(&self, module: &mut Module) -> Vec<Watched> {
        let width = module.nets[self.register.net].width;
        let name = module.nets[self.register.net].name.clone();
        let state = module.exprs.net(self.register.net, width);
        let is = |module: &mut Module, value: ExprId, state: u64| {
            let state = module.exprs.constant(Value::new(width, state));
            module.exprs.binary(BinaryOp::Eq, value, state)
        };
        let mut all = Vec::new();
        let (states, transitions) = self.reached();
        for is_now in states {
            let value = is(module, state, is_now);
            let what = format!("{name} is {}", self.variant(is_now));
            all.push(Watched::event(value, what));
        }
        for (from, to) in transitions {
            let before = is(module, state, from);
            let after = is(module, self.register.next, to);
            let mut goes = module.exprs.binary(BinaryOp::And, before, after);
            if let Some(enable) = self.register.enable {
                goes = module.exprs.binary(BinaryOp::And, goes, enable);
            }
            let [from, to] = [from, to].map(|state| self.variant(state));
            all.push(Watched::event(
                goes,
                format!("{name} goes from {from} to {to}"),
            ));
        }
        all
    }

    fn variant(&self, state: u64) -> &str {
        let name = usize::try_from(state)
            .ok()
            .and_then(|state| self.states.variants.get(state));
        name.map_or("no state", String::as_str)
    }

    /// The states from power-up on, and the pairs of a state and another one that can follow it.
    fn reached(&self) -> (BTreeSet<u64>, BTreeSet<(u64, u64)>) {
        let first = self.register.initial.to_u64().expect("states are narrow");
        let (mut todo, mut states) = (vec![first], BTreeSet::from([first]));
        let mut transitions = BTreeSet::new();
        while let Some(from) = todo.pop() {
            for to in self.after(from).into_iter().filter(|&to| to != from) {
                transitions.insert((from, to));
                if states.insert(to) {
                    todo.push(to);
                }
            }
        }
        (states, transitions)
    }

    /// States that can follow a state in an instance.
    fn after(&self, from: u64) -> BTreeSet<u64> {
        let places = self.analysis.places_of(self.id);
        places
            .flat_map(|place| self.after_in(place, from))
            .collect()
    }

    fn after_in(&self, place: usize, from: u64) -> BTreeSet<u64> {
        let module = &self.analysis.netlist.modules[self.id];
        let width = module.nets[self.register.net].width;
        let known = Followed::new(self.analysis, place, module, self.register.net, from, width);
        let is_off = |enable| known.level(enable) == Some(false);
        if self.register.enable.is_some_and(is_off) {
            return BTreeSet::from([from]);
        }
        let mut states = BTreeSet::new();
        let count = self.states.variants.len() as u64;
        if !known.leaves(self.register.next, &mut states) {
            states.extend(0..count);
        }
        states
    }
}

/// Known bits of a module's expressions while a register has a state.
struct Followed<'a> {
    module: &'a Module,
    known: Vec<Known>,
}

impl<'a> Followed<'a> {
    fn new(
        analysis: &Analysis,
        place: usize,
        module: &'a Module,
        state: NetId,
        from: u64,
        width: u32,
    ) -> Self {
        let nets = module.nets.ids();
        let mut nets: Vec<Known> = nets
            .map(|net| analysis.known[analysis.net(place, net)])
            .collect();
        nets[usize::from(state)] = Some(exact(&Value::new(width, from)));
        let mut known: Vec<Known> = vec![None; module.exprs.len()];
        // Nets that are assigned in the module follow the state, too.
        loop {
            for id in module.exprs.ids() {
                let of = |operand: ExprId| known[usize::from(operand)];
                known[usize::from(id)] = evaluate(module, id, of, |net| nets[usize::from(net)]);
            }
            let old = nets.clone();
            for &Assign { net, value } in &module.assigns {
                nets[usize::from(net)] = known[usize::from(value)];
            }
            if nets == old {
                return Self { module, known };
            }
        }
    }

    fn level(&self, id: ExprId) -> Option<bool> {
        let bits = self.known[usize::from(id)]?;
        (bits.mask & 1 == 1).then_some(bits.value & 1 == 1)
    }

    /// Collects the constants that a value can be. False if it can be anything else.
    fn leaves(&self, id: ExprId, found: &mut BTreeSet<u64>) -> bool {
        let known = self.known[usize::from(id)];
        if let Some(bits) = known.filter(|bits| bits.is_exact()) {
            found.insert(bits.value);
            return true;
        }
        match *self.module.exprs.expr(id) {
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => match self.level(condition) {
                Some(true) => self.leaves(then, found),
                Some(false) => self.leaves(otherwise, found),
                None => self.leaves(then, found) & self.leaves(otherwise, found),
            },
            Expr::Net(net) => {
                let assigned = self.module.assigns.iter().find(|assign| assign.net == net);
                assigned.is_some_and(|assign| self.leaves(assign.value, found))
            }
            _ => false,
        }
    }
}
