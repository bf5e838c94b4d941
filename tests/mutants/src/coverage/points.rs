//! Bits and conditions of a module.

use crate::equivalent::Analysis;
use crate::mutant::described;
use crate::values::{ones, Known};
use gatefall_netlist::{Driver, Expr, ExprId, Module, ModuleId, NetId, NetKind};
use std::collections::BTreeSet;

/// A value whose bits are watched.
pub(super) struct Watched {
    pub(super) value: ExprId,
    pub(super) width: u32,
    /// The bits that can be 1, and those that can be 0, as far as their levels are points.
    pub(super) ones: u64,
    pub(super) zeros: u64,
    text: Text,
}

/// The name of a point.
enum Text {
    /// By the level of a bit of this value.
    Level(String),
    /// By itself.
    Event(String),
}

impl Watched {
    /// A bit whose 1 is an event.
    pub(super) fn event(value: ExprId, what: String) -> Watched {
        Watched {
            value,
            width: 1,
            ones: 1,
            zeros: 0,
            text: Text::Event(what),
        }
    }

    /// The point of a bit.
    pub(super) fn what(&self, bit: u32, level: bool) -> String {
        match &self.text {
            Text::Event(what) => what.clone(),
            Text::Level(name) if self.width == 1 => format!("{name} is {}", u32::from(level)),
            Text::Level(name) => format!("{name}[{bit}] is {}", u32::from(level)),
        }
    }
}

/// Bits of nets that the module drives itself, and conditions.
pub(super) fn of(analysis: &Analysis, id: ModuleId, module: &mut Module) -> Vec<Watched> {
    let mut all: Vec<Watched> = Vec::new();
    for (net, driver) in module.drivers() {
        let is_driven = matches!(
            driver,
            Driver::Assign(_) | Driver::Register(_) | Driver::Read(..)
        );
        if is_driven && !is_state(module, net) && module.nets[net].kind != NetKind::Clock {
            let (name, width) = (module.nets[net].name.clone(), module.nets[net].width);
            let value = module.exprs.net(net, width);
            let at = |place| analysis.known[analysis.net(place, net)];
            let [ones, zeros] = analysis.levels(id, width, at);
            let text = Text::Level(name);
            all.push(Watched {
                value,
                width,
                ones,
                zeros,
                text,
            });
        }
    }
    for condition in conditions(module) {
        let at = |place| analysis.known[analysis.expr(place, condition)];
        let [ones, zeros] = analysis.levels(id, 1, at);
        all.push(Watched {
            value: condition,
            width: 1,
            ones,
            zeros,
            text: Text::Level(described(module, condition)),
        });
    }
    all
}

/// The net is a register with a state of an enumeration.
fn is_state(module: &Module, net: NetId) -> bool {
    let is_register = module
        .registers
        .values()
        .any(|register| register.net == net);
    is_register && matches!(module.nets[net].kind, NetKind::Enum(_))
}

/// Conditions of multiplexers and enables, but nets of the module itself, whose bits are points.
fn conditions(module: &Module) -> BTreeSet<ExprId> {
    let muxes = module
        .exprs
        .ids()
        .filter_map(|id| match *module.exprs.expr(id) {
            Expr::Mux { condition, .. } => Some(condition),
            _ => None,
        });
    let enables = module.registers.values().filter_map(|one| one.enable);
    let writes = module.memories.values().flat_map(|memory| &memory.writes);
    let all = muxes.chain(enables).chain(writes.map(|write| write.enable));
    let is_plain =
        |id: &ExprId| module.exprs.as_const(*id).is_none() && module.exprs.as_net(*id).is_none();
    all.filter(is_plain).collect()
}

impl Analysis {
    /// Bits of a value that can be 1, and those that can be 0, in any instance of a module.
    fn levels(&self, module: ModuleId, width: u32, known: impl Fn(usize) -> Known) -> [u64; 2] {
        let mut levels = [0; 2];
        for bits in self.places_of(module).filter_map(known) {
            levels[0] |= bits.max() & ones(width);
            levels[1] |= !(bits.value & bits.mask) & ones(width);
        }
        levels
    }
}
