//! Clock domain check: the data of a register must come from its own clock domain, or through a
//! crossing.
//!
//! Crossings are:
//! - the first of two flip-flops in a row (rust-hdl's `BitSynchronizer`);
//! - everything inside a `VectorSynchronizer`, which is recognised by its ports;
//! - a memory that is written on one clock and read on another.

use std::collections::{BTreeSet, HashMap};

use gatefall_netlist::{
    Driver, Expr, ExprId, InstanceId, Module, ModuleId, NetId, Netlist, PortDirection, Register,
};

use crate::error::LowerError;
use crate::kernel::Statements;

/// Ports of rust-hdl's `VectorSynchronizer`, sorted.
const VECTOR_SYNCHRONIZER: [&str; 7] = [
    "busy",
    "clock_in",
    "clock_out",
    "send",
    "sig_in",
    "sig_out",
    "update",
];

/// A net of an instance, by index of the instance.
type Place = (usize, NetId);

/// Fails if data goes from one clock domain to another without a crossing.
pub(crate) fn check(netlist: &Netlist, statements: &[Statements]) -> Result<(), LowerError> {
    let mut design = Design {
        netlist,
        statements,
        instances: vec![],
        domains: HashMap::new(),
    };
    design.place(netlist.top, 0, None, netlist.top().name.clone(), false);
    for index in 0..design.instances.len() {
        if !design.instances[index].crossing {
            design.check_instance(index)?;
        }
    }
    Ok(())
}

struct Instance {
    module: ModuleId,
    drivers: HashMap<NetId, Driver>,
    parent: usize,
    via: Option<InstanceId>,
    path: String,
    children: HashMap<InstanceId, usize>,
    /// Inside a block that is a crossing as a whole.
    crossing: bool,
}

struct Design<'a> {
    netlist: &'a Netlist,
    /// Texts of the assignments of each module.
    statements: &'a [Statements],
    instances: Vec<Instance>,
    /// Clock domains that each net depends on, as far as computed.
    domains: HashMap<Place, BTreeSet<Place>>,
}

impl<'a> Design<'a> {
    fn place(
        &mut self,
        id: ModuleId,
        parent: usize,
        via: Option<InstanceId>,
        path: String,
        crossing: bool,
    ) -> usize {
        let module = &self.netlist.modules[id];
        let crossing = crossing || is_vector_synchronizer(module);
        let index = self.instances.len();
        self.instances.push(Instance {
            module: id,
            drivers: module.drivers().into_iter().collect(),
            parent,
            via,
            path: path.clone(),
            children: HashMap::new(),
            crossing,
        });
        for (child, instance) in module.instances.iter() {
            let path = format!("{path}.{}", instance.name);
            let placed = self.place(instance.module, index, Some(child), path, crossing);
            self.instances[index].children.insert(child, placed);
        }
        index
    }

