//! Builds nodes in dependency order from a netlist.

use super::graph::{Graph, Node, Operation, ReadCell, RegisterCell, WriteCell, MAX_NARROW_WIDTH};
use crate::expr::Expr;
use crate::ids::ExprId;
use crate::netlist::Netlist;
use crate::places::Places;
use crate::value::Value;

/// Knowledge about a value while the instances are laid out.
#[derive(Clone, Copy)]
enum Source {
    /// It stands for itself: an input, a register, a constant, a read with a clock.
    Own,
    /// It is another value.
    Copy(usize),
    Node(Node),
}

/// True if no value is too wide.
pub(super) fn is_narrow(netlist: &Netlist) -> bool {
    netlist.modules.values().all(|module| {
        let nets = module.nets.values().map(|net| net.width);
        let exprs = module.exprs.ids().map(|expr| module.exprs.width(expr));
        nets.chain(exprs).all(|width| width <= MAX_NARROW_WIDTH)
    })
}

/// Builds the graph of a design without wide values.
pub(super) fn build(places: &Places) -> Graph {
    let mut builder = Builder {
        places,
        values: vec![0; places.slots()],
        sources: vec![Source::Own; places.slots()],
    };
    for place in places.all() {
        builder.find_sources(place);
    }
    builder.finish()
}

struct Builder<'a> {
    places: &'a Places,
    values: Vec<u64>,
    sources: Vec<Source>,
}

fn word(value: &Value) -> u64 {
    value.to_u64().expect("all widths were checked")
}

impl Builder<'_> {
    fn find_sources(&mut self, place: usize) {
        let places = self.places;
        let module = places.module(place);
        for (at, value) in places.initial(place) {
            self.values[at] = word(value);
        }
        for expr in module.exprs.ids() {
            let at = places.expr(place, expr);
            self.sources[at] = self.source(place, expr, at);
        }
        for (at, from) in places.copies(place) {
            self.sources[at] = Source::Copy(from);
        }
        for (id, memory) in module.memories.iter() {
            for read in memory.reads.iter().filter(|read| read.clock.is_none()) {
                let at = places.net(place, read.data);
                let operation = Operation::Read {
                    memory: places.memory(place, id) as u32,
                    address: places.expr(place, read.address) as u32,
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
        let places = self.places;
        let exprs = &places.module(place).exprs;
        let value = |id: ExprId| places.expr(place, id) as u32;
        let width = |id: ExprId| exprs.width(id);
        let operation = match exprs.expr(expr) {
            Expr::Const(constant) => {
                self.values[at] = word(constant);
                return Source::Own;
            }
            Expr::Net(net) => return Source::Copy(places.net(place, *net)),
            // Bits above the width of a value are zero.
            Expr::ZeroExtend { source, .. } => return Source::Copy(places.expr(place, *source)),
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
        let all = 0..self.sources.len();
        Graph {
            origins: all.map(|at| self.origin(at) as u32).collect(),
            values: self.values,
            nodes,
            readers,
            readers_from,
            registers,
            memories: self.places.contents(word),
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
        let places = self.places;
        for place in places.all() {
            let module = places.module(place);
            let at = |expr: ExprId| self.origin(places.expr(place, expr)) as u32;
            registers.extend(module.registers.values().map(|register| RegisterCell {
                value: places.net(place, register.net) as u32,
                next: at(register.next),
                enable: register.enable.map(at),
            }));
            for (id, memory) in module.memories.iter() {
                let number = places.memory(place, id) as u32;
                let clocked = memory.reads.iter().filter(|read| read.clock.is_some());
                reads.extend(clocked.map(|read| ReadCell {
                    memory: number,
                    address: at(read.address),
                    value: places.net(place, read.data) as u32,
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
