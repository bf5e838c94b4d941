//! Search for combinational loops, across instances but without flattening. Each module has a
//! summary: the inputs that reach each output without passing a register.

use std::collections::HashMap;

use crate::expr::Expr;
use crate::ids::{ExprId, IdVec, ModuleId, NetId};
use crate::netlist::{Driver, Module, Netlist, PortDirection};

/// A cycle of nets without a register in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinationalLoop {
    /// The module in which the loop closes.
    pub module: ModuleId,
    /// The nets on the loop. Each reads the next one, and the last reads the first.
    pub nets: Vec<NetId>,
}

/// For each output port, by index among the outputs: indices of the inputs that reach it, in order.
type Summary = Vec<Vec<usize>>;

impl Netlist {
    /// Finds a combinational loop, if there is one.
    pub fn combinational_loop(&self) -> Option<CombinationalLoop> {
        let mut summaries: IdVec<ModuleId, Summary> = IdVec::new();
        for (id, module) in self.modules.iter() {
            let search = Search {
                module,
                summaries: &summaries,
                drivers: module.drivers().into_iter().collect(),
            };
            match search.order() {
                Ok(order) => summaries.push(search.summary(&order)),
                Err(nets) => return Some(CombinationalLoop { module: id, nets }),
            };
        }
        None
    }
}

struct Search<'a> {
    module: &'a Module,
    summaries: &'a IdVec<ModuleId, Summary>,
    drivers: HashMap<NetId, Driver>,
}

/// A net, or an expression that a net reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Net(NetId),
    Expr(ExprId),
}

/// State of a node during the search.
#[derive(Clone, Copy)]
enum State {
    New,
    /// On the current path.
    Open,
    Done,
}

impl Search<'_> {
    /// All nodes that the nets depend on, each after the nodes that it reads. The search path is an
    /// explicit stack, because chains of nets may be long.
    ///
    /// # Errors
    /// The nets of a loop.
    fn order(&self) -> Result<Vec<Node>, Vec<NetId>> {
        let mut states = vec![State::New; self.nodes()];
        let mut order = Vec::new();
        let mut stack = Vec::new();
        for net in self.module.nets.ids() {
            stack.push((Node::Net(net), false));
            while let Some((node, is_read)) = stack.pop() {
                let state = &mut states[self.index(node)];
                if is_read {
                    *state = State::Done;
                    order.push(node);
                    continue;
                }
                match state {
                    State::Done => {}
                    State::Open => {
                        // The path is the nodes whose reads are on the stack.
                        let path = stack.iter().filter(|(_, is_read)| *is_read);
                        let path = path.map(|(open, _)| *open);
                        let path = path.skip_while(|open| *open != node);
                        return Err(path.filter_map(Node::net).collect());
                    }
                    State::New => {
                        *state = State::Open;
                        stack.push((node, true));
                        self.each_read(node, |read| stack.push((read, false)));
                    }
                }
            }
        }
        Ok(order)
    }

    /// The inputs that reach each output. Works on 64 inputs at a time.
    fn summary(&self, order: &[Node]) -> Summary {
        let inputs: Vec<NetId> = self.module.port_nets(PortDirection::Input).collect();
        let outputs: Vec<NetId> = self.module.port_nets(PortDirection::Output).collect();
        let mut summary: Summary = vec![Vec::new(); outputs.len()];
        for (chunk, inputs) in inputs.chunks(64).enumerate() {
            let mut reach = vec![0u64; self.nodes()];
            for (bit, &input) in inputs.iter().enumerate() {
                reach[self.index(Node::Net(input))] |= 1 << bit;
            }
            for &node in order {
                let mut found = reach[self.index(node)];
                self.each_read(node, |read| found |= reach[self.index(read)]);
                reach[self.index(node)] = found;
            }
            for (found, &output) in summary.iter_mut().zip(&outputs) {
                let bits = reach[self.index(Node::Net(output))];
                let reaching = (0..64).filter(|bit| bits >> bit & 1 == 1);
                found.extend(reaching.map(|bit| chunk * 64 + bit));
            }
        }
        summary
    }

    /// Number of nets and expressions.
    fn nodes(&self) -> usize {
        self.module.nets.len() + self.module.exprs.len()
    }

    fn index(&self, node: Node) -> usize {
        match node {
            Node::Net(net) => usize::from(net),
            Node::Expr(expr) => self.module.nets.len() + usize::from(expr),
        }
    }

    /// The nodes that a node reads in the same clock.
    fn each_read(&self, node: Node, mut see: impl FnMut(Node)) {
        let module = self.module;
        let net = match node {
            Node::Net(net) => net,
            Node::Expr(expr) => {
                return match module.exprs.expr(expr) {
                    &Expr::Net(net) => see(Node::Net(net)),
                    expr => expr.operands().for_each(|id| see(Node::Expr(id))),
                }
            }
        };
        match self.drivers.get(&net) {
            Some(&Driver::Assign(index)) => see(Node::Expr(module.assigns[index].value)),
            Some(&Driver::Read(memory, index)) => {
                let read = &module.memories[memory].reads[index];
                if read.clock.is_none() {
                    see(Node::Expr(read.address));
                }
            }
            Some(&Driver::Instance(id, output)) => {
                let instance = &module.instances[id];
                let summary = self.summaries.get(instance.module);
                let through = summary.and_then(|summary| summary.get(output));
                for &input in through.into_iter().flatten() {
                    see(Node::Expr(instance.inputs[input]));
                }
            }
            Some(
                Driver::Input(_) | Driver::BlackBox(_) | Driver::Constant(_) | Driver::Register(_),
            )
            | None => {}
        }
    }
}

impl Node {
    fn net(self) -> Option<NetId> {
        match self {
            Node::Net(net) => Some(net),
            Node::Expr(_) => None,
        }
    }
}
