//! Clock domain check: the data of a register must come from its own clock domain, or through a
//! crossing.
//!
//! Crossings are:
//! - the first of two flip-flops in a row (rust-hdl's `BitSynchronizer`);
//! - everything inside a `VectorSynchronizer`, which is recognised by its ports;
//! - a memory that is written on one clock and read on another.

use std::collections::{BTreeSet, HashMap, HashSet};

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

/// A value of an instance, by index of the instance.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Net(usize, NetId),
    Expr(usize, ExprId),
}

/// Nodes on which a node depends, or the clock that it depends on.
enum Source {
    Nodes(Vec<Node>),
    Clock(Place),
}

/// Fails if data goes from one clock domain to another without a crossing.
pub(crate) fn check(netlist: &Netlist, statements: &[Statements]) -> Result<(), LowerError> {
    let mut design = Design {
        netlist,
        statements,
        instances: vec![],
        domains: Domains::default(),
        of_node: HashMap::new(),
    };
    let uses: Vec<Uses> = netlist.modules.values().map(Uses::new).collect();
    design.place(netlist.top, 0, None, netlist.top().name.clone(), false);
    for index in 0..design.instances.len() {
        if !design.instances[index].crossing {
            let module = design.instances[index].module;
            design.check_instance(index, &uses[usize::from(module)])?;
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
    domains: Domains,
    /// Number of the set of clock domains that each node depends on, as far as computed.
    of_node: HashMap<Node, usize>,
}

/// Sets of clock domains. Each set exists once and has a number, because most nodes depend on the
/// same few sets.
#[derive(Default)]
struct Domains {
    sets: Vec<BTreeSet<Place>>,
    numbers: HashMap<BTreeSet<Place>, usize>,
}

impl Domains {
    fn number(&mut self, set: BTreeSet<Place>) -> usize {
        let next = self.sets.len();
        let number = *self.numbers.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            next
        });
        number
    }

    /// Number of the union of sets.
    fn union(&mut self, mut numbers: Vec<usize>) -> usize {
        numbers.sort_unstable();
        numbers.dedup();
        match numbers[..] {
            [only] => only,
            _ => {
                let sets = numbers.iter().flat_map(|&number| &self.sets[number]);
                let union = sets.copied().collect();
                self.number(union)
            }
        }
    }
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
        let mut place = clock;
        loop {
            let (index, net) = place;
            let (index, value) = match self.instances[index].drivers.get(&net) {
                Some(Driver::Input(_)) => match self.outside(place) {
                    Some(outside) => outside,
                    None => return place,
                },
                Some(&Driver::Assign(position)) => {
                    (index, self.module(index).assigns[position].value)
                }
                Some(&Driver::Instance(id, output)) => {
                    place = self.inside(index, id, output);
                    continue;
                }
                _ => return place,
            };
            let net = self.module(index).exprs.as_net(value);
            place = (index, net.expect("clocks are plain nets"));
        }
    }

    /// Nodes that a node reads in the same cycle. Inputs of the top read none.
    fn source(&self, node: Node) -> Source {
        let (index, net) = match node {
            Node::Net(index, net) => (index, net),
            Node::Expr(index, id) => {
                return Source::Nodes(match self.module(index).exprs.expr(id) {
                    &Expr::Net(net) => vec![Node::Net(index, net)],
                    expr => expr.operands().map(|id| Node::Expr(index, id)).collect(),
                });
            }
        };
        let module = self.module(index);
        let read = match self.instances[index].drivers.get(&net).copied() {
            Some(Driver::Input(_)) => {
                (self.outside((index, net))).map(|(parent, value)| Node::Expr(parent, value))
            }
            Some(Driver::Assign(position)) => {
                Some(Node::Expr(index, module.assigns[position].value))
            }
            Some(Driver::Register(id)) => {
                return Source::Clock(self.root((index, module.registers[id].clock)));
            }
            Some(Driver::Read(id, port)) => {
                let read = &module.memories[id].reads[port];
                match read.clock {
                    Some(clock) => return Source::Clock(self.root((index, clock))),
                    None => Some(Node::Expr(index, read.address)),
                }
            }
            Some(Driver::Instance(id, output)) => {
                let (child, net) = self.inside(index, id, output);
                Some(Node::Net(child, net))
            }
            Some(Driver::BlackBox(_) | Driver::Constant(_)) | None => None,
        };
        Source::Nodes(read.into_iter().collect())
    }

    /// Clock domains that a node depends on. Inputs of the top have none. The nodes to do are an
    /// explicit stack, because chains of nets may be long.
    fn domain(&mut self, root: Node) -> &BTreeSet<Place> {
        let mut todo = vec![root];
        while let Some(&node) = todo.last() {
            if self.of_node.contains_key(&node) {
                todo.pop();
                continue;
            }
            let number = match self.source(node) {
                Source::Clock(clock) => self.domains.number(BTreeSet::from([clock])),
                Source::Nodes(nodes) => {
                    let known = nodes.iter().map(|node| self.of_node.get(node).copied());
                    match known.collect() {
                        Some(numbers) => self.domains.union(numbers),
                        None => {
                            todo.extend(nodes);
                            continue;
                        }
                    }
                }
            };
            self.of_node.insert(node, number);
        }
        &self.domains.sets[self.of_node[&root]]
    }

    fn check_instance(&mut self, index: usize, uses: &Uses) -> Result<(), LowerError> {
        let module = self.module(index);
        for register in module.registers.values() {
            if uses.is_synchronizer(module, register) {
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
                    let port = match memory.writes.is_empty() {
                        true => "address",
                        false => "read_address",
                    };
                    let values = [(read.address, port)];
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
            let mut domain = self.domain(Node::Expr(index, value)).iter().copied();
            if let Some(other) = domain.find(|&clock| clock != own) {
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

/// Reads of the nets of a module.
#[derive(Default)]
struct Uses {
    /// Number of inputs, of registers and others, that are the net itself.
    plain: HashMap<NetId, usize>,
    /// Nets that are part of an expression.
    operands: HashSet<NetId>,
    /// Net and clock of each register that always loads a net.
    loads: HashSet<(NetId, NetId)>,
}

impl Uses {
    fn new(module: &Module) -> Uses {
        let exprs = &module.exprs;
        let mut uses = Uses::default();
        for net in module.roots().iter().filter_map(|&root| exprs.as_net(root)) {
            *uses.plain.entry(net).or_insert(0) += 1;
        }
        let operands = exprs.ids().flat_map(|id| exprs.expr(id).operands());
        uses.operands = operands.filter_map(|id| exprs.as_net(id)).collect();
        let always = (module.registers.values()).filter(|register| register.enable.is_none());
        let loads =
            always.filter_map(|register| Some((exprs.as_net(register.next)?, register.clock)));
        uses.loads = loads.collect();
        uses
    }

    /// True for the first of two flip-flops in a row: its input is a net, and only the second one
    /// reads its output.
    fn is_synchronizer(&self, module: &Module, first: &Register) -> bool {
        module.nets[first.net].width == 1
            && first.enable.is_none()
            && module.exprs.as_net(first.next).is_some()
            && self.loads.contains(&(first.net, first.clock))
            && self.plain.get(&first.net) == Some(&1)
            && !self.operands.contains(&first.net)
    }
}
