//! Builds nodes in dependency order from a netlist.

use super::graph::{Graph, Node, Operation, ReadCell, RegisterCell, WriteCell, MAX_NARROW_WIDTH};
use crate::expr::Expr;
use crate::ids::{ExprId, InstanceId, MemoryId, ModuleId, NetId};
use crate::netlist::{Netlist, PortDirection};
use crate::value::Value;
use std::collections::HashMap;

/// Knowledge about a value while the instances are laid out.
#[derive(Clone, Copy)]
enum Source {
    /// It stands for itself: an input, a register, a constant, a read with a clock.
    Own,
    /// It is another value.
    Copy(usize),
    Node(Node),
}

struct Place {
    module: ModuleId,
    /// Value of the module's net 0; its expressions follow the nets.
    base: usize,
    parent: Option<(usize, InstanceId)>,
    /// The first of the module's memories.
    memories: usize,
}

/// None: a value is too wide.
pub(super) fn build(netlist: &Netlist) -> Option<Graph> {
    let mut builder = Builder {
        netlist,
        places: Vec::new(),
        by_path: HashMap::new(),
        values: Vec::new(),
        sources: Vec::new(),
        memories: Vec::new(),
    };
    let fits = netlist.modules.values().all(|module| {
        let mut exprs = module.exprs.ids();
        module
            .nets
            .values()
            .all(|net| net.width <= MAX_NARROW_WIDTH)
            && exprs.all(|expr| module.exprs.width(expr) <= MAX_NARROW_WIDTH)
    });
    if !fits {
        return None;
    }
    builder.place(netlist.top, Vec::new(), None);
    for place in 0..builder.places.len() {
        builder.find_sources(place);
    }
    Some(builder.finish())
}

struct Builder<'a> {
    netlist: &'a Netlist,
    places: Vec<Place>,
    by_path: HashMap<Vec<InstanceId>, usize>,
    values: Vec<u64>,
    sources: Vec<Source>,
    memories: Vec<Vec<u64>>,
}

fn word(value: &Value) -> u64 {
    value.to_u64().expect("all widths were checked")
}

