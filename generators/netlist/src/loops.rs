//! Search for combinational loops, across instances but without flattening. Each module has a
//! summary: the inputs that reach each output without passing a register.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::expr::Expr;
use crate::ids::{ExprId, IdVec, ModuleId, NetId};
use crate::netlist::{Driver, Module, Netlist, PortDirection};

/// A cycle of nets without a register in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinationalLoop {
    /// The module in which the loop closes.
    pub module: ModuleId,
    /// The nets on the loop, in order. The last one feeds the first.
    pub nets: Vec<NetId>,
}

/// For each output port, by index among the outputs: indices of the inputs that reach it.
type Summary = Vec<BTreeSet<usize>>;

impl Netlist {
    /// Finds a combinational loop, if there is one.
    pub fn combinational_loop(&self) -> Option<CombinationalLoop> {
        let mut summaries: IdVec<ModuleId, Summary> = IdVec::new();
        for (id, module) in self.modules.iter() {
            match summarise(module, &summaries) {
                Ok(summary) => summaries.push(summary),
                Err(nets) => return Some(CombinationalLoop { module: id, nets }),
            };
        }
        None
    }
}

fn summarise(module: &Module, summaries: &IdVec<ModuleId, Summary>) -> Result<Summary, Vec<NetId>> {
    let drivers: HashMap<NetId, Driver> = module.drivers().into_iter().collect();
    let inputs: HashMap<NetId, usize> = module
        .port_nets(PortDirection::Input)
        .enumerate()
        .map(|(index, net)| (net, index))
        .collect();
    let mut search = Search {
        module,
        summaries,
        drivers,
        inputs,
        reach: HashMap::new(),
    };
    for net in module.nets.ids() {
        search.net(net)?;
    }
    module
        .port_nets(PortDirection::Output)
        .map(|net| search.net(net))
        .collect()
}

struct Search<'a> {
    module: &'a Module,
    summaries: &'a IdVec<ModuleId, Summary>,
    drivers: HashMap<NetId, Driver>,
    inputs: HashMap<NetId, usize>,
    /// The inputs that reach each finished net.
    reach: HashMap<NetId, BTreeSet<usize>>,
}

/// A net of the current search path.
struct Open {
    net: NetId,
    /// The nets that it reads, except those already visited.
    reads: std::vec::IntoIter<NetId>,
    /// The inputs found so far that reach it.
    found: BTreeSet<usize>,
}

impl Search<'_> {
    /// The inputs that reach a net. The search path is an explicit stack, because chains of nets
    /// may be long.
    fn net(&mut self, root: NetId) -> Result<BTreeSet<usize>, Vec<NetId>> {
        if let Some(done) = self.reach.get(&root) {
            return Ok(done.clone());
        }
        let mut is_open = HashSet::from([root]);
        let mut path = vec![self.open(root)];
        while let Some(mut last) = path.pop() {
            match last.reads.next() {
                Some(net) => {
                    let done = self.reach.get(&net);
                    last.found.extend(done.into_iter().flatten());
                    let is_new = done.is_none();
                    path.push(last);
                    if is_new && !is_open.insert(net) {
                        let nets = path.iter().map(|open| open.net);
                        return Err(nets.skip_while(|&other| other != net).collect());
                    }
                    if is_new {
                        path.push(self.open(net));
                    }
                }
                None => {
                    is_open.remove(&last.net);
                    if let Some(user) = path.last_mut() {
                        user.found.extend(&last.found);
                    }
                    self.reach.insert(last.net, last.found);
                }
            }
        }
        Ok(self.reach[&root].clone())
    }

    fn open(&self, net: NetId) -> Open {
        let module = self.module;
        let mut found = BTreeSet::new();
        let mut reads = Vec::new();
        match self.drivers.get(&net) {
            Some(Driver::Input(_)) => found.extend(self.inputs.get(&net)),
            Some(&Driver::Assign(index)) => self.reads(module.assigns[index].value, &mut reads),
            Some(&Driver::Read(memory, index)) => {
                let read = &module.memories[memory].reads[index];
                if read.clock.is_none() {
                    self.reads(read.address, &mut reads);
                }
            }
            Some(&Driver::Instance(id, output)) => {
                let instance = &module.instances[id];
                let through = self
                    .summaries
                    .get(instance.module)
                    .and_then(|s| s.get(output));
                for &input in through.into_iter().flatten() {
                    self.reads(instance.inputs[input], &mut reads);
                }
            }
            Some(Driver::BlackBox(_) | Driver::Constant(_) | Driver::Register(_)) | None => {}
        }
        Open {
            net,
            reads: reads.into_iter(),
            found,
        }
    }

    /// The nets that an expression reads.
    fn reads(&self, root: ExprId, reads: &mut Vec<NetId>) {
        let mut seen = HashSet::new();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.module.exprs.expr(id) {
                &Expr::Net(net) => reads.push(net),
                expr => todo.extend(expr.operands()),
            }
        }
    }
}