    fn module(&self, index: usize) -> &'a Module {
        &self.netlist.modules[self.instances[index].module]
    }

    /// Source of a net that only passes through a port: the parent's expression for an input.
    fn outside(&self, (index, net): Place) -> Option<(usize, ExprId)> {
        let instance = &self.instances[index];
        let position = self
            .module(index)
            .port_nets(PortDirection::Input)
            .position(|n| n == net)?;
        let via = instance.via?;
        Some((
            instance.parent,
            self.module(instance.parent).instances[via].inputs[position],
        ))
    }

    fn inside(&self, index: usize, id: InstanceId, output: usize) -> Place {
        let child = self.instances[index].children[&id];
        let net = self
            .module(child)
            .port_nets(PortDirection::Output)
            .nth(output);
        (child, net.expect("instances connect every output"))
    }

    /// The net that drives a clock, traced through ports and assignments.
    fn root(&self, clock: Place) -> Place {
        let (index, net) = clock;
        let module = self.module(index);
        let (place, value) = match self.instances[index].drivers.get(&net) {
            Some(Driver::Input(_)) => match self.outside(clock) {
                Some(outside) => outside,
                None => return clock,
            },
            Some(&Driver::Assign(position)) => (index, module.assigns[position].value),
            Some(&Driver::Instance(id, output)) => {
                return self.root(self.inside(index, id, output))
            }
            _ => return clock,
        };
        let net = self
            .module(place)
            .exprs
            .as_net(value)
            .expect("clocks are plain nets");
        self.root((place, net))
    }

    /// Clock domains that a net depends on. Inputs of the top have none.
    fn domain(&mut self, place: Place) -> BTreeSet<Place> {
        if let Some(known) = self.domains.get(&place) {
            return known.clone();
        }
        let (index, net) = place;
        let module = self.module(index);
        let found = match self.instances[index].drivers.get(&net).copied() {
            Some(Driver::Input(_)) => match self.outside(place) {
                Some((parent, value)) => self.domain_of(parent, value),
                None => BTreeSet::new(),
            },
            Some(Driver::Assign(position)) => self.domain_of(index, module.assigns[position].value),
            Some(Driver::Register(id)) => {
                BTreeSet::from([self.root((index, module.registers[id].clock))])
            }
            Some(Driver::Read(id, port)) => {
                let read = &module.memories[id].reads[port];
                match read.clock {
                    Some(clock) => BTreeSet::from([self.root((index, clock))]),
                    None => self.domain_of(index, read.address),
                }
            }
            Some(Driver::Instance(id, output)) => self.domain(self.inside(index, id, output)),
            Some(Driver::BlackBox(_) | Driver::Constant(_)) | None => BTreeSet::new(),
        };
        self.domains.insert(place, found.clone());
        found
    }

    fn domain_of(&mut self, index: usize, root: ExprId) -> BTreeSet<Place> {
        let module = self.module(index);
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match module.exprs.expr(id) {
                Expr::Net(net) => found.extend(self.domain((index, *net))),
                expr => todo.extend(expr.operands()),
            }
        }
        found
    }

    fn check_instance(&mut self, index: usize) -> Result<(), LowerError> {
        let module = self.module(index);
        for register in module.registers.values() {
            if is_synchronizer(module, register) {
                continue;
            }
            let name = &module.nets[register.net].name;
            let values = [Some(register.next), register.enable];
            let values = values.into_iter().flatten().map(|value| (value, "d"));
            self.check_clock(index, name, register.clock, values)?;
        }
        for memory in module.memories.values() {
            for write in &memory.writes {
                let values = [
                    (write.enable, "write_enable"),
                    (write.address, "write_address"),
                    (write.data, "write_data"),
                ];
                self.check_clock(index, &memory.name, write.clock, values.into_iter())?;
            }
            for read in &memory.reads {
                if let Some(clock) = read.clock {
                    let values = [(read.address, "read_address")];
                    self.check_clock(index, &memory.name, clock, values.into_iter())?;
                }
            }
        }
        Ok(())
    }

    fn check_clock(
        &mut self,
        index: usize,
        name: &str,
        clock: NetId,
        values: impl Iterator<Item = (ExprId, &'static str)>,
    ) -> Result<(), LowerError> {
        let own = self.root((index, clock));
        for (value, port) in values {
            let other = self
                .domain_of(index, value)
                .into_iter()
                .find(|&root| root != own);
            if let Some(other) = other {
                let input = format!("{name}.{port}");
                let statements = &self.statements[usize::from(self.instances[index].module)];
                return Err(LowerError::SecondClock {
                    module: self.instances[index].path.clone(),
                    signal: name.to_owned(),
                    clock: self.clock_name(own),
                    other: self.clock_name(other),
                    expression: statements.get(&input).cloned().unwrap_or(input),
                });
            }
        }
        Ok(())
    }

    fn clock_name(&self, (index, net): Place) -> String {
        let name = &self.module(index).nets[net].name;
        match index {
            0 => name.clone(),
            _ => format!("{}.{name}", self.instances[index].path),
        }
    }
}

fn is_vector_synchronizer(module: &Module) -> bool {
    let mut ports: Vec<&str> = module
        .ports
        .iter()
        .map(|port| module.nets[port.net].name.as_str())
        .collect();
    ports.sort_unstable();
    ports == VECTOR_SYNCHRONIZER
}

/// True for the first of two flip-flops in a row: its input is a net, and only the second one
/// reads its output.
fn is_synchronizer(module: &Module, first: &Register) -> bool {
    let plain = first.enable.is_none() && module.exprs.as_net(first.next).is_some();
    let reads_first = |id: &ExprId| module.exprs.as_net(*id) == Some(first.net);
    let second = module.registers.values().any(|second| {
        second.enable.is_none() && reads_first(&second.next) && second.clock == first.clock
    });
    let uses_in_roots = module
        .roots()
        .iter()
        .filter(|root| reads_first(root))
        .count();
    let mut operands = module
        .exprs
        .ids()
        .flat_map(|id| module.exprs.expr(id).operands());
    plain
        && second
        && module.nets[first.net].width == 1
        && uses_in_roots == 1
        && !operands.any(|operand| reads_first(&operand))
}