impl Builder<'_> {
    fn place(&mut self, id: ModuleId, path: Vec<InstanceId>, parent: Option<(usize, InstanceId)>) {
        let module = &self.netlist.modules[id];
        let (index, base) = (self.places.len(), self.values.len());
        self.by_path.insert(path.clone(), index);
        let end = base + module.nets.len() + module.exprs.len();
        self.values.resize(end, 0);
        self.sources.resize(end, Source::Own);
        for constant in &module.constants {
            self.values[base + usize::from(constant.net)] = word(&constant.value);
        }
        for register in module.registers.values() {
            self.values[base + usize::from(register.net)] = word(&register.initial);
        }
        self.places.push(Place {
            module: id,
            base,
            parent,
            memories: self.memories.len(),
        });
        for memory in module.memories.values() {
            let mut words: Vec<u64> = memory.initial.iter().map(word).collect();
            words.resize(1 << memory.address_width, 0);
            self.memories.push(words);
        }
        for (instance, data) in module.instances.iter() {
            let mut path = path.clone();
            path.push(instance);
            self.place(data.module, path, Some((index, instance)));
        }
    }

    fn net(&self, place: usize, net: NetId) -> usize {
        self.places[place].base + usize::from(net)
    }

    fn expr(&self, place: usize, expr: ExprId) -> usize {
        let Place { module, base, .. } = self.places[place];
        base + self.netlist.modules[module].nets.len() + usize::from(expr)
    }

    fn memory(&self, place: usize, memory: MemoryId) -> u32 {
        (self.places[place].memories + usize::from(memory)) as u32
    }

    fn find_sources(&mut self, place: usize) {
        let Place { module, parent, .. } = self.places[place];
        let module = &self.netlist.modules[module];
        for expr in module.exprs.ids() {
            let at = self.expr(place, expr);
            self.sources[at] = self.source(place, expr, at);
        }
        for assign in &module.assigns {
            let at = self.net(place, assign.net);
            self.sources[at] = Source::Copy(self.expr(place, assign.value));
        }
        if let Some((outer, instance)) = parent {
            let instance = &self.netlist.modules[self.places[outer].module].instances[instance];
            for (net, &value) in module.port_nets(PortDirection::Input).zip(&instance.inputs) {
                let at = self.net(place, net);
                self.sources[at] = Source::Copy(self.expr(outer, value));
            }
            for (net, &wire) in module
                .port_nets(PortDirection::Output)
                .zip(&instance.outputs)
            {
                let at = self.net(outer, wire);
                self.sources[at] = Source::Copy(self.net(place, net));
            }
        }
        for (id, memory) in module.memories.iter() {
            for read in memory.reads.iter().filter(|read| read.clock.is_none()) {
                let at = self.net(place, read.data);
                let operation = Operation::Read {
                    memory: self.memory(place, id),
                    address: self.expr(place, read.address) as u32,
                };
                self.sources[at] = Source::Node(Node {
                    operation,
                    to: at as u32,
                    width: memory.width,
                });
            }
        }
    }

    fn source(&mut self, place: usize, expr: ExprId, at: usize) -> Source {
        let exprs = &self.netlist.modules[self.places[place].module].exprs;
        let value = |id: ExprId| self.expr(place, id) as u32;
        let width = |id: ExprId| exprs.width(id);
        let operation = match exprs.expr(expr) {
            Expr::Const(constant) => {
                self.values[at] = word(constant);
                return Source::Own;
            }
            Expr::Net(net) => return Source::Copy(self.net(place, *net)),
            // Bits above the width of a value are zero.
            Expr::ZeroExtend { source, .. } => return Source::Copy(self.expr(place, *source)),
            Expr::Unary(op, a) => Operation::Unary(*op, value(*a), width(*a)),
            Expr::Binary(op, a, b) => Operation::Binary(*op, value(*a), value(*b), width(*a)),
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => Operation::Mux(value(*condition), value(*then), value(*otherwise)),
            Expr::Concat { high, low } => Operation::Concat(value(*high), value(*low), width(*low)),
            Expr::Slice { source, offset, .. } => Operation::Slice(value(*source), *offset),
            Expr::SignExtend { source, .. } => {
                Operation::SignExtend(value(*source), width(*source))
            }
        };
        Source::Node(Node {
            operation,
            to: at as u32,
            width: width(expr),
        })
    }

    /// Follows copies.
    fn origin(&self, mut at: usize) -> usize {
        while let Source::Copy(from) = self.sources[at] {
            at = from;
        }
        at
    }

    fn origin32(&self, at: u32) -> u32 {
        self.origin(at as usize) as u32
    }

    fn finish(self) -> Graph {
        let (nodes, readers_from, readers) = self.schedule();
        let (registers, reads, writes) = self.state(&nodes);
        let nets = |place: &Place| {
            let nets = self.netlist.modules[place.module].nets.len();
            (place.base..place.base + nets)
                .map(|at| self.origin(at))
                .collect()
        };
        Graph {
            places: self.places.iter().map(nets).collect(),
            values: self.values,
            memories_from: self.places.iter().map(|place| place.memories).collect(),
            by_path: self.by_path,
            nodes,
            readers,
            readers_from,
            registers,
            memories: self.memories,
            reads,
            writes,
        }
    }

    /// All nodes so that each comes after its operands, and the readers of each value.
    fn schedule(&self) -> (Vec<Node>, Vec<u32>, Vec<u32>) {
        let mut nodes: Vec<Node> = Vec::new();
        let mut done = vec![false; self.sources.len()];
        for at in 0..self.sources.len() {
            let mut stack = vec![(at, false)];
            while let Some((at, ready)) = stack.pop() {
                let Source::Node(node) = self.sources[at] else {
                    continue;
                };
                if done[at] {
                    continue;
                }
                let node = self.resolved(node);
                if ready {
                    done[at] = true;
                    nodes.push(node);
                } else {
                    stack.push((at, true));
                    let operands = operands(&node).map(|operand| (operand as usize, false));
                    stack.extend(operands);
                }
            }
        }
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); self.sources.len()];
        for (index, node) in nodes.iter().enumerate() {
            operands(node).for_each(|operand| lists[operand as usize].push(index as u32));
        }
        let mut from = vec![0];
        let mut readers = Vec::new();
        for list in lists {
            readers.extend(list);
            from.push(readers.len() as u32);
        }
        (nodes, from, readers)
    }

    /// With the origins of its operands.
    fn resolved(&self, node: Node) -> Node {
        let at = |value: u32| self.origin32(value);
        let operation = match node.operation {
            Operation::Unary(op, a, width) => Operation::Unary(op, at(a), width),
            Operation::Binary(op, a, b, width) => Operation::Binary(op, at(a), at(b), width),
            Operation::Mux(a, b, c) => Operation::Mux(at(a), at(b), at(c)),
            Operation::Concat(high, low, width) => Operation::Concat(at(high), at(low), width),
            Operation::Slice(source, offset) => Operation::Slice(at(source), offset),
            Operation::SignExtend(source, width) => Operation::SignExtend(at(source), width),
            Operation::Read { memory, address } => Operation::Read {
                memory,
                address: at(address),
            },
        };
        Node { operation, ..node }
    }

    fn state(&self, nodes: &[Node]) -> (Vec<RegisterCell>, Vec<ReadCell>, Vec<WriteCell>) {
        let (mut registers, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
        for (place, data) in self.places.iter().enumerate() {
            let module = &self.netlist.modules[data.module];
            let at = |expr: ExprId| self.origin(self.expr(place, expr)) as u32;
            registers.extend(module.registers.values().map(|register| RegisterCell {
                value: self.net(place, register.net) as u32,
                next: at(register.next),
                enable: register.enable.map(at),
            }));
            for (id, memory) in module.memories.iter() {
                let number = self.memory(place, id);
                let clocked = memory.reads.iter().filter(|read| read.clock.is_some());
                reads.extend(clocked.map(|read| ReadCell {
                    memory: number,
                    address: at(read.address),
                    value: self.net(place, read.data) as u32,
                }));
                writes.extend(memory.writes.iter().map(|write| WriteCell {
                    memory: number,
                    enable: at(write.enable),
                    address: at(write.address),
                    data: at(write.data),
                    readers: readers_of(nodes, number),
                }));
            }
        }
        (registers, reads, writes)
    }
}

/// The nodes that read a memory without a clock.
fn readers_of(nodes: &[Node], wanted: u32) -> Vec<u32> {
    let reads =
        |node: &Node| matches!(node.operation, Operation::Read { memory, .. } if memory == wanted);
    let numbered = nodes.iter().enumerate();
    numbered
        .filter(|(_, node)| reads(node))
        .map(|(index, _)| index as u32)
        .collect()
}

fn operands(node: &Node) -> impl Iterator<Item = u32> {
    let all = match node.operation {
        Operation::Unary(_, a, _)
        | Operation::Slice(a, _)
        | Operation::SignExtend(a, _)
        | Operation::Read { address: a, .. } => [Some(a), None, None],
        Operation::Binary(_, a, b, _) | Operation::Concat(a, b, _) => [Some(a), Some(b), None],
        Operation::Mux(a, b, c) => [Some(a), Some(b), Some(c)],
    };
    all.into_iter().flatten()
}
